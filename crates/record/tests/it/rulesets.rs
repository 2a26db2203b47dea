//! Rulesets as text.

use foursight_record::{parse_ruleset, write_ruleset};
use proptest::prelude::*;

use crate::generators::rulesets;

proptest! {
    #[test]
    fn every_ruleset_reads_back(ruleset in rulesets()) {
        prop_assert_eq!(parse_ruleset(&write_ruleset(ruleset)), Ok(ruleset));
    }
}

/// Checks the canonical form of a ruleset, or the error.
fn check(text: &str, expected: &str) {
    let result = match parse_ruleset(text) {
        Ok(ruleset) => write_ruleset(ruleset),
        Err(error) => error.to_string(),
    };
    assert_eq!(result, expected, "{text}");
}

#[test]
fn optional_parts() {
    check("standard", "standard 7x6/4");
    check("8x7", "standard 8x7/4");
    check("8x7/5", "standard 8x7/5");
    check("five-in-a-row", "five-in-a-row 9x6/5");
    check(
        "power-up+double=0",
        "power-up+anvil=1,bomb=1,wall=1,double=0 7x6/4",
    );
    check("power-up+anvil=1,bomb=1,wall=1,double=1", "power-up 7x6/4");
    check("pop-ten+by-players", "pop-ten 7x6/4");
}

#[test]
fn refusals() {
    const NOTHING_MORE: &str = "expected a variant (standard, pop-out, pop-ten, five-in-a-row, \
                                power-up) or a size such as 7x6/4, and nothing more";
    check("", "the ruleset is missing");
    check(
        "chess",
        &format!("character 1: found \"chess\", {NOTHING_MORE}"),
    );
    check(
        "standard 7x6/4 4",
        &format!("character 16: found \"4\", {NOTHING_MORE}"),
    );
    check(
        "standard+fast",
        "character 10: found \"fast\", expected no house rule: this variant has none",
    );
    check(
        "pop-out+fast",
        "character 9: found \"fast\", expected the house rule opponent-wins or mover-wins",
    );
    check(
        "pop-ten+seed=x",
        "character 9: found \"seed=x\", expected a seed from 0 to 18446744073709551615",
    );
    check(
        "power-up+anvil=4",
        "character 10: a player may hold at most 3 power discs of a kind, not 4",
    );
    check(
        "standard 0x6/4",
        "character 10: a 0x6 board has no cell for a disc",
    );
    check(
        "standard 7x6/9",
        "character 10: a line of 9 does not fit a 7x6 board: it may have 2 to 7 discs",
    );
    check(
        "999x6",
        "character 1: found \"999x6\", expected width x height / line length, such as 7x6/4",
    );
    check(
        "7x6/",
        "character 1: found \"7x6/\", expected width x height / line length, such as 7x6/4",
    );
}
