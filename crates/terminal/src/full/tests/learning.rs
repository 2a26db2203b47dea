//! What follows from what happened at the table: the learner's lessons, late answers, times.

use foursight_bots::Level;
use foursight_core::Ruleset;
use foursight_record::GameRecord;

use super::super::event::{Effect, Event};
use super::Played;
use crate::keep::recorded::{record_of, table_of};
use crate::opponents::{bot, person};

/// The games that the learner was taught so far, by their moves.
fn lessons(table: &Played) -> Vec<usize> {
    let taught = table.effects.iter().filter_map(|effect| match effect {
        Effect::Learn { game, .. } => Some(game.moves().len()),
        _ => None,
    });
    taught.collect()
}

/// First wins in column 4 while the learner drops into column 5.
fn beat_the_learner(table: &mut Played) {
    for _ in 0..3 {
        table.type_in("4");
        table.bot_drops(5);
    }
    table.type_in("4");
}

#[test]
fn the_same_game_played_again_teaches_again() {
    let seats = [person(), bot(Level::Learner)];
    let mut table = Played::new(Ruleset::STANDARD, seats, (80, 24));
    beat_the_learner(&mut table);
    table.type_in("n");
    beat_the_learner(&mut table);
    assert_eq!(lessons(&table), [7, 7]);
}

#[test]
fn undo_and_redo_of_a_won_game_teach_once() {
    let seats = [person(), bot(Level::Learner)];
    let mut table = Played::new(Ruleset::STANDARD, seats, (80, 24));
    beat_the_learner(&mut table);
    table.type_in("uUuU");
    assert_eq!(table.moves(), "4545454");
    assert_eq!(lessons(&table), [7]);
}

#[test]
fn an_answer_to_the_game_before_does_not_fit_the_next() {
    let mut table = Played::against_bot();
    table.state.settings.animation = true;
    table.type_in("4");
    table.bot_drops(3);
    let held = table.state.held.expect("it waits for its moment");
    table.type_in("ny4");
    table.state.held = Some(held);
    for _ in 0..40 {
        table.feed(Event::Tick);
    }
    assert_eq!(table.moves(), "4", "{}", table.state.said);
}

#[test]
fn a_game_that_is_opened_keeps_the_times_of_its_moves() {
    let json = r#"{"format":"foursight-game","version":1,"ruleset":"standard 7x6/4","moves":[4,4],
        "result":"ongoing","times_ms":[61000,2000]}"#;
    let record = GameRecord::from_json(json).expect("a record");
    let mut table = Played::people();
    let opened = table_of(&record, [person(), person()], 2, 0).expect("a table");
    table.feed(Event::Loaded(Ok(Box::new(opened))));
    table.state.now_ms = 3000;
    table.type_in("3c");
    assert!(
        table
            .state
            .said
            .contains("First has thought for 1:04, Second for 0:02.")
    );
    let kept = record_of(&table.state.table, &record);
    assert_eq!(kept.times_ms(), Some(&[61000, 2000, 3000][..]));
}

#[test]
fn a_game_is_counted_when_it_ends_for_the_first_time() {
    let counted = |table: &Played| {
        let counts = table.effects.iter();
        counts.filter(|effect| **effect == Effect::Count).count()
    };
    let mut table = Played::people();
    table.type_in("454545");
    assert_eq!(counted(&table), 0);
    table.type_in("4uU");
    assert_eq!(counted(&table), 1);
    table.type_in("n4545454");
    assert_eq!(counted(&table), 2);
}
