//! The game that the first page shows: a position in which one move wins, and how it goes on.

use foursight_core::{Column, Game};

/// The game, as column numbers.
const DROPS: &[u8] = b"6525544433244331221";
/// Number of moves after which First has exactly one move that wins.
pub const QUESTION_PLIES: usize = 16;
/// Steps for which the question stays before the game goes on.
const QUESTION_STEPS: usize = 8;
/// Steps for which the final position stays before the question returns.
const REST_STEPS: usize = 5;
/// Number of steps after which the demo repeats.
pub const DEMO_STEPS: usize = QUESTION_STEPS + DROPS.len() - QUESTION_PLIES + REST_STEPS;

/// Returns the game at a step of the demo: the question, one move after the other, the end.
///
/// ```
/// use foursight_page::stage::demo::{DEMO_STEPS, QUESTION_PLIES, demo_game};
///
/// assert_eq!(demo_game(0).moves().len(), QUESTION_PLIES);
/// assert!(demo_game(DEMO_STEPS - 1).end().is_some());
/// ```
#[must_use]
pub fn demo_game(step: usize) -> Game {
    let plies = QUESTION_PLIES + step.saturating_sub(QUESTION_STEPS - 1);
    let drops = DROPS.iter().take(plies);
    drops.fold(Game::default(), |game, digit| {
        let column = Column::from_number((digit - b'0').into());
        let next = column.and_then(|column| game.drop_in(column).ok());
        next.unwrap_or(game)
    })
}

#[cfg(test)]
mod tests {
    use foursight_core::{End, Player};
    use foursight_solver::{Solver, Wdl};

    use super::*;

    #[test]
    fn one_move_wins_and_the_demo_finds_it() {
        let question = demo_game(0);
        assert_eq!(question.to_move(), Some(Player::First));
        let mut solver = Solver::default();
        let wins = question.legal_moves().into_iter().filter(|mv| {
            let mut after = question.clone();
            after.apply(*mv).expect("a legal move");
            let verdict = solver.verdict(after.position()).expect("a standard board");
            verdict.wdl() == Wdl::Loss
        });
        let wins: Vec<_> = wins.collect();
        let last = demo_game(DEMO_STEPS - 1);
        assert_eq!(wins, [last.moves()[QUESTION_PLIES]]);
        assert_eq!(last.end(), Some(End::Won(Player::First)));
        assert_eq!(last.moves().len(), DROPS.len());
    }

    #[test]
    fn a_step_plays_at_most_one_move() {
        for step in 1..DEMO_STEPS {
            let [before, after] = [step - 1, step].map(|step| demo_game(step).moves().len());
            assert!(after - before <= 1, "{step}");
        }
    }
}
