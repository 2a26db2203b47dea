//! Take-back and redo: how far they go, and what they leave.

use foursight_core::{Ending, WonBy};
use foursight_table::{By, ClockRule, Command, Consent, Event, Refused, Start, Table};

use crate::{ONE, TWO, against_a_bot, open, opening, people, play, played, say, say_at};

fn undo(table: &mut Table, by: By) -> Result<Event, Refused> {
    say(table, by, &Command::TakeBack(table.point()))
}

fn redo(table: &mut Table, by: By) -> Result<Event, Refused> {
    say(table, by, &Command::Redo(table.point()))
}

#[test]
fn against_a_bot_one_goes_from_own_turn_to_own_turn() {
    let mut table = played(against_a_bot(), "443355");
    assert_eq!(undo(&mut table, By::Shared), Ok(Event::TakenBack(4)));
    assert_eq!(undo(&mut table, By::Shared), Ok(Event::TakenBack(2)));
    assert!(!table.is_paused(), "a person sits there");
    assert_eq!(redo(&mut table, By::Shared), Ok(Event::Redone(4)));
    assert_eq!(redo(&mut table, By::Shared), Ok(Event::Redone(6)));
    assert_eq!(redo(&mut table, By::Shared), Err(Refused::NothingToRedo));
}

#[test]
fn two_people_go_move_by_move() {
    let mut table = played(people(Consent::Free), "443");
    assert_eq!(undo(&mut table, By::Shared), Ok(Event::TakenBack(2)));
    assert_eq!(undo(&mut table, By::Shared), Ok(Event::TakenBack(1)));
    assert_eq!(redo(&mut table, By::Shared), Ok(Event::Redone(2)));
    assert_eq!(undo(&mut table, By::Shared), Ok(Event::TakenBack(1)));
    assert_eq!(undo(&mut table, By::Shared), Ok(Event::TakenBack(0)));
    assert_eq!(undo(&mut table, By::Shared), Err(Refused::NothingToUndo));
}

#[test]
fn a_shared_game_goes_back_to_its_start_and_an_agreed_opening_does_not() {
    let opened = |consent| {
        open(Start {
            opening: opening("44"),
            ..people(consent)
        })
    };
    let mut table = opened(Consent::Free);
    assert_eq!(undo(&mut table, By::Shared), Ok(Event::TakenBack(1)));
    let mut table = opened(Consent::Agreement);
    assert_eq!(undo(&mut table, ONE), Err(Refused::NothingToUndo));
    play(&mut table, "3");
    assert_eq!(table.undo_to(ONE), Some(2));
    assert_eq!(table.undo_to(TWO), None);
}

#[test]
fn a_move_that_is_made_again_by_hand_keeps_the_moves_after_it() {
    let mut table = played(people(Consent::Free), "4435");
    for _ in 0..3 {
        assert!(undo(&mut table, By::Shared).is_ok());
    }
    play(&mut table, "4");
    assert_eq!(table.undone().len(), 2);
    assert_eq!(redo(&mut table, By::Shared), Ok(Event::Redone(3)));
    // Another move than the one that was taken back begins another game.
    play(&mut table, "1");
    assert!(table.undone().is_empty());
    assert_eq!(redo(&mut table, By::Shared), Err(Refused::NothingToRedo));
}

#[test]
fn a_resignation_can_be_taken_back_but_not_made_again() {
    let mut table = played(people(Consent::Free), "443");
    assert!(undo(&mut table, By::Shared).is_ok());
    let resign = Command::Resign(table.point());
    assert!(say(&mut table, By::Shared, &resign).is_ok());
    assert_eq!(redo(&mut table, By::Shared), Err(Refused::NotAllowed));
    assert_eq!(undo(&mut table, By::Shared), Ok(Event::TakenBack(1)));
    assert!(!table.is_over());
    assert_eq!(redo(&mut table, By::Shared), Ok(Event::Redone(2)));
}

#[test]
fn a_game_that_was_lost_on_time_does_not_go_on() {
    let start = Start {
        clock: ClockRule::PerTurn { turn_ms: 5_000 },
        ..people(Consent::Free)
    };
    let mut table = played(start, "443");
    let flagged = say_at(&mut table, By::Host, &Command::Flag, 8_000);
    let lost = Ending::Won(foursight_core::Player::First, WonBy::Time);
    assert_eq!(flagged, Ok(Event::Ended(lost)));
    assert_eq!(table.undo_to(By::Shared), None, "no button is offered");
    assert_eq!(undo(&mut table, By::Shared), Err(Refused::GameOver));
}
