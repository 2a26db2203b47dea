//! The grid: which disc rests on which space.
//!
//! One 128-bit word a player. Each column takes `height + 1` bits, bottom row first; the bit
//! above the top row is always empty and acts as a fence, so that shifting a word by one space
//! never carries a disc into the neighbouring column. For 7 × 6:
//!
//! ```text
//!    6 13 20 27 34 41 48     fence
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
//! A `Grid` knows gravity and lines but not whose turn it is. Outside the crate it is read-only.

use alloc::vec::Vec;

use crate::word::has_run;
use crate::{Column, Direction, Disc, DiscKind, Line, Player, PowerDisc, Row, Space};

/// A picture of the discs on a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Grid {
    width: u8,
    height: u8,
    discs: [u128; 2],
    powers: [u128; 4],
}

impl Grid {
    pub(crate) const fn new(width: u8, height: u8) -> Self {
        Self {
            width,
            height,
            discs: [0; 2],
            powers: [0; 4],
        }
    }

    pub(crate) const fn from_words(width: u8, height: u8, first: u128, second: u128) -> Self {
        Self {
            width,
            height,
            discs: [first, second],
            powers: [0; 4],
        }
    }

    /// How many columns there are.
    #[must_use]
    pub const fn width(&self) -> u8 {
        self.width
    }

    /// How many rows there are.
    #[must_use]
    pub const fn height(&self) -> u8 {
        self.height
    }

    /// A player's discs as a word, laid out as drawn at the top of this module.
    #[must_use]
    pub const fn word(&self, player: Player) -> u128 {
        self.discs[player.index()]
    }

    pub(crate) const fn occupied(&self) -> u128 {
        self.discs[0] | self.discs[1]
    }

    /// The columns of this grid, from the left.
    pub fn columns(&self) -> impl DoubleEndedIterator<Item = Column> + Clone + use<> {
        (0..self.width).map(Column::at)
    }

    /// The rows of this grid, from the bottom.
    pub fn rows(&self) -> impl DoubleEndedIterator<Item = Row> + Clone + use<> {
        (0..self.height).map(Row::at)
    }

    /// True if the space is part of this grid.
    #[must_use]
    pub const fn contains(&self, space: Space) -> bool {
        space.column.index() < self.width as usize && space.row.index() < self.height as usize
    }

    const fn stride(&self) -> u32 {
        self.height as u32 + 1
    }

    /// The bit of a space of this grid.
    pub(crate) const fn bit(&self, space: Space) -> u128 {
        1 << (space.column.index() as u32 * self.stride() + space.row.index() as u32)
    }

    const fn column_bits(&self, column: Column) -> u128 {
        ((1 << self.height) - 1) << (column.index() as u32 * self.stride())
    }

    /// The disc that rests on a space; none if it is empty or outside the grid.
    #[must_use]
    pub fn disc_at(&self, space: Space) -> Option<Disc> {
        if !self.contains(space) {
            return None;
        }
        let bit = self.bit(space);
        let owner = Player::BOTH
            .into_iter()
            .find(|player| self.word(*player) & bit != 0)?;
        let kind = PowerDisc::ALL
            .into_iter()
            .find(|power| self.powers[power.index()] & bit != 0)
            .map_or(DiscKind::Ordinary, DiscKind::Power);
        Some(Disc { owner, kind })
    }

    /// The discs of a column from the bottom up; empty for a column outside the grid.
    pub fn stack(&self, column: Column) -> impl Iterator<Item = Disc> + '_ {
        self.rows()
            .map_while(move |row| self.disc_at(Space { column, row }))
    }

    /// How many discs the grid holds.
    #[must_use]
    pub const fn discs(&self) -> usize {
        self.occupied().count_ones() as usize
    }

    /// How many discs of this player the grid holds.
    #[must_use]
    pub const fn discs_of(&self, player: Player) -> usize {
        self.word(player).count_ones() as usize
    }

    /// True if no space is left.
    #[must_use]
    pub const fn is_full(&self) -> bool {
        self.discs() == self.width as usize * self.height as usize
    }

    /// The lowest empty space of a column: where a disc dropped there would rest. None if the
    /// column is full or outside the grid.
    #[must_use]
    pub fn landing(&self, column: Column) -> Option<Space> {
        self.rows()
            .map(|row| Space { column, row })
            .find(|space| self.contains(*space) && self.occupied() & self.bit(*space) == 0)
    }

    /// True if there is at least one line of this length or more for the player.
    #[must_use]
    pub fn has_line(&self, player: Player, connect: u8) -> bool {
        let set = self.word(player);
        [1, self.stride() - 1, self.stride(), self.stride() + 1]
            .into_iter()
            .any(|stride| has_run(set, stride, u32::from(connect)))
    }

    /// All lines of a player that have at least this length, each as long as it goes.
    #[must_use]
    pub fn lines(&self, player: Player, connect: u8) -> Vec<Line> {
        let mut lines = Vec::new();
        for direction in Direction::ALL {
            for start in self.spaces_from_bottom_left() {
                let before = self.step(start, direction, -1);
                if before.is_some_and(|space| self.is_owned(space, player)) {
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

    /// The lines that run through one disc: in each direction count both ways from it until
    /// something else than a disc of the same player is met.
    ///
    /// This is how a person looks for a line after a drop. Nothing else can have become a line,
    /// so nothing else need be looked at.
    ///
    /// ```
    /// use foursight_core::{Column, Game, Player, Row, Space};
    ///
    /// let mut game = Game::default();
    /// for number in [1, 1, 2, 2, 3, 3, 4] {
    ///     game = game.drop_in(Column::from_number(number).expect("in range"))?;
    /// }
    /// let last = Space { column: Column::from_number(4).expect("in range"), row: Row::BOTTOM };
    /// let lines = game.position().grid().lines_through(last, 4);
    /// assert_eq!(lines.len(), 1);
    /// assert_eq!(lines[0].to_string(), "a1-d1");
    /// # Ok::<_, foursight_core::MoveError>(())
    /// ```
    #[must_use]
    pub fn lines_through(&self, space: Space, connect: u8) -> Vec<Line> {
        let Some(disc) = self.disc_at(space) else {
            return Vec::new();
        };
        let mut lines = Vec::new();
        for direction in Direction::ALL {
            let mut start = space;
            while let Some(before) = self.step(start, direction, -1)
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

    /// The threats of a player: the empty spaces where a disc would complete a line of this length,
    /// playable now or not, column by column.
    ///
    /// ```
    /// use foursight_core::{Column, Game, Player};
    ///
    /// let mut game = Game::default();
    /// for number in [4, 4, 5, 5, 6] {
    ///     game = game.drop_in(Column::from_number(number).expect("in range"))?;
    /// }
    /// let threats = game.position().grid().threats(Player::First, 4);
    /// let names: Vec<_> = threats.iter().map(ToString::to_string).collect();
    /// assert_eq!(names, ["c1", "g1"]);
    /// # Ok::<_, foursight_core::MoveError>(())
    /// ```
    #[must_use]
    pub fn threats(&self, player: Player, connect: u8) -> Vec<Space> {
        let spaces = self
            .columns()
            .flat_map(|column| self.rows().map(move |row| Space { column, row }));
        spaces
            .filter(|space| self.occupied() & self.bit(*space) == 0)
            .filter(|space| {
                let mut with = *self;
                with.put(Disc::ordinary(player), *space);
                with.is_in_line(*space, connect)
            })
            .collect()
    }

    /// How many adjacent discs of a player follow in a direction, the start included.
    #[must_use]
    pub fn run_length(&self, start: Space, direction: Direction, player: Player) -> u8 {
        let mut length = 0;
        let mut space = Some(start);
        while let Some(here) = space
            && self.is_owned(here, player)
        {
            length += 1;
            space = self.step(here, direction, 1);
        }
        length
    }

    /// The space one step along a direction (`1`) or against it (`-1`); none at the edge.
    #[must_use]
    pub fn step(&self, space: Space, direction: Direction, sign: i8) -> Option<Space> {
        let (right, up) = direction.step();
        let column = space
            .column
            .index()
            .checked_add_signed((right * sign).into())?;
        let row = space.row.index().checked_add_signed((up * sign).into())?;
        let next = Space {
            column: Column::from_index(column)?,
            row: Row::from_index(row)?,
        };
        self.contains(next).then_some(next)
    }

    fn spaces_from_bottom_left(&self) -> impl Iterator<Item = Space> + use<> {
        let width = self.width;
        self.rows().flat_map(move |row| {
            (0..width).map(move |column| Space {
                column: Column::at(column),
                row,
            })
        })
    }

    fn is_owned(&self, space: Space, player: Player) -> bool {
        self.contains(space) && self.word(player) & self.bit(space) != 0
    }

    /// The mirror image: the leftmost column becomes the rightmost.
    #[must_use]
    pub fn mirror(&self) -> Self {
        let mut image = *self;
        let flip = |word| mirror_word(word, self.width.into(), self.stride());
        image.discs = self.discs.map(flip);
        image.powers = self.powers.map(flip);
        image
    }

    /// True if the disc on this space is part of a line of at least this length.
    pub(crate) fn is_in_line(&self, space: Space, connect: u8) -> bool {
        !self.lines_through(space, connect).is_empty()
    }

    /// Puts a disc on a space without asking anything.
    pub(crate) fn put(&mut self, disc: Disc, space: Space) {
        debug_assert!(self.contains(space));
        let bit = self.bit(space);
        self.discs[disc.owner.index()] |= bit;
        if let DiscKind::Power(power) = disc.kind {
            self.powers[power.index()] |= bit;
        }
    }

    /// Drops a disc and returns where it rests.
    pub(crate) fn drop_disc(&mut self, disc: Disc, column: Column) -> Option<Space> {
        let space = self.landing(column)?;
        self.put(disc, space);
        Some(space)
    }

    /// Takes the bottom disc out of a column; what stands above falls by one.
    pub(crate) fn pop(&mut self, column: Column) -> Option<Disc> {
        let bottom = Space {
            column,
            row: Row::BOTTOM,
        };
        let disc = self.disc_at(bottom)?;
        let stack = self.column_bits(column);
        for word in self.discs.iter_mut().chain(&mut self.powers) {
            let fallen = ((*word & stack) >> 1) & stack;
            *word = (*word & !stack) | fallen;
        }
        Some(disc)
    }

    /// Takes every disc out of a column.
    pub(crate) fn clear(&mut self, column: Column) {
        let keep = !self.column_bits(column);
        for word in self.discs.iter_mut().chain(&mut self.powers) {
            *word &= keep;
        }
    }

    /// True if the disc at the bottom of this column belongs to this player.
    pub(crate) fn owns_bottom(&self, player: Player, column: Column) -> bool {
        self.is_owned(
            Space {
                column,
                row: Row::BOTTOM,
            },
            player,
        )
    }

    /// A space that holds a disc although the one below it is empty.
    #[must_use]
    pub fn floating(&self) -> Option<Space> {
        let supported = (self.occupied() << 1) | floor(self.width.into(), self.stride());
        let floating = self.occupied() & !supported;
        self.spaces_from_bottom_left()
            .find(|space| floating & self.bit(*space) != 0)
    }

    /// A space with an owner whose disc is not ordinary.
    pub(crate) fn first_power_disc(&self) -> Option<Space> {
        let powers = self.powers.iter().fold(0, |all, word| all | word);
        self.spaces_from_bottom_left()
            .find(|space| powers & self.bit(*space) != 0)
    }
}

/// The bottom space of every column.
pub(crate) const fn floor(width: u32, stride: u32) -> u128 {
    let mut set = 0;
    let mut column = 0;
    while column < width {
        set |= 1 << (column * stride);
        column += 1;
    }
    set
}

/// A word with its columns in the opposite order.
pub(crate) fn mirror_word(word: u128, width: u32, stride: u32) -> u128 {
    let column_bits = if stride >= 128 {
        u128::MAX
    } else {
        (1 << stride) - 1
    };
    (0..width).fold(0, |image, column| {
        let stack = (word >> (column * stride)) & column_bits;
        image | stack << ((width - 1 - column) * stride)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A grid of the highest column: its word is full but for the fence.
    #[test]
    fn the_highest_column_fills_its_word() {
        let mut grid = Grid::new(1, 127);
        let column = Column::at(0);
        for _ in 0..127 {
            assert!(
                grid.drop_disc(Disc::ordinary(Player::First), column)
                    .is_some()
            );
        }
        assert_eq!(grid.drop_disc(Disc::ordinary(Player::First), column), None);
        assert_eq!(grid.occupied(), u128::MAX >> 1);
        assert!(grid.is_full() && grid.has_line(Player::First, 127));
        assert_eq!(grid.mirror(), grid);
        assert!(grid.pop(column).is_some());
        assert_eq!(grid.occupied(), u128::MAX >> 2);
        grid.clear(column);
        assert_eq!(grid, Grid::new(1, 127));
    }

    #[test]
    fn a_popped_power_disc_keeps_its_kind_and_so_do_those_above() {
        let mut grid = Grid::new(7, 6);
        let column = Column::at(3);
        let [wall, bomb] = [PowerDisc::Wall, PowerDisc::Bomb];
        let stack = [wall, bomb].map(|power| Disc::power(Player::Second, power));
        for disc in stack {
            grid.drop_disc(disc, column);
        }
        assert_eq!(grid.pop(column), Some(stack[0]));
        assert_eq!(grid.pop(column), Some(stack[1]));
        assert_eq!(grid.pop(column), None);
        assert_eq!(grid, Grid::new(7, 6));
    }
}
