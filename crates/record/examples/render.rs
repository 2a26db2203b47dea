//! Renders a game: `cargo run -p foursight-record --example render -- 4545454 board.svg game.gif`.

use std::error::Error;

use foursight_core::Ruleset;
use foursight_record::{Emoji, GifOptions, Palette, alt_text, gif, read, svg};

const EMOJI: Emoji = Emoji::YELLOW_FIRST;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let text = arguments.next().unwrap_or_default();
    let game = read(&text, Ruleset::default(), &EMOJI)?;
    if let Some(path) = arguments.next() {
        std::fs::write(path, svg(&game, &Palette::CLASSIC))?;
    }
    if let Some(path) = arguments.next() {
        std::fs::write(path, gif(&game, &Palette::CLASSIC, &GifOptions::default())?)?;
    }
    println!("{}", alt_text(&game));
    Ok(())
}
