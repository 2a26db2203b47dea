//! Clocks: the time controls on offer, and their text.

use foursight_table::TimeControl;

use crate::text::{Text, UiMessage as M};

/// Clocks below this time show tenths and tick audibly.
pub const LOW_MS: u64 = 10_000;

/// Time controls on offer: the id of the option, and the rule.
pub const TIME_CONTROLS: [(&str, TimeControl); 7] = [
    ("none", TimeControl::Unlimited),
    ("1", total(1, 0)),
    ("3-2", total(3, 2)),
    ("5", total(5, 0)),
    ("10", total(10, 0)),
    ("turn-10", TimeControl::PerTurn { turn_ms: 10_000 }),
    ("turn-30", TimeControl::PerTurn { turn_ms: 30_000 }),
];

const fn total(minutes: u64, seconds: u64) -> TimeControl {
    TimeControl::Fischer {
        main_ms: minutes * 60_000,
        increment_ms: seconds * 1000,
    }
}

/// Describes a time control in a few words.
#[must_use]
pub fn time_control_text(text: Text, rule: TimeControl) -> String {
    match rule {
        TimeControl::Unlimited => text.get(M::ClockNone).to_owned(),
        TimeControl::Fischer {
            main_ms,
            increment_ms,
        } => {
            let minutes = main_ms / 60_000;
            match increment_ms / 1000 {
                0 => text.with(M::ClockMinutes, &[("minutes", &minutes)]),
                increment => text.with(
                    M::ClockMore,
                    &[("minutes", &minutes), ("seconds", &increment)],
                ),
            }
        }
        TimeControl::PerTurn { turn_ms } => {
            text.with(M::ClockTurn, &[("seconds", &(turn_ms / 1000))])
        }
    }
}

/// Formats a time as minutes and seconds, rounded up; below [`LOW_MS`] as seconds and tenths.
#[must_use]
pub fn format_time(ms: u64) -> String {
    if ms < LOW_MS {
        return format!("{}.{}", ms / 1000, ms % 1000 / 100);
    }
    let seconds = ms.div_ceil(1000);
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Language;

    #[test]
    fn times_are_formatted_as_on_a_clock() {
        let check = |ms, expected| assert_eq!(format_time(ms), expected, "{ms}");
        check(0, "0.0");
        check(9_950, "9.9");
        check(10_000, "0:10");
        check(59_001, "1:00");
        check(180_000, "3:00");
        check(3_600_000, "60:00");
    }

    #[test]
    fn every_time_control_has_a_distinct_text() {
        for language in Language::ALL {
            let texts = TIME_CONTROLS.map(|(_, rule)| time_control_text(Text(language), rule));
            for (index, text) in texts.iter().enumerate() {
                assert!(!texts[..index].contains(text), "{text}");
            }
        }
    }
}
