//! Invalid entries: a damaged log is an error and changes nothing.

use foursight_core::{DrawReason, Ending, Player, WinReason};
use foursight_table::{ApplyError, Consent, Event, GameStart, Offer, Seat, Table, TimeControl};

use crate::{SEVEN_MOVES_TO_A_WIN, apply_event, drop_in, opening, people, played, timed};

#[track_caller]
fn assert_invalid(table: &Table, event: Event) {
    let mut other = table.clone();
    assert_eq!(apply_event(&mut other, event), Err(ApplyError::Invalid));
    assert_eq!(&other, table);
}

/// Returns the table after this event.
fn after(table: &Table, event: Event) -> Table {
    let mut after = table.clone();
    apply_event(&mut after, event).expect("a valid event");
    after
}

fn resigned() -> Event {
    Event::GameEnded(Ending::Won(Player::Second, WinReason::Resignation))
}

fn moved() -> Event {
    Event::MovePlayed {
        mv: drop_in(1),
        spent_ms: 0,
    }
}

#[test]
fn a_move_cannot_follow_the_end_or_a_pause() {
    let table = played(people(Consent::Agreement), "44");
    after(&table, moved());
    assert_invalid(&after(&table, resigned()), moved());
    assert_invalid(&after(&table, Event::Paused), moved());
}

#[test]
fn a_game_ends_once() {
    let table = played(people(Consent::Agreement), "44");
    let over = after(&table, resigned());
    for ending in [Ending::Aborted, Ending::Draw(DrawReason::Agreement)] {
        assert_invalid(&over, Event::GameEnded(ending));
    }
    assert_invalid(&over, Event::Paused);
}

#[test]
fn an_end_by_the_rules_is_never_an_event_of_its_own() {
    let table = played(people(Consent::Agreement), "44");
    let won = Ending::Won(Player::First, WinReason::Rules);
    assert_invalid(&table, Event::GameEnded(won));
}

#[test]
fn an_end_on_time_needs_an_expired_clock() {
    let table = played(timed(TimeControl::PerTurn { turn_ms: 60_000 }), "44");
    for player in [Player::First, Player::Second] {
        assert_invalid(
            &table,
            Event::GameEnded(Ending::Won(player, WinReason::Time)),
        );
    }
}

#[test]
fn empty_take_backs_and_redos_are_invalid() {
    let table = played(people(Consent::Free), "4433");
    assert_invalid(&table, Event::MovesTakenBack(4));
    assert_invalid(&table, Event::MovesRedone(4));
    let back = after(&table, Event::MovesTakenBack(2));
    assert_invalid(&back, Event::MovesRedone(2));
    assert_invalid(&back, Event::MovesRedone(5));
    assert_invalid(&after(&back, resigned()), Event::MovesRedone(3));
    after(&back, Event::MovesRedone(3));
}

#[test]
fn offers_are_invalid_in_the_wrong_state() {
    let table = played(people(Consent::Agreement), "4433");
    let offered = |offer| Event::OfferMade(Seat::One, offer);
    assert_invalid(&table, offered(Offer::Rematch));
    assert_invalid(&table, offered(Offer::TakeBack { to: 4 }));
    assert_invalid(&table, Event::OfferClosed(Seat::One));
    let once = after(&table, offered(Offer::Draw));
    assert_invalid(&once, offered(Offer::Draw));
    let over = after(&table, resigned());
    assert_invalid(&over, offered(Offer::Draw));
    assert_invalid(&over, offered(Offer::TakeBack { to: 2 }));
    after(&over, offered(Offer::Rematch));
    let rated = played(people(Consent::NoTakeBack), "4433");
    assert_invalid(&rated, offered(Offer::TakeBack { to: 2 }));
}

#[test]
fn a_game_that_is_over_at_its_start_reports_no_end() {
    let mut table = played(people(Consent::Free), "44");
    let start = GameStart {
        opening: opening(SEVEN_MOVES_TO_A_WIN),
        ..people(Consent::Free)
    };
    let applied = apply_event(&mut table, Event::GameStarted(Box::new(start))).expect("a start");
    assert!(table.is_over());
    assert_eq!((applied.ending, applied.is_first_end), (None, false));
    assert!(applied.lines.is_empty());
}
