//! What the model hears: from people, the engine, the browser and parts of the page.

use foursight_core::{Column, Game};
use foursight_protocol::engine::Found;
use foursight_table::{Entry, Saved, Start, Table};

use super::{Damage, Dialog, Effect, Hand, Judged, Part, Play, Settings, Tag, Why};
use crate::keys::Command;
use crate::text::Message as M;

/// The time and a bit of chance, which come with each message and in no other way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Now {
    /// Milliseconds since 1970.
    pub at_ms: u64,
    /// Any number; bots choose by it among what they like equally.
    pub seed: u64,
}

/// What has the focus when a key is pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Focus {
    /// Nothing that wants keys.
    Page,
    /// A button or a link, which Enter and the space bar press.
    Control,
    /// A list to pick from.
    Field,
    /// A field to write into.
    TextField,
}

/// What the engine tells the page.
#[derive(Clone, Debug)]
pub enum News {
    /// It listens.
    Ready,
    /// The answer to the question of this id.
    Found(u32, Found),
    /// The question of this id has no answer, for this reason.
    Refused(u32, String),
    /// It has failed: what it was asked is never answered.
    Failed,
}

/// A wait that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timer {
    /// The bot that was asked by the question of this id seems to have thought long enough.
    Bot(u32),
    /// The next move of a game that plays by itself, if it is still the walk of this number.
    Walk(u32),
}

/// Something the model hears.
#[derive(Debug)]
pub enum Message {
    /// A key was pressed, while this had the focus.
    Key(String, Focus),
    /// What a key with this command would do; buttons say it.
    Do(Command),
    /// A column was pressed.
    Press(Column),
    /// A press below a column.
    Pull(Column),
    /// A column is aimed at, or none.
    Aim(Option<Column>),
    /// This is taken into the hand.
    Hold(Hand),
    /// The player to move leaves the rest of the turn out.
    Pass,
    /// The next game of the same two, or this one from the start.
    Next,
    /// Two bots go on.
    Resume,
    /// Two bots wait.
    Pause,
    /// Two bots that wait make one move, and wait again.
    StepOn,
    /// A clock has come to one of its last seconds, or to its end.
    Clock,
    /// The page is no longer looked at and may be gone: what the clocks show is kept.
    Away,
    /// Count from nil to nil again.
    ResetScore,
    /// Ask the engine again what it failed to answer.
    TryAgain,
    /// Look at the position after this many moves, or at the game as it stands.
    Look(Option<usize>),
    /// A game that is looked at plays by itself, or stops.
    Walk,
    /// How fast it plays, as a place in [`WALK_MS`](super::WALK_MS).
    Pace(usize),
    /// This lies over the page from now on, or nothing.
    Open(Option<Dialog>),
    /// Other choices.
    Choose(Settings),
    /// Begin this game at a table of its own.
    Begin(Box<Start>),
    /// Look at this game from a ply on. The names of its players are in its seats.
    Replay(Box<Saved>, Option<usize>),
    /// There is no page at this address.
    Lost,
    /// A part of the page plays a game of its own in the play view, as it stands at this table.
    Sit(Box<Table>, Box<dyn Part>),
    /// What the one who decides elsewhere has decided.
    Entries(Vec<Entry>),
    /// The table as the one who decides elsewhere has it: what was foreseen and did not come true is
    /// taken back.
    Confirm(Box<Table>),
    /// Show and say this.
    Tell(String),
    /// Words that were loaded for an explanation.
    Engine(News),
    /// A wait is over.
    Timer(Timer),
    /// The address is now this: what stands behind `#`, and behind `?` with it.
    Went(String, String),
    /// Another tab has kept this under a key.
    Stored(String, String),
    /// The game of earlier visits to begin with, if there is one, and what is to be done about it.
    Restored(Option<Box<Play>>, Vec<Effect>),
    /// The table to go on at.
    Loaded(Box<Play>),
    /// The table of this page as another tab has left it.
    Followed(Box<Play>),
    /// A text is no game, for this reason.
    Unread(M, Why),
    /// What is kept under this key is damaged.
    Damaged(String, Damage),
    /// Words for what each column leads to, for the question of this id.
    Judged(u32, Judged),
    /// The page's own game is called this.
    Name(String),
    /// What stands above each column of a game that is looked at.
    Chips(Vec<Option<Tag>>),
    /// The games that are kept, as text.
    Archived(String),
    /// Go on with this game in the play view, from elsewhere in the page.
    PlayOn(Box<Game>),
}

impl Message {
    /// True for what people do at the table, which waits while the games of earlier visits are read:
    /// a drop into an empty grid would begin another game beside the one they see next.
    #[must_use]
    pub fn is_of_people(&self) -> bool {
        matches!(
            self,
            Self::Key(..) | Self::Do(_) | Self::Press(_) | Self::Pass | Self::Next | Self::Begin(_)
        )
    }
}
