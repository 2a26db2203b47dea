//! The classic colours. Nothing below this program knows a colour, so they are handed down.

use foursight_record::{Emoji, Palette, Rgb};

/// The characters of pictures in text.
pub const EMOJI: Emoji = Emoji::YELLOW_FIRST;

/// Blue grid, red and yellow discs, dark background.
pub const CLASSIC: Palette = Palette {
    background: Rgb(0x1a, 0x1a, 0x2e),
    grid: Rgb(0x00, 0x52, 0xcc),
    empty: Rgb(0x16, 0x21, 0x3e),
    first: Rgb(0xe6, 0x39, 0x46),
    second: Rgb(0xff, 0xd6, 0x0a),
    mark_first: Rgb(0xff, 0xff, 0xff),
    mark_second: Rgb(0x1a, 0x1a, 0x2e),
    highlight: Rgb(0xff, 0xff, 0xff),
};
