//! A net while it learns: what it says about a batch of positions, and how its numbers should change.

use foursight_bots::Dice;
use foursight_bots::net::{Active, Dense, Discs, Layout, OUTPUTS};

use crate::kernels::{add_product, transpose};
use crate::loss::{Loss, Target, Truth};

/// A position with what should be said about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample<T = Target> {
    /// The position.
    pub discs: Discs,
    /// What is true of it.
    pub target: T,
}

/// Numbers to begin with, from a seed: small, and larger where fewer are summed.
#[must_use]
pub fn beginning(layout: Layout, seed: u64) -> Vec<f32> {
    /// Facts of a usual position.
    const USUAL_FACTS: usize = 64;
    let mut dice = Dice::for_part(seed, 0x0be9);
    let mut numbers = vec![0.0; layout.numbers()];
    // What comes out is the last two parts.
    let outs = layout.parts().len() - 2;
    for (part, Dense { matrix, bias }) in layout.parts().into_iter().enumerate() {
        let inputs = if part == 0 { USUAL_FACTS } else { matrix.rows };
        // What is said at first is close to nothing.
        let size = if part >= outs { 0.1 } else { 1.0 } * (3.0 / inputs as f32).sqrt();
        for number in &mut numbers[matrix.range()] {
            let roll = (dice.bits() >> 40) as f32 / (1_u64 << 24) as f32;
            *number = size * (2.0 * roll - 1.0);
        }
        if part == 0 {
            numbers[bias.range()].fill(0.1);
        }
    }
    numbers
}

/// Room for the work on a batch.
#[derive(Default)]
struct Room {
    active: Vec<[Active; 2]>,
    sums: Vec<f32>,
    /// The hidden numbers before each block, and after the last.
    hidden: Vec<Vec<f32>>,
    /// What each block adds.
    gates: Vec<Vec<f32>>,
    said: Vec<f32>,
    said_change: Vec<f32>,
    hidden_change: Vec<f32>,
    gate_change: Vec<f32>,
    sums_change: Vec<f32>,
    turned: Vec<f32>,
}

/// Works out losses and gradients.
pub struct Model {
    layout: Layout,
    room: Room,
}

fn sized(numbers: &mut Vec<f32>, count: usize) {
    numbers.clear();
    numbers.resize(count, 0.0);
}

/// Copies a bias to every row.
fn fill_rows(rows: &mut Vec<f32>, bias: &[f32], n: usize) {
    rows.clear();
    for _ in 0..n {
        rows.extend_from_slice(bias);
    }
}

fn keep_positive(numbers: &mut [f32]) {
    for number in numbers {
        *number = number.max(0.0);
    }
}

/// Sets a change to 0 where the number was cut off.
fn mask(change: &mut [f32], numbers: &[f32]) {
    for (change, number) in change.iter_mut().zip(numbers) {
        if *number <= 0.0 {
            *change = 0.0;
        }
    }
}

impl Model {
    /// A model of these measures.
    #[must_use]
    pub fn new(layout: Layout) -> Self {
        let room = Room {
            hidden: vec![Vec::new(); layout.blocks + 1],
            gates: vec![Vec::new(); layout.blocks],
            ..Room::default()
        };
        Self { layout, room }
    }

    /// What a net says about positions of which all have the same player to move, row by row.
    pub fn say<T>(&mut self, numbers: &[f32], samples: &[Sample<T>]) -> &[f32] {
        let n = samples.len();
        let second = usize::from(samples.first().is_some_and(|s| s.discs.is_second_to_move()));
        let width = self.layout.width;
        let room = &mut self.room;
        let table = self.layout.table();
        let rows = &numbers[table.matrix.range()];
        room.active.clear();
        for sample in samples {
            let discs = sample.discs;
            let views = [Active::of(discs), Active::of(discs.mirror())];
            room.active.push(views);
        }
        fill_rows(&mut room.sums, &numbers[table.bias.range()], 2 * n);
        let views = room.active.iter().flatten();
        for (sums, active) in room.sums.chunks_exact_mut(width).zip(views) {
            for place in active.places() {
                let row = &rows[usize::from(*place) * width..][..width];
                for (sum, number) in sums.iter_mut().zip(row) {
                    *sum += number;
                }
            }
        }
        keep_positive(&mut room.sums);
        let dense = |part: Dense, x: &[f32], y: &mut Vec<f32>| {
            fill_rows(y, &numbers[part.bias.range()], n);
            let measures = [n, part.matrix.rows, part.matrix.columns];
            add_product(x, &numbers[part.matrix.range()], y, measures);
        };
        dense(self.layout.into()[second], &room.sums, &mut room.hidden[0]);
        keep_positive(&mut room.hidden[0]);
        for (number, gate) in room.gates.iter_mut().enumerate() {
            let (before, after) = room.hidden.split_at_mut(number + 1);
            dense(self.layout.block(number), &before[number], gate);
            keep_positive(gate);
            after[0].clone_from(&before[number]);
            for (sum, gate) in after[0].iter_mut().zip(gate) {
                *sum += *gate;
            }
        }
        let last = &room.hidden[self.layout.blocks];
        dense(self.layout.out()[second], last, &mut room.said);
        &room.said
    }

    /// Adds the gradient of the loss of samples that all have the same player to move, each times `scale`.
    pub fn learn<T: Truth>(
        &mut self,
        numbers: &[f32],
        samples: &[Sample<T>],
        scale: f32,
        gradient: &mut [f32],
    ) -> Loss {
        let mut total = Loss::default();
        let Some(first) = samples.first() else {
            return total;
        };
        let second = usize::from(first.discs.is_second_to_move());
        self.say(numbers, samples);
        let n = samples.len();
        let room = &mut self.room;
        sized(&mut room.said_change, n * OUTPUTS);
        let said = room.said.chunks_exact(OUTPUTS);
        let changes = room.said_change.chunks_exact_mut(OUTPUTS);
        for ((said, change), sample) in said.zip(changes).zip(samples) {
            total.add(sample.target.loss(said, change));
            for change in change {
                *change *= scale;
            }
        }
        self.send_back(numbers, n, second, gradient);
        total
    }

    fn send_back(&mut self, numbers: &[f32], n: usize, second: usize, gradient: &mut [f32]) {
        let Layout {
            width,
            hidden,
            blocks,
        } = self.layout;
        let room = &mut self.room;
        let (into, out) = (self.layout.into()[second], self.layout.out()[second]);
        let (turned, change) = (&mut room.turned, &mut room.hidden_change);
        let last = &room.hidden[blocks];
        matrix_gradient((last, &room.said_change), out, n, turned, gradient);
        sized(change, n * hidden);
        input_change(numbers, (out, n), &room.said_change, change, turned);
        for number in (0..blocks).rev() {
            let (block, before) = (self.layout.block(number), &room.hidden[number]);
            room.gate_change.clone_from(change);
            mask(&mut room.gate_change, &room.gates[number]);
            matrix_gradient((before, &room.gate_change), block, n, turned, gradient);
            // The change of the hidden numbers comes by the block and past it.
            input_change(numbers, (block, n), &room.gate_change, change, turned);
        }
        mask(change, &room.hidden[0]);
        matrix_gradient((&room.sums, change), into, n, turned, gradient);
        sized(&mut room.sums_change, n * 2 * width);
        input_change(numbers, (into, n), change, &mut room.sums_change, turned);
        mask(&mut room.sums_change, &room.sums);
        let Dense { matrix, bias } = self.layout.table();
        let views = room.active.iter().flatten();
        for (change, active) in room.sums_change.chunks_exact(width).zip(views) {
            let places = active.places().iter().map(|place| usize::from(*place));
            let rows = places.map(|place| matrix.from + place * width);
            for from in rows.chain([bias.from]) {
                let row = &mut gradient[from..from + width];
                for (sum, change) in row.iter_mut().zip(change) {
                    *sum += change;
                }
            }
        }
    }
}

/// Adds the gradient of a matrix and its bias.
fn matrix_gradient(
    (x, y_change): (&[f32], &[f32]),
    part: Dense,
    n: usize,
    turned: &mut Vec<f32>,
    gradient: &mut [f32],
) {
    let (p, q) = (part.matrix.rows, part.matrix.columns);
    sized(turned, n * p);
    transpose(x, turned, n, p);
    let sums = &mut gradient[part.matrix.range()];
    add_product(turned, y_change, sums, [p, n, q]);
    let bias = &mut gradient[part.bias.range()];
    for row in y_change.chunks_exact(q) {
        for (sum, change) in bias.iter_mut().zip(row) {
            *sum += change;
        }
    }
}

/// Adds how what went in should change.
fn input_change(
    numbers: &[f32],
    (part, n): (Dense, usize),
    y_change: &[f32],
    x_change: &mut [f32],
    turned: &mut Vec<f32>,
) {
    let (p, q) = (part.matrix.rows, part.matrix.columns);
    sized(turned, p * q);
    transpose(&numbers[part.matrix.range()], turned, p, q);
    add_product(y_change, turned, x_change, [n, q, p]);
}
