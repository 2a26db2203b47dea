//! Inference: evaluates a position with a net.
//!
//! The accumulators sum integers; the rest is 32-bit floating-point arithmetic in a fixed order,
//! with its own exponential. So a net gives the same output on every machine and in the browser. In
//! WebAssembly the sums use the SIMD instructions, which every browser supports.

use foursight_solver::Wdl;

use super::discs::{COLUMNS, Discs};
use super::features::{ACTIVE_FEATURES_MAX, ActiveFeatures};
use super::file::QuantisedLayer;
use super::layout::{DenseLayer, LANES, NetLayout, OUTPUTS, WIDTH_MAX};

/// A net: its layout and its weights, quantised as in its file.
#[derive(Clone, Debug)]
pub struct Net {
    layout: NetLayout,
    /// The quantised layers.
    rounded: Vec<QuantisedLayer>,
    /// The dequantised weights.
    weights: Vec<f32>,
}

/// A net's prediction for a position, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prediction {
    /// Policy: probabilities of the columns, summing to 1; 0 for a full one.
    pub policy: [f32; COLUMNS],
    /// Probabilities of loss, draw and win.
    pub wdl: [f32; 3],
    /// Probabilities of loss, draw and win of each column; all 0 for a full one.
    pub columns: [[f32; 3]; COLUMNS],
    /// The expected score.
    pub score: f32,
}

impl Prediction {
    /// Returns the expected score, from 0 (lost) to 1 (won).
    #[must_use]
    pub fn value(&self) -> f32 {
        expected_score(self.wdl)
    }

    /// Returns the expected score of a column, from 0 to 1.
    #[must_use]
    pub fn column_value(&self, column: usize) -> f32 {
        self.columns
            .get(column)
            .copied()
            .map_or(0.0, expected_score)
    }

    /// Returns the likeliest outcome of the position.
    #[must_use]
    pub fn likeliest_outcome(&self) -> Wdl {
        likeliest(self.wdl)
    }

    /// Returns the likeliest outcome of a column; a loss for an invalid one.
    #[must_use]
    pub fn likeliest_outcome_of(&self, column: usize) -> Wdl {
        let shares = self.columns.get(column).copied();
        shares.map_or(Wdl::Loss, likeliest)
    }

    /// Returns the column the net would play, or `None` on a full board.
    #[must_use]
    pub fn best(&self) -> Option<usize> {
        let open = (0..COLUMNS).filter(|column| self.policy[*column] > 0.0);
        open.max_by(|one, two| self.move_score(*one).total_cmp(&self.move_score(*two)))
    }

    /// Returns the score by which a column is chosen: the policy plus its weighted value.
    pub(super) fn move_score(&self, column: usize) -> f32 {
        self.policy[column] + COLUMN_WEIGHT * self.column_value(column)
    }
}

/// Weight of a column's value relative to its policy.
const COLUMN_WEIGHT: f32 = 0.5;

/// Returns the likeliest of loss, draw and win; of equal ones the worst.
fn likeliest([loss, draw, win]: [f32; 3]) -> Wdl {
    match () {
        () if loss >= draw && loss >= win => Wdl::Loss,
        () if draw >= win => Wdl::Draw,
        () => Wdl::Win,
    }
}

fn expected_score([_, draw, win]: [f32; 3]) -> f32 {
    win + draw / 2.0
}

/// The accumulator of a view: the bias plus the rows of its active features.
type Accumulator = [f32; WIDTH_MAX];

impl Net {
    /// Creates a net from weights, which are quantised. Returns `None` if their number is wrong.
    #[must_use]
    pub fn new(layout: NetLayout, weights: &[f32]) -> Option<Self> {
        (weights.len() == layout.weight_count()).then(|| {
            let parts = layout.layers().into_iter().enumerate();
            let parts = parts.map(|(place, part)| QuantisedLayer::of(place, part, weights));
            Self::of_parts(layout, parts.collect())
        })
    }

    /// Creates a net from all its layers.
    pub(super) fn of_parts(layout: NetLayout, rounded: Vec<QuantisedLayer>) -> Self {
        let weights = rounded.iter().flat_map(QuantisedLayer::weights).collect();
        Self {
            layout,
            rounded,
            weights,
        }
    }

    /// Returns the quantised layers.
    pub(super) fn parts(&self) -> &[QuantisedLayer] {
        &self.rounded
    }

    /// Returns the layout.
    #[must_use]
    pub const fn layout(&self) -> NetLayout {
        self.layout
    }

    /// Returns the dequantised weights.
    #[must_use]
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// Evaluates an unfinished position.
    #[must_use]
    #[inline]
    #[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
    pub fn evaluate(&self, discs: Discs) -> Prediction {
        prediction_from(&self.logits(discs), discs)
    }

    /// Returns the logits: the mean of the outputs for the board and for its mirror image with the
    /// columns swapped back. So the evaluation is exactly symmetric.
    #[must_use]
    #[inline]
    #[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
    pub fn logits(&self, discs: Discs) -> [f32; OUTPUTS] {
        let [here, there] = self.views(discs);
        let second = usize::from(discs.is_second_to_move());
        let (one, two) = (
            self.dense(&here, &there, second),
            mirror_logits(&self.dense(&there, &here, second)),
        );
        std::array::from_fn(|place| f32::midpoint(one[place], two[place]))
    }

    /// Returns the logits of the board alone: half the work, and not symmetric.
    #[must_use]
    pub fn logits_one_way(&self, discs: Discs) -> [f32; OUTPUTS] {
        let [here, there] = self.views(discs);
        self.dense(&here, &there, usize::from(discs.is_second_to_move()))
    }

    /// Returns the accumulators of the board and of its mirror image.
    #[inline]
    fn views(&self, discs: Discs) -> [Accumulator; 2] {
        let active = ActiveFeatures::of(discs);
        let there = active.mirrored();
        [self.sums(&active), self.sums(&there)]
    }

    #[inline]
    fn sums(&self, active: &ActiveFeatures) -> Accumulator {
        let width = self.layout.width;
        let table = &self.rounded[0];
        let mut sums = [0.0; WIDTH_MAX];
        let mut from = 0;
        while from < width {
            if from + TILE <= width {
                table.add::<TILE>(active, &mut sums, from);
                from += TILE;
            } else {
                table.add::<LANES>(active, &mut sums, from);
                from += LANES;
            }
        }
        sums
    }

    #[inline]
    fn dense(&self, here: &Accumulator, there: &Accumulator, second: usize) -> [f32; OUTPUTS] {
        let NetLayout {
            width,
            hidden,
            blocks,
        } = self.layout;
        let (mut one, mut two) = ([0.0; WIDTH_MAX], [0.0; WIDTH_MAX]);
        let (one, two) = (&mut one[..hidden], &mut two[..hidden]);
        let part = |part: DenseLayer, weights: &SparseActivations, sums: &mut [f32]| {
            sums.copy_from_slice(&self.weights[part.bias.range()]);
            add_rows(weights.found(), &self.weights[part.matrix.range()], sums);
        };
        let mut positive = SparseActivations::default();
        positive.add(&here[..width], 0);
        positive.add(&there[..width], width);
        part(self.layout.input_layers()[second], &positive, one);
        for number in 0..blocks {
            positive.take(one);
            part(self.layout.block(number), &positive, two);
            for (sum, number) in one.iter_mut().zip(&*two) {
                *sum = sum.max(0.0) + number.max(0.0);
            }
        }
        let mut outputs = [0.0; OUTPUTS];
        positive.take(one);
        part(self.layout.output_layers()[second], &positive, &mut outputs);
        outputs
    }
}

/// Number of sums computed together, so that they stay in registers.
const TILE: usize = 2 * LANES;

impl QuantisedLayer {
    /// Accumulates some columns over all active features. Integer sums are exact in any order: even
    /// with all features active they would fit.
    #[inline]
    fn add<const N: usize>(&self, active: &ActiveFeatures, sums: &mut Accumulator, from: usize) {
        const { assert!(ACTIVE_FEATURES_MAX * 128 <= i16::MAX as usize) };
        let stride = self.scales.len();
        let mut part = [0_i16; N];
        for place in active.indices() {
            let row = &self.matrix[usize::from(*place) * stride + from..][..N];
            for (sum, number) in part.iter_mut().zip(row) {
                *sum += i16::from(*number);
            }
        }
        let (scales, bias) = (&self.scales[from..][..N], &self.bias[from..][..N]);
        let scales = scales.iter().zip(bias);
        for ((sum, part), (unit, bias)) in sums[from..][..N].iter_mut().zip(part).zip(scales) {
            *sum = bias + f32::from(part) * unit;
        }
    }
}

/// The positive activations of a layer with their indices (ReLU): about half are zero and skipped.
struct SparseActivations {
    found: [(u16, f32); 2 * WIDTH_MAX],
    count: usize,
}

impl Default for SparseActivations {
    #[inline]
    fn default() -> Self {
        Self {
            found: [(0, 0.0); 2 * WIDTH_MAX],
            count: 0,
        }
    }
}

impl SparseActivations {
    /// Replaces the activations.
    #[inline]
    fn take(&mut self, weights: &[f32]) {
        self.count = 0;
        self.add(weights, 0);
    }

    #[inline]
    fn add(&mut self, weights: &[f32], from: usize) {
        for (place, number) in weights.iter().enumerate() {
            self.found[self.count] = ((from + place) as u16, *number);
            self.count += usize::from(*number > 0.0);
        }
    }

    #[inline]
    fn found(&self) -> &[(u16, f32)] {
        &self.found[..self.count]
    }
}

/// Adds rows of a matrix to `sums`, each multiplied by its activation.
#[inline]
fn add_rows(rows: &[(u16, f32)], matrix: &[f32], sums: &mut [f32]) {
    let stride = sums.len();
    let mut from = 0;
    while from < stride {
        if from + TILE <= stride {
            add_part::<TILE>(rows, matrix, sums, from);
            from += TILE;
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

/// Swaps the columns of the outputs for the mirror image back.
#[must_use]
pub fn mirror_logits(raw: &[f32; OUTPUTS]) -> [f32; OUTPUTS] {
    let mut image = *raw;
    for column in 0..COLUMNS {
        let other = COLUMNS - 1 - column;
        image[3 + column] = raw[3 + other];
        let (to, from) = (10 + 3 * column, 10 + 3 * other);
        image[to..to + 3].copy_from_slice(&raw[from..from + 3]);
    }
    image
}

/// Converts logits to a prediction.
fn prediction_from(raw: &[f32; OUTPUTS], discs: Discs) -> Prediction {
    let is_open = |column: usize| discs.after(column).is_some();
    let wdl_from = |from: usize| {
        let mut shares = [raw[from], raw[from + 1], raw[from + 2]];
        softmax(&mut shares);
        shares
    };
    let mut policy = std::array::from_fn(|column| {
        if is_open(column) {
            raw[3 + column]
        } else {
            f32::MIN
        }
    });
    softmax(&mut policy);
    Prediction {
        policy,
        wdl: wdl_from(0),
        columns: std::array::from_fn(|column| {
            if is_open(column) {
                wdl_from(3 + COLUMNS + 3 * column)
            } else {
                [0.0; 3]
            }
        }),
        score: raw[OUTPUTS - 1] * SCORE_SCALE,
    }
}

/// Scores are trained in units of ten.
pub const SCORE_SCALE: f32 = 10.0;

/// Softmax: converts logits to probabilities.
pub fn softmax(weights: &mut [f32]) {
    let most = weights.iter().copied().fold(f32::MIN, f32::max);
    let mut sum = 0.0;
    for number in &mut *weights {
        *number = exp(*number - most);
        sum += *number;
    }
    for number in weights {
        *number /= sum;
    }
}

/// Returns the exponential of a non-positive number, to six digits, bit-identical on every
/// platform.
#[must_use]
pub fn exp(x: f32) -> f32 {
    const EXPONENT_MIN: f32 = -80.0;
    if x < EXPONENT_MIN {
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
    fn exp_agrees_with_the_standard_library() {
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
