//! A record that is accepted writes a record that reads as the same.
#![no_main]

use foursight_fuzz::Bytes;
use foursight_record::GameRecord;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    if let Some(record) = read(data) {
        assert_eq!(GameRecord::from_json(&record.to_json()), Ok(record));
    }
});

/// The record the text is, or one made of the bytes with the text as names and tags.
fn read(data: &[u8]) -> Option<GameRecord> {
    let (cut, data) = data.split_first()?;
    let Some((moves, text)) = data.split_at_checked(usize::from(*cut)) else {
        return GameRecord::from_json(str::from_utf8(data).ok()?).ok();
    };
    let text = str::from_utf8(text).ok()?;
    let game = Bytes(moves).game();
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
