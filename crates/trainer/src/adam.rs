//! The optimiser: `AdamW` (Loshchilov and Hutter 2019) with gradient clipping, and an exponential
//! moving average (EMA) of the weights, which is what ships.

/// Decay rates of the first and second moment estimates.
const BETA1: f32 = 0.9;
const BETA2: f32 = 0.999;
/// Avoids a division by zero.
const EPSILON: f32 = 1e-8;
/// Weight decay per step at full learning rate.
const WEIGHT_DECAY: f32 = 0.01;
/// Gradients are clipped to this norm.
const GRAD_CLIP_NORM: f32 = 2.0;
/// Decay rate of the EMA of the weights.
const EMA_DECAY: f32 = 0.9995;

/// The state of a training run: everything needed to resume it.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainingState {
    /// Number of steps made.
    pub step: u64,
    /// The weights of the net.
    pub weights: Vec<f32>,
    /// The EMA of the weights.
    pub ema: Vec<f32>,
    /// First moment estimates of the gradient.
    pub first_moment: Vec<f32>,
    /// Second moment estimates of the gradient.
    pub second_moment: Vec<f32>,
}

/// Exponentiation by squaring, bit-identical on every platform.
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

impl TrainingState {
    /// Creates the state before the first step.
    #[must_use]
    pub fn new(weights: Vec<f32>) -> Self {
        Self {
            step: 0,
            ema: weights.clone(),
            first_moment: vec![0.0; weights.len()],
            second_moment: vec![0.0; weights.len()],
            weights,
        }
    }

    /// Makes one optimiser step.
    pub fn step(&mut self, gradient: &[f32], learning_rate: f32) {
        self.step += 1;
        let norm = gradient
            .chunks(1024)
            .map(|part| part.iter().map(|x| f64::from(x * x)).sum::<f64>())
            .sum::<f64>()
            .sqrt() as f32;
        let scale = if norm > GRAD_CLIP_NORM {
            GRAD_CLIP_NORM / norm
        } else {
            1.0
        };
        let bias_correction = |beta: f32| (1.0 - power(f64::from(beta), self.step)) as f32;
        let (first_correction, second_correction) =
            (bias_correction(BETA1), bias_correction(BETA2));
        // At first the EMA decays faster, so that the initial weights do not linger.
        let ema_decay = EMA_DECAY.min(1.0 - 10.0 / (self.step as f32 + 10.0));
        let weights = self.weights.iter_mut().zip(&mut self.ema);
        let means = self.first_moment.iter_mut().zip(&mut self.second_moment);
        for (((weight, ema), (first_moment, second_moment)), gradient) in
            weights.zip(means).zip(gradient)
        {
            let gradient = gradient * scale;
            *first_moment = BETA1 * *first_moment + (1.0 - BETA1) * gradient;
            *second_moment = BETA2 * *second_moment + (1.0 - BETA2) * gradient * gradient;
            let direction = (*first_moment / first_correction)
                / ((*second_moment / second_correction).sqrt() + EPSILON);
            *weight -= learning_rate * (direction + WEIGHT_DECAY * *weight);
            *ema = ema_decay * *ema + (1.0 - ema_decay) * *weight;
        }
    }
}

/// Returns the learning rate of a step: linear warm-up, constant, linear decay to zero.
#[must_use]
pub fn learning_rate(step: u64, steps: u64, peak: f32) -> f32 {
    /// Warm-up steps, in a run of ten thousand steps and more.
    const WARM_UP: u64 = 500;
    /// Fraction of the steps after which the rate decays.
    const LEVEL: f32 = 0.8;
    let warm_up = WARM_UP.min(steps / 20).max(1);
    let up = ((step + 1) as f32 / warm_up as f32).min(1.0);
    let progress = step as f32 / steps.max(1) as f32;
    let down = ((1.0 - progress) / (1.0 - LEVEL)).clamp(0.0, 1.0);
    peak * up * down
}
