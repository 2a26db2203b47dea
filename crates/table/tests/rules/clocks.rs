//! When clocks run, what they are charged, and when they are out.

use foursight_core::{Ending, Player, WonBy};
use foursight_table::{
    By, ClockRule, Command, Consent, Decision, Entry, Event, Offer, Refused, Seat, Start, Table,
};

use crate::{
    ONE, TWO, double, drop_in, make, moving, open, people, play, played, power_up, say, say_at,
    timed,
};

const TOTAL: ClockRule = ClockRule::Total {
    main_ms: 60_000,
    increment_ms: 500,
};
const PER_TURN: ClockRule = ClockRule::PerTurn { turn_ms: 10_000 };

fn left_ms(table: &Table) -> [u64; 2] {
    Seat::BOTH.map(|seat| table.clocks().left_ms(seat, table.at_ms()))
}

fn last_took_ms(table: &Table) -> Option<u64> {
    table.made().last().expect("a move").took_ms
}

#[test]
fn clocks_run_once_both_seats_have_moved() {
    let mut table = open(timed(TOTAL));
    play(&mut table, "4");
    assert_eq!(
        last_took_ms(&table),
        Some(1000),
        "thinking is told from the start"
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
        table.clocks().left_ms(Seat::Two, 3_200),
        59_800,
        "it is seen to run"
    );
}

#[test]
fn two_plies_of_one_seat_are_one_turn() {
    let mut table = open(power_up(PER_TURN));
    make(&mut table, double(1));
    make(&mut table, drop_in(3));
    assert!(!table.have_both_moved(), "seat two has not moved");
    assert_eq!(table.clocks().running(), None);
    make(&mut table, drop_in(4));
    make(&mut table, drop_in(5));
    let happened = make(&mut table, double(7));
    assert!(!happened.plies[0].ends_turn);
    assert_eq!(
        left_ms(&table),
        [10_000, 9_000],
        "the turn has its time once"
    );
    make(&mut table, drop_in(6));
    assert_eq!(
        left_ms(&table),
        [10_000, 10_000],
        "the next turn has its own"
    );
    let mut table = open(power_up(TOTAL));
    play(&mut table, "4455");
    make(&mut table, double(7));
    assert_eq!(
        left_ms(&table),
        [58_500, 59_500],
        "no increment within a turn"
    );
    play(&mut table, "1");
    assert_eq!(left_ms(&table), [58_000, 59_500], "one for both plies");
}

#[test]
fn a_clock_with_nothing_left_is_out() {
    let mut table = played(timed(PER_TURN), "44");
    assert_eq!(table.clocks().out_at_ms(), Some(12_000));
    let early = say_at(&mut table, By::Host, &Command::Flag, 11_999);
    assert_eq!(early, Err(Refused::TimeLeft));
    // Whatever is asked then, and by whom: the time comes first.
    let lost = Event::Ended(Ending::Won(Player::Second, WonBy::Time));
    for (by, command) in [
        (ONE, moving(&table, drop_in(4))),
        (TWO, Command::Flag),
        (TWO, Command::Accept(Offer::Draw)),
    ] {
        assert_eq!(
            say_at(&mut table.clone(), by, &command, 12_000),
            Ok(lost.clone())
        );
    }
}

#[test]
fn a_credit_of_the_host_comes_before_the_end_on_time() {
    let mut table = played(timed(TOTAL), "44");
    let credit = Command::Credit(100_000);
    for by in [ONE, TWO, By::Shared] {
        let refused = say_at(&mut table, by, &credit, 3_000);
        assert_eq!(refused, Err(Refused::NotAllowed));
    }
    let credited = say_at(&mut table, By::Host, &credit, 90_000);
    assert_eq!(credited, Ok(Event::Credited(100_000)));
    assert_eq!(left_ms(&table), [72_000, 60_000], "160 seconds less 88");
    let step = moving(&table, drop_in(4));
    assert!(say_at(&mut table, ONE, &step, 91_000).is_ok());
    let mut table = open(timed(TOTAL));
    let refused = say(&mut table, By::Host, &credit);
    assert_eq!(refused, Err(Refused::NotAllowed), "no clock runs yet");
}

#[test]
fn lag_is_not_charged() {
    let table = played(timed(TOTAL), "44");
    let step = drop_in(4);
    let decided = table.decide_after_lag(&moving(&table, step), ONE, 3_000, 300);
    let event = Event::Moved {
        step,
        spent_ms: 700,
    };
    let entry = Entry {
        seq: 4,
        at_ms: 3_000,
        event,
    };
    assert_eq!(decided, Ok(Decision::New(entry)));
}

#[test]
fn thinking_stops_in_a_pause_and_goes_on_after_it() {
    let mut table = played(timed(TOTAL), "44");
    for (command, at_ms) in [
        (Command::Pause, 3_000),
        (Command::Resume, 50_000),
        (Command::Pause, 51_000),
    ] {
        assert!(say_at(&mut table, By::Host, &command, at_ms).is_ok());
    }
    assert_eq!(table.clocks().running(), None);
    assert_eq!(table.clocks().thinking_ms(99_000), 2_000);
    assert!(say_at(&mut table, By::Host, &Command::Resume, 99_000).is_ok());
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
fn a_take_back_ends_the_thinking_and_begins_a_turn() {
    let start = Start {
        consent: Consent::Free,
        ..timed(PER_TURN)
    };
    let mut table = played(start, "4433");
    let undo = Command::TakeBack(table.point());
    assert!(say_at(&mut table, By::Shared, &undo, 9_000).is_ok());
    assert_eq!(left_ms(&table), [10_000, 10_000]);
    assert_eq!(table.clocks().running(), Some(Seat::Two));
    play(&mut table, "1");
    assert_eq!(
        last_took_ms(&table),
        Some(1_000),
        "the five seconds before are gone"
    );
    let redo = Command::TakeBack(table.point());
    assert!(say(&mut table, By::Shared, &redo).is_ok());
    let redo = Command::Redo(table.point());
    assert!(say_at(&mut table, By::Shared, &redo, 12_000).is_ok());
    assert_eq!(left_ms(&table), [10_000, 10_000]);
    assert_eq!(table.clocks().running(), Some(Seat::One));
}

#[test]
fn a_take_back_costs_the_thinking_before_it() {
    let start = Start {
        consent: Consent::Free,
        ..timed(TOTAL)
    };
    let mut table = played(start, "443");
    let undo = Command::TakeBack(table.point());
    assert!(say_at(&mut table, By::Shared, &undo, 5_000).is_ok());
    assert_eq!(left_ms(&table), [59_500, 58_000]);
}

#[test]
fn without_a_clock_none_runs() {
    let table = played(people(Consent::Free), "4433");
    assert_eq!(table.clocks().running(), None);
    assert_eq!(table.clocks().out_at_ms(), None);
    assert_eq!(
        last_took_ms(&table),
        Some(1_000),
        "times are kept all the same"
    );
}

#[test]
fn days_are_a_time_for_each_turn() {
    let turn_ms = 2 * 24 * 60 * 60 * 1000;
    assert_eq!(ClockRule::days(2), ClockRule::PerTurn { turn_ms });
}
