//! Forward and backward pass of a net over a batch of positions.

use foursight_bots::net::{ActiveFeatures, DenseLayer, Discs, NetLayout, OUTPUTS};
use foursight_core::SplitMix64;

use crate::kernels::{add_product, transpose};
use crate::loss::{Loss, SolverTarget, TrainingTarget};

/// A position with its training target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample<T = SolverTarget> {
    /// The position.
    pub discs: Discs,
    /// The target.
    pub target: T,
}

/// Returns random initial weights: small, and larger where fewer are summed.
#[must_use]
pub fn initial_weights(layout: NetLayout, seed: u64) -> Vec<f32> {
    /// Active features of a typical position.
    const TYPICAL_FEATURES: usize = 64;
    let mut rng = SplitMix64::for_stream(seed, 0x0be9);
    let mut weights = vec![0.0; layout.weight_count()];
    // The output layers are the last two.
    let outs = layout.layers().len() - 2;
    for (part, DenseLayer { matrix, bias }) in layout.layers().into_iter().enumerate() {
        let inputs = if part == 0 {
            TYPICAL_FEATURES
        } else {
            matrix.rows
        };
        // The initial outputs are close to zero.
        let size = if part >= outs { 0.1 } else { 1.0 } * (3.0 / inputs as f32).sqrt();
        for number in &mut weights[matrix.range()] {
            let roll = (rng.next_u64() >> 40) as f32 / (1_u64 << 24) as f32;
            *number = size * (2.0 * roll - 1.0);
        }
        if part == 0 {
            weights[bias.range()].fill(0.1);
        }
    }
    weights
}

/// Scratch buffers for a batch.
#[derive(Default)]
struct BatchBuffers {
    active: Vec<[ActiveFeatures; 2]>,
    sums: Vec<f32>,
    /// The hidden activations before each block, and after the last.
    hidden: Vec<Vec<f32>>,
    /// The output of each block, before the skip connection.
    gates: Vec<Vec<f32>>,
    outputs: Vec<f32>,
    output_gradient: Vec<f32>,
    hidden_gradient: Vec<f32>,
    gate_gradient: Vec<f32>,
    sums_gradient: Vec<f32>,
    transposed: Vec<f32>,
}

/// Computes losses and gradients.
pub struct TrainingModel {
    layout: NetLayout,
    buffers: BatchBuffers,
}

fn resize_zeroed(buffer: &mut Vec<f32>, count: usize) {
    buffer.clear();
    buffer.resize(count, 0.0);
}

/// Copies a bias to every row.
fn fill_rows(rows: &mut Vec<f32>, bias: &[f32], n: usize) {
    rows.clear();
    for _ in 0..n {
        rows.extend_from_slice(bias);
    }
}

fn relu(activations: &mut [f32]) {
    for activation in activations {
        *activation = activation.max(0.0);
    }
}

/// Backward pass of `ReLU`: zeroes the gradient where the activation was cut off.
fn relu_backward(gradient: &mut [f32], activations: &[f32]) {
    for (delta, activation) in gradient.iter_mut().zip(activations) {
        if *activation <= 0.0 {
            *delta = 0.0;
        }
    }
}

impl TrainingModel {
    /// Creates a model with this layout.
    #[must_use]
    pub fn new(layout: NetLayout) -> Self {
        let buffers = BatchBuffers {
            hidden: vec![Vec::new(); layout.blocks + 1],
            gates: vec![Vec::new(); layout.blocks],
            ..BatchBuffers::default()
        };
        Self { layout, buffers }
    }

    /// Forward pass: returns the outputs for positions with the same player to move, row by row.
    pub fn forward<T>(&mut self, weights: &[f32], samples: &[Sample<T>]) -> &[f32] {
        let n = samples.len();
        let second = usize::from(samples.first().is_some_and(|s| s.discs.is_second_to_move()));
        let width = self.layout.width;
        let buffers = &mut self.buffers;
        let table = self.layout.feature_table();
        let rows = &weights[table.matrix.range()];
        buffers.active.clear();
        for sample in samples {
            let discs = sample.discs;
            let views = [
                ActiveFeatures::of(discs),
                ActiveFeatures::of(discs.mirror()),
            ];
            buffers.active.push(views);
        }
        fill_rows(&mut buffers.sums, &weights[table.bias.range()], 2 * n);
        let views = buffers.active.iter().flatten();
        for (sums, active) in buffers.sums.chunks_exact_mut(width).zip(views) {
            for place in active.indices() {
                let row = &rows[usize::from(*place) * width..][..width];
                for (sum, number) in sums.iter_mut().zip(row) {
                    *sum += number;
                }
            }
        }
        relu(&mut buffers.sums);
        let dense = |part: DenseLayer, x: &[f32], y: &mut Vec<f32>| {
            fill_rows(y, &weights[part.bias.range()], n);
            let measures = [n, part.matrix.rows, part.matrix.columns];
            add_product(x, &weights[part.matrix.range()], y, measures);
        };
        dense(
            self.layout.input_layers()[second],
            &buffers.sums,
            &mut buffers.hidden[0],
        );
        relu(&mut buffers.hidden[0]);
        for (number, gate) in buffers.gates.iter_mut().enumerate() {
            let (before, after) = buffers.hidden.split_at_mut(number + 1);
            dense(self.layout.block(number), &before[number], gate);
            relu(gate);
            after[0].clone_from(&before[number]);
            for (sum, gate) in after[0].iter_mut().zip(gate) {
                *sum += *gate;
            }
        }
        let last = &buffers.hidden[self.layout.blocks];
        dense(
            self.layout.output_layers()[second],
            last,
            &mut buffers.outputs,
        );
        &buffers.outputs
    }

    /// Backward pass: adds the gradient of the loss of samples with the same player to move, each
    /// times `scale`.
    pub fn backward<T: TrainingTarget>(
        &mut self,
        weights: &[f32],
        samples: &[Sample<T>],
        scale: f32,
        gradient: &mut [f32],
    ) -> Loss {
        let mut total = Loss::default();
        let Some(first) = samples.first() else {
            return total;
        };
        let second = usize::from(first.discs.is_second_to_move());
        self.forward(weights, samples);
        let n = samples.len();
        let buffers = &mut self.buffers;
        resize_zeroed(&mut buffers.output_gradient, n * OUTPUTS);
        let outputs = buffers.outputs.chunks_exact(OUTPUTS);
        let deltas = buffers.output_gradient.chunks_exact_mut(OUTPUTS);
        for ((outputs, delta), sample) in outputs.zip(deltas).zip(samples) {
            total.add(sample.target.loss(outputs, delta));
            for delta in delta {
                *delta *= scale;
            }
        }
        self.backpropagate(weights, n, second, gradient);
        total
    }

    fn backpropagate(&mut self, weights: &[f32], n: usize, second: usize, gradient: &mut [f32]) {
        let NetLayout {
            width,
            hidden,
            blocks,
        } = self.layout;
        let buffers = &mut self.buffers;
        let (into, out) = (
            self.layout.input_layers()[second],
            self.layout.output_layers()[second],
        );
        let (transposed, delta) = (&mut buffers.transposed, &mut buffers.hidden_gradient);
        let last = &buffers.hidden[blocks];
        add_weight_gradient(
            (last, &buffers.output_gradient),
            out,
            n,
            transposed,
            gradient,
        );
        resize_zeroed(delta, n * hidden);
        add_input_gradient(
            weights,
            (out, n),
            &buffers.output_gradient,
            delta,
            transposed,
        );
        for number in (0..blocks).rev() {
            let (block, before) = (self.layout.block(number), &buffers.hidden[number]);
            buffers.gate_gradient.clone_from(delta);
            relu_backward(&mut buffers.gate_gradient, &buffers.gates[number]);
            add_weight_gradient(
                (before, &buffers.gate_gradient),
                block,
                n,
                transposed,
                gradient,
            );
            // The gradient of the hidden activations flows through the block and past it.
            add_input_gradient(
                weights,
                (block, n),
                &buffers.gate_gradient,
                delta,
                transposed,
            );
        }
        relu_backward(delta, &buffers.hidden[0]);
        add_weight_gradient((&buffers.sums, delta), into, n, transposed, gradient);
        resize_zeroed(&mut buffers.sums_gradient, n * 2 * width);
        add_input_gradient(
            weights,
            (into, n),
            delta,
            &mut buffers.sums_gradient,
            transposed,
        );
        relu_backward(&mut buffers.sums_gradient, &buffers.sums);
        self.add_feature_gradient(gradient);
    }

    /// Adds the gradient of the rows of the feature table that were active.
    fn add_feature_gradient(&self, gradient: &mut [f32]) {
        let (buffers, width) = (&self.buffers, self.layout.width);
        let DenseLayer { matrix, bias } = self.layout.feature_table();
        let views = buffers.active.iter().flatten();
        for (delta, active) in buffers.sums_gradient.chunks_exact(width).zip(views) {
            let indices = active.indices().iter().map(|place| usize::from(*place));
            let rows = indices.map(|place| matrix.from + place * width);
            for from in rows.chain([bias.from]) {
                let row = &mut gradient[from..from + width];
                for (sum, delta) in row.iter_mut().zip(delta) {
                    *sum += delta;
                }
            }
        }
    }
}

/// Adds the gradient of a matrix and its bias.
fn add_weight_gradient(
    (x, y_gradient): (&[f32], &[f32]),
    part: DenseLayer,
    n: usize,
    transposed: &mut Vec<f32>,
    gradient: &mut [f32],
) {
    let (p, q) = (part.matrix.rows, part.matrix.columns);
    resize_zeroed(transposed, n * p);
    transpose(x, transposed, n, p);
    let sums = &mut gradient[part.matrix.range()];
    add_product(transposed, y_gradient, sums, [p, n, q]);
    let bias = &mut gradient[part.bias.range()];
    for row in y_gradient.chunks_exact(q) {
        for (sum, delta) in bias.iter_mut().zip(row) {
            *sum += delta;
        }
    }
}

/// Adds the gradient with respect to the inputs of a layer.
fn add_input_gradient(
    weights: &[f32],
    (part, n): (DenseLayer, usize),
    y_gradient: &[f32],
    x_gradient: &mut [f32],
    transposed: &mut Vec<f32>,
) {
    let (p, q) = (part.matrix.rows, part.matrix.columns);
    resize_zeroed(transposed, p * q);
    transpose(&weights[part.matrix.range()], transposed, p, q);
    add_product(y_gradient, transposed, x_gradient, [n, q, p]);
}
