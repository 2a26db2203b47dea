//! Characters of text pictures in the terminal.

use foursight_record::Emoji;

/// Emoji of text pictures.
pub const EMOJI: Emoji = Emoji::YELLOW_FIRST;
