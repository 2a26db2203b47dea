//! The two sets of discs that a net looks at, by player and not by who is to move.
//!
//! The bits are those of [`Drops`]: seven to a column from the bottom, the seventh always empty.

use foursight_core::{Classic, Drops, Player};

/// How many columns the grid of the nets has.
pub const COLUMNS: usize = 7;
/// How many rows it has.
pub const ROWS: usize = 6;
/// Bits from one column to the next.
pub(crate) const STRIDE: usize = ROWS + 1;
/// The bits of the leftmost column, its fence included.
const STACK: u64 = (1 << STRIDE) - 1;
/// The bottom space of every column.
const FLOOR: u64 = 0x0408_1020_4081;
/// Every space.
const SPACES: u64 = FLOOR * ((1 << ROWS) - 1);

/// The discs of both players on the standard grid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Discs {
    /// Those of First.
    pub first: u64,
    /// Those of Second.
    pub second: u64,
}

impl From<Drops<Classic>> for Discs {
    fn from(drops: Drops<Classic>) -> Self {
        let (mover, all) = (drops.mover_word(), drops.all_word());
        let (first, second) = match drops.to_move() {
            Player::First => (mover, all ^ mover),
            Player::Second => (all ^ mover, mover),
        };
        Self { first, second }
    }
}

impl Discs {
    /// The discs of both players as one set.
    #[must_use]
    pub const fn all(self) -> u64 {
        self.first | self.second
    }

    /// How many discs there are.
    #[must_use]
    pub const fn count(self) -> u32 {
        self.all().count_ones()
    }

    /// True if Second is to move.
    #[must_use]
    pub const fn is_second_to_move(self) -> bool {
        self.count() % 2 == 1
    }

    /// The spaces on which a disc could land now.
    #[must_use]
    pub const fn landings(self) -> u64 {
        (self.all() + FLOOR) & SPACES
    }

    /// The discs after the player to move has dropped one into a column that has room; none for a
    /// full one.
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

    /// The discs of the player to move, and those of the opponent.
    #[must_use]
    pub const fn by_turn(self) -> (u64, u64) {
        if self.is_second_to_move() {
            (self.second, self.first)
        } else {
            (self.first, self.second)
        }
    }

    /// The empty spaces that would complete a line of these discs.
    #[must_use]
    #[inline]
    pub fn completing(self, discs: u64) -> u64 {
        let sideways = [STRIDE - 1, STRIDE, STRIDE + 1];
        let upright = (discs << 1) & (discs << 2) & (discs << 3);
        let found = sideways.into_iter().fold(upright, |found, step| {
            let (right, left) = (discs << step, discs >> step);
            let (far_right, far_left) =
                (right & (discs << (2 * step)), left & (discs >> (2 * step)));
            let ends = far_right & (discs << (3 * step)) | far_left & (discs >> (3 * step));
            found | ends | far_right & left | far_left & right
        });
        found & SPACES & !self.all()
    }

    /// The mirror image.
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

    /// The position in 49 bits: in each column a one above the top disc, and below it a one for each
    /// disc of First.
    #[must_use]
    pub const fn code(self) -> u64 {
        self.first | (self.all() + FLOOR)
    }

    /// The position of a [`code`](Self::code); none if there is no such position: an empty column
    /// without its mark, or players whose numbers of discs do not fit.
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

    /// The smaller code of the position and its mirror image, by which two positions are the same.
    #[must_use]
    pub fn least_code(self) -> u64 {
        self.code().min(self.mirror().code())
    }
}

#[cfg(test)]
mod tests {
    use foursight_core::{Column, Position};

    use super::*;
    use crate::Dice;

    /// Random games agree with the rules, disc by disc, and survive their code.
    #[test]
    fn discs_follow_the_rules() {
        let mut dice = Dice::new(5);
        for _ in 0..200 {
            let (mut drops, mut discs) = (Drops::default(), Discs::default());
            while !drops.is_over() {
                let column = dice.roll(COLUMNS);
                let step = Column::from_index(column).expect("in range");
                match (drops.drop_in(step), discs.after(column)) {
                    (Ok(drops_after), Some(after)) => {
                        (drops, discs) = (drops_after, after);
                        assert_eq!(Discs::from(drops), discs);
                        assert_eq!(discs.landings(), drops.landings());
                        let grid = Position::from(drops).grid();
                        for (player, own) in
                            Player::BOTH.into_iter().zip([discs.first, discs.second])
                        {
                            let slow = grid.threats(player, 4).iter().fold(0_u64, |set, space| {
                                set | 1 << (space.column.index() * STRIDE + space.row.index())
                            });
                            assert_eq!(discs.completing(own), slow);
                        }
                        assert_eq!(Discs::from_code(discs.code()), Some(discs));
                        assert_eq!(discs.least_code(), discs.mirror().least_code());
                        assert_eq!(discs.mirror().mirror(), discs);
                    }
                    (Err(_), None) => {}
                    other => panic!("{other:?}"),
                }
            }
        }
    }

    #[test]
    fn nonsense_is_no_position() {
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
