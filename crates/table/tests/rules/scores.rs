//! Games that follow one another: who begins, what counts, and what is told of an end.

use foursight_core::Player;
use foursight_table::{
    By, Command, Consent, Decision, Event, Happened, Score, Seat, Start, Starts, Table, Who,
};

use crate::{
    ONE, SEVEN_MOVES_TO_A_WIN, drop_in, open, opening, people, play, played, say, two_bots,
};

fn wins(one: u32, two: u32) -> Score {
    Score {
        wins: [one, two],
        ties: 0,
    }
}

/// Two people at one device after a game that seat one has won.
fn won(starts: Starts) -> Table {
    let start = Start {
        starts,
        ..people(Consent::Free)
    };
    played(start, SEVEN_MOVES_TO_A_WIN)
}

fn act(table: &mut Table, command: &Command) -> Happened {
    let happened = table.act(command, By::Shared, table.at_ms());
    happened.expect("they may").expect("a new event")
}

#[test]
fn a_win_belongs_to_the_seat_whichever_player_it_was() {
    let mut table = won(Starts::InTurn);
    assert_eq!(table.score(), wins(1, 0));
    act(&mut table, &Command::Next);
    assert_eq!(table.start().first, Seat::Two, "the seats take turns");
    assert_eq!(table.start().who(Player::First).id(), "Charles");
    play(&mut table, SEVEN_MOVES_TO_A_WIN);
    assert_eq!(table.score(), wins(1, 1));
    let mut table = won(Starts::Fixed(Seat::One));
    act(&mut table, &Command::Next);
    assert_eq!(table.start().first, Seat::One, "seat one always begins");
}

#[test]
fn a_game_that_is_begun_again_has_the_same_player_first() {
    let mut table = won(Starts::InTurn);
    act(&mut table, &Command::Next);
    play(&mut table, "44");
    act(&mut table, &Command::Next);
    assert_eq!(table.start().first, Seat::Two);
    assert_eq!(table.score(), wins(1, 0));
}

#[test]
fn the_next_game_begins_empty_and_counts() {
    let start = Start {
        opening: opening("44"),
        is_counted: false,
        ..people(Consent::Free)
    };
    let mut table = played(start, "11");
    let resign = Command::Resign(table.point());
    act(&mut table, &resign);
    assert_eq!(table.score(), wins(0, 0), "it was only looked at");
    act(&mut table, &Command::Next);
    assert_eq!(table.plies(), 0);
    play(&mut table, "454545");
    let step = drop_in(4);
    let at = table.point();
    let happened = act(&mut table, &Command::Move { at, step });
    assert!(
        happened.is_first_end,
        "the end of this game was not told before"
    );
    assert_eq!(table.score(), wins(1, 0));
}

#[test]
fn an_end_is_a_first_end_once() {
    let mut table = won(Starts::InTurn);
    let undo = Command::TakeBack(table.point());
    act(&mut table, &undo);
    let redo = Command::Redo(table.point());
    let happened = act(&mut table, &redo);
    assert!(happened.ended.is_some() && !happened.is_first_end);
    assert_eq!(happened.lines.len(), 1);
}

#[test]
fn a_score_is_kept_while_the_same_sit_there() {
    let mut table = won(Starts::InTurn);
    let same = Command::Open(Box::new(people(Consent::Free)));
    let mut other = table.clone();
    act(&mut other, &same);
    assert_eq!(other.score(), wins(1, 0));
    act(&mut table, &Command::Open(Box::new(two_bots())));
    assert_eq!(table.score(), wins(0, 0));
}

#[test]
fn a_game_that_is_over_or_only_looked_at_is_opened_without_counting() {
    let over = Start {
        opening: opening(SEVEN_MOVES_TO_A_WIN),
        ..people(Consent::Free)
    };
    let mut table = open(people(Consent::Free));
    act(&mut table, &Command::Open(Box::new(over)));
    assert!(table.is_over());
    assert_eq!(table.score(), wins(0, 0));
    let looked_at = Start {
        is_counted: false,
        ..people(Consent::Free)
    };
    act(&mut table, &Command::Open(Box::new(looked_at)));
    play(&mut table, SEVEN_MOVES_TO_A_WIN);
    assert_eq!(table.score(), wins(0, 0));
}

#[test]
fn a_score_that_is_reset_counts_the_game_in_play_but_not_the_one_that_is_over() {
    let mut table = won(Starts::InTurn);
    act(&mut table, &Command::Next);
    let mut other = table.clone();
    play(&mut other, "454545");
    assert_eq!(
        say(&mut other, By::Shared, &Command::ResetScore),
        Ok(Event::ScoreReset)
    );
    assert_eq!(other.score(), wins(0, 0));
    play(&mut other, "4");
    assert_eq!(other.score(), wins(0, 1), "the game went on");
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
fn moves_of_the_opening_have_the_number_of_the_start() {
    let start = Start {
        opening: opening("44"),
        ..people(Consent::Agreement)
    };
    let table = Table::open(start, 8, 0).expect("a legal opening");
    let mut at = table.point();
    at.ply = 0;
    let step = drop_in(4);
    let decided = table.decide(&Command::Move { at, step }, ONE, 0);
    assert_eq!(decided, Ok(Decision::Known(8)));
}

#[test]
fn a_table_has_people_if_one_person_sits_there() {
    let [person, bot] = [Who::Person, Who::Bot].map(|who| who("Ada".into()));
    let mut start = people(Consent::Free);
    assert!(start.has_people());
    start.seats = [bot.clone(), person];
    assert!(start.has_people());
    assert!(!start.is_person(Seat::One) && start.is_person(Seat::Two));
    start.seats = [bot.clone(), bot];
    assert!(!start.has_people());
}
