//! Entries that cannot follow: a damaged log is refused, and changes nothing.

use foursight_core::{Ending, Player, TiedBy, WonBy};
use foursight_table::{Broken, ClockRule, Consent, Event, Offer, Seat, Start, Table};

use crate::{SEVEN_MOVES_TO_A_WIN, drop_in, follow, opening, people, played, timed};

#[track_caller]
fn impossible(table: &Table, event: Event) {
    let mut other = table.clone();
    assert_eq!(follow(&mut other, event), Err(Broken::Impossible));
    assert_eq!(&other, table);
}

/// A table after this event.
fn after(table: &Table, event: Event) -> Table {
    let mut after = table.clone();
    follow(&mut after, event).expect("it can follow");
    after
}

fn resigned() -> Event {
    Event::Ended(Ending::Won(Player::Second, WonBy::Resignation))
}

fn moved() -> Event {
    Event::Moved {
        step: drop_in(1),
        spent_ms: 0,
    }
}

#[test]
fn a_move_cannot_follow_the_end_or_a_pause() {
    let table = played(people(Consent::Agreement), "44");
    after(&table, moved());
    impossible(&after(&table, resigned()), moved());
    impossible(&after(&table, Event::Paused), moved());
}

#[test]
fn a_game_ends_once() {
    let table = played(people(Consent::Agreement), "44");
    let over = after(&table, resigned());
    for ending in [Ending::Aborted, Ending::Tied(TiedBy::Agreement)] {
        impossible(&over, Event::Ended(ending));
    }
    impossible(&over, Event::Paused);
}

#[test]
fn ends_by_the_rules_come_from_moves_alone() {
    let table = played(people(Consent::Agreement), "44");
    let won = Ending::Won(Player::First, WonBy::Rules);
    impossible(&table, Event::Ended(won));
}

#[test]
fn an_end_on_time_needs_a_clock_that_is_out() {
    let table = played(timed(ClockRule::days(1)), "44");
    for player in [Player::First, Player::Second] {
        impossible(&table, Event::Ended(Ending::Won(player, WonBy::Time)));
    }
}

#[test]
fn take_backs_and_redos_of_no_move_cannot_follow() {
    let table = played(people(Consent::Free), "4433");
    impossible(&table, Event::TakenBack(4));
    impossible(&table, Event::Redone(4));
    let back = after(&table, Event::TakenBack(2));
    impossible(&back, Event::Redone(2));
    impossible(&back, Event::Redone(5));
    impossible(&after(&back, resigned()), Event::Redone(3));
    after(&back, Event::Redone(3));
}

#[test]
fn offers_cannot_follow_where_they_make_no_sense() {
    let table = played(people(Consent::Agreement), "4433");
    let offered = |offer| Event::Offered(Seat::One, offer);
    impossible(&table, offered(Offer::Rematch));
    impossible(&table, offered(Offer::TakeBack(4)));
    impossible(&table, Event::Closed(Seat::One));
    let once = after(&table, offered(Offer::Draw));
    impossible(&once, offered(Offer::Draw));
    let over = after(&table, resigned());
    impossible(&over, offered(Offer::Draw));
    impossible(&over, offered(Offer::TakeBack(2)));
    after(&over, offered(Offer::Rematch));
    let rated = played(people(Consent::NoTakeBack), "4433");
    impossible(&rated, offered(Offer::TakeBack(2)));
}

#[test]
fn a_game_that_is_over_when_it_begins_tells_no_end() {
    let mut table = played(people(Consent::Free), "44");
    let start = Start {
        opening: opening(SEVEN_MOVES_TO_A_WIN),
        ..people(Consent::Free)
    };
    let happened = follow(&mut table, Event::Started(Box::new(start))).expect("a start");
    assert!(table.is_over());
    assert_eq!((happened.ended, happened.is_first_end), (None, false));
    assert!(happened.lines.is_empty());
}
