//! Effects that the model requests. The shell performs them in order, each in a few lines.

use foursight_core::{Column, Game, MoveError};
use foursight_protocol::engine::{EngineQuery, VerdictBounds};
use foursight_record::ReadError;
use foursight_table::Ply;

use super::{GameText, SavedTextError, Timer};
use crate::sound::SoundPosition;
use crate::text::UiMessage as M;

/// A change of the displayed board. The shell passes each one to the renderers directly: a signal
/// would merge the changes of one moment, and a bot's reply would swallow the move before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardAnimation {
    /// Show this game without an animation.
    Jump(Game),
    /// These plies were made or taken back in this order, and led to this game.
    Plies(Vec<Ply>, Game),
    /// All discs leave through the bottom, and this game begins.
    Empty(Game),
    /// A move in this column was refused.
    Refused(Column),
}

impl BoardAnimation {
    /// Returns the change from one game to another: a single ply if they are neighbours, otherwise
    /// a jump.
    #[must_use]
    pub fn between(before: &Game, after: Game) -> Self {
        let (from, to) = (before.moves().len(), after.moves().len());
        let longer = if from < to { &after } else { before };
        let are_neighbours = from.abs_diff(to) == 1
            && before
                .moves()
                .iter()
                .zip(after.moves())
                .all(|(old, new)| old == new);
        let earlier = longer.undo().filter(|_| are_neighbours);
        let Some((earlier, mv)) = earlier.zip(longer.moves().last()) else {
            return Self::Jump(after);
        };
        let ply = Ply::new(from.max(to), earlier.position(), *mv, longer.position());
        let ply = if from < to { ply } else { ply.reversed() };
        Self::Plies(vec![ply], after)
    }
}

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

/// Reason of a refusal, by its kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RefusalReason {
    /// A text is no game.
    Text(ReadError),
    /// A saved text is damaged.
    Damage(SavedTextError),
    /// A move is not allowed.
    Move(MoveError),
}

/// A request to the browser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Prevent the default action of the key press.
    ConsumeKey,
    /// Animate the displayed board.
    Animate(BoardAnimation),
    /// Play a sound at a volume up to [`VOLUME_MAX`](super::VOLUME_MAX).
    PlayTone(Tone, u8),
    /// Read a column aloud, or the whole board.
    ReadAloud(Option<Column>),
    /// Read the clocks aloud.
    ReadClocksAloud,
    /// Focus the button of a column.
    FocusColumn(Column),
    /// Focus the main content if the focused element is gone.
    RestoreFocus,
    /// Navigate to this page.
    Navigate(&'static str),
    /// Replace the current address: the query, if given, and the fragment.
    ReplaceAddress(Option<String>, String),
    /// Send a request to the engine. The shell fills in the memory of a learner.
    SendRequest(u32, EngineQuery),
    /// Cancel all requests: terminate the engine and start another.
    CancelRequests,
    /// Start a timer of this many milliseconds.
    StartTimer(u32, Timer),
    /// Save the settings.
    SaveSettings(String),
    /// Save the memory of the learner.
    SaveLearner(String),
    /// Save the table of this id. This tab restores it after a reload.
    SaveTable(u64, String),
    /// Delete the saved table of this id.
    DeleteTable(u64),
    /// Load the table of this id and continue there.
    LoadTable(u64),
    /// Read a game from a text.
    ImportGame(GameText),
    /// Describe the verdicts of all columns, for the request of this id.
    DescribeVerdicts(u32, Vec<Option<VerdictBounds>>),
    /// Delete the game saved by the first version: it is saved as a table now.
    DeleteLegacyGame,
    /// The text under this key cannot be read: move it to a key that nothing overwrites.
    Quarantine(String),
    /// Add a finished game to the archive, by its number. It is saved even before the chunk of the
    /// archive is loaded.
    ArchiveGame(u64, String),
    /// Show and announce a refusal, with its reason once the texts are loaded.
    ExplainRefusal(M, RefusalReason),
    /// Load the chunk needed soon after the first move.
    PreloadChunk,
}
