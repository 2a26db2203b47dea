//! That learning goes the right way, repeats itself, and goes on after an interruption as if there were none.

use std::collections::HashSet;

use foursight_bots::Dice;
use foursight_bots::net::{Discs, Layout, Net, OUTPUTS, mirrored, shipped};
use foursight_solver::Solver;
use foursight_trainer::adam::State;
use foursight_trainer::checkpoint;
use foursight_trainer::loss::{Target, loss};
use foursight_trainer::measure;
use foursight_trainer::model::{Model, Sample, beginning};
use foursight_trainer::sets::Record;
use foursight_trainer::styles::{Author, Example, Pace, best};
use foursight_trainer::train::{Course, Lessons, Training};

const SMALL: Course = Course {
    layout: match Layout::new(16, 16, 2) {
        Some(layout) => layout,
        None => panic!("a small one"),
    },
    seed: 7,
    steps: 60,
};

/// Late positions of some games, which the solver labels in no time.
fn records() -> Vec<Record> {
    let mut author = Author::new(Solver::default(), Pace::Quick);
    let games = (0..400).flat_map(|game| author.game_from(&mut Dice::for_part(3, game), 24));
    games.map(|example| Record::from(&example)).collect()
}

fn samples(records: &[Record]) -> Vec<Sample> {
    let samples = records.iter().filter_map(|record| {
        let discs = Discs::from_code(record.code)?;
        let target = Target {
            score: best(&record.scores),
            columns: Some(record.scores),
        };
        Some(Sample { discs, target })
    });
    samples.collect()
}

/// The gradient agrees with what a small change of a number does to the loss.
#[test]
fn the_gradient_is_the_slope_of_the_loss() {
    let samples = samples(&records());
    let samples: Vec<Sample> = samples
        .into_iter()
        .filter(|sample| sample.discs.is_second_to_move())
        .take(12)
        .collect();
    let layout = SMALL.layout;
    let numbers = beginning(layout, 5);
    let mut model = Model::new(layout);
    let mut gradient = vec![0.0; numbers.len()];
    model.learn(&numbers, &samples, 1.0, &mut gradient);
    // What counts is the change that `loss` writes, so its slope is measured along it.
    let mut said_change = vec![0.0; samples.len() * OUTPUTS];
    let said = model.say(&numbers, &samples).to_vec();
    for (place, sample) in samples.iter().enumerate() {
        let range = place * OUTPUTS..(place + 1) * OUTPUTS;
        loss(
            &said[range.clone()],
            &sample.target,
            &mut said_change[range],
        );
    }
    let mut steep: Vec<usize> = (0..numbers.len()).collect();
    steep.sort_by(|one, two| gradient[*two].abs().total_cmp(&gradient[*one].abs()));
    for place in steep.into_iter().step_by(37).take(40) {
        let mut slope = 0.0_f64;
        let nudge = 1e-3;
        for sign in [1.0_f32, -1.0] {
            let mut moved = numbers.clone();
            moved[place] += sign * nudge;
            let said = model.say(&moved, &samples);
            let sum: f64 = said
                .iter()
                .zip(&said_change)
                .map(|(said, change)| f64::from(said * change))
                .sum();
            slope += f64::from(sign) * sum / (2.0 * f64::from(nudge));
        }
        let expected = f64::from(gradient[place]);
        assert!(
            (slope - expected).abs() < 0.03 * expected.abs() + 2e-3,
            "{place}: {slope} {expected}"
        );
    }
}

/// What `loss` says to change is the slope of the loss it reports, part by part.
#[test]
fn the_loss_falls_along_its_change() {
    let samples = samples(&records());
    let mut dice = Dice::new(1);
    for sample in samples.iter().take(50) {
        let raw: Vec<f32> = (0..OUTPUTS)
            .map(|_| dice.roll(200) as f32 / 100.0 - 1.0)
            .collect();
        let mut change = vec![0.0; OUTPUTS];
        let before = loss(&raw, &sample.target, &mut change);
        let after: Vec<f32> = raw
            .iter()
            .zip(&change)
            .map(|(x, change)| x - 0.05 * change)
            .collect();
        let after = loss(&after, &sample.target, &mut change);
        assert!(after.policy < before.policy + 1e-6 && after.outlook < before.outlook + 1e-6);
        assert!(after.columns < before.columns + 1e-6);
    }
}

#[test]
fn a_net_learns_and_training_goes_on_to_the_same_bits() {
    let lessons = Lessons::new(records(), HashSet::new());
    let mut straight = Training::begin(SMALL, None);
    let first = straight.step(&lessons);
    let (mut saved, mut last) = (Vec::new(), first);
    while !straight.is_done() {
        if straight.state().step == 23 {
            saved = checkpoint::to_bytes(&SMALL, straight.state());
        }
        last = straight.step(&lessons);
    }
    assert!(last.outlook / last.positions < 0.9 * first.outlook / first.positions);
    let state: State = checkpoint::from_bytes(&SMALL, &saved).expect("our own");
    let mut resumed = Training::resume(SMALL, state);
    while !resumed.is_done() {
        resumed.step(&lessons);
    }
    assert!(straight.state() == resumed.state());
    let other = Course { seed: 8, ..SMALL };
    assert!(checkpoint::from_bytes(&other, &saved).is_err());
    assert!(checkpoint::from_bytes(&SMALL, &saved[..saved.len() - 3]).is_err());
}

/// The trainer and the program that plays say the same, and the small file nearly the same.
#[test]
fn the_bots_see_what_the_trainer_sees() {
    let lessons = Lessons::new(records(), HashSet::new());
    let mut training = Training::begin(SMALL, None);
    while training.state().step < 30 {
        training.step(&lessons);
    }
    let numbers = &training.state().numbers;
    let net = Net::new(SMALL.layout, numbers).expect("as many as it takes");
    let mut model = Model::new(SMALL.layout);
    for sample in samples(&records()).iter().take(100) {
        let sample = std::slice::from_ref(sample);
        let raw = net.raw_one_way(sample[0].discs);
        // The same with the rounded numbers, and nearly the same with those before.
        for (numbers, off) in [(net.numbers(), 1e-4), (numbers.as_slice(), 0.1)] {
            for (one, two) in model.say(numbers, sample).iter().zip(raw) {
                assert!((one - two).abs() < off, "{one} {two}");
            }
        }
    }
}

/// The positions of `sights.txt`: some that another solver has labelled.
fn fixed_positions() -> Vec<Example> {
    let [(_, examples), ..] = measure::others();
    examples.into_iter().step_by(25).collect()
}

/// What the trainer says about fixed positions with the numbers of the shipped net is what the tests of the bots
/// expect of it. After another net was put there, set `FOURSIGHT_WRITE_SIGHTS` once.
#[test]
fn expected_sights_are_those_of_the_trainer() {
    let net = Net::from_bytes(shipped::FULL).expect("our own");
    let mut model = Model::new(net.layout());
    let mut say = |discs| {
        let target = Target {
            score: 0,
            columns: None,
        };
        let said = model.say(net.numbers(), &[Sample { discs, target }]);
        <[f32; OUTPUTS]>::try_from(said).expect("one position")
    };
    let mut lines =
        vec!["# Moves, and what the trainer says with the numbers of 7x6.net".to_owned()];
    for example in fixed_positions() {
        let (here, there) = (say(example.discs), say(example.discs.mirror()));
        let both = here.iter().zip(mirrored(&there));
        let words = both.map(|(one, two)| format!("{:.4}", f32::midpoint(*one, two)));
        let moves = example.moves.iter().map(|column| char::from(b'1' + column));
        let moves: String = moves.collect();
        let moves = if moves.is_empty() { "-" } else { &moves };
        lines.push(format!("{moves} {}", words.collect::<Vec<_>>().join(" ")));
    }
    let text = lines.join("\n") + "\n";
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../bots/tests/data/sights.txt");
    if std::env::var_os("FOURSIGHT_WRITE_SIGHTS").is_some() {
        std::fs::write(path, &text).expect("written");
    }
    assert_eq!(std::fs::read_to_string(path).expect("there"), text);
}
