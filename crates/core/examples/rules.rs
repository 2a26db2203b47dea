//! Plays a game to its end and counts positions: `cargo run -p foursight-core --example rules`.

use std::error::Error;

use foursight_core::{BothConnectRule, Column, Game, Move, Outcome, Position, Ruleset, Variant};

fn main() -> Result<(), Box<dyn Error>> {
    let column = |number| Column::from_number(number).expect("a column of the board");
    let mut game = Game::default();
    for number in [4, 5, 4, 5, 4, 5, 4] {
        game.apply(Move::Drop(column(number)))?;
    }
    if let Some(Outcome::Won { winner, lines }) = game.outcome() {
        println!("{winner:?} connects four: {}", lines[0]);
    }
    // The game is over: further moves are errors, and the game stays as it was.
    let error = game.after(Move::Drop(column(1))).unwrap_err();
    println!("another drop: {error}");

    let earlier = game.undo().expect("a move to take back");
    println!("one move earlier: {:?} to move", earlier.to_move());

    let pop_out = Ruleset::default_for(Variant::PopOut(BothConnectRule::MoverWins));
    for (name, ruleset) in [("standard", Ruleset::STANDARD), ("pop out", pop_out)] {
        let sequences = Position::new(ruleset).perft(6);
        println!("{name}: {sequences} sequences of six moves");
    }
    Ok(())
}
