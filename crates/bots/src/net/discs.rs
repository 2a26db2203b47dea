//! The input of a net: two sets of discs, by player and not by side to move.
//!
//! The bits are those of [`Drops`]: seven to a column from the bottom, the seventh always empty.

use foursight_core::{DropPosition, Player, StandardShape};

/// Number of columns of the nets' board.
pub const COLUMNS: usize = 7;
/// Number of rows.
pub const ROWS: usize = 6;
/// Bits from one column to the next.
pub(crate) const STRIDE: usize = ROWS + 1;
/// The bits of the leftmost column, its fence included.
const STACK: u64 = (1 << STRIDE) - 1;
/// The bottom cell of every column.
const FLOOR: u64 = 0x0408_1020_4081;
/// Every cell.
const CELLS: u64 = FLOOR * ((1 << ROWS) - 1);

/// The discs of both players on the standard board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Discs {
    /// Discs of First.
    pub first: u64,
    /// Discs of Second.
    pub second: u64,
}

impl From<DropPosition<StandardShape>> for Discs {
    fn from(drops: DropPosition<StandardShape>) -> Self {
        let (mover, all) = (drops.mover_bits(), drops.all_bits());
        let (first, second) = match drops.to_move() {
            Player::First => (mover, all ^ mover),
            Player::Second => (all ^ mover, mover),
        };
        Self { first, second }
    }
}

impl Discs {
    /// Returns the discs of both players as one set.
    #[must_use]
    pub const fn all(self) -> u64 {
        self.first | self.second
    }

    /// Returns the number of discs.
    #[must_use]
    pub const fn count(self) -> u32 {
        self.all().count_ones()
    }

    /// Returns whether Second is to move.
    #[must_use]
    pub const fn is_second_to_move(self) -> bool {
        self.count() % 2 == 1
    }

    /// Returns the cells on which a disc can land.
    #[must_use]
    pub const fn landings(self) -> u64 {
        (self.all() + FLOOR) & CELLS
    }

    /// Returns the discs after a drop of the player to move, or `None` if the column is full.
    #[must_use]
    pub const fn after(self, column: usize) -> Option<Self> {
        let landing = self.landings() & (STACK << (column * STRIDE));
        if landing == 0 {
            return None;
        }
        let Self { first, second } = self;
        Some(if self.is_second_to_move() {
            Self {
                first,
                second: second | landing,
            }
        } else {
            Self {
                first: first | landing,
                second,
            }
        })
    }

    /// Returns the discs of the player to move, and those of the opponent.
    #[must_use]
    pub const fn mover_and_opponent(self) -> (u64, u64) {
        if self.is_second_to_move() {
            (self.second, self.first)
        } else {
            (self.first, self.second)
        }
    }

    /// Returns the empty cells that would complete a line of these discs.
    #[must_use]
    #[inline]
    pub fn winning_cells(self, discs: u64) -> u64 {
        let sideways = [STRIDE - 1, STRIDE, STRIDE + 1];
        let upright = (discs << 1) & (discs << 2) & (discs << 3);
        let found = sideways.into_iter().fold(upright, |found, step| {
            let (right, left) = (discs << step, discs >> step);
            let (far_right, far_left) =
                (right & (discs << (2 * step)), left & (discs >> (2 * step)));
            let ends = far_right & (discs << (3 * step)) | far_left & (discs >> (3 * step));
            found | ends | far_right & left | far_left & right
        });
        found & CELLS & !self.all()
    }

    /// Returns the mirror image.
    #[must_use]
    pub fn mirror(self) -> Self {
        let flip = |word: u64| {
            (0..COLUMNS).fold(0, |image, column| {
                let stack = (word >> (column * STRIDE)) & STACK;
                image | stack << ((COLUMNS - 1 - column) * STRIDE)
            })
        };
        Self {
            first: flip(self.first),
            second: flip(self.second),
        }
    }

    /// Encodes the position in 49 bits: in each column a one above the top disc, and below it a one
    /// for each disc of First.
    #[must_use]
    pub const fn code(self) -> u64 {
        self.first | (self.all() + FLOOR)
    }

    /// Decodes a [`code`](Self::code). Returns `None` for an invalid one: a column without its
    /// marker, or numbers of discs that do not match.
    #[must_use]
    pub fn from_code(code: u64) -> Option<Self> {
        let mut discs = Self::default();
        for column in 0..COLUMNS {
            let stack = (code >> (column * STRIDE)) & STACK;
            let mark = 1_u64 << stack.checked_ilog2()?;
            let first = stack ^ mark;
            discs.first |= first << (column * STRIDE);
            discs.second |= ((mark - 1) ^ first) << (column * STRIDE);
        }
        let (first, second) = (discs.first.count_ones(), discs.second.count_ones());
        let is_whole = code >> (COLUMNS * STRIDE) == 0;
        (is_whole && (first == second || first == second + 1)).then_some(discs)
    }

    /// Returns the canonical code: the smaller code of the position and its mirror image.
    #[must_use]
    pub fn canonical_code(self) -> u64 {
        self.code().min(self.mirror().code())
    }
}

#[cfg(test)]
mod tests {
    use foursight_core::{Column, Position};

    use super::*;
    use foursight_core::SplitMix64;

    /// Random games agree with the rules, disc by disc, and round-trip through their code.
    #[test]
    fn discs_follow_the_rules() {
        let mut rng = SplitMix64::new(5);
        for _ in 0..200 {
            let (mut drops, mut discs) = (DropPosition::default(), Discs::default());
            while !drops.is_over() {
                let column = rng.below(COLUMNS);
                let step = Column::from_index(column).expect("in range");
                match (drops.drop_in(step), discs.after(column)) {
                    (Ok(drops_after), Some(after)) => {
                        (drops, discs) = (drops_after, after);
                        assert_eq!(Discs::from(drops), discs);
                        assert_eq!(discs.landings(), drops.landings());
                        let board = Position::from(drops).board();
                        for (player, own) in
                            Player::BOTH.into_iter().zip([discs.first, discs.second])
                        {
                            let slow = board.threats(player, 4).iter().fold(0_u64, |set, cell| {
                                set | 1 << (cell.column.index() * STRIDE + cell.row.index())
                            });
                            assert_eq!(discs.winning_cells(own), slow);
                        }
                        assert_eq!(Discs::from_code(discs.code()), Some(discs));
                        assert_eq!(discs.canonical_code(), discs.mirror().canonical_code());
                        assert_eq!(discs.mirror().mirror(), discs);
                    }
                    (Err(_), None) => {}
                    other => panic!("{other:?}"),
                }
            }
        }
    }

    #[test]
    fn invalid_codes_are_rejected() {
        for code in [0, 1, u64::MAX, Discs::default().code() | 1 << 50] {
            assert_eq!(Discs::from_code(code), None, "{code:x}");
        }
        let two_of_first = Discs {
            first: 3,
            second: 0,
        };
        assert_eq!(Discs::from_code(two_of_first.code()), None);
    }
}
