//! Checks that the moves of a game agree with the result that a tournament records for it.

use std::fmt;

use foursight_core::{End, Game, Player};

use crate::{DueGame, Tournament, TournamentEvent};

/// Disagreement between the moves of a game and its recorded result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ResultMismatch {
    /// The game is played under a different ruleset.
    Rules,
    /// The game does not begin with its drawn opening moves.
    Opening,
    /// The number of plies differs.
    Plies {
        /// Number of plies that the record claims.
        recorded: u16,
        /// Number of plies that were played.
        played: usize,
    },
    /// The moves do not end the game.
    NotOver,
    /// The moves give this winner instead; `None` is a draw.
    Winner(Option<Player>),
}

impl fmt::Display for ResultMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules => f.write_str("the moves are those of a game by other rules"),
            Self::Opening => f.write_str("the game does not begin with its drawn moves"),
            Self::Plies {
                recorded,
                played: found,
            } => {
                write!(f, "the line says {recorded} plies, its moves are {found}")
            }
            Self::NotOver => f.write_str("the moves do not end the game"),
            Self::Winner(Some(winner)) => write!(f, "by its moves {winner} has won"),
            Self::Winner(None) => f.write_str("by its moves the game is a draw"),
        }
    }
}

impl std::error::Error for ResultMismatch {}

/// Compares the moves of the game in an event with its result. `read` returns two games: the one
/// with these moves, and the one that holds only its opening.
///
/// # Errors
///
/// Returns an error if the moves cannot be read or contradict the result. Accepts an event that the
/// tournament rejects anyway, and a game without moves because it was played elsewhere.
pub fn check_event(
    tournament: &Tournament,
    event: &TournamentEvent,
    read: impl FnOnce(&str, &DueGame) -> Result<[Game; 2], String>,
) -> Result<(), String> {
    let TournamentEvent::Played {
        match_id,
        winner,
        plies,
        moves,
        ..
    } = event
    else {
        return Ok(());
    };
    let found = tournament.find_match(*match_id);
    let due = found.and_then(|found| tournament.next_game(found));
    let Some(due) = due.filter(|_| !moves.is_empty()) else {
        return Ok(());
    };
    let [game, opening] = read(moves, &due)?;
    check_result(&game, &opening, (*winner, *plies)).map_err(|error| error.to_string())
}

/// Compares a game with its recorded result and with its opening.
///
/// # Errors
///
/// Returns the first contradiction.
pub fn check_result(
    game: &Game,
    opening: &Game,
    (winner, plies): (Option<Player>, u16),
) -> Result<(), ResultMismatch> {
    if game.ruleset() != opening.ruleset() {
        return Err(ResultMismatch::Rules);
    }
    if !game.moves().starts_with(opening.moves()) {
        return Err(ResultMismatch::Opening);
    }
    let found = game.moves().len();
    if found != usize::from(plies) {
        return Err(ResultMismatch::Plies {
            recorded: plies,
            played: found,
        });
    }
    let winner_by_moves = match game.end().ok_or(ResultMismatch::NotOver)? {
        End::Won(winner) => Some(winner),
        End::Draw(_) => None,
    };
    if winner_by_moves != winner {
        return Err(ResultMismatch::Winner(winner_by_moves));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use foursight_core::{BothConnectRule, Column, Move, Ruleset, Variant};

    use super::*;

    fn game(columns: &[usize]) -> Game {
        let mut game = Game::new(Ruleset::STANDARD);
        for number in columns {
            let column = Column::from_number(*number).expect("in range");
            game.apply(Move::Drop(column)).expect("a legal move");
        }
        game
    }

    #[test]
    fn contradictions_are_found() {
        let won = game(&[1, 2, 1, 2, 1, 2, 1]);
        let first = Some(Player::First);
        let empty = Game::new(Ruleset::STANDARD);
        let other = Game::new(Ruleset::default_for(Variant::PopOut(
            BothConnectRule::default(),
        )));
        let check = |opening: &Game, recorded, reason| {
            assert_eq!(
                check_result(&won, opening, recorded).err(),
                reason,
                "{recorded:?}"
            );
        };
        check(&empty, (first, 7), None);
        check(&game(&[1, 2]), (first, 7), None);
        check(&game(&[2]), (first, 7), Some(ResultMismatch::Opening));
        check(&other, (first, 7), Some(ResultMismatch::Rules));
        let plies = ResultMismatch::Plies {
            recorded: 9,
            played: 7,
        };
        check(&empty, (first, 9), Some(plies));
        check(&empty, (None, 7), Some(ResultMismatch::Winner(first)));
        let second = Some(Player::Second);
        check(&empty, (second, 7), Some(ResultMismatch::Winner(first)));
        let open = game(&[1, 2]);
        let found = check_result(&open, &empty, (first, 2));
        assert_eq!(found, Err(ResultMismatch::NotOver));
    }
}
