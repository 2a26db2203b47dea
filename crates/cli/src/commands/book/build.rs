//! `foursight book build` and `merge`.
//!
//! The work is the checkpoint; the book is made from it in the end. Whoever kills the program at
//! any moment finds the checkpoint as it was written last, whole.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use foursight_solver::book::{Book, Checkpoint, Opening, Scores, Size, assemble};

use super::crew::Crew;
use super::files::{
    Claim, Kind, check_book_target, read_checkpoint, replace, replace_checkpoint, with_ending,
};
use super::{listed_layer, size_of};
use crate::books::refuse;
use crate::exit::{Exit, Failure, complain};
use crate::output::Out;
use crate::progress::{Bar, Notice};
use crate::settings::Layers;
use crate::solver_args::{BuildArgs, MergeArgs, Shard};
use crate::solving::Interrupt;
use crate::words::{counted, thousands};

/// How often the clock is looked at while others work.
const PULSE: Duration = Duration::from_millis(100);

pub(crate) fn run(args: &BuildArgs, layers: &Layers, out: &mut Out) -> Result<Exit, Failure> {
    let interrupt = Interrupt::listen();
    let size = size_of(&args.ruleset, args.plies, layers)?;
    let named = || PathBuf::from(format!("foursight-{size}-{}.book", args.plies));
    let book = args.out.clone().unwrap_or_else(named);
    // Before hours of work, not after them.
    check_book_target(&book, size, args.plies)?;
    let file = with_ending(&book, "work");
    let _claim = Claim::of(&file)?;
    if let Some((path, deeper)) = deeper_checkpoint(size, args)? {
        return finish((path, &deeper), args.plies, &book, out);
    }
    let openings = listed_layer(size, args.plies);
    let mut work = start(args, size, openings.len(), &file)?;
    let part = part_of(args.shard, openings.len());
    interrupt.set_busy(true);
    let is_whole = solve_missing(args, &openings, part, (&file, &mut work), &interrupt)?;
    interrupt.set_busy(false);
    if !is_whole {
        complain(&format!(
            "interrupted with {} of {} solved: add --resume to go on",
            thousands(work.solved() as u64),
            counted(work.positions() as u64, "position")
        ));
        return Ok(Exit::Budget);
    }
    if let Some(shard) = args.shard {
        out.line(&format!(
            "Part {} of {} is solved: hand {} to --from, with the others.",
            shard.number,
            shard.of,
            file.display()
        ))?;
        return Ok(Exit::Done);
    }
    finish((&file, &work), args.plies, &book, out)
}

/// A checkpoint of `--from` that is deeper than the book, which then needs no search.
fn deeper_checkpoint(size: Size, args: &BuildArgs) -> Result<Option<(&Path, Checkpoint)>, Failure> {
    for path in &args.from {
        let work = read_checkpoint(path)?;
        if work.size() == size && work.plies() > args.plies {
            if work.solved() == work.positions() {
                return Ok(Some((path, work)));
            }
            let what = format!(
                "it is of {} plies and unfinished, so it says nothing about {}: finish it first",
                work.plies(),
                args.plies
            );
            return Err(refuse(path, &what));
        }
    }
    Ok(None)
}

/// The checkpoint to start from.
fn start(
    args: &BuildArgs,
    size: Size,
    positions: usize,
    file: &Path,
) -> Result<Checkpoint, Failure> {
    let mut work = Checkpoint::new(size, args.plies, positions);
    let mut known = args.from.clone();
    match (file.exists(), args.resume) {
        (true, true) => known.push(file.to_owned()),
        (true, false) => {
            return Err(Failure::usage(format_args!(
                "{} holds the work of an earlier run: add --resume to go on with it, or delete it",
                file.display()
            )));
        }
        (false, _) => {}
    }
    for path in known {
        let other = read_checkpoint(&path)?;
        work.merge(&other).map_err(|error| refuse(&path, &error))?;
    }
    Ok(work)
}

/// The places of a shard.
fn part_of(shard: Option<Shard>, positions: usize) -> Range<usize> {
    let shard = shard.unwrap_or(Shard { number: 1, of: 1 });
    let end = |number| (positions as u128 * number as u128 / shard.of as u128) as usize;
    end(shard.number - 1)..end(shard.number)
}

/// Solves what is missing and keeps the checkpoint on the disc; false if it was interrupted.
fn solve_missing(
    args: &BuildArgs,
    openings: &[Opening],
    part: Range<usize>,
    (file, work): (&Path, &mut Checkpoint),
    interrupt: &Interrupt,
) -> Result<bool, Failure> {
    let missing: Vec<_> = part
        .clone()
        .filter(|place| work.score(*place).is_none())
        .collect();
    let done = (part.len() - missing.len()) as u64;
    let bar = Bar::new(done, part.len() as u64, "solving");
    let mut crew = Crew::new(&args.crew, work.size(), &interrupt.cancel)?;
    // Not before there is memory to work with: a checkpoint without work would only be in the way.
    replace(file, Kind::Checkpoint, &work.to_bytes())?;
    let every = Duration::from_secs(args.checkpoint_secs);
    let shared = Mutex::new((work.clone(), done));
    let lock = || shared.lock().unwrap_or_else(PoisonError::into_inner);
    let hand_in = |place: usize, score: i8| {
        let mut shared = lock();
        let noted = shared.0.set(place, score);
        noted.expect("a search finds possible scores");
        shared.1 += 1;
        bar.set(shared.1);
    };
    let (finished, ended) = mpsc::channel::<()>();
    let save = || {
        let ended = ended;
        let pulse = PULSE.min(every.max(Duration::from_millis(1)));
        let mut written = Instant::now();
        while ended.recv_timeout(pulse) == Err(mpsc::RecvTimeoutError::Timeout) {
            if written.elapsed() >= every {
                let bytes = lock().0.to_bytes();
                if let Err(failure) = replace(file, Kind::Checkpoint, &bytes) {
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
        let saver = saver.map_err(|error| Failure::no_thread(&error))?;
        crew.solve(openings, &missing, &hand_in);
        drop(finished);
        saver.join().expect("saving does not panic")
    });
    drop(bar);
    *work = lock().0.clone();
    saved?;
    replace(file, Kind::Checkpoint, &work.to_bytes())?;
    Ok(part.into_iter().all(|place| work.score(place).is_some()))
}

/// Makes the book of a solved layer.
fn finish(
    (source, work): (&Path, &Checkpoint),
    plies: u32,
    path: &Path,
    out: &mut Out,
) -> Result<Exit, Failure> {
    let notice = Notice::of("making the book");
    let bytes = Scores::from_checkpoint(work).and_then(|mut scores| assemble(plies, &mut scores));
    let bytes = bytes.ok_or_else(|| {
        let what = format!(
            "the checkpoint has {}, and the layer has another number: build without it",
            counted(work.positions() as u64, "position")
        );
        refuse(source, &what)
    })?;
    replace(path, Kind::Book, &bytes)?;
    drop(notice);
    let book = Book::from_bytes(&bytes).map_err(|error| refuse(path, &error))?;
    let positions: u64 = book
        .layers()
        .map(|(_, positions)| u64::from(positions))
        .sum();
    out.line(&format!(
        "{}: {} through {plies} plies, {} in {}",
        path.display(),
        book.size(),
        counted(positions, "position"),
        counted(bytes.len() as u64, "byte")
    ))?;
    Ok(Exit::Done)
}

pub(crate) fn merge(args: &MergeArgs, out: &mut Out) -> Result<Exit, Failure> {
    let _claim = Claim::of(&args.out)?;
    let mut merged: Option<Checkpoint> = None;
    for path in &args.checkpoints {
        let work = read_checkpoint(path)?;
        match &mut merged {
            None => merged = Some(work),
            Some(merged) => merged.merge(&work).map_err(|error| refuse(path, &error))?,
        }
    }
    let Some(merged) = merged else {
        return Err(Failure::usage("give at least one checkpoint"));
    };
    replace_checkpoint(&args.out, &merged)?;
    tell_written(&args.out, &merged, out)
}

/// Tells what a checkpoint that was put together holds; the answer is "no" while something is missing.
pub(super) fn tell_written(path: &Path, work: &Checkpoint, out: &mut Out) -> Result<Exit, Failure> {
    out.line(&format!(
        "{}: {} of {} solved",
        path.display(),
        thousands(work.solved() as u64),
        counted(work.positions() as u64, "position")
    ))?;
    let is_whole = work.solved() == work.positions();
    Ok(if is_whole { Exit::Done } else { Exit::No })
}
