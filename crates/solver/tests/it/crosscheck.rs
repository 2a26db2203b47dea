//! The full search against one without zugzwang rules.
//!
//! A zugzwang bound that is wrong once in a million positions gives a wrong book, and the search
//! multiplies every bound it uses. So random positions with much of the game left are solved twice,
//! each solver with its own transposition table. `FOURSIGHT_FULL=1` takes fifty times as many.

use crate::support::{Lcg, empty, full_run, quiet_position};
use foursight_solver::{Limits, Solver, SolverOptions, Technique, Techniques};

/// Positions in the full run per position in the normal run.
const FULL_FACTOR: usize = 50;

fn without_zugzwang() -> Techniques {
    [
        Technique::ClaimEven,
        Technique::OddThreat,
        Technique::OddThreatAnyColumn,
        Technique::PoisonedPairs,
        Technique::TwoOddThreats,
        Technique::BaseInverse,
        Technique::HoldOut,
    ]
    .into_iter()
    .fold(Techniques::ALL, Techniques::without)
}

/// Solves `count` random positions of each number of discs in `discs` both ways. Every eighth one
/// is compared column by column.
fn check(width: u8, height: u8, discs: std::ops::RangeInclusive<usize>, count: usize) {
    let count = if full_run() {
        count * FULL_FACTOR
    } else {
        count
    };
    let mut rng = Lcg(u64::from(width) * 100 + u64::from(height));
    let mut fast = Solver::default();
    let mut plain = Solver::new(SolverOptions {
        techniques: without_zugzwang(),
        ..SolverOptions::default()
    });
    let start = empty(width, height);
    let mut nodes = [0; 2];
    for discs in discs {
        for round in 0..count {
            let position = quiet_position(&mut rng, &start, discs);
            let verdicts = [&mut fast, &mut plain].map(|solver| {
                let solution = solver.verdict_within(&position, Limits::default());
                solution.expect("it fits a word")
            });
            assert_eq!(verdicts[0].value, verdicts[1].value, "{position:?}");
            nodes[0] += verdicts[0].nodes;
            nodes[1] += verdicts[1].nodes;
            if round % 8 == 0 {
                let analyses = [&mut fast, &mut plain].map(|solver| solver.analyse(&position));
                let columns = analyses.map(|analysis| analysis.expect("it fits a word").columns);
                assert_eq!(columns[0], columns[1], "{position:?}");
            }
        }
    }
    println!("{width}x{height}: {nodes:?} nodes with and without zugzwang");
    // Bounds that never apply have not been tested.
    assert!(nodes[0] * 3 < nodes[1] * 2, "{width}x{height}: {nodes:?}");
}

#[test]
fn standard_board() {
    check(7, 6, 14..=24, 40);
}

#[test]
fn other_boards() {
    check(6, 6, 12..=22, 40);
    check(8, 6, 22..=32, 20);
    check(5, 6, 8..=18, 40);
    check(7, 4, 6..=16, 40);
    check(5, 8, 16..=26, 20);
    check(10, 4, 18..=28, 20);
}
