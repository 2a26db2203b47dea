//! Which windows to ask, and in which order.
//!
//! The two questions next to the true score cost the most; a question about a line within a few
//! plies costs next to nothing. So a position is first asked for a near win and a near loss. If
//! there is neither, the next question is who wins, and then the range is narrowed from the middle
//! outwards, one score at a time, because hard positions have scores near 0.
//!
//! Who has a guess asks the two questions next to it before all others: if it is right, no other is
//! needed.

use crate::control::Stopped;
use crate::memo::Bounds;
use crate::node::Node;
use crate::score::plies_left;
use crate::shape::Shape;

/// A win or loss within so many plies is asked for first.
const NEAR_PLIES: i32 = 11;

/// The next window to ask, given what is known: `lower < window <= upper`.
fn next_window<S: Shape>(shape: S, node: &Node, known: Bounds) -> i32 {
    let Bounds { lower, upper } = known;
    let left = |window| plies_left(shape, node.discs, window);
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

/// Narrows `known` until one score is left, asking one window after the other. A score outside
/// `known` ends up at the nearer edge.
pub(crate) fn narrow<S: Shape>(
    shape: S,
    node: &Node,
    known: &mut Bounds,
    guess: Option<i32>,
    mut ask: impl FnMut(i32) -> Result<i32, Stopped>,
) -> Result<(), Stopped> {
    let mut next_to_guess = guess.into_iter().flat_map(|score| [score, score + 1]);
    while known.lower < known.upper {
        let is_open = |window: &i32| (known.lower + 1..=known.upper).contains(window);
        let window = next_to_guess
            .find(is_open)
            .unwrap_or_else(|| next_window(shape, node, *known));
        debug_assert!(known.lower < window && window <= known.upper);
        let result = ask(window)?;
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
    use crate::score::{lost_next, win_now};
    use crate::shape::{AnyShape, Standard};

    /// Whatever the score, the questions find it, and no question is idle.
    #[test]
    fn every_score_is_found() {
        let small = AnyShape::new(5, 5).expect("a small grid");
        for discs in 0..24 {
            let node = Node {
                discs,
                ..Node::new(Standard, 0, 0)
            };
            check(Standard, &node);
            check(small, &node);
        }
    }

    fn check<S: Shape>(shape: S, node: &Node) {
        let (lower, upper) = (lost_next(shape, node.discs), win_now(shape, node.discs));
        for truth in lower..=upper {
            for guess in [None, Some(truth), Some(0), Some(lower), Some(upper)] {
                let mut known = Bounds { lower, upper };
                let mut questions = 0;
                let done = narrow(shape, node, &mut known, guess, |window| {
                    questions += 1;
                    Ok(if truth >= window { window } else { window - 1 })
                });
                assert_eq!((done, known.lower), (Ok(()), truth));
                let most = if guess == Some(truth) { 2 } else { 26 };
                assert!(questions <= most, "{questions} questions for {truth}");
            }
        }
    }
}
