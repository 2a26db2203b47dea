//! Tables and settings as text.

use super::*;

fn text_of(tab: &TestTab) -> String {
    game_to_text(&tab.model.play, 5000)
}

const NOW: TimeAndSeed = TimeAndSeed {
    at_ms: 9000,
    seed: 0,
};

#[test]
fn a_table_survives_being_saved() {
    let power_up = variant(Variant::PowerUp(foursight_core::Stock::default()));
    for (start, keys) in [
        (people(), ""),
        (people(), "445u"),
        (people(), "4545454u"),
        (in_turn(), WIN),
        (bot_first(Level::Hard), ""),
        (power_up, "4455"),
    ] {
        let mut tab = TestTab::with(start);
        tab.keys(keys);
        let text = text_of(&tab);
        let read = game_from_text(&text, tab.model.play.id, NOW).expect("readable");
        let play = &*tab.model.play;
        assert_eq!((read.id, read.began_ms), (play.id, play.began_ms), "{keys}");
        assert_eq!(read.game(), play.game(), "{keys}");
        assert_eq!(
            read.game_at(read.plies()),
            play.game_at(play.plies()),
            "{keys}"
        );
        assert_eq!(read.table.score(), play.table.score(), "{keys}");
        assert_eq!(read.start().seats, play.start().seats);
        assert_eq!(read.start().first, play.start().first);
        assert_eq!(game_to_text(&read, 5000), text, "{keys}");
        assert_eq!(last_touched_ms(&text), 5000);
    }
}

/// A game as the first version saved it.
const OLD: &str = "version 1\ngame 445\nply 2\nruleset standard 7x6/4\nseat-one person\n\
    seat-two hard defensive\nstarts in-turn\nstarter 2\nwins-one 3\nwins-two 1\nties 2\n\
    uncounted false\n";

#[test]
fn games_of_the_first_version_are_still_read() {
    let play = game_from_text(OLD, 17, NOW).expect("readable");
    assert_eq!(play.game().moves().len(), 2);
    assert_eq!((play.plies(), play.id), (3, 17));
    assert_eq!(play.table.score().wins, [3, 1]);
    let start = play.start();
    assert_eq!(
        (start.first, start.start_policy),
        (Seat::Two, StartPolicy::Alternate)
    );
    assert_eq!(
        level_of(&start.seats[1]),
        Some((Level::Hard, Personality::Defensive))
    );
}

#[test]
fn people_keep_the_names_they_entered() {
    let mut start = people();
    start.seats = ["Ada L.", ""].map(|name| Occupant::Person(name.to_owned()));
    let mut tab = TestTab::with(start);
    tab.keys("44");
    let text = text_of(&tab);
    assert!(
        text.contains("\nseat-one person Ada L.\nseat-two person\n"),
        "{text}"
    );
    let read = game_from_text(&text, 1, NOW).expect("readable");
    assert_eq!(read.start().seats, tab.model.play.start().seats);
    // A name cannot add lines, and is as short as an entered one.
    let long = text.replace("Ada L.", &"a".repeat(99));
    let read = game_from_text(&long, 1, NOW).expect("readable");
    assert_eq!(read.start().seats[0], Occupant::Person("a".repeat(24)));
    assert!(game_from_text(&text.replace("person Ada", "personal"), 1, NOW).is_err());
}

#[test]
fn damaged_text_is_refused() {
    let mut tab = TestTab::with(people());
    tab.keys("445u");
    let good = text_of(&tab);
    let refused = |text: &str| game_from_text(text, 1, NOW).expect_err(text);
    let later = good.replace("version 2", "version 3");
    assert_eq!(refused(&later), SavedTextError::UnsupportedVersion(3));
    for (part, instead) in [
        ("445", "444444445"),
        ("445", "hello"),
        ("person", "nobody"),
        ("ply 2", "ply 9"),
        ("ply 2", "ply -1"),
        ("ties 0\n", ""),
        ("starts one", "starts never"),
        ("starter 1", "starter 3"),
        ("uncounted false", "uncounted"),
        ("began ", "began x"),
        ("paused false", "paused perhaps"),
    ] {
        assert!(good.contains(part), "{part} in {good}");
        let damaged = good.replace(part, instead);
        assert!(
            !matches!(refused(&damaged), SavedTextError::UnsupportedVersion(_)),
            "{damaged}"
        );
    }
    for text in [
        "",
        "null",
        "[]",
        "\u{0}",
        "version",
        "version 1",
        "version 2",
    ] {
        assert!(
            !matches!(refused(text), SavedTextError::UnsupportedVersion(_)),
            "{text}"
        );
        assert_eq!(last_touched_ms(text), 0);
    }
}

#[test]
fn settings_survive_being_saved() {
    let settings = Settings {
        language: Some(Language::German),
        theme: Theme::Light,
        dark: Theme::HighContrast,
        column_names: ColumnNames::Letters,
        numbers: Switch::On,
        natural_delay: Switch::Off,
        drop_volume: 3,
        ..Settings::default()
    };
    assert_eq!(
        settings_from_text(&settings_to_text(settings)),
        Ok(settings)
    );
    // Missing settings have their defaults; excessive volumes are clamped.
    assert_eq!(settings_from_text("version 1"), Ok(Settings::default()));
    let loud = settings_from_text("version 1\ndrop-volume 200").expect("readable");
    assert_eq!(loud.drop_volume, VOLUME_MAX);
    assert!(settings_from_text("version 1\ntheme plaid").is_err());
    assert_eq!(
        settings_from_text("version 3"),
        Err(SavedTextError::UnsupportedVersion(3))
    );
}

#[test]
fn a_game_in_play_keeps_its_name_until_the_next_one_begins() {
    let mut tab = TestTab::with(people());
    tab.keys("44");
    let saved = game_to_text(&tab.model.play, 7);
    let check = |name: &str, expected: &str| {
        let text = with_name(&with_name(&saved, "of before"), name);
        let play = game_from_text(&text, 1, TimeAndSeed::default()).expect("it can be read");
        assert_eq!(play.name, expected);
        assert_eq!(
            (play.game(), last_touched_ms(&text)),
            (tab.model.play.game(), 7)
        );
        play
    };
    check("", "");
    check("Sunday \n ply 0", "Sunday ply 0");
    let play = check("  Against Ada ", "Against Ada");
    // A text from before names has none.
    let old: Vec<_> = saved
        .lines()
        .filter(|line| !line.starts_with("name"))
        .collect();
    let old = game_from_text(&old.join("\n"), 1, TimeAndSeed::default());
    assert_eq!(old.expect("it can be read").name, "");
    let text = game_to_text(&play, 5000);
    tab.send(Message::TableRead(play.id, Some(text)));
    assert_eq!(tab.model.play.name, "Against Ada");
    tab.keys("5");
    assert_eq!(tab.model.play.name, "Against Ada");
    tab.send(Message::StartGame(Box::new(people())));
    assert_eq!(tab.model.play.name, "");
}
