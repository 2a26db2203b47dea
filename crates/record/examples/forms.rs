//! Writes one game in several forms and reads each back: `cargo run -p foursight-record --example forms`.

use std::error::Error;

use foursight_core::Ruleset;
use foursight_record::{Emoji, Form, alt_text, read, write};

/// Forms on one line that determine the game.
const FORMS: [Form; 5] = [
    Form::Digits,
    Form::Letters,
    Form::Moves,
    Form::Stacks,
    Form::Notation,
];

fn main() -> Result<(), Box<dyn Error>> {
    let text = std::env::args().nth(1).unwrap_or_else(|| "4453".to_owned());
    let game = read(&text, Ruleset::default(), &Emoji::YELLOW_FIRST)?;
    for form in FORMS {
        let written = write(&game, form, &Emoji::YELLOW_FIRST);
        let again = read(&written, Ruleset::default(), &Emoji::YELLOW_FIRST)?;
        assert_eq!(again.position(), game.position(), "{written}");
        println!("{:<9} {written}", form.name());
    }
    println!("{}", alt_text(&game));
    Ok(())
}
