//! Every ruleset survives a round trip through text, generated or parsed.
#![no_main]

use foursight_fuzz::FuzzBytes;
use foursight_record::{parse_ruleset, write_ruleset};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let generated = FuzzBytes(data).ruleset();
    let parsed = str::from_utf8(data)
        .ok()
        .and_then(|text| parse_ruleset(text).ok());
    for ruleset in [Some(generated), parsed].into_iter().flatten() {
        let text = write_ruleset(ruleset);
        assert_eq!(parse_ruleset(&text), Ok(ruleset), "{text}");
    }
});
