//! Sets of cells of the 7 × 6 board as 64-bit integers.
//!
//! Each column takes seven bits, bottom row first. The seventh bit of a column is always empty, so
//! that a shift never carries a disc into the neighbouring column:
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

/// Number of columns.
pub(crate) const WIDTH: u32 = 7;
/// Number of rows.
pub(crate) const HEIGHT: u32 = 6;
/// Bits of a column, with its sentinel.
pub(crate) const STRIDE: u32 = HEIGHT + 1;
/// The bottom row.
pub(crate) const BOTTOM: u64 = 1 | 1 << 7 | 1 << 14 | 1 << 21 | 1 << 28 | 1 << 35 | 1 << 42;
/// All cells.
pub(crate) const BOARD: u64 = BOTTOM * 0b11_1111;

/// Returns the cells of a column.
pub(crate) const fn column_cells(column: u32) -> u64 {
    0b11_1111 << (column * STRIDE)
}

/// Returns the cells on which a disc would land.
pub(crate) const fn landings(all: u64) -> u64 {
    (all + BOTTOM) & BOARD
}

/// Returns the empty cells that complete a line for the owner of `discs`.
///
/// For each direction: three discs on one side of the cell, or two on one side and one on the
/// other, or one and two.
pub(crate) const fn completing(discs: u64, all: u64) -> u64 {
    let mut cells = (discs << 1) & (discs << 2) & (discs << 3);
    let mut direction = HEIGHT;
    while direction <= HEIGHT + 2 {
        let (two, three) = (2 * direction, 3 * direction);
        let below = (discs << direction) & (discs << two);
        cells |= below & ((discs << three) | (discs >> direction));
        let above = (discs >> direction) & (discs >> two);
        cells |= above & ((discs >> three) | (discs << direction));
        direction += 1;
    }
    cells & BOARD & !all
}

/// Returns the mirror image.
pub(crate) fn mirror(cells: u64) -> u64 {
    (0..WIDTH).fold(0, |image, column| {
        let stack = cells >> (column * STRIDE) & 0b111_1111;
        image | stack << ((WIDTH - 1 - column) * STRIDE)
    })
}

/// Returns the lowest cell of a set: the leftmost, if the set has at most one cell per column.
pub(crate) const fn lowest(cells: u64) -> u64 {
    cells & cells.wrapping_neg()
}

/// Returns true if the set has at least two cells.
pub(crate) const fn has_two(cells: u64) -> bool {
    cells & cells.wrapping_sub(1) != 0
}

/// Iterates over the cells of a set from the lowest bit, each as a set of its own.
pub(crate) fn each(mut cells: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let cell = lowest(cells);
        cells ^= cell;
        (cell != 0).then_some(cell)
    })
}

/// A number that no other position with the same player to move has: `all` plus the bottom row
/// fixes the heights, and `discs` the owners below them.
pub(crate) const fn position_key(discs: u64, all: u64) -> u64 {
    discs + all + BOTTOM
}

#[cfg(test)]
mod tests {
    use foursight_core::SplitMix64;

    use super::*;

    /// Counts discs from a cell along a direction, one by one.
    fn completes_slowly(discs: u64, column: i32, row: i32) -> bool {
        let has = |column: i32, row: i32| {
            (0..7).contains(&column)
                && (0..6).contains(&row)
                && discs >> (column * 7 + row) & 1 == 1
        };
        [(1, 0), (0, 1), (1, 1), (1, -1)].iter().any(|(x, y)| {
            let run = |sign: i32| {
                (1..4)
                    .take_while(|k| has(column + sign * k * x, row + sign * k * y))
                    .count()
            };
            run(1) + run(-1) >= 3
        })
    }

    #[test]
    fn completing_cells_are_those_that_counting_finds() {
        let mut random = SplitMix64::new(1);
        let mut next = |bound: usize| random.below(bound) as u64;
        for _ in 0..2_000 {
            let (mut discs, mut all) = (0, 0);
            for _ in 0..next(43) {
                let landing = landings(all) & column_cells(next(7) as u32);
                all |= landing;
                discs |= landing * next(2);
            }
            for cell in 0..49 {
                let is_empty = BOARD & !all & 1 << cell != 0;
                let slow = is_empty && completes_slowly(discs, cell / 7, cell % 7);
                assert_eq!(completing(discs, all) >> cell & 1 == 1, slow);
            }
        }
    }

    #[test]
    fn mirrors_and_landings() {
        assert_eq!(mirror(1), 1 << 42);
        assert_eq!(
            mirror(mirror(0x1234_5678) & BOARD),
            0x1234_5678 & mirror(BOARD)
        );
        assert_eq!(landings(column_cells(3)), BOTTOM & !(1 << 21));
        assert_eq!(each(0b1010).collect::<Vec<_>>(), [2, 8]);
        assert!(has_two(3) && !has_two(2) && !has_two(0));
    }
}
