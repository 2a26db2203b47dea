//! The one interface behind which the rules of every variant stand.

use crate::{End, Grid, Move, MoveError, Player};

/// A position under the rules of one variant.
///
/// [`Position`](crate::Position) answers what is common to all of them: it offers no move and
/// refuses every one once [`end`](Rules::end) names an end.
pub(crate) trait Rules: Copy {
    /// Who is to move; after the end, who would be.
    fn to_move(&self) -> Player;

    /// How the game ended, as far as the position alone can tell.
    fn end(&self) -> Option<End>;

    /// The discs.
    fn grid(&self) -> Grid;

    /// Hands over every legal move, in a fixed order. Asked only while the game goes on.
    fn each_move(&self, take: &mut dyn FnMut(Move));

    /// Makes a move. Asked only while the game goes on, with a column inside the grid. On an
    /// error the position is as it was.
    fn apply(&mut self, step: Move) -> Result<(), MoveError>;

    /// The mirror image. Asked only where the ruleset is symmetric.
    fn mirror(&self) -> Self;
}
