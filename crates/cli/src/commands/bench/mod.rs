//! `foursight bench`: measures the solver on fixed sets of positions.
//!
//! Every position is solved with an empty transposition table, so that neither the order nor the
//! choice of sets changes a count. With one thread the nodes of the quick sets are the signature of
//! the search: they change if and only if its behaviour does.

mod ablate;
mod sets;

use std::io;
use std::path::Path;

use foursight_core::Position;
use foursight_solver::{Limits, SolverOptions, Techniques};
use foursight_terminal::output::CliOutput;
use foursight_terminal::text::{count_with_separators, thousands};
use serde::{Deserialize, Serialize};

use crate::books::{cannot_read, invalid_file};
use crate::exit::{CliError, Exit};
use crate::json::{SCHEMA_VERSION, to_line};
use crate::positions::read_file;
use crate::progress::{ProgressBar, with_progress_hidden};
use crate::solver_args::{BenchArgs, BenchSet};
use crate::solver_session::{Interrupt, new_solver};
use crate::stopwatch::Stopwatch;

/// The sets whose nodes are the signature.
const QUICK_SETS: [BenchSet; 2] = [BenchSet::Easy, BenchSet::Middle];
const ALL_SETS: [BenchSet; 4] = [
    BenchSet::Easy,
    BenchSet::Middle,
    BenchSet::Hard,
    BenchSet::Empty,
];
/// Hint for a file that is not the output of a benchmark.
const WRITE_HINT: &str = "write it with foursight bench --json";
/// Shorter times are too short to compute a rate.
const SECONDS_MIN: f64 = 0.001;

/// The result of one set, as printed.
#[derive(Serialize, Deserialize)]
struct BenchRow {
    v: u32,
    set: String,
    positions: usize,
    nodes: u64,
    /// CPU time, or wall-clock time if the system does not report it.
    seconds: f64,
    clock: String,
    nodes_per_second: Option<u64>,
    threads: usize,
    /// `None` in the output of earlier versions.
    #[serde(default)]
    memory_mb: Option<usize>,
    /// Results of this set in the earlier run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nodes_before: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seconds_before: Option<f64>,
}

pub(crate) fn run(args: &BenchArgs, out: &mut CliOutput) -> Result<Exit, CliError> {
    // Ctrl-C ends the program after clearing the line of progress.
    let _interrupt = Interrupt::install();
    let requested = match (args.sets.as_slice(), args.ablate) {
        ([], true) => &QUICK_SETS[..],
        ([], false) => &ALL_SETS[..],
        (sets, _) => sets,
    };
    let mut sets = Vec::new();
    for set in requested {
        if !sets.contains(set) {
            sets.push(*set);
        }
    }
    let sets = sets.as_slice();
    let options = SolverOptions {
        tt_bytes: args.memory_mb << 20,
        threads: args.threads,
        techniques: Techniques::ALL,
    };
    if args.ablate {
        return ablate::run(args.json, sets, options, out);
    }
    let earlier = match args.compare.as_deref() {
        Some(path) => Some(read_earlier_run(path, sets, args)?),
        None => None,
    };
    if !args.json {
        out.line(&heading(earlier.is_some()))?;
    }
    let bar = bar_for(sets, 1);
    let mut rows = Vec::new();
    let mut print = |mut row: BenchRow| {
        let old = earlier.iter().flatten().find(|old| old.set == row.set);
        row.nodes_before = old.map(|old| old.nodes);
        row.seconds_before = old.map(|old| old.seconds);
        let text = if args.json {
            to_line(&row)?
        } else {
            row_text(&row)
        };
        with_progress_hidden(|| out.line(&text))?;
        Ok::<_, CliError>(row)
    };
    for set in sets {
        rows.push(print(measure(*set, options, &bar)?)?);
    }
    drop(bar);
    print(total(&rows))?;
    if !args.json {
        let quick = |row: &&BenchRow| QUICK_SETS.iter().any(|set| sets::name(*set) == row.set);
        let nodes: u64 = rows.iter().filter(quick).map(|row| row.nodes).sum();
        let threads = count_with_separators(args.threads.get() as u64, "thread");
        out.line(&format!("\n{threads}, {} MiB of memory", args.memory_mb))?;
        if QUICK_SETS.iter().all(|set| sets.contains(set)) && args.threads.get() == 1 {
            out.line(&format!("Signature: {nodes} nodes for easy and middle"))?;
        }
    }
    Ok(Exit::Done)
}

/// Returns the positions of the sets whose nodes are the signature.
pub(crate) fn quick_positions() -> Vec<Position> {
    QUICK_SETS.into_iter().flat_map(sets::positions).collect()
}

/// Creates a bar for solving these sets `times` times.
fn bar_for(sets: &[BenchSet], times: u64) -> ProgressBar {
    let positions = sets.iter().map(|set| sets::positions(*set).len() as u64);
    ProgressBar::uneven(positions.sum::<u64>() * times, "solving")
}

/// Solves a set.
fn measure(set: BenchSet, options: SolverOptions, bar: &ProgressBar) -> Result<BenchRow, CliError> {
    let positions = sets::positions(set);
    let mut solver = new_solver(options)?;
    let (mut nodes, mut seconds, mut clock) = (0, 0.0, "cpu");
    for position in &positions {
        solver.clear();
        let stopwatch = Stopwatch::start();
        let solution = solver.verdict_within(position, Limits::default());
        let time = stopwatch.read();
        nodes += solution.map_or(0, |solution| solution.nodes);
        seconds += time.seconds;
        clock = time.clock;
        bar.advance();
    }
    Ok(BenchRow {
        v: SCHEMA_VERSION,
        set: sets::name(set).to_owned(),
        positions: positions.len(),
        nodes,
        seconds,
        clock: clock.to_owned(),
        nodes_per_second: rate(nodes, seconds),
        threads: options.threads.get(),
        memory_mb: Some(options.tt_bytes >> 20),
        nodes_before: None,
        seconds_before: None,
    })
}

fn rate(nodes: u64, seconds: f64) -> Option<u64> {
    (seconds >= SECONDS_MIN).then(|| (nodes as f64 / seconds) as u64)
}

fn total(rows: &[BenchRow]) -> BenchRow {
    let nodes = rows.iter().map(|row| row.nodes).sum();
    let seconds = rows.iter().map(|row| row.seconds).sum();
    BenchRow {
        v: SCHEMA_VERSION,
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

fn row_text(row: &BenchRow) -> String {
    let text = format!(
        "{:<7} {:>9} {:>14} {:>10.3} {:>13}",
        row.set,
        row.positions,
        thousands(row.nodes),
        row.seconds,
        row.nodes_per_second.map_or("-".to_owned(), thousands)
    );
    if let Some((nodes, seconds)) = row.nodes_before.zip(row.seconds_before) {
        let nodes = factor_text(row.nodes as f64, nodes as f64);
        return format!(
            "{text} {nodes:>13} {:>10}",
            factor_text(row.seconds, seconds)
        );
    }
    text
}

/// Formats a ratio, as in `x1.250`.
fn factor_text(now: f64, earlier: f64) -> String {
    if earlier > 0.0 {
        format!("x{:.3}", now / earlier)
    } else {
        "-".to_owned()
    }
}

/// Reads the rows of an earlier run for the chosen sets, and adds their total.
fn read_earlier_run(
    path: &Path,
    sets: &[BenchSet],
    args: &BenchArgs,
) -> Result<Vec<BenchRow>, CliError> {
    let text = read_file(path).map_err(|error| match error.kind() {
        io::ErrorKind::InvalidData => invalid_file(
            path,
            &format!("it is not text, so not output of bench --json: {WRITE_HINT}"),
        ),
        _ => cannot_read(path, &error),
    })?;
    let lines = text.lines().enumerate();
    let lines = lines.filter(|(_, line)| !line.trim().is_empty());
    let rows = lines.map(|(index, line)| {
        serde_json::from_str::<BenchRow>(line).map_err(|error| {
            // `serde_json` counts lines within this line, so its number is always 1.
            let error = error.to_string();
            let reason = error.split(" at line ").next().unwrap_or_default();
            let number = index + 1;
            let reason =
                format!("line {number} is not output of bench --json: {reason}; {WRITE_HINT}");
            invalid_file(path, &reason)
        })
    });
    let rows: Vec<_> = rows.collect::<Result<_, _>>()?;
    if rows.is_empty() {
        return Err(invalid_file(path, &format!("it is empty: {WRITE_HINT}")));
    }
    let mut selected = Vec::new();
    for set in sets {
        let name = sets::name(*set);
        let row = rows.iter().find(|row| row.set == name).ok_or_else(|| {
            let reason = format!("it has no row of the set {name}: choose others with --sets");
            invalid_file(path, &reason)
        })?;
        if let Some(comparison_error) = comparison_error(row, *set, args) {
            let reason = format!("{name} was measured with {comparison_error}");
            return Err(invalid_file(path, &reason));
        }
        selected.push(BenchRow {
            set: name.to_owned(),
            clock: row.clock.clone(),
            ..*row
        });
    }
    selected.push(total(&selected));
    Ok(selected)
}

/// Describes why a row of an earlier run cannot be compared with this one, and what to do.
fn comparison_error(row: &BenchRow, set: BenchSet, args: &BenchArgs) -> Option<String> {
    let clock = Stopwatch::start().read().clock;
    // Earlier versions stored the requested value, before rounding.
    let memory_mb = row.memory_mb.filter(|mib| *mib > 0);
    let memory_mb = memory_mb.map_or(args.memory_mb, |mib| 1 << mib.ilog2());
    let [positions, threads] = [sets::positions(set).len(), args.threads.get()];
    let measure_again = "measure it again";
    if row.v != SCHEMA_VERSION {
        Some(format!(
            "version {} and not {SCHEMA_VERSION}: {measure_again}",
            row.v
        ))
    } else if row.positions != positions {
        let old_value = count_with_separators(row.positions as u64, "position");
        Some(format!("{old_value} and not {positions}: {measure_again}"))
    } else if row.threads != threads {
        let old_value = count_with_separators(row.threads as u64, "thread");
        let keep_old = format!("use --threads {}", row.threads);
        Some(format!(
            "{old_value} and not {threads}: {measure_again}, or {keep_old}"
        ))
    } else if memory_mb != args.memory_mb {
        let now = args.memory_mb;
        let keep_old = format!("use --memory-mb {memory_mb}");
        Some(format!(
            "{memory_mb} MiB and not {now}: {measure_again}, or {keep_old}"
        ))
    } else if row.clock != clock {
        Some(format!(
            "the clock {} and not {clock}: {measure_again}",
            row.clock
        ))
    } else {
        None
    }
}
