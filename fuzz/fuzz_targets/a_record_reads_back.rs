//! A valid record survives a round trip through JSON.
#![no_main]

use foursight_fuzz::FuzzBytes;
use foursight_record::GameRecord;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    if let Some(record) = build_record(data) {
        assert_eq!(GameRecord::from_json(&record.to_json()), Ok(record));
    }
});

/// Parses the data as JSON, or builds a record from the bytes with text for names and tags.
fn build_record(data: &[u8]) -> Option<GameRecord> {
    let (cut, data) = data.split_first()?;
    let Some((moves, text)) = data.split_at_checked(usize::from(*cut)) else {
        return GameRecord::from_json(str::from_utf8(data).ok()?).ok();
    };
    let text = str::from_utf8(text).ok()?;
    let game = FuzzBytes(moves).game();
    let times = moves
        .iter()
        .take(game.moves().len())
        .map(|byte| u64::from(*byte) << 40);
    let mut words = text.split('|');
    GameRecord::from_game(&game)
        .with_times_ms(times.collect())
        .ok()?
        .with_seats(words.next(), words.next())
        .ok()?
        .with_seed(u64::MAX - u64::from(*cut))
        .with_tag(words.next()?, words.next()?)
        .ok()
}
