//! Clocks: which are offered, and how they and their rules are read.

use foursight_table::ClockRule;

use crate::text::{Message as M, Text};

/// A clock with less than this is shown with tenths, and heard.
pub const LOW_MS: u64 = 10_000;

/// What is offered before a game: the name of the choice, and the rule.
pub const RULES: [(&str, ClockRule); 7] = [
    ("none", ClockRule::None),
    ("1", total(1, 0)),
    ("3-2", total(3, 2)),
    ("5", total(5, 0)),
    ("10", total(10, 0)),
    ("turn-10", ClockRule::PerTurn { turn_ms: 10_000 }),
    ("turn-30", ClockRule::PerTurn { turn_ms: 30_000 }),
];

const fn total(minutes: u64, seconds: u64) -> ClockRule {
    ClockRule::Total {
        main_ms: minutes * 60_000,
        increment_ms: seconds * 1000,
    }
}

/// A rule in a few words.
#[must_use]
pub fn rule_words(text: Text, rule: ClockRule) -> String {
    match rule {
        ClockRule::None => text.get(M::ClockNone).to_owned(),
        ClockRule::Total {
            main_ms,
            increment_ms,
        } => {
            let minutes = main_ms / 60_000;
            match increment_ms / 1000 {
                0 => text.with(M::ClockMinutes, &[("minutes", &minutes)]),
                more => text.with(M::ClockMore, &[("minutes", &minutes), ("seconds", &more)]),
            }
        }
        ClockRule::PerTurn { turn_ms } => {
            text.with(M::ClockTurn, &[("seconds", &(turn_ms / 1000))])
        }
    }
}

/// Minutes and seconds, rounded up as clocks do; near the end seconds and tenths.
#[must_use]
pub fn written(ms: u64) -> String {
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
    fn clocks_are_read_as_on_a_wall() {
        let check = |ms, expected| assert_eq!(written(ms), expected, "{ms}");
        check(0, "0.0");
        check(9_950, "9.9");
        check(10_000, "0:10");
        check(59_001, "1:00");
        check(180_000, "3:00");
        check(3_600_000, "60:00");
    }

    #[test]
    fn every_rule_has_words_of_its_own() {
        for language in Language::ALL {
            let said = RULES.map(|(_, rule)| rule_words(Text(language), rule));
            for (at, words) in said.iter().enumerate() {
                assert!(!said[..at].contains(words), "{words}");
            }
        }
    }
}
