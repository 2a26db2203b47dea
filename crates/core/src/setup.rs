//! A setup: a grid as somebody wrote it down, perhaps impossible, and the way from there to a
//! game.
//!
//! A picture of a grid does not say in which order the discs were dropped. A setup becomes a
//! game by finding one legal order; if there is none, the picture cannot come from play and is
//! refused with the reason.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::fmt;

use crate::{Disc, Game, Grid, Move, MoveError, Player, Position, Ruleset, Space, Variant};

/// How many partial grids the search for an order turns down before it gives up.
///
/// A standard grid has at most (6 + 1)⁷ = 823 543 partial grids, so up to that size the answer is
/// exact. On larger grids the limit concerns only those that play cannot reach: over thousands of
/// random games on grids of up to 120 spaces the search never turned down more than 400.
pub const ORDER_GRIDS_MAX: usize = 1_000_000;

/// A grid as written, perhaps impossible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    ruleset: Ruleset,
    grid: Grid,
}

impl Setup {
    /// An empty grid to write on.
    #[must_use]
    pub const fn new(ruleset: Ruleset) -> Self {
        Self {
            ruleset,
            grid: Grid::new(ruleset.width(), ruleset.height()),
        }
    }

    /// Writes a disc on a space, floating or not.
    ///
    /// # Errors
    ///
    /// [`SetupError::OutsideGrid`] or, if a disc is there already, [`SetupError::Taken`].
    pub fn put(&mut self, disc: Disc, space: Space) -> Result<(), SetupError> {
        if !self.grid.contains(space) {
            return Err(SetupError::OutsideGrid(space));
        }
        if self.grid.disc_at(space).is_some() {
            return Err(SetupError::Taken(space));
        }
        self.grid.put(disc, space);
        Ok(())
    }

    /// The disc that was written on a space, if there is one.
    #[must_use]
    pub fn disc_at(&self, space: Space) -> Option<Disc> {
        self.grid.disc_at(space)
    }

    /// The rules it was written for.
    #[must_use]
    pub const fn ruleset(&self) -> Ruleset {
        self.ruleset
    }

    /// The grid as it was written, possible or not.
    #[must_use]
    pub const fn grid(&self) -> &Grid {
        &self.grid
    }

    /// A game that leads to this grid.
    ///
    /// The order of the drops is one of possibly many, but always the same for the same grid.
    ///
    /// # Errors
    ///
    /// [`SetupError`] says what is impossible about the grid. In the variants with pops or power
    /// discs only the grid of the start is known to be one: a picture does not hold all that belongs
    /// to their other positions.
    ///
    /// ```
    /// use foursight_core::{Column, Disc, Player, Row, Ruleset, Setup, SetupError, Space};
    ///
    /// let mut setup = Setup::new(Ruleset::default());
    /// let column = Column::from_number(1).expect("in range");
    /// let floating = Space { column, row: Row::from_index(1).expect("in range") };
    /// setup.put(Disc::ordinary(Player::First), floating)?;
    /// assert_eq!(setup.to_game(), Err(SetupError::Floating(floating)));
    /// # Ok::<_, SetupError>(())
    /// ```
    pub fn to_game(&self) -> Result<Game, SetupError> {
        let variant = self.ruleset.variant();
        let start = Position::new(self.ruleset).grid();
        if !variant.is_drop_only() {
            return if self.grid == start {
                Ok(Game::new(self.ruleset))
            } else {
                Err(SetupError::NotDropOnly(variant))
            };
        }
        if let Some(space) = self.grid.first_power_disc() {
            return Err(SetupError::PowerDisc(space));
        }
        if let Some(space) = self.grid.floating() {
            return Err(SetupError::Floating(space));
        }
        for player in Player::BOTH {
            let missing = start.word(player) & !self.grid.word(player);
            if missing != 0 {
                return Err(SetupError::StartMissing);
            }
        }
        let last = self.last_discs(start.occupied())?;
        let moves = Order::new(&self.grid, start.occupied()).find(&last)?;
        Game::from_moves(self.ruleset, moves).map_err(|(_, error)| SetupError::Refused(error))
    }

    /// The discs that may have been dropped last because without them there is no line; none if
    /// there is no line anyway, so that any disc may have been the last.
    fn last_discs(&self, start: u128) -> Result<Vec<Space>, SetupError> {
        let [first, second] = Player::BOTH.map(|player| self.grid.discs_of(player));
        if first != second && first != second + 1 {
            return Err(SetupError::DiscCounts { first, second });
        }
        let connect = self.ruleset.connect();
        let winner = match Player::BOTH.map(|player| self.grid.has_line(player, connect)) {
            [false, false] => return Ok(Vec::new()),
            [true, true] => return Err(SetupError::TwoWinners),
            [true, false] => Player::First,
            [false, true] => Player::Second,
        };
        if winner != last_mover(self.grid.discs()) {
            return Err(SetupError::PlayedOn(winner));
        }
        let discs = self.grid.word(winner);
        let last: Vec<_> = tops(&self.grid, self.grid.occupied())
            .filter(|top| discs & !start & self.grid.bit(*top) != 0)
            .filter(|top| {
                let before = discs & !self.grid.bit(*top);
                let before = Grid::from_words(self.grid.width(), self.grid.height(), before, 0);
                !before.has_line(Player::First, connect)
            })
            .collect();
        if last.is_empty() {
            return Err(SetupError::PlayedOn(winner));
        }
        Ok(last)
    }
}

/// Who dropped the last of this many discs. The start of Five-in-a-Row holds an even number.
const fn last_mover(discs: usize) -> Player {
    if discs.is_multiple_of(2) {
        Player::Second
    } else {
        Player::First
    }
}

/// The topmost of these spaces in each column that has one.
fn tops(grid: &Grid, filled: u128) -> impl Iterator<Item = Space> {
    grid.columns().filter_map(move |column| {
        let mut rows = grid.rows().rev();
        let row = rows.find(|row| filled & grid.bit(Space { column, row: *row }) != 0)?;
        Some(Space { column, row })
    })
}

/// The search for an order, backwards: take discs off the tops of the columns, each time one of
/// the player whose turn it was, until the start is left. Partial grids that cannot be emptied
/// are remembered; that they cannot does not depend on what was taken off before.
struct Order<'a> {
    grid: &'a Grid,
    start: u128,
    /// The discs taken off so far, the last drop first.
    taken: Vec<Space>,
    hopeless: BTreeSet<u128>,
}

impl<'a> Order<'a> {
    fn new(grid: &'a Grid, start: u128) -> Self {
        Self {
            grid,
            start,
            taken: Vec::new(),
            hopeless: BTreeSet::new(),
        }
    }

    /// The drops that lead to the whole grid and end with one of these discs, if there are any.
    fn find(mut self, last: &[Space]) -> Result<Vec<Move>, SetupError> {
        let all = self.grid.occupied();
        let found = if last.is_empty() {
            self.empty(all)?
        } else {
            self.empty_by(all, last)?
        };
        if !found {
            return Err(SetupError::Unreachable);
        }
        let drops = self.taken.iter().rev();
        Ok(drops.map(|space| Move::Drop(space.column)).collect())
    }

    /// Takes off the discs of this partial grid; false, with nothing taken, if no order does it.
    /// The depth of the recursion is bounded by the spaces of the grid, at most 127.
    fn empty(&mut self, filled: u128) -> Result<bool, SetupError> {
        if filled == self.start {
            return Ok(true);
        }
        if self.hopeless.contains(&filled) {
            return Ok(false);
        }
        let choices = self.choices(filled);
        if self.empty_by(filled, &choices)? {
            return Ok(true);
        }
        if self.hopeless.len() >= ORDER_GRIDS_MAX {
            return Err(SetupError::OrderNotFound);
        }
        self.hopeless.insert(filled);
        Ok(false)
    }

    /// The same, beginning with one of these discs.
    fn empty_by(&mut self, filled: u128, choices: &[Space]) -> Result<bool, SetupError> {
        for space in choices {
            self.taken.push(*space);
            if self.empty(filled & !self.grid.bit(*space))? {
                return Ok(true);
            }
            self.taken.pop();
        }
        Ok(false)
    }

    /// The discs that may have been the last of this partial grid, those of the highest columns
    /// first: a column that is left until the end dictates its own order.
    fn choices(&self, filled: u128) -> Vec<Space> {
        let owned = self.grid.word(last_mover(filled.count_ones() as usize)) & !self.start;
        let mut choices: Vec<_> = tops(self.grid, filled)
            .filter(|top| owned & self.grid.bit(*top) != 0)
            .collect();
        choices.sort_by_key(|space| (core::cmp::Reverse(space.row), space.column));
        choices
    }
}

/// Why a grid as written cannot come from play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SetupError {
    /// The space is not part of the grid.
    OutsideGrid(Space),
    /// Two discs on one space.
    Taken(Space),
    /// The space below this disc is empty.
    Floating(Space),
    /// The players take turns, so First has as many discs as Second or one more.
    DiscCounts {
        /// Discs of First.
        first: usize,
        /// Discs of Second.
        second: usize,
    },
    /// Both players have a line.
    TwoWinners,
    /// This player completed a line, and yet the game went on.
    PlayedOn(Player),
    /// The discs with which the variant starts are not all there.
    StartMissing,
    /// A power disc in a variant without them.
    PowerDisc(Space),
    /// No order of turns fills the columns this way.
    Unreachable,
    /// No order was found among the first [`ORDER_GRIDS_MAX`] partial grids.
    OrderNotFound,
    /// The position of this variant is more than its discs.
    NotDropOnly(Variant),
    /// The order that was found breaks a rule.
    Refused(MoveError),
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutsideGrid(space) => write!(f, "{space} lies outside the grid"),
            Self::Taken(space) => write!(f, "{space} holds two discs"),
            Self::Floating(space) => write!(f, "the disc on {space} floats above an empty space"),
            Self::DiscCounts { first, second } => write!(
                f,
                "First has {first} {} and Second {second}: the players take turns, so First \
                 has as many or one more",
                if *first == 1 { "disc" } else { "discs" }
            ),
            Self::TwoWinners => f.write_str("both players have a line"),
            Self::PlayedOn(winner) => {
                write!(f, "the game went on after {winner} had completed a line")
            }
            Self::StartMissing => {
                f.write_str("the discs with which this variant starts are not all there")
            }
            Self::PowerDisc(space) => write!(f, "this variant has no power disc as on {space}"),
            Self::Unreachable => f.write_str("no order of turns fills the columns this way"),
            Self::OrderNotFound => write!(
                f,
                "no order of drops was found in {ORDER_GRIDS_MAX} attempts; give the moves instead"
            ),
            Self::NotDropOnly(variant) => write!(
                f,
                "a grid does not tell a whole {} position; give its moves as well",
                variant.name()
            ),
            Self::Refused(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for SetupError {}
