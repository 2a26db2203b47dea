//! Restoring saved tables, including damaged and hand-written ones.

use foursight_core::{Ending, Player, WinReason};
use foursight_table::{
    Actor, ApplyError, Command, Consent, GameStart, SavedTable, Seat, Table, TimeControl,
};

use crate::{SEVEN_MOVES_TO_A_WIN, execute, open, people, play, played, two_bots};

const RESIGNED: Ending = Ending::Won(Player::Second, WinReason::Resignation);

fn saved(numbers: &str) -> SavedTable {
    played(people(Consent::Free), numbers).to_saved(0)
}

#[test]
fn an_inconsistent_saved_table_is_an_error() {
    let beyond = SavedTable {
        ply: 3,
        ..saved("44")
    };
    let by_rules = SavedTable {
        ending: Some(Ending::Won(Player::First, WinReason::Rules)),
        ..saved("44")
    };
    let twice = SavedTable {
        ending: Some(RESIGNED),
        ..saved(SEVEN_MOVES_TO_A_WIN)
    };
    let opened_beyond = SavedTable {
        opening_plies: 3,
        ..saved("44")
    };
    for damaged in [beyond, opened_beyond, by_rules, twice] {
        assert_eq!(Table::restore(damaged, 0), Err(ApplyError::Invalid));
    }
}

#[test]
fn a_restored_end_is_not_a_first_end() {
    let mut state = saved("44");
    state.ending = Some(RESIGNED);
    assert!(!state.start.has_ended, "a file may omit it");
    let mut table = Table::restore(state, 100).expect("a saved game");
    assert_eq!(
        table.clocks().thinking_ms(9_000),
        0,
        "neither seat thinks any more"
    );
    let undo = Command::TakeBack(table.point());
    assert!(execute(&mut table, Actor::SharedDevice, &undo).is_ok());
    let resign = Command::Resign(table.point());
    let again = table.decide_and_apply(&resign, Actor::SharedDevice, 200);
    let again = again.expect("they may").expect("a new event");
    assert!(again.ending.is_some() && !again.is_first_end);
}

#[test]
fn times_of_a_game_without_clocks_are_ignored() {
    let state = saved("44");
    assert_eq!(state.remaining_ms, None);
    let with_times = SavedTable {
        remaining_ms: Some([5, 6]),
        ..state.clone()
    };
    assert_eq!(Table::restore(with_times, 0), Table::restore(state, 0));
}

#[test]
fn clocks_continue_with_the_remaining_time() {
    let clock = TimeControl::Fischer {
        main_ms: 60_000,
        increment_ms: 0,
    };
    let table = played(crate::timed(clock), "4433");
    let at_ms = table.at_ms();
    assert_eq!(table.to_saved(at_ms).remaining_ms, Some([59_000, 59_000]));
    // Seat one has thought for five seconds when the table is saved; its clock continues once the
    // table is restored.
    let saved = table.to_saved(at_ms + 5_000);
    assert_eq!(saved.remaining_ms, Some([54_000, 59_000]));
    let restored = Table::restore(saved, 1_000_000).expect("a saved game");
    assert_eq!(restored.clocks().running(), Some(Seat::One));
    assert_eq!(restored.clocks().expires_at_ms(), Some(1_054_000));
    assert_eq!(
        restored.to_saved(1_002_000).remaining_ms,
        Some([52_000, 59_000]),
        "saved again"
    );
}

#[test]
fn clocks_not_yet_started_do_not_run_when_restored() {
    let clock = TimeControl::PerTurn { turn_ms: 10_000 };
    let table = played(crate::timed(clock), "4");
    let restored = Table::restore(table.to_saved(9_000), 0).expect("a saved game");
    assert_eq!(restored.clocks().running(), None);
    let shared = SavedTable {
        opening_plies: 2,
        ..played(crate::timed(clock), "44").to_saved(0)
    };
    let restored = Table::restore(shared, 0).expect("a saved game");
    assert_eq!(restored.clocks().running(), None, "a shared game begins");
}

#[test]
fn deviating_from_the_opening_shortens_it() {
    let free = GameStart {
        time_control: TimeControl::PerTurn { turn_ms: 10_000 },
        ..people(Consent::Free)
    };
    let opening = played(free.clone(), "4455").timed_moves().to_vec();
    let mut table = open(GameStart { opening, ..free });
    for _ in 0..2 {
        let back = Command::TakeBack(table.point());
        assert!(execute(&mut table, Actor::SharedDevice, &back).is_ok());
    }
    play(&mut table, "3");
    assert_eq!(table.start().opening.len(), 2);
    let mut restored = Table::restore(table.to_saved(0), 0).expect("a saved game");
    assert_eq!(restored.timed_moves(), table.timed_moves());
    assert_eq!(restored.clocks().running(), None, "one seat has moved");
    play(&mut restored, "3");
    assert_eq!(restored.clocks().running(), Some(Seat::One));
}

#[test]
fn resumed_bots_are_not_paused_when_restored() {
    let mut table = played(two_bots(), "443");
    for command in [Command::TakeBack(table.point()), Command::Resume] {
        assert!(execute(&mut table, Actor::SharedDevice, &command).is_ok());
    }
    let restored = Table::restore(table.to_saved(0), 0).expect("a saved game");
    assert!(!restored.is_paused());
    assert_eq!(restored.undone().len(), 1);
}
