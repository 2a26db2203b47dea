//! Cost of a net evaluation, and of a move of the level that searches with a net.
//!
//! The inputs cycle through the unfinished positions of a thousand random games.

use std::sync::Arc;

use divan::{Bencher, black_box};
use foursight_bench::games;
use foursight_bots::Budget;
use foursight_bots::net::{Discs, Net, PuctTree, TrainingStage, shipped};

/// Evaluations per move of the level `neural-search`.
const EVALUATIONS: u64 = 400;

fn main() {
    divan::main();
}

fn positions() -> Vec<Discs> {
    let mut positions = Vec::new();
    for game in games() {
        let mut discs = Discs::default();
        for column in game {
            positions.push(discs);
            discs = discs.after(column.into()).expect("a legal game");
        }
    }
    positions
}

fn net(stage: TrainingStage) -> Arc<Net> {
    Arc::new(Net::from_bytes(shipped::of(stage)).expect("a shipped net is valid"))
}

#[divan::bench(args = TrainingStage::ALL)]
fn evaluate(bencher: Bencher, stage: TrainingStage) {
    let (net, positions) = (net(stage), positions());
    let mut inputs = positions.iter().cycle();
    bencher
        .with_inputs(|| *inputs.next().expect("an endless cycle"))
        .bench_local_values(|discs| net.evaluate(black_box(discs)));
}

#[divan::bench]
fn search(bencher: Bencher) {
    let (net, positions) = (net(TrainingStage::Full), positions());
    let mut inputs = positions.iter().step_by(37).cycle();
    bencher
        .with_inputs(|| *inputs.next().expect("an endless cycle"))
        .bench_local_values(|discs| {
            let mut tree = PuctTree::new(&net, black_box(discs));
            tree.search(EVALUATIONS, &Budget::default());
            tree.choice()
        });
}
