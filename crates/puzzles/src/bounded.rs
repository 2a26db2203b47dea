//! Wins within a few moves, by the rules alone. It serves the variants that the solver does not
//! know, and the tests as a second opinion.
//!
//! Own moves count, not plies: in Power Up a turn may have two.

use foursight_core::{End, Move, Player, Position};

/// Returns true if the player completes a line with at most this many own moves, whatever the
/// opponent does.
///
/// Repetition is not considered: callers ask from games that repeat nothing, for fewer moves than a
/// third repetition takes.
#[must_use]
pub fn wins_within(position: &Position, player: Player, own_moves: u8) -> bool {
    match position.end() {
        Some(End::Won(winner)) => return winner == player,
        Some(_) => return false,
        None if own_moves == 0 => return false,
        None => {}
    }
    let moves = position.moves();
    if position.to_move() == player {
        let after = |mv: &Move| position.after(*mv).ok();
        let wins_now =
            |mv: &Move| after(mv).is_some_and(|next| next.end() == Some(End::Won(player)));
        return moves.iter().any(wins_now)
            || (own_moves > 1
                && moves.iter().any(|mv| {
                    after(mv).is_some_and(|next| wins_within(&next, player, own_moves - 1))
                }));
    }
    let loses = |mv: &Move| {
        position
            .after(*mv)
            .is_ok_and(|next| wins_within(&next, player, own_moves))
    };
    !moves.is_empty() && moves.iter().all(loses)
}

/// Returns the fewest own moves, up to a limit, within which the player wins.
#[must_use]
pub(crate) fn fewest_moves_to_win(position: &Position, player: Player, most: u8) -> Option<u8> {
    (0..=most).find(|own_moves| wins_within(position, player, *own_moves))
}

#[cfg(test)]
mod tests {
    use foursight_core::{Column, Ruleset};
    use foursight_solver::{Solver, Verdict};

    use super::*;

    #[test]
    fn short_wins_are_those_of_the_solver() {
        let mut solver = Solver::default();
        let mut rng = foursight_core::SplitMix64::new(1);
        let mut wins = 0;
        for _ in 0..400 {
            let mut position = Position::new(Ruleset::STANDARD);
            while position.board().discs() < 24 && !position.is_over() {
                let column = Column::from_index(rng.below(7)).expect("in range");
                position = position.drop_in(column).unwrap_or(position);
            }
            if position.is_over() {
                continue;
            }
            let verdict = solver.verdict(&position).expect("a standard board");
            let player = position.to_move();
            for own_moves in 0..=3 {
                let expected = matches!(verdict, Verdict::Win { plies } if plies < 2 * own_moves);
                assert_eq!(
                    wins_within(&position, player, own_moves),
                    expected,
                    "{position:?}"
                );
                wins += usize::from(expected);
            }
            let loss = matches!(verdict, Verdict::Loss { plies } if plies <= 4);
            assert_eq!(
                wins_within(&position, player.opponent(), 2),
                loss,
                "{position:?}"
            );
        }
        assert!(wins > 100, "{wins}");
    }
}
