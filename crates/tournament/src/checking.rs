//! Whether a game is the one that a tournament says was played.

use std::fmt;

use foursight_core::{End, Game, Player};

use crate::{DueGame, Event, Tournament};

/// What contradicts the result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Contradiction {
    /// It is played by other rules.
    Rules,
    /// It does not begin with the moves that were drawn for it.
    Opening,
    /// It has another number of plies.
    Plies {
        /// How many the line says.
        said: u16,
        /// How many there are.
        found: usize,
    },
    /// Its moves do not end it.
    NotOver,
    /// The other player won it, or neither.
    Winner(Option<Player>),
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules => f.write_str("the moves are those of a game by other rules"),
            Self::Opening => f.write_str("the game does not begin with its drawn moves"),
            Self::Plies { said, found } => {
                write!(f, "the line says {said} plies, its moves are {found}")
            }
            Self::NotOver => f.write_str("the moves do not end the game"),
            Self::Winner(Some(winner)) => write!(f, "by its moves {winner} has won"),
            Self::Winner(None) => f.write_str("by its moves the game is a tie"),
        }
    }
}

impl std::error::Error for Contradiction {}

/// Compares the moves of a game that an event tells of with its result. `read` makes two games: the one of these
/// moves, and the one as it had to begin.
///
/// # Errors
///
/// Why the moves cannot be read, or what contradicts the result. An event that the tournament refuses anyway, and a
/// game that was played elsewhere and has no moves, are no error here.
pub fn check_event(
    tournament: &Tournament,
    event: &Event,
    read: impl FnOnce(&str, &DueGame) -> Result<[Game; 2], String>,
) -> Result<(), String> {
    let Event::Played {
        match_id,
        winner,
        plies,
        moves,
        ..
    } = event
    else {
        return Ok(());
    };
    let found = tournament.find(*match_id);
    let due = found.and_then(|found| tournament.next_game(found));
    let Some(due) = due.filter(|_| !moves.is_empty()) else {
        return Ok(());
    };
    let [game, begun] = read(moves, &due)?;
    check_played(&game, &begun, (*winner, *plies)).map_err(|error| error.to_string())
}

/// Compares a game with the result that is told of it, and with how it had to begin.
///
/// # Errors
///
/// The first thing that contradicts the result.
pub fn check_played(
    game: &Game,
    opening: &Game,
    (winner, plies): (Option<Player>, u16),
) -> Result<(), Contradiction> {
    if game.ruleset() != opening.ruleset() {
        return Err(Contradiction::Rules);
    }
    if !game.moves().starts_with(opening.moves()) {
        return Err(Contradiction::Opening);
    }
    let found = game.moves().len();
    if found != usize::from(plies) {
        return Err(Contradiction::Plies { said: plies, found });
    }
    let by_moves = match game.end().ok_or(Contradiction::NotOver)? {
        End::Won(winner) => Some(winner),
        End::Tied(_) => None,
    };
    if by_moves != winner {
        return Err(Contradiction::Winner(by_moves));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use foursight_core::{BothConnect, Column, Move, Ruleset, Variant};

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
    fn what_is_told_of_a_game_must_be_so() {
        let won = game(&[1, 2, 1, 2, 1, 2, 1]);
        let first = Some(Player::First);
        let empty = Game::new(Ruleset::STANDARD);
        let other = Game::new(Ruleset::usual(Variant::PopOut(BothConnect::default())));
        let check = |opening: &Game, told, why| {
            assert_eq!(check_played(&won, opening, told).err(), why, "{told:?}");
        };
        check(&empty, (first, 7), None);
        check(&game(&[1, 2]), (first, 7), None);
        check(&game(&[2]), (first, 7), Some(Contradiction::Opening));
        check(&other, (first, 7), Some(Contradiction::Rules));
        let plies = Contradiction::Plies { said: 9, found: 7 };
        check(&empty, (first, 9), Some(plies));
        check(&empty, (None, 7), Some(Contradiction::Winner(first)));
        let second = Some(Player::Second);
        check(&empty, (second, 7), Some(Contradiction::Winner(first)));
        let open = game(&[1, 2]);
        let found = check_played(&open, &empty, (first, 2));
        assert_eq!(found, Err(Contradiction::NotOver));
    }
}
