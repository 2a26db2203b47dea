//! Take-back and redo: their targets and effects.

use foursight_core::{Ending, WinReason};
use foursight_table::{
    Actor, Command, CommandError, Consent, Event, GameStart, Table, TimeControl,
};

use crate::{ONE, TWO, against_a_bot, execute, execute_at, open, opening, people, play, played};

fn undo(table: &mut Table, actor: Actor) -> Result<Event, CommandError> {
    execute(table, actor, &Command::TakeBack(table.point()))
}

fn redo(table: &mut Table, actor: Actor) -> Result<Event, CommandError> {
    execute(table, actor, &Command::Redo(table.point()))
}

#[test]
fn against_a_bot_undo_and_redo_go_to_the_persons_turns() {
    let mut table = played(against_a_bot(), "443355");
    assert_eq!(
        undo(&mut table, Actor::SharedDevice),
        Ok(Event::MovesTakenBack(4))
    );
    assert_eq!(
        undo(&mut table, Actor::SharedDevice),
        Ok(Event::MovesTakenBack(2))
    );
    assert!(!table.is_paused(), "a person sits there");
    assert_eq!(
        redo(&mut table, Actor::SharedDevice),
        Ok(Event::MovesRedone(4))
    );
    assert_eq!(
        redo(&mut table, Actor::SharedDevice),
        Ok(Event::MovesRedone(6))
    );
    assert_eq!(
        redo(&mut table, Actor::SharedDevice),
        Err(CommandError::NothingToRedo)
    );
}

#[test]
fn two_people_undo_and_redo_move_by_move() {
    let mut table = played(people(Consent::Free), "443");
    assert_eq!(
        undo(&mut table, Actor::SharedDevice),
        Ok(Event::MovesTakenBack(2))
    );
    assert_eq!(
        undo(&mut table, Actor::SharedDevice),
        Ok(Event::MovesTakenBack(1))
    );
    assert_eq!(
        redo(&mut table, Actor::SharedDevice),
        Ok(Event::MovesRedone(2))
    );
    assert_eq!(
        undo(&mut table, Actor::SharedDevice),
        Ok(Event::MovesTakenBack(1))
    );
    assert_eq!(
        undo(&mut table, Actor::SharedDevice),
        Ok(Event::MovesTakenBack(0))
    );
    assert_eq!(
        undo(&mut table, Actor::SharedDevice),
        Err(CommandError::NothingToUndo)
    );
}

#[test]
fn an_opening_can_be_taken_back_only_without_the_need_for_consent() {
    let opened = |consent| {
        open(GameStart {
            opening: opening("44"),
            ..people(consent)
        })
    };
    let mut table = opened(Consent::Free);
    assert_eq!(
        undo(&mut table, Actor::SharedDevice),
        Ok(Event::MovesTakenBack(1))
    );
    let mut table = opened(Consent::Agreement);
    assert_eq!(undo(&mut table, ONE), Err(CommandError::NothingToUndo));
    play(&mut table, "3");
    assert_eq!(table.undo_target(ONE), Some(2));
    assert_eq!(table.undo_target(TWO), None);
}

#[test]
fn replaying_an_undone_move_by_hand_keeps_the_moves_after_it() {
    let mut table = played(people(Consent::Free), "4435");
    for _ in 0..3 {
        assert!(undo(&mut table, Actor::SharedDevice).is_ok());
    }
    play(&mut table, "4");
    assert_eq!(table.undone().len(), 2);
    assert_eq!(
        redo(&mut table, Actor::SharedDevice),
        Ok(Event::MovesRedone(3))
    );
    // A different move discards the undone moves.
    play(&mut table, "1");
    assert!(table.undone().is_empty());
    assert_eq!(
        redo(&mut table, Actor::SharedDevice),
        Err(CommandError::NothingToRedo)
    );
}

#[test]
fn a_resignation_can_be_taken_back_but_not_redone() {
    let mut table = played(people(Consent::Free), "443");
    assert!(undo(&mut table, Actor::SharedDevice).is_ok());
    let resign = Command::Resign(table.point());
    assert!(execute(&mut table, Actor::SharedDevice, &resign).is_ok());
    assert_eq!(
        redo(&mut table, Actor::SharedDevice),
        Err(CommandError::NotAllowed)
    );
    assert_eq!(
        undo(&mut table, Actor::SharedDevice),
        Ok(Event::MovesTakenBack(1))
    );
    assert!(!table.is_over());
    assert_eq!(
        redo(&mut table, Actor::SharedDevice),
        Ok(Event::MovesRedone(2))
    );
}

#[test]
fn a_game_lost_on_time_cannot_be_taken_back() {
    let start = GameStart {
        time_control: TimeControl::PerTurn { turn_ms: 5_000 },
        ..people(Consent::Free)
    };
    let mut table = played(start, "443");
    let flagged = execute_at(&mut table, Actor::Host, &Command::Flag, 8_000);
    let lost = Ending::Won(foursight_core::Player::First, WinReason::Time);
    assert_eq!(flagged, Ok(Event::GameEnded(lost)));
    assert_eq!(
        table.undo_target(Actor::SharedDevice),
        None,
        "no button is offered"
    );
    assert_eq!(
        undo(&mut table, Actor::SharedDevice),
        Err(CommandError::GameOver)
    );
}
