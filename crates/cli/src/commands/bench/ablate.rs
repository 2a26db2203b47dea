//! What each technique saves: everything is solved once more without it.

use foursight_solver::{Options, Technique, Techniques};
use serde::Serialize;

use super::{bar_for, factor, measure};
use crate::exit::{Exit, Failure};
use crate::json::{VERSION, to_line};
use crate::output::Out;
use crate::progress::aside;
use crate::solver_args::BenchSet;
use crate::words::thousands;

/// What the sets took without one technique, and the object it is printed as.
#[derive(Serialize)]
struct Ablated {
    v: u32,
    /// `nothing`, a technique, or `everything`.
    without: String,
    nodes: u64,
    seconds: f64,
    /// How many times as much as with everything.
    nodes_factor: f64,
    seconds_factor: f64,
}

pub(super) fn run(
    json: bool,
    sets: &[BenchSet],
    options: Options,
    out: &mut Out,
) -> Result<Exit, Failure> {
    let mut choices = vec![("nothing".to_owned(), Techniques::ALL)];
    let without = |technique| (in_words(technique), Techniques::ALL.without(technique));
    choices.extend(Technique::ALL.map(without));
    choices.push(("everything".to_owned(), Techniques::NONE));
    if !json {
        out.line(&format!(
            "{:<24} {:>14} {:>8} {:>10} {:>8}",
            "without", "nodes", "", "CPU s", ""
        ))?;
    }
    let bar = bar_for(sets, choices.len() as u64);
    let mut whole = None;
    for (without, techniques) in choices {
        let options = Options {
            techniques,
            ..options
        };
        let rows = sets.iter().map(|set| measure(*set, options, &bar));
        let rows: Vec<_> = rows.collect::<Result<_, _>>()?;
        let nodes: u64 = rows.iter().map(|row| row.nodes).sum();
        let seconds: f64 = rows.iter().map(|row| row.seconds).sum();
        let (all_nodes, all_seconds) = *whole.get_or_insert((nodes, seconds));
        let row = Ablated {
            v: VERSION,
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
                factor(nodes as f64, all_nodes as f64),
                factor(seconds, all_seconds)
            )
        };
        aside(|| out.line(&text))?;
    }
    Ok(Exit::Done)
}

/// `ClaimEven` becomes `claim even`.
fn in_words(technique: Technique) -> String {
    let mut words = String::new();
    for letter in format!("{technique:?}").chars() {
        if letter.is_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.extend(letter.to_lowercase());
    }
    words
}
