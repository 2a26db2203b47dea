//! Reasons in English, one clause each: the same for the screen, for lines and for the engine.

use foursight_core::{Column, Player, Position};
use foursight_explain::{Parity, Reason, Threat, reasons};
use foursight_solver::{Limits, Prospect, Solver, Verdict};

/// What is said where no reason is proved.
pub const UNKNOWN: &str = "no simple reason found";

/// The strongest reason why a drop leads to this prospect, in a clause without a full stop; none
/// if no reason is proved. `line` is perfect play from here on, as far as it is known.
#[must_use]
pub fn first_step(
    position: &Position,
    drop: Column,
    prospect: Prospect,
    line: &[Column],
) -> Option<String> {
    let found = reasons(position, drop, prospect, line);
    found
        .first()
        .map(|reason| words(reason, position.to_move()))
}

/// All reasons why a drop has this verdict, asking the solver for the line after it. None if no
/// reason is proved.
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
        && let Ok(Some(rest)) = solver.line_within(&after, limits)
    {
        line.extend(rest);
    }
    let found = reasons(position, drop, verdict.prospect(), &line);
    let mover = position.to_move();
    let clauses: Vec<_> = found.iter().map(|reason| words(reason, mover)).collect();
    (!clauses.is_empty()).then(|| clauses.join("; "))
}

fn words(reason: &Reason, mover: Player) -> String {
    let opponent = mover.opponent();
    match reason {
        Reason::Connects(threat) => format!("it completes {}", ends(*threat)),
        Reason::Blocks(threat) => {
            let space = threat.space;
            format!(
                "it blocks {space}, where {opponent} would complete {}",
                ends(*threat)
            )
        }
        Reason::OnlySafe => format!("after any other drop {opponent} completes a line at once"),
        Reason::Fork { spaces: [one, two] } => {
            format!("it makes two threats at once, {one} and {two}")
        }
        Reason::Stacked { lower } => {
            format!("it makes two threats one above the other, from {lower} up")
        }
        Reason::Forces { drops, at_last } => forced(drops, at_last, mover),
        Reason::Threatens(threat) => {
            let (space, parity) = (threat.space, parity(*threat));
            format!("it makes {parity} threat at {space}, for {}", ends(*threat))
        }
        Reason::Counts { threat, left, ply } => count(*threat, *left, *ply),
        Reason::FollowUp { by, wins } => {
            let other = by.opponent();
            let result = if *wins {
                format!("completes a line before {other} can")
            } else {
                format!("keeps {other} from a line")
            };
            format!("{by} can answer every drop on top of it, which {result}")
        }
        Reason::Leaves(threat) | Reason::GivesAbove(threat) => {
            let how = match reason {
                Reason::GivesAbove(_) => "it opens",
                _ => "it leaves",
            };
            let space = threat.space;
            format!(
                "{how} {space}, where {opponent} completes {}",
                ends(*threat)
            )
        }
        Reason::Allows { reply, because } => {
            let because = words(because, opponent);
            format!("{opponent} answers in column {reply}: {because}")
        }
        Reason::Mirrors(other) => format!("it mirrors column {other}"),
        _ => UNKNOWN.to_owned(),
    }
}

/// The count that decides who has to open a threat.
fn count(threat: Threat, left: usize, ply: usize) -> String {
    let (space, loser) = (threat.space, threat.player.opponent());
    let left = match left {
        0 => "no space is left elsewhere".to_owned(),
        1 => "1 space is left elsewhere".to_owned(),
        _ => format!("{left} spaces are left elsewhere"),
    };
    format!(
        "nobody wants to fill the space under {space}; {left}, so {loser} has to, and {space} ends \
         the game on ply {ply}"
    )
}

/// A way that leaves the opponent no choice.
fn forced(drops: &[Column], at_last: &Reason, mover: Player) -> String {
    let opponent = mover.opponent();
    let steps = drops.chunks_exact(2).zip(0..).map(|(pair, number)| {
        let start = match number {
            0 => format!("{opponent} must answer in column"),
            _ => "answered in".to_owned(),
        };
        format!("{start} {}, then {}, ", pair[0], pair[1])
    });
    let text: String = steps.collect();
    let last = words(at_last, mover);
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
    use foursight_solver::Options;

    /// What is said of a column after some drops.
    fn check(moves: &str, number: usize, expected: &str) {
        let column = |number| Column::from_number(number).expect("in range");
        let mut game = Game::default();
        for digit in moves.chars() {
            let number = digit.to_digit(10).expect("a digit") as usize;
            game = game.drop_in(column(number)).expect("legal");
        }
        let mut solver = Solver::new(Options::default());
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
    fn reasons_are_said_in_words() {
        let guide = "12611642613552255512";
        check(
            guide,
            4,
            "it makes an odd threat at c3, for a5 to d2; nobody wants to fill the space under c3; \
             16 spaces are left elsewhere, so Second has to, and c3 ends the game on ply 35",
        );
        check("454545", 4, "it completes d1 to d4");
        check("454545", 1, "it leaves e4, where Second completes e1 to e4");
    }
}
