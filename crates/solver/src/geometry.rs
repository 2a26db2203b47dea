//! Board geometry: the masks of a board and the bit arithmetic that depends on them.
//!
//! Each column takes `height + 1` bits of a word, bottom row first, column 0 lowest. The bit above
//! a column's top row is its *fence* and never holds a disc, so a shift cannot carry a line from
//! one column into the next. On the standard board:
//!
//! ```text
//!   fence    6 13 20 27 34 41 48
//!   row 6    5 12 19 26 33 40 47
//!   row 5    4 11 18 25 32 39 46
//!   row 4    3 10 17 24 31 38 45
//!   row 3    2  9 16 23 30 37 44
//!   row 2    1  8 15 22 29 36 43
//!   row 1    0  7 14 21 28 35 42      <- floor
//!   column   1  2  3  4  5  6  7
//! ```
//!
//! [`StandardGeometry`] returns constants, so the search compiled for it contains no trace of this trait;
//! [`AnyGeometry`] carries the masks of any other board of at most 64 bits.

/// Bits in the word that holds a board, fences included.
pub(crate) const WORD_BITS: u32 = u64::BITS;

/// Dimensions and masks of a board.
///
/// Rows are called odd and even as players count them, from 1.
pub(crate) trait BoardGeometry: Copy + Send + Sync + 'static {
    /// Number of columns.
    fn width(self) -> u32;
    /// Number of rows.
    fn height(self) -> u32;
    /// The bottom cell of every column.
    fn floor(self) -> u64;
    /// All cells of the board, without the fences.
    fn cells(self) -> u64;
    /// The cells of the odd rows: 1, 3, 5…
    fn odd_rows(self) -> u64;

    /// The cells of the even rows: 2, 4, 6…
    #[inline(always)]
    fn even_rows(self) -> u64 {
        self.cells() & !self.odd_rows()
    }

    /// Number of cells.
    #[inline(always)]
    fn area(self) -> i32 {
        (self.width() * self.height()) as i32
    }

    /// Bits from a cell to its right-hand neighbour.
    #[inline(always)]
    fn stride(self) -> u32 {
        self.height() + 1
    }

    /// Bits of a position's key, fences included.
    #[inline(always)]
    fn key_bits(self) -> u32 {
        self.width() * self.stride()
    }

    /// The fence bit of every column.
    #[inline(always)]
    fn fence(self) -> u64 {
        self.floor() << self.height()
    }

    /// Bit distances of the horizontal and diagonal directions; the vertical one is always 1.
    #[inline(always)]
    fn slants(self) -> [u32; 3] {
        [self.stride(), self.stride() - 1, self.stride() + 1]
    }

    /// The cells a disc can land on. Adding the floor carries through each stack to its first gap.
    #[inline(always)]
    fn playable(self, all: u64) -> u64 {
        all.wrapping_add(self.floor()) & self.cells()
    }

    /// The lowest cell of `set` in each column.
    ///
    /// Per column this is the usual `x & -x`, with the fence as the number to subtract from, so
    /// that no column borrows from its neighbour.
    #[inline(always)]
    fn lowest(self, set: u64) -> u64 {
        self.fence().wrapping_sub(set) & set
    }

    /// Each cell of `set` and all cells above it; `set` holds at most one cell per column.
    #[inline(always)]
    fn upwards(self, set: u64) -> u64 {
        self.fence().wrapping_sub(set) & self.cells()
    }

    /// All cells of every column in which `set` has a cell.
    #[inline(always)]
    fn columns_of(self, set: u64) -> u64 {
        let marked = set.wrapping_add(self.fence().wrapping_sub(self.floor())) & self.fence();
        marked.wrapping_sub(marked >> self.height()) & self.cells()
    }

    /// The cells of one column.
    #[inline(always)]
    fn column(self, column: u32) -> u64 {
        self.columns_of(1 << (column * self.stride()))
    }

    /// The cells of the central columns, without a third of the width on either side.
    #[inline(always)]
    fn central(self) -> u64 {
        let outer = self.width() / 3 * self.stride();
        shl(self.cells(), outer) & shr(self.cells(), outer)
    }

    /// The set with left and right exchanged, fences included.
    #[inline(always)]
    fn mirrored(self, set: u64) -> u64 {
        let column = u64::MAX >> (WORD_BITS - self.stride());
        let mut mirror = 0;
        for from in 0..self.width() {
            let to = self.width() - 1 - from;
            mirror |= ((set >> (from * self.stride())) & column) << (to * self.stride());
        }
        mirror
    }

    /// Empty cells that would complete a line of `discs`.
    ///
    /// For each direction there are four ways to miss one of four in a row: `###.`, `##.#`, `#.##`
    /// and `.###`. A shift moves the neighbours onto the gap; vertically, the gap can only be on
    /// top.
    #[inline(always)]
    fn threats(self, discs: u64, all: u64) -> u64 {
        let upright = (discs << 1) & (discs << 2) & (discs << 3);
        (upright | self.slant_gaps(discs)) & (self.cells() ^ all)
    }

    /// Bits that complete a non-vertical line with `set`, whether or not they are in it or on the
    /// board.
    #[inline(always)]
    fn slant_gaps(self, set: u64) -> u64 {
        let mut found = 0;
        for s in self.slants() {
            let two_left = shl(set, s) & shl(set, 2 * s);
            let two_right = shr(set, s) & shr(set, 2 * s);
            found |= two_left & (shl(set, 3 * s) | shr(set, s));
            found |= two_right & (shl(set, s) | shr(set, 3 * s));
        }
        found
    }

    /// Returns whether `set` contains four cells in a straight line.
    #[inline(always)]
    fn has_line(self, set: u64) -> bool {
        let pairs = set & (set >> 1);
        let mut found = pairs & (pairs >> 2);
        for s in self.slants() {
            found |= line_starts(set, s);
        }
        found != 0
    }
}

/// Returns the first cell of every line with bit distance `step` that lies wholly in `set`.
#[inline(always)]
pub(crate) fn line_starts(set: u64, step: u32) -> u64 {
    let pairs = set & shr(set, step);
    pairs & shr(pairs, 2 * step)
}

/// Returns `set << bits`, or 0 when every bit leaves the word.
#[inline(always)]
pub(crate) fn shl(set: u64, bits: u32) -> u64 {
    set.checked_shl(bits).unwrap_or(0)
}

/// Returns `set >> bits`, or 0 when every bit leaves the word.
#[inline(always)]
pub(crate) fn shr(set: u64, bits: u32) -> u64 {
    set.checked_shr(bits).unwrap_or(0)
}

/// Returns the lowest bit of a non-empty set.
#[inline(always)]
pub(crate) const fn first_of(set: u64) -> u64 {
    set & set.wrapping_neg()
}

/// Returns whether the set has two members or more.
#[inline(always)]
pub(crate) const fn has_two(set: u64) -> bool {
    set & set.wrapping_sub(1) != 0
}

/// Seven columns, six rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StandardGeometry;

impl BoardGeometry for StandardGeometry {
    #[inline(always)]
    fn width(self) -> u32 {
        7
    }
    #[inline(always)]
    fn height(self) -> u32 {
        6
    }
    #[inline(always)]
    fn floor(self) -> u64 {
        AnyGeometry::STANDARD.floor
    }
    #[inline(always)]
    fn cells(self) -> u64 {
        AnyGeometry::STANDARD.cells
    }
    #[inline(always)]
    fn odd_rows(self) -> u64 {
        AnyGeometry::STANDARD.odd_rows
    }
}

/// Any board whose columns, fences included, fit a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AnyGeometry {
    width: u32,
    height: u32,
    floor: u64,
    cells: u64,
    odd_rows: u64,
}

impl AnyGeometry {
    /// Seven columns, six rows.
    pub(crate) const STANDARD: Self = match Self::new(7, 6) {
        Some(geometry) => geometry,
        None => panic!("the standard board fits a word"),
    };

    /// Returns the geometry of that size, or `None` if it is empty or needs more than 64 bits.
    pub(crate) const fn new(width: u32, height: u32) -> Option<Self> {
        if width == 0 || height == 0 || width > WORD_BITS || height > WORD_BITS {
            return None;
        }
        if width * (height + 1) > WORD_BITS {
            return None;
        }
        let (mut floor, mut cells, mut odd_rows) = (0_u64, 0_u64, 0_u64);
        let mut column = 0;
        while column < width {
            let mut row = 0;
            while row < height {
                let cell = 1_u64 << (column * (height + 1) + row);
                cells |= cell;
                if row == 0 {
                    floor |= cell;
                }
                if row.is_multiple_of(2) {
                    odd_rows |= cell;
                }
                row += 1;
            }
            column += 1;
        }
        Some(Self {
            width,
            height,
            floor,
            cells,
            odd_rows,
        })
    }
}

impl BoardGeometry for AnyGeometry {
    #[inline(always)]
    fn width(self) -> u32 {
        self.width
    }
    #[inline(always)]
    fn height(self) -> u32 {
        self.height
    }
    #[inline(always)]
    fn floor(self) -> u64 {
        self.floor
    }
    #[inline(always)]
    fn cells(self) -> u64 {
        self.cells
    }
    #[inline(always)]
    fn odd_rows(self) -> u64 {
        self.odd_rows
    }
}

#[cfg(test)]
mod tests {
    use foursight_core::SplitMix64;

    use super::*;

    /// All boards that fit a word, wide or tall.
    fn geometries() -> impl Iterator<Item = AnyGeometry> {
        (1..=20)
            .flat_map(|width| (1..=20).filter_map(move |height| AnyGeometry::new(width, height)))
    }

    /// The lines of the board, found with coordinates instead of shifts.
    fn lines(geometry: AnyGeometry) -> Vec<u64> {
        let (width, height) = (geometry.width as i32, geometry.height as i32);
        let mut lines = Vec::new();
        for column in 0..width {
            for row in 0..height {
                for (right, up) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                    let (end_column, end_row) = (column + 3 * right, row + 3 * up);
                    if end_column < width && (0..height).contains(&end_row) {
                        lines.push((0..4).fold(0, |line, step| {
                            let bit = (column + step * right) * (height + 1) + row + step * up;
                            line | 1 << bit
                        }));
                    }
                }
            }
        }
        lines
    }

    #[test]
    fn lines_and_threats_agree_with_coordinates() {
        let mut rng = SplitMix64::new(4);
        for geometry in geometries() {
            let lines = lines(geometry);
            for _ in 0..200 {
                let first = rng.next_u64() & rng.next_u64() & geometry.cells();
                let second = rng.next_u64() & !first & geometry.cells();
                let all = first | second;
                assert_eq!(
                    geometry.has_line(first),
                    lines.iter().any(|line| first & line == *line)
                );
                let mut threats = 0;
                for line in &lines {
                    let missing = line & !first;
                    // Discs do not float: in a vertical line only the top can be missing.
                    let upright = line & (line >> 1) != 0;
                    let top = missing << 1 & line == 0;
                    if missing.is_power_of_two() && (!upright || top) {
                        threats |= missing & !all;
                    }
                }
                assert_eq!(geometry.threats(first, all), threats, "{geometry:?}");
            }
        }
    }

    #[test]
    fn column_arithmetic_agrees_with_loops() {
        let mut rng = SplitMix64::new(6);
        for geometry in geometries() {
            for _ in 0..100 {
                let set = rng.next_u64() & rng.next_u64() & geometry.cells();
                let (mut lowest, mut upwards, mut columns) = (0, 0, 0);
                for column in 0..geometry.width {
                    let mut found = false;
                    for row in 0..geometry.height {
                        let bit = 1 << (column * geometry.stride() + row);
                        if set & bit != 0 && !found {
                            found = true;
                            lowest |= bit;
                        }
                        if found {
                            upwards |= bit;
                        }
                    }
                    if found {
                        columns |= ((1 << geometry.height) - 1) << (column * geometry.stride());
                    }
                }
                assert_eq!(geometry.lowest(set), lowest);
                assert_eq!(geometry.upwards(lowest), upwards);
                assert_eq!(geometry.columns_of(set), columns);
                assert_eq!(geometry.mirrored(geometry.mirrored(set)), set);
            }
        }
    }
}
