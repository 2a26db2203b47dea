//! Consequences of table events: learning, late replies, move times.

use foursight_bots::Level;
use foursight_core::Ruleset;
use foursight_record::GameRecord;

use super::super::event::{ScreenEffect, ScreenEvent};
use super::GameUnderTest;
use crate::players::{bot_seat, person_seat};
use crate::saved_games::table_record::{record_of, table_of};

/// Returns the lengths of the games that the learner was taught so far.
fn lessons(table: &GameUnderTest) -> Vec<usize> {
    let taught = table.effects.iter().filter_map(|effect| match effect {
        ScreenEffect::Learn { game, .. } => Some(game.moves().len()),
        _ => None,
    });
    taught.collect()
}

/// First wins in column 4 while the learner drops into column 5.
fn beat_the_learner(table: &mut GameUnderTest) {
    for _ in 0..3 {
        table.type_in("4");
        table.bot_drops(5);
    }
    table.type_in("4");
}

#[test]
fn replaying_the_same_game_teaches_again() {
    let seats = [person_seat(), bot_seat(Level::Learner)];
    let mut table = GameUnderTest::new(Ruleset::STANDARD, seats, (80, 24));
    beat_the_learner(&mut table);
    table.type_in("n");
    beat_the_learner(&mut table);
    assert_eq!(lessons(&table), [7, 7]);
}

#[test]
fn undo_and_redo_of_a_won_game_teach_once() {
    let seats = [person_seat(), bot_seat(Level::Learner)];
    let mut table = GameUnderTest::new(Ruleset::STANDARD, seats, (80, 24));
    beat_the_learner(&mut table);
    table.type_in("uUuU");
    assert_eq!(table.moves(), "4545454");
    assert_eq!(lessons(&table), [7]);
}

#[test]
fn a_reply_for_the_previous_game_is_ignored() {
    let mut table = GameUnderTest::against_bot();
    table.state.settings.animation = true;
    table.type_in("4");
    table.bot_drops(3);
    let held = table.state.delayed_move.expect("the move is delayed");
    table.type_in("ny4");
    table.state.delayed_move = Some(held);
    for _ in 0..40 {
        table.feed(ScreenEvent::Tick);
    }
    assert_eq!(table.moves(), "4", "{}", table.state.status_text);
}

#[test]
fn an_opened_game_preserves_its_move_times() {
    let json = r#"{"format":"foursight-game","version":1,"ruleset":"standard 7x6/4","moves":[4,4],
        "result":"ongoing","times_ms":[61000,2000]}"#;
    let record = GameRecord::from_json(json).expect("a record");
    let mut table = GameUnderTest::people();
    let opened = table_of(&record, [person_seat(), person_seat()], 2, 0).expect("a table");
    table.feed(ScreenEvent::Loaded(Ok(Box::new(opened))));
    table.state.now_ms = 3000;
    table.type_in("3c");
    assert!(
        table
            .state
            .status_text
            .contains("First has thought for 1:04, Second for 0:02.")
    );
    let saved = record_of(&table.state.table, &record);
    assert_eq!(saved.times_ms(), Some(&[61000, 2000, 3000][..]));
}

#[test]
fn a_game_is_counted_when_it_ends_for_the_first_time() {
    let counted = |table: &GameUnderTest| {
        let counts = table.effects.iter();
        counts
            .filter(|effect| **effect == ScreenEffect::RecordScore)
            .count()
    };
    let mut table = GameUnderTest::people();
    table.type_in("454545");
    assert_eq!(counted(&table), 0);
    table.type_in("4uU");
    assert_eq!(counted(&table), 1);
    table.type_in("n4545454");
    assert_eq!(counted(&table), 2);
}
