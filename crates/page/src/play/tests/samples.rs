//! Texts that the first build kept in a browser's storage, in `samples`: every later build reads
//! them, and writes the same text again.

use foursight_bots::Memory;
use foursight_lessons::Progress;
use foursight_record::ledger::Ledger;

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
        ("named", include_str!("../../../samples/named.table")),
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

#[test]
fn what_page_and_command_share_is_read_and_written_alike() {
    let scores = include_str!("../../../../cli/tests/samples/scores.txt");
    let ledger = Ledger::from_text(scores);
    assert_eq!(ledger.entries().len(), scores.lines().count());
    assert!(ledger.to_text().ends_with(scores));
    let learner = include_str!("../../../../cli/tests/samples/learner.txt");
    let memory = Memory::from_text(learner).expect("a memory");
    assert!(memory.positions() > 0 && memory.to_text() == learner);
    let lessons = include_str!("../../../../cli/tests/samples/lessons.txt");
    let progress = Progress::from_text(lessons);
    assert_eq!(progress.to_text(), lessons);
}
