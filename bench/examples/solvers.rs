//! CPU seconds to solve sets of random positions exactly without a book: ours and
//! `connect-four-ai`.
//!
//! ```text
//! cargo run --release --example solvers -- [POSITIONS] [SET...]
//! cargo run --release --example solvers -- list [POSITIONS] [SET...] | python bitbully_peer.py
//! ```
//!
//! A set is the number of discs in its positions. The random games never miss a win and never
//! allow one, as in real play. Each solver keeps its transposition table from one position of a
//! set to the next, and all must agree on the scores. `list` prints the drops, for solvers in
//! other languages.

use std::error::Error;

use connect_four_ai::{Position as PeerPosition, Solver as PeerSolver};
use foursight_bench::{BenchOptions, cpu_seconds, position, quiet_game};
use foursight_solver::Solver;

/// Discs of the positions in each set: easy, middle and two hard ones.
const SETS: [usize; 4] = [24, 16, 12, 9];
/// Positions in each set.
const POSITIONS: usize = 20;

fn main() -> Result<(), Box<dyn Error>> {
    let options = BenchOptions::from_command_line(POSITIONS, &SETS)?;
    for discs in options.sets {
        let mut seed = discs as u64;
        let games: Vec<_> = (0..options.positions)
            .map(|_| quiet_game(&mut seed, discs))
            .collect();
        if options.list {
            for drops in games {
                println!("{drops}");
            }
        } else {
            compare(discs, &games)?;
        }
    }
    Ok(())
}

fn compare(discs: usize, games: &[String]) -> Result<(), Box<dyn Error>> {
    let start = cpu_seconds();
    let (mut ours, mut peer) = (Solver::default(), PeerSolver::empty());
    let mut scores = Vec::new();
    let made = cpu_seconds();
    for drops in games {
        let position = position(drops);
        scores.push(ours.verdict(&position)?.conventional_score(&position));
    }
    let solved = cpu_seconds();
    for (drops, score) in games.iter().zip(&scores) {
        let found = i32::from(peer.solve(&PeerPosition::from_moves(drops)?));
        assert_eq!(found, *score, "{drops}");
    }
    let [ours, peer] = [solved - made, cpu_seconds() - solved];
    println!(
        "{discs} discs, {} positions: {ours:.4} s, connect-four-ai {peer:.4} s, {:.1} times; \
         scores add up to {} (solvers made in {:.3} s)",
        games.len(),
        peer / ours,
        scores.iter().sum::<i32>(),
        made - start,
    );
    Ok(())
}
