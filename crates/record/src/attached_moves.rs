//! Moves attached to a board.
//!
//! In Pop Out, Pop Ten and Power Up a board does not determine the moves that led to it, the discs
//! set aside or the power discs in stock. Every form that shows a board therefore attaches the
//! moves as a drop string. The readers play attached moves in all variants and require that they
//! lead to the board.

use foursight_core::{Cell, Disc, Game, Ruleset, Setup};

use crate::error::{ErrorLocation, ReadError, ReadErrorKind};
use crate::moves;

/// Label of the moves below a picture.
const LABEL: &str = "moves:";

/// Amount of detail that a form shows of a disc.
#[derive(Clone, Copy)]
pub(crate) enum DiscDetail {
    /// The owner only.
    Owner,
    /// The owner and the kind of a power disc.
    Kind,
}

/// Returns the moves to attach to the board of a game, or `None` where the board determines the
/// game.
pub(crate) fn required_moves(game: &Game) -> Option<String> {
    let is_determined = game.ruleset().variant().is_drop_only() || game.moves().is_empty();
    (!is_determined).then(|| moves::write_digits(game))
}

/// Returns the line of moves below the board in text output of apps, so that readers can restore
/// the game. Returns `None` where the board determines the game.
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
    required_moves(game).map(|moves| format!("{LABEL} {moves}"))
}

/// Returns the byte offset of the moves in a line that holds attached moves.
pub(crate) fn moves_offset(line: &str) -> Option<usize> {
    line.starts_with(LABEL).then_some(LABEL.len())
}

/// Returns the game of the attached moves after comparing it with the board, or without attached
/// moves a game that leads to the board.
pub(crate) fn to_game(
    setup: &Setup,
    detail: DiscDetail,
    attached: Option<Game>,
) -> Result<Game, ReadError> {
    let Some(game) = attached else {
        return Ok(setup.to_game()?);
    };
    let board = game.position().board();
    let visible = |disc: Option<Disc>| match detail {
        DiscDetail::Kind => disc,
        DiscDetail::Owner => disc.map(|disc| Disc::ordinary(disc.owner)),
    };
    for column in board.columns() {
        for row in board.rows() {
            let cell = Cell { column, row };
            let played = board.disc_at(cell);
            if visible(setup.disc_at(cell)) != visible(played) {
                return Err(ReadError {
                    location: ErrorLocation::Cell {
                        cell,
                        location: None,
                    },
                    kind: ReadErrorKind::OtherBoard(played),
                });
            }
        }
    }
    Ok(game)
}

/// Reads moves that are a string inside another text. Drops the location from errors, because it
/// would refer to the string instead of the whole text.
pub(crate) fn read_moves(moves: &str, ruleset: Ruleset) -> Result<Game, ReadError> {
    moves::read_digits(moves, 0..moves.len(), ruleset).map_err(|mut error| {
        if let ErrorLocation::Ply { location: spot, .. } = &mut error.location {
            *spot = None;
        }
        error
    })
}
