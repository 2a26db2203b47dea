//! Permissions of the actors.

use foursight_core::{Ending, MoveError, Player, WinReason};
use foursight_table::{Actor, Command, CommandError, Consent, Decision, Event, Seat, Table};

use crate::{
    ONE, TWELVE_QUIET_MOVES, TWO, against_a_bot, column, drop_in, execute, move_command, open,
    people, play, played, two_bots,
};

fn rejection(table: &Table, actor: Actor, command: &Command) -> CommandError {
    let decided = table.decide(command, actor, table.at_ms());
    decided.expect_err("the table rejects it")
}

#[test]
fn only_the_seat_to_move_may_move() {
    let mut table = open(people(Consent::Agreement));
    assert!(table.may_move(ONE) && !table.may_move(TWO) && !table.may_move(Actor::Host));
    assert_eq!(
        execute(&mut table, Actor::Host, &Command::Pause),
        Ok(Event::Paused)
    );
    assert!(!table.may_move(ONE), "the table is paused");
    let command = move_command(&table, drop_in(4));
    assert_eq!(rejection(&table, ONE, &command), CommandError::Paused);
    assert_eq!(
        execute(&mut table, Actor::Host, &Command::Resume),
        Ok(Event::Resumed)
    );
    assert!(table.may_move(ONE));
    let resign = Command::Resign(table.point());
    assert!(execute(&mut table, ONE, &resign).is_ok());
    assert!(!table.may_move(ONE), "the game is over");
    assert_eq!(rejection(&table, ONE, &command), CommandError::GameOver);
}

#[test]
fn people_at_one_device_do_not_move_for_a_bot() {
    let table = played(against_a_bot(), "4");
    assert!(table.may_move(TWO) && !table.may_move(Actor::SharedDevice));
    let command = move_command(&table, drop_in(4));
    assert_eq!(
        rejection(&table, Actor::SharedDevice, &command),
        CommandError::NotYourTurn
    );
}

#[test]
fn an_illegal_move_is_rejected_with_the_error_of_the_rules() {
    let table = played(people(Consent::Free), "111111");
    let command = move_command(&table, drop_in(1));
    let full = CommandError::Move(MoveError::ColumnFull(column(1)));
    assert_eq!(rejection(&table, ONE, &command), full);
}

#[test]
fn a_duplicate_move_is_recognised_for_its_own_actor() {
    let mut table = open(people(Consent::Agreement));
    let command = move_command(&table, drop_in(4));
    play(&mut table, "4");
    assert_eq!(
        table.decide(&command, ONE, 2000),
        Ok(Decision::Duplicate(2))
    );
    assert_eq!(rejection(&table, TWO, &command), CommandError::Stale);
    assert_eq!(
        rejection(&table, Actor::Host, &command),
        CommandError::Stale
    );
}

#[test]
fn a_seat_may_abort_until_both_have_moved() {
    let aborted = Ok(Event::GameEnded(Ending::Aborted));
    for numbers in ["", "4"] {
        let mut table = played(people(Consent::Agreement), numbers);
        assert_eq!(execute(&mut table, TWO, &Command::Abort), aborted);
        assert_eq!(
            rejection(&table, TWO, &Command::Abort),
            CommandError::GameOver
        );
    }
    let mut table = played(people(Consent::Agreement), "44");
    for actor in [ONE, TWO, Actor::SharedDevice] {
        assert_eq!(
            rejection(&table, actor, &Command::Abort),
            CommandError::NotAllowed
        );
    }
    assert_eq!(execute(&mut table, Actor::Host, &Command::Abort), aborted);
    let mut table = played(people(Consent::Free), "44");
    assert_eq!(
        execute(&mut table, Actor::SharedDevice, &Command::Abort),
        aborted
    );
}

#[test]
fn the_host_and_people_sharing_a_device_manage_the_table() {
    let management_commands = |start: &foursight_table::GameStart| {
        let open = Command::OpenGame(Box::new(start.clone()));
        [open, Command::ResetScore, Command::Pause]
    };
    let online = people(Consent::Agreement);
    let table = played(online.clone(), "44");
    for command in management_commands(&online) {
        for actor in [ONE, TWO, Actor::SharedDevice] {
            assert_eq!(rejection(&table, actor, &command), CommandError::NotAllowed);
        }
        assert!(table.decide(&command, Actor::Host, 3000).is_ok());
    }
    let shared = against_a_bot();
    let table = played(shared.clone(), "44");
    for command in management_commands(&shared) {
        assert_eq!(rejection(&table, TWO, &command), CommandError::NotAllowed);
        assert!(table.decide(&command, Actor::SharedDevice, 3000).is_ok());
    }
}

#[test]
fn only_the_host_declares_that_a_seat_has_left() {
    let mut table = played(people(Consent::Agreement), "44");
    let left = Command::DeclareDeparted(Seat::One);
    for actor in [ONE, TWO, Actor::SharedDevice] {
        assert_eq!(rejection(&table, actor, &left), CommandError::NotAllowed);
    }
    let won = Event::GameEnded(Ending::Won(Player::Second, WinReason::Departure));
    assert_eq!(execute(&mut table, Actor::Host, &left), Ok(won));
    assert_eq!(
        rejection(&table, Actor::Host, &left),
        CommandError::GameOver
    );
}

#[test]
fn a_pause_neither_repeats_nor_starts_after_the_end() {
    let mut table = played(people(Consent::Free), "44");
    assert_eq!(
        rejection(&table, Actor::SharedDevice, &Command::Resume),
        CommandError::NotAllowed
    );
    assert!(execute(&mut table, Actor::SharedDevice, &Command::Pause).is_ok());
    assert_eq!(
        rejection(&table, Actor::SharedDevice, &Command::Pause),
        CommandError::NotAllowed
    );
    assert!(execute(&mut table, Actor::SharedDevice, &Command::Abort).is_ok());
    assert!(!table.is_paused());
    assert_eq!(
        rejection(&table, Actor::SharedDevice, &Command::Pause),
        CommandError::GameOver
    );
}

#[test]
fn a_seat_may_resign_on_either_turn_and_loses() {
    let resigned = |winner| {
        Ok(Event::GameEnded(Ending::Won(
            winner,
            WinReason::Resignation,
        )))
    };
    let mut table = played(people(Consent::Agreement), "44");
    let resign = Command::Resign(table.point());
    assert_eq!(
        rejection(&table, Actor::Host, &resign),
        CommandError::NotAllowed
    );
    assert_eq!(
        execute(&mut table.clone(), ONE, &resign),
        resigned(Player::Second)
    );
    assert_eq!(
        execute(&mut table.clone(), TWO, &resign),
        resigned(Player::First)
    );
    // The other seat has moved meanwhile.
    play(&mut table, "3");
    assert_eq!(
        execute(&mut table.clone(), TWO, &resign),
        resigned(Player::First)
    );
    // The bot is to move, so the resignation is the person's.
    let mut table = played(against_a_bot(), "4");
    let resign = Command::Resign(table.point());
    assert_eq!(
        execute(&mut table, Actor::SharedDevice, &resign),
        resigned(Player::Second)
    );
}

#[test]
fn a_late_resignation_does_not_affect_the_next_game() {
    let mut table = played(people(Consent::Free), "4");
    let mut late = table.point();
    let late_resign = Command::Resign(late);
    assert!(execute(&mut table, Actor::SharedDevice, &Command::NextGame).is_ok());
    assert_eq!(rejection(&table, ONE, &late_resign), CommandError::Stale);
    late.branch = table.point().branch + 1;
    assert_eq!(
        rejection(&table, ONE, &Command::Resign(late)),
        CommandError::Ahead
    );
}

#[test]
fn a_past_point_is_stale_and_a_future_one_is_ahead() {
    let mut table = played(people(Consent::Free), "44");
    let early = table.point();
    play(&mut table, "4");
    let mut later = table.point();
    later.ply += 1;
    let mv = drop_in(1);
    for (at, expected) in [(early, CommandError::Stale), (later, CommandError::Ahead)] {
        let commands = [
            Command::PlayMove { at, mv },
            Command::TakeBack(at),
            Command::Redo(at),
            Command::OfferDraw(at),
        ];
        for command in commands {
            assert_eq!(
                rejection(&table, Actor::SharedDevice, &command),
                expected,
                "{command:?}"
            );
        }
    }
}

#[test]
fn a_bot_neither_takes_back_nor_starts_a_game() {
    let mut table = played(against_a_bot(), "444");
    let undo = Command::TakeBack(table.point());
    assert_eq!(rejection(&table, TWO, &undo), CommandError::NotAllowed);
    assert_eq!(
        rejection(&table, TWO, &Command::NextGame),
        CommandError::NotAllowed
    );
    // A person acting for their own seat may.
    assert_eq!(
        execute(&mut table, ONE, &undo),
        Ok(Event::MovesTakenBack(2))
    );
    let redo = Command::Redo(table.point());
    assert_eq!(rejection(&table, TWO, &redo), CommandError::NotAllowed);
    assert_eq!(execute(&mut table, ONE, &redo), Ok(Event::MovesRedone(3)));
}

#[test]
fn people_who_watch_two_bots_act_for_both() {
    let mut table = played(two_bots(), "444");
    let undo = Command::TakeBack(table.point());
    assert_eq!(
        execute(&mut table, Actor::SharedDevice, &undo),
        Ok(Event::MovesTakenBack(2))
    );
    assert!(
        table.is_paused(),
        "the bots would play the same move at once"
    );
    assert!(execute(&mut table, Actor::SharedDevice, &Command::Resume).is_ok());
    // They may stop the game, but may not move for a bot.
    assert!(table.may_move(ONE) && !table.may_move(Actor::SharedDevice));
}

#[test]
fn the_host_neither_offers_nor_accepts() {
    let mut table = played(people(Consent::Agreement), TWELVE_QUIET_MOVES);
    let draw = Command::OfferDraw(table.point());
    assert_eq!(
        rejection(&table, Actor::Host, &draw),
        CommandError::NotAllowed
    );
    assert!(execute(&mut table, TWO, &draw).is_ok());
    let accept = Command::Accept(foursight_table::Offer::Draw);
    assert_eq!(
        rejection(&table, Actor::Host, &accept),
        CommandError::NotAllowed
    );
}
