//! What the model wants done. The shell does it, in order, and each is a few lines there.

use foursight_core::{Column, Game, MoveError};
use foursight_protocol::engine::{Ask, Bounds};
use foursight_record::ReadError;
use foursight_table::Ply;

use super::{Damage, Timer, Written};
use crate::sound::Place;
use crate::text::Message as M;

/// What a grid that is drawn is to show. It goes to the drawings one by one, because a signal would
/// join what happens in one moment, and the answer of a bot would swallow the move before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Show {
    /// This game, by no move.
    Jump(Game),
    /// These plies were made or taken back in this order, and led to this game.
    Plies(Vec<Ply>, Game),
    /// All discs leave through the bottom, and this game begins.
    Emptied(Game),
    /// A move in this column was refused.
    Refused(Column),
}

impl Show {
    /// The way from one game to another of the same moves: by a ply if they are neighbours.
    #[must_use]
    pub fn step(before: &Game, after: Game) -> Self {
        let (from, to) = (before.moves().len(), after.moves().len());
        let longer = if from < to { &after } else { before };
        let are_neighbours = from.abs_diff(to) == 1
            && before
                .moves()
                .iter()
                .zip(after.moves())
                .all(|(one, other)| one == other);
        let earlier = longer.undo().filter(|_| are_neighbours);
        let Some((earlier, step)) = earlier.zip(longer.moves().last()) else {
            return Self::Jump(after);
        };
        let ply = Ply::made(from.max(to), earlier.position(), *step, longer.position());
        let ply = if from < to { ply } else { ply.reversed() };
        Self::Plies(vec![ply], after)
    }
}

/// Something to hear, and from where. Rows are those that a disc falls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// A disc falls into a column, through so many rows.
    Drop(Place, usize),
    /// An anvil falls through a column to the bottom.
    Anvil(Place, usize),
    /// A bomb falls into a column, before it takes a disc away.
    Bomb(Place, usize),
    /// A wall falls into a column.
    Wall(Place, usize),
    /// A disc that gives another turn falls into a column.
    Double(Place, usize),
    /// A disc leaves through the bottom of a column, and the others fall by one.
    Pop(Place),
    /// A bomb takes a disc away.
    Strike(Place),
    /// A move is taken back.
    Lift(Place),
    /// A move was refused.
    Refused,
    /// Somebody won by a disc that falls through so many rows.
    Won(usize),
    /// Nobody won, by such a disc.
    Tied(usize),
    /// The grid is emptied.
    Release,
    /// One of the last ten seconds of a clock.
    Tick,
    /// Somebody elsewhere wants something of the people here.
    Call,
}

/// Something that was refused, by its kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// A text that should be a game.
    Text(ReadError),
    /// What was saved.
    Damage(Damage),
    /// A move.
    Move(MoveError),
}

/// Something to be done in the browser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The key that was pressed is used up.
    TakeKey,
    /// Show this in the drawn grid.
    Show(Show),
    /// Play this at a volume up to [`VOLUME_MAX`](super::VOLUME_MAX).
    Play(Tone, u8),
    /// Read this column aloud, or the whole grid.
    Read(Option<Column>),
    /// Read the clocks aloud.
    ReadClocks,
    /// Give the focus to the slot of a column.
    FocusSlot(Column),
    /// Give the focus to what the page is about if whoever had it is gone.
    CatchFocus,
    /// Go to this page.
    Go(&'static str),
    /// Give this page another address: another query if there is one, and what stands behind `#`.
    Rename(Option<String>, String),
    /// Ask the engine. The memory of a learner is filled in.
    Ask(u32, Ask),
    /// End the engine's thinking, and start it anew.
    Cancel,
    /// Tell when so many milliseconds are over.
    Wait(u32, Timer),
    /// Keep the choices.
    SaveSettings(String),
    /// Keep what the learner remembers.
    SaveLearner(String),
    /// Keep the table of this id. This tab begins with it after a reload.
    SaveTable(u64, String),
    /// Keep the table of this id no longer.
    ForgetTable(u64),
    /// Read what is kept under the id of a table, and go on there.
    LoadTable(u64),
    /// Read a text that is a game.
    ReadText(Written),
    /// Find words for what each column leads to, for the question of this id.
    Judge(u32, Vec<Option<Bounds>>),
    /// The game of the first version is kept as a table now.
    ForgetOldGame,
    /// What is kept under this key cannot be read: move it to where nothing overwrites it.
    SetAside(String),
    /// Put a game among those that ended, by its number. It is safe before the part for it is there.
    Keep(u64, String),
    /// Show and say that something was refused, with the reason as soon as its words are loaded.
    Explain(M, Why),
    /// Load what is wanted soon after the first move.
    LoadRest,
}
