//! `foursight perft`: how many games and positions lie ahead, ply by ply.
//!
//! Sequences are counted by walking the tree below every position a few plies ahead, one after
//! the other, so that a long count can show how far it has come.

use std::io::Write;

use foursight_core::{Position, Ruleset, Variant};
use serde::Serialize;

use crate::args::PerftArgs;
use crate::clock::{Measured, Stopwatch};
use crate::exit::{Exit, Failure, complain};
use crate::json::{VERSION, to_line};
use crate::output::Out;
use crate::positions::read_only_position;
use crate::progress::{Bar, Notice};
use crate::settings::Layers;
use crate::words::thousands;

/// The most memory that the distinct positions of one ply may need. On 7 × 6 ply 12 fits.
const DISTINCT_BYTES_MAX: u64 = 1 << 30;
/// A count is cut into at least this many parts, if there are as many positions.
const PARTS_MIN: usize = 100;
/// Shorter than this says nothing about speed.
const SECONDS_MIN: f64 = 0.001;

/// What is known about one ply, and the object it is printed as.
#[derive(Serialize)]
struct Counted {
    v: u32,
    ply: u32,
    sequences: u64,
    /// Null with `--no-distinct`, and where they need too much memory.
    positions: Option<u64>,
    /// `cpu`, or `wall` where the system does not tell the time of the processor.
    clock: &'static str,
    bulk_seconds: f64,
    /// Null where the time was too short to measure.
    bulk_per_second: Option<u64>,
    /// How many positions of this ply were visited, which must be as many as there are
    /// sequences. Null without `--visit`, and on all plies but the last.
    visited: Option<u64>,
    visit_seconds: Option<f64>,
    visit_per_second: Option<u64>,
}

pub(crate) fn run(args: &PerftArgs, layers: &Layers, out: &mut Out) -> Result<Exit, Failure> {
    let text = args.position.as_deref().unwrap_or("start");
    let game = read_only_position(text, args.reading.reading(layers)?)?;
    let from = *game.position();
    let mut distinct = Distinct::new(&from, args.no_distinct);
    if !args.json {
        let heading = if args.no_distinct { "" } else { "positions" };
        out.line(format!("{:>4} {:>26} {heading:>18}", "ply", "sequences").trim_end())?;
    }
    for ply in 0..=args.plies {
        let is_last = ply == args.plies;
        let counted = count_ply(&from, ply, args.visit && is_last, &mut distinct);
        if args.json {
            out.line(&to_line(&counted)?)?;
        } else {
            out.line(&row(&counted, args.no_distinct))?;
            if is_last {
                for line in speeds(&counted) {
                    out.line(&line)?;
                }
            }
        }
        out.flush()?;
    }
    match distinct.refused {
        None => Ok(Exit::Done),
        Some(refusal) => {
            complain(&refusal);
            Ok(Exit::Budget)
        }
    }
}

fn count_ply(from: &Position, ply: u32, visit: bool, distinct: &mut Distinct) -> Counted {
    let (sequences, bulk) = count(from, ply, Position::perft);
    let visited = visit.then(|| count(from, ply, Position::perft_visiting));
    Counted {
        v: VERSION,
        ply,
        sequences,
        positions: distinct.next(ply),
        clock: bulk.clock,
        bulk_seconds: bulk.seconds,
        bulk_per_second: rate(sequences, bulk),
        visited: visited.map(|(count, _)| count),
        visit_seconds: visited.map(|(_, time)| time.seconds),
        visit_per_second: visited.and_then(|(count, time)| rate(count, time)),
    }
}

fn rate(sequences: u64, time: Measured) -> Option<u64> {
    (time.seconds >= SECONDS_MIN).then(|| (sequences as f64 / time.seconds) as u64)
}

/// Counts the sequences of a ply part by part.
fn count(from: &Position, plies: u32, perft: fn(&Position, u32) -> u64) -> (u64, Measured) {
    let watch = Stopwatch::start();
    let mut parts = vec![*from];
    let mut left = plies;
    // The last ply stays with the library, which counts it in bulk.
    while left > 1 && parts.len() < PARTS_MIN && !parts.is_empty() {
        parts = parts.iter().flat_map(Position::children).collect();
        left -= 1;
    }
    let bar = Bar::new(0, parts.len() as u64, &format!("ply {plies}"));
    let mut sequences = 0;
    for (part, done) in parts.iter().zip(1..) {
        sequences += perft(part, left);
        bar.set(done);
    }
    (sequences, watch.read())
}

fn row(ply: &Counted, no_distinct: bool) -> String {
    let positions = match ply.positions {
        Some(count) => thousands(count),
        None if no_distinct => String::new(),
        None => "-".to_owned(),
    };
    let sequences = thousands(ply.sequences);
    let row = format!("{:>4} {sequences:>26} {positions:>18}", ply.ply);
    row.trim_end().to_owned()
}

/// The sentences on speed below the table.
fn speeds(ply: &Counted) -> Vec<String> {
    let second = match ply.clock {
        "cpu" => "CPU second",
        _ => "second",
    };
    let say = |how: &str, rate: Option<u64>, seconds: f64| match rate {
        Some(rate) => format!(
            "{how}: {} positions a {second} ({seconds:.3} s)",
            thousands(rate)
        ),
        None => format!("{how}: too quick to measure"),
    };
    let mut lines = vec![
        String::new(),
        say(
            "Last ply counted in bulk",
            ply.bulk_per_second,
            ply.bulk_seconds,
        ),
    ];
    lines.push(match ply.visit_seconds {
        Some(seconds) => say("Every position visited  ", ply.visit_per_second, seconds),
        None => "Every position visited  : not measured, see --visit".to_owned(),
    });
    lines
}

/// Counts distinct positions as long as the memory allows.
struct Distinct {
    layers: Option<Box<dyn Iterator<Item = u64>>>,
    bytes_each: u64,
    branches_max: u64,
    last: u64,
    refused: Option<String>,
}

impl Distinct {
    fn new(from: &Position, is_off: bool) -> Self {
        let ruleset = from.ruleset();
        Self {
            layers: (!is_off).then(|| from.distinct_by_ply()),
            bytes_each: bytes_of(ruleset),
            branches_max: branches_max(ruleset),
            last: 0,
            refused: None,
        }
    }

    /// The positions of the next ply; none if they are not counted.
    fn next(&mut self, ply: u32) -> Option<u64> {
        let needed = self.last * self.branches_max * self.bytes_each;
        if needed > DISTINCT_BYTES_MAX && self.layers.take().is_some() {
            self.refused = Some(format!(
                "the distinct positions of ply {ply} may need {} MiB of memory and the limit is \
                 {} MiB: ask for fewer plies, or for none with --no-distinct",
                thousands(needed >> 20),
                thousands(DISTINCT_BYTES_MAX >> 20)
            ));
        }
        let layers = self.layers.as_mut()?;
        let _notice = Notice::of("counting distinct positions");
        // After the last layer there are none.
        self.last = layers.next().unwrap_or(0);
        Some(self.last)
    }
}

/// The memory of one position while a ply is collected.
fn bytes_of(ruleset: Ruleset) -> u64 {
    const CLASSIC_BYTES: u64 = 24;
    match ruleset {
        Ruleset::STANDARD => CLASSIC_BYTES,
        _ => size_of::<Position>() as u64,
    }
}

/// More moves than any position of this ruleset has.
fn branches_max(ruleset: Ruleset) -> u64 {
    const KINDS_OF_DISC: u64 = 5;
    let width = u64::from(ruleset.width());
    match ruleset.variant() {
        Variant::Standard | Variant::FiveInARow => width,
        Variant::PopOut(_) | Variant::PopTen(_) => 2 * width,
        Variant::PowerUp(_) => KINDS_OF_DISC * width,
    }
}
