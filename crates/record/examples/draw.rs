//! Draws a game: `cargo run -p foursight-record --example draw -- 4545454 grid.svg game.gif`.

use std::error::Error;

use foursight_core::Ruleset;
use foursight_record::{Emoji, GifOptions, Palette, Rgb, alt, gif, read, svg};

const EMOJI: Emoji = Emoji::YELLOW_FIRST;

const CLASSIC: Palette = Palette {
    background: Rgb(0x1a, 0x1a, 0x2e),
    grid: Rgb(0x00, 0x52, 0xcc),
    empty: Rgb(0x16, 0x21, 0x3e),
    first: Rgb(0xe6, 0x39, 0x46),
    second: Rgb(0xff, 0xd6, 0x0a),
    mark_first: Rgb(0x96, 0x15, 0x22),
    mark_second: Rgb(0xa3, 0x7b, 0x00),
    highlight: Rgb(0xff, 0xff, 0xff),
};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let text = arguments.next().unwrap_or_default();
    let game = read(&text, Ruleset::default(), &EMOJI)?;
    if let Some(path) = arguments.next() {
        std::fs::write(path, svg(&game, &CLASSIC))?;
    }
    if let Some(path) = arguments.next() {
        std::fs::write(path, gif(&game, &CLASSIC, &GifOptions::default())?)?;
    }
    println!("{}", alt(&game));
    Ok(())
}
