//! Which windows to ask, and in which order.

use crate::control::Stopped;
use crate::memo::Bounds;

/// The next window to ask, given what is known. Wanted: `lower < window <= upper`.
pub(crate) fn next_window(known: Bounds) -> i32 {
    if known.lower < 1 && known.upper >= 1 {
        1
    } else if known.lower >= 1 {
        known.lower + 1
    } else {
        known.upper
    }
}

/// Narrows `known` until the score is exact, asking one window after the other.
pub(crate) fn narrow(
    known: &mut Bounds,
    mut ask: impl FnMut(i32) -> Result<i32, Stopped>,
) -> Result<i32, Stopped> {
    while known.lower < known.upper {
        let window = next_window(*known);
        let result = ask(window)?;
        if result >= window {
            known.lower = known.lower.max(result);
        } else {
            known.upper = known.upper.min(result);
        }
    }
    Ok(known.lower)
}
