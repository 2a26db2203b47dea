//! Scores: the integers behind a verdict, and the deadlines behind a window.
//!
//! The convention is the usual one: 0 is a draw; a win scores one more than the number of discs the
//! winner has left when the line is complete (so a faster win scores more), a loss the negative of
//! the opponent's win. On the standard board a win with the 21st disc scores 1.
//!
//! The test `score >= window` with `window > 0` means "does the player to move complete a line with
//! ply number *deadline* at the latest"; with `window <= 0` it means "does the opponent fail to".
//! So every window has an attacker, a defender, and a number of plies left to the deadline.

use crate::geometry::BoardGeometry;

/// Returns the score of completing a line with the next disc when `discs` are on the board.
#[inline(always)]
pub(crate) fn win_now<S: BoardGeometry>(geometry: S, discs: i32) -> i32 {
    (geometry.area() + 1 - discs) / 2
}

/// Returns the score of a player whose every drop lets the opponent win with the next disc.
#[inline(always)]
pub(crate) fn lost_next<S: BoardGeometry>(geometry: S, discs: i32) -> i32 {
    -win_now(geometry, discs + 1)
}

/// Returns the best score left for a player who has no immediate win.
#[inline(always)]
pub(crate) fn best_later<S: BoardGeometry>(geometry: S, discs: i32) -> i32 {
    win_now(geometry, discs + 2).max(0)
}

/// Returns the worst score left for a player who has a drop that does not lose immediately.
#[inline(always)]
pub(crate) fn worst_later<S: BoardGeometry>(geometry: S, discs: i32) -> i32 {
    -win_now(geometry, discs + 3).max(0)
}

/// Returns the plies from now to the deadline of the test `score >= window`: odd when the player to
/// move attacks (`window > 0`), even when the opponent does.
#[inline(always)]
pub(crate) fn plies_left<S: BoardGeometry>(geometry: S, discs: i32, window: i32) -> i32 {
    if window > 0 {
        (geometry.area() + 1 - discs - 2 * window) | 1
    } else {
        (geometry.area() - discs + 2 * window) & !1
    }
}

/// Returns the loser's score when the opponent's line is complete with ply number `ply` at the
/// latest.
#[inline(always)]
pub(crate) fn lost_by<S: BoardGeometry>(geometry: S, ply: i32) -> i32 {
    -win_now(geometry, ply - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{AnyGeometry, StandardGeometry};

    #[test]
    fn standard_scores() {
        assert_eq!(win_now(StandardGeometry, 6), 18); // a line with the fourth disc of First
        assert_eq!(win_now(StandardGeometry, 40), 1); // ply 41
        assert_eq!(win_now(StandardGeometry, 41), 1); // ply 42
        assert_eq!(lost_next(StandardGeometry, 40), -1);
        assert_eq!(best_later(StandardGeometry, 0), 20);
        assert_eq!(worst_later(StandardGeometry, 0), -20);
    }

    /// The deadline is the last ply whose score still passes the test (for the attacker), on boards
    /// of odd and even area.
    #[test]
    fn deadlines_are_the_last_ply_that_counts() {
        for (width, height) in [(7, 6), (5, 5), (4, 4), (7, 7), (3, 5)] {
            let geometry = AnyGeometry::new(width, height).expect("a small board");
            for discs in 0..geometry.area() {
                for window in worst_later(geometry, discs)..=best_later(geometry, discs) {
                    let left = plies_left(geometry, discs, window);
                    let target = if window > 0 { window } else { 1 - window };
                    let first = if window > 0 { 1 } else { 2 };
                    let last = (first..=geometry.area() - discs)
                        .step_by(2)
                        .filter(|ply| win_now(geometry, discs + ply - 1) >= target)
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
