//! Reasons in English, one clause each: identical for the full screen, line mode and the engine.

use foursight_core::{Column, Player, Position};
use foursight_explain::{Parity, Reason, Threat, reasons};
use foursight_solver::{Limits, Solver, Verdict, Wdl};

/// Text for a verdict without a proved reason.
pub const UNKNOWN: &str = "no simple reason found";

/// Returns the strongest reason why a drop leads to this prospect, as a clause without a full stop,
/// or `None` if no reason is proved. `line` is the principal variation from here on, as far as it
/// is known.
#[must_use]
pub fn first_step(
    position: &Position,
    drop: Column,
    prospect: Wdl,
    line: &[Column],
) -> Option<String> {
    let found = reasons(position, drop, prospect, line);
    found
        .first()
        .map(|reason| reason_text(reason, position.to_move()))
}

/// Returns all reasons why a drop has this verdict, or `None` if no reason is proved. Uses the
/// solver for the principal variation after it.
pub fn of_verdict(
    solver: &mut Solver,
    position: &Position,
    drop: Column,
    verdict: Verdict,
    limits: Limits<'_>,
) -> Option<String> {
    let after = position.drop_in(drop).ok()?;
    let mut line = vec![drop];
    if !after.is_over()
        && let Ok(Some(rest)) = solver.principal_variation_within(&after, limits)
    {
        line.extend(rest);
    }
    let found = reasons(position, drop, verdict.wdl(), &line);
    let mover = position.to_move();
    let clauses: Vec<_> = found
        .iter()
        .map(|reason| reason_text(reason, mover))
        .collect();
    (!clauses.is_empty()).then(|| clauses.join("; "))
}

fn reason_text(reason: &Reason, mover: Player) -> String {
    let opponent = mover.opponent();
    match reason {
        Reason::CompletesLine(threat) => format!("it completes {}", ends(*threat)),
        Reason::Blocks(threat) => {
            let cell = threat.cell;
            format!(
                "it blocks {cell}, where {opponent} would complete {}",
                ends(*threat)
            )
        }
        Reason::OnlySafeDrop => format!("after any other drop {opponent} completes a line at once"),
        Reason::Fork { cells: [one, two] } => {
            format!("it makes two threats at once, {one} and {two}")
        }
        Reason::StackedThreats { lower } => {
            format!("it makes two threats one above the other, from {lower} up")
        }
        Reason::ForcedWin {
            drops,
            finish: at_last,
        } => forced_text(drops, at_last, mover),
        Reason::DecisiveThreat(threat) => {
            let (cell, parity) = (threat.cell, parity(*threat));
            format!("it makes {parity} threat at {cell}, for {}", ends(*threat))
        }
        Reason::Zugzwang {
            threat,
            empty_cells: left,
            ply,
        } => parity_count(*threat, *left, *ply),
        Reason::FollowUp { by, wins } => {
            let other = by.opponent();
            let result = if *wins {
                format!("completes a line before {other} can")
            } else {
                format!("keeps {other} from a line")
            };
            format!("{by} can answer every drop on top of it, which {result}")
        }
        Reason::LeavesThreat(threat) | Reason::OpensThreatAbove(threat) => {
            let how = match reason {
                Reason::OpensThreatAbove(_) => "it opens",
                _ => "it leaves",
            };
            let cell = threat.cell;
            format!("{how} {cell}, where {opponent} completes {}", ends(*threat))
        }
        Reason::AllowsWinningReply {
            reply,
            reason: because,
        } => {
            let because = reason_text(because, opponent);
            format!("{opponent} answers in column {reply}: {because}")
        }
        Reason::MirrorImageOf(other) => format!("it mirrors column {other}"),
        _ => UNKNOWN.to_owned(),
    }
}

/// Describes the parity count that decides who has to open a threat (zugzwang).
fn parity_count(threat: Threat, left: usize, ply: usize) -> String {
    let (cell, loser) = (threat.cell, threat.player.opponent());
    let left = match left {
        0 => "no cell is left elsewhere".to_owned(),
        1 => "1 cell is left elsewhere".to_owned(),
        _ => format!("{left} cells are left elsewhere"),
    };
    format!(
        "nobody wants to fill the cell under {cell}; {left}, so {loser} has to, and {cell} ends \
         the game on ply {ply}"
    )
}

/// Describes a forced sequence.
fn forced_text(drops: &[Column], last_reason: &Reason, mover: Player) -> String {
    let opponent = mover.opponent();
    let steps = drops.chunks_exact(2).zip(0..).map(|(pair, number)| {
        let start = match number {
            0 => format!("{opponent} must answer in column"),
            _ => "answered in".to_owned(),
        };
        format!("{start} {}, then {}, ", pair[0], pair[1])
    });
    let text: String = steps.collect();
    let last = reason_text(last_reason, mover);
    let last = last.strip_prefix("it ").unwrap_or(&last);
    format!("{text}which {last}")
}

fn ends(threat: Threat) -> String {
    format!("{} to {}", threat.start, threat.end)
}

const fn parity(threat: Threat) -> &'static str {
    match threat.parity() {
        Parity::Odd => "an odd",
        Parity::Even => "an even",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use foursight_core::Game;
    use foursight_solver::SolverOptions;

    /// Checks the reason given for a column after some drops.
    fn check(moves: &str, number: usize, expected: &str) {
        let column = |number| Column::from_number(number).expect("in range");
        let mut game = Game::default();
        for digit in moves.chars() {
            let number = digit.to_digit(10).expect("a digit") as usize;
            game = game.drop_in(column(number)).expect("legal");
        }
        let mut solver = Solver::new(SolverOptions::default());
        let analysis = solver.analyse(game.position()).expect("standard rules");
        let verdict = analysis.verdict(column(number)).expect("open");
        let position = game.position();
        let said = of_verdict(
            &mut solver,
            position,
            column(number),
            verdict,
            Limits::default(),
        );
        assert_eq!(
            said.as_deref().unwrap_or(UNKNOWN),
            expected,
            "{moves} {number}"
        );
    }

    #[test]
    fn reasons_in_words() {
        let guide = "12611642613552255512";
        check(
            guide,
            4,
            "it makes an odd threat at c3, for a5 to d2; nobody wants to fill the cell under c3; \
             16 cells are left elsewhere, so Second has to, and c3 ends the game on ply 35",
        );
        check("454545", 4, "it completes d1 to d4");
        check("454545", 1, "it leaves e4, where Second completes e1 to e4");
    }
}
