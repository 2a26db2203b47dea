//! Texts that the first build kept in a browser's storage, in `samples`: every later build reads
//! them, and writes the same text again.

use super::*;
use crate::replay::archive::Archive;

const NOW: TimeAndSeed = TimeAndSeed {
    at_ms: 9000,
    seed: 0,
};

#[test]
fn games_in_play_are_read_and_written_alike() {
    for (name, text) in [
        ("bot", include_str!("../../../samples/bot.table")),
        ("draw", include_str!("../../../samples/draw.table")),
        ("empty", include_str!("../../../samples/empty.table")),
        ("power-up", include_str!("../../../samples/power-up.table")),
        (
            "taken-back-win",
            include_str!("../../../samples/taken-back-win.table"),
        ),
        ("undone", include_str!("../../../samples/undone.table")),
        ("won", include_str!("../../../samples/won.table")),
    ] {
        let play = game_from_text(text, 1, NOW).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(game_to_text(&play, 5000), text, "{name}");
    }
}

#[test]
fn settings_are_read_and_written_alike() {
    let text = include_str!("../../../samples/settings.txt");
    let settings = settings_from_text(text).expect("readable");
    assert_eq!(settings.theme, Theme::Light);
    assert_eq!(settings_to_text(settings), text);
    let text = include_str!("../../../samples/settings-default.txt");
    assert_eq!(settings_from_text(text), Ok(Settings::default()));
}

#[test]
fn the_archive_is_read_and_written_alike() {
    let text = include_str!("../../../samples/archive.json");
    let archive = Archive::from_text(text);
    assert_eq!(archive.games().len(), 3);
    assert_eq!(archive.games()[0].name(), Some("Final"));
    assert_eq!(archive.to_text(), text);
}
