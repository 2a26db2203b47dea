//! Sparse binary input features of a net.
//!
//! | features | number | meaning |
//! |---|---|---|
//! | lines | 69 × 31 | the cells of a line that hold discs, while only one player has any there |
//! | cells | 42 × 13 | the owner of the disc; or the threats there, and how soon it is reached |
//! | columns | 7 × 140 | the height, and the lowest threat of each player |
//!
//! All are by player, not by side to move: the value of a threat depends on who began. An empty
//! cell without a threat and out of reach is no feature, nor is a line with discs of both players.

use super::discs::{COLUMNS, Discs, ROWS, STRIDE};

/// Lines of four on the board.
const LINES: usize = 69;
/// States of a line of one player: the set of its cells with discs of First, or of Second; the
/// empty line is both.
const LINE_STATES: usize = 31;
/// States of a cell, except the default one.
const CELL_STATES: usize = 13;
/// States of a column: its height, and for each player one of the cells above or none.
const COLUMN_STATES: usize = 140;
const CELLS_FROM: usize = LINES * LINE_STATES;
const COLUMNS_FROM: usize = CELLS_FROM + COLUMNS * ROWS * CELL_STATES;
/// Number of features.
pub const FEATURES: usize = COLUMNS_FROM + COLUMNS * COLUMN_STATES;
/// Maximum number of active features.
pub const ACTIVE_FEATURES_MAX: usize = LINES + COLUMNS * ROWS + COLUMNS;

/// The lowest bit of each line and its bit distance.
const LINE_BITS: [(u8, u8); LINES] = line_bits();

const fn line_bits() -> [(u8, u8); LINES] {
    let mut lines = [(0, 0); LINES];
    let mut count = 0;
    let mut column = 0;
    while column < COLUMNS {
        let mut row = 0;
        while row < ROWS {
            let right = column + 3 < COLUMNS;
            // Up, right, up and right, down and right.
            let directions = [
                (row + 3 < ROWS, 1),
                (right, STRIDE),
                (right && row + 3 < ROWS, STRIDE + 1),
                (right && row >= 3, STRIDE - 1),
            ];
            let mut direction = 0;
            while direction < directions.len() {
                if directions[direction].0 {
                    let start = column * STRIDE + row;
                    lines[count] = (start as u8, directions[direction].1 as u8);
                    count += 1;
                }
                direction += 1;
            }
            row += 1;
        }
        column += 1;
    }
    lines
}

/// Index of the first state of each column height.
const HEIGHT_FROM: [usize; ROWS + 1] = {
    let mut from = [0; ROWS + 1];
    let mut height = 0;
    while height < ROWS {
        from[height + 1] = from[height] + (ROWS + 1 - height) * (ROWS + 1 - height);
        height += 1;
    }
    from
};

/// The index of each feature in the mirror image.
static MIRROR: [u16; FEATURES] = mirror();

const fn mirror() -> [u16; FEATURES] {
    let mut indices = [0; FEATURES];
    let mut line = 0;
    while line < LINES {
        let (other, is_turned) = line_mirror(line);
        let mut state = 0;
        while state < LINE_STATES {
            let (base, set) = if state > 15 {
                (15, state - 15)
            } else {
                (0, state)
            };
            let set = if is_turned { turned(set) } else { set };
            indices[line * LINE_STATES + state] = (other * LINE_STATES + base + set) as u16;
            state += 1;
        }
        line += 1;
    }
    let mut column = 0;
    while column < COLUMNS {
        let other = COLUMNS - 1 - column;
        let of_cells = ROWS * CELL_STATES;
        let (mut from, mut to) = (
            CELLS_FROM + column * of_cells,
            CELLS_FROM + other * of_cells,
        );
        let mut state = 0;
        while state < of_cells {
            indices[from + state] = (to + state) as u16;
            state += 1;
        }
        (from, to) = (
            COLUMNS_FROM + column * COLUMN_STATES,
            COLUMNS_FROM + other * COLUMN_STATES,
        );
        state = 0;
        while state < COLUMN_STATES {
            indices[from + state] = (to + state) as u16;
            state += 1;
        }
        column += 1;
    }
    indices
}

/// Returns the line in the mirror image, and whether its cells come in reverse order there.
const fn line_mirror(line: usize) -> (usize, bool) {
    let (start, step) = (LINE_BITS[line].0 as usize, LINE_BITS[line].1 as usize);
    let is_upright = step == 1;
    let last = if is_upright { start } else { start + 3 * step };
    let from = (COLUMNS - 1 - last / STRIDE) * STRIDE + last % STRIDE;
    // Rising lines become falling lines.
    let step = if is_upright { step } else { 2 * STRIDE - step };
    let mut other = 0;
    while LINE_BITS[other].0 as usize != from || LINE_BITS[other].1 as usize != step {
        other += 1;
    }
    (other, !is_upright)
}

/// Reverses four bits.
const fn turned(set: usize) -> usize {
    (set & 1) << 3 | (set & 2) << 1 | (set & 4) >> 1 | (set & 8) >> 3
}

/// The active features of a position, as indices into the feature table of a net.
#[derive(Clone, Copy, Debug)]
pub struct ActiveFeatures {
    indices: [u16; ACTIVE_FEATURES_MAX],
    count: usize,
}

impl ActiveFeatures {
    /// Extracts the features of a position.
    #[must_use]
    #[inline]
    pub fn of(discs: Discs) -> Self {
        let mut active = Self {
            indices: [0; ACTIVE_FEATURES_MAX],
            count: 0,
        };
        let threats = active.add_lines(discs);
        active.add_cells(discs, threats);
        active.add_columns(discs, threats);
        active
    }

    /// Returns the features of the mirror image.
    #[must_use]
    #[inline]
    pub fn mirrored(&self) -> Self {
        let mut image = *self;
        for place in &mut image.indices[..self.count] {
            *place = MIRROR[usize::from(*place)];
        }
        image
    }

    /// Returns the indices of the features.
    #[must_use]
    pub fn indices(&self) -> &[u16] {
        &self.indices[..self.count]
    }

    #[inline]
    fn add(&mut self, place: usize) {
        self.indices[self.count] = place as u16;
        self.count += 1;
    }

    /// Adds the lines, and returns the cells where each player would complete one.
    #[inline]
    fn add_lines(&mut self, Discs { first, second }: Discs) -> [u64; 2] {
        let mut threats = [0; 2];
        for (line, (start, step)) in LINE_BITS.iter().enumerate() {
            let (first, second) = (bits(first, *start, *step), bits(second, *start, *step));
            if first != 0 && second != 0 {
                continue;
            }
            let (player, set) = if second == 0 { (0, first) } else { (1, second) };
            let state = if player == 0 { set } else { 15 + set };
            self.add(line * LINE_STATES + state);
            let missing = 15 ^ set;
            if missing.is_power_of_two() {
                let cell = u32::from(*start) + u32::from(*step) * missing.ilog2();
                threats[player] |= 1 << cell;
            }
        }
        threats
    }

    #[inline]
    fn add_cells(&mut self, discs: Discs, threats: [u64; 2]) {
        let all = discs.all();
        let landings = discs.landings();
        let above = landings << 1;
        for column in 0..COLUMNS {
            for row in 0..ROWS {
                let bit = 1_u64 << (column * STRIDE + row);
                let state = if discs.first & bit != 0 {
                    0
                } else if all & bit != 0 {
                    1
                } else {
                    let reach = match bit {
                        _ if landings & bit != 0 => 2,
                        _ if above & bit != 0 => 1,
                        _ => 0,
                    };
                    let threat = threat_of(threats, bit);
                    if threat == 0 && reach == 0 {
                        continue;
                    }
                    1 + threat * 3 + reach
                };
                let cell = column * ROWS + row;
                self.add(CELLS_FROM + cell * CELL_STATES + state);
            }
        }
    }

    #[inline]
    fn add_columns(&mut self, discs: Discs, threats: [u64; 2]) {
        for column in 0..COLUMNS {
            let stack = |word: u64| (word >> (column * STRIDE)) & ((1 << ROWS) - 1);
            let height = stack(discs.all()).count_ones() as usize;
            let options = ROWS + 1 - height;
            let all = discs.all();
            let lowest = |word: u64| match stack(word & !all).trailing_zeros() as usize {
                row if row < ROWS => row - height,
                _ => options - 1,
            };
            let state = HEIGHT_FROM[height] + lowest(threats[0]) * options + lowest(threats[1]);
            self.add(COLUMNS_FROM + column * COLUMN_STATES + state);
        }
    }
}

/// Returns the four bits of a line.
#[inline]
fn bits(word: u64, start: u8, step: u8) -> usize {
    let (word, step) = (word >> start, u32::from(step));
    let bit = |place: u32| (word >> (place * step)) & 1;
    (bit(0) | bit(1) << 1 | bit(2) << 2 | bit(3) << 3) as usize
}

/// Returns who would complete a line on a cell: neither 0, First 1, Second 2, both 3.
#[inline]
fn threat_of(threats: [u64; 2], bit: u64) -> usize {
    usize::from(threats[0] & bit != 0) | usize::from(threats[1] & bit != 0) << 1
}

#[cfg(test)]
mod tests {
    use foursight_core::{Column, DropPosition, Player, Position};

    use super::*;
    use foursight_core::SplitMix64;

    #[test]
    fn there_are_69_lines_and_all_features_are_distinct() {
        assert_eq!(LINE_BITS[LINES - 1].1 as usize, STRIDE.min(1));
        assert_eq!(HEIGHT_FROM[ROWS] + 1, COLUMN_STATES);
        assert_eq!(FEATURES, 3665);
        let mut rng = SplitMix64::new(9);
        for _ in 0..300 {
            let mut drops = DropPosition::default();
            while !drops.is_over() {
                let active = ActiveFeatures::of(drops.into());
                let mut indices = active.indices().to_vec();
                indices.sort_unstable();
                indices.dedup();
                assert_eq!(indices.len(), active.indices().len());
                assert!(indices.iter().all(|place| usize::from(*place) < FEATURES));
                let (there, mirrored) = (
                    ActiveFeatures::of(Discs::from(drops).mirror()),
                    active.mirrored(),
                );
                let sorted = |active: &ActiveFeatures| {
                    let mut indices = active.indices().to_vec();
                    indices.sort_unstable();
                    indices
                };
                assert_eq!(sorted(&there), sorted(&mirrored));
                let column = Column::from_index(rng.below(COLUMNS)).expect("in range");
                drops = drops.drop_in(column).unwrap_or(drops);
            }
        }
    }

    /// The threats found by the lines agree with the ordinary rules.
    #[test]
    fn threats_agree_with_the_rules() {
        let mut rng = SplitMix64::new(4);
        for _ in 0..200 {
            let mut drops = DropPosition::default();
            while !drops.is_over() {
                let mut active = ActiveFeatures {
                    indices: [0; ACTIVE_FEATURES_MAX],
                    count: 0,
                };
                let discs = Discs::from(drops);
                let found = active.add_lines(discs);
                let board = Position::from(drops).board();
                for (player, found) in Player::BOTH.into_iter().zip(found) {
                    let slow = board.threats(player, 4).iter().fold(0_u64, |set, cell| {
                        set | 1 << (cell.column.index() * STRIDE + cell.row.index())
                    });
                    assert_eq!(found, slow, "{drops:?}");
                }
                let column = Column::from_index(rng.below(COLUMNS)).expect("in range");
                drops = drops.drop_in(column).unwrap_or(drops);
            }
        }
    }
}
