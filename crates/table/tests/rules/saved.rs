//! What was saved by hand or damaged, and what a saved game goes on with.

use foursight_core::{Ending, Player, WonBy};
use foursight_table::{Broken, By, ClockRule, Command, Consent, Saved, Seat, Start, Table};

use crate::{SEVEN_MOVES_TO_A_WIN, open, people, play, played, say, two_bots};

const RESIGNED: Ending = Ending::Won(Player::Second, WonBy::Resignation);

fn saved(numbers: &str) -> Saved {
    played(people(Consent::Free), numbers).saved(0)
}

#[test]
fn what_cannot_have_been_saved_is_refused() {
    let beyond = Saved {
        ply: 3,
        ..saved("44")
    };
    let by_rules = Saved {
        ended: Some(Ending::Won(Player::First, WonBy::Rules)),
        ..saved("44")
    };
    let twice = Saved {
        ended: Some(RESIGNED),
        ..saved(SEVEN_MOVES_TO_A_WIN)
    };
    let opened_beyond = Saved {
        opened: 3,
        ..saved("44")
    };
    for damaged in [beyond, opened_beyond, by_rules, twice] {
        assert_eq!(Table::restore(damaged, 0), Err(Broken::Impossible));
    }
}

#[test]
fn a_restored_end_is_an_end_that_was_told() {
    let mut text = saved("44");
    text.ended = Some(RESIGNED);
    assert!(!text.start.has_ended, "a text need not say so");
    let mut table = Table::restore(text, 100).expect("a saved game");
    assert_eq!(
        table.clocks().thinking_ms(9_000),
        0,
        "neither seat thinks any more"
    );
    let undo = Command::TakeBack(table.point());
    assert!(say(&mut table, By::Shared, &undo).is_ok());
    let resign = Command::Resign(table.point());
    let again = table.act(&resign, By::Shared, 200);
    let again = again.expect("they may").expect("a new event");
    assert!(again.ended.is_some() && !again.is_first_end);
}

#[test]
fn times_of_a_game_without_clocks_are_not_read() {
    let text = saved("44");
    assert_eq!(text.left_ms, None);
    let with_times = Saved {
        left_ms: Some([5, 6]),
        ..text.clone()
    };
    assert_eq!(Table::restore(with_times, 0), Table::restore(text, 0));
}

#[test]
fn clocks_go_on_from_what_was_left() {
    let clock = ClockRule::Total {
        main_ms: 60_000,
        increment_ms: 0,
    };
    let table = played(crate::timed(clock), "4433");
    let at_ms = table.at_ms();
    assert_eq!(table.saved(at_ms).left_ms, Some([59_000, 59_000]));
    // Seat One has thought for five seconds when the table is saved, and its clock runs on when it is there again.
    let saved = table.saved(at_ms + 5_000);
    assert_eq!(saved.left_ms, Some([54_000, 59_000]));
    let restored = Table::restore(saved, 1_000_000).expect("a saved game");
    assert_eq!(restored.clocks().running(), Some(Seat::One));
    assert_eq!(restored.clocks().out_at_ms(), Some(1_054_000));
    assert_eq!(
        restored.saved(1_002_000).left_ms,
        Some([52_000, 59_000]),
        "saved again"
    );
}

#[test]
fn clocks_that_waited_for_both_seats_wait_when_restored() {
    let clock = ClockRule::PerTurn { turn_ms: 10_000 };
    let table = played(crate::timed(clock), "4");
    let restored = Table::restore(table.saved(9_000), 0).expect("a saved game");
    assert_eq!(restored.clocks().running(), None);
    let shared = Saved {
        opened: 2,
        ..played(crate::timed(clock), "44").saved(0)
    };
    let restored = Table::restore(shared, 0).expect("a saved game");
    assert_eq!(restored.clocks().running(), None, "a shared game begins");
}

#[test]
fn a_game_that_left_its_opening_began_where_it_left() {
    let free = Start {
        clock: ClockRule::PerTurn { turn_ms: 10_000 },
        ..people(Consent::Free)
    };
    let opening = played(free.clone(), "4455").made().to_vec();
    let mut table = open(Start { opening, ..free });
    for _ in 0..2 {
        let back = Command::TakeBack(table.point());
        assert!(say(&mut table, By::Shared, &back).is_ok());
    }
    play(&mut table, "3");
    assert_eq!(table.start().opening.len(), 2);
    let mut restored = Table::restore(table.saved(0), 0).expect("a saved game");
    assert_eq!(restored.made(), table.made());
    assert_eq!(restored.clocks().running(), None, "one seat has moved");
    play(&mut restored, "3");
    assert_eq!(restored.clocks().running(), Some(Seat::One));
}

#[test]
fn two_bots_that_played_on_after_a_take_back_do_so_when_restored() {
    let mut table = played(two_bots(), "443");
    for command in [Command::TakeBack(table.point()), Command::Resume] {
        assert!(say(&mut table, By::Shared, &command).is_ok());
    }
    let restored = Table::restore(table.saved(0), 0).expect("a saved game");
    assert!(!restored.is_paused());
    assert_eq!(restored.undone().len(), 1);
}
