//! The subset of JSON Schema that our `OpenAPI` document uses. Other keywords are an error of the
//! document.

use serde_json::Value;

/// Keywords that do not constrain values.
const WORDS: [&str; 3] = ["description", "contentEncoding", "pattern"];

/// Validates a value by a schema, and returns all errors.
pub(crate) fn faults(document: &Value, schema: &Value, value: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    let rules = schema.as_object().expect("a schema is an object");
    for (keyword, rule) in rules {
        let fault = match keyword.as_str() {
            "$ref" => {
                let pointer = rule.as_str().and_then(|rule| rule.strip_prefix('#'));
                let schema = pointer.and_then(|pointer| document.pointer(pointer));
                let schema = schema.unwrap_or_else(|| panic!("{rule} leads nowhere"));
                faults.extend(self::faults(document, schema, value));
                None
            }
            "type" => (!is_of(rule, value)).then(|| format!("{value} is not of type {rule}")),
            "const" => (rule != value).then(|| format!("{value} is not {rule}")),
            "enum" => {
                let values = rule.as_array().expect("a list");
                (!values.contains(value)).then(|| format!("{value} is none of {rule}"))
            }
            "anyOf" => {
                let schemas = rule.as_array().expect("a list");
                let fits = |schema| self::faults(document, schema, value).is_empty();
                (!schemas.iter().any(fits)).then(|| format!("{value} fits none of {rule}"))
            }
            "minimum" => (value.as_i64() < rule.as_i64()).then(|| format!("{value} < {rule}")),
            "minLength" | "maxLength" | "minItems" | "maxItems" => {
                let (length, limit) = (length(value), rule.as_u64());
                let is_bad = if keyword.starts_with("min") {
                    length < limit
                } else {
                    length > limit
                };
                (is_bad && length.is_some()).then(|| format!("{value}: {keyword} is {rule}"))
            }
            "items" => {
                let items = value.as_array().into_iter().flatten();
                faults.extend(items.flat_map(|item| self::faults(document, rule, item)));
                None
            }
            "properties" => {
                let named = rule.as_object().expect("an object").iter();
                let there = named.filter_map(|(name, rule)| Some((rule, value.get(name)?)));
                faults.extend(there.flat_map(|(rule, value)| self::faults(document, rule, value)));
                None
            }
            "required" => {
                let names = rule.as_array().expect("a list").iter();
                let missing = names.filter(|name| value.get(name.as_str().unwrap_or("")).is_none());
                faults.extend(missing.map(|name| format!("{name} is missing in {value}")));
                None
            }
            "additionalProperties" => {
                assert_eq!(*rule, false, "only false says anything");
                let own = value.as_object().into_iter().flatten();
                let other = own.filter(|(name, _)| schema["properties"].get(name).is_none());
                faults.extend(other.map(|(name, _)| format!("{name} is in no list: {value}")));
                None
            }
            other if WORDS.contains(&other) => None,
            other => panic!("the keyword {other} is not understood here"),
        };
        faults.extend(fault);
    }
    faults
}

fn is_of(kind: &Value, value: &Value) -> bool {
    if let Some(kinds) = kind.as_array() {
        return kinds.iter().any(|kind| is_of(kind, value));
    }
    match kind.as_str().expect("the name of a type") {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("the type {other} is not understood here"),
    }
}

fn length(value: &Value) -> Option<u64> {
    match value {
        Value::String(text) => Some(text.chars().count() as u64),
        Value::Array(items) => Some(items.len() as u64),
        _ => None,
    }
}

#[test]
fn values_are_checked_by_their_schema() {
    use serde_json::json;
    let document = json!({"a": {"type": "integer", "minimum": 1}});
    let schema = json!({
        "type": "object", "required": ["n"], "additionalProperties": false,
        "properties": {"n": {"$ref": "#/a"}, "s": {"type": ["string", "null"], "maxLength": 2},
            "l": {"type": "array", "items": {"enum": ["x"]}, "minItems": 1}},
    });
    let check = |value: Value| faults(&document, &schema, &value).len();
    assert_eq!(check(json!({"n": 1})), 0);
    assert_eq!(check(json!({"n": 1, "s": null, "l": ["x"]})), 0);
    for (bad, count) in [
        (json!([]), 2),
        (json!({}), 1),
        (json!({"n": 0}), 1),
        (json!({"n": "1"}), 2),
        (json!({"n": 1, "z": 1}), 1),
        (json!({"n": 1, "s": "abc"}), 1),
        (json!({"n": 1, "s": 1}), 1),
        (json!({"n": 1, "l": []}), 1),
        (json!({"n": 1, "l": ["y", "x", 1]}), 2),
    ] {
        assert_eq!(check(bad.clone()), count, "{bad}");
    }
}
