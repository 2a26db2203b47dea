//! What was saved by hand or damaged, and what a saved game goes on with.

use foursight_core::{Ending, Player, WonBy};
use foursight_table::{Broken, By, ClockRule, Command, Consent, Saved, Table};

use crate::{SEVEN_MOVES_TO_A_WIN, people, played, say, two_bots};

const RESIGNED: Ending = Ending::Won(Player::Second, WonBy::Resignation);

fn saved(numbers: &str) -> Saved {
    played(people(Consent::Free), numbers).saved()
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
    for damaged in [beyond, by_rules, twice] {
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
    assert_eq!(table.saved().left_ms, Some([59_000, 59_000]));
    let restored = Table::restore(table.saved(), 1_000_000).expect("a saved game");
    assert_eq!(restored.saved().left_ms, Some([59_000, 59_000]));
}

#[test]
fn two_bots_that_played_on_after_a_take_back_do_so_when_restored() {
    let mut table = played(two_bots(), "443");
    for command in [Command::TakeBack(table.point()), Command::Resume] {
        assert!(say(&mut table, By::Shared, &command).is_ok());
    }
    let restored = Table::restore(table.saved(), 0).expect("a saved game");
    assert!(!restored.is_paused());
    assert_eq!(restored.undone().len(), 1);
}
