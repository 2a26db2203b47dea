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

/// How many partial grids the search for an order looks at before it gives up. Every grid up to
/// the standard size has fewer (8⁷ ÷ 2 would be one million), so there the answer is exact.
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

    /// A game that leads to this grid.
    ///
    /// The order of the drops is one of possibly many, but always the same for the same grid.
    ///
    /// # Errors
    ///
    /// [`SetupError`] says what is impossible about the grid. Grids of the variants with pops or
    /// power discs are refused: a picture does not hold all that belongs to their positions.
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
        if !variant.is_drop_only() {
            return Err(SetupError::NotDropOnly(variant));
        }
        if let Some(space) = self.grid.first_power_disc() {
            return Err(SetupError::PowerDisc(space));
        }
        if let Some(space) = self.grid.floating() {
            return Err(SetupError::Floating(space));
        }
        let start = Position::new(self.ruleset).grid();
        for player in Player::BOTH {
            let missing = start.word(player) & !self.grid.word(player);
            if missing != 0 {
                return Err(SetupError::StartMissing);
            }
        }
        let last = self.last_disc()?;
        let moves = Order::new(&self.grid, start.occupied(), last).find()?;
        Game::from_moves(self.ruleset, moves).map_err(|(_, error)| SetupError::Refused(error))
    }

    /// The disc that must have been dropped last because it completed every line; none if there
    /// is no line.
    fn last_disc(&self) -> Result<Option<Space>, SetupError> {
        let [first, second] = Player::BOTH.map(|player| self.grid.discs_of(player));
        if first != second && first != second + 1 {
            return Err(SetupError::DiscCounts { first, second });
        }
        let connect = self.ruleset.connect();
        let winner = match Player::BOTH.map(|player| self.grid.has_line(player, connect)) {
            [false, false] => return Ok(None),
            [true, true] => return Err(SetupError::TwoWinners),
            [true, false] => Player::First,
            [false, true] => Player::Second,
        };
        let last_mover = if first == second {
            Player::Second
        } else {
            Player::First
        };
        if winner != last_mover {
            return Err(SetupError::PlayedOn(winner));
        }
        let shared = self.grid.shared_by_lines(winner, connect);
        self.grid
            .columns()
            .filter_map(|column| {
                let row = self.grid.rows().rev().find(|row| {
                    let space = Space { column, row: *row };
                    self.grid.disc_at(space).is_some()
                })?;
                Some(Space { column, row })
            })
            .find(|top| shared & self.grid.bit(*top) != 0)
            .map(Some)
            .ok_or(SetupError::PlayedOn(winner))
    }
}

/// The search for an order: fill the grid upwards, each time with a disc of the player whose
/// turn it is, and remember the partial grids that lead nowhere.
struct Order<'a> {
    grid: &'a Grid,
    /// The spaces to fill before the last disc.
    target: u128,
    last: Option<Space>,
    moves: Vec<Move>,
    hopeless: BTreeSet<u128>,
    start: u128,
}

impl<'a> Order<'a> {
    fn new(grid: &'a Grid, start: u128, last: Option<Space>) -> Self {
        let without = last.map_or(0, |space| grid.bit(space));
        Self {
            grid,
            target: grid.occupied() & !without,
            last,
            moves: Vec::new(),
            hopeless: BTreeSet::new(),
            start,
        }
    }

    fn find(mut self) -> Result<Vec<Move>, SetupError> {
        if !self.fill(self.start, Player::First)? {
            return Err(SetupError::Unreachable);
        }
        self.moves
            .extend(self.last.map(|space| Move::Drop(space.column)));
        Ok(self.moves)
    }

    /// The depth of the recursion is bounded by the spaces of the grid, at most 127.
    fn fill(&mut self, filled: u128, mover: Player) -> Result<bool, SetupError> {
        if filled == self.target {
            return Ok(true);
        }
        if self.hopeless.contains(&filled) {
            return Ok(false);
        }
        for (_, space) in self.choices(filled, mover) {
            self.moves.push(Move::Drop(space.column));
            if self.fill(filled | self.grid.bit(space), mover.opponent())? {
                return Ok(true);
            }
            self.moves.pop();
        }
        if self.hopeless.len() >= ORDER_GRIDS_MAX {
            return Err(SetupError::OrderNotFound);
        }
        self.hopeless.insert(filled);
        Ok(false)
    }

    /// The spaces that the mover could fill now, those in the columns with most left to fill
    /// first: a column that is left until the end dictates its own order.
    fn choices(&self, filled: u128, mover: Player) -> Vec<(u32, Space)> {
        let mut choices: Vec<_> = self
            .grid
            .columns()
            .filter_map(|column| {
                let mut left = self
                    .grid
                    .rows()
                    .map(|row| Space { column, row })
                    .filter(|space| self.grid.bit(*space) & self.target & !filled != 0);
                let next = left.next()?;
                let mine = self.grid.word(mover) & self.grid.bit(next) != 0;
                mine.then(|| (left.count() as u32, next))
            })
            .collect();
        choices.sort_by_key(|(left, space)| (core::cmp::Reverse(*left), space.column));
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
                "First has {first} discs and Second {second}: the players take turns, so First \
                 has as many or one more"
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
                "a grid does not tell a whole {} position; give the moves instead",
                variant.name()
            ),
            Self::Refused(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for SetupError {}
