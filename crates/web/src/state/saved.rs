//! The state as text for the browser's storage, in two parts: the game with its seats and score,
//! and the settings. What was written by another version or is damaged is refused, each part by
//! itself, and the page starts with what is left.

use std::fmt;

use foursight_core::{Game, Ruleset};
use foursight_record::{Form, parse_ruleset, read_as, write, write_ruleset};
use serde::{Deserialize, Serialize};

use super::{Pairing, Score, Seat, Settings, Starts, State, VOLUME_MAX};
use crate::themes::EMOJI;

/// The version of both texts; no other is read.
pub const SAVED_VERSION: u32 = 1;

/// Why a saved text was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Damage {
    /// Another version wrote it.
    Version(u32),
    /// It is no such text, for this reason.
    Unreadable(String),
}

impl Damage {
    fn of(error: impl fmt::Display) -> Self {
        Self::Unreadable(error.to_string())
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Version(version) => {
                write!(f, "version {version}, and this page reads {SAVED_VERSION}")
            }
            Self::Unreadable(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for Damage {}

#[derive(Serialize, Deserialize)]
struct SavedGame {
    v: u32,
    /// The whole game in one line, with the moves that were taken back.
    game: String,
    /// How many of its moves are made.
    ply: usize,
    ruleset: String,
    seats: [String; 2],
    starts: Starts,
    starter: Seat,
    score: Score,
    is_uncounted: bool,
}

#[derive(Serialize, Deserialize)]
struct SavedSettings {
    v: u32,
    #[serde(flatten)]
    settings: Settings,
}

fn parse<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, Damage> {
    #[derive(Deserialize)]
    struct Version {
        v: u32,
    }
    let Version { v } = serde_json::from_str(text).map_err(Damage::of)?;
    if v != SAVED_VERSION {
        return Err(Damage::Version(v));
    }
    serde_json::from_str(text).map_err(Damage::of)
}

/// The game, its seats and the score as text.
#[must_use]
pub fn game_to_text(state: &State) -> String {
    let saved = SavedGame {
        v: SAVED_VERSION,
        game: write(&state.whole_game(), Form::Notation, &EMOJI),
        ply: state.game.moves().len(),
        ruleset: write_ruleset(state.pairing.ruleset),
        seats: state.pairing.seats.map(|who| who.to_string()),
        starts: state.pairing.starts,
        starter: state.starter,
        score: state.before,
        is_uncounted: state.is_uncounted,
    };
    serde_json::to_string(&saved).unwrap_or_default()
}

/// The state of this text, with the settings of another.
///
/// # Errors
///
/// [`Damage`] says why it cannot be read.
pub fn game_from_text(text: &str, settings: Settings) -> Result<State, Damage> {
    let saved: SavedGame = parse(text)?;
    let whole = read_as(Form::Notation, &saved.game, Ruleset::STANDARD, &EMOJI);
    let whole: Game = whole.map_err(Damage::of)?;
    let game = whole.at(saved.ply);
    let game = game.ok_or_else(|| Damage::of(format!("there is no ply {}", saved.ply)))?;
    let [one, two] = saved.seats.map(|who| {
        let unknown = || Damage::of(format!("nobody is called {who:?}"));
        who.parse().map_err(|()| unknown())
    });
    Ok(State {
        undone: whole.moves()[saved.ply..].iter().rev().copied().collect(),
        game,
        pairing: Pairing {
            ruleset: parse_ruleset(&saved.ruleset).map_err(Damage::of)?,
            seats: [one?, two?],
            starts: saved.starts,
        },
        starter: saved.starter,
        before: saved.score,
        is_uncounted: saved.is_uncounted,
        settings,
    })
}

/// The settings as text.
#[must_use]
pub fn settings_to_text(settings: Settings) -> String {
    let v = SAVED_VERSION;
    serde_json::to_string(&SavedSettings { v, settings }).unwrap_or_default()
}

/// The settings of this text.
///
/// # Errors
///
/// [`Damage`] says why it cannot be read.
pub fn settings_from_text(text: &str) -> Result<Settings, Damage> {
    let saved: SavedSettings = parse(text)?;
    let mut settings = saved.settings;
    settings.drop_volume = settings.drop_volume.min(VOLUME_MAX);
    settings.signal_volume = settings.signal_volume.min(VOLUME_MAX);
    Ok(settings)
}
