//! One look of a net at a position.
//!
//! The facts that hold are summed in whole numbers; the rest is plain arithmetic on 32-bit floating-point numbers in a
//! fixed order, with an exponential of its own. So a net says the same on every machine and in the browser. There
//! the sums ask for the vector instructions, which every browser has had for years.

use foursight_solver::Prospect;

use super::discs::{COLUMNS, Discs};
use super::features::{ACTIVE_MAX, Active};
use super::file::Rounded;
use super::layout::{Dense, LANES, Layout, OUTPUTS, WIDTH_MAX};

/// A net: its measures and its numbers, which are rounded as they are in its file.
#[derive(Clone, Debug)]
pub struct Net {
    layout: Layout,
    /// What all parts are rounded to.
    rounded: Vec<Rounded>,
    /// The same as numbers.
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

    /// What the net expects of the position: the likeliest.
    #[must_use]
    pub fn expects(&self) -> Prospect {
        likeliest(self.outlook)
    }

    /// What the net expects of a column; a loss of one that there is not.
    #[must_use]
    pub fn expects_of(&self, column: usize) -> Prospect {
        let shares = self.columns.get(column).copied();
        shares.map_or(Prospect::Loss, likeliest)
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

/// The likeliest of loss, draw and win; of equal ones the worst.
fn likeliest([loss, draw, win]: [f32; 3]) -> Prospect {
    match () {
        () if loss >= draw && loss >= win => Prospect::Loss,
        () if draw >= win => Prospect::Draw,
        () => Prospect::Win,
    }
}

fn share([_, draw, win]: [f32; 3]) -> f32 {
    win + draw / 2.0
}

/// The sums of a view: what its facts add up to.
type Sums = [f32; WIDTH_MAX];

impl Net {
    /// A net of these numbers, rounded; none if there are too few or too many.
    #[must_use]
    pub fn new(layout: Layout, numbers: &[f32]) -> Option<Self> {
        (numbers.len() == layout.numbers()).then(|| {
            let parts = layout.parts().into_iter().enumerate();
            let parts = parts.map(|(place, part)| Rounded::of(place, part, numbers));
            Self::of_parts(layout, parts.collect())
        })
    }

    /// A net of these parts, all of which there are.
    pub(super) fn of_parts(layout: Layout, rounded: Vec<Rounded>) -> Self {
        let numbers = rounded.iter().flat_map(Rounded::numbers).collect();
        Self {
            layout,
            rounded,
            numbers,
        }
    }

    /// Its parts.
    pub(super) fn parts(&self) -> &[Rounded] {
        &self.rounded
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
    #[inline]
    #[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
    pub fn look(&self, discs: Discs) -> Sight {
        sight_of(&self.raw(discs), discs)
    }

    /// What comes out, before it is made into shares: what is seen of the grid, and of its mirror image with
    /// the columns put back, in equal parts. So the answer for the mirror image is the mirrored answer.
    #[must_use]
    #[inline]
    #[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
    pub fn raw(&self, discs: Discs) -> [f32; OUTPUTS] {
        let [here, there] = self.views(discs);
        let second = usize::from(discs.is_second_to_move());
        let (one, two) = (
            self.dense(&here, &there, second),
            mirrored(&self.dense(&there, &here, second)),
        );
        std::array::from_fn(|place| f32::midpoint(one[place], two[place]))
    }

    /// The same, of the grid alone: half the work, and not symmetric.
    #[must_use]
    pub fn raw_one_way(&self, discs: Discs) -> [f32; OUTPUTS] {
        let [here, there] = self.views(discs);
        self.dense(&here, &there, usize::from(discs.is_second_to_move()))
    }

    /// The sums of the grid and of its mirror image.
    #[inline]
    fn views(&self, discs: Discs) -> [Sums; 2] {
        let active = Active::of(discs);
        let there = active.mirrored();
        [self.sums(&active), self.sums(&there)]
    }

    #[inline]
    fn sums(&self, active: &Active) -> Sums {
        let width = self.layout.width;
        let table = &self.rounded[0];
        let mut sums = [0.0; WIDTH_MAX];
        let mut from = 0;
        while from < width {
            if from + TOGETHER <= width {
                table.add::<TOGETHER>(active, &mut sums, from);
                from += TOGETHER;
            } else {
                table.add::<LANES>(active, &mut sums, from);
                from += LANES;
            }
        }
        sums
    }

    #[inline]
    fn dense(&self, here: &Sums, there: &Sums, second: usize) -> [f32; OUTPUTS] {
        let Layout {
            width,
            hidden,
            blocks,
        } = self.layout;
        let (mut one, mut two) = ([0.0; WIDTH_MAX], [0.0; WIDTH_MAX]);
        let (one, two) = (&mut one[..hidden], &mut two[..hidden]);
        let part = |part: Dense, numbers: &Positive, sums: &mut [f32]| {
            sums.copy_from_slice(&self.numbers[part.bias.range()]);
            add_rows(numbers.found(), &self.numbers[part.matrix.range()], sums);
        };
        let mut positive = Positive::default();
        positive.add(&here[..width], 0);
        positive.add(&there[..width], width);
        part(self.layout.into()[second], &positive, one);
        for number in 0..blocks {
            positive.take(one);
            part(self.layout.block(number), &positive, two);
            for (sum, number) in one.iter_mut().zip(&*two) {
                *sum = sum.max(0.0) + number.max(0.0);
            }
        }
        let mut said = [0.0; OUTPUTS];
        positive.take(one);
        part(self.layout.out()[second], &positive, &mut said);
        said
    }
}

/// Sums that are formed at the same time, so that they stay in the registers of a processor.
const TOGETHER: usize = 2 * LANES;

impl Rounded {
    /// The sums of some columns over all facts that hold. Whole numbers are added, which are exact in any order:
    /// even if all facts held, they would fit.
    #[inline]
    fn add<const N: usize>(&self, active: &Active, sums: &mut Sums, from: usize) {
        const { assert!(ACTIVE_MAX * 128 <= i16::MAX as usize) };
        let stride = self.units.len();
        let mut part = [0_i16; N];
        for place in active.places() {
            let row = &self.matrix[usize::from(*place) * stride + from..][..N];
            for (sum, number) in part.iter_mut().zip(row) {
                *sum += i16::from(*number);
            }
        }
        let (units, bias) = (&self.units[from..][..N], &self.bias[from..][..N]);
        let units = units.iter().zip(bias);
        for ((sum, part), (unit, bias)) in sums[from..][..N].iter_mut().zip(part).zip(units) {
            *sum = bias + f32::from(part) * unit;
        }
    }
}

/// The positive ones of many numbers, with their places: the others count as 0, which is about half.
struct Positive {
    found: [(u16, f32); 2 * WIDTH_MAX],
    count: usize,
}

impl Default for Positive {
    #[inline]
    fn default() -> Self {
        Self {
            found: [(0, 0.0); 2 * WIDTH_MAX],
            count: 0,
        }
    }
}

impl Positive {
    /// Those of other numbers.
    #[inline]
    fn take(&mut self, numbers: &[f32]) {
        self.count = 0;
        self.add(numbers, 0);
    }

    #[inline]
    fn add(&mut self, numbers: &[f32], from: usize) {
        for (place, number) in numbers.iter().enumerate() {
            self.found[self.count] = ((from + place) as u16, *number);
            self.count += usize::from(*number > 0.0);
        }
    }

    #[inline]
    fn found(&self) -> &[(u16, f32)] {
        &self.found[..self.count]
    }
}

/// Adds rows of a matrix to `sums`, each times its number.
#[inline]
fn add_rows(rows: &[(u16, f32)], matrix: &[f32], sums: &mut [f32]) {
    let stride = sums.len();
    let mut from = 0;
    while from < stride {
        if from + TOGETHER <= stride {
            add_part::<TOGETHER>(rows, matrix, sums, from);
            from += TOGETHER;
        } else {
            add_part::<LANES>(rows, matrix, sums, from);
            from += LANES;
        }
    }
}

#[inline]
fn add_part<const N: usize>(rows: &[(u16, f32)], matrix: &[f32], sums: &mut [f32], from: usize) {
    let stride = sums.len();
    let mut part = [0.0; N];
    for (place, number) in rows {
        let row = &matrix[usize::from(*place) * stride + from..][..N];
        for (sum, weight) in part.iter_mut().zip(row) {
            *sum += number * weight;
        }
    }
    for (sum, part) in sums[from..].iter_mut().zip(part) {
        *sum += part;
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
    let mut policy = std::array::from_fn(|column| {
        if is_open(column) {
            raw[3 + column]
        } else {
            f32::MIN
        }
    });
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
            assert!(
                (ours - theirs).abs() <= 1e-5 * theirs,
                "{x} {ours} {theirs}"
            );
        }
        assert!(exp(f32::MIN).abs() < f32::MIN_POSITIVE);
    }
}
