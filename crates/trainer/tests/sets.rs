//! The datasets are disjoint, deterministic, and round-trip through their files.

use std::collections::HashSet;
use std::fs;

use foursight_bots::net::Discs;
use foursight_trainer::datasets::{self, TrainingRecord};
use foursight_trainer::evaluation;
use foursight_trainer::generate::{DatasetSplit, GenerationPlan};
use foursight_trainer::styles::{Example, FULL};
use foursight_trainer::train::Dataset;

/// Some late games only, since there is no book here.
fn plan(threads: usize) -> GenerationPlan {
    GenerationPlan {
        seed: 11,
        chunks: 3,
        threads,
        book: None,
        plies_min: 22,
        chunk_games: 40,
    }
}

fn codes(examples: &[Example]) -> HashSet<u64> {
    examples
        .iter()
        .map(|example| example.discs.canonical_code())
        .collect()
}

/// No evaluation position, nor its mirror image, is in another set or trained on, not even as the
/// position after a drop; and no game is in two sets.
#[test]
fn sets_are_disjoint_up_to_the_mirror_and_by_game() {
    let plan = plan(2);
    let mut seen = HashSet::new();
    let mut make = |split| plan.examples((split, 60), &|_| true, &mut seen, &|_| {});
    let [test, choice, puzzles] = [
        DatasetSplit::Test,
        DatasetSplit::Validation,
        DatasetSplit::Puzzles,
    ]
    .map(&mut make);
    let held_out: Vec<Example> = [test.clone(), choice.clone(), puzzles.clone()].concat();
    assert_eq!(codes(&held_out).len(), 180);
    let games: HashSet<&[u8]> = held_out
        .iter()
        .map(|example| example.moves.as_slice())
        .collect();
    assert_eq!(games.len(), 180);

    // Training positions that would overlap: those of the test games themselves, and their mirror
    // images.
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("train.set");
    plan.write(&path, &|_, _| {}).expect("written");
    let mut records = datasets::read(&path, 11, None).expect("ours").records;
    let own = records.len();
    records.extend(test.iter().map(TrainingRecord::from));
    let parents = test.iter().filter_map(parent);
    records.extend(parents);
    let dataset = Dataset::new(records, codes(&held_out));
    assert!(dataset.len() <= own + test.len());
    for step in 0..40 {
        for sample in dataset.batch(5, step).iter().flatten() {
            assert!(!codes(&held_out).contains(&sample.discs.canonical_code()));
        }
    }
}

/// Returns the position before the last drop, with only that drop labelled.
fn parent(example: &Example) -> Option<TrainingRecord> {
    let (last, before) = example.moves.split_last()?;
    let mut discs = Discs::default();
    for column in before {
        discs = discs.after(usize::from(*column))?;
    }
    let mut scores = [FULL; 7];
    scores[usize::from(*last)] = -example.score();
    Some(TrainingRecord::from(&Example {
        moves: before.to_vec(),
        discs,
        scores,
    }))
}

#[test]
fn a_file_does_not_depend_on_threads_or_interruptions() {
    let dir = tempfile::tempdir().expect("a directory");
    let written = |name: &str, plan: &GenerationPlan| {
        let path = dir.path().join(name);
        plan.write(&path, &|_, _| {}).expect("written");
        fs::read(path).expect("there")
    };
    let straight = written("one", &plan(1));
    assert!(straight == written("two", &plan(2)));
    // Truncated in the middle of a chunk, it resumes to the same bytes.
    fs::write(dir.path().join("cut"), &straight[..straight.len() * 2 / 3]).expect("written");
    assert!(straight == written("cut", &plan(2)));
}

#[test]
fn damaged_files_are_rejected_without_panic() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("train.set");
    plan(2).write(&path, &|_, _| {}).expect("written");
    let whole = fs::read(&path).expect("there");
    let refused = |bytes: &[u8], seed: u64| {
        fs::write(&path, bytes).expect("written");
        let error = datasets::read(&path, seed, None).expect_err("damaged");
        error.to_string()
    };
    assert!(refused(b"nothing", 11).contains("no file of positions"));
    assert!(refused(&whole, 12).contains("another seed"));
    let mut changed = whole.clone();
    changed[200] ^= 1;
    assert!(refused(&changed, 11).contains("damaged"));
}

#[test]
fn examples_round_trip_through_text() {
    let plan = plan(1);
    let examples = plan.examples(
        (DatasetSplit::Test, 30),
        &|_| true,
        &mut HashSet::new(),
        &|_| {},
    );
    assert_eq!(
        datasets::from_text(&datasets::to_text(&examples)),
        Ok(examples)
    );
    for bad in [
        "44",
        "44 1,2,3",
        "48 0,0,0,0,0,0,0",
        "44 0,0,0,0,0,0,99",
        "44 -,0,0,0,0,0,0",
        "é 1",
    ] {
        let error = datasets::from_text(&format!("start 0,0,0,1,0,0,0\n{bad}")).expect_err(bad);
        assert!(error.starts_with("line 2"), "{error}");
    }
}

/// All positions of the independent solver are parsed, and agree with the rules.
#[test]
fn all_positions_of_the_independent_solver_are_parsed() {
    let counts = evaluation::independent_sets().map(|(_, examples)| examples.len());
    assert_eq!(counts, [1011, 60, 60]);
    for (_, examples) in evaluation::independent_sets() {
        for example in examples {
            let full = |column: usize| example.discs.after(column).is_none();
            assert!((0..7).all(|column| full(column) == (example.scores[column] == FULL)));
        }
    }
}
