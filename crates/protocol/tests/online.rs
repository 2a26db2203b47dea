//! Messages in the form of the first version of the protocol, one a line in `samples`: clients
//! that were written for it keep working.

use foursight_protocol::online::{ClientFrame, ServerFrame};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

const CLIENT: &str = include_str!("samples/client.jsonl");
const SERVER: &str = include_str!("samples/server.jsonl");

/// Decodes every line, and checks that encoding it again keeps all its fields.
fn check<T: DeserializeOwned + Serialize>(lines: &str) {
    for line in lines.lines() {
        let sample: Value = serde_json::from_str(line).expect("valid JSON");
        let message: T =
            serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        let encoded = serde_json::to_value(&message).expect("serializable");
        assert_has_fields(&encoded, &sample, line);
    }
}

/// Checks that a value has the fields of a sample. It may have more: clients ignore new fields.
fn assert_has_fields(value: &Value, sample: &Value, line: &str) {
    match (value, sample) {
        (Value::Object(value), Value::Object(sample)) => {
            for (name, field) in sample {
                let found = value.get(name);
                let found = found.unwrap_or_else(|| panic!("{line}: {name} is missing"));
                assert_has_fields(found, field, line);
            }
        }
        (Value::Array(values), Value::Array(samples)) => {
            assert_eq!(values.len(), samples.len(), "{line}");
            for (value, sample) in values.iter().zip(samples) {
                assert_has_fields(value, sample, line);
            }
        }
        _ => assert_eq!(value, sample, "{line}"),
    }
}

#[test]
fn messages_of_the_first_clients_are_understood() {
    check::<ClientFrame>(CLIENT);
}

#[test]
fn messages_to_the_first_clients_keep_their_fields() {
    check::<ServerFrame>(SERVER);
}
