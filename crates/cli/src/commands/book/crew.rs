//! Threads that solve the openings of a layer, each with a solver of its own.
//!
//! Openings are handed out in blocks of neighbours, which share most of their search.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use foursight_solver::book::{Opening, Size};
use foursight_solver::{CancelToken, Limits, Options, Solver};

use crate::solver_args::CrewArgs;
use crate::solving::memo_bytes;

/// Openings in a block.
const BLOCK: usize = 32;

/// Takes the scores of a block, each with its place, from any thread.
pub(super) type HandIn<'a> = &'a (dyn Fn(&[(usize, i8)]) + Sync);

/// What a crew works with.
pub(super) struct Crew<'a> {
    pub(super) threads: usize,
    memo_bytes: usize,
    cancel: &'a CancelToken,
}

impl<'a> Crew<'a> {
    pub(super) fn new(args: &CrewArgs, cancel: &'a CancelToken) -> Self {
        let processors = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
        Self {
            threads: args.threads.map_or_else(processors, NonZeroUsize::get),
            memo_bytes: memo_bytes(args.memory_mb),
            cancel,
        }
    }

    /// Solves the openings at these places. `hand_in` gets the scores of a block with their places,
    /// from any thread. Returns early when cancelled.
    pub(super) fn solve(
        &self,
        size: Size,
        openings: &[Opening],
        places: &[usize],
        hand_in: HandIn<'_>,
    ) {
        let next = AtomicUsize::new(0);
        thread::scope(|scope| {
            for _ in 0..self.threads {
                scope.spawn(|| {
                    let mut bench = self.bench(size);
                    while let Some(block) = block_of(&next, places.len()) {
                        let Some(scores) = bench.solve(openings, &places[block]) else {
                            return;
                        };
                        hand_in(&scores);
                    }
                });
            }
        });
    }

    /// The place of one worker.
    pub(super) fn bench(&self, size: Size) -> Bench<'a> {
        let solver = Solver::new(Options {
            memo_bytes: self.memo_bytes,
            ..Options::default()
        });
        Bench {
            size,
            solver,
            cancel: self.cancel,
        }
    }
}

fn block_of(next: &AtomicUsize, count: usize) -> Option<Range<usize>> {
    let start = next.fetch_add(BLOCK, Ordering::Relaxed);
    (start < count).then(|| start..(start + BLOCK).min(count))
}

/// A solver for the openings of one grid, without a book.
pub(super) struct Bench<'a> {
    size: Size,
    solver: Solver,
    cancel: &'a CancelToken,
}

impl Bench<'_> {
    /// The scores of the openings at these places; none when cancelled.
    pub(super) fn solve(
        &mut self,
        openings: &[Opening],
        places: &[usize],
    ) -> Option<Vec<(usize, i8)>> {
        let scores = places.iter().map(|place| {
            let score = self.score(openings.get(*place)?)?;
            Some((*place, score))
        });
        scores.collect()
    }

    /// The score of an opening; none when cancelled.
    pub(super) fn score(&mut self, opening: &Opening) -> Option<i8> {
        let limits = Limits {
            cancel: Some(self.cancel),
            ..Limits::default()
        };
        let position = opening.position(self.size);
        let solution = self.solver.verdict_within(&position, limits).ok()?;
        let verdict = solution.answer.exact()?;
        Some(verdict.conventional(&position) as i8)
    }
}
