//! Tournaments of four in a row: brackets, pairings, standings, and the text they are kept in.
//!
//! A [`Tournament`] is a [`Setup`] and a list of [`Event`]s, and everything else follows: who meets whom,
//! which games are [due](Tournament::due), who stands where. Whoever plays the games, on one device, in
//! a terminal or on a server, asks what is due and tells what happened.
//!
//! | to | use |
//! |---|---|
//! | run a tournament | [`Tournament::apply`], [`Tournament::due`], [`Tournament::pairing`] |
//! | show it | [`Tournament::rounds`], [`Tournament::standings`], [`Tournament::layout`], [`svg()`] |
//! | keep it in a file | [`to_text`], [`read`]; [`read_checked`] and [`check_event`] for files from elsewhere; [`InPlay`] for the game in play |
//!
//! A level match of a knock-out is decided by [`EXTRA_GAMES`] further games with the seats swapped, then
//! by the shorter win, then by lots: see [`By`].
//!
//! The crate knows no bots, no clock, no language and no input or output. The rules of the games and the
//! names of bots are words to it, which it keeps for the app.

mod bracket;
mod checking;
mod contest;
mod event;
mod in_play;
mod layout;
mod lots;
mod matching;
mod setup;
mod standings;
mod svg;
mod swiss;
mod text;
mod tournament;

pub use bracket::{berger, bracket_order};
pub use checking::{Contradiction, check_event, check_played};
pub use contest::{
    By, Decision, EntrantId, Match, MatchId, Place, PlayedGame, Side, Source, Stage,
};
pub use event::{Absentee, Event, Refused, Who};
pub use in_play::InPlay;
pub use layout::{Layout, Link, Spot};
pub use setup::{
    BEST_OF_MAX, ENTRANTS_MAX, ENTRANTS_MIN, EXTRA_GAMES, Form, NAME_CHARS_MAX, OPENING_PLIES_MAX,
    ROUNDS_MAX, Seeding, Setup, SetupError, WORDS_CHARS_MAX,
};
pub use standings::Standing;
pub use svg::{Labels, Palette, points, quarters, score, svg};
pub use text::{
    HEAD, ReadError, ReadTournament, event_line, read, read_checked, setup_line, to_text,
};
pub use tournament::{DueGame, Entrant, MOVES_CHARS_MAX, Phase, Tournament};
