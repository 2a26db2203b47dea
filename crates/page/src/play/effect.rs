//! Effects that the model requests. The shell performs them in order, each in a few lines.

use foursight_core::Column;
use foursight_protocol::engine::EngineQuery;

use super::{FeatureEffect, Timer};
use crate::sound::Tone;
use crate::stage::BoardAnimation;

/// A request to the browser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Prevent the default action of the key press.
    ConsumeKey,
    /// Animate the displayed board.
    Animate(BoardAnimation),
    /// Play a sound at a volume up to [`VOLUME_MAX`](crate::settings::VOLUME_MAX).
    PlayTone(Tone, u8),
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
    /// Cancel the last request that trains no learner.
    CancelRequest,
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
    /// Read the saved table of this id; the answer is [`Message::TableRead`](super::Message::TableRead).
    ReadTable(u64),
    /// Load the lazy chunk; the answer is [`Message::LazyCodeLoaded`](super::Message::LazyCodeLoaded).
    LoadLazyCode,
    /// Delete the game saved by the first version: it is saved as a table now.
    DeleteLegacyGame,
    /// The text under this key cannot be read: move it to a key that nothing overwrites.
    Quarantine(String),
    /// Add a finished game to the archive, by its number. It is saved even before the chunk of the
    /// archive is loaded.
    ArchiveGame(u64, String),
    /// Perform an effect of a feature.
    Feature(FeatureEffect),
}
