//! Game records as JSON.

use foursight_core::{DrawReason, DrawRule, Player, Ruleset, WinReason};
use foursight_record::{
    Form, GameRecord, GameResult, NAME_CHARS_MAX, ReadError, TAG_NAME_CHARS_MAX,
    TAG_VALUE_CHARS_MAX, TAGS_MAX, read, read_record, read_record_as,
};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::generators::{EMOJI, games};

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
fn reading_preserves_the_whole_record() {
    let resigned = GameResult::Won(Player::Second, WinReason::Resignation);
    let record = full("44").and_then(|record| record.with_result(resigned));
    let record = record.expect("within the limits");
    let text = record.to_json();
    let rules = Ruleset::default();
    assert_eq!(read_record(&text, rules, &EMOJI).as_ref(), Ok(&record));
    let named = read_record_as(Form::Json, &text, rules, &EMOJI);
    assert_eq!(named.as_ref(), Ok(&record));
    // The other forms contain only the game.
    let bare = GameRecord::from_game(record.game());
    assert_eq!(read_record("44", rules, &EMOJI).as_ref(), Ok(&bare));
    let named = read_record_as(Form::Letters, "DD", rules, &EMOJI);
    assert_eq!(named, Ok(bare));
    assert!(read_record("{}", rules, &EMOJI).is_err());
}

#[test]
fn a_game_that_goes_on_keeps_its_names() {
    let resigned = GameResult::Won(Player::Second, WinReason::Resignation);
    let record = full("44").and_then(|record| record.with_result(resigned));
    let record = record.expect("within the limits");
    assert_eq!(record.clone().with_game(record.game()), record);

    let longer = read("443", Ruleset::default(), &EMOJI).expect("legal moves");
    let after = record.clone().with_game(&longer);
    assert_eq!(after.game(), &longer);
    assert_eq!(after.seat(Player::First), Some("Ada"));
    assert_eq!((after.seed(), after.tags()), (record.seed(), record.tags()));
    assert_eq!(
        (after.result(), after.times_ms()),
        (GameResult::Ongoing, None)
    );
}

#[test]
fn results() {
    let check = |moves: &str, result: GameResult, expected: &str| {
        let recorded = record(moves).with_result(result);
        let text = recorded.map_or_else(
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
        assert_eq!(text, expected, "{moves} {result:?}");
    };
    let (first, second) = (Player::First, Player::Second);
    check("44", GameResult::Ongoing, "\"ongoing\" null");
    check("44", GameResult::Aborted, "\"aborted\" null");
    check(
        "44",
        GameResult::Won(second, WinReason::Time),
        "\"second\" \"time\"",
    );
    check(
        "44",
        GameResult::Won(first, WinReason::Departure),
        "\"first\" \"departure\"",
    );
    check(
        "44",
        GameResult::Draw(DrawReason::Agreement),
        "\"tie\" \"agreement\"",
    );
    check(
        "4545454",
        GameResult::Won(first, WinReason::Rules),
        "\"first\" \"rules\"",
    );
    check(
        "44",
        GameResult::Won(first, WinReason::Rules),
        "field result: first (rules) is written, but the moves say ongoing",
    );
    check(
        "44",
        GameResult::Draw(DrawReason::Rules(DrawRule::TooLong)),
        "field result: tie (too-long) is written, but the moves say ongoing",
    );
    check(
        "4545454",
        GameResult::Ongoing,
        "field result: ongoing is written, but the moves say first (rules)",
    );
    check(
        "4545454",
        GameResult::Won(first, WinReason::Time),
        "field result: first (time) is written, but the moves say first (rules)",
    );
}

/// Checks the error after changing one field; null removes the field.
fn check(field: &str, value: Value, expected: &str) {
    let text = full("4453").expect("within the limits").to_json();
    let mut json: Value = serde_json::from_str(&text).expect("JSON");
    match value {
        Value::Null => drop(json.as_object_mut().expect("an object").remove(field)),
        value => json[field] = value,
    }
    let read = GameRecord::from_json(&json.to_string());
    let message = read.map_or_else(|error| error.to_string(), |_| "read".to_owned());
    // Ignore the location that serde_json reports.
    let message = match message.strip_prefix("character") {
        Some(rest) => rest.split_once(": ").map_or(rest, |(_, reason)| reason),
        None => &message,
    };
    assert_eq!(message, expected, "{field}");
}

#[test]
fn refusals() {
    check(
        "format",
        json!("chess"),
        "field format: found \"chess\", expected \"foursight-game\"",
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
        "ply 2: there is no column 8: the board has columns 1 to 7",
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
    let check = |result: Result<GameRecord, ReadError>, expected: &str| {
        let error = result.err().map(|error| error.to_string());
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

/// Validates a value against the subset of JSON Schema that our schema uses.
fn check_schema(schema: &Value, value: &Value, place: &str) -> Result<(), String> {
    for (keyword, rule) in schema.as_object().expect("an object") {
        let is_valid = match keyword.as_str() {
            "const" => value == rule,
            "enum" => rule.as_array().expect("a list").contains(value),
            "type" => match rule {
                Value::Array(types) => types.iter().any(|name| has_type(value, name)),
                name => has_type(value, name),
            },
            "pattern" => matches_pattern(value, rule.as_str().expect("a pattern")),
            "required" => rule.as_array().expect("a list").iter().all(|name| {
                let name = name.as_str().expect("a name");
                value.get(name).is_some()
            }),
            "minimum" => value.as_u64() >= rule.as_u64(),
            "maximum" => value.as_u64() <= rule.as_u64(),
            "minItems" => length(value) >= rule.as_u64(),
            "maxItems" | "maxLength" | "maxProperties" => length(value) <= rule.as_u64(),
            "oneOf" => {
                let choices = rule.as_array().expect("a list").iter();
                choices
                    .filter(|one| check_schema(one, value, place).is_ok())
                    .count()
                    == 1
            }
            "items" => {
                for item in value.as_array().into_iter().flatten() {
                    check_schema(rule, item, place)?;
                }
                true
            }
            "properties" => {
                for (name, inner) in value.as_object().into_iter().flatten() {
                    if let Some(schema) = rule.get(name) {
                        check_schema(schema, inner, name)?;
                    }
                }
                true
            }
            "additionalProperties" => {
                let known = &schema["properties"];
                for (name, inner) in value.as_object().into_iter().flatten() {
                    match rule {
                        Value::Bool(false) if known.get(name).is_none() => {
                            return Err(format!("{place}: unknown {name}"));
                        }
                        Value::Object(_) => check_schema(rule, inner, name)?,
                        _ => {}
                    }
                }
                true
            }
            "propertyNames" => {
                for name in value
                    .as_object()
                    .into_iter()
                    .flatten()
                    .map(|(name, _)| name)
                {
                    check_schema(rule, &json!(name), place)?;
                }
                true
            }
            "$schema" | "$id" | "title" | "description" | "examples" => true,
            other => panic!("this test does not support the keyword {other}"),
        };
        if !is_valid {
            return Err(format!("{place}: {value} is against {keyword} {rule}"));
        }
    }
    Ok(())
}

/// Returns the number of items, fields or characters.
fn length(value: &Value) -> Option<u64> {
    let length = match value {
        Value::Array(items) => items.len(),
        Value::Object(fields) => fields.len(),
        Value::String(text) => text.chars().count(),
        _ => return None,
    };
    Some(length as u64)
}

fn has_type(value: &Value, name: &Value) -> bool {
    match name.as_str().expect("a name") {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_u64() || value.is_i64(),
        "null" => value.is_null(),
        other => panic!("this test does not support the type {other}"),
    }
}

/// Implements the patterns of the schema in Rust, to avoid a dependency on a regex library.
fn matches_pattern(value: &Value, pattern: &str) -> bool {
    let text = value.as_str().unwrap_or_default();
    if pattern == "^([PABWDT]?[1-9][0-9]?|-)$" {
        let digits = text.trim_start_matches(['P', 'A', 'B', 'W', 'D', 'T']);
        let is_column = digits.parse().is_ok_and(|n: u8| (1..100).contains(&n));
        return text == "-" || (is_column && text.len() <= digits.len() + 1);
    }
    if pattern == "^[0-9a-zPABWDT,-]*$" {
        let is_sign = |c: char| c.is_ascii_digit() || c.is_ascii_lowercase();
        return text.chars().all(|c| is_sign(c) || "PABWDT,-".contains(c));
    }
    assert!(
        pattern.starts_with("^((standard|pop-out|"),
        "this test does not support {pattern}"
    );
    foursight_record::parse_ruleset(text).is_ok()
}

#[test]
fn written_records_satisfy_the_schema() {
    let schema: Value = serde_json::from_str(SCHEMA).expect("the schema is JSON");
    let variants = [
        "pop-out 44P4",
        "pop-ten+seed=42",
        "power-up+anvil=2 4B4T4W3-",
    ];
    let mut written: Vec<_> = variants.into_iter().map(record).collect();
    written.extend([record("4545454"), full("4453").expect("within the limits")]);
    for record in written {
        let json: Value = serde_json::from_str(&record.to_json()).expect("JSON");
        assert_eq!(check_schema(&schema, &json, "record"), Ok(()));
    }
    for example in schema["properties"]["ruleset"]["examples"]
        .as_array()
        .expect("a list")
    {
        let text = example.as_str().expect("text");
        assert!(foursight_record::parse_ruleset(text).is_ok(), "{text}");
    }
}

#[test]
fn rejected_records_violate_the_schema() {
    let schema: Value = serde_json::from_str(SCHEMA).expect("the schema is JSON");
    let good = full("4453").expect("within the limits").to_json();
    let good: Value = serde_json::from_str(&good).expect("JSON");
    let check = |field: &str, value: Value| {
        let mut bad = good.clone();
        bad[field] = value;
        assert!(GameRecord::from_json(&bad.to_string()).is_err(), "{bad}");
        assert!(check_schema(&schema, &bad, "record").is_err(), "{bad}");
    };
    check("format", json!("chess"));
    check("version", json!(2));
    check("ruleset", json!("chess"));
    check("ruleset", json!(7));
    check("seats", json!(["Ada"]));
    check("seats", json!(["Ada", 2]));
    check("seats", json!(["é".repeat(NAME_CHARS_MAX + 1), null]));
    check("moves", json!("44 5"));
    check("moves", json!(445));
    check("moves", json!([4, 4, 5, 0]));
    check("moves", json!([4, 4, 5, 65]));
    check("moves", json!([4, 4, 5, "X3"]));
    check("moves", json!([4, 4, 5, null]));
    check("result", json!("won"));
    check("reason", json!("luck"));
    check("times_ms", json!([1, 2, 3, -4]));
    check("times_ms", json!([1, 2, 3, "4"]));
    check("seed", json!(-1));
    check("seed", json!("3"));
    check("tags", json!(["event"]));
    check("tags", json!({"event": 3}));
    check("tags", json!({"a": "é".repeat(TAG_VALUE_CHARS_MAX + 1)}));
    check("tags", json!({"é".repeat(TAG_NAME_CHARS_MAX + 1): "a"}));
    check("colour", json!("red"));
    let many: serde_json::Map<_, _> = (0..=TAGS_MAX).map(|n| (n.to_string(), json!(""))).collect();
    check("tags", many.into());
}
