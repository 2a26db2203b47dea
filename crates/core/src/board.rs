//! The board: which disc occupies which cell.
//!
//! One 128-bit bitboard per player. Each column takes `height + 1` bits, bottom row first; the
//! sentinel bit above the top row is always empty, so shifting by one cell never carries a disc
//! into the neighbouring column. For 7 × 6:
//!
//! ```text
//!    6 13 20 27 34 41 48     sentinel bits
//!    5 12 19 26 33 40 47     row 6
//!    4 11 18 25 32 39 46
//!    3 10 17 24 31 38 45
//!    2  9 16 23 30 37 44
//!    1  8 15 22 29 36 43
//!    0  7 14 21 28 35 42     row 1
//! ```
//!
//! Neighbours are at distance 1 (vertical), `height + 1` (horizontal), `height + 2` (rising)
//! and `height` (falling).
//!
//! A `Board` knows gravity and lines but not the player to move. Outside the crate it is read-only.

use alloc::vec::Vec;

use crate::bitboard::has_run;
use crate::{Cell, Column, Direction, Disc, DiscKind, Line, Player, PowerDisc, Row};

/// The discs on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board {
    width: u8,
    height: u8,
    discs: [u128; 2],
    powers: [u128; 4],
}

impl Board {
    pub(crate) const fn new(width: u8, height: u8) -> Self {
        Self {
            width,
            height,
            discs: [0; 2],
            powers: [0; 4],
        }
    }

    pub(crate) const fn from_bits(width: u8, height: u8, first: u128, second: u128) -> Self {
        Self {
            width,
            height,
            discs: [first, second],
            powers: [0; 4],
        }
    }

    /// Number of columns.
    #[must_use]
    pub const fn width(&self) -> u8 {
        self.width
    }

    /// Number of rows.
    #[must_use]
    pub const fn height(&self) -> u8 {
        self.height
    }

    /// Returns a player's discs as a bitboard, laid out as drawn at the top of this module.
    #[must_use]
    pub const fn bits(&self, player: Player) -> u128 {
        self.discs[player.index()]
    }

    pub(crate) const fn occupied(&self) -> u128 {
        self.discs[0] | self.discs[1]
    }

    /// Iterates over the columns from the left.
    pub fn columns(&self) -> impl DoubleEndedIterator<Item = Column> + Clone + use<> {
        (0..self.width).map(Column::new)
    }

    /// Iterates over the rows from the bottom.
    pub fn rows(&self) -> impl DoubleEndedIterator<Item = Row> + Clone + use<> {
        (0..self.height).map(Row::new)
    }

    /// Returns true if the cell is part of this board.
    #[must_use]
    pub const fn contains(&self, cell: Cell) -> bool {
        cell.column.index() < self.width as usize && cell.row.index() < self.height as usize
    }

    const fn stride(&self) -> u32 {
        self.height as u32 + 1
    }

    /// Returns the bit of a cell of this board.
    pub(crate) const fn bit(&self, cell: Cell) -> u128 {
        1 << (cell.column.index() as u32 * self.stride() + cell.row.index() as u32)
    }

    const fn column_bits(&self, column: Column) -> u128 {
        ((1 << self.height) - 1) << (column.index() as u32 * self.stride())
    }

    /// Returns the disc on a cell, or `None` if the cell is empty or outside the board.
    #[must_use]
    pub fn disc_at(&self, cell: Cell) -> Option<Disc> {
        if !self.contains(cell) {
            return None;
        }
        let bit = self.bit(cell);
        let owner = Player::BOTH
            .into_iter()
            .find(|player| self.bits(*player) & bit != 0)?;
        let kind = PowerDisc::ALL
            .into_iter()
            .find(|power| self.powers[power.index()] & bit != 0)
            .map_or(DiscKind::Ordinary, DiscKind::Power);
        Some(Disc { owner, kind })
    }

    /// Iterates over the discs of a column from the bottom up. Empty for a column outside the
    /// board.
    pub fn stack(&self, column: Column) -> impl Iterator<Item = Disc> + '_ {
        self.rows()
            .map_while(move |row| self.disc_at(Cell { column, row }))
    }

    /// Number of discs on the board.
    #[must_use]
    pub const fn discs(&self) -> usize {
        self.occupied().count_ones() as usize
    }

    /// Number of discs of a player.
    #[must_use]
    pub const fn discs_of(&self, player: Player) -> usize {
        self.bits(player).count_ones() as usize
    }

    /// Returns true if no cell is empty.
    #[must_use]
    pub const fn is_full(&self) -> bool {
        self.discs() == self.width as usize * self.height as usize
    }

    /// Returns the lowest empty cell of a column, where a dropped disc would land, or `None` if the
    /// column is full or outside the board.
    #[must_use]
    pub fn landing(&self, column: Column) -> Option<Cell> {
        self.rows()
            .map(|row| Cell { column, row })
            .find(|cell| self.contains(*cell) && self.occupied() & self.bit(*cell) == 0)
    }

    /// Returns true if the player has a line of at least this length.
    #[must_use]
    pub fn has_line(&self, player: Player, connect: u8) -> bool {
        let set = self.bits(player);
        [1, self.stride() - 1, self.stride(), self.stride() + 1]
            .into_iter()
            .any(|stride| has_run(set, stride, u32::from(connect)))
    }

    /// Returns all maximal lines of a player that have at least this length.
    #[must_use]
    pub fn lines(&self, player: Player, connect: u8) -> Vec<Line> {
        let mut lines = Vec::new();
        for direction in Direction::ALL {
            for start in self.cells_from_bottom_left() {
                let before = self.neighbour(start, direction, -1);
                if before.is_some_and(|cell| self.is_owned(cell, player)) {
                    continue;
                }
                let length = self.run_length(start, direction, player);
                if length >= connect && length > 0 {
                    lines.push(Line::new(start, direction, length));
                }
            }
        }
        lines
    }

    /// Returns the lines through one disc. In each direction, counts both ways from it until it
    /// meets anything but a disc of the same player.
    ///
    /// After a drop no other line can be new, so this is all that win detection needs.
    ///
    /// ```
    /// use foursight_core::{Column, Game, Player, Row, Cell};
    ///
    /// let mut game = Game::default();
    /// for number in [1, 1, 2, 2, 3, 3, 4] {
    ///     game = game.drop_in(Column::from_number(number).expect("in range"))?;
    /// }
    /// let last = Cell { column: Column::from_number(4).expect("in range"), row: Row::BOTTOM };
    /// let lines = game.position().board().lines_through(last, 4);
    /// assert_eq!(lines.len(), 1);
    /// assert_eq!(lines[0].to_string(), "a1-d1");
    /// # Ok::<_, foursight_core::MoveError>(())
    /// ```
    #[must_use]
    pub fn lines_through(&self, cell: Cell, connect: u8) -> Vec<Line> {
        let Some(disc) = self.disc_at(cell) else {
            return Vec::new();
        };
        let mut lines = Vec::new();
        for direction in Direction::ALL {
            let mut start = cell;
            while let Some(before) = self.neighbour(start, direction, -1)
                && self.is_owned(before, disc.owner)
            {
                start = before;
            }
            let length = self.run_length(start, direction, disc.owner);
            if length >= connect {
                lines.push(Line::new(start, direction, length));
            }
        }
        lines
    }

    /// Returns the threats of a player, column by column: the empty cells, playable now or not,
    /// where a disc would complete a line of this length.
    ///
    /// ```
    /// use foursight_core::{Column, Game, Player};
    ///
    /// let mut game = Game::default();
    /// for number in [4, 4, 5, 5, 6] {
    ///     game = game.drop_in(Column::from_number(number).expect("in range"))?;
    /// }
    /// let threats = game.position().board().threats(Player::First, 4);
    /// let names: Vec<_> = threats.iter().map(ToString::to_string).collect();
    /// assert_eq!(names, ["c1", "g1"]);
    /// # Ok::<_, foursight_core::MoveError>(())
    /// ```
    #[must_use]
    pub fn threats(&self, player: Player, connect: u8) -> Vec<Cell> {
        let cells = self
            .columns()
            .flat_map(|column| self.rows().map(move |row| Cell { column, row }));
        cells
            .filter(|cell| self.occupied() & self.bit(*cell) == 0)
            .filter(|cell| {
                let mut filled = *self;
                filled.put(Disc::ordinary(player), *cell);
                filled.is_in_line(*cell, connect)
            })
            .collect()
    }

    /// Counts the adjacent discs of a player from `start` on in a direction.
    #[must_use]
    pub fn run_length(&self, start: Cell, direction: Direction, player: Player) -> u8 {
        let mut length = 0;
        let mut cell = Some(start);
        while let Some(current) = cell
            && self.is_owned(current, player)
        {
            length += 1;
            cell = self.neighbour(current, direction, 1);
        }
        length
    }

    /// Returns the neighbouring cell along a direction (`1`) or against it (`-1`), or `None` at the
    /// edge.
    #[must_use]
    pub fn neighbour(&self, cell: Cell, direction: Direction, sign: i8) -> Option<Cell> {
        let (right, up) = direction.offset();
        let column = cell
            .column
            .index()
            .checked_add_signed((right * sign).into())?;
        let row = cell.row.index().checked_add_signed((up * sign).into())?;
        let next = Cell {
            column: Column::from_index(column)?,
            row: Row::from_index(row)?,
        };
        self.contains(next).then_some(next)
    }

    fn cells_from_bottom_left(&self) -> impl Iterator<Item = Cell> + use<> {
        let width = self.width;
        self.rows().flat_map(move |row| {
            (0..width).map(move |column| Cell {
                column: Column::new(column),
                row,
            })
        })
    }

    fn is_owned(&self, cell: Cell, player: Player) -> bool {
        self.contains(cell) && self.bits(player) & self.bit(cell) != 0
    }

    /// Returns the mirror image: the leftmost column becomes the rightmost.
    #[must_use]
    pub fn mirror(&self) -> Self {
        let mut image = *self;
        let flip = |bits| mirror_bits(bits, self.width.into(), self.stride());
        image.discs = self.discs.map(flip);
        image.powers = self.powers.map(flip);
        image
    }

    /// Returns true if the disc on this cell is part of a line of at least this length.
    pub(crate) fn is_in_line(&self, cell: Cell, connect: u8) -> bool {
        !self.lines_through(cell, connect).is_empty()
    }

    /// Puts a disc on a cell without checking gravity or occupancy.
    pub(crate) fn put(&mut self, disc: Disc, cell: Cell) {
        debug_assert!(self.contains(cell));
        let bit = self.bit(cell);
        self.discs[disc.owner.index()] |= bit;
        if let DiscKind::Power(power) = disc.kind {
            self.powers[power.index()] |= bit;
        }
    }

    /// Drops a disc and returns the cell it lands on.
    pub(crate) fn drop_disc(&mut self, disc: Disc, column: Column) -> Option<Cell> {
        let cell = self.landing(column)?;
        self.put(disc, cell);
        Some(cell)
    }

    /// Takes the bottom disc out of a column; the discs above fall by one row.
    pub(crate) fn pop(&mut self, column: Column) -> Option<Disc> {
        let bottom = Cell {
            column,
            row: Row::BOTTOM,
        };
        let disc = self.disc_at(bottom)?;
        let stack = self.column_bits(column);
        for bits in self.discs.iter_mut().chain(&mut self.powers) {
            let fallen = ((*bits & stack) >> 1) & stack;
            *bits = (*bits & !stack) | fallen;
        }
        Some(disc)
    }

    /// Takes every disc out of a column.
    pub(crate) fn clear(&mut self, column: Column) {
        let keep = !self.column_bits(column);
        for bits in self.discs.iter_mut().chain(&mut self.powers) {
            *bits &= keep;
        }
    }

    /// Returns true if the bottom disc of this column belongs to this player.
    pub(crate) fn owns_bottom(&self, player: Player, column: Column) -> bool {
        self.is_owned(
            Cell {
                column,
                row: Row::BOTTOM,
            },
            player,
        )
    }

    /// Returns the first cell, from the bottom left, whose disc has an empty cell below it.
    #[must_use]
    pub fn floating(&self) -> Option<Cell> {
        let supported = (self.occupied() << 1) | floor(self.width.into(), self.stride());
        let floating = self.occupied() & !supported;
        self.cells_from_bottom_left()
            .find(|cell| floating & self.bit(*cell) != 0)
    }

    /// Returns the first cell, from the bottom left, that holds a power disc.
    pub(crate) fn first_power_disc(&self) -> Option<Cell> {
        let powers = self.powers.iter().fold(0, |all, bits| all | bits);
        self.cells_from_bottom_left()
            .find(|cell| powers & self.bit(*cell) != 0)
    }
}

/// Returns the set of the bottom cells of all columns.
pub(crate) const fn floor(width: u32, stride: u32) -> u128 {
    let mut set = 0;
    let mut column = 0;
    while column < width {
        set |= 1 << (column * stride);
        column += 1;
    }
    set
}

/// Reverses the order of the columns of a bitboard.
pub(crate) fn mirror_bits(bits: u128, width: u32, stride: u32) -> u128 {
    let column_bits = if stride >= 128 {
        u128::MAX
    } else {
        (1 << stride) - 1
    };
    (0..width).fold(0, |image, column| {
        let stack = (bits >> (column * stride)) & column_bits;
        image | stack << ((width - 1 - column) * stride)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tallest board uses every bit but the sentinel.
    #[test]
    fn the_tallest_column_uses_every_bit_but_the_sentinel() {
        let mut board = Board::new(1, 127);
        let column = Column::new(0);
        for _ in 0..127 {
            assert!(
                board
                    .drop_disc(Disc::ordinary(Player::First), column)
                    .is_some()
            );
        }
        assert_eq!(board.drop_disc(Disc::ordinary(Player::First), column), None);
        assert_eq!(board.occupied(), u128::MAX >> 1);
        assert!(board.is_full() && board.has_line(Player::First, 127));
        assert_eq!(board.mirror(), board);
        assert!(board.pop(column).is_some());
        assert_eq!(board.occupied(), u128::MAX >> 2);
        board.clear(column);
        assert_eq!(board, Board::new(1, 127));
    }

    #[test]
    fn a_pop_preserves_the_kinds_of_power_discs() {
        let mut board = Board::new(7, 6);
        let column = Column::new(3);
        let [wall, bomb] = [PowerDisc::Wall, PowerDisc::Bomb];
        let stack = [wall, bomb].map(|power| Disc::power(Player::Second, power));
        for disc in stack {
            board.drop_disc(disc, column);
        }
        assert_eq!(board.pop(column), Some(stack[0]));
        assert_eq!(board.pop(column), Some(stack[1]));
        assert_eq!(board.pop(column), None);
        assert_eq!(board, Board::new(7, 6));
    }
}
