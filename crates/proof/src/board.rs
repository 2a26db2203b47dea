//! A position of a proof: the discs of the planner and of the opponent.

use std::fmt;
use std::str::FromStr;

use foursight_core::{Cell, Column, Row};

use crate::bits::{self, BOARD, HEIGHT, STRIDE, WIDTH};

/// A cell of the 7 × 6 board, written `d3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PlanCell(u8);

impl PlanCell {
    /// All cells, column by column from the bottom.
    pub fn all() -> impl Iterator<Item = Self> {
        bits::each(BOARD).map(Self::from_bit)
    }

    /// Returns the cell, or `None` if it lies outside the 7 × 6 board.
    #[must_use]
    pub const fn new(column: usize, row: usize) -> Option<Self> {
        if column < WIDTH as usize && row < HEIGHT as usize {
            Some(Self((column * STRIDE as usize + row) as u8))
        } else {
            None
        }
    }

    /// Column, counted from 0 at the left.
    #[must_use]
    pub const fn column_index(self) -> usize {
        self.0 as usize / STRIDE as usize
    }

    /// Row, counted from 0 at the bottom.
    #[must_use]
    pub const fn row_index(self) -> usize {
        self.0 as usize % STRIDE as usize
    }

    /// Returns the column.
    #[must_use]
    pub fn column(self) -> Column {
        named(self.column_index(), self.row_index()).column
    }

    /// Returns the cell as the rules know it.
    #[must_use]
    pub fn cell(self) -> Cell {
        named(self.column_index(), self.row_index())
    }

    /// Returns the mirror image.
    #[must_use]
    pub const fn mirror(self) -> Self {
        let column = WIDTH as usize - 1 - self.column_index();
        Self((column * STRIDE as usize + self.row_index()) as u8)
    }

    pub(crate) const fn bit(self) -> u64 {
        1 << self.0
    }

    /// Names the only cell of a set.
    pub(crate) const fn from_bit(cell: u64) -> Self {
        debug_assert!(cell & BOARD != 0 && !bits::has_two(cell));
        Self(cell.trailing_zeros() as u8)
    }
}

fn named(column: usize, row: usize) -> Cell {
    let fits = "the largest board of the rules is larger than 7 x 6";
    Cell {
        column: Column::from_index(column).expect(fits),
        row: Row::from_index(row).expect(fits),
    }
}

impl fmt::Display for PlanCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cell().fmt(f)
    }
}

/// The text does not name a cell of the 7 × 6 board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsePlanCellError(String);

impl fmt::Display for ParsePlanCellError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "there is no cell {:?}: a cell is written a1 to g6",
            self.0
        )
    }
}

impl std::error::Error for ParsePlanCellError {}

impl FromStr for PlanCell {
    type Err = ParsePlanCellError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let cell = match text.as_bytes() {
            [column @ b'a'..=b'g', row @ b'1'..=b'6'] => {
                Self::new(usize::from(column - b'a'), usize::from(row - b'1'))
            }
            _ => None,
        };
        cell.ok_or_else(|| ParsePlanCellError(text.to_owned()))
    }
}

/// The discs of the planner, whose moves the proof names, and of the opponent.
///
/// Written as its seven columns from the bottom up, separated by commas, with `x` for the planner:
///
/// ```
/// use foursight_proof::ProofBoard;
///
/// let board: ProofBoard = ",,o,xox,,,".parse()?;
/// assert_eq!((board.plies(), board.to_string().as_str()), (4, ",,o,xox,,,"));
/// # Ok::<_, foursight_proof::ParseBoardError>(())
/// ```
///
/// Invariant: columns have no gaps and no cell has two discs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ProofBoard {
    planner: u64,
    opponent: u64,
}

impl ProofBoard {
    pub(crate) const fn planner(self) -> u64 {
        self.planner
    }

    pub(crate) const fn all(self) -> u64 {
        self.planner | self.opponent
    }

    pub(crate) const fn landings(self) -> u64 {
        bits::landings(self.all())
    }

    /// Empty cells that complete a line for the planner.
    pub(crate) const fn own_threats(self) -> u64 {
        bits::completing(self.planner, self.all())
    }

    /// Empty cells that complete a line for the opponent.
    pub(crate) const fn opponent_threats(self) -> u64 {
        bits::completing(self.opponent, self.all())
    }

    /// Adds a disc of the planner on one of the landings.
    pub(crate) const fn with_own(self, landing: u64) -> Self {
        debug_assert!(landing & self.landings() == landing);
        Self {
            planner: self.planner | landing,
            opponent: self.opponent,
        }
    }

    /// Adds a disc of the opponent on one of the landings.
    pub(crate) const fn with_reply(self, landing: u64) -> Self {
        debug_assert!(landing & self.landings() == landing);
        Self {
            planner: self.planner,
            opponent: self.opponent | landing,
        }
    }

    /// Removes a disc of the opponent, which must be on top.
    pub(crate) const fn without_reply(self, disc: u64) -> Self {
        Self {
            planner: self.planner,
            opponent: self.opponent & !disc,
        }
    }

    /// Returns the cell where a disc lands in this column, or `None` if it is full or outside.
    #[must_use]
    pub fn landing(self, column: Column) -> Option<PlanCell> {
        let index = column.index() as u32;
        let landing = (index < WIDTH).then(|| self.landings() & bits::column_cells(index));
        landing.filter(|bit| *bit != 0).map(PlanCell::from_bit)
    }

    /// Number of discs.
    #[must_use]
    pub const fn plies(self) -> usize {
        self.all().count_ones() as usize
    }

    /// Returns `Some(true)` for a disc of the planner on the cell, `Some(false)` for one of the
    /// opponent.
    #[must_use]
    pub const fn is_planner_disc(self, cell: PlanCell) -> Option<bool> {
        if self.all() & cell.bit() == 0 {
            None
        } else {
            Some(self.planner & cell.bit() != 0)
        }
    }

    /// Returns the mirror image.
    #[must_use]
    pub fn mirror(self) -> Self {
        Self {
            planner: bits::mirror(self.planner),
            opponent: bits::mirror(self.opponent),
        }
    }

    /// Returns the same position in the orientation that new entries use.
    #[must_use]
    pub fn canonical(self) -> Self {
        self.min(self.mirror())
    }

    /// Plays drops by turns from the empty board; the planner begins if `planner_begins`. `None`
    /// if a column is full or outside the board.
    #[must_use]
    pub fn after(moves: &[Column], planner_begins: bool) -> Option<Self> {
        let mut board = Self::default();
        for (index, column) in moves.iter().enumerate() {
            let landing = board.landing(*column)?.bit();
            board = if index.is_multiple_of(2) == planner_begins {
                board.with_own(landing)
            } else {
                board.with_reply(landing)
            };
        }
        Some(board)
    }
}

impl fmt::Display for ProofBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for column in 0..WIDTH {
            if column > 0 {
                f.write_str(",")?;
            }
            for cell in bits::each(self.all() & bits::column_cells(column)) {
                f.write_str(if self.planner & cell != 0 { "x" } else { "o" })?;
            }
        }
        Ok(())
    }
}

/// The text is not a board: seven columns from the bottom up with `x` and `o`, separated by
/// commas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseBoardError(String);

impl fmt::Display for ParseBoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?} is no board: write seven columns of at most six x and o, separated by commas",
            self.0
        )
    }
}

impl std::error::Error for ParseBoardError {}

impl FromStr for ProofBoard {
    type Err = ParseBoardError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error = || ParseBoardError(text.to_owned());
        let mut board = Self::default();
        let columns: Vec<&str> = text.split(',').collect();
        if columns.len() != WIDTH as usize {
            return Err(error());
        }
        for (column, discs) in columns.into_iter().enumerate() {
            for (row, disc) in discs.bytes().enumerate() {
                let cell = PlanCell::new(column, row).ok_or_else(error)?;
                match disc {
                    b'x' => board.planner |= cell.bit(),
                    b'o' => board.opponent |= cell.bit(),
                    _ => return Err(error()),
                }
            }
        }
        Ok(board)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_round_trip_and_invalid_ones_are_refused() {
        for text in [",,,,,,", "x,oo,,xoxoxo,,,x", "xoxoxo,,,,,,"] {
            let board: ProofBoard = text.parse().expect("a board");
            assert_eq!(board.to_string(), text);
            assert_eq!(board.mirror().mirror(), board);
        }
        for text in ["", "x", ",,,,,,,", "xxxxxxx,,,,,,", "a,,,,,,"] {
            assert!(text.parse::<ProofBoard>().is_err(), "{text}");
        }
        for text in ["", "a", "a0", "a7", "h1", "A1", "a11"] {
            assert!(text.parse::<PlanCell>().is_err(), "{text}");
        }
        assert_eq!(PlanCell::all().count(), 42);
    }

    #[test]
    fn moves_belong_to_planner_and_opponent_by_turns() {
        let moves = [4, 4, 3].map(|number| Column::from_number(number).expect("in range"));
        let [first, second] = [true, false].map(|begins| ProofBoard::after(&moves, begins));
        assert_eq!(first.expect("legal").to_string(), ",,x,xo,,,");
        assert_eq!(second.expect("legal").to_string(), ",,o,ox,,,");
    }
}
