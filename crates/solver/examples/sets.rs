//! Node counts and times on sets of random positions: the verdict against the analysis of all
//! columns.
//!
//! ```text
//! cargo run --release -p foursight-solver --example sets -- [POSITIONS] [PLIES...]
//! ```
//!
//! A near win makes the verdict trivial but not the other columns, so the last figure covers only
//! positions whose verdict takes a search of some size.

use std::error::Error;
use std::time::Instant;

use foursight_core::Position;
use foursight_solver::{Limits, Solver, SolverOptions};

/// Plies of the positions in each set, unless given as arguments.
const SETS: [usize; 6] = [8, 12, 14, 16, 18, 20];
/// A verdict that takes fewer nodes than this is trivial.
const NODES_MIN: u64 = 200;

fn main() -> Result<(), Box<dyn Error>> {
    let mut numbers = std::env::args().skip(1).map(|number| number.parse());
    let count = numbers.next().unwrap_or(Ok(50))?;
    let mut sets = numbers.collect::<Result<Vec<_>, _>>()?;
    if sets.is_empty() {
        sets.extend(SETS);
    }
    for plies in sets {
        let mut seed = plies as u64;
        let positions: Vec<_> = (0..count)
            .map(|_| random_position(&mut seed, plies))
            .collect();
        let start = Instant::now();
        let verdicts = positions.iter().map(|position| {
            let solution = solver().verdict_within(position, Limits::default());
            solution.map(|solution| solution.nodes)
        });
        let verdicts = verdicts.collect::<Result<Vec<_>, _>>()?;
        let seconds = start.elapsed().as_secs_f64();
        let analyses = positions
            .iter()
            .map(|position| Ok(solver().analyse(position)?.nodes));
        let analyses = analyses.collect::<Result<Vec<_>, Box<dyn Error>>>()?;
        report(plies, seconds, &verdicts, &analyses);
    }
    Ok(())
}

fn report(plies: usize, seconds: f64, verdicts: &[u64], analyses: &[u64]) {
    let count = verdicts.len();
    let [verdict, whole] = [verdicts, analyses].map(|nodes| nodes.iter().sum::<u64>());
    let mut searched = [0; 2];
    for (verdict, analysis) in verdicts.iter().zip(analyses) {
        if *verdict >= NODES_MIN {
            searched[0] += verdict;
            searched[1] += analysis;
        }
    }
    println!(
        "{plies} plies: verdict {} nodes, {:.3} ms; analysis {} nodes, {:.2} times; {:.2} if searched",
        verdict / count as u64,
        seconds * 1e3 / count as f64,
        whole / count as u64,
        whole as f64 / verdict as f64,
        searched[1] as f64 / searched[0] as f64,
    );
}

/// A small table is enough, and fast to allocate.
fn solver() -> Solver {
    Solver::new(SolverOptions {
        tt_bytes: 4 << 20,
        ..SolverOptions::default()
    })
}

/// Plays random moves. Not by `SplitMix64`: node counts of earlier versions are for the positions of
/// this sequence.
fn random_position(seed: &mut u64, plies: usize) -> Position {
    loop {
        let mut position = Position::default();
        for _ in 0..plies {
            let moves = position.moves();
            if moves.is_empty() {
                break;
            }
            *seed = seed
                .wrapping_mul(0x5851_F42D_4C95_7F2D)
                .wrapping_add(0x1405_7B7E_F767_814F);
            let index = (*seed >> 33) as usize % moves.len();
            position = position.after(moves[index]).expect("a legal move");
        }
        if !position.is_over() && position.board().discs() == plies {
            return position;
        }
    }
}
