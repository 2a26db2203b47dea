//! Scores: the integers behind a verdict, and the deadlines behind a window.
//!
//! The convention is the usual one: 0 is a draw; a win is worth one more than the number of discs
//! the winner has left when the line is complete (so a faster win is worth more), a loss the
//! negative of the opponent's win. On the standard grid a win with the 21st disc scores 1.
//!
//! A question `score >= window` with `window > 0` means "does the player to move complete a line
//! with ply number *deadline* at the latest"; with `window <= 0` it means "does the opponent
//! fail to". So every window has an attacker, a defender, and a number of plies left to it.

use crate::shape::Shape;

/// The score of completing a line with the next disc when `discs` stand in the grid.
#[inline(always)]
pub(crate) fn win_now<S: Shape>(shape: S, discs: i32) -> i32 {
    (shape.area() + 1 - discs) / 2
}

/// The score of a player whose every drop lets the opponent win with the next disc.
#[inline(always)]
pub(crate) fn lost_next<S: Shape>(shape: S, discs: i32) -> i32 {
    -win_now(shape, discs + 1)
}

/// The best that remains for a player who does not win at once.
#[inline(always)]
pub(crate) fn best_later<S: Shape>(shape: S, discs: i32) -> i32 {
    win_now(shape, discs + 2).max(0)
}

/// The worst that remains for a player who has a drop that does not lose at once.
#[inline(always)]
pub(crate) fn worst_later<S: Shape>(shape: S, discs: i32) -> i32 {
    -win_now(shape, discs + 3).max(0)
}

/// Plies from now to the deadline of the question `score >= window`: odd when the player to move
/// attacks (`window > 0`), even when the opponent does.
#[inline(always)]
pub(crate) fn plies_left<S: Shape>(shape: S, discs: i32, window: i32) -> i32 {
    if window > 0 {
        (shape.area() + 1 - discs - 2 * window) | 1
    } else {
        (shape.area() - discs + 2 * window) & !1
    }
}

/// The score for the loser when the opponent's line is complete with ply number `ply` at the
/// latest.
#[inline(always)]
pub(crate) fn lost_by<S: Shape>(shape: S, ply: i32) -> i32 {
    -win_now(shape, ply - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::{AnyShape, Standard};

    #[test]
    fn standard_scores() {
        assert_eq!(win_now(Standard, 6), 18); // a line with the fourth disc of First
        assert_eq!(win_now(Standard, 40), 1); // ply 41
        assert_eq!(win_now(Standard, 41), 1); // ply 42
        assert_eq!(lost_next(Standard, 40), -1);
        assert_eq!(best_later(Standard, 0), 20);
        assert_eq!(worst_later(Standard, 0), -20);
    }

    /// The deadline is the last ply whose score still answers the question with yes (for the
    /// attacker), on grids of odd and even area.
    #[test]
    fn deadlines_are_the_last_ply_that_counts() {
        for (width, height) in [(7, 6), (5, 5), (4, 4), (7, 7), (3, 5)] {
            let shape = AnyShape::new(width, height).expect("a small grid");
            for discs in 0..shape.area() {
                for window in worst_later(shape, discs)..=best_later(shape, discs) {
                    let left = plies_left(shape, discs, window);
                    let target = if window > 0 { window } else { 1 - window };
                    let first = if window > 0 { 1 } else { 2 };
                    let last = (first..=shape.area() - discs)
                        .step_by(2)
                        .filter(|ply| win_now(shape, discs + ply - 1) >= target)
                        .last()
                        .unwrap_or(first - 2);
                    assert_eq!(
                        left, last,
                        "{width}x{height}, {discs} discs, window {window}"
                    );
                }
            }
        }
    }
}
