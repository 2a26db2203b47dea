//! Matrix products, in blocks that compilers keep in registers.
//!
//! Sums are formed in a fixed order and without fused operations, so the result is bit-identical on
//! every machine and target.

#![expect(
    clippy::many_single_char_names,
    reason = "matrices have the letters that they have in any book on them"
)]

/// Rows of a block.
const ROWS: usize = 4;
/// Columns of a block.
const COLUMNS: usize = 32;

/// Adds to `y` (n × q) the product of `x` (n × p) and `w` (p × q), all in row-major order. `q` is a
/// multiple of 16.
///
/// # Panics
///
/// Panics if the dimensions do not match the slices.
pub fn add_product(x: &[f32], w: &[f32], y: &mut [f32], [n, p, q]: [usize; 3]) {
    assert!(x.len() == n * p && w.len() == p * q && y.len() == n * q);
    let mut row = 0;
    while row + ROWS <= n {
        let x = &x[row * p..(row + ROWS) * p];
        let y = &mut y[row * q..(row + ROWS) * q];
        let mut column = 0;
        while column + COLUMNS <= q {
            four_rows::<COLUMNS>(x, w, y, [p, q, column]);
            column += COLUMNS;
        }
        while column < q {
            four_rows::<16>(x, w, y, [p, q, column]);
            column += 16;
        }
        row += ROWS;
    }
    for row in row..n {
        let (x, y) = (&x[row * p..(row + 1) * p], &mut y[row * q..(row + 1) * q]);
        for column in (0..q).step_by(16) {
            let mut sums = [0.0; 16];
            for (number, weights) in x.iter().zip(w.chunks_exact(q)) {
                add_row(&mut sums, *number, &weights[column..]);
            }
            add_sums(&mut y[column..], &sums);
        }
    }
}

/// Computes a block of four rows. They are written out one by one: compilers keep four variables in
/// registers, but an array of four in memory.
#[inline]
fn four_rows<const C: usize>(x: &[f32], w: &[f32], y: &mut [f32], [p, q, column]: [usize; 3]) {
    let (x, third) = x.split_at(2 * p);
    let ((zero, one), (two, three)) = (x.split_at(p), third.split_at(p));
    let (mut s0, mut s1, mut s2, mut s3) = ([0.0; C], [0.0; C], [0.0; C], [0.0; C]);
    let numbers = zero.iter().zip(one).zip(two.iter().zip(three));
    for (((x0, x1), (x2, x3)), weights) in numbers.zip(w.chunks_exact(q)) {
        let weights = &weights[column..column + C];
        add_row(&mut s0, *x0, weights);
        add_row(&mut s1, *x1, weights);
        add_row(&mut s2, *x2, weights);
        add_row(&mut s3, *x3, weights);
    }
    for (row, sums) in [s0, s1, s2, s3].iter().enumerate() {
        add_sums(&mut y[row * q + column..], sums);
    }
}

#[inline]
fn add_row<const C: usize>(sums: &mut [f32; C], number: f32, weights: &[f32]) {
    for (sum, weight) in sums.iter_mut().zip(weights) {
        *sum += number * weight;
    }
}

#[inline]
fn add_sums<const C: usize>(y: &mut [f32], sums: &[f32; C]) {
    for (y, sum) in y.iter_mut().zip(sums) {
        *y += sum;
    }
}

/// Writes the transpose of `x` (n × p) to `y`, in tiles that fit the L1 cache.
pub fn transpose(x: &[f32], y: &mut [f32], n: usize, p: usize) {
    const TILE: usize = 16;
    for row in (0..n).step_by(TILE) {
        for column in (0..p).step_by(TILE) {
            let rows = row..(row + TILE).min(n);
            for place in column..(column + TILE).min(p) {
                let transposed = &mut y[place * n + rows.start..place * n + rows.end];
                for (transposed, row) in transposed.iter_mut().zip(rows.clone()) {
                    *transposed = x[row * p + place];
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_agree_with_the_reference() {
        for (n, p, q) in [(1, 3, 16), (4, 5, 48), (7, 33, 32), (13, 2, 96)] {
            let number = |seed: usize| ((seed * 7919) % 23) as f32 - 11.0;
            let x: Vec<f32> = (0..n * p).map(number).collect();
            let w: Vec<f32> = (0..p * q).map(|place| number(place + 5)).collect();
            let mut y = vec![1.0; n * q];
            add_product(&x, &w, &mut y, [n, p, q]);
            for row in 0..n {
                for column in 0..q {
                    let sum: f32 = (0..p).map(|k| x[row * p + k] * w[k * q + column]).sum();
                    assert!((y[row * q + column] - 1.0 - sum).abs() < 1e-3);
                }
            }
            let mut transposed = vec![0.0; n * p];
            transpose(&x, &mut transposed, n, p);
            let difference = transposed[p.min(2) * n - 1] - x[(n - 1) * p + p.min(2) - 1];
            assert!(difference.abs() < f32::EPSILON);
        }
    }
}
