//! Tournaments on this device: people and bots, without a network.
//!
//! The brackets and tables are those of `foursight-tournament`. Here is what the page adds, all of it tested
//! without a browser:
//!
//! | module | what it is |
//! |---|---|
//! | [`Draft`] | the choices before the start, and what is wrong with them |
//! | [`Held`] | a tournament with the game in play, as it is kept between visits |
//! | [`Seated`] | a game of it in the play view |
//! | [`Quick`] | a game between two bots that nobody watches |
//! | [`words`] | who meets whom, who is through, who has won |

mod draft;
mod held;
mod quick;
mod same;
mod seated;
#[cfg(test)]
mod tests;
pub mod words;

pub use draft::{
    Complaint, Draft, FormName, Listed, PLAYERS_MAX, PLAYERS_MIN, ROUNDS_MAX, is_misplaced, levels,
};
pub use held::{Elsewhere, Held, NotHeld, TOURNAMENT_KEY, TOURNAMENTS_MAX, moves_of};
pub use quick::Quick;
pub use seated::{Seated, Told};
