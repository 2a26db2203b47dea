//! Prints node count, wall time and verdict of a position, for reproducible figures.
//!
//! ```text
//! cargo run --release -p foursight-solver --example nodes -- [DROPS] [OPTION...]
//!   DROPS            columns as digits, such as 4453; omit for the empty board
//!   outcome          only win, draw or loss
//!   analyse          every column
//!   threads=N tt_mib=N
//!   off=NAME         without this technique, such as off=ClaimEven
//! ```

use std::error::Error;
use std::time::Instant;

use foursight_core::{Column, Position};
use foursight_solver::{BoundedValue, Limits, Solver, SolverOptions, Technique};

fn main() -> Result<(), Box<dyn Error>> {
    let mut options = SolverOptions::default();
    let (mut position, mut task) = (Position::default(), String::from("verdict"));
    for argument in std::env::args().skip(1) {
        if let Some(threads) = argument.strip_prefix("threads=") {
            options.threads = threads.parse()?;
        } else if let Some(mib) = argument.strip_prefix("tt_mib=") {
            options.tt_bytes = mib.parse::<usize>()? << 20;
        } else if let Some(name) = argument.strip_prefix("off=") {
            let named = |technique: &Technique| format!("{technique:?}") == name;
            let technique = Technique::ALL
                .into_iter()
                .find(named)
                .ok_or("no such technique")?;
            options.techniques = options.techniques.without(technique);
        } else if argument.bytes().all(|byte| byte.is_ascii_digit()) {
            for digit in argument.bytes() {
                let column = Column::from_number(usize::from(digit - b'0')).ok_or("no column 0")?;
                position = position.drop_in(column)?;
            }
        } else {
            task = argument;
        }
    }
    let mut solver = Solver::new(options);
    let start = Instant::now();
    let (found, nodes) = match task.as_str() {
        "outcome" => {
            let solution = solver.outcome_within(&position, Limits::default())?;
            (format!("{:?}", solution.value), solution.nodes)
        }
        "analyse" => {
            let analysis = solver.analyse(&position)?;
            let verdicts = analysis.columns.iter().map(|answer| {
                answer
                    .and_then(BoundedValue::exact)
                    .map_or("full".into(), |v| v.to_string())
            });
            (verdicts.collect::<Vec<_>>().join(", "), analysis.nodes)
        }
        _ => {
            let solution = solver.verdict_within(&position, Limits::default())?;
            (format!("{:?}", solution.value), solution.nodes)
        }
    };
    println!(
        "{found}: {nodes} nodes, {:.3} s",
        start.elapsed().as_secs_f64()
    );
    Ok(())
}
