//! `foursight perft`: counts games and positions, ply by ply.
//!
//! To show progress, sequences are counted separately below each position a few plies ahead.

use std::io::Write;

use foursight_core::{Position, Ruleset, Variant};
use foursight_terminal::output::CliOutput;
use foursight_terminal::text::thousands;
use serde::Serialize;

use crate::exit::{CliError, Exit, print_message};
use crate::json::{SCHEMA_VERSION, to_line};
use crate::position_args::PerftArgs;
use crate::positions::read_only_position;
use crate::progress::{ProgressBar, ProgressNotice};
use crate::settings::CliSettings;
use crate::stopwatch::{ElapsedTime, Stopwatch};

/// Upper bound for the memory of the distinct positions of one ply. On 7 × 6, ply 12 fits.
const DISTINCT_BYTES_MAX: u64 = 1 << 30;
/// A count is split into at least this many parts, if there are as many positions.
const PARTS_MIN: usize = 100;
/// Shorter times are too short to compute a rate.
const SECONDS_MIN: f64 = 0.001;

/// The counts of one ply, as printed.
#[derive(Serialize)]
struct PerftRow {
    v: u32,
    ply: u32,
    sequences: u64,
    /// Null with `--no-distinct`, and if they would need too much memory.
    positions: Option<u64>,
    /// `cpu`, or `wall` if the system does not report CPU time.
    clock: &'static str,
    bulk_seconds: f64,
    /// Null if the time is too short to measure.
    bulk_per_second: Option<u64>,
    /// Positions of this ply that were visited, which must equal the sequences. Null without
    /// `--visit`, and on all plies but the last.
    visited: Option<u64>,
    visit_seconds: Option<f64>,
    visit_per_second: Option<u64>,
}

pub(crate) fn run(
    args: &PerftArgs,
    settings: &CliSettings,
    out: &mut CliOutput,
) -> Result<Exit, CliError> {
    let text = args.position.as_deref().unwrap_or("start");
    let game = read_only_position(text, args.input.options(settings)?)?;
    let from = *game.position();
    let mut distinct = DistinctCounter::new(&from, args.no_distinct);
    if !args.json {
        let heading = if args.no_distinct { "" } else { "positions" };
        out.line(format!("{:>4} {:>26} {heading:>18}", "ply", "sequences").trim_end())?;
    }
    for ply in 0..=args.plies {
        let is_last = ply == args.plies;
        let row = count_ply(&from, ply, args.visit && is_last, &mut distinct);
        if args.json {
            out.line(&to_line(&row)?)?;
        } else {
            out.line(&format_row(&row, args.no_distinct))?;
            if is_last {
                for line in speeds(&row) {
                    out.line(&line)?;
                }
            }
        }
        out.flush()?;
    }
    match distinct.refusal {
        None => Ok(Exit::Done),
        Some(refusal) => {
            print_message(&refusal);
            Ok(Exit::Budget)
        }
    }
}

fn count_ply(from: &Position, ply: u32, visit: bool, distinct: &mut DistinctCounter) -> PerftRow {
    let (sequences, bulk) = count(from, ply, Position::perft);
    let visited = visit.then(|| count(from, ply, Position::perft_visiting));
    PerftRow {
        v: SCHEMA_VERSION,
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

fn rate(sequences: u64, time: ElapsedTime) -> Option<u64> {
    (time.seconds >= SECONDS_MIN).then(|| (sequences as f64 / time.seconds) as u64)
}

/// Counts the sequences of a ply part by part.
fn count(from: &Position, plies: u32, perft: fn(&Position, u32) -> u64) -> (u64, ElapsedTime) {
    let watch = Stopwatch::start();
    let mut parts = vec![*from];
    let mut left = plies;
    // The library counts the last ply in bulk.
    while left > 1 && parts.len() < PARTS_MIN && !parts.is_empty() {
        parts = parts.iter().flat_map(Position::children).collect();
        left -= 1;
    }
    let bar = ProgressBar::new(0, parts.len() as u64, &format!("ply {plies}"));
    let mut sequences = 0;
    for (part, done) in parts.iter().zip(1..) {
        sequences += perft(part, left);
        bar.set(done);
    }
    (sequences, watch.read())
}

fn format_row(ply: &PerftRow, no_distinct: bool) -> String {
    let positions = match ply.positions {
        Some(count) => thousands(count),
        None if no_distinct => String::new(),
        None => "-".to_owned(),
    };
    let sequences = thousands(ply.sequences);
    let text = format!("{:>4} {sequences:>26} {positions:>18}", ply.ply);
    text.trim_end().to_owned()
}

/// Formats the speeds below the table.
fn speeds(ply: &PerftRow) -> Vec<String> {
    let second = match ply.clock {
        "cpu" => "CPU second",
        _ => "second",
    };
    let sentence = |label: &str, rate: Option<u64>, seconds: f64| match rate {
        Some(rate) => format!(
            "{label}: {} positions a {second} ({seconds:.3} s)",
            thousands(rate)
        ),
        None => format!("{label}: too quick to measure"),
    };
    let mut lines = vec![
        String::new(),
        sentence(
            "Last ply counted in bulk",
            ply.bulk_per_second,
            ply.bulk_seconds,
        ),
    ];
    lines.push(match ply.visit_seconds {
        Some(seconds) => sentence("Every position visited  ", ply.visit_per_second, seconds),
        None => "Every position visited  : not measured, see --visit".to_owned(),
    });
    lines
}

/// Counts distinct positions until they need too much memory.
struct DistinctCounter {
    layers: Option<Box<dyn Iterator<Item = u64>>>,
    bytes_each: u64,
    branches_max: u64,
    last: u64,
    refusal: Option<String>,
}

impl DistinctCounter {
    fn new(from: &Position, is_disabled: bool) -> Self {
        let ruleset = from.ruleset();
        Self {
            layers: (!is_disabled).then(|| from.distinct_by_ply()),
            bytes_each: bytes_of(ruleset),
            branches_max: branches_max(ruleset),
            last: 0,
            refusal: None,
        }
    }

    /// Returns the positions of the next ply, or `None` if they are not counted.
    fn next(&mut self, ply: u32) -> Option<u64> {
        let needed = self.last * self.branches_max * self.bytes_each;
        if needed > DISTINCT_BYTES_MAX && self.layers.take().is_some() {
            self.refusal = Some(format!(
                "the distinct positions of ply {ply} may need {} MiB of memory and the limit is \
                 {} MiB: use fewer plies, or --no-distinct",
                thousands(needed >> 20),
                thousands(DISTINCT_BYTES_MAX >> 20)
            ));
        }
        let layers = self.layers.as_mut()?;
        let _notice = ProgressNotice::new("counting distinct positions");
        // Plies after the last one are empty.
        self.last = layers.next().unwrap_or(0);
        Some(self.last)
    }
}

/// Memory of one position while a ply is collected.
fn bytes_of(ruleset: Ruleset) -> u64 {
    const CLASSIC_BYTES: u64 = 24;
    match ruleset {
        Ruleset::STANDARD => CLASSIC_BYTES,
        _ => size_of::<Position>() as u64,
    }
}

/// Upper bound for the moves of a position.
fn branches_max(ruleset: Ruleset) -> u64 {
    const KINDS_OF_DISC: u64 = 5;
    let width = u64::from(ruleset.width());
    match ruleset.variant() {
        Variant::Standard | Variant::FiveInARow => width,
        Variant::PopOut(_) | Variant::PopTen(_) => 2 * width,
        Variant::PowerUp(_) => KINDS_OF_DISC * width,
    }
}
