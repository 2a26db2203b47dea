//! `foursight book verify`: solves positions of a book again, without it, and compares.

use std::sync::{Mutex, PoisonError};

use foursight_core::SplitMix64;
use foursight_solver::book::{Opening, layer, layer_of};
use foursight_terminal::output::CliOutput;
use foursight_terminal::text::{count_with_separators, thousands};
use serde::Serialize;

use super::LISTING_ACTIVITY;
use super::solver_pool::OpeningSolverPool;
use crate::books::{invalid_file, read_book};
use crate::exit::{CliError, Exit, print_message};
use crate::json::{SCHEMA_VERSION, to_line};
use crate::progress::{ProgressBar, ProgressNotice};
use crate::solver_args::VerifyArgs;
use crate::solver_session::Interrupt;

/// Default number of positions to solve.
const DEFAULT_SAMPLE: usize = 100;
/// A fixed seed, so that every run draws the same sample.
const SAMPLE_SEED: u64 = 0x4453;
/// Further mismatches are only counted.
const MISMATCHES_SHOWN_MAX: usize = 20;

/// The result, as printed.
#[derive(Serialize)]
struct VerifyReport {
    v: u32,
    ok: bool,
    /// Positions in the book, without mirror images and immediate wins.
    positions: usize,
    checked: usize,
    wrong: Vec<ScoreMismatch>,
}

/// A position for which book and search differ.
#[derive(Clone, Serialize)]
struct ScoreMismatch {
    moves: String,
    book: Option<i8>,
    search: i8,
}

pub(crate) fn run(args: &VerifyArgs, out: &mut CliOutput) -> Result<Exit, CliError> {
    let interrupt = Interrupt::install();
    let book = read_book(&args.file)?;
    let board = book.size();
    let notice = ProgressNotice::new(LISTING_ACTIVITY);
    // Deepest layer first: its positions are the quickest to solve.
    let deepest = book.layers().next();
    let mut openings: Vec<Opening> = deepest
        .and_then(|(plies, positions)| layer_of(board, plies, positions as usize))
        .ok_or_else(|| {
            invalid_file(
                &args.file,
                &"the book is malformed: a layer has another size",
            )
        })?;
    openings.extend(
        (0..book.plies())
            .rev()
            .flat_map(|plies| layer(board, plies)),
    );
    let indices = if args.all {
        (0..openings.len()).collect()
    } else {
        sample(openings.len(), args.sample.unwrap_or(DEFAULT_SAMPLE))
    };
    drop(notice);
    let bar = ProgressBar::new(0, indices.len() as u64, "solving");
    interrupt.set_busy(true);
    let results = Mutex::new((0, Vec::new()));
    let lock = || results.lock().unwrap_or_else(PoisonError::into_inner);
    let on_solved = |index: usize, search: i8| {
        let opening = &openings[index];
        let book = book.score(&opening.position(board));
        let mut results = lock();
        if book != Some(search) {
            let moves = opening.to_string();
            results.1.push(ScoreMismatch {
                moves,
                book,
                search,
            });
        }
        results.0 += 1;
        bar.set(results.0 as u64);
    };
    OpeningSolverPool::new(&args.pool, board, &interrupt.cancel)?
        .solve(&openings, &indices, &on_solved);
    drop(bar);
    let (checked, wrong) = lock().clone();
    let report = VerifyReport {
        v: SCHEMA_VERSION,
        ok: wrong.is_empty(),
        positions: openings.len(),
        checked,
        wrong,
    };
    print_report(&report, args.json, out)?;
    if checked < indices.len() {
        print_message("interrupted");
        return Ok(Exit::Budget);
    }
    Ok(if report.ok { Exit::Done } else { Exit::No })
}

fn print_report(report: &VerifyReport, json: bool, out: &mut CliOutput) -> Result<(), CliError> {
    if json {
        out.line(&to_line(report)?)?;
        return Ok(());
    }
    let counts = format!(
        "{} of {} solved again",
        thousands(report.checked as u64),
        count_with_separators(report.positions as u64, "position")
    );
    for wrong in report.wrong.iter().take(MISMATCHES_SHOWN_MAX) {
        let book = wrong
            .book
            .map_or("nothing".to_owned(), |score| score.to_string());
        let moves = match wrong.moves.as_str() {
            "" => "start",
            moves => moves,
        };
        out.line(&format!(
            "wrong {moves}: book {book}, search {}",
            wrong.search
        ))?;
    }
    out.line(&match report.wrong.len() {
        0 => format!("ok {counts}, no difference"),
        wrong => format!("error {counts}, {} wrong", thousands(wrong as u64)),
    })?;
    Ok(())
}

/// Draws distinct indices, sorted so that neighbouring positions stay together.
fn sample(count: usize, size: usize) -> Vec<usize> {
    let mut indices: Vec<_> = (0..count).collect();
    let mut rng = SplitMix64::new(SAMPLE_SEED);
    let size = size.min(count);
    for next in 0..size {
        let other = next + rng.below(count - next);
        indices.swap(next, other);
    }
    indices.truncate(size);
    indices.sort_unstable();
    indices
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_has_no_duplicates() {
        let check = |count, size, expected| {
            let mut indices = sample(count, size);
            assert_eq!(indices.len(), expected);
            assert!(indices.iter().all(|index| *index < count));
            indices.dedup();
            assert_eq!(indices.len(), expected);
        };
        check(0, 10, 0);
        check(5, 10, 5);
        check(1000, 10, 10);
        check(1000, 999, 999);
    }
}
