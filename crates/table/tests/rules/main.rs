//! Rules of the table: what each actor may do and which event exactly follows, one scenario per
//! rule.
//!
//! The property tests check invariants, which a table that allows too much or too little would
//! satisfy as well; hence the scenarios here. Mutation testing: each of 193 deliberate faults in
//! the table, one at a time, failed a test of this crate.

mod actors;
mod clocks;
mod disc_motions;
mod entries;
mod offers;
mod saved_tables;
mod scores;
mod undo;

use foursight_core::{Column, Move, PowerDisc, Ruleset, Variant};
use foursight_table::{
    Actor, AppliedEvent, ApplyError, Command, CommandError, Consent, Decision, Entry, Event,
    GameStart, Occupant, Seat, Table, TimeControl, TimedMove,
};

const ONE: Actor = Actor::Seat(Seat::One);
const TWO: Actor = Actor::Seat(Seat::Two);

/// Fills one column, then another, without a line.
const TWELVE_QUIET_MOVES: &str = "111111222222";

/// Moves of which the last wins for seat one.
const SEVEN_MOVES_TO_A_WIN: &str = "4545454";

/// Two people.
fn people(consent: Consent) -> GameStart {
    let seats = ["Ada", "Charles"].map(|id| Occupant::Person(id.into()));
    GameStart {
        consent,
        ..GameStart::new(Ruleset::STANDARD, seats)
    }
}

/// Two people with a clock whose requests need agreement.
fn timed(clock: TimeControl) -> GameStart {
    GameStart {
        time_control: clock,
        ..people(Consent::Agreement)
    }
}

/// A person at seat one and a bot at seat two, on one device.
fn against_a_bot() -> GameStart {
    let seats = [Occupant::Person("Ada".into()), Occupant::Bot("hard".into())];
    GameStart::new(Ruleset::STANDARD, seats)
}

/// Two bots, watched on one device.
fn two_bots() -> GameStart {
    let seats = ["easy", "hard"].map(|id| Occupant::Bot(id.into()));
    GameStart::new(Ruleset::STANDARD, seats)
}

fn power_up(clock: TimeControl) -> GameStart {
    let power_up = Ruleset::default_for(Variant::PowerUp(foursight_core::Stock::default()));
    GameStart {
        ruleset: power_up,
        ..timed(clock)
    }
}

fn open(start: GameStart) -> Table {
    Table::open(start, 1, 0).expect("a legal opening")
}

/// Returns a table after these moves, one a second, each by its seat.
fn played(start: GameStart, numbers: &str) -> Table {
    let mut table = open(start);
    play(&mut table, numbers);
    table
}

fn play(table: &mut Table, numbers: &str) {
    for number in numbers.chars() {
        let number = number.to_digit(10).expect("a digit");
        play_move(table, drop_in(number as usize));
    }
}

/// Plays a move for the seat to move after a second.
fn play_move(table: &mut Table, mv: Move) -> AppliedEvent {
    let seat = table.to_move().expect("the game is in progress");
    let at_ms = table.at_ms() + 1000;
    let command = move_command(table, mv);
    let applied = table.decide_and_apply(&command, Actor::Seat(seat), at_ms);
    applied.expect("it may move").expect("a new move")
}

fn column(number: usize) -> Column {
    Column::from_number(number).expect("in range")
}

fn drop_in(number: usize) -> Move {
    Move::Drop(column(number))
}

fn double(number: usize) -> Move {
    Move::Power(PowerDisc::Double, column(number))
}

fn move_command(table: &Table, mv: Move) -> Command {
    let at = table.point();
    Command::PlayMove { at, mv }
}

fn opening(numbers: &str) -> Vec<TimedMove> {
    played(people(Consent::Free), numbers)
        .timed_moves()
        .to_vec()
}

/// Executes a command at the time of the last event and returns its event.
fn execute(table: &mut Table, actor: Actor, command: &Command) -> Result<Event, CommandError> {
    execute_at(table, actor, command, table.at_ms())
}

fn execute_at(
    table: &mut Table,
    actor: Actor,
    command: &Command,
    at_ms: u64,
) -> Result<Event, CommandError> {
    match table.decide(command, actor, at_ms)? {
        Decision::New(entry) => {
            table.apply(&entry).expect("a decided event applies");
            Ok(entry.event)
        }
        Decision::Duplicate(seq) => panic!("{command:?} is a duplicate of event {seq}"),
    }
}

/// Applies an event at the time of the last one.
fn apply_event(table: &mut Table, event: Event) -> Result<AppliedEvent, ApplyError> {
    let (seq, at_ms) = (table.seq() + 1, table.at_ms());
    table.apply(&Entry { seq, at_ms, event })
}
