//! `foursight book build` and `merge`.
//!
//! All progress is in the checkpoint; the book is assembled from it at the end. A kill at any
//! moment leaves the checkpoint that was written last, complete.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use foursight_solver::book::{BoardSize, Book, Checkpoint, Opening, Scores, assemble};
use foursight_terminal::output::CliOutput;
use foursight_terminal::text::{count_with_separators, thousands};

use super::files::{
    BookFileKind, FileLock, check_book_target, read_checkpoint, replace, replace_checkpoint,
    with_suffix,
};
use super::solver_pool::OpeningSolverPool;
use super::{list_layer, size_of};
use crate::books::invalid_file;
use crate::exit::{CliError, Exit, print_message};
use crate::progress::{ProgressBar, ProgressNotice};
use crate::settings::CliSettings;
use crate::solver_args::{BuildArgs, MergeArgs, ShardSpec};
use crate::solver_session::Interrupt;

/// Interval at which the saving thread checks whether a checkpoint is due.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

pub(crate) fn run(
    args: &BuildArgs,
    settings: &CliSettings,
    out: &mut CliOutput,
) -> Result<Exit, CliError> {
    let interrupt = Interrupt::install();
    let size = size_of(&args.ruleset, args.plies, settings)?;
    let default_path = || PathBuf::from(format!("foursight-{size}-{}.book", args.plies));
    let book = args.out.clone().unwrap_or_else(default_path);
    // Fail before hours of work, not after them.
    check_book_target(&book, size, args.plies)?;
    let file = with_suffix(&book, "work");
    let _lock = FileLock::acquire(&file)?;
    if let Some((path, deeper)) = deeper_checkpoint(size, args)? {
        return finish((path, &deeper), args.plies, &book, out);
    }
    let openings = list_layer(size, args.plies);
    let mut checkpoint = load_checkpoint(args, size, openings.len(), &file)?;
    let range = shard_range(args.shard, openings.len());
    interrupt.set_busy(true);
    let is_complete = solve_missing(args, &openings, range, (&file, &mut checkpoint), &interrupt)?;
    interrupt.set_busy(false);
    if !is_complete {
        print_message(&format!(
            "interrupted with {} of {} solved: add --resume to continue",
            thousands(checkpoint.solved() as u64),
            count_with_separators(checkpoint.positions() as u64, "position")
        ));
        return Ok(Exit::Budget);
    }
    if let Some(shard) = args.shard {
        out.line(&format!(
            "Part {} of {} is solved: pass {} to --from, with the others.",
            shard.number,
            shard.of,
            file.display()
        ))?;
        return Ok(Exit::Done);
    }
    finish((&file, &checkpoint), args.plies, &book, out)
}

/// Finds a checkpoint of `--from` that is deeper than the book, which then needs no search.
fn deeper_checkpoint(
    size: BoardSize,
    args: &BuildArgs,
) -> Result<Option<(&Path, Checkpoint)>, CliError> {
    for path in &args.from {
        let checkpoint = read_checkpoint(path)?;
        if checkpoint.size() == size && checkpoint.plies() > args.plies {
            if checkpoint.solved() == checkpoint.positions() {
                return Ok(Some((path, checkpoint)));
            }
            let reason = format!(
                "it covers {} plies and is unfinished, so it cannot be used for {}: finish it first",
                checkpoint.plies(),
                args.plies
            );
            return Err(invalid_file(path, &reason));
        }
    }
    Ok(None)
}

/// Merges the existing checkpoints, or creates an empty one.
fn load_checkpoint(
    args: &BuildArgs,
    size: BoardSize,
    positions: usize,
    file: &Path,
) -> Result<Checkpoint, CliError> {
    let mut checkpoint = Checkpoint::new(size, args.plies, positions);
    let mut sources = args.from.clone();
    match (file.exists(), args.resume) {
        (true, true) => sources.push(file.to_owned()),
        (true, false) => {
            return Err(CliError::usage(format_args!(
                "{} holds the work of an earlier run: add --resume to continue it, or delete it",
                file.display()
            )));
        }
        (false, _) => {}
    }
    for path in sources {
        let other = read_checkpoint(&path)?;
        checkpoint
            .merge(&other)
            .map_err(|error| invalid_file(&path, &error))?;
    }
    Ok(checkpoint)
}

/// Returns the indices of a shard.
fn shard_range(shard: Option<ShardSpec>, positions: usize) -> Range<usize> {
    let shard = shard.unwrap_or(ShardSpec { number: 1, of: 1 });
    let end = |number| (positions as u128 * number as u128 / shard.of as u128) as usize;
    end(shard.number - 1)..end(shard.number)
}

/// Solves the missing positions and saves checkpoints. Returns false if interrupted.
fn solve_missing(
    args: &BuildArgs,
    openings: &[Opening],
    range: Range<usize>,
    (file, checkpoint): (&Path, &mut Checkpoint),
    interrupt: &Interrupt,
) -> Result<bool, CliError> {
    let missing: Vec<_> = range
        .clone()
        .filter(|index| checkpoint.score(*index).is_none())
        .collect();
    let done = (range.len() - missing.len()) as u64;
    let bar = ProgressBar::new(done, range.len() as u64, "solving");
    let mut pool = OpeningSolverPool::new(&args.pool, checkpoint.size(), &interrupt.cancel)?;
    // Only after the memory is allocated: an empty checkpoint would only get in the way.
    replace(file, BookFileKind::Checkpoint, &checkpoint.to_bytes())?;
    let interval = Duration::from_secs(args.checkpoint_secs);
    let shared = Mutex::new((checkpoint.clone(), done));
    let lock = || shared.lock().unwrap_or_else(PoisonError::into_inner);
    let on_solved = |index: usize, score: i8| {
        let mut shared = lock();
        let result = shared.0.set(index, score);
        result.expect("a search finds possible scores");
        shared.1 += 1;
        bar.set(shared.1);
    };
    let (finished, stop) = mpsc::channel::<()>();
    let save = || {
        let stop = stop;
        let poll_interval = POLL_INTERVAL.min(interval.max(Duration::from_millis(1)));
        let mut written = Instant::now();
        while stop.recv_timeout(poll_interval) == Err(mpsc::RecvTimeoutError::Timeout) {
            if written.elapsed() >= interval {
                let bytes = lock().0.to_bytes();
                if let Err(failure) = replace(file, BookFileKind::Checkpoint, &bytes) {
                    interrupt.cancel.cancel();
                    return Err(failure);
                }
                written = Instant::now();
            }
        }
        Ok(())
    };
    let saved = thread::scope(|scope| {
        let saver = thread::Builder::new().spawn_scoped(scope, save);
        let saver = saver.map_err(|error| CliError::no_thread(&error))?;
        pool.solve(openings, &missing, &on_solved);
        drop(finished);
        saver.join().expect("saving does not panic")
    });
    drop(bar);
    *checkpoint = lock().0.clone();
    saved?;
    replace(file, BookFileKind::Checkpoint, &checkpoint.to_bytes())?;
    Ok(range
        .into_iter()
        .all(|index| checkpoint.score(index).is_some()))
}

/// Assembles the book from a solved layer.
fn finish(
    (checkpoint_path, checkpoint): (&Path, &Checkpoint),
    plies: u32,
    path: &Path,
    out: &mut CliOutput,
) -> Result<Exit, CliError> {
    let notice = ProgressNotice::new("making the book");
    let bytes =
        Scores::from_checkpoint(checkpoint).and_then(|mut scores| assemble(plies, &mut scores));
    let bytes = bytes.ok_or_else(|| {
        let reason = format!(
            "the checkpoint has {}, and the layer has another number: build without it",
            count_with_separators(checkpoint.positions() as u64, "position")
        );
        invalid_file(checkpoint_path, &reason)
    })?;
    replace(path, BookFileKind::Book, &bytes)?;
    drop(notice);
    let book = Book::from_bytes(&bytes).map_err(|error| invalid_file(path, &error))?;
    let positions: u64 = book
        .layers()
        .map(|(_, positions)| u64::from(positions))
        .sum();
    out.line(&format!(
        "{}: {} through {plies} plies, {} in {}",
        path.display(),
        book.size(),
        count_with_separators(positions, "position"),
        count_with_separators(bytes.len() as u64, "byte")
    ))?;
    Ok(Exit::Done)
}

pub(crate) fn merge(args: &MergeArgs, out: &mut CliOutput) -> Result<Exit, CliError> {
    let _lock = FileLock::acquire(&args.out)?;
    let mut merged: Option<Checkpoint> = None;
    for path in &args.checkpoints {
        let checkpoint = read_checkpoint(path)?;
        match &mut merged {
            None => merged = Some(checkpoint),
            Some(merged) => merged
                .merge(&checkpoint)
                .map_err(|error| invalid_file(path, &error))?,
        }
    }
    let Some(merged) = merged else {
        return Err(CliError::usage("give at least one checkpoint"));
    };
    replace_checkpoint(&args.out, &merged)?;
    print_checkpoint(&args.out, &merged, out)
}

/// Prints how much of a checkpoint is solved. The exit code is "no" while positions are missing.
pub(super) fn print_checkpoint(
    path: &Path,
    checkpoint: &Checkpoint,
    out: &mut CliOutput,
) -> Result<Exit, CliError> {
    out.line(&format!(
        "{}: {} of {} solved",
        path.display(),
        thousands(checkpoint.solved() as u64),
        count_with_separators(checkpoint.positions() as u64, "position")
    ))?;
    let is_complete = checkpoint.solved() == checkpoint.positions();
    Ok(if is_complete { Exit::Done } else { Exit::No })
}
