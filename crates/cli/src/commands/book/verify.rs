//! `foursight book verify`: positions of a book solved anew, without it.

use std::sync::{Mutex, PoisonError};

use foursight_solver::book::{Opening, layer, layer_of};
use serde::Serialize;

use super::LISTING;
use super::crew::Crew;
use crate::books::{read_book, refuse};
use crate::exit::{Exit, Failure, complain};
use crate::json::{VERSION, to_line};
use crate::output::Out;
use crate::progress::{Bar, Notice};
use crate::solver_args::VerifyArgs;
use crate::solving::Interrupt;
use crate::words::{counted, thousands};

/// How many positions are solved unless you say so.
const SAMPLE: usize = 100;
/// Every run draws the same sample.
const SEED: u64 = 0x4453;
/// More differences than this are only counted.
const TOLD_MAX: usize = 20;

/// What was found, and the object it is printed as.
#[derive(Serialize)]
struct Verified {
    v: u32,
    ok: bool,
    /// In the book, mirror images and immediate wins aside.
    positions: usize,
    checked: usize,
    wrong: Vec<Wrong>,
}

/// A position on which book and search differ.
#[derive(Clone, Serialize)]
struct Wrong {
    moves: String,
    book: Option<i8>,
    search: i8,
}

pub(crate) fn run(args: &VerifyArgs, out: &mut Out) -> Result<Exit, Failure> {
    let interrupt = Interrupt::listen();
    let book = read_book(&args.file)?;
    let size = book.size();
    let listing = Notice::of(LISTING);
    // The deepest first: they are the quickest to solve.
    let deepest = book.layers().next();
    let mut openings: Vec<Opening> = deepest
        .and_then(|(plies, positions)| layer_of(size, plies, positions as usize))
        .ok_or_else(|| {
            refuse(
                &args.file,
                &"the book is malformed: a layer has another size",
            )
        })?;
    openings.extend((0..book.plies()).rev().flat_map(|plies| layer(size, plies)));
    let places = if args.all {
        (0..openings.len()).collect()
    } else {
        sample(openings.len(), args.sample.unwrap_or(SAMPLE))
    };
    drop(listing);
    let bar = Bar::new(0, places.len() as u64, "solving");
    interrupt.set_busy(true);
    let found = Mutex::new((0, Vec::new()));
    let lock = || found.lock().unwrap_or_else(PoisonError::into_inner);
    let hand_in = |place: usize, search: i8| {
        let opening = &openings[place];
        let book = book.score(&opening.position(size));
        let mut found = lock();
        if book != Some(search) {
            let moves = opening.to_string();
            found.1.push(Wrong {
                moves,
                book,
                search,
            });
        }
        found.0 += 1;
        bar.set(found.0 as u64);
    };
    Crew::new(&args.crew, size, &interrupt.cancel)?.solve(&openings, &places, &hand_in);
    drop(bar);
    let (checked, wrong) = lock().clone();
    let verified = Verified {
        v: VERSION,
        ok: wrong.is_empty(),
        positions: openings.len(),
        checked,
        wrong,
    };
    tell(&verified, args.json, out)?;
    if checked < places.len() {
        complain("interrupted");
        return Ok(Exit::Budget);
    }
    Ok(if verified.ok { Exit::Done } else { Exit::No })
}

fn tell(verified: &Verified, json: bool, out: &mut Out) -> Result<(), Failure> {
    if json {
        out.line(&to_line(verified)?)?;
        return Ok(());
    }
    let counts = format!(
        "{} of {} solved anew",
        thousands(verified.checked as u64),
        counted(verified.positions as u64, "position")
    );
    for wrong in verified.wrong.iter().take(TOLD_MAX) {
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
    out.line(&match verified.wrong.len() {
        0 => format!("ok {counts}, no difference"),
        wrong => format!("error {counts}, {} wrong", thousands(wrong as u64)),
    })?;
    Ok(())
}

/// Different places, in order, so that neighbours stay together.
fn sample(count: usize, wanted: usize) -> Vec<usize> {
    let mut places: Vec<_> = (0..count).collect();
    let mut state = SEED;
    let wanted = wanted.min(count);
    for index in 0..wanted {
        state = state
            .wrapping_mul(0x5851_f42d_4c95_7f2d)
            .wrapping_add(0x1405_7b7e_f767_814f);
        let other = index + (state >> 33) as usize % (count - index);
        places.swap(index, other);
    }
    places.truncate(wanted);
    places.sort_unstable();
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_has_no_place_twice() {
        let check = |count, wanted, expected| {
            let mut places = sample(count, wanted);
            assert_eq!(places.len(), expected);
            assert!(places.iter().all(|place| *place < count));
            places.dedup();
            assert_eq!(places.len(), expected);
        };
        check(0, 10, 0);
        check(5, 10, 5);
        check(1000, 10, 10);
        check(1000, 999, 999);
    }
}
