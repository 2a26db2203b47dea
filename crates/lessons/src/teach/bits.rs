//! Detects a line on a bitboard: shifts all discs of a player at once and intersects them.
//!
//! Bit 7c + r is the cell in column c and row r, both counted from 0 and rows from the bottom. The
//! seventh bit of each column is never set, so that no bit shifts from one column into the next.

use crate::trace::Tracer;

// listing: has_line
/// True if four of these discs are in a row.
pub fn has_line(discs: u64, trace: Tracer<'_>) -> bool {
    for shift in [1, 7, 8, 6] {
        back!(trace, "for", shift = shift, word = discs);
        at!(trace, shift = shift, word = discs);
        let pairs = discs & (discs >> shift);
        at!(
            trace,
            shift = shift,
            pairs = pairs.count_ones(),
            word = pairs
        );
        let fours = pairs & (pairs >> (2 * shift));
        at!(
            trace,
            shift = shift,
            fours = fours.count_ones(),
            word = fours
        );
        if fours != 0 {
            at!(trace, fours = fours.count_ones(), word = fours);
            return true;
        }
    }
    at!(trace);
    false
}
// end

/// Number of shifts and ANDs for each direction.
pub const OPERATIONS_EACH: usize = 4;

/// Counts the shifts and ANDs until the result is known.
#[must_use]
pub fn operations(discs: u64) -> usize {
    let mut directions = 0;
    has_line(discs, &mut |point| {
        directions += usize::from(point.back.is_some());
    });
    directions * OPERATIONS_EACH
}
