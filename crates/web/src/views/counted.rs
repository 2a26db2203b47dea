//! Numbers that count up to what they are, unless things stay still.

use std::time::Duration;

use leptos::prelude::*;

use super::live;
use crate::shell::Ui;
use crate::shell::source::Source;

/// How many steps a number counts in, and how long each takes.
const STEPS: u32 = 16;
const STEP: Duration = Duration::from_millis(40);

/// A number that counts from nil when it appears.
pub(crate) fn counted(ui: Ui, number: u32) -> AnyView {
    if ui.is_still() || number == 0 {
        return number.into_any();
    }
    let step = Source::new(0);
    let tick = move || {
        if step.get_untracked() < STEPS {
            step.update(|step| *step += 1);
        }
    };
    let every = set_interval_with_handle(tick, STEP).ok();
    on_cleanup(move || {
        if let Some(every) = every {
            every.clear();
        }
    });
    view! { {live(move || at_step(number, step.get()).to_string())} }.into_any()
}

/// What is shown of a number after `step` steps: fast at first, then slower.
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
    fn numbers_grow_and_end_at_what_they_are() {
        for number in [1, 7, 42, u32::MAX] {
            let seen: Vec<_> = (0..=STEPS).map(|step| at_step(number, step)).collect();
            assert!(seen.is_sorted(), "{seen:?}");
            assert_eq!((seen[0], seen.last()), (0, Some(&number)));
        }
    }
}
