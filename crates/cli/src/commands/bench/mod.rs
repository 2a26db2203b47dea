//! `foursight bench`: how much work a fixed set of positions is.
//!
//! Every position is solved from an empty memory, so that neither order nor choice of the sets
//! changes a count. With one thread the nodes of the quick sets are the signature of the search:
//! they change if and only if its behaviour does.

mod ablate;
mod sets;

use std::io;
use std::path::Path;

use foursight_core::Position;
use foursight_solver::{Limits, Options, Techniques};
use serde::{Deserialize, Serialize};

use crate::books::{cannot_read, refuse};
use crate::clock::Stopwatch;
use crate::exit::{Exit, Failure};
use crate::json::{VERSION, to_line};
use crate::output::Out;
use crate::positions::read_file;
use crate::progress::{Bar, aside};
use crate::solver_args::{BenchArgs, BenchSet};
use crate::solving::{Interrupt, solver_with};
use crate::words::{counted, thousands};

/// The sets whose nodes are the signature.
const QUICK: [BenchSet; 2] = [BenchSet::Easy, BenchSet::Middle];
const ALL: [BenchSet; 4] = [
    BenchSet::Easy,
    BenchSet::Middle,
    BenchSet::Hard,
    BenchSet::Empty,
];
/// What to do with a file that cannot be compared with.
const WRITE_IT: &str = "write it with foursight bench --json";
/// Shorter than this says nothing about speed.
const SECONDS_MIN: f64 = 0.001;

/// What one set took, and the object it is printed as.
#[derive(Serialize, Deserialize)]
struct Measured {
    v: u32,
    set: String,
    positions: usize,
    nodes: u64,
    /// Of the processor, or by the clock on the wall where the system does not tell.
    seconds: f64,
    clock: String,
    nodes_per_second: Option<u64>,
    threads: usize,
    /// None in what earlier versions have written.
    #[serde(default)]
    memory_mb: Option<usize>,
    /// The same set in the run compared with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nodes_before: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seconds_before: Option<f64>,
}

pub(crate) fn run(args: &BenchArgs, out: &mut Out) -> Result<Exit, Failure> {
    // Ctrl-C ends the program, and wipes the line of progress.
    let _interrupt = Interrupt::listen();
    let chosen = match (args.sets.as_slice(), args.ablate) {
        ([], true) => &QUICK[..],
        ([], false) => &ALL[..],
        (sets, _) => sets,
    };
    let mut sets = Vec::new();
    for set in chosen {
        if !sets.contains(set) {
            sets.push(*set);
        }
    }
    let chosen = sets.as_slice();
    let options = Options {
        memo_bytes: args.memory_mb << 20,
        threads: args.threads,
        techniques: Techniques::ALL,
    };
    if args.ablate {
        return ablate::run(args.json, chosen, options, out);
    }
    let before = match args.compare.as_deref() {
        Some(path) => Some(read_earlier(path, chosen, args)?),
        None => None,
    };
    if !args.json {
        out.line(&heading(before.is_some()))?;
    }
    let bar = bar_for(chosen, 1);
    let mut measured = Vec::new();
    let mut print = |mut row: Measured| {
        let earlier = before.iter().flatten().find(|old| old.set == row.set);
        row.nodes_before = earlier.map(|old| old.nodes);
        row.seconds_before = earlier.map(|old| old.seconds);
        let text = if args.json {
            to_line(&row)?
        } else {
            line(&row)
        };
        aside(|| out.line(&text))?;
        Ok::<_, Failure>(row)
    };
    for set in chosen {
        measured.push(print(measure(*set, options, &bar)?)?);
    }
    drop(bar);
    print(total(&measured))?;
    if !args.json {
        let quick = |row: &&Measured| QUICK.iter().any(|set| sets::name(*set) == row.set);
        let nodes: u64 = measured.iter().filter(quick).map(|row| row.nodes).sum();
        let threads = counted(args.threads.get() as u64, "thread");
        out.line(&format!("\n{threads}, {} MiB of memory", args.memory_mb))?;
        if QUICK.iter().all(|set| chosen.contains(set)) && args.threads.get() == 1 {
            out.line(&format!("Signature: {nodes} nodes for easy and middle"))?;
        }
    }
    Ok(Exit::Done)
}

/// The positions of the sets whose nodes are the signature.
pub(crate) fn quick_positions() -> Vec<Position> {
    QUICK.into_iter().flat_map(sets::positions).collect()
}

/// A bar for solving these sets so many times.
fn bar_for(sets: &[BenchSet], times: u64) -> Bar {
    let positions = sets.iter().map(|set| sets::positions(*set).len() as u64);
    Bar::uneven(positions.sum::<u64>() * times, "solving")
}

/// Solves a set.
fn measure(set: BenchSet, options: Options, bar: &Bar) -> Result<Measured, Failure> {
    let positions = sets::positions(set);
    let mut solver = solver_with(options)?;
    let (mut nodes, mut seconds, mut clock) = (0, 0.0, "cpu");
    for position in &positions {
        solver.forget();
        let watch = Stopwatch::start();
        let solution = solver.verdict_within(position, Limits::default());
        let time = watch.read();
        nodes += solution.map_or(0, |solution| solution.nodes);
        seconds += time.seconds;
        clock = time.clock;
        bar.advance();
    }
    Ok(Measured {
        v: VERSION,
        set: sets::name(set).to_owned(),
        positions: positions.len(),
        nodes,
        seconds,
        clock: clock.to_owned(),
        nodes_per_second: rate(nodes, seconds),
        threads: options.threads.get(),
        memory_mb: Some(options.memo_bytes >> 20),
        nodes_before: None,
        seconds_before: None,
    })
}

fn rate(nodes: u64, seconds: f64) -> Option<u64> {
    (seconds >= SECONDS_MIN).then(|| (nodes as f64 / seconds) as u64)
}

fn total(rows: &[Measured]) -> Measured {
    let nodes = rows.iter().map(|row| row.nodes).sum();
    let seconds = rows.iter().map(|row| row.seconds).sum();
    Measured {
        v: VERSION,
        set: "total".to_owned(),
        positions: rows.iter().map(|row| row.positions).sum(),
        nodes,
        seconds,
        clock: rows
            .first()
            .map_or("cpu".to_owned(), |row| row.clock.clone()),
        nodes_per_second: rate(nodes, seconds),
        threads: rows.first().map_or(1, |row| row.threads),
        memory_mb: rows.first().and_then(|row| row.memory_mb),
        nodes_before: None,
        seconds_before: None,
    }
}

fn heading(compares: bool) -> String {
    let heading = format!(
        "{:<7} {:>9} {:>14} {:>10} {:>13}",
        "set", "positions", "nodes", "CPU s", "nodes/CPU s"
    );
    if compares {
        return format!("{heading} {:>13} {:>10}", "nodes/before", "s/before");
    }
    heading
}

fn line(row: &Measured) -> String {
    let line = format!(
        "{:<7} {:>9} {:>14} {:>10.3} {:>13}",
        row.set,
        row.positions,
        thousands(row.nodes),
        row.seconds,
        row.nodes_per_second.map_or("-".to_owned(), thousands)
    );
    if let Some((nodes, seconds)) = row.nodes_before.zip(row.seconds_before) {
        let nodes = factor(row.nodes as f64, nodes as f64);
        return format!("{line} {nodes:>13} {:>10}", factor(row.seconds, seconds));
    }
    line
}

/// `x1.25`: how many times as much.
fn factor(now: f64, before: f64) -> String {
    if before > 0.0 {
        format!("x{:.3}", now / before)
    } else {
        "-".to_owned()
    }
}

/// The rows of an earlier run for the sets chosen, and their total.
fn read_earlier(
    path: &Path,
    chosen: &[BenchSet],
    args: &BenchArgs,
) -> Result<Vec<Measured>, Failure> {
    let text = read_file(path).map_err(|error| match error.kind() {
        io::ErrorKind::InvalidData => refuse(
            path,
            &format!("it is not text, so no output of bench --json: {WRITE_IT}"),
        ),
        _ => cannot_read(path, &error),
    })?;
    let lines = text.lines().enumerate();
    let lines = lines.filter(|(_, line)| !line.trim().is_empty());
    let rows = lines.map(|(index, line)| {
        serde_json::from_str::<Measured>(line).map_err(|error| {
            // Its own place is that in the line, which would always be the first.
            let error = error.to_string();
            let reason = error.split(" at line ").next().unwrap_or_default();
            let line = index + 1;
            let what = format!("line {line} is no output of bench --json: {reason}; {WRITE_IT}");
            refuse(path, &what)
        })
    });
    let rows: Vec<_> = rows.collect::<Result<_, _>>()?;
    if rows.is_empty() {
        return Err(refuse(path, &format!("it is empty: {WRITE_IT}")));
    }
    let mut kept = Vec::new();
    for set in chosen {
        let name = sets::name(*set);
        let row = rows.iter().find(|row| row.set == name).ok_or_else(|| {
            let what = format!("it has no row of the set {name}: choose others with --sets");
            refuse(path, &what)
        })?;
        if let Some(difference) = difference(row, *set, args) {
            let what = format!("{name} was measured with {difference}");
            return Err(refuse(path, &what));
        }
        kept.push(Measured {
            set: name.to_owned(),
            clock: row.clock.clone(),
            ..*row
        });
    }
    kept.push(total(&kept));
    Ok(kept)
}

/// Why a row of an earlier run cannot be compared with what is measured now, and what to do.
fn difference(row: &Measured, set: BenchSet, args: &BenchArgs) -> Option<String> {
    let clock = Stopwatch::start().read().clock;
    // Earlier versions have written what was asked for.
    let memory_mb = row.memory_mb.filter(|mib| *mib > 0);
    let memory_mb = memory_mb.map_or(args.memory_mb, |mib| 1 << mib.ilog2());
    let [positions, threads] = [sets::positions(set).len(), args.threads.get()];
    let again = "measure it again";
    if row.v != VERSION {
        Some(format!("version {} and not {VERSION}: {again}", row.v))
    } else if row.positions != positions {
        let were = counted(row.positions as u64, "position");
        Some(format!("{were} and not {positions}: {again}"))
    } else if row.threads != threads {
        let were = counted(row.threads as u64, "thread");
        let same = format!("use --threads {}", row.threads);
        Some(format!("{were} and not {threads}: {again}, or {same}"))
    } else if memory_mb != args.memory_mb {
        let now = args.memory_mb;
        let same = format!("use --memory-mb {memory_mb}");
        Some(format!("{memory_mb} MiB and not {now}: {again}, or {same}"))
    } else if row.clock != clock {
        Some(format!("the clock {} and not {clock}: {again}", row.clock))
    } else {
        None
    }
}
