//! `foursight puzzle mine`: searches for puzzles of a theme.
//!
//! Candidates are numbered, and found puzzles are added in the order of their numbers, so that the
//! file does not depend on the number of threads or on interruptions.

use std::num::NonZero;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use foursight_bots::Level;
use foursight_core::{Game, Position};
use foursight_puzzles::{MiningProgress, Puzzle, PuzzleSet, ThemeVerifier, mine_candidate};
use foursight_solver::{CancelToken, Solver, SolverOptions};
use foursight_terminal::output::CliOutput;
use foursight_terminal::text::{count_with_separators, thousands};

use super::check::tempting_moves;
use super::{PuzzleSolver, read_set, write_set};
use crate::exit::{CliError, Exit, print_message};
use crate::progress::ProgressBar;
use crate::puzzle_args::MineArgs;
use crate::solver_session::Interrupt;
use crate::threads;

/// Candidates that the threads share before the file may be saved.
const BATCH: u64 = 2_000;
/// Interval at which the file is saved.
const SAVE_INTERVAL: Duration = Duration::from_secs(10);
/// Memory of the transposition table of each thread.
const TABLE_BYTES: usize = 16 << 20;

pub(super) fn run(args: &MineArgs, out: &mut CliOutput) -> Result<Exit, CliError> {
    let interrupt = Interrupt::install();
    let mut set = if args.out.exists() {
        read_set(&args.out)?
    } else {
        PuzzleSet::default()
    };
    // Fail before the work, not after it.
    write_set(&args.out, &set)?;
    let count = |set: &PuzzleSet| set.of_theme(Some(args.theme)).count() as u64;
    let jobs = job_count(args.jobs)?;
    let (mut saved, wanted) = (Instant::now(), u64::from(args.count));
    let bar = ProgressBar::new(count(&set), wanted, "mining");
    interrupt.set_busy(true);
    while count(&set) < wanted && !interrupt.cancel.is_cancelled() {
        let first = set.tried(args.theme, args.seed);
        if first >= args.tries {
            break;
        }
        let end = first.saturating_add(BATCH).min(args.tries);
        let Some(found) = mine_batch(args, jobs, first..end, &interrupt.cancel) else {
            break;
        };
        let mut tried = end;
        for (number, puzzle) in found {
            set.add(puzzle);
            if count(&set) == wanted {
                tried = number + 1;
                break;
            }
        }
        set.set_tried(MiningProgress {
            theme: args.theme,
            seed: args.seed,
            tried,
        });
        bar.set(count(&set));
        if saved.elapsed() >= SAVE_INTERVAL {
            write_set(&args.out, &set)?;
            saved = Instant::now();
        }
    }
    interrupt.set_busy(false);
    drop(bar);
    write_set(&args.out, &set)?;
    let tried = thousands(set.tried(args.theme, args.seed));
    let (found, theme) = (count(&set), args.theme);
    if interrupt.cancel.is_cancelled() {
        print_message(&format!(
            "interrupted with {found} of {wanted}: the same command continues"
        ));
        return Ok(Exit::Budget);
    }
    let found_text = count_with_separators(found, "puzzle");
    out.line(&format!("{theme}: {found_text} of {tried} candidates"))?;
    Ok(if found < wanted {
        Exit::Budget
    } else {
        Exit::Done
    })
}

/// Returns the number of threads, which the system can start.
pub(super) fn job_count(jobs: Option<u16>) -> Result<usize, CliError> {
    let cores = || thread::available_parallelism().map_or(1, NonZero::get);
    let jobs = jobs.map_or_else(cores, usize::from);
    threads::check_spawn(jobs).map_err(|error| CliError::no_thread(&error))?;
    Ok(jobs)
}

/// Tries the candidates of a range. Returns the puzzles in order, or `None` if interrupted.
fn mine_batch(
    args: &MineArgs,
    jobs: usize,
    range: std::ops::Range<u64>,
    cancel: &CancelToken,
) -> Option<Vec<(u64, Puzzle)>> {
    let next = AtomicU64::new(range.start);
    let found = Mutex::new(Vec::new());
    let work = || {
        let options = SolverOptions {
            tt_bytes: TABLE_BYTES,
            ..SolverOptions::default()
        };
        let mut solver = PuzzleSolver(Solver::new(options));
        let mut bot = Level::Hard.bot();
        let mut verdicts = |position: &Position| solver.verdicts(position);
        let mut temptations = |game: &Game| tempting_moves(bot.as_mut(), game);
        let mut verifier = ThemeVerifier::new(&mut verdicts, &mut temptations);
        while !cancel.is_cancelled() {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= range.end {
                break;
            }
            if let Some(puzzle) = mine_candidate(args.theme, args.seed, number, &mut verifier) {
                let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
                found.push((number, puzzle));
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(work);
        }
    });
    let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    found.sort_by_key(|(number, _)| *number);
    (!cancel.is_cancelled()).then_some(found)
}
