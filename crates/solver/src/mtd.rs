//! MTD-style driver: finds the exact score by a sequence of null-window searches (Plaat et al.
//! 1996).
//!
//! The two windows next to the true score cost the most; a window about a line within a few plies
//! costs next to nothing. So the driver first tests for a near win and a near loss. If there is
//! neither, it tests who wins, and then narrows the bounds from the middle outwards, one score at a
//! time, because hard positions have scores near 0.
//!
//! With a guess, the driver tests the two windows next to it before all others: if the guess is
//! right, no other is needed.

use crate::control::StopRequest;
use crate::geometry::BoardGeometry;
use crate::node::Node;
use crate::score::plies_left;
use crate::transposition_table::ScoreBounds;

/// The driver first tests for a win or loss within this many plies.
const NEAR_PLIES: i32 = 11;

/// Returns the next window to test, given the bounds: `lower < window <= upper`.
fn next_window<S: BoardGeometry>(geometry: S, node: &Node, known: ScoreBounds) -> i32 {
    let ScoreBounds { lower, upper } = known;
    let left = |window| plies_left(geometry, node.discs, window);
    // Step 1. Is there a near win, or a near loss? The scores of both lie at the ends.
    if lower < 1 && upper > 1 && left(upper) < NEAR_PLIES {
        return (2..=upper)
            .find(|window| left(*window) <= NEAR_PLIES)
            .unwrap_or(upper);
    }
    if upper > -1 && lower < -1 && left(lower + 1) < NEAR_PLIES {
        return (lower + 1..=-1)
            .rev()
            .find(|w| left(*w) <= NEAR_PLIES)
            .unwrap_or(lower + 1);
    }
    // Step 2. Who wins?
    if lower < 1 && upper >= 1 {
        return 1;
    }
    if lower < 0 && upper >= 0 {
        return 0;
    }
    // Step 3. How fast?
    if lower >= 1 { lower + 1 } else { upper }
}

/// Narrows `known` until one score is left, testing one window after the other with `test_window`. A score
/// outside `known` ends up at the nearer edge.
pub(crate) fn narrow_bounds<S: BoardGeometry>(
    geometry: S,
    node: &Node,
    known: &mut ScoreBounds,
    guess: Option<i32>,
    mut test_window: impl FnMut(i32) -> Result<i32, StopRequest>,
) -> Result<(), StopRequest> {
    let mut next_to_guess = guess.into_iter().flat_map(|score| [score, score + 1]);
    while known.lower < known.upper {
        let is_open = |window: &i32| (known.lower + 1..=known.upper).contains(window);
        let window = next_to_guess
            .find(is_open)
            .unwrap_or_else(|| next_window(geometry, node, *known));
        debug_assert!(known.lower < window && window <= known.upper);
        let result = test_window(window)?;
        if result >= window {
            known.lower = result.clamp(window, known.upper);
        } else {
            known.upper = result.clamp(known.lower, window - 1);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{AnyGeometry, StandardGeometry};
    use crate::score::{lost_next, win_now};

    /// The driver finds every score, and every window it tests narrows the bounds.
    #[test]
    fn every_score_is_found() {
        let small = AnyGeometry::new(5, 5).expect("a small board");
        for discs in 0..24 {
            let node = Node {
                discs,
                ..Node::new(StandardGeometry, 0, 0)
            };
            check(StandardGeometry, &node);
            check(small, &node);
        }
    }

    fn check<S: BoardGeometry>(geometry: S, node: &Node) {
        let (lower, upper) = (
            lost_next(geometry, node.discs),
            win_now(geometry, node.discs),
        );
        for truth in lower..=upper {
            for guess in [None, Some(truth), Some(0), Some(lower), Some(upper)] {
                let mut known = ScoreBounds { lower, upper };
                let mut windows = 0;
                let done = narrow_bounds(geometry, node, &mut known, guess, |window| {
                    windows += 1;
                    Ok(if truth >= window { window } else { window - 1 })
                });
                assert_eq!((done, known.lower), (Ok(()), truth));
                let windows_max = if guess == Some(truth) { 2 } else { 26 };
                assert!(windows <= windows_max, "{windows} windows for {truth}");
            }
        }
    }
}
