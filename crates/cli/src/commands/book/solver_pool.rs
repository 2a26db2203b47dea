//! Solves the openings of a layer on several threads with a shared transposition table.
//!
//! Threads take openings in blocks of neighbours. Openings of a layer share most of their search
//! trees, near and far: with enough memory an opening whose relatives are solved takes a small part
//! of the nodes that it takes alone.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use foursight_core::Position;
use foursight_solver::book::{BoardSize, Opening};
use foursight_solver::{CancelToken, Limits, Solver, SolverOptions};

use crate::exit::CliError;
use crate::solver_args::SolverPoolArgs;
use crate::solver_session::solver_failure;

/// Openings per block.
const BLOCK_OPENINGS: usize = 32;

/// Callback for the score of the opening at an index, from any thread.
pub(super) type OnSolved<'a> = &'a (dyn Fn(usize, i8) + Sync);

/// One solver per thread for one board size, without a book.
pub(super) struct OpeningSolverPool<'a> {
    size: BoardSize,
    solvers: Vec<Solver>,
    cancel: &'a CancelToken,
}

impl<'a> OpeningSolverPool<'a> {
    pub(super) fn new(
        args: &SolverPoolArgs,
        size: BoardSize,
        cancel: &'a CancelToken,
    ) -> Result<Self, CliError> {
        let processors = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let threads = args.threads.map_or_else(processors, NonZeroUsize::get);
        let mut solver = Solver::new(SolverOptions {
            tt_bytes: args.memory_mb << 20,
            ..SolverOptions::default()
        });
        solver.prepare(size.ruleset()).map_err(solver_failure)?;
        Ok(Self {
            size,
            solvers: (0..threads).map(|_| solver.share()).collect(),
            cancel,
        })
    }

    /// Returns the board size.
    #[cfg(feature = "postgres")]
    pub(super) fn size(&self) -> BoardSize {
        self.size
    }

    /// Solves the openings at these indices. Calls `on_solved` after each one, so that no result is
    /// lost. Returns early if cancelled.
    pub(super) fn solve(
        &mut self,
        openings: &[Opening],
        indices: &[usize],
        on_solved: OnSolved<'_>,
    ) {
        let (size, cancel, next) = (self.size, self.cancel, AtomicUsize::new(0));
        let run = |solver: &mut Solver| {
            while let Some(block) = next_block(&next, indices.len()) {
                for index in &indices[block] {
                    let position = openings.get(*index).map(|opening| opening.position(size));
                    let Some(value) =
                        position.and_then(|position| solve_score(solver, &position, cancel))
                    else {
                        return;
                    };
                    on_solved(*index, value);
                }
            }
        };
        let Some((own, others)) = self.solvers.split_first_mut() else {
            return;
        };
        thread::scope(|scope| {
            for solver in others {
                // Run with fewer threads if the system cannot start more.
                let started = thread::Builder::new().spawn_scoped(scope, || run(solver));
                if started.is_err() {
                    break;
                }
            }
            run(own);
        });
    }
}

fn next_block(next: &AtomicUsize, count: usize) -> Option<Range<usize>> {
    let start = next.fetch_add(BLOCK_OPENINGS, Ordering::Relaxed);
    (start < count).then(|| start..(start + BLOCK_OPENINGS).min(count))
}

/// Returns the score of a position, or `None` if cancelled.
fn solve_score(solver: &mut Solver, position: &Position, cancel: &CancelToken) -> Option<i8> {
    let limits = Limits {
        cancel: Some(cancel),
        ..Limits::default()
    };
    let solution = solver.verdict_within(position, limits).ok()?;
    let verdict = solution.value.exact()?;
    Some(verdict.conventional_score(position) as i8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use foursight_solver::book::layer;
    use std::sync::Mutex;

    /// A run that is cancelled within a block keeps everything solved before.
    #[test]
    fn every_score_is_reported_at_once() {
        let args = SolverPoolArgs {
            threads: Some(NonZeroUsize::MIN),
            memory_mb: 16,
        };
        // These positions take long enough to be cancelled.
        let openings = layer(BoardSize::STANDARD, 8);
        let indices: Vec<_> = (0..openings.len())
            .step_by(openings.len() / BLOCK_OPENINGS)
            .collect();
        for count in [1, 3] {
            let (cancel, scores) = (CancelToken::default(), Mutex::new(Vec::new()));
            let mut pool = OpeningSolverPool::new(&args, BoardSize::STANDARD, &cancel)
                .expect("there is memory");
            pool.solve(&openings, &indices, &|index, value| {
                let mut scores = scores.lock().expect("no panic");
                scores.push((index, value));
                if scores.len() == count {
                    cancel.cancel();
                }
            });
            let scores = scores.into_inner().expect("no panic");
            let solved: Vec<_> = scores.iter().map(|(index, _)| *index).collect();
            assert_eq!(solved, indices[..count], "neither more nor less");
        }
    }
}
