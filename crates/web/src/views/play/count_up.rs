//! Numbers that count up to their value when they appear, unless motion is reduced.

use std::time::Duration;

use leptos::prelude::*;

use crate::shell::Ui;
use crate::shell::signals::ErasedSignal;
use crate::views::text_signal;

/// Number of animation steps, and the time between two.
const STEPS: u32 = 16;
const STEP_INTERVAL: Duration = Duration::from_millis(40);

/// Counts up from zero to `number`.
pub(crate) fn count_up(ui: Ui, number: u32) -> AnyView {
    if ui.reduces_motion() || number == 0 {
        return number.into_any();
    }
    let step = ErasedSignal::new(0);
    let tick = move || {
        if step.get_untracked() < STEPS {
            step.update(|step| *step += 1);
        }
    };
    let interval = set_interval_with_handle(tick, STEP_INTERVAL).ok();
    on_cleanup(move || {
        if let Some(interval) = interval {
            interval.clear();
        }
    });
    view! { {text_signal(move || at_step(number, step.get()).to_string())} }.into_any()
}

/// Returns the value shown after `step` steps: fast at first, then slower.
fn at_step(number: u32, step: u32) -> u32 {
    let left = u64::from(STEPS.saturating_sub(step));
    let all = u64::from(STEPS);
    let missing = u64::from(number) * left * left / (all * all);
    number.saturating_sub(u32::try_from(missing).unwrap_or(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_grow_and_end_at_their_value() {
        for number in [1, 7, 42, u32::MAX] {
            let values: Vec<_> = (0..=STEPS).map(|step| at_step(number, step)).collect();
            assert!(values.is_sorted(), "{values:?}");
            assert_eq!((values[0], values.last()), (0, Some(&number)));
        }
    }
}
