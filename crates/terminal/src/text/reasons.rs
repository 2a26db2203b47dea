//! Reasons in English, one clause each: identical for the full screen, line mode and the engine.

use foursight_core::{Column, Player, Position};
use foursight_explain::{Reason, reasons};
use foursight_phrases::{Language, reasons as phrases};
use foursight_solver::{Limits, Solver, Verdict, Wdl};

/// Text for a verdict without a proved reason.
pub const UNKNOWN: &str = phrases::UNKNOWN.get(Language::English);

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
    phrases::reason_text(Language::English, reason, mover, &|player| {
        player.to_string()
    })
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
            "it makes an odd threat at c3, for a5 to d2; neither player wants to fill the cell under c3; \
             16 cells are left elsewhere, so Second has to, and c3 ends the game with move 35",
        );
        check("454545", 4, "it completes d1 to d4");
        check("454545", 1, "it leaves e4, where Second completes e1 to e4");
    }
}
