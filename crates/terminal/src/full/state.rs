//! Everything the full-screen game knows, in one value: the table, what is aimed at and what is
//! being thought about.
//!
//! Invariants: the game changes only by what happens at the table; `aim` is a column of the grid;
//! `walk` is less than the number of moves; an answer counts only if it carries the number of the
//! question that is still open.

use std::path::PathBuf;
use std::time::Duration;

use foursight_bots::Level;
use foursight_core::{Column, Disc, Game, Move, Player, Position, PowerDisc, Row, Variant};
use foursight_solver::{Answer, Verdict};
use foursight_table::{Point, Table};

use super::bindings::Bindings;
use super::plan::Look;
use super::skin::Skin;
use crate::choices::OnOff;
use crate::opponents;

/// How a falling disc gains speed, in rows a tick a tick.
const GRAVITY_ROWS: f32 = 0.11;

/// The whole state.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(crate) table: Table,
    /// The time since the start of the sitting, which is the time of the table.
    pub(crate) now_ms: u64,
    /// While looking back: how many moves stand in the grid that is shown.
    pub(crate) walk: Option<usize>,
    /// The column aimed at, counted from 0.
    pub(crate) aim: usize,
    pub(crate) kind: Kind,
    /// The number of a column typed so far; 0 if none is. Typed in full it is dropped into by
    /// Enter, or where a drop is confirmed by typing it once more.
    pub(crate) typed: usize,
    /// A column to be read is being typed: its digits so far.
    pub(crate) reading: Option<usize>,
    pub(crate) asked: Option<Asked>,
    /// A bot's move that waits for its moment, with the point it is meant for.
    pub(crate) held: Option<(Point, Move)>,
    pub(crate) hint: Option<Move>,
    pub(crate) verdicts: VerdictRow,
    pub(crate) falling: Option<Falling>,
    pub(crate) overlay: Overlay,
    /// How many lines of the overlay are out of sight above.
    pub(crate) scroll: usize,
    pub(crate) look: Look,
    /// How long each player has thought is shown.
    pub(crate) shows_clocks: bool,
    /// What happened last, in words.
    pub(crate) said: String,
    pub(crate) settings: Settings,
    /// Why the game is not in the file it is kept in.
    pub(crate) unsaved: Option<String>,
    /// Columns and lines of the terminal.
    pub(crate) size: (u16, u16),
    pub(crate) ticks: u64,
    /// When the last move was made, in ticks.
    pub(crate) moved_at: u64,
    /// The number of the last question.
    pub(crate) questions: u64,
    /// Unfinished games that another one took the place of, to be told at the end.
    pub(crate) left_behind: Vec<Game>,
}

/// What a person chose for the whole sitting. Only the sound can be switched in the game.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Discs fall instead of appearing.
    pub animation: bool,
    /// Ring the bell.
    pub sound: OnOff,
    /// Digits and clicks aim; a drop is confirmed.
    pub confirm: OnOff,
    /// Colour is welcome.
    pub color: bool,
    /// Draw with letters and punctuation only.
    pub ascii: bool,
    /// Which key does what.
    pub keys: Bindings,
    /// The colours.
    pub skin: Skin,
    /// Clicks drop discs.
    pub mouse: OnOff,
    /// Where every move is saved.
    pub keep_in: Option<PathBuf>,
    /// A game whose terminal went away.
    pub cut_off: Option<PathBuf>,
    /// What the game is played for.
    pub occasion: Occasion,
}

/// What a game is played for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Occasion {
    /// For itself.
    #[default]
    Free,
    /// For a tournament, in which its result counts.
    Tournament,
}

impl Settings {
    /// True for a game of a tournament.
    pub(crate) fn is_official(&self) -> bool {
        self.occasion == Occasion::Tournament
    }
}

/// Which kind of move a column stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Drop,
    Pop,
    Power(PowerDisc),
}

/// A question that a bot is thinking about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Asked {
    pub(crate) id: u64,
    pub(crate) why: Why,
    /// The game as it was asked about.
    pub(crate) at: Point,
}

/// What a bot is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    /// Its own move.
    Move(Player),
    /// A hint for a person.
    Hint,
}

/// The row of exact verdicts under the grid.
#[derive(Clone, Debug, Default)]
pub(crate) struct VerdictRow {
    pub(crate) is_on: bool,
    /// The question that is open.
    pub(crate) id: Option<u64>,
    /// By column; empty while nothing is known.
    pub(crate) columns: Vec<Option<Answer<Verdict>>>,
    /// A sentence a column, with the reason; empty while that is not known.
    pub(crate) sentences: Vec<String>,
}

/// A disc on its way down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Falling {
    pub(crate) disc: Disc,
    pub(crate) column: Column,
    pub(crate) row: Row,
    /// Rows from above the grid to where it comes to rest.
    pub(crate) rows: u8,
    pub(crate) ticks: u16,
}

impl Falling {
    /// How many rows it has fallen.
    pub(crate) fn fallen(self) -> f32 {
        let ticks = f32::from(self.ticks) + 1.0;
        GRAVITY_ROWS * ticks * ticks / 2.0
    }

    pub(crate) fn is_down(self) -> bool {
        self.fallen() >= f32::from(self.rows)
    }
}

/// What lies over the grid and takes the keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Overlay {
    None,
    Help,
    /// The whole grid in words.
    Grid,
    /// Really leave an unfinished game?
    Leave,
    /// Really begin again?
    New,
    /// A file name is being typed.
    File {
        what: FileUse,
        text: String,
    },
    /// Really write over this file?
    Overwrite(PathBuf),
}

/// What a file name is wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileUse {
    Save,
    Load,
}

impl State {
    pub(crate) fn new(table: Table, settings: Settings, size: (u16, u16)) -> Self {
        let aim = usize::from(table.game().ruleset().width() / 2);
        Self {
            table,
            now_ms: 0,
            walk: None,
            aim,
            kind: Kind::Drop,
            typed: 0,
            reading: None,
            asked: None,
            held: None,
            hint: None,
            verdicts: VerdictRow::default(),
            falling: None,
            overlay: Overlay::None,
            scroll: 0,
            look: Look::default(),
            shows_clocks: false,
            said: String::new(),
            settings,
            unsaved: None,
            size,
            ticks: 0,
            moved_at: 0,
            questions: 0,
            left_behind: Vec::new(),
        }
    }

    /// Puts something into the status line.
    pub(crate) fn say(&mut self, text: impl Into<String>) {
        self.said = text.into();
    }

    /// The game as it stands.
    pub(crate) const fn game(&self) -> &Game {
        self.table.game()
    }

    /// The game as far as it is shown.
    pub(crate) fn shown(&self) -> Game {
        let walked = self.walk.and_then(|moves| self.game().at(moves));
        walked.unwrap_or_else(|| self.game().clone())
    }

    pub(crate) fn width(&self) -> usize {
        self.game().ruleset().width().into()
    }

    /// The name of the person who plays, or else `First` or `Second`.
    pub(crate) fn short_name(&self, player: Player) -> String {
        opponents::short_name(self.table.start(), player)
    }

    /// The same, and with a bot on that seat `First (hard)`.
    pub(crate) fn name(&self, player: Player) -> String {
        opponents::name(self.table.start(), player)
    }

    /// The level of the bot that plays as this player.
    pub(crate) fn level(&self, player: Player) -> Option<Level> {
        opponents::level(self.table.start(), player)
    }

    /// How long a player has thought about the moves that stand, and about the next one.
    pub(crate) fn thought(&self, player: Player) -> Duration {
        let movers = self.game().positions().map(Position::to_move);
        let own = movers
            .zip(self.table.made())
            .filter(|(mover, _)| *mover == player);
        let mut spent_ms: u64 = own.filter_map(|(_, made)| made.took_ms).sum();
        if self
            .table
            .start()
            .player_at(self.table.to_move().unwrap_or_default())
            == player
            && !self.table.is_over()
        {
            spent_ms += self.table.clocks().thinking_ms(self.now_ms);
        }
        Duration::from_millis(spent_ms)
    }

    /// True if time must pass: something moves or is being thought about.
    pub(crate) const fn is_lively(&self) -> bool {
        self.falling.is_some()
            || self.asked.is_some()
            || self.held.is_some()
            || self.verdicts.id.is_some()
    }

    /// The bot whose turn it is.
    pub(crate) fn bot_to_move(&self) -> Option<Player> {
        let player = self.table.start().player_at(self.table.to_move()?);
        self.level(player).map(|_| player)
    }

    /// The game has begun and has not ended.
    pub(crate) fn is_unfinished(&self) -> bool {
        self.table.is_in_play()
    }

    /// The move that the column aimed at stands for. It may be illegal; the rules say why.
    pub(crate) fn aimed_move(&self, column: Column) -> Move {
        let legal = self.game().legal_moves();
        if legal.contains(&Move::Strike(column)) {
            return Move::Strike(column);
        }
        match self.kind {
            Kind::Power(disc) => Move::Power(disc, column),
            Kind::Pop => Move::Pop(column),
            // Once the grid of Pop Ten is full, a column can only be popped.
            Kind::Drop
                if !legal.is_empty() && legal.iter().all(|step| !matches!(step, Move::Drop(_))) =>
            {
                match legal[0] {
                    Move::Strike(_) => Move::Strike(column),
                    _ => Move::Pop(column),
                }
            }
            Kind::Drop => Move::Drop(column),
        }
    }

    /// The kinds of move that this variant has.
    pub(crate) fn kinds(&self) -> Vec<Kind> {
        match self.game().ruleset().variant() {
            Variant::Standard | Variant::FiveInARow => vec![Kind::Drop],
            Variant::PopOut(_) | Variant::PopTen(_) => vec![Kind::Drop, Kind::Pop],
            Variant::PowerUp(_) => {
                let powers = PowerDisc::ALL.into_iter().map(Kind::Power);
                [Kind::Drop].into_iter().chain(powers).collect()
            }
        }
    }
}
