//! How numbers follow their gradient: `AdamW`, and beside it a slow average of the numbers, which is what is
//! shipped.

/// How fast the mean of the gradient and of its square forget.
const MEAN_KEPT: f32 = 0.9;
const SPREAD_KEPT: f32 = 0.999;
/// Keeps a quotient finite.
const LEAST: f32 = 1e-8;
/// How much of a number goes, a step at full rate.
const DECAY: f32 = 0.01;
/// A longer gradient is shortened to this.
const LENGTH_MAX: f32 = 2.0;
/// How fast the slow average forgets.
const SLOW_KEPT: f32 = 0.9995;

/// A net in training, and all it takes to go on.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// Steps made.
    pub step: u64,
    /// The numbers of the net.
    pub numbers: Vec<f32>,
    /// Their slow average.
    pub slow: Vec<f32>,
    /// The mean of the gradient.
    pub mean: Vec<f32>,
    /// The mean of its square.
    pub square: Vec<f32>,
}

/// A power by repeated squaring, with the same bits everywhere.
fn power(mut base: f64, mut exponent: u64) -> f64 {
    let mut result = 1.0;
    while exponent > 0 {
        if exponent % 2 == 1 {
            result *= base;
        }
        base *= base;
        exponent /= 2;
    }
    result
}

impl State {
    /// A state before the first step.
    #[must_use]
    pub fn new(numbers: Vec<f32>) -> Self {
        Self {
            step: 0,
            slow: numbers.clone(),
            mean: vec![0.0; numbers.len()],
            square: vec![0.0; numbers.len()],
            numbers,
        }
    }

    /// One step against a gradient.
    pub fn follow(&mut self, gradient: &[f32], rate: f32) {
        self.step += 1;
        let length = gradient
            .chunks(1024)
            .map(|part| part.iter().map(|x| f64::from(x * x)).sum::<f64>())
            .sum::<f64>()
            .sqrt() as f32;
        let scale = if length > LENGTH_MAX {
            LENGTH_MAX / length
        } else {
            1.0
        };
        let whole = |kept: f32| (1.0 - power(f64::from(kept), self.step)) as f32;
        let (mean_whole, square_whole) = (whole(MEAN_KEPT), whole(SPREAD_KEPT));
        // At first the slow average follows faster, so that the beginning does not linger.
        let slow_kept = SLOW_KEPT.min(1.0 - 10.0 / (self.step as f32 + 10.0));
        let numbers = self.numbers.iter_mut().zip(&mut self.slow);
        let means = self.mean.iter_mut().zip(&mut self.square);
        for (((number, slow), (mean, square)), gradient) in numbers.zip(means).zip(gradient) {
            let gradient = gradient * scale;
            *mean = MEAN_KEPT * *mean + (1.0 - MEAN_KEPT) * gradient;
            *square = SPREAD_KEPT * *square + (1.0 - SPREAD_KEPT) * gradient * gradient;
            let direction = (*mean / mean_whole) / ((*square / square_whole).sqrt() + LEAST);
            *number -= rate * (direction + DECAY * *number);
            *slow = slow_kept * *slow + (1.0 - slow_kept) * *number;
        }
    }
}

/// The rate of a step of so many: up within the first steps, level, and down to nothing.
#[must_use]
pub fn rate(step: u64, steps: u64, most: f32) -> f32 {
    /// Steps until the rate is reached, in a course of ten thousand and more.
    const WARM_UP: u64 = 500;
    /// The share of the steps after which it falls.
    const LEVEL: f32 = 0.8;
    let warm_up = WARM_UP.min(steps / 20).max(1);
    let up = ((step + 1) as f32 / warm_up as f32).min(1.0);
    let gone = step as f32 / steps.max(1) as f32;
    let down = ((1.0 - gone) / (1.0 - LEVEL)).clamp(0.0, 1.0);
    most * up * down
}
