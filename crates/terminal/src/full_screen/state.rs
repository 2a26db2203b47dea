//! The state of the full-screen game: the table, the aimed column and open requests.
//!
//! Invariants: the game changes only through events of the table; `aim` is a column of the board;
//! `reviewed_ply` is less than the number of moves; a reply counts only if it carries the id of the
//! open request.

use std::path::PathBuf;
use std::time::Duration;

use foursight_bots::Level;
use foursight_core::{Column, Disc, Game, Move, Player, Position, PowerDisc, Row, Variant};
use foursight_solver::{BoundedValue, Verdict};
use foursight_table::{Point, Table};

use super::bindings::KeyBindings;
use super::layout::BoardViewOptions;
use super::skin::Skin;
use crate::choices::OnOff;
use crate::players;

/// Acceleration of a falling disc, in rows per tick squared.
const GRAVITY_ROWS: f32 = 0.11;

/// The whole state.
#[derive(Clone, Debug)]
pub(crate) struct TerminalState {
    pub(crate) table: Table,
    /// Time since the start of the session, which is the time of the table.
    pub(crate) now_ms: u64,
    /// While reviewing: the number of moves on the shown board.
    pub(crate) reviewed_ply: Option<usize>,
    /// The aimed column, counted from 0.
    pub(crate) aim: usize,
    pub(crate) kind: MoveKind,
    /// The column number typed so far, or 0. Enter drops into it; with confirmation, typing it
    /// again does too.
    pub(crate) typed_column: usize,
    /// The digits typed so far of a column to be read.
    pub(crate) column_to_read: Option<usize>,
    pub(crate) bot_request: Option<BotRequest>,
    /// A bot's move that is delayed, with the point it is meant for.
    pub(crate) delayed_move: Option<(Point, Move)>,
    pub(crate) hint: Option<Move>,
    pub(crate) verdicts: VerdictRow,
    pub(crate) falling: Option<FallingDisc>,
    pub(crate) overlay: Overlay,
    /// Number of overlay lines scrolled out of view above.
    pub(crate) scroll: usize,
    pub(crate) view_options: BoardViewOptions,
    /// True if thinking times are shown.
    pub(crate) shows_clocks: bool,
    /// Text of the status line.
    pub(crate) status_text: String,
    pub(crate) settings: FullScreenSettings,
    /// Reason why the last autosave failed.
    pub(crate) autosave_error: Option<String>,
    /// Columns and lines of the terminal.
    pub(crate) size: (u16, u16),
    pub(crate) ticks: u64,
    /// Tick of the last move.
    pub(crate) last_move_tick: u64,
    /// Id of the last request.
    pub(crate) last_request_id: u64,
    /// Unfinished games that another one replaced, printed at the end.
    pub(crate) replaced_games: Vec<Game>,
}

/// Settings for the whole session. Only the sound can be switched in the game.
#[derive(Clone, Debug, Default)]
pub struct FullScreenSettings {
    /// Animate falling discs.
    pub animation: bool,
    /// Ring the bell.
    pub sound: OnOff,
    /// Digits and clicks only aim; a drop needs confirmation.
    pub confirm: OnOff,
    /// Use colour.
    pub color: bool,
    /// Render with ASCII characters only.
    pub ascii: bool,
    /// Key bindings.
    pub keys: KeyBindings,
    /// Colours.
    pub skin: Skin,
    /// Clicks drop discs.
    pub mouse: OnOff,
    /// File to which every move is saved.
    pub autosave_path: Option<PathBuf>,
    /// Recovery file of an interrupted game.
    pub interrupted_game: Option<PathBuf>,
    /// Purpose of the game.
    pub purpose: GamePurpose,
}

/// Purpose of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GamePurpose {
    /// A casual game.
    #[default]
    Free,
    /// A tournament game, whose result counts.
    Tournament,
}

impl FullScreenSettings {
    /// True for a tournament game.
    pub(crate) fn is_tournament_game(&self) -> bool {
        self.purpose == GamePurpose::Tournament
    }
}

/// Kind of move that choosing a column makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MoveKind {
    Drop,
    Pop,
    Power(PowerDisc),
}

/// An open request to a bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BotRequest {
    pub(crate) id: u64,
    pub(crate) kind: BotRequestKind,
    /// The point of the game that the request is about.
    pub(crate) at: Point,
}

/// Purpose of a bot request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BotRequestKind {
    /// The bot's own move.
    Move(Player),
    /// A hint for a person.
    Hint,
}

/// The row of exact verdicts under the board.
#[derive(Clone, Debug, Default)]
pub(crate) struct VerdictRow {
    pub(crate) is_on: bool,
    /// Id of the open request.
    pub(crate) id: Option<u64>,
    /// Verdicts by column; empty while unknown.
    pub(crate) columns: Vec<Option<BoundedValue<Verdict>>>,
    /// A sentence per column with the reason; empty while unknown.
    pub(crate) sentences: Vec<String>,
}

/// A falling disc.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FallingDisc {
    pub(crate) disc: Disc,
    pub(crate) column: Column,
    pub(crate) row: Row,
    /// Rows from above the board to the landing cell.
    pub(crate) rows: u8,
    pub(crate) ticks: u16,
}

impl FallingDisc {
    /// Returns the number of rows fallen so far.
    pub(crate) fn rows_fallen(self) -> f32 {
        let ticks = f32::from(self.ticks) + 1.0;
        GRAVITY_ROWS * ticks * ticks / 2.0
    }

    pub(crate) fn is_down(self) -> bool {
        self.rows_fallen() >= f32::from(self.rows)
    }
}

/// Overlay above the board, which receives the keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Overlay {
    None,
    Help,
    /// The whole board in words.
    Board,
    /// Confirmation to leave an unfinished game.
    Leave,
    /// Confirmation to start a new game.
    New,
    /// Input of a file name.
    File {
        purpose: FilePrompt,
        text: String,
    },
    /// Confirmation to overwrite this file.
    Overwrite(PathBuf),
}

/// Purpose of a file name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FilePrompt {
    Save,
    Load,
}

impl TerminalState {
    pub(crate) fn new(table: Table, settings: FullScreenSettings, size: (u16, u16)) -> Self {
        let aim = usize::from(table.game().ruleset().width() / 2);
        Self {
            table,
            now_ms: 0,
            reviewed_ply: None,
            aim,
            kind: MoveKind::Drop,
            typed_column: 0,
            column_to_read: None,
            bot_request: None,
            delayed_move: None,
            hint: None,
            verdicts: VerdictRow::default(),
            falling: None,
            overlay: Overlay::None,
            scroll: 0,
            view_options: BoardViewOptions::default(),
            shows_clocks: false,
            status_text: String::new(),
            settings,
            autosave_error: None,
            size,
            ticks: 0,
            last_move_tick: 0,
            last_request_id: 0,
            replaced_games: Vec::new(),
        }
    }

    /// Sets the status text.
    pub(crate) fn set_status(&mut self, text: impl Into<String>) {
        self.status_text = text.into();
    }

    /// Returns the current game.
    pub(crate) const fn game(&self) -> &Game {
        self.table.game()
    }

    /// Returns the game up to the shown position.
    pub(crate) fn shown_game(&self) -> Game {
        let reviewed = self
            .reviewed_ply
            .and_then(|moves| self.game().at_ply(moves));
        reviewed.unwrap_or_else(|| self.game().clone())
    }

    pub(crate) fn width(&self) -> usize {
        self.game().ruleset().width().into()
    }

    /// Returns the name of the person who plays, or else `First` or `Second`.
    pub(crate) fn short_name(&self, player: Player) -> String {
        players::short_name(self.table.start(), player)
    }

    /// Returns the name of the person who plays, or for a bot `First (hard)`.
    pub(crate) fn name(&self, player: Player) -> String {
        players::name(self.table.start(), player)
    }

    /// Returns the level of the bot that plays as this player.
    pub(crate) fn level(&self, player: Player) -> Option<Level> {
        players::level(self.table.start(), player)
    }

    /// Returns the thinking time of a player, including the current move.
    pub(crate) fn thinking_time(&self, player: Player) -> Duration {
        let movers = self.game().positions().map(Position::to_move);
        let own = movers
            .zip(self.table.timed_moves())
            .filter(|(mover, _)| *mover == player);
        let mut spent_ms: u64 = own.filter_map(|(_, made)| made.thinking_ms).sum();
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

    /// True while ticks are needed: for an animation or an open request.
    pub(crate) const fn needs_ticks(&self) -> bool {
        self.falling.is_some()
            || self.bot_request.is_some()
            || self.delayed_move.is_some()
            || self.verdicts.id.is_some()
    }

    /// Returns the player to move, if it is a bot.
    pub(crate) fn bot_to_move(&self) -> Option<Player> {
        let player = self.table.start().player_at(self.table.to_move()?);
        self.level(player).map(|_| player)
    }

    /// True if the game has begun and not ended.
    pub(crate) fn is_unfinished(&self) -> bool {
        self.table.is_in_play()
    }

    /// Returns the move for a chosen column. It may be illegal; the rules give the reason.
    pub(crate) fn aimed_move(&self, column: Column) -> Move {
        let legal = self.game().legal_moves();
        if legal.contains(&Move::Strike(column)) {
            return Move::Strike(column);
        }
        match self.kind {
            MoveKind::Power(disc) => Move::Power(disc, column),
            MoveKind::Pop => Move::Pop(column),
            // Once the Pop Ten board is full, a column can only be popped.
            MoveKind::Drop
                if !legal.is_empty() && legal.iter().all(|mv| !matches!(mv, Move::Drop(_))) =>
            {
                match legal[0] {
                    Move::Strike(_) => Move::Strike(column),
                    _ => Move::Pop(column),
                }
            }
            MoveKind::Drop => Move::Drop(column),
        }
    }

    /// Returns the kinds of move of this variant.
    pub(crate) fn move_kinds(&self) -> Vec<MoveKind> {
        match self.game().ruleset().variant() {
            Variant::Standard | Variant::FiveInARow => vec![MoveKind::Drop],
            Variant::PopOut(_) | Variant::PopTen(_) => vec![MoveKind::Drop, MoveKind::Pop],
            Variant::PowerUp(_) => {
                let powers = PowerDisc::ALL.into_iter().map(MoveKind::Power);
                [MoveKind::Drop].into_iter().chain(powers).collect()
            }
        }
    }
}
