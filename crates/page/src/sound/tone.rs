//! Sound effects by their event.

use super::SoundPosition;

/// A sound effect and its place. Rows are the height of a fall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// A disc falls into a column.
    Drop(SoundPosition, usize),
    /// An anvil falls through a column to the bottom.
    Anvil(SoundPosition, usize),
    /// A bomb falls into a column, before it removes a disc.
    Bomb(SoundPosition, usize),
    /// A wall falls into a column.
    Wall(SoundPosition, usize),
    /// A disc that gives another turn falls into a column.
    Double(SoundPosition, usize),
    /// A disc leaves through the bottom of a column, and the others fall by one.
    Pop(SoundPosition),
    /// A bomb removes a disc.
    Strike(SoundPosition),
    /// A move is taken back.
    TakeBack(SoundPosition),
    /// A move was refused.
    Refused,
    /// A game is won by a disc that falls this many rows.
    Won(usize),
    /// A game is drawn by a disc that falls this many rows.
    Draw(usize),
    /// The board is emptied.
    Release,
    /// One of the last ten seconds of a clock.
    Tick,
    /// A remote player or the server needs the attention of the player here.
    Attention,
}
