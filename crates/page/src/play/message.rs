//! Messages to the model, from players, the engine, the browser and delegates.

use foursight_core::{Column, Game};
use foursight_table::{Entry, GameStart, SavedTable, Table};

use super::{
    DelegateStatus, Dialog, FeatureMessage, GameDelegate, LazyCode, StoredTables, VerdictTag,
};
use crate::engine_client::RequestResult;
use crate::hand::Hand;
use crate::keys::KeyCommand;
use crate::settings::{Settings, View};

/// Time and random seed; the model gets both only from here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeAndSeed {
    /// Milliseconds since 1970.
    pub at_ms: u64,
    /// Random seed; bots use it to choose among equally good moves.
    pub seed: u64,
}

/// Kind of the focused element when a key is pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Focus {
    /// An element without key handling.
    Page,
    /// A button or a link, activated by Enter and the space bar.
    Control,
    /// A select field.
    Field,
    /// A text field.
    TextField,
}

/// An expired timer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timer {
    /// The natural delay of a bot's move, by request id.
    Bot(u32),
    /// The next move of a playback; ignored unless it is still this run.
    Playback(u32),
}

/// A message to the model.
#[derive(Debug)]
pub enum Message {
    /// A key was pressed while an element of this kind had the focus.
    KeyPressed(String, Focus),
    /// Run a command without its key; sent by buttons.
    RunCommand(KeyCommand),
    /// A column was pressed.
    PressColumn(Column),
    /// The area below a column was pressed.
    PressBelow(Column),
    /// Aim at a column, or at none.
    AimAt(Option<Column>),
    /// Take this piece into the hand.
    SetHand(Hand),
    /// Skip the rest of the turn.
    Pass,
    /// Start the next game of the same players, or restart this one.
    NextGame,
    /// Let two bots continue.
    Resume,
    /// Pause two bots.
    Pause,
    /// Let two paused bots make one move.
    StepBots,
    /// A clock reached one of its last seconds, or its end.
    ClockTick,
    /// The page is hidden and may be closed: save the clocks.
    PageHidden,
    /// Reset the score to 0:0.
    ResetScore,
    /// Send the failed request again.
    RetryEngine,
    /// View the position after this many moves, or the current one.
    ViewPly(Option<usize>),
    /// Start or stop the playback of a record.
    TogglePlayback,
    /// Set the playback speed, as an index into [`PLAYBACK_INTERVALS_MS`](super::PLAYBACK_INTERVALS_MS).
    SetPlaybackSpeed(usize),
    /// Open a dialog, or close it.
    SetDialog(Option<Dialog>),
    /// Change the settings.
    ChangeSettings(Settings),
    /// Start this game at a table of its own.
    StartGame(Box<GameStart>),
    /// View this record from a ply on. Its seats carry the names of the players.
    ShowRecord(Box<SavedTable>, Option<usize>),
    /// There is no page at this address.
    RouteNotFound,
    /// Show the game of a delegate in the play view, in its present state.
    ShowDelegated(Box<Table>, Box<dyn GameDelegate>),
    /// Apply entries decided elsewhere.
    ApplyEntries(Vec<Entry>),
    /// Replace the table by the one decided elsewhere; wrong predictions are taken back.
    ReplaceTable(Box<Table>),
    /// Show and announce a text.
    Announce(String),
    /// The engine accepts requests.
    EngineReady,
    /// The result of the request of this id. There is none for a cancelled request.
    EngineAnswered(u32, RequestResult),
    /// A timer expired.
    Timer(Timer),
    /// The address changed: its fragment and its query.
    AddressChanged(String, String),
    /// Another tab saved this text under a key.
    StorageChanged(String, String),
    /// Restore the game of an earlier visit from these tables.
    RestoreTables(StoredTables),
    /// The text of the saved table of this id, if there is one: continue there.
    TableRead(u64, Option<String>),
    /// The lazy chunk is loaded, or could not be.
    LazyCodeLoaded(Option<&'static LazyCode>),
    /// The status of the delegated game changed.
    SetDelegateStatus(DelegateStatus),
    /// A message of a feature in a lazy chunk.
    Feature(Box<dyn FeatureMessage>),
    /// Rename the page's own game.
    RenameGame(String),
    /// Verdict tags of a reviewed record.
    SetVerdictTags(Vec<Option<VerdictTag>>),
    /// The archive changed; its text.
    ArchiveChanged(String),
    /// The scene is too slow even in its lowest quality: offer the flat board.
    SceneTooSlow,
    /// Show the board in this way from now on, and withdraw the offer.
    ShowBoard(View),
    /// Continue this game in the play view.
    ContinueGame(Box<Game>),
}

impl Message {
    /// True for input at the table, which waits while saved games are restored: a drop into the
    /// empty board would start a new game instead of continuing the restored one.
    #[must_use]
    pub fn is_player_input(&self) -> bool {
        matches!(
            self,
            Self::KeyPressed(..)
                | Self::RunCommand(_)
                | Self::PressColumn(_)
                | Self::Pass
                | Self::NextGame
                | Self::StartGame(_)
        )
    }
}
