//! The state of the page, changed only by [`update`].
//!
//! A [`Message`] reports an external event: a key press, a reply of the engine, a new address. `update`
//! changes the model and returns effects for the shell to perform. Time and a random seed arrive with
//! each message as [`TimeAndSeed`]. The same messages therefore always produce the same page, and the tests
//! need no browser.
//!
//! A game is played at a [`Table`](foursight_table::Table). Sounds, announcements, animations, saving and
//! training of the learner follow from the result of each event ([`AppliedEvent`](foursight_table::AppliedEvent)),
//! never from a comparison of two games. Views subscribe to slices of the model independently.
//!
//! Features in lazy chunks have states of their own in the model, which it does not name.
//!
//! | module | responsibility |
//! |---|---|
//! | `inbox`, `update` | message queue and dispatch |
//! | `key_commands` | commands of keys and buttons |
//! | `table_commands` | commands to the table, and the consequences of an event |
//! | `engine_requests`, `stand_in` | requests to the engine; the bot that moves in place of a net |
//! | `lazy`, `refusal`, `read_aloud` | calls of code in a lazy chunk; refusals and descriptions |
//! | `features` | states of other features |
//! | `playback` | viewing earlier plies, and replays |
//! | `persistence`, `import` | games of earlier visits and of other tabs; games read from text |
//! | `announce`, `view_state`, `verdict_text` | screen-reader announcements, visible texts, verdicts in words |
//! | `authority`, `delegate` | the game in the play view and the authority over it |
//! | `saved_table`, `held_piece` | tables as text; the piece in the hand |

mod announce;
mod authority;
mod delegate;
mod effect;
mod engine_requests;
mod features;
mod held_piece;
mod import;
mod inbox;
mod key_commands;
mod lazy;
mod message;
mod persistence;
mod playback;
mod read_aloud;
mod refusal;
mod saved_table;
mod stand_in;
mod table_commands;
#[cfg(test)]
mod tests;
mod update;
mod verdict_text;
mod view_state;

use foursight_core::{Column, Game, Move};

use features::FeatureStates;
use lazy::LazyCalls;

use crate::hand::Hand;
use crate::links::Route;
use crate::settings::Settings;
use crate::slice::Slice;
use crate::text::{Language, Text};
use crate::wording::player_names::PlayerNames;

pub use authority::{Authority, Play};
pub use delegate::{CommandRoute, DelegateStatus, GameDelegate};
pub use effect::Effect;
pub use engine_requests::{EngineState, PendingRequest};
pub use features::{ErasedState, FeatureEffect, FeatureMessage};
pub use import::{StoredTables, record_of, replay_message};
pub use inbox::Inbox;
pub use lazy::{LAZY_CODE, LazyCode};
pub use message::{Focus, Message, TimeAndSeed, Timer};
pub use persistence::{StartupState, TABLE_KEY, TABLES_MAX, table_key};
pub use playback::{PLAYBACK_INTERVALS_MS, Playback};
pub use saved_table::{
    START_POLICY_NAMES, game_from_text, game_to_text, last_touched_ms, with_name,
};
pub use stand_in::stand_in_notice;
pub use update::update;
pub use verdict_text::{VerdictSummary, VerdictTag, summarise_verdicts};
pub use view_state::{ColumnButton, PlayViewState, SeatView};

/// A dialog over the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialog {
    /// The list of keys.
    Keys,
    /// The settings.
    Settings,
    /// The options of a new game.
    NewGame,
    /// Links and files of this game.
    Share,
    /// The rules of this game.
    Rules,
}

/// Texts of the two live regions for screen readers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LiveRegions {
    /// Read when the screen reader is idle.
    pub polite: String,
    /// Read at once.
    pub assertive: String,
}

/// Display modes of the page.
#[expect(clippy::struct_excessive_bools, reason = "independent flags")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DisplayState {
    /// Only the board is shown.
    pub is_zen: bool,
    /// The board is shown from behind.
    pub is_flipped: bool,
    /// The debug panel is shown.
    pub is_debug: bool,
    /// The flat board is offered, because the scene is too slow.
    pub offers_flat: bool,
    /// Number of refused moves so far; each increment shakes the board.
    pub refusals: u32,
}

/// State of the page.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent flags")]
pub struct Model {
    /// The game in the play view.
    pub play: Slice<Play>,
    /// The game as displayed, which may be at an earlier ply.
    pub viewed_game: Slice<Game>,
    /// Texts and flags about it, in the language of the page.
    pub view: Slice<PlayViewState>,
    /// The column aimed at.
    pub aim: Slice<Option<Column>>,
    /// The piece that a press on a column plays.
    pub hand: Slice<Hand>,
    /// The displayed ply, if it is not the last one.
    pub viewed_ply: Slice<Option<usize>>,
    /// Automatic playback of a record.
    pub playback: Slice<Playback>,
    /// Hints and refusals.
    pub notice: Slice<String>,
    /// Texts of the live regions.
    pub live_regions: Slice<LiveRegions>,
    /// The open dialog.
    pub dialog: Slice<Option<Dialog>>,
    /// The current page.
    pub route: Slice<Route>,
    /// The settings.
    pub settings: Slice<Settings>,
    /// Requests to the engine and their results.
    pub engine: Slice<EngineState>,
    /// Display modes of the page.
    pub display: Slice<DisplayState>,
    /// The finished games, as text.
    pub archive: Slice<String>,
    /// Status of the delegated game in the play view.
    pub delegate_status: Slice<DelegateStatus>,
    /// The page's own game while another one is in the play view.
    parked: Option<Play>,
    delegate: Option<Box<dyn GameDelegate>>,
    lazy: LazyCalls,
    features: FeatureStates,
    /// The language of the browser.
    language: Language,
    /// The next digit selects a column to be read aloud.
    awaits_column: bool,
    last_request_id: u32,
    /// Games the learner has yet to learn from; the first one may be in progress.
    training_queue: Vec<engine_requests::TrainingGame>,
    /// The moves that the page calls best in the current position.
    suggested: Vec<Move>,
    /// Another tab plays at this table and requests the moves of its bots.
    is_mirroring: bool,
    /// Two bots pause again after the next move.
    is_single_step: bool,
    /// The user has done nothing yet, so a game of an earlier visit may replace this one.
    is_pristine: bool,
    effects: Vec<Effect>,
}

impl Model {
    /// Returns the catalogue of the selected language.
    #[must_use]
    pub fn text(&self) -> Text {
        Text(self.settings.language.unwrap_or(self.language))
    }

    /// Returns the names of the players in the game in the play view.
    #[must_use]
    pub fn names(&self) -> PlayerNames {
        PlayerNames::of(self.text(), self.play.start())
    }

    /// Returns the page's own game, even while another one is in the play view.
    #[must_use]
    pub fn own(&self) -> &Play {
        self.parked.as_ref().unwrap_or(&self.play)
    }

    fn emit(&mut self, effect: Effect) {
        self.effects.push(effect);
    }
}
