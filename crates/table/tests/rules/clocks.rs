//! Clocks: when they run, the time they are charged, and their expiry.

use foursight_core::{Ending, Player, WinReason};
use foursight_table::{
    Actor, Command, CommandError, Consent, Decision, Entry, Event, GameStart, Offer, Seat, Table,
    TimeControl,
};

use crate::{
    ONE, TWO, double, drop_in, execute, execute_at, move_command, open, people, play, play_move,
    played, power_up, timed,
};

const TOTAL: TimeControl = TimeControl::Fischer {
    main_ms: 60_000,
    increment_ms: 500,
};
const PER_TURN: TimeControl = TimeControl::PerTurn { turn_ms: 10_000 };

fn left_ms(table: &Table) -> [u64; 2] {
    Seat::BOTH.map(|seat| table.clocks().remaining_ms(seat, table.at_ms()))
}

fn last_took_ms(table: &Table) -> Option<u64> {
    table.timed_moves().last().expect("a move").thinking_ms
}

#[test]
fn clocks_run_once_both_seats_have_moved() {
    let mut table = open(timed(TOTAL));
    play(&mut table, "4");
    assert_eq!(
        last_took_ms(&table),
        Some(1000),
        "thinking time is measured from the start"
    );
    assert_eq!(table.clocks().running(), None);
    play(&mut table, "4");
    assert_eq!(
        left_ms(&table),
        [60_000, 60_000],
        "both first moves are free"
    );
    assert_eq!(table.clocks().running(), Some(Seat::One));
    play(&mut table, "3");
    assert_eq!(
        left_ms(&table),
        [59_500, 60_000],
        "a second less, the increment more"
    );
    assert_eq!(table.clocks().running(), Some(Seat::Two));
    assert_eq!(
        table.clocks().remaining_ms(Seat::Two, 3_200),
        59_800,
        "it is running"
    );
}

#[test]
fn two_plies_of_one_seat_are_one_turn() {
    let mut table = open(power_up(PER_TURN));
    play_move(&mut table, double(1));
    play_move(&mut table, drop_in(3));
    assert!(!table.have_both_moved(), "seat two has not moved");
    assert_eq!(table.clocks().running(), None);
    play_move(&mut table, drop_in(4));
    play_move(&mut table, drop_in(5));
    let applied = play_move(&mut table, double(7));
    assert!(!applied.plies[0].ends_turn);
    assert_eq!(
        left_ms(&table),
        [10_000, 9_000],
        "the turn has its time once"
    );
    play_move(&mut table, drop_in(6));
    assert_eq!(
        left_ms(&table),
        [10_000, 10_000],
        "the next turn has its own"
    );
    let mut table = open(power_up(TOTAL));
    play(&mut table, "4455");
    play_move(&mut table, double(7));
    assert_eq!(
        left_ms(&table),
        [58_500, 59_500],
        "no increment within a turn"
    );
    play(&mut table, "1");
    assert_eq!(left_ms(&table), [58_000, 59_500], "one for both plies");
}

#[test]
fn a_clock_without_time_left_expires() {
    let mut table = played(timed(PER_TURN), "44");
    assert_eq!(table.clocks().expires_at_ms(), Some(12_000));
    let early = execute_at(&mut table, Actor::Host, &Command::Flag, 11_999);
    assert_eq!(early, Err(CommandError::TimeLeft));
    // Then every command of every actor results in the loss on time.
    let lost = Event::GameEnded(Ending::Won(Player::Second, WinReason::Time));
    for (actor, command) in [
        (ONE, move_command(&table, drop_in(4))),
        (TWO, Command::Flag),
        (TWO, Command::Accept(Offer::Draw)),
    ] {
        assert_eq!(
            execute_at(&mut table.clone(), actor, &command, 12_000),
            Ok(lost.clone())
        );
    }
    assert!(execute_at(&mut table, TWO, &Command::Flag, 12_000).is_ok());
    let late = execute_at(&mut table, TWO, &Command::Flag, 12_001);
    assert_eq!(late, Err(CommandError::GameOver));
}

#[test]
fn a_credit_of_the_host_comes_before_the_end_on_time() {
    let mut table = played(timed(TOTAL), "44");
    let credit = Command::CreditTime(100_000);
    for actor in [ONE, TWO, Actor::SharedDevice] {
        let rejected = execute_at(&mut table, actor, &credit, 3_000);
        assert_eq!(rejected, Err(CommandError::NotAllowed));
    }
    let credited = execute_at(&mut table, Actor::Host, &credit, 90_000);
    assert_eq!(credited, Ok(Event::TimeCredited(100_000)));
    assert_eq!(left_ms(&table), [72_000, 60_000], "160 seconds less 88");
    let command = move_command(&table, drop_in(4));
    assert!(execute_at(&mut table, ONE, &command, 91_000).is_ok());
    let mut table = open(timed(TOTAL));
    let rejected = execute(&mut table, Actor::Host, &credit);
    assert_eq!(rejected, Err(CommandError::NotAllowed), "no clock runs yet");
}

#[test]
fn lag_is_not_charged() {
    let table = played(timed(TOTAL), "44");
    let mv = drop_in(4);
    let decided = table.decide_after_lag(&move_command(&table, mv), ONE, 3_000, 300);
    let event = Event::MovePlayed { mv, spent_ms: 700 };
    let entry = Entry {
        seq: 4,
        at_ms: 3_000,
        event,
    };
    assert_eq!(decided, Ok(Decision::New(entry)));
}

#[test]
fn a_pause_interrupts_the_thinking_time() {
    let mut table = played(timed(TOTAL), "44");
    for (command, at_ms) in [
        (Command::Pause, 3_000),
        (Command::Resume, 50_000),
        (Command::Pause, 51_000),
    ] {
        assert!(execute_at(&mut table, Actor::Host, &command, at_ms).is_ok());
    }
    assert_eq!(table.clocks().running(), None);
    assert_eq!(table.clocks().thinking_ms(99_000), 2_000);
    assert!(execute_at(&mut table, Actor::Host, &Command::Resume, 99_000).is_ok());
    assert_eq!(table.clocks().running(), Some(Seat::One));
    play(&mut table, "3");
    assert_eq!(
        last_took_ms(&table),
        Some(3_000),
        "three stretches of a second"
    );
    assert_eq!(left_ms(&table), [57_500, 60_000]);
}

#[test]
fn a_take_back_resets_the_thinking_time_and_the_turn() {
    let start = GameStart {
        consent: Consent::Free,
        ..timed(PER_TURN)
    };
    let mut table = played(start, "4433");
    let undo = Command::TakeBack(table.point());
    assert!(execute_at(&mut table, Actor::SharedDevice, &undo, 9_000).is_ok());
    assert_eq!(left_ms(&table), [10_000, 10_000]);
    assert_eq!(table.clocks().running(), Some(Seat::Two));
    play(&mut table, "1");
    assert_eq!(
        last_took_ms(&table),
        Some(1_000),
        "the five seconds before do not count"
    );
    let undo = Command::TakeBack(table.point());
    assert!(execute(&mut table, Actor::SharedDevice, &undo).is_ok());
    let redo = Command::Redo(table.point());
    assert!(execute_at(&mut table, Actor::SharedDevice, &redo, 12_000).is_ok());
    assert_eq!(left_ms(&table), [10_000, 10_000]);
    assert_eq!(table.clocks().running(), Some(Seat::One));
}

#[test]
fn a_take_back_charges_the_thinking_before_it() {
    let start = GameStart {
        consent: Consent::Free,
        ..timed(TOTAL)
    };
    let mut table = played(start, "443");
    let undo = Command::TakeBack(table.point());
    assert!(execute_at(&mut table, Actor::SharedDevice, &undo, 5_000).is_ok());
    assert_eq!(left_ms(&table), [59_500, 58_000]);
}

#[test]
fn without_a_time_control_no_clock_runs() {
    let table = played(people(Consent::Free), "4433");
    assert_eq!(table.clocks().running(), None);
    assert_eq!(table.clocks().expires_at_ms(), None);
    assert_eq!(
        last_took_ms(&table),
        Some(1_000),
        "times are measured all the same"
    );
}
