//! Tournaments of four in a row: brackets, pairings, standings and their text format.
//!
//! A [`Tournament`] is a [`TournamentSetup`] and a list of [`TournamentEvent`]s. Everything else follows from them: the
//! pairings, the games that are [due](Tournament::due_games), the standings. The app that plays the
//! games, on one device, in a terminal or on a server, asks which games are due and applies an
//! event for each one that has ended.
//!
//! | to | use |
//! |---|---|
//! | run a tournament | [`Tournament::apply`], [`Tournament::due_games`], [`Tournament::next_pairing`] |
//! | show it | [`Tournament::rounds`], [`Tournament::standings`], [`Tournament::layout`], [`render_svg()`] |
//! | save it to a file | [`to_text`], [`read`]; [`read_checked`] and [`check_event`] for untrusted files; [`GameInProgress`] for the game in progress |
//!
//! A level knock-out match is decided by [`EXTRA_GAMES`] further games with the seats swapped, then
//! by the faster win, then by a coin toss: see [`ResultReason`].
//!
//! The crate has no bots, no clock, no language and no I/O. Rules and bot names are opaque text
//! that it stores for the app.

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

mod bracket;
mod event;
mod game_in_progress;
mod layout;
mod matches;
mod matching;
mod result_check;
mod seeded_random;
mod setup;
mod standings;
mod svg;
mod swiss;
mod text;
mod tournament;

pub use bracket::{berger, bracket_order};
pub use event::{Absentee, EntrantKind, TournamentError, TournamentEvent};
pub use game_in_progress::GameInProgress;
pub use layout::{BracketLayout, BracketLink, BracketNode};
pub use matches::{
    EntrantId, Match, MatchId, MatchResult, MatchSide, MatchSlot, MatchStage, PlayedGame,
    ResultReason, SlotSource,
};
pub use result_check::{ResultMismatch, check_event, check_result};
pub use setup::{
    BEST_OF_MAX, ENTRANTS_MAX, ENTRANTS_MIN, EXTRA_GAMES, NAME_CHARS_MAX, OPENING_PLIES_MAX,
    ROUNDS_MAX, Seeding, TEXT_CHARS_MAX, TournamentFormat, TournamentSetup, TournamentSetupError,
};
pub use standings::Standing;
pub use svg::{SvgLabels, SvgPalette, format_half_points, format_quarters, render_svg, score_text};
pub use text::{
    HEADER, TournamentFile, TournamentReadError, event_line, read, read_checked, setup_line,
    to_text,
};
pub use tournament::{DueGame, Entrant, MOVES_CHARS_MAX, Tournament, TournamentPhase};
