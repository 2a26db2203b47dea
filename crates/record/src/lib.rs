//! Reads, writes and renders positions and games of four in a row.
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
//! | set the options of a reader, or read a board that no game reaches | [`ReadOptions`] |
//! | store a game with names, result and times | [`GameRecord`], [`read_record`] |
//! | put a game into a URL | [`read_link`], [`write_link`] |
//! | render | [`svg`](fn@svg), [`gif`](fn@gif), [`gif_still`] |
//! | describe a game in words | [`alt_text`], [`describe`] |
//! | read and write rulesets | [`parse_ruleset`], [`write_ruleset`] |
//! | read a single move, a cell or a list | [`parse_move`](fn@parse_move), [`parse_cell`], [`parse_list`] |
//!
//! Readers check every text against the rules; an error names the place and the reason. The crate
//! performs no I/O and knows no colours except those of the circles in texts: callers pass
//! palettes.

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

mod animation;
mod arrays;
mod attached_moves;
mod description;
mod diagram;
mod emoji;
mod entry_marks;
mod error;
mod expected;
mod font;
mod form;
mod geometry;
pub mod ledger;
mod link;
mod list_parser;
mod move_mark;
mod moves;
mod notation;
mod palette;
mod raster;
mod reading;
mod record;
mod ruleset_text;
mod source_code;
mod svg;
mod text_rows;

pub use animation::{
    GIF_CELL_PIXELS_MAX, GIF_CELL_PIXELS_MIN, GIF_FALL_FRAMES, GIF_SINK_FRAMES, GifError,
    GifOptions, gif, gif_still, gif_with_marks,
};
pub use attached_moves::moves_line;
pub use description::{DescriptionFact, alt_text, describe, join_with_and};
pub use diagram::{EMPTY_SIGN, disc_sign};
pub use emoji::{PictureLabels, write_picture};
pub use error::{ErrorLocation, ReadError, ReadErrorKind, TextLocation};
pub use expected::{CountedItem, Expected};
pub use form::{Emoji, Form, TEXT_BYTES_MAX, from_one_line, to_one_line, write};
pub use link::{read_link, write_link};
pub use list_parser::{ItemValue, ListItem, parse_list};
pub use move_mark::MoveMark;
pub use moves::{parse_cell, parse_move};
pub use palette::{Palette, Rgb};
pub use reading::{DiscColour, ReadOptions, read, read_as, read_record, read_record_as};
pub use record::{
    GameRecord, GameResult, NAME_CHARS_MAX, RECORD_FORMAT, RECORD_VERSION, TAG_NAME_CHARS_MAX,
    TAG_VALUE_CHARS_MAX, TAGS_MAX,
};
pub use ruleset_text::{parse_ruleset, write_ruleset};
pub use svg::{svg, svg_with_marks};
