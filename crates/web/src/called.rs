//! What a game is called by its rules.

use foursight_core::{Ruleset, Variant};

use crate::text::{Message as M, Text};

/// The name of a variant.
#[must_use]
pub const fn variant_name(variant: Variant) -> M {
    match variant {
        Variant::Standard => M::Standard,
        Variant::PopOut(_) => M::PopOut,
        Variant::PopTen(_) => M::PopTen,
        Variant::FiveInARow => M::FiveInARow,
        Variant::PowerUp(_) => M::PowerUp,
    }
}

/// What a game by these rules is called.
#[must_use]
pub fn game_name(text: Text, rules: Ruleset) -> String {
    match (rules.variant(), rules.connect()) {
        (Variant::Standard, 4) => text.get(M::FourInARow).to_owned(),
        (Variant::Standard, _) => size(text, rules),
        (variant, _) => text.get(variant_name(variant)).to_owned(),
    }
}

/// The size of a grid and how long a line must be.
#[must_use]
pub fn size(text: Text, rules: Ruleset) -> String {
    text.with(
        M::SizeAndLine,
        &[
            ("columns", &rules.width()),
            ("rows", &rules.height()),
            ("line", &rules.connect()),
        ],
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Language;

    #[test]
    fn a_game_is_called_by_its_rules() {
        let check = |rules: Ruleset, expected: &str| {
            assert_eq!(game_name(Text(Language::English), rules), expected);
        };
        check(Ruleset::STANDARD, "Four in a row");
        let large = Ruleset::new(10, 10, 5, Variant::Standard).expect("it fits");
        check(large, "10 × 10, 5 in a line");
        let power = Variant::PowerUp(foursight_core::Stock::default());
        check(Ruleset::usual(power), "Power Up");
    }
}
