//! The characters of pictures at the terminal.

use foursight_record::Emoji;

/// The characters of pictures in text.
pub const EMOJI: Emoji = Emoji::YELLOW_FIRST;
