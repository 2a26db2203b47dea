//! Nodes and time of sets of random positions, from a new solver each.
//!
//! ```text
//! cargo run --release -p foursight-solver --example sets -- [POSITIONS]
//! ```

use std::time::Instant;

use foursight_core::Position;
use foursight_solver::{Limits, Options, Solver};

/// Plies of the positions in each set.
const SETS: [usize; 5] = [8, 11, 14, 18, 24];

fn main() {
    let count = std::env::args()
        .nth(1)
        .and_then(|count| count.parse().ok())
        .unwrap_or(50);
    let mut seed = 1_u64;
    for plies in SETS {
        let positions: Vec<_> = (0..count)
            .map(|_| random_position(&mut seed, plies))
            .collect();
        let mut nodes = [0; 2];
        let start = Instant::now();
        for position in &positions {
            // A small memo is enough, and quick to make.
            let mut solver = Solver::new(Options {
                memo_bytes: 1 << 20,
                ..Options::default()
            });
            let solution = solver.verdict_within(position, Limits::default());
            nodes[0] += solution.expect("a standard position").nodes;
        }
        let seconds = start.elapsed().as_secs_f64();
        for position in &positions {
            let mut solver = Solver::new(Options {
                memo_bytes: 1 << 20,
                ..Options::default()
            });
            nodes[1] += solver.analyse(position).expect("a standard position").nodes;
        }
        println!(
            "{plies} plies: verdict {} nodes, {:.3} ms; analysis {} nodes each",
            nodes[0] / count,
            seconds * 1e3 / count as f64,
            nodes[1] / count
        );
    }
}

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
        if !position.is_over() && position.grid().discs() == plies {
            return position;
        }
    }
}
