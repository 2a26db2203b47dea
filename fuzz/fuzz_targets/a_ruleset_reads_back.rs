//! A ruleset that is accepted writes a text that reads as the same, and every ruleset does.
#![no_main]

use foursight_fuzz::Bytes;
use foursight_record::{parse_ruleset, write_ruleset};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let made = Bytes(data).ruleset();
    let read = str::from_utf8(data)
        .ok()
        .and_then(|text| parse_ruleset(text).ok());
    for ruleset in [Some(made), read].into_iter().flatten() {
        let text = write_ruleset(ruleset);
        assert_eq!(parse_ruleset(&text), Ok(ruleset), "{text}");
    }
});
