//! The same question asked of whole words: all discs of a player at once, shifted onto themselves.
//!
//! Bit 7c + r is the space in column c and row r, both counted from 0 and rows from the bottom. The
//! seventh bit of each column is never set, so that nothing shifts from one column into the next.

use crate::trace::See;

// listing: has_line
/// True if four of these discs are in a row.
pub fn has_line(discs: u64, see: See<'_>) -> bool {
    for shift in [1, 7, 8, 6] {
        back!(see, "for", shift = shift, word = discs);
        at!(see, shift = shift, word = discs);
        let pairs = discs & (discs >> shift);
        at!(see, shift = shift, pairs = pairs.count_ones(), word = pairs);
        let fours = pairs & (pairs >> (2 * shift));
        at!(see, shift = shift, fours = fours.count_ones(), word = fours);
        if fours != 0 {
            at!(see, fours = fours.count_ones(), word = fours);
            return true;
        }
    }
    at!(see);
    false
}
// end

/// Shifts and ands that the loop spends on each direction.
pub const OPERATIONS_EACH: usize = 4;

/// How many shifts and ands it takes to say whether there is a line.
#[must_use]
pub fn operations(discs: u64) -> usize {
    let mut directions = 0;
    has_line(discs, &mut |mark| {
        directions += usize::from(mark.back.is_some());
    });
    directions * OPERATIONS_EACH
}
