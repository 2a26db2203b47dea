//! Names of games by their ruleset.

use foursight_core::{Ruleset, Variant};

use crate::text::{Text, UiMessage as M};

/// Returns the name of a variant.
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

/// Returns the name of a game with this ruleset.
#[must_use]
pub fn game_name(text: Text, ruleset: Ruleset) -> String {
    match (ruleset.variant(), ruleset.connect()) {
        (Variant::Standard, 4) => text.get(M::FourInARow).to_owned(),
        (Variant::Standard, _) => size_text(text, ruleset),
        (variant, _) => text.get(variant_name(variant)).to_owned(),
    }
}

/// Describes the size of the board and the length of a line.
#[must_use]
pub fn size_text(text: Text, ruleset: Ruleset) -> String {
    text.with(
        M::SizeAndLine,
        &[
            ("columns", &ruleset.width()),
            ("rows", &ruleset.height()),
            ("line", &ruleset.connect()),
        ],
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Language;

    #[test]
    fn a_game_is_named_after_its_ruleset() {
        let check = |ruleset: Ruleset, expected: &str| {
            assert_eq!(game_name(Text(Language::English), ruleset), expected);
        };
        check(Ruleset::STANDARD, "Four in a row");
        let large = Ruleset::new(10, 10, 5, Variant::Standard).expect("it fits");
        check(large, "10 × 10, 5 in a row");
        let power = Variant::PowerUp(foursight_core::Stock::default());
        check(Ruleset::default_for(power), "Power Up");
    }
}
