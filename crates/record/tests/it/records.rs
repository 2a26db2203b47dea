//! Game records as JSON.

use foursight_core::{Player, Ruleset, Tie};
use foursight_record::{
    GameRecord, GameResult, NAME_CHARS_MAX, ReadError, TAG_NAME_CHARS_MAX, TAG_VALUE_CHARS_MAX,
    TAGS_MAX, TiedBy, WonBy, read,
};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::kit::{EMOJI, games};

const SCHEMA: &str = include_str!("../../schema/game-v1.schema.json");

fn record(moves: &str) -> GameRecord {
    GameRecord::from_game(&read(moves, Ruleset::default(), &EMOJI).expect("legal moves"))
}

fn full(moves: &str) -> Result<GameRecord, ReadError> {
    record(moves)
        .with_seats(Some("Ada"), None)?
        .with_times_ms(vec![10; moves.len()])?
        .with_seed(u64::MAX)
        .with_tag("event", "a \"quoted\" one")
}

proptest! {
    #[test]
    fn every_record_reads_back(game in games(), name in "\\PC{0,64}", time in any::<u64>()) {
        let record = GameRecord::from_game(&game)
            .with_seats(None, Some(&name))
            .and_then(|record| record.with_times_ms(vec![time; game.moves().len()]))
            .and_then(|record| record.with_tag("", &name))
            .expect("within the limits");
        prop_assert_eq!(GameRecord::from_json(&record.to_json()), Ok(record));
    }
}

#[test]
fn results() {
    let check = |moves: &str, result: GameResult, expected: &str| {
        let answer = record(moves).with_result(result);
        let answer = answer.map_or_else(
            |error| error.to_string(),
            |record| {
                assert_eq!(
                    GameRecord::from_json(&record.to_json()).as_ref(),
                    Ok(&record)
                );
                let json: Value = serde_json::from_str(&record.to_json()).expect("JSON");
                format!("{} {}", json["result"], json["reason"])
            },
        );
        assert_eq!(answer, expected, "{moves} {result:?}");
    };
    let (first, second) = (Player::First, Player::Second);
    check("44", GameResult::Ongoing, "\"ongoing\" null");
    check("44", GameResult::Aborted, "\"aborted\" null");
    check(
        "44",
        GameResult::Won(second, WonBy::Time),
        "\"second\" \"time\"",
    );
    check(
        "44",
        GameResult::Won(first, WonBy::Departure),
        "\"first\" \"departure\"",
    );
    check(
        "44",
        GameResult::Tied(TiedBy::Agreement),
        "\"tie\" \"agreement\"",
    );
    check(
        "4545454",
        GameResult::Won(first, WonBy::Rules),
        "\"first\" \"rules\"",
    );
    check(
        "44",
        GameResult::Won(first, WonBy::Rules),
        "field result: first (rules) is written, but the moves say ongoing",
    );
    check(
        "44",
        GameResult::Tied(TiedBy::Rules(Tie::TooLong)),
        "field result: tie (too-long) is written, but the moves say ongoing",
    );
    check(
        "4545454",
        GameResult::Ongoing,
        "field result: ongoing is written, but the moves say first (rules)",
    );
    check(
        "4545454",
        GameResult::Won(first, WonBy::Time),
        "field result: first (time) is written, but the moves say first (rules)",
    );
}

/// Why the record is refused after one field was changed; null takes the field away.
fn check(field: &str, value: Value, expected: &str) {
    let text = full("4453").expect("within the limits").to_json();
    let mut json: Value = serde_json::from_str(&text).expect("JSON");
    match value {
        Value::Null => drop(json.as_object_mut().expect("an object").remove(field)),
        value => json[field] = value,
    }
    let answer = GameRecord::from_json(&json.to_string());
    let answer = answer.map_or_else(|error| error.to_string(), |_| "read".to_owned());
    // The character at which the library noticed is not the point here.
    let answer = match answer.strip_prefix("character") {
        Some(rest) => rest.split_once(": ").map_or(rest, |(_, reason)| reason),
        None => &answer,
    };
    assert_eq!(answer, expected, "{field}");
}

#[test]
fn refusals() {
    check(
        "format",
        json!("chess"),
        "field format: found \"chess\", expected foursight-game",
    );
    check(
        "format",
        Value::Null,
        "field format: \"foursight-game\" is missing",
    );
    check(
        "version",
        json!(2),
        "field version: version 2 of game records is not known; this program reads version 1",
    );
    check(
        "version",
        Value::Null,
        "field version: the number 1 is missing",
    );
    check(
        "ruleset",
        json!("chess"),
        "field ruleset: found \"chess\", expected a variant (standard, pop-out, pop-ten, five-in-a-row, power-up) or a size such as 7x6/4, and nothing more",
    );
    check(
        "moves",
        json!([4, 8]),
        "ply 2: there is no column 8: the grid has columns 1 to 7",
    );
    check(
        "moves",
        json!([4, 4]),
        "field times_ms: 4 times, expected 2",
    );
    check("moves", Value::Null, "missing field `moves`");
    check(
        "result",
        json!("first"),
        "field result: found \"first\", expected ongoing, aborted, first, second or tie, with a reason that fits",
    );
    check(
        "reason",
        json!("time"),
        "field result: found \"ongoing (time)\", expected ongoing, aborted, first, second or tie, with a reason that fits",
    );
    check(
        "seats",
        json!(["a"]),
        "invalid length 1, expected an array of length 2",
    );
    check(
        "seats",
        json!(["a", "b\nc"]),
        "field seats: line breaks and control characters are not allowed",
    );
    check(
        "times_ms",
        json!([1, 2, 3]),
        "field times_ms: 3 times, expected 4",
    );
    check(
        "colour",
        json!("red"),
        "unknown field `colour`, expected one of `format`, `version`, `ruleset`, `seats`, `moves`, `result`, `reason`, `times_ms`, `seed`, `tags`",
    );
    check("times_ms", Value::Null, "read");
    check("seats", Value::Null, "read");
    check("result", json!("aborted"), "read");
}

#[test]
fn limits() {
    let check = |answer: Result<GameRecord, ReadError>, expected: &str| {
        let error = answer.err().map(|error| error.to_string());
        assert_eq!(error.as_deref(), Some(expected));
    };
    let long = |max: usize| "é".repeat(max + 1);
    check(
        record("4").with_seats(Some(&long(NAME_CHARS_MAX)), None),
        "field seats: at most 64 characters in a name are allowed",
    );
    check(
        record("4").with_tag(&long(TAG_NAME_CHARS_MAX), ""),
        "field tags: at most 32 characters in the name of a tag are allowed",
    );
    check(
        record("4").with_tag("", &long(TAG_VALUE_CHARS_MAX)),
        "field tags: at most 256 characters in a tag are allowed",
    );
    let many = (0..=TAGS_MAX).try_fold(record("4"), |r, n| r.with_tag(&n.to_string(), ""));
    check(many, "field tags: at most 32 tags are allowed");
}

#[test]
fn what_is_written_satisfies_the_schema() {
    let schema: Value = serde_json::from_str(SCHEMA).expect("the schema is JSON");
    let properties = schema["properties"].as_object().expect("properties");
    let required = schema["required"].as_array().expect("required fields");
    for written in [record("4545454"), full("4453").expect("within the limits")] {
        let json: Value = serde_json::from_str(&written.to_json()).expect("JSON");
        let fields = json.as_object().expect("an object");
        for name in required {
            assert!(
                fields.contains_key(name.as_str().expect("a name")),
                "{name} is missing"
            );
        }
        for (name, value) in fields {
            let property = properties
                .get(name)
                .unwrap_or_else(|| panic!("unknown {name}"));
            if let Some(constant) = property.get("const") {
                assert_eq!(value, constant, "{name}");
            }
            if let Some(choices) = property["enum"].as_array() {
                assert!(choices.contains(value), "{name} is {value}");
            }
        }
    }
    let tags = &properties["tags"];
    assert_eq!(tags["maxProperties"], TAGS_MAX);
    assert_eq!(tags["propertyNames"]["maxLength"], TAG_NAME_CHARS_MAX);
    assert_eq!(
        tags["additionalProperties"]["maxLength"],
        TAG_VALUE_CHARS_MAX
    );
    assert_eq!(properties["seats"]["items"]["maxLength"], NAME_CHARS_MAX);
}
