//! Successive games: who moves first, which ends count, and how an end is reported.

use foursight_core::Player;
use foursight_table::{
    Actor, AppliedEvent, Command, Consent, Decision, Event, GameStart, MatchScore, Occupant, Seat,
    StartPolicy, Table,
};

use crate::{
    ONE, SEVEN_MOVES_TO_A_WIN, drop_in, execute, open, opening, people, play, played, two_bots,
};

fn wins(one: u32, two: u32) -> MatchScore {
    MatchScore {
        wins: [one, two],
        draws: 0,
    }
}

/// Two people sharing one device after a game that seat one has won.
fn won(starts: StartPolicy) -> Table {
    let start = GameStart {
        start_policy: starts,
        ..people(Consent::Free)
    };
    played(start, SEVEN_MOVES_TO_A_WIN)
}

fn act(table: &mut Table, command: &Command) -> AppliedEvent {
    let applied = table.decide_and_apply(command, Actor::SharedDevice, table.at_ms());
    applied.expect("they may").expect("a new event")
}

#[test]
fn a_win_counts_for_the_seat_whichever_player_it_was() {
    let mut table = won(StartPolicy::Alternate);
    assert_eq!(table.score(), wins(1, 0));
    act(&mut table, &Command::NextGame);
    assert_eq!(table.start().first, Seat::Two, "the seats alternate");
    assert_eq!(table.start().occupant(Player::First).id(), "Charles");
    play(&mut table, SEVEN_MOVES_TO_A_WIN);
    assert_eq!(table.score(), wins(1, 1));
    let mut table = won(StartPolicy::Fixed(Seat::One));
    act(&mut table, &Command::NextGame);
    assert_eq!(table.start().first, Seat::One, "seat one always begins");
}

#[test]
fn a_restarted_game_keeps_the_seat_that_moves_first() {
    let mut table = won(StartPolicy::Alternate);
    act(&mut table, &Command::NextGame);
    play(&mut table, "44");
    act(&mut table, &Command::NextGame);
    assert_eq!(table.start().first, Seat::Two);
    assert_eq!(table.score(), wins(1, 0));
}

#[test]
fn the_next_game_begins_empty_and_counts() {
    let start = GameStart {
        opening: opening("44"),
        is_counted: false,
        ..people(Consent::Free)
    };
    let mut table = played(start, "11");
    let resign = Command::Resign(table.point());
    act(&mut table, &resign);
    assert_eq!(table.score(), wins(0, 0), "it was only viewed");
    act(&mut table, &Command::NextGame);
    assert_eq!(table.plies(), 0);
    play(&mut table, "454545");
    let mv = drop_in(4);
    let at = table.point();
    let applied = act(&mut table, &Command::PlayMove { at, mv });
    assert!(
        applied.is_first_end,
        "the end of this game was not reported before"
    );
    assert_eq!(table.score(), wins(1, 0));
}

#[test]
fn an_end_is_reported_as_first_only_once() {
    let mut table = won(StartPolicy::Alternate);
    let undo = Command::TakeBack(table.point());
    act(&mut table, &undo);
    let redo = Command::Redo(table.point());
    let applied = act(&mut table, &redo);
    assert!(applied.ending.is_some() && !applied.is_first_end);
    assert_eq!(applied.lines.len(), 1);
}

#[test]
fn the_score_carries_over_between_the_same_occupants() {
    let mut table = won(StartPolicy::Alternate);
    let same = Command::OpenGame(Box::new(people(Consent::Free)));
    let mut other = table.clone();
    act(&mut other, &same);
    assert_eq!(other.score(), wins(1, 0));
    act(&mut table, &Command::OpenGame(Box::new(two_bots())));
    assert_eq!(table.score(), wins(0, 0));
}

#[test]
fn a_finished_or_viewed_game_does_not_count() {
    let over = GameStart {
        opening: opening(SEVEN_MOVES_TO_A_WIN),
        ..people(Consent::Free)
    };
    let mut table = open(people(Consent::Free));
    act(&mut table, &Command::OpenGame(Box::new(over)));
    assert!(table.is_over());
    assert_eq!(table.score(), wins(0, 0));
    let viewed = GameStart {
        is_counted: false,
        ..people(Consent::Free)
    };
    act(&mut table, &Command::OpenGame(Box::new(viewed)));
    play(&mut table, SEVEN_MOVES_TO_A_WIN);
    assert_eq!(table.score(), wins(0, 0));
}

#[test]
fn after_a_score_reset_only_an_unfinished_game_counts() {
    let mut table = won(StartPolicy::Alternate);
    act(&mut table, &Command::NextGame);
    let mut other = table.clone();
    play(&mut other, "454545");
    assert_eq!(
        execute(&mut other, Actor::SharedDevice, &Command::ResetScore),
        Ok(Event::ScoreReset)
    );
    assert_eq!(other.score(), wins(0, 0));
    play(&mut other, "4");
    assert_eq!(other.score(), wins(0, 1), "the game was in progress");
    play(&mut table, SEVEN_MOVES_TO_A_WIN);
    act(&mut table, &Command::ResetScore);
    assert_eq!(table.score(), wins(0, 0), "the game was over");
}

#[test]
fn a_game_is_in_play_from_its_first_move_to_its_end() {
    let mut table = open(people(Consent::Free));
    assert!(!table.is_in_play());
    play(&mut table, "4");
    assert!(table.is_in_play());
    play(&mut table, "545454");
    assert!(table.is_over() && !table.is_in_play());
}

#[test]
fn moves_of_the_opening_carry_the_number_of_the_start_event() {
    let start = GameStart {
        opening: opening("44"),
        ..people(Consent::Agreement)
    };
    let table = Table::open(start, 8, 0).expect("a legal opening");
    let mut at = table.point();
    at.ply = 0;
    let mv = drop_in(4);
    let decided = table.decide(&Command::PlayMove { at, mv }, ONE, 0);
    assert_eq!(decided, Ok(Decision::Duplicate(8)));
}

#[test]
fn a_table_has_people_if_one_occupant_is_a_person() {
    let [person, bot] = [Occupant::Person, Occupant::Bot].map(|occupant| occupant("Ada".into()));
    let mut start = people(Consent::Free);
    assert!(start.has_people());
    start.seats = [bot.clone(), person];
    assert!(start.has_people());
    assert!(!start.is_person(Seat::One) && start.is_person(Seat::Two));
    start.seats = [bot.clone(), bot];
    assert!(!start.has_people());
}
