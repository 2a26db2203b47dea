//! Messages whose texts the page shares with the terminal and the command.

use foursight_phrases::{Phrase, refusals};

use super::UiMessage;

/// Gives phrases of the shared catalogue a name among the messages: `Name = path::PHRASE`.
macro_rules! shared {
    ($($name:ident = $phrase:expr,)*) => {
        #[expect(non_upper_case_globals, reason = "they are the names of messages")]
        impl UiMessage {
            $(#[doc = stringify!($phrase)] pub const $name: Self = {
                const SHARED: Phrase = $phrase;
                Self(&SHARED.0)
            };)*
        }
    };
}

shared! {
    GameOver = refusals::GAME_OVER,
    NotYourTurn = refusals::NOT_YOUR_TURN,
    ColumnFull = refusals::COLUMN_FULL,
    IsPaused = refusals::PAUSED,
    NothingToUndo = refusals::NOTHING_TO_UNDO,
    NothingToRedo = refusals::NOTHING_TO_REDO,
    OnlineNoOffer = refusals::NO_OFFER,
    OnlineStale = refusals::STALE,
}
