//! Who may ask for what.

use foursight_core::{Ending, MoveError, Player, WonBy};
use foursight_table::{By, Command, Consent, Decision, Event, Refused, Seat, Table};

use crate::{
    ONE, TWELVE_QUIET_MOVES, TWO, against_a_bot, column, drop_in, moving, open, people, play,
    played, say, two_bots,
};

fn refused(table: &Table, by: By, command: &Command) -> Refused {
    let decided = table.decide(command, by, table.at_ms());
    decided.expect_err("it may not")
}

#[test]
fn a_move_is_wanted_of_the_seat_to_move_alone() {
    let mut table = open(people(Consent::Agreement));
    assert!(table.may_move(ONE) && !table.may_move(TWO) && !table.may_move(By::Host));
    assert_eq!(
        say(&mut table, By::Host, &Command::Pause),
        Ok(Event::Paused)
    );
    assert!(!table.may_move(ONE), "the table is paused");
    let step = moving(&table, drop_in(4));
    assert_eq!(refused(&table, ONE, &step), Refused::Paused);
    assert_eq!(
        say(&mut table, By::Host, &Command::Resume),
        Ok(Event::Resumed)
    );
    assert!(table.may_move(ONE));
    let resign = Command::Resign(table.point());
    assert!(say(&mut table, ONE, &resign).is_ok());
    assert!(!table.may_move(ONE), "the game is over");
    assert_eq!(refused(&table, ONE, &step), Refused::GameOver);
}

#[test]
fn people_at_one_device_do_not_move_for_a_bot() {
    let table = played(against_a_bot(), "4");
    assert!(table.may_move(TWO) && !table.may_move(By::Shared));
    let step = moving(&table, drop_in(4));
    assert_eq!(refused(&table, By::Shared, &step), Refused::NotYourTurn);
}

#[test]
fn a_move_that_the_rules_forbid_is_refused_with_their_reason() {
    let table = played(people(Consent::Free), "111111");
    let step = moving(&table, drop_in(1));
    let full = Refused::Move(MoveError::ColumnFull(column(1)));
    assert_eq!(refused(&table, ONE, &step), full);
}

#[test]
fn a_repeated_move_is_known_to_its_own_speaker() {
    let mut table = open(people(Consent::Agreement));
    let step = moving(&table, drop_in(4));
    play(&mut table, "4");
    assert_eq!(table.decide(&step, ONE, 2000), Ok(Decision::Known(2)));
    assert_eq!(refused(&table, TWO, &step), Refused::Stale);
    assert_eq!(refused(&table, By::Host, &step), Refused::Stale);
}

#[test]
fn a_seat_may_abort_until_both_have_moved() {
    let aborted = Ok(Event::Ended(Ending::Aborted));
    for numbers in ["", "4"] {
        let mut table = played(people(Consent::Agreement), numbers);
        assert_eq!(say(&mut table, TWO, &Command::Abort), aborted);
        assert_eq!(refused(&table, TWO, &Command::Abort), Refused::GameOver);
    }
    let mut table = played(people(Consent::Agreement), "44");
    for by in [ONE, TWO, By::Shared] {
        assert_eq!(refused(&table, by, &Command::Abort), Refused::NotAllowed);
    }
    assert_eq!(say(&mut table, By::Host, &Command::Abort), aborted);
    let mut table = played(people(Consent::Free), "44");
    assert_eq!(say(&mut table, By::Shared, &Command::Abort), aborted);
}

#[test]
fn a_table_is_kept_by_its_host_and_by_people_at_one_device() {
    let kept = |start: &foursight_table::Start| {
        let open = Command::Open(Box::new(start.clone()));
        [open, Command::ResetScore, Command::Pause]
    };
    let online = people(Consent::Agreement);
    let table = played(online.clone(), "44");
    for command in kept(&online) {
        for by in [ONE, TWO, By::Shared] {
            assert_eq!(refused(&table, by, &command), Refused::NotAllowed);
        }
        assert!(table.decide(&command, By::Host, 3000).is_ok());
    }
    let here = against_a_bot();
    let table = played(here.clone(), "44");
    for command in kept(&here) {
        assert_eq!(refused(&table, TWO, &command), Refused::NotAllowed);
        assert!(table.decide(&command, By::Shared, 3000).is_ok());
    }
}

#[test]
fn only_the_host_says_that_a_seat_has_left() {
    let mut table = played(people(Consent::Agreement), "44");
    let left = Command::Left(Seat::One);
    for by in [ONE, TWO, By::Shared] {
        assert_eq!(refused(&table, by, &left), Refused::NotAllowed);
    }
    let won = Event::Ended(Ending::Won(Player::Second, WonBy::Departure));
    assert_eq!(say(&mut table, By::Host, &left), Ok(won));
    assert_eq!(refused(&table, By::Host, &left), Refused::GameOver);
}

#[test]
fn a_pause_is_neither_doubled_nor_begun_after_the_end() {
    let mut table = played(people(Consent::Free), "44");
    assert_eq!(
        refused(&table, By::Shared, &Command::Resume),
        Refused::NotAllowed
    );
    assert!(say(&mut table, By::Shared, &Command::Pause).is_ok());
    assert_eq!(
        refused(&table, By::Shared, &Command::Pause),
        Refused::NotAllowed
    );
    assert!(say(&mut table, By::Shared, &Command::Abort).is_ok());
    assert!(!table.is_paused());
    assert_eq!(
        refused(&table, By::Shared, &Command::Pause),
        Refused::GameOver
    );
}

#[test]
fn who_resigns_loses_on_either_turn() {
    let resigned = |winner| Ok(Event::Ended(Ending::Won(winner, WonBy::Resignation)));
    let mut table = played(people(Consent::Agreement), "44");
    let resign = Command::Resign(table.point());
    assert_eq!(refused(&table, By::Host, &resign), Refused::NotAllowed);
    assert_eq!(
        say(&mut table.clone(), ONE, &resign),
        resigned(Player::Second)
    );
    assert_eq!(
        say(&mut table.clone(), TWO, &resign),
        resigned(Player::First)
    );
    // The other seat has moved meanwhile.
    play(&mut table, "3");
    assert_eq!(
        say(&mut table.clone(), TWO, &resign),
        resigned(Player::First)
    );
    // A bot is to move, so the person has spoken.
    let mut table = played(against_a_bot(), "4");
    let resign = Command::Resign(table.point());
    assert_eq!(
        say(&mut table, By::Shared, &resign),
        resigned(Player::Second)
    );
}

#[test]
fn a_late_resignation_does_not_lose_the_next_game() {
    let mut table = played(people(Consent::Free), "4");
    let mut late = table.point();
    let late_resign = Command::Resign(late);
    assert!(say(&mut table, By::Shared, &Command::Next).is_ok());
    assert_eq!(refused(&table, ONE, &late_resign), Refused::Stale);
    late.branch = table.point().branch + 1;
    assert_eq!(refused(&table, ONE, &Command::Resign(late)), Refused::Ahead);
}

#[test]
fn a_point_that_is_past_is_stale_and_one_to_come_is_ahead() {
    let mut table = played(people(Consent::Free), "44");
    let early = table.point();
    play(&mut table, "4");
    let mut later = table.point();
    later.ply += 1;
    let step = drop_in(1);
    for (at, expected) in [(early, Refused::Stale), (later, Refused::Ahead)] {
        let commands = [
            Command::Move { at, step },
            Command::TakeBack(at),
            Command::Redo(at),
            Command::Draw(at),
        ];
        for command in commands {
            assert_eq!(
                refused(&table, By::Shared, &command),
                expected,
                "{command:?}"
            );
        }
    }
}

#[test]
fn a_bot_takes_nothing_back_and_begins_no_game() {
    let mut table = played(against_a_bot(), "444");
    let undo = Command::TakeBack(table.point());
    assert_eq!(refused(&table, TWO, &undo), Refused::NotAllowed);
    assert_eq!(refused(&table, TWO, &Command::Next), Refused::NotAllowed);
    // A person at a seat of its own may.
    assert_eq!(say(&mut table, ONE, &undo), Ok(Event::TakenBack(2)));
    let redo = Command::Redo(table.point());
    assert_eq!(refused(&table, TWO, &redo), Refused::NotAllowed);
    assert_eq!(say(&mut table, ONE, &redo), Ok(Event::Redone(3)));
}

#[test]
fn people_who_watch_two_bots_speak_for_both() {
    let mut table = played(two_bots(), "444");
    let undo = Command::TakeBack(table.point());
    assert_eq!(say(&mut table, By::Shared, &undo), Ok(Event::TakenBack(2)));
    assert!(
        table.is_paused(),
        "the bots would make the same move at once"
    );
    assert!(say(&mut table, By::Shared, &Command::Resume).is_ok());
    // They may stop the game, but make no move for a bot.
    assert!(table.may_move(ONE) && !table.may_move(By::Shared));
}

#[test]
fn the_host_neither_offers_nor_accepts() {
    let mut table = played(people(Consent::Agreement), TWELVE_QUIET_MOVES);
    let draw = Command::Draw(table.point());
    assert_eq!(refused(&table, By::Host, &draw), Refused::NotAllowed);
    assert!(say(&mut table, TWO, &draw).is_ok());
    let accept = Command::Accept(foursight_table::Offer::Draw);
    assert_eq!(refused(&table, By::Host, &accept), Refused::NotAllowed);
}
