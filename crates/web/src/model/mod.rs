//! The page as one value, changed only by [`update`].
//!
//! A [`Message`] says what happened outside: a key, an answer of the engine, another address. The
//! model changes, and the effects that come back say what the shell is to do. Time and chance come
//! with each message as [`Now`]. So the same messages always lead to the same page, and all of it
//! is tested without a browser.
//!
//! A game is played at a [`Table`](foursight_table::Table). Sounds, announcements, movements, what
//! is kept and what is learned follow what its events did ([`Happened`](foursight_table::Happened)),
//! and nothing compares two games to guess. Views follow slices of the model, each by itself.
//!
//! | module | what it decides |
//! |---|---|
//! | `inbox`, `update` | when a message is heard, and by which part |
//! | `commands` | what keys and buttons ask for |
//! | `act` | commands to the table, and what follows an event |
//! | `thinking` | questions to the engine |
//! | `walk` | looking back, and games that are only looked at |
//! | `keep`, `read` | games of earlier visits and of other tabs; texts that are games |
//! | `say`, `seen`, `judge` | what is heard, what is read, and verdicts in words |
//! | `play`, `part` | who keeps the game in the play view |
//! | `saved`, `settings`, `hand`, `slice` | as they say |

mod act;
mod bots;
mod commands;
mod effect;
mod hand;
mod inbox;
mod judge;
mod keep;
mod message;
mod part;
mod play;
mod read;
mod saved;
mod say;
mod seen;
mod settings;
mod slice;
#[cfg(test)]
mod tests;
mod thinking;
mod update;
mod walk;

use foursight_core::{Column, Game};

use crate::links::Route;
use crate::names::Names;
use crate::text::{Language, Text};

pub use bots::{bot, level_of, own_name};
pub use effect::{Effect, Show, Tone, Why};
pub use hand::{Hand, hand_about, hand_name, hands, move_in};
pub use inbox::Inbox;
pub use judge::{Judged, Tag, judge};
pub use keep::{Stored, TABLE_KEY, TABLES_MAX, table_key};
pub use message::{Focus, Message, News, Now, Timer};
pub use part::{Guard, Part};
pub use play::{Keeper, Play};
pub use read::{Tables, Written, looked_at, read_text, replay, restored};
pub use saved::{
    Damage, SAVED_VERSION, STARTS, game_from_text, game_to_text, renamed, settings_from_text,
    settings_to_text, touched_ms,
};
pub use seen::{Seen, Sitter, Slot};
pub use settings::{
    ColumnNames, Detail, Motion, Settings, Switch, Theme, VOLUME_MAX, Verbosity, View,
};
pub use slice::Slice;
pub use thinking::{Asked, Thinking};
pub use update::update;
pub use walk::{WALK_MS, Walking};

/// What lies over the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialog {
    /// The list of keys.
    Keys,
    /// The choices.
    Settings,
    /// The choices for another game.
    NewGame,
    /// Links and files of this game.
    Share,
}

/// What screen readers say: one region waits for its turn, one does not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spoken {
    /// Said when there is time.
    pub polite: String,
    /// Said at once.
    pub assertive: String,
}

/// How the page is looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Looks {
    /// Only the grid is shown.
    pub is_zen: bool,
    /// The grid is seen from behind.
    pub is_flipped: bool,
    /// What goes on inside is shown.
    pub is_debug: bool,
    /// How often a move was refused: each time the grid shakes.
    pub refusals: u32,
}

/// Everything the page knows.
#[derive(Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a fact of its own, and none excludes another"
)]
pub struct Model {
    /// The game in the play view.
    pub play: Slice<Play>,
    /// The game as it is looked at.
    pub shown: Slice<Game>,
    /// What is read about it, in the language of the page.
    pub seen: Slice<Seen>,
    /// The column aimed at.
    pub aim: Slice<Option<Column>>,
    /// What a press on a column drops or takes.
    pub hand: Slice<Hand>,
    /// The ply that is looked at instead of the last one.
    pub looking: Slice<Option<usize>>,
    /// Whether a game that is looked at plays by itself, and how fast.
    pub walking: Slice<Walking>,
    /// Hints and refusals.
    pub notice: Slice<String>,
    /// What screen readers say.
    pub spoken: Slice<Spoken>,
    /// What lies over the page.
    pub dialog: Slice<Option<Dialog>>,
    /// Which page is shown.
    pub route: Slice<Route>,
    /// What was chosen.
    pub settings: Slice<Settings>,
    /// What the engine is asked.
    pub thinking: Slice<Thinking>,
    /// How the page is looked at.
    pub looks: Slice<Looks>,
    /// The games that ended, as text.
    pub archive: Slice<String>,
    /// The page's own game while another is in the play view.
    aside: Option<Play>,
    part: Option<Box<dyn Part>>,
    /// The language of the browser.
    language: Language,
    /// The next digit reads a column.
    awaits_column: bool,
    last_id: u32,
    /// Games that the learner has yet to learn from, the one it was sent first.
    lessons: Vec<thinking::Lesson>,
    /// The question of a bot's move that another tab will answer.
    is_followed: bool,
    /// Two bots wait again after the next move.
    is_single: bool,
    /// Nothing was done here so far: a game of earlier visits may take the place.
    is_fresh: bool,
    effects: Vec<Effect>,
}

impl Model {
    /// The words of the chosen language.
    #[must_use]
    pub fn text(&self) -> Text {
        Text(self.settings.language.unwrap_or(self.language))
    }

    /// What the players of the shown game are called.
    #[must_use]
    pub fn names(&self) -> Names {
        Names::of(self.text(), self.play.start())
    }

    /// The page's own game, whatever is in the play view.
    #[must_use]
    pub fn own(&self) -> &Play {
        self.aside.as_ref().unwrap_or(&self.play)
    }

    fn effect(&mut self, effect: Effect) {
        self.effects.push(effect);
    }
}
