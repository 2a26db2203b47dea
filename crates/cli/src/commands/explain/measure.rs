//! `foursight explain --measure`: prints the share of proved verdicts, and the time it takes.

use std::path::Path;
use std::time::Instant;

use foursight_explain::{ExplainBudget, ProofShares};
use foursight_terminal::output::CliOutput;

use super::shipped_advice;
use crate::exit::{CliError, Exit};
use crate::positions::{AnswerError, InputOptions, read_file, read_text};
use crate::solver_session::SolverSession;

/// From this ply on times are reported: before, the search is not meant to be quick.
const TIMED_PLY_MIN: usize = 8;

/// Explains every position of a file and prints the shares.
pub(super) fn run(
    file: &Path,
    options: InputOptions<'_>,
    session: &mut SolverSession,
    out: &mut CliOutput,
) -> Result<Exit, CliError> {
    let text = read_file(file).map_err(|error| {
        CliError::storage(format_args!("cannot read {}: {error}", file.display()))
    })?;
    let budget = ExplainBudget {
        looks_ahead: false,
        ..ExplainBudget::default()
    };
    let mut shares = ProofShares::default();
    let mut times_ms = Vec::new();
    let (mut positions, mut in_proofs) = (0_usize, 0_usize);
    for (line, number) in text
        .lines()
        .zip(1..)
        .filter(|(line, _)| !line.trim().is_empty())
    {
        let record = read_text(line, options)
            .map_err(|reason| CliError::bad_input(format_args!("line {number}: {reason}")))?;
        let position = record.game().position();
        let started = Instant::now();
        let explanation = session
            .explain(record.game(), budget)
            .map_err(|error| match error {
                AnswerError::Position(reason) => {
                    CliError::bad_input(format_args!("line {number}: {reason}"))
                }
                AnswerError::Stop(failure) => failure,
            })?;
        if position.board().discs() >= TIMED_PLY_MIN {
            let ms = started.elapsed().as_secs_f64() * 1000.0;
            times_ms.push(ms / explanation.columns.len().max(1) as f64);
        }
        shares.add(position, &explanation);
        positions += 1;
        in_proofs += usize::from(shipped_advice(record.game()).is_some());
    }
    times_ms.sort_by(f64::total_cmp);
    let quantile = |part: f64| {
        let index = (times_ms.len() as f64 * part) as usize;
        times_ms.get(index).copied().unwrap_or(0.0)
    };
    print_shares(out, &shares, [0.5, 0.9, 0.99].map(quantile))?;
    out.line(&format!(
        "{in_proofs} of {positions} positions have a move in a shipped proof"
    ))?;
    Ok(session.exit_code(Exit::Done))
}

fn print_shares(
    out: &mut CliOutput,
    shares: &ProofShares,
    [median, most, nearly_all]: [f64; 3],
) -> Result<(), CliError> {
    use std::io::Write;
    writeln!(out, "{shares}\n")?;
    writeln!(
        out,
        "ms a drop from ply {TIMED_PLY_MIN} on: median {median:.1}, 90 % {most:.1}, 99 % {nearly_all:.1}"
    )?;
    Ok(())
}
