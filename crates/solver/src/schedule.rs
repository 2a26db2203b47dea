//! Which windows to ask, and in which order.

use crate::control::Stopped;
use crate::memo::Bounds;
use crate::node::Node;
use crate::shape::Shape;

/// The next window to ask, given what is known. Wanted: `lower < window <= upper`.
fn next_window<S: Shape>(_shape: S, _node: &Node, known: Bounds) -> i32 {
    if known.lower < 1 && known.upper >= 1 {
        1
    } else if known.lower >= 1 {
        known.lower + 1
    } else {
        known.upper
    }
}

/// Narrows `known` until one score is left, asking one window after the other. A score outside
/// `known` ends up at the nearer edge.
pub(crate) fn narrow<S: Shape>(
    shape: S,
    node: &Node,
    known: &mut Bounds,
    mut ask: impl FnMut(i32) -> Result<i32, Stopped>,
) -> Result<(), Stopped> {
    while known.lower < known.upper {
        let window = next_window(shape, node, *known);
        let result = ask(window)?;
        if result >= window {
            known.lower = result.clamp(window, known.upper);
        } else {
            known.upper = result.clamp(known.lower, window - 1);
        }
    }
    Ok(())
}
