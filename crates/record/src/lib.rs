//! Reads, writes and draws positions and games of four in a row.
//!
//! ```
//! use foursight_core::Ruleset;
//! use foursight_record::{Emoji, Form, read, write};
//!
//! let emoji = Emoji::YELLOW_FIRST;
//! let game = read("4453", Ruleset::default(), &emoji)?;
//! assert_eq!(write(&game, Form::Moves, &emoji), "[3,3,4,2]");
//! assert_eq!(write(&game, Form::Stacks, &emoji), "[[],[],[2],[1,2],[1],[],[]]");
//!
//! let error = read("[[],[],[2],[1,2]]", Ruleset::default(), &emoji).unwrap_err();
//! assert_eq!(error.to_string(), "4 columns, expected 7");
//! # Ok::<_, foursight_record::ReadError>(())
//! ```
//!
//! | to | use |
//! |---|---|
//! | convert between the forms of a game | [`read`], [`write`](fn@write), [`Form`] |
//! | say how a text is to be read, or read a grid that no game has | [`How`] |
//! | keep a game with names, result and times | [`GameRecord`], [`read_record`] |
//! | put a game into an address | [`read_link`], [`write_link`] |
//! | draw | [`svg`](fn@svg), [`gif`](fn@gif), [`gif_still`] |
//! | say it in words | [`alt`], [`facts`](fn@facts) |
//! | read and write rulesets | [`parse_ruleset`], [`write_ruleset`] |
//!
//! Every text is checked by the rules on the way in; what is refused names the place and the
//! reason. The crate does no input or output, and knows no colour but those of circles in texts:
//! palettes are handed in.

mod animation;
mod arrays;
mod beside;
mod diagram;
mod emoji;
mod error;
mod expected;
mod facts;
mod font;
mod form;
mod geometry;
pub mod ledger;
mod link;
mod literal;
mod marks;
mod moves;
mod notation;
mod palette;
mod picture;
mod raster;
mod reading;
mod record;
mod ruleset_text;
mod source;
mod svg;

pub use animation::{
    GIF_FALL_FRAMES, GIF_SINK_FRAMES, GIF_SPACE_PIXELS_MAX, GIF_SPACE_PIXELS_MIN, GifError,
    GifOptions, gif, gif_still,
};
pub use beside::moves_line;
pub use diagram::{EMPTY_SIGN, sign};
pub use error::{Place, ReadError, Reason, Spot};
pub use expected::{Counted, Expected};
pub use facts::{Fact, alt, facts, listed};
pub use form::{Emoji, Form, TEXT_BYTES_MAX, from_one_line, to_one_line, write};
pub use link::{read_link, write_link};
pub use palette::{Palette, Rgb};
pub use reading::{Colour, How, read, read_as, read_record, read_record_as};
pub use record::{
    GameRecord, GameResult, NAME_CHARS_MAX, RECORD_FORMAT, RECORD_VERSION, TAG_NAME_CHARS_MAX,
    TAG_VALUE_CHARS_MAX, TAGS_MAX,
};
pub use ruleset_text::{parse_ruleset, write_ruleset};
pub use svg::svg;
