//! Tournaments on this device: people and bots, without a network.
//!
//! `foursight-tournament` provides the brackets and tables. This module adds what the page needs
//! around them, all of it tested without a browser:
//!
//! | item | purpose |
//! |---|---|
//! | [`TournamentDraft`] | the form before the start, and its validation |
//! | [`LocalTournament`] | a tournament with its game in play, as stored between visits |
//! | [`TournamentGame`] | a tournament game in the play view |
//! | [`BotGame`] | a game between two bots, played in the background |
//! | [`TournamentPages`] | the state of the pages |
//! | [`roster`] | changes to the players of a running tournament |
//! | [`describe`] | texts: pairings, results, standings |

mod bot_game;
mod bracket_rows;
mod compare;
pub mod describe;
mod draft;
mod local_tournament;
mod pages;
pub mod roster;
mod scored_games;
#[cfg(test)]
mod tests;
mod tournament_game;

pub use bot_game::BotGame;
pub use bracket_rows::half_rows;
pub use draft::{
    DraftError, DraftPlayer, FormatOption, PLAYERS_MAX, PLAYERS_MIN, ROUNDS_MAX, TournamentDraft,
    eligible_levels, is_unsupported,
};
pub use local_tournament::{
    LoadTournamentError, LocalTournament, OtherTabChange, TOURNAMENT_KEY_PREFIX, TOURNAMENTS_MAX,
    encode_moves,
};
pub use pages::{BotRunEvent, RosterResult, TournamentMessage, TournamentPages};
pub use tournament_game::{TournamentGame, TournamentGameEvent};
