//! What a net looks at: facts about the grid that are there or not.
//!
//! | facts | how many | what they tell |
//! |---|---|---|
//! | lines | 69 × 31 | which spaces of a line hold discs, as long as only one player has any there |
//! | spaces | 42 × 13 | whose disc it is; or who would complete a line there, and how soon it is reached |
//! | columns | 7 × 140 | how high it is, and the lowest threat of each player in it |
//!
//! All are by player, not by who is to move: which threats are good depends on who began. A space of an empty
//! grid that threatens nothing and is far from reach is no fact, nor is a line of both players.

use super::discs::{COLUMNS, Discs, ROWS, STRIDE};

/// Lines of four on the grid.
const LINES: usize = 69;
/// What a line of one player can look like: the sets of its spaces with discs of First, and of Second; empty
/// is both.
const LINE_STATES: usize = 31;
/// What a space can look like, but for the usual.
const SPACE_STATES: usize = 13;
/// What a column can look like: its height, and for each player one of the spaces above or none.
const COLUMN_STATES: usize = 140;
const SPACES_FROM: usize = LINES * LINE_STATES;
const COLUMNS_FROM: usize = SPACES_FROM + COLUMNS * ROWS * SPACE_STATES;
/// How many facts there are.
pub const FEATURES: usize = COLUMNS_FROM + COLUMNS * COLUMN_STATES;
/// At most so many hold at the same time.
pub const ACTIVE_MAX: usize = LINES + COLUMNS * ROWS + COLUMNS;

/// The lowest bit of each line and the step to the next.
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

/// Where the states of a column of each height begin.
const HEIGHT_FROM: [usize; ROWS + 1] = {
    let mut from = [0; ROWS + 1];
    let mut height = 0;
    while height < ROWS {
        from[height + 1] = from[height] + (ROWS + 1 - height) * (ROWS + 1 - height);
        height += 1;
    }
    from
};

/// The place of each fact in the mirror image.
static MIRROR: [u16; FEATURES] = mirror();

const fn mirror() -> [u16; FEATURES] {
    let mut places = [0; FEATURES];
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
            places[line * LINE_STATES + state] = (other * LINE_STATES + base + set) as u16;
            state += 1;
        }
        line += 1;
    }
    let mut column = 0;
    while column < COLUMNS {
        let other = COLUMNS - 1 - column;
        let of_spaces = ROWS * SPACE_STATES;
        let (mut from, mut to) = (
            SPACES_FROM + column * of_spaces,
            SPACES_FROM + other * of_spaces,
        );
        let mut state = 0;
        while state < of_spaces {
            places[from + state] = (to + state) as u16;
            state += 1;
        }
        (from, to) = (
            COLUMNS_FROM + column * COLUMN_STATES,
            COLUMNS_FROM + other * COLUMN_STATES,
        );
        state = 0;
        while state < COLUMN_STATES {
            places[from + state] = (to + state) as u16;
            state += 1;
        }
        column += 1;
    }
    places
}

/// The line in the mirror image, and whether its spaces come in the other order there.
const fn line_mirror(line: usize) -> (usize, bool) {
    let (start, step) = (LINE_BITS[line].0 as usize, LINE_BITS[line].1 as usize);
    let is_upright = step == 1;
    let last = if is_upright { start } else { start + 3 * step };
    let from = (COLUMNS - 1 - last / STRIDE) * STRIDE + last % STRIDE;
    // What goes up to the right goes down there.
    let step = if is_upright { step } else { 2 * STRIDE - step };
    let mut other = 0;
    while LINE_BITS[other].0 as usize != from || LINE_BITS[other].1 as usize != step {
        other += 1;
    }
    (other, !is_upright)
}

/// Four bits in the other order.
const fn turned(set: usize) -> usize {
    (set & 1) << 3 | (set & 2) << 1 | (set & 4) >> 1 | (set & 8) >> 3
}

/// The facts that hold, as places in the table of a net.
#[derive(Clone, Copy, Debug)]
pub struct Active {
    places: [u16; ACTIVE_MAX],
    count: usize,
}

impl Active {
    /// The facts of a position.
    #[must_use]
    #[inline]
    pub fn of(discs: Discs) -> Self {
        let mut active = Self {
            places: [0; ACTIVE_MAX],
            count: 0,
        };
        let threats = active.add_lines(discs);
        active.add_spaces(discs, threats);
        active.add_columns(discs, threats);
        active
    }

    /// The facts of the mirror image.
    #[must_use]
    #[inline]
    pub fn mirrored(&self) -> Self {
        let mut image = *self;
        for place in &mut image.places[..self.count] {
            *place = MIRROR[usize::from(*place)];
        }
        image
    }

    /// The places of the facts.
    #[must_use]
    pub fn places(&self) -> &[u16] {
        &self.places[..self.count]
    }

    #[inline]
    fn add(&mut self, place: usize) {
        self.places[self.count] = place as u16;
        self.count += 1;
    }

    /// Adds the lines, and hands back where each player would complete one.
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
                let space = u32::from(*start) + u32::from(*step) * missing.ilog2();
                threats[player] |= 1 << space;
            }
        }
        threats
    }

    #[inline]
    fn add_spaces(&mut self, discs: Discs, threats: [u64; 2]) {
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
                let space = column * ROWS + row;
                self.add(SPACES_FROM + space * SPACE_STATES + state);
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

/// The four bits of a line.
#[inline]
fn bits(word: u64, start: u8, step: u8) -> usize {
    let (word, step) = (word >> start, u32::from(step));
    let bit = |place: u32| (word >> (place * step)) & 1;
    (bit(0) | bit(1) << 1 | bit(2) << 2 | bit(3) << 3) as usize
}

/// Who would complete a line on a space: nobody 0, First 1, Second 2, both 3.
#[inline]
fn threat_of(threats: [u64; 2], bit: u64) -> usize {
    usize::from(threats[0] & bit != 0) | usize::from(threats[1] & bit != 0) << 1
}

#[cfg(test)]
mod tests {
    use foursight_core::{Column, Drops, Player, Position};

    use super::*;
    use crate::Dice;

    #[test]
    fn there_are_69_lines_and_no_two_facts_share_a_place() {
        assert_eq!(LINE_BITS[LINES - 1].1 as usize, STRIDE.min(1));
        assert_eq!(HEIGHT_FROM[ROWS] + 1, COLUMN_STATES);
        assert_eq!(FEATURES, 3665);
        let mut dice = Dice::new(9);
        for _ in 0..300 {
            let mut drops = Drops::default();
            while !drops.is_over() {
                let active = Active::of(drops.into());
                let mut places = active.places().to_vec();
                places.sort_unstable();
                places.dedup();
                assert_eq!(places.len(), active.places().len());
                assert!(places.iter().all(|place| usize::from(*place) < FEATURES));
                let (there, mirrored) =
                    (Active::of(Discs::from(drops).mirror()), active.mirrored());
                let sorted = |active: &Active| {
                    let mut places = active.places().to_vec();
                    places.sort_unstable();
                    places
                };
                assert_eq!(sorted(&there), sorted(&mirrored));
                let column = Column::from_index(dice.roll(COLUMNS)).expect("in range");
                drops = drops.drop_in(column).unwrap_or(drops);
            }
        }
    }

    /// The threats that the lines tell are those that the slow and obvious way finds.
    #[test]
    fn threats_are_those_of_the_rules() {
        let mut dice = Dice::new(4);
        for _ in 0..200 {
            let mut drops = Drops::default();
            while !drops.is_over() {
                let mut active = Active {
                    places: [0; ACTIVE_MAX],
                    count: 0,
                };
                let discs = Discs::from(drops);
                let found = active.add_lines(discs);
                let grid = Position::from(drops).grid();
                for (player, found) in Player::BOTH.into_iter().zip(found) {
                    let slow = grid.threats(player, 4).iter().fold(0_u64, |set, space| {
                        set | 1 << (space.column.index() * STRIDE + space.row.index())
                    });
                    assert_eq!(found, slow, "{drops:?}");
                }
                let column = Column::from_index(dice.roll(COLUMNS)).expect("in range");
                drops = drops.drop_in(column).unwrap_or(drops);
            }
        }
    }
}
