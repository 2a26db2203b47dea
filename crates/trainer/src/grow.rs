//! Grows a net: initialises a larger net from a smaller trained one.
//!
//! All weights of the smaller net keep their places. The new ones are small and random, so that the
//! larger net has nearly the same outputs at first, and capacity to improve.

use foursight_bots::net::{DenseLayer, Net, NetLayout};

use crate::model::initial_weights;

/// Scale of the new weights relative to the usual initialisation.
const NEW: f32 = 0.1;

/// Returns weights of this layout that reproduce a net's outputs nearly, or `None` if the layout is
/// smaller in any dimension.
#[must_use]
pub fn grow_weights(net: &Net, layout: NetLayout, seed: u64) -> Option<Vec<f32>> {
    let old = net.layout();
    if layout.width < old.width || layout.hidden < old.hidden || layout.blocks < old.blocks {
        return None;
    }
    let mut weights = initial_weights(layout, seed);
    for weight in &mut weights {
        *weight *= NEW;
    }
    let pairs = pairs(old, layout);
    for (place, (from, to)) in pairs.into_iter().enumerate() {
        let DenseLayer { matrix, bias } = from;
        // The accumulators of both views are concatenated.
        let is_into = place == 1 || place == 2;
        let new_row = |row: usize| match row {
            row if is_into && row >= old.width => row - old.width + layout.width,
            row => row,
        };
        let rows = net.weights()[matrix.range()].chunks_exact(matrix.columns);
        for (row, old_row) in rows.enumerate() {
            let begin = to.matrix.from + new_row(row) * to.matrix.columns;
            weights[begin..begin + matrix.columns].copy_from_slice(old_row);
        }
        let begin = to.bias.from;
        weights[begin..begin + bias.columns].copy_from_slice(&net.weights()[bias.range()]);
    }
    Some(weights)
}

/// Pairs the layers of a net with those of a larger one.
fn pairs(old: NetLayout, new: NetLayout) -> Vec<(DenseLayer, DenseLayer)> {
    let (old_into, new_into) = (old.input_layers(), new.input_layers());
    let (old_out, new_out) = (old.output_layers(), new.output_layers());
    let mut pairs = vec![(old.feature_table(), new.feature_table())];
    pairs.extend(old_into.into_iter().zip(new_into));
    pairs.extend((0..old.blocks).map(|weight| (old.block(weight), new.block(weight))));
    pairs.extend(old_out.into_iter().zip(new_out));
    pairs
}

#[cfg(test)]
mod tests {
    use foursight_bots::net::Discs;

    use super::*;

    #[test]
    fn a_grown_net_has_nearly_the_same_outputs() {
        let small = NetLayout::new(16, 32, 1).expect("a small one");
        let weights: Vec<f32> = initial_weights(small, 3)
            .iter()
            .map(|weight| weight * 2.0)
            .collect();
        let net = Net::new(small, &weights).expect("as many as it takes");
        let large = NetLayout::new(32, 48, 3).expect("a larger one");
        let grown_numbers = grow_weights(&net, large, 4).expect("larger");
        let larger = Net::new(large, &grown_numbers).expect("as many as it takes");
        let mut discs = Discs::default();
        let mut largest = 0.0_f32;
        for column in [3, 3, 2, 5, 6, 6, 1, 0, 4] {
            discs = discs.after(column).expect("room");
            let (one, two) = (net.logits(discs), larger.logits(discs));
            for (one, two) in one.iter().zip(two) {
                assert!((one - two).abs() < 0.3 * one.abs().max(1.0), "{one} {two}");
                largest = largest.max(one.abs());
            }
        }
        assert!(
            largest > 0.3,
            "a net whose outputs are zero proves nothing: {largest}"
        );
        assert!(grow_weights(&larger, small, 4).is_none());
    }
}
