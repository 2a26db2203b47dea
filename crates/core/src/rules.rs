//! The common interface of the rules of every variant.

use crate::{Board, End, Move, MoveError, Player};

/// A position under the rules of one variant.
///
/// [`Position`](crate::Position) handles everything common to all variants: once
/// [`end`](VariantRules::end) returns an end, it offers no moves and rejects every one.
pub(crate) trait VariantRules: Copy {
    /// Returns the player to move. After the end, returns the player who would be next.
    fn to_move(&self) -> Player;

    /// Returns the end of the game as far as the position alone determines it.
    fn end(&self) -> Option<End>;

    /// Returns the discs.
    fn board(&self) -> Board;

    /// Calls `visit` with every legal move, in a fixed order. Called only while the game is in
    /// progress.
    fn for_each_move(&self, visit: &mut dyn FnMut(Move));

    /// Plays a move. Called only while the game is in progress, with a column on the board. On an
    /// error the position is unchanged.
    fn apply(&mut self, mv: Move) -> Result<(), MoveError>;

    /// Returns the mirror image. Called only for symmetric rulesets.
    fn mirror(&self) -> Self;
}
