//! Threads that solve the openings of a layer, with one memory of what they have seen.
//!
//! Openings are handed out in blocks of neighbours. All share most of their search with others of
//! the layer, near and far: with enough memory an opening whose relatives are solved takes a small
//! part of the nodes that it takes alone.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use foursight_core::Position;
use foursight_solver::book::{Opening, Size};
use foursight_solver::{CancelToken, Limits, Options, Solver};

use crate::exit::Failure;
use crate::solver_args::CrewArgs;
use crate::solving::cannot_solve;

/// Openings in a block.
const BLOCK: usize = 32;

/// Takes the score of the opening at a place, from any thread.
pub(super) type HandIn<'a> = &'a (dyn Fn(usize, i8) + Sync);

/// Solvers of one grid, one for each thread, without a book.
pub(super) struct Crew<'a> {
    size: Size,
    solvers: Vec<Solver>,
    cancel: &'a CancelToken,
}

impl<'a> Crew<'a> {
    pub(super) fn new(
        args: &CrewArgs,
        size: Size,
        cancel: &'a CancelToken,
    ) -> Result<Self, Failure> {
        let processors = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let threads = args.threads.map_or_else(processors, NonZeroUsize::get);
        let mut solver = Solver::new(Options {
            memo_bytes: args.memory_mb << 20,
            ..Options::default()
        });
        solver.fit(size.ruleset()).map_err(cannot_solve)?;
        Ok(Self {
            size,
            solvers: (0..threads).map(|_| solver.share()).collect(),
            cancel,
        })
    }

    /// The grid whose openings it solves.
    #[cfg(feature = "queue")]
    pub(super) fn size(&self) -> Size {
        self.size
    }

    /// Solves the openings at these places. `hand_in` gets each score at once, so that nothing solved is
    /// lost. Returns early when cancelled.
    pub(super) fn solve(&mut self, openings: &[Opening], places: &[usize], hand_in: HandIn<'_>) {
        let (size, cancel, next) = (self.size, self.cancel, AtomicUsize::new(0));
        let work = |solver: &mut Solver| {
            while let Some(block) = block_of(&next, places.len()) {
                for place in &places[block] {
                    let position = openings.get(*place).map(|opening| opening.position(size));
                    let Some(score) = position.and_then(|it| score(solver, &it, cancel)) else {
                        return;
                    };
                    hand_in(*place, score);
                }
            }
        };
        let Some((mine, others)) = self.solvers.split_first_mut() else {
            return;
        };
        thread::scope(|scope| {
            for solver in others {
                // Those for which the system has no thread do without.
                let started = thread::Builder::new().spawn_scoped(scope, || work(solver));
                if started.is_err() {
                    break;
                }
            }
            work(mine);
        });
    }
}

fn block_of(next: &AtomicUsize, count: usize) -> Option<Range<usize>> {
    let start = next.fetch_add(BLOCK, Ordering::Relaxed);
    (start < count).then(|| start..(start + BLOCK).min(count))
}

/// The score of a position; none when cancelled.
fn score(solver: &mut Solver, position: &Position, cancel: &CancelToken) -> Option<i8> {
    let limits = Limits {
        cancel: Some(cancel),
        ..Limits::default()
    };
    let solution = solver.verdict_within(position, limits).ok()?;
    let verdict = solution.answer.exact()?;
    Some(verdict.conventional(position) as i8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use foursight_solver::book::layer;
    use std::sync::Mutex;

    /// Whoever is stopped in the middle of a block has all that was solved before.
    #[test]
    fn every_score_is_handed_in_at_once() {
        let args = CrewArgs {
            threads: Some(NonZeroUsize::MIN),
            memory_mb: 16,
        };
        // Positions that take long enough to be stopped.
        let openings = layer(Size::STANDARD, 8);
        let places: Vec<_> = (0..openings.len())
            .step_by(openings.len() / BLOCK)
            .collect();
        for wanted in [1, 3] {
            let (cancel, found) = (CancelToken::default(), Mutex::new(Vec::new()));
            let mut crew = Crew::new(&args, Size::STANDARD, &cancel).expect("there is memory");
            crew.solve(&openings, &places, &|place, score| {
                let mut found = found.lock().expect("no panic");
                found.push((place, score));
                if found.len() == wanted {
                    cancel.cancel();
                }
            });
            let found = found.into_inner().expect("no panic");
            let handed_in: Vec<_> = found.iter().map(|(place, _)| *place).collect();
            assert_eq!(handed_in, places[..wanted], "neither more nor less");
        }
    }
}
