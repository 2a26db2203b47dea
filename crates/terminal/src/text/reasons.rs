//! Reasons in English, one clause each: identical for the full screen, line mode and the engine.

use foursight_core::{Column, Player, Position};
use foursight_explain::{ExplainBudget, Explainer, facts};
use foursight_phrases::facts::fact_text;
use foursight_phrases::reasons::ReasonTexts;
use foursight_phrases::{Language, reasons as phrases};
use foursight_solver::{Limits, Solver, Verdict, Wdl};

/// Text for a verdict without a proved reason.
pub const UNKNOWN: &str = phrases::UNKNOWN.get(Language::English);

/// Positions that the search for a proof visits at most: a player waits for it.
const PROOF_BUDGET: ExplainBudget = ExplainBudget {
    positions: 300_000,
    looks_ahead: false,
};

/// Returns the strongest fact about a drop that leads to this prospect, as a clause without a full
/// stop, or `None` if none is proved. `line` is the principal variation from here on, as far as it
/// is known.
#[must_use]
pub fn first_step(
    position: &Position,
    drop: Column,
    prospect: Wdl,
    line: &[Column],
) -> Option<String> {
    let found = facts(position, drop, prospect, line);
    let fact = found.first()?;
    let name = |player: Player| player.to_string();
    Some(fact_text(
        Language::English,
        fact,
        position.to_move(),
        &name,
    ))
}

/// Returns all reasons why a drop has this verdict, or `None` if no reason is proved. `verdicts` are
/// those of all columns, from the left. Uses the solver for the principal variation.
pub fn of_verdict(
    solver: &mut Solver,
    position: &Position,
    drop: Column,
    verdicts: &[Option<Verdict>],
    limits: Limits<'_>,
) -> Option<String> {
    let mut explainer = Explainer::with_limits(solver, PROOF_BUDGET, limits);
    let explanation = explainer.explain_drop(position, drop, verdicts)?;
    let texts = ReasonTexts {
        language: Language::English,
        mover: position.to_move(),
        name: &|player| player.to_string(),
    };
    let clauses: Vec<_> = explanation
        .reasons
        .iter()
        .map(|reason| texts.clause(reason))
        .collect();
    (!clauses.is_empty()).then(|| clauses.join("; "))
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
        let position = game.position();
        let columns = position.board().columns();
        let verdicts: Vec<_> = columns.map(|column| analysis.verdict(column)).collect();
        let reason = of_verdict(
            &mut solver,
            position,
            column(number),
            &verdicts,
            Limits::default(),
        );
        assert_eq!(
            reason.as_deref().unwrap_or(UNKNOWN),
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
            "First answers every drop on top of it, and takes the odd rows in column 3; with nothing \
             to answer any free cell will do, and First gets c3 when column 3 fills up; \
             it makes an odd threat at c3, for a5 to d2; neither player wants to fill the cell under c3; \
             16 cells are left elsewhere, so Second has to, and c3 ends the game with move 35",
        );
        check("454545", 4, "it completes d1 to d4");
        check("454545", 1, "it leaves e4, where Second completes e1 to e4");
    }
}
