//! A timed game from its events: `cargo run -p foursight-table --example flag_fall`.

use std::error::Error;

use foursight_core::{Column, Move, Ruleset};
use foursight_table::{Actor, Command, GameStart, Occupant, Seat, Table, TimeControl};

fn main() -> Result<(), Box<dyn Error>> {
    let seats = ["Ada", "Charles"].map(|name| Occupant::Person(name.into()));
    let mut start = GameStart::new(Ruleset::STANDARD, seats);
    start.time_control = TimeControl::Fischer {
        main_ms: 60_000,
        increment_ms: 1_000,
    };
    // The table reads no clock: the caller says when each command arrives.
    let mut table = Table::open(start, 1, 0).map_err(|error| format!("{error:?}"))?;
    for (number, at_ms) in [(4, 2_000), (4, 5_000), (5, 15_000), (3, 19_000)] {
        let mv = Move::Drop(Column::from_number(number).expect("a column of the board"));
        let command = Command::PlayMove {
            at: table.point(),
            mv,
        };
        table
            .decide_and_apply(&command, Actor::SharedDevice, at_ms)
            .map_err(|error| format!("{error:?}"))?;
        let left = Seat::BOTH.map(|seat| table.clocks().remaining_ms(seat, at_ms));
        println!(
            "{} at {at_ms} ms: {left:?} ms left",
            table.game().moves().len()
        );
    }
    let expires_at = table.clocks().expires_at_ms().expect("a clock is running");
    let flag = table.decide_and_apply(&Command::Flag, Actor::SharedDevice, expires_at);
    flag.map_err(|error| format!("{error:?}"))?;
    println!("at {expires_at} ms: {:?}", table.ending());
    Ok(())
}
