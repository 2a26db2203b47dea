//! A setup: a board as written down, perhaps impossible, and its conversion to a game.
//!
//! A drawing of a board does not show the order of the drops. The conversion searches for one legal
//! order; if there is none, play cannot reach the board, and the conversion fails with the reason.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::fmt;

use crate::{Board, Cell, Disc, Game, Move, MoveError, Player, Position, Ruleset, Variant};

/// Number of partial boards that the search for an order rejects before it gives up.
///
/// A standard board has at most (6 + 1)⁷ = 823 543 partial boards, so up to that size the answer is
/// exact. On larger boards the limit affects only boards that play cannot reach: over thousands of
/// random games on boards of up to 120 cells the search never rejected more than 400.
pub const ORDER_BOARDS_MAX: usize = 1_000_000;

/// A board as written, perhaps impossible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    ruleset: Ruleset,
    board: Board,
}

impl Setup {
    /// Returns an empty setup.
    #[must_use]
    pub const fn new(ruleset: Ruleset) -> Self {
        Self {
            ruleset,
            board: Board::new(ruleset.width(), ruleset.height()),
        }
    }

    /// Puts a disc on a cell, floating or not.
    ///
    /// # Errors
    ///
    /// [`SetupError::OutsideBoard`], or [`SetupError::Occupied`] if the cell already has a disc.
    pub fn put(&mut self, disc: Disc, cell: Cell) -> Result<(), SetupError> {
        if !self.board.contains(cell) {
            return Err(SetupError::OutsideBoard(cell));
        }
        if self.board.disc_at(cell).is_some() {
            return Err(SetupError::Occupied(cell));
        }
        self.board.put(disc, cell);
        Ok(())
    }

    /// Returns the disc on a cell, or `None` if the cell is empty.
    #[must_use]
    pub fn disc_at(&self, cell: Cell) -> Option<Disc> {
        self.board.disc_at(cell)
    }

    /// The rules of the setup.
    #[must_use]
    pub const fn ruleset(&self) -> Ruleset {
        self.ruleset
    }

    /// The board as written, possible or not.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns a game that leads to this board.
    ///
    /// The order of the drops is one of possibly many, but always the same for the same board.
    ///
    /// # Errors
    ///
    /// [`SetupError`] says what is impossible about the board. The variants with pops or power
    /// discs accept only their start position: a board alone does not hold the full state of their
    /// other positions.
    ///
    /// ```
    /// use foursight_core::{Column, Disc, Player, Row, Ruleset, Setup, SetupError, Cell};
    ///
    /// let mut setup = Setup::new(Ruleset::default());
    /// let column = Column::from_number(1).expect("in range");
    /// let floating = Cell { column, row: Row::from_index(1).expect("in range") };
    /// setup.put(Disc::ordinary(Player::First), floating)?;
    /// assert_eq!(setup.to_game(), Err(SetupError::Floating(floating)));
    /// # Ok::<_, SetupError>(())
    /// ```
    pub fn to_game(&self) -> Result<Game, SetupError> {
        let variant = self.ruleset.variant();
        let start = Position::new(self.ruleset).board();
        if !variant.is_drop_only() {
            return if self.board == start {
                Ok(Game::new(self.ruleset))
            } else {
                Err(SetupError::NotDropOnly(variant))
            };
        }
        if let Some(cell) = self.board.first_power_disc() {
            return Err(SetupError::PowerDisc(cell));
        }
        if let Some(cell) = self.board.floating() {
            return Err(SetupError::Floating(cell));
        }
        for player in Player::BOTH {
            let missing = start.bits(player) & !self.board.bits(player);
            if missing != 0 {
                return Err(SetupError::MissingStartDiscs);
            }
        }
        let last = self.last_discs(start.occupied())?;
        let moves = DropOrderSearch::new(&self.board, start.occupied()).find_moves(&last)?;
        Game::from_moves(self.ruleset, moves).map_err(|(_, error)| SetupError::IllegalMove(error))
    }

    /// Returns the discs that may have been dropped last: those without which there is no line.
    /// Empty if there is no line, so that any disc may have been the last.
    fn last_discs(&self, start: u128) -> Result<Vec<Cell>, SetupError> {
        let [first, second] = Player::BOTH.map(|player| self.board.discs_of(player));
        if first != second && first != second + 1 {
            return Err(SetupError::DiscCounts { first, second });
        }
        let connect = self.ruleset.connect();
        let winner = match Player::BOTH.map(|player| self.board.has_line(player, connect)) {
            [false, false] => return Ok(Vec::new()),
            [true, true] => return Err(SetupError::TwoWinners),
            [true, false] => Player::First,
            [false, true] => Player::Second,
        };
        if winner != last_mover(self.board.discs()) {
            return Err(SetupError::PlayedAfterWin(winner));
        }
        let discs = self.board.bits(winner);
        let last: Vec<_> = tops(&self.board, self.board.occupied())
            .filter(|top| discs & !start & self.board.bit(*top) != 0)
            .filter(|top| {
                let before = discs & !self.board.bit(*top);
                let before = Board::from_bits(self.board.width(), self.board.height(), before, 0);
                !before.has_line(Player::First, connect)
            })
            .collect();
        if last.is_empty() {
            return Err(SetupError::PlayedAfterWin(winner));
        }
        Ok(last)
    }
}

/// Returns the player who dropped the last of this many discs. The start of Five-in-a-Row holds an
/// even number.
const fn last_mover(discs: usize) -> Player {
    if discs.is_multiple_of(2) {
        Player::Second
    } else {
        Player::First
    }
}

/// Iterates over the topmost of these cells in each column that has one.
fn tops(board: &Board, filled: u128) -> impl Iterator<Item = Cell> {
    board.columns().filter_map(move |column| {
        let mut rows = board.rows().rev();
        let row = rows.find(|row| filled & board.bit(Cell { column, row: *row }) != 0)?;
        Some(Cell { column, row })
    })
}

/// Backward search for an order of drops: remove discs from the tops of the columns, each time one
/// of the player whose turn it was, until only the start is left. The search remembers partial
/// boards that it cannot empty; that property does not depend on the discs removed before.
struct DropOrderSearch<'a> {
    board: &'a Board,
    start: u128,
    /// The discs removed so far, the last drop first.
    removed: Vec<Cell>,
    dead_ends: BTreeSet<u128>,
}

impl<'a> DropOrderSearch<'a> {
    fn new(board: &'a Board, start: u128) -> Self {
        Self {
            board,
            start,
            removed: Vec::new(),
            dead_ends: BTreeSet::new(),
        }
    }

    /// Returns the drops that lead to the whole board and end with one of these discs.
    fn find_moves(mut self, last: &[Cell]) -> Result<Vec<Move>, SetupError> {
        let all = self.board.occupied();
        let found = if last.is_empty() {
            self.remove_all(all)?
        } else {
            self.remove_all_from(all, last)?
        };
        if !found {
            return Err(SetupError::Unreachable);
        }
        let removals = self.removed.iter().rev();
        Ok(removals.map(|cell| Move::Drop(cell.column)).collect())
    }

    /// Removes the discs of this partial board. Returns false, with nothing removed, if no order
    /// does it. The number of cells, at most 127, bounds the recursion depth.
    fn remove_all(&mut self, filled: u128) -> Result<bool, SetupError> {
        if filled == self.start {
            return Ok(true);
        }
        if self.dead_ends.contains(&filled) {
            return Ok(false);
        }
        let choices = self.choices(filled);
        if self.remove_all_from(filled, &choices)? {
            return Ok(true);
        }
        if self.dead_ends.len() >= ORDER_BOARDS_MAX {
            return Err(SetupError::OrderNotFound);
        }
        self.dead_ends.insert(filled);
        Ok(false)
    }

    /// Removes the discs of this partial board, beginning with one of `choices`.
    fn remove_all_from(&mut self, filled: u128, choices: &[Cell]) -> Result<bool, SetupError> {
        for cell in choices {
            self.removed.push(*cell);
            if self.remove_all(filled & !self.board.bit(*cell))? {
                return Ok(true);
            }
            self.removed.pop();
        }
        Ok(false)
    }

    /// Returns the discs that may have been the last of this partial board, those of the tallest
    /// columns first: a column left until the end dictates its own order.
    fn choices(&self, filled: u128) -> Vec<Cell> {
        let owned = self.board.bits(last_mover(filled.count_ones() as usize)) & !self.start;
        let mut choices: Vec<_> = tops(self.board, filled)
            .filter(|top| owned & self.board.bit(*top) != 0)
            .collect();
        choices.sort_by_key(|cell| (core::cmp::Reverse(cell.row), cell.column));
        choices
    }
}

/// Reason why play cannot reach a board as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SetupError {
    /// The cell lies outside the board.
    OutsideBoard(Cell),
    /// The cell holds two discs.
    Occupied(Cell),
    /// The cell below this disc is empty.
    Floating(Cell),
    /// The disc counts are wrong: the players take turns, so First has as many as Second or one
    /// more.
    DiscCounts {
        /// Discs of First.
        first: usize,
        /// Discs of Second.
        second: usize,
    },
    /// Both players have a line.
    TwoWinners,
    /// The game continued after this player had completed a line.
    PlayedAfterWin(Player),
    /// Some of the discs with which the variant starts are missing.
    MissingStartDiscs,
    /// A power disc in a variant that has none.
    PowerDisc(Cell),
    /// No order of turns fills the columns this way.
    Unreachable,
    /// The search gave up after [`ORDER_BOARDS_MAX`] partial boards.
    OrderNotFound,
    /// The board alone does not determine the position of this variant.
    NotDropOnly(Variant),
    /// The order found breaks a rule.
    IllegalMove(MoveError),
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutsideBoard(cell) => write!(f, "{cell} lies outside the board"),
            Self::Occupied(cell) => write!(f, "{cell} holds two discs"),
            Self::Floating(cell) => write!(f, "the disc on {cell} floats above an empty cell"),
            Self::DiscCounts { first, second } => write!(
                f,
                "First has {first} {} and Second {second}: the players take turns, so First \
                 has as many or one more",
                if *first == 1 { "disc" } else { "discs" }
            ),
            Self::TwoWinners => f.write_str("both players have a line"),
            Self::PlayedAfterWin(winner) => {
                write!(f, "the game went on after {winner} had completed a line")
            }
            Self::MissingStartDiscs => {
                f.write_str("the discs with which this variant starts are not all there")
            }
            Self::PowerDisc(cell) => write!(f, "this variant has no power disc as on {cell}"),
            Self::Unreachable => f.write_str("no order of turns fills the columns this way"),
            Self::OrderNotFound => write!(
                f,
                "no order of drops was found in {ORDER_BOARDS_MAX} attempts; give the moves instead"
            ),
            Self::NotDropOnly(variant) => write!(
                f,
                "a board alone does not determine a {} position; give its moves as well",
                variant.name()
            ),
            Self::IllegalMove(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for SetupError {}
