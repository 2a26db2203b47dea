//! What each speaker may do at a table, and what exactly follows: one small scene a rule.
//!
//! The properties beside this say what always holds. They would also hold for a table that allows too much or
//! too little, so each rule has its scene here. The table was broken on purpose in 193 places, one at a time,
//! and each time a test of this crate failed.

mod clocks;
mod discs;
mod entries;
mod offers;
mod saved;
mod scores;
mod speakers;
mod undo;

use foursight_core::{Column, Move, PowerDisc, Ruleset, Variant};
use foursight_table::{
    Broken, By, ClockRule, Command, Consent, Decision, Entry, Event, Happened, Made, Refused, Seat,
    Start, Table, Who,
};

const ONE: By = By::Seat(Seat::One);
const TWO: By = By::Seat(Seat::Two);

/// A column that is filled, and a second one: no line comes about.
const TWELVE_QUIET_MOVES: &str = "111111222222";

/// Seat one wins with the last of these.
const SEVEN_MOVES_TO_A_WIN: &str = "4545454";

/// Two people.
fn people(consent: Consent) -> Start {
    let seats = ["Ada", "Charles"].map(|id| Who::Person(id.into()));
    Start {
        consent,
        ..Start::new(Ruleset::STANDARD, seats)
    }
}

/// Two people who have a clock and play by agreement.
fn timed(clock: ClockRule) -> Start {
    Start {
        clock,
        ..people(Consent::Agreement)
    }
}

/// A person at seat one and a bot at seat two, at one device.
fn against_a_bot() -> Start {
    let seats = [Who::Person("Ada".into()), Who::Bot("hard".into())];
    Start::new(Ruleset::STANDARD, seats)
}

/// Two bots, watched at one device.
fn two_bots() -> Start {
    let seats = ["easy", "hard"].map(|id| Who::Bot(id.into()));
    Start::new(Ruleset::STANDARD, seats)
}

fn power_up(clock: ClockRule) -> Start {
    let power_up = Ruleset::usual(Variant::PowerUp(foursight_core::Stock::default()));
    Start {
        ruleset: power_up,
        ..timed(clock)
    }
}

fn open(start: Start) -> Table {
    Table::open(start, 1, 0).expect("a legal opening")
}

/// A table at which these moves were made, one a second, each by its seat.
fn played(start: Start, numbers: &str) -> Table {
    let mut table = open(start);
    play(&mut table, numbers);
    table
}

fn play(table: &mut Table, numbers: &str) {
    for number in numbers.chars() {
        let number = number.to_digit(10).expect("a digit");
        make(table, drop_in(number as usize));
    }
}

/// The seat to move makes a move after a second.
fn make(table: &mut Table, step: Move) -> Happened {
    let seat = table.to_move().expect("the game goes on");
    let at_ms = table.at_ms() + 1000;
    let command = moving(table, step);
    let happened = table.act(&command, By::Seat(seat), at_ms);
    happened.expect("it may move").expect("a new move")
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

fn moving(table: &Table, step: Move) -> Command {
    let at = table.point();
    Command::Move { at, step }
}

fn opening(numbers: &str) -> Vec<Made> {
    played(people(Consent::Free), numbers).made().to_vec()
}

/// What a command leads to, at the time of the last event.
fn say(table: &mut Table, by: By, command: &Command) -> Result<Event, Refused> {
    say_at(table, by, command, table.at_ms())
}

fn say_at(table: &mut Table, by: By, command: &Command, at_ms: u64) -> Result<Event, Refused> {
    match table.decide(command, by, at_ms)? {
        Decision::New(entry) => {
            table.apply(&entry).expect("what was decided can follow");
            Ok(entry.event)
        }
        Decision::Known(seq) => panic!("{command:?} was event {seq} before"),
    }
}

/// Folds an event in at the time of the last one.
fn follow(table: &mut Table, event: Event) -> Result<Happened, Broken> {
    let (seq, at_ms) = (table.seq() + 1, table.at_ms());
    table.apply(&Entry { seq, at_ms, event })
}
