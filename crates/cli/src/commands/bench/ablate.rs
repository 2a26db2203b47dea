//! Measures what each technique saves by solving everything again without it.

use foursight_solver::{SolverOptions, Technique, Techniques};
use foursight_terminal::output::CliOutput;
use foursight_terminal::text::thousands;
use serde::Serialize;

use super::{bar_for, factor_text, measure};
use crate::exit::{CliError, Exit};
use crate::json::{SCHEMA_VERSION, to_line};
use crate::progress::with_progress_hidden;
use crate::solver_args::BenchSet;

/// The result without one technique, as printed.
#[derive(Serialize)]
struct AblationRow {
    v: u32,
    /// `nothing`, a technique, or `everything`.
    without: String,
    nodes: u64,
    seconds: f64,
    /// Ratio to the run with all techniques.
    nodes_factor: f64,
    seconds_factor: f64,
}

pub(super) fn run(
    json: bool,
    sets: &[BenchSet],
    options: SolverOptions,
    out: &mut CliOutput,
) -> Result<Exit, CliError> {
    let mut runs = vec![("nothing".to_owned(), Techniques::ALL)];
    let without = |technique| {
        (
            technique_name(technique),
            Techniques::ALL.without(technique),
        )
    };
    runs.extend(Technique::ALL.map(without));
    runs.push(("everything".to_owned(), Techniques::NONE));
    if !json {
        out.line(&format!(
            "{:<24} {:>14} {:>8} {:>10} {:>8}",
            "without", "nodes", "", "CPU s", ""
        ))?;
    }
    let bar = bar_for(sets, runs.len() as u64);
    let mut baseline = None;
    for (without, techniques) in runs {
        let options = SolverOptions {
            techniques,
            ..options
        };
        let rows = sets.iter().map(|set| measure(*set, options, &bar));
        let rows: Vec<_> = rows.collect::<Result<_, _>>()?;
        let nodes: u64 = rows.iter().map(|row| row.nodes).sum();
        let seconds: f64 = rows.iter().map(|row| row.seconds).sum();
        let (all_nodes, all_seconds) = *baseline.get_or_insert((nodes, seconds));
        let row = AblationRow {
            v: SCHEMA_VERSION,
            without,
            nodes,
            seconds,
            nodes_factor: nodes as f64 / all_nodes as f64,
            seconds_factor: seconds / all_seconds,
        };
        let text = if json {
            to_line(&row)?
        } else {
            format!(
                "{:<24} {:>14} {:>8} {seconds:>10.3} {:>8}",
                row.without,
                thousands(nodes),
                factor_text(nodes as f64, all_nodes as f64),
                factor_text(seconds, all_seconds)
            )
        };
        with_progress_hidden(|| out.line(&text))?;
    }
    Ok(Exit::Done)
}

/// Formats `ClaimEven` as `claim even`.
fn technique_name(technique: Technique) -> String {
    let mut words = String::new();
    for letter in format!("{technique:?}").chars() {
        if letter.is_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.extend(letter.to_lowercase());
    }
    words
}
