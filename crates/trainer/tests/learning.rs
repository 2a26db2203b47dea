//! Training reduces the loss, is deterministic, and resumes bit-identically.

use std::collections::HashSet;

use foursight_bots::net::{Discs, Net, NetLayout, OUTPUTS, mirror_logits, shipped};
use foursight_core::SplitMix64;
use foursight_solver::Solver;
use foursight_trainer::adam::TrainingState;
use foursight_trainer::checkpoint;
use foursight_trainer::datasets::TrainingRecord;
use foursight_trainer::evaluation;
use foursight_trainer::loss::{SolverTarget, loss};
use foursight_trainer::model::{Sample, TrainingModel, initial_weights};
use foursight_trainer::styles::{Example, GameGenerator, LabelBudget, best};
use foursight_trainer::train::{Dataset, TrainingConfig, TrainingRun};

const SMALL: TrainingConfig = TrainingConfig {
    layout: match NetLayout::new(16, 16, 2) {
        Some(layout) => layout,
        None => panic!("a small one"),
    },
    seed: 7,
    steps: 60,
};

/// Late positions of some games, which the solver labels quickly.
fn records() -> Vec<TrainingRecord> {
    let mut generator = GameGenerator::new(Solver::default(), LabelBudget::Quick);
    let games =
        (0..400).flat_map(|game| generator.game_from(&mut SplitMix64::for_stream(3, game), 24));
    games
        .map(|example| TrainingRecord::from(&example))
        .collect()
}

fn samples(records: &[TrainingRecord]) -> Vec<Sample> {
    let samples = records.iter().filter_map(|record| {
        let discs = Discs::from_code(record.code)?;
        let target = SolverTarget {
            score: best(&record.scores),
            columns: Some(record.scores),
        };
        Some(Sample { discs, target })
    });
    samples.collect()
}

/// The gradient agrees with finite differences of the loss.
#[test]
fn the_gradient_is_the_slope_of_the_loss() {
    let samples = samples(&records());
    let samples: Vec<Sample> = samples
        .into_iter()
        .filter(|sample| sample.discs.is_second_to_move())
        .take(12)
        .collect();
    let layout = SMALL.layout;
    let weights = initial_weights(layout, 5);
    let mut model = TrainingModel::new(layout);
    let mut gradient = vec![0.0; weights.len()];
    model.backward(&weights, &samples, 1.0, &mut gradient);
    // The model propagates the gradient that `loss` writes, so the slope is measured along it.
    let mut output_gradient = vec![0.0; samples.len() * OUTPUTS];
    let outputs = model.forward(&weights, &samples).to_vec();
    for (index, sample) in samples.iter().enumerate() {
        let range = index * OUTPUTS..(index + 1) * OUTPUTS;
        loss(
            &outputs[range.clone()],
            &sample.target,
            &mut output_gradient[range],
        );
    }
    let mut steep: Vec<usize> = (0..weights.len()).collect();
    steep.sort_by(|one, two| gradient[*two].abs().total_cmp(&gradient[*one].abs()));
    for index in steep.into_iter().step_by(37).take(40) {
        let mut slope = 0.0_f64;
        let nudge = 1e-3;
        for sign in [1.0_f32, -1.0] {
            let mut moved = weights.clone();
            moved[index] += sign * nudge;
            let outputs = model.forward(&moved, &samples);
            let sum: f64 = outputs
                .iter()
                .zip(&output_gradient)
                .map(|(outputs, change)| f64::from(outputs * change))
                .sum();
            slope += f64::from(sign) * sum / (2.0 * f64::from(nudge));
        }
        let expected = f64::from(gradient[index]);
        assert!(
            (slope - expected).abs() < 0.03 * expected.abs() + 2e-3,
            "{index}: {slope} {expected}"
        );
    }
}

/// The gradient that `loss` writes decreases each part of the loss it returns.
#[test]
fn the_loss_decreases_along_its_gradient() {
    let samples = samples(&records());
    let mut rng = SplitMix64::new(1);
    for sample in samples.iter().take(50) {
        let raw: Vec<f32> = (0..OUTPUTS)
            .map(|_| rng.below(200) as f32 / 100.0 - 1.0)
            .collect();
        let mut change = vec![0.0; OUTPUTS];
        let before = loss(&raw, &sample.target, &mut change);
        let after: Vec<f32> = raw
            .iter()
            .zip(&change)
            .map(|(x, change)| x - 0.05 * change)
            .collect();
        let after = loss(&after, &sample.target, &mut change);
        assert!(after.policy < before.policy + 1e-6 && after.wdl < before.wdl + 1e-6);
        assert!(after.columns < before.columns + 1e-6);
    }
}

#[test]
fn a_net_learns_and_training_resumes_bit_identically() {
    let dataset = Dataset::new(records(), HashSet::new());
    let mut straight = TrainingRun::start(SMALL, None);
    let first = straight.step(&dataset);
    let (mut saved, mut last) = (Vec::new(), first);
    while !straight.is_done() {
        if straight.state().step == 23 {
            saved = checkpoint::to_bytes(&SMALL, straight.state());
        }
        last = straight.step(&dataset);
    }
    assert!(last.wdl / last.positions < 0.9 * first.wdl / first.positions);
    let state: TrainingState = checkpoint::from_bytes(&SMALL, &saved).expect("our own");
    let mut resumed = TrainingRun::resume(SMALL, state);
    while !resumed.is_done() {
        resumed.step(&dataset);
    }
    assert!(straight.state() == resumed.state());
    let other = TrainingConfig { seed: 8, ..SMALL };
    assert!(checkpoint::from_bytes(&other, &saved).is_err());
    assert!(checkpoint::from_bytes(&SMALL, &saved[..saved.len() - 3]).is_err());
}

/// Training and inference agree, and the quantised net nearly does.
#[test]
fn inference_agrees_with_training() {
    let dataset = Dataset::new(records(), HashSet::new());
    let mut training = TrainingRun::start(SMALL, None);
    while training.state().step < 30 {
        training.step(&dataset);
    }
    let weights = &training.state().weights;
    let net = Net::new(SMALL.layout, weights).expect("as many as it takes");
    let mut model = TrainingModel::new(SMALL.layout);
    for sample in samples(&records()).iter().take(100) {
        let sample = std::slice::from_ref(sample);
        let raw = net.logits_one_way(sample[0].discs);
        // Exact with the quantised weights, and close with the original ones.
        for (weights, off) in [(net.weights(), 1e-4), (weights.as_slice(), 0.1)] {
            for (one, two) in model.forward(weights, sample).iter().zip(raw) {
                assert!((one - two).abs() < off, "{one} {two}");
            }
        }
    }
}

/// The positions of `sights.txt`: some that an independent solver has labelled.
fn fixed_positions() -> Vec<Example> {
    let [(_, examples), ..] = evaluation::independent_sets();
    examples.into_iter().step_by(25).collect()
}

/// The trainer's outputs on fixed positions with the weights of the shipped net are those that the
/// tests of the bots expect. After replacing the net, set `FOURSIGHT_WRITE_SIGHTS` once.
#[test]
fn expected_outputs_are_those_of_the_trainer() {
    let net = Net::from_bytes(shipped::FULL).expect("our own");
    let mut model = TrainingModel::new(net.layout());
    let mut forward = |discs| {
        let target = SolverTarget {
            score: 0,
            columns: None,
        };
        let outputs = model.forward(net.weights(), &[Sample { discs, target }]);
        <[f32; OUTPUTS]>::try_from(outputs).expect("one position")
    };
    let mut lines =
        vec!["# Moves, and what the trainer says with the numbers of 7x6.net".to_owned()];
    for example in fixed_positions() {
        let (here, there) = (forward(example.discs), forward(example.discs.mirror()));
        let both = here.iter().zip(mirror_logits(&there));
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
