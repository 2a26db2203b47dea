//! A larger net that begins with what a smaller one has learned.
//!
//! All numbers of the smaller net stand where they stood. What is new is small and by chance, so that the larger
//! net says nearly the same at first, and has room to say it better.

use foursight_bots::net::{Dense, Layout, Net};

use crate::model::beginning;

/// How large new numbers are, of what they are in a net that begins with nothing.
const NEW: f32 = 0.1;

/// Numbers of this layout that say nearly what a net says; none if the layout is smaller in any measure.
#[must_use]
pub fn grown(net: &Net, layout: Layout, seed: u64) -> Option<Vec<f32>> {
    let old = net.layout();
    if layout.width < old.width || layout.hidden < old.hidden || layout.blocks < old.blocks {
        return None;
    }
    let mut numbers = beginning(layout, seed);
    for number in &mut numbers {
        *number *= NEW;
    }
    let pairs = pairs(old, layout);
    for (place, (from, to)) in pairs.into_iter().enumerate() {
        let Dense { matrix, bias } = from;
        // The sums of both views stand one after the other.
        let is_into = place == 1 || place == 2;
        let new_row = |row: usize| match row {
            row if is_into && row >= old.width => row - old.width + layout.width,
            row => row,
        };
        let rows = net.numbers()[matrix.range()].chunks_exact(matrix.columns);
        for (row, old_row) in rows.enumerate() {
            let begin = to.matrix.from + new_row(row) * to.matrix.columns;
            numbers[begin..begin + matrix.columns].copy_from_slice(old_row);
        }
        let begin = to.bias.from;
        numbers[begin..begin + bias.columns].copy_from_slice(&net.numbers()[bias.range()]);
    }
    Some(numbers)
}

/// The parts of a net with those of a larger one.
fn pairs(old: Layout, new: Layout) -> Vec<(Dense, Dense)> {
    let (old_into, new_into) = (old.into(), new.into());
    let (old_out, new_out) = (old.out(), new.out());
    let mut pairs = vec![(old.table(), new.table())];
    pairs.extend(old_into.into_iter().zip(new_into));
    pairs.extend((0..old.blocks).map(|number| (old.block(number), new.block(number))));
    pairs.extend(old_out.into_iter().zip(new_out));
    pairs
}

#[cfg(test)]
mod tests {
    use foursight_bots::net::Discs;

    use super::*;

    #[test]
    fn a_grown_net_says_nearly_the_same() {
        let small = Layout::new(16, 32, 1).expect("a small one");
        let numbers: Vec<f32> = beginning(small, 3)
            .iter()
            .map(|number| number * 2.0)
            .collect();
        let net = Net::new(small, &numbers).expect("as many as it takes");
        let large = Layout::new(32, 48, 3).expect("a larger one");
        let grown_numbers = grown(&net, large, 4).expect("larger");
        let larger = Net::new(large, &grown_numbers).expect("as many as it takes");
        let mut discs = Discs::default();
        let mut told = 0.0_f32;
        for column in [3, 3, 2, 5, 6, 6, 1, 0, 4] {
            discs = discs.after(column).expect("room");
            let (one, two) = (net.raw(discs), larger.raw(discs));
            for (one, two) in one.iter().zip(two) {
                assert!((one - two).abs() < 0.3 * one.abs().max(1.0), "{one} {two}");
                told = told.max(one.abs());
            }
        }
        assert!(told > 0.3, "a net that says nothing proves nothing: {told}");
        assert!(grown(&larger, small, 4).is_none());
    }
}
