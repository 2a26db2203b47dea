//! What a look of a net costs, and a move of the level that searches with one.
//!
//! The positions are those of the thousand random games that go on, one after the other.

use std::sync::Arc;

use divan::{Bencher, black_box};
use foursight_bench::games;
use foursight_bots::Budget;
use foursight_bots::net::{Discs, Net, Stage, Tree, shipped};

/// Looks before a move, as the level `neural-search` has them.
const LOOKS: u64 = 400;

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

fn net(stage: Stage) -> Arc<Net> {
    Arc::new(Net::from_bytes(shipped::of(stage)).expect("a shipped net is whole"))
}

#[divan::bench(args = Stage::ALL)]
fn look(bencher: Bencher, stage: Stage) {
    let (net, positions) = (net(stage), positions());
    let mut turn = positions.iter().cycle();
    bencher
        .with_inputs(|| *turn.next().expect("an endless round"))
        .bench_local_values(|discs| net.look(black_box(discs)));
}

#[divan::bench]
fn search(bencher: Bencher) {
    let (net, positions) = (net(Stage::Full), positions());
    let mut turn = positions.iter().step_by(37).cycle();
    bencher
        .with_inputs(|| *turn.next().expect("an endless round"))
        .bench_local_values(|discs| {
            let mut tree = Tree::new(&net, black_box(discs));
            tree.grow(LOOKS, &Budget::default());
            tree.choice()
        });
}
