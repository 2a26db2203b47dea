//! One look of a net at a position.
//!
//! Everything is plain arithmetic on 32-bit floating-point numbers in a fixed order, with an exponential of
//! its own, so that a net says the same on every machine and in the browser.

use super::discs::{COLUMNS, Discs};
use super::features::Active;
use super::layout::{Dense, Layout, OUTPUTS, WIDTH_MAX};

/// A net: its measures and its numbers.
#[derive(Clone, Debug)]
pub struct Net {
    layout: Layout,
    numbers: Vec<f32>,
}

/// What a net says about a position, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sight {
    /// How good each column looks, as shares that add up to 1; 0 for a full one.
    pub policy: [f32; COLUMNS],
    /// How likely loss, draw and win are.
    pub outlook: [f32; 3],
    /// The same for each column; all 0 for a full one.
    pub columns: [[f32; 3]; COLUMNS],
    /// The score it expects, in the usual measure.
    pub score: f32,
}

impl Sight {
    /// The expected share of points, from 0 (lost) to 1 (won).
    #[must_use]
    pub fn value(&self) -> f32 {
        share(self.outlook)
    }

    /// The expected share of points of a column.
    #[must_use]
    pub fn column_value(&self, column: usize) -> f32 {
        self.columns.get(column).copied().map_or(0.0, share)
    }

    /// The column the net would play; none on a full grid.
    #[must_use]
    pub fn best(&self) -> Option<usize> {
        let open = (0..COLUMNS).filter(|column| self.policy[*column] > 0.0);
        open.max_by(|one, two| self.merit(*one).total_cmp(&self.merit(*two)))
    }

    /// What a column is chosen by: how good it looks, and a little what it leads to.
    pub(super) fn merit(&self, column: usize) -> f32 {
        self.policy[column] + COLUMN_WEIGHT * self.column_value(column)
    }
}

/// How much what a column leads to counts beside how good it looks.
const COLUMN_WEIGHT: f32 = 0.5;

fn share([_, draw, win]: [f32; 3]) -> f32 {
    win + draw / 2.0
}

/// The sums of a view: what its facts add up to.
type Sums = [f32; WIDTH_MAX];

impl Net {
    /// A net of these numbers; none if there are too few or too many.
    #[must_use]
    pub fn new(layout: Layout, numbers: Vec<f32>) -> Option<Self> {
        (numbers.len() == layout.numbers()).then_some(Self { layout, numbers })
    }

    /// Its measures.
    #[must_use]
    pub const fn layout(&self) -> Layout {
        self.layout
    }

    /// Its numbers.
    #[must_use]
    pub fn numbers(&self) -> &[f32] {
        &self.numbers
    }

    /// Looks at a position that goes on.
    #[must_use]
    pub fn look(&self, discs: Discs) -> Sight {
        sight_of(&self.raw(discs), discs)
    }

    /// What comes out, before it is made into shares: what is seen of the grid, and of its mirror image with
    /// the columns put back, in equal parts. So the answer for the mirror image is the mirrored answer.
    #[must_use]
    pub fn raw(&self, discs: Discs) -> [f32; OUTPUTS] {
        let (here, there) = (self.sums(discs), self.sums(discs.mirror()));
        let second = usize::from(discs.is_second_to_move());
        let (one, two) = (
            self.dense(&here, &there, second),
            mirrored(&self.dense(&there, &here, second)),
        );
        std::array::from_fn(|place| (one[place] + two[place]) / 2.0)
    }

    /// The same, of the grid alone: half the work, and not symmetric.
    #[must_use]
    pub fn raw_one_way(&self, discs: Discs) -> [f32; OUTPUTS] {
        let second = usize::from(discs.is_second_to_move());
        self.dense(&self.sums(discs), &self.sums(discs.mirror()), second)
    }

    fn sums(&self, discs: Discs) -> Sums {
        let width = self.layout.width;
        let Dense { matrix, bias } = self.layout.table();
        let table = &self.numbers[matrix.range()];
        let mut all = [0.0; WIDTH_MAX];
        let sums = &mut all[..width];
        sums.copy_from_slice(&self.numbers[bias.range()]);
        for place in Active::of(discs).places() {
            let row = &table[usize::from(*place) * width..][..width];
            for (sum, number) in sums.iter_mut().zip(row) {
                *sum += number;
            }
        }
        all
    }

    fn dense(&self, here: &Sums, there: &Sums, second: usize) -> [f32; OUTPUTS] {
        let Layout { width, hidden } = self.layout;
        let (mut one, mut two) = ([0.0; WIDTH_MAX], [0.0; WIDTH_MAX]);
        let into = self.layout.into()[second];
        one[..hidden].copy_from_slice(&self.numbers[into.bias.range()]);
        let matrix = &self.numbers[into.matrix.range()];
        add_products(&here[..width], matrix, &mut one[..hidden]);
        add_products(&there[..width], &matrix[width * hidden..], &mut one[..hidden]);
        one[..hidden].iter_mut().for_each(|number| *number = number.max(0.0));
        let block = self.layout.block();
        two[..hidden].copy_from_slice(&self.numbers[block.bias.range()]);
        let matrix = &self.numbers[block.matrix.range()];
        add_products(&one[..hidden], matrix, &mut two[..hidden]);
        for (sum, number) in one[..hidden].iter_mut().zip(&two) {
            *sum += number.max(0.0);
        }
        let out = self.layout.out()[second];
        let mut said = [0.0; OUTPUTS];
        said.copy_from_slice(&self.numbers[out.bias.range()]);
        add_products(&one[..hidden], &self.numbers[out.matrix.range()], &mut said);
        said
    }
}

/// Adds to `sums` what positive numbers make of the rows of a matrix; others count as 0.
fn add_products(numbers: &[f32], matrix: &[f32], sums: &mut [f32]) {
    for (number, row) in numbers.iter().zip(matrix.chunks_exact(sums.len())) {
        if *number > 0.0 {
            for (sum, weight) in sums.iter_mut().zip(row) {
                *sum += number * weight;
            }
        }
    }
}

/// What came out for the mirror image, with its columns put back.
#[must_use]
pub fn mirrored(raw: &[f32; OUTPUTS]) -> [f32; OUTPUTS] {
    let mut image = *raw;
    for column in 0..COLUMNS {
        let other = COLUMNS - 1 - column;
        image[3 + column] = raw[3 + other];
        let (to, from) = (10 + 3 * column, 10 + 3 * other);
        image[to..to + 3].copy_from_slice(&raw[from..from + 3]);
    }
    image
}

/// Makes what came out into shares.
fn sight_of(raw: &[f32; OUTPUTS], discs: Discs) -> Sight {
    let is_open = |column: usize| discs.after(column).is_some();
    let three = |from: usize| {
        let mut shares = [raw[from], raw[from + 1], raw[from + 2]];
        soften(&mut shares);
        shares
    };
    let mut policy =
        std::array::from_fn(|column| if is_open(column) { raw[3 + column] } else { f32::MIN });
    soften(&mut policy);
    Sight {
        policy,
        outlook: three(0),
        columns: std::array::from_fn(|column| {
            if is_open(column) {
                three(3 + COLUMNS + 3 * column)
            } else {
                [0.0; 3]
            }
        }),
        score: raw[OUTPUTS - 1] * SCORE_UNIT,
    }
}

/// Scores are learned in tens.
pub const SCORE_UNIT: f32 = 10.0;

/// Makes numbers into shares that add up to 1, the larger the more (softmax).
pub fn soften(numbers: &mut [f32]) {
    let most = numbers.iter().copied().fold(f32::MIN, f32::max);
    let mut sum = 0.0;
    for number in &mut *numbers {
        *number = exp(*number - most);
        sum += *number;
    }
    for number in numbers {
        *number /= sum;
    }
}

/// The exponential of a number that is not positive, to six digits, with the same bits everywhere.
#[must_use]
pub fn exp(x: f32) -> f32 {
    const LEAST: f32 = -80.0;
    if x < LEAST {
        return 0.0;
    }
    let halvings = x * std::f32::consts::LOG2_E;
    let whole = (halvings - 0.5) as i32;
    let rest = (halvings - whole as f32) * std::f32::consts::LN_2;
    let mut sum = 1.0;
    for n in [7.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0] {
        sum = 1.0 + sum * rest / n;
    }
    sum * f32::from_bits(((whole + 127) as u32) << 23)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exponential_is_one() {
        for tenths in -700..=0_i16 {
            let x = f32::from(tenths) / 10.0;
            let (ours, theirs) = (exp(x), x.exp());
            assert!((ours - theirs).abs() <= 1e-5 * theirs, "{x} {ours} {theirs}");
        }
        assert!(exp(f32::MIN).abs() < f32::MIN_POSITIVE);
    }
}
