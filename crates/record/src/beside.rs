//! The moves that stand beside a grid.
//!
//! In Pop Out, Pop Ten and Power Up a grid does not tell how it came about, what is set aside or
//! what is left in stock. There its moves are written with it, as a drop string, in every form that
//! shows a grid. Wherever moves stand beside a grid they are played, and the grid has to be the one
//! they lead to.

use foursight_core::{Disc, Game, Ruleset, Setup, Space};

use crate::error::{Place, ReadError, Reason};
use crate::moves;

/// What stands before the moves below a picture.
const LABEL: &str = "moves:";

/// How much of a disc a form shows.
#[derive(Clone, Copy)]
pub(crate) enum Shown {
    /// Whose it is.
    Owner,
    /// That, and which power disc it is.
    Kind,
}

/// The moves to write beside the grid of a game; none where the grid is enough.
pub(crate) fn moves_of(game: &Game) -> Option<String> {
    let is_enough = game.ruleset().variant().is_drop_only() || game.moves().is_empty();
    (!is_enough).then(|| moves::write_digits(game))
}

/// The line with the moves that belongs below a grid as apps show it, so that it can be read back;
/// none where the grid is enough.
///
/// ```
/// use foursight_core::Ruleset;
/// use foursight_record::{Emoji, moves_line, read};
///
/// # let emoji = Emoji { empty: '.', first: 'x', second: 'o' };
/// let game = read("pop-out 44P4", Ruleset::default(), &emoji)?;
/// assert_eq!(moves_line(&game).as_deref(), Some("moves: 44P4"));
/// let game = read("44", Ruleset::default(), &emoji)?;
/// assert_eq!(moves_line(&game), None);
/// # Ok::<_, foursight_record::ReadError>(())
/// ```
#[must_use]
pub fn moves_line(game: &Game) -> Option<String> {
    moves_of(game).map(|moves| format!("{LABEL} {moves}"))
}

/// The byte offset of the moves in a line, if they are what the line is about.
pub(crate) fn offset_in(line: &str) -> Option<usize> {
    line.starts_with(LABEL).then_some(LABEL.len())
}

/// The game of a grid that was read: the one of the moves beside it, otherwise one that leads to it.
pub(crate) fn to_game(
    setup: &Setup,
    shown: Shown,
    beside: Option<Game>,
) -> Result<Game, ReadError> {
    let Some(game) = beside else {
        return Ok(setup.to_game()?);
    };
    let grid = game.position().grid();
    let seen = |disc: Option<Disc>| match shown {
        Shown::Kind => disc,
        Shown::Owner => disc.map(|disc| Disc::ordinary(disc.owner)),
    };
    for column in grid.columns() {
        for row in grid.rows() {
            let space = Space { column, row };
            let played = grid.disc_at(space);
            if seen(setup.disc_at(space)) != seen(played) {
                return Err(ReadError {
                    place: Place::Space { space, spot: None },
                    reason: Reason::OtherGrid(played),
                });
            }
        }
    }
    Ok(game)
}

/// The game of moves that are a text of their own, so that their place there means nothing outside.
pub(crate) fn read(moves: &str, ruleset: Ruleset) -> Result<Game, ReadError> {
    moves::read_digits(moves, 0..moves.len(), ruleset).map_err(|mut error| {
        if let Place::Ply { spot, .. } = &mut error.place {
            *spot = None;
        }
        error
    })
}
