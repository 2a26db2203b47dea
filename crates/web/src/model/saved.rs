//! The state as text for the browser's storage, in two parts: the game with its seats and score,
//! and the settings. What was written by another version or is damaged is refused, each part by
//! itself, and the page starts with what is left.
//!
//! Both are lines of a name and a value, the version first:
//!
//! ```text
//! version 1
//! theme dark
//! drop-volume 6
//! ```
//!
//! It is no JSON, because a reader of that would be loaded before the first drop for nothing else.

use std::fmt::{self, Write as _};
use std::str::FromStr;

use foursight_record::{ReadError, parse_ruleset, read_link, write_link, write_ruleset};

use super::{
    ColumnNames, Detail, Motion, Pairing, Score, Seat, Settings, Starts, State, Switch, Theme,
    VOLUME_MAX, Verbosity, View,
};
use crate::keys::KeyMap;
use crate::text::Language;

/// The version of both texts; no other is read.
pub const SAVED_VERSION: u32 = 1;

/// Why a saved text was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Damage {
    /// Another version wrote it.
    Version(u32),
    /// It does not say this.
    Missing(String),
    /// It says something of which nobody knows what it means.
    Unknown {
        /// About what.
        name: String,
        /// What it says.
        value: String,
    },
    /// Its game or ruleset is none.
    Game(ReadError),
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Version(version) => {
                write!(f, "version {version}, and this page reads {SAVED_VERSION}")
            }
            Self::Missing(name) => write!(f, "there is no {name}"),
            Self::Unknown { name, value } => write!(f, "{value:?} is no {name}"),
            Self::Game(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Damage {}

const VERSION: &str = "version";

/// The lines of a text, each a name and a value.
struct Lines<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Lines<'a> {
    fn of(text: &'a str) -> Result<Self, Damage> {
        let split = |line: &'a str| line.split_once(' ').unwrap_or((line, ""));
        let lines = Self(text.lines().map(split).collect());
        match lines.parsed(VERSION)? {
            SAVED_VERSION => Ok(lines),
            other => Err(Damage::Version(other)),
        }
    }

    fn value(&self, name: &str) -> Result<&'a str, Damage> {
        let found = self.0.iter().find(|(known, _)| *known == name);
        let missing = || Damage::Missing(name.to_owned());
        found.map(|(_, value)| *value).ok_or_else(missing)
    }

    fn parsed<T: FromStr>(&self, name: &str) -> Result<T, Damage> {
        let value = self.value(name)?;
        value.parse().map_err(|_| unknown(name, value))
    }
}

fn unknown(name: &str, value: &str) -> Damage {
    Damage::Unknown {
        name: name.to_owned(),
        value: value.to_owned(),
    }
}

/// A text of these names and values after the version.
fn lines(pairs: &[(&str, &dyn fmt::Display)]) -> String {
    let mut text = format!("{VERSION} {SAVED_VERSION}\n");
    for (name, value) in pairs {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name} {value}");
    }
    text
}

/// The game, its seats and the score as text.
#[must_use]
pub fn game_to_text(state: &State) -> String {
    let [one, two] = state.pairing.seats;
    let score = state.before;
    lines(&[
        // The whole game, with the moves that were taken back, and how many of them are made.
        ("game", &write_link(&state.whole_game())),
        ("ply", &state.game.moves().len()),
        ("ruleset", &write_ruleset(state.pairing.ruleset)),
        ("seat-one", &one),
        ("seat-two", &two),
        ("starts", &state.pairing.starts.name()),
        ("starter", &(state.starter.index() + 1)),
        ("wins-one", &score.wins[0]),
        ("wins-two", &score.wins[1]),
        ("ties", &score.ties),
        ("uncounted", &state.is_uncounted),
    ])
}

/// The state of this text, with the settings of another.
///
/// # Errors
///
/// [`Damage`] says why it cannot be read.
pub fn game_from_text(text: &str, settings: Settings) -> Result<State, Damage> {
    let lines = Lines::of(text)?;
    let whole = read_link(lines.value("game")?).map_err(Damage::Game)?;
    let ply: usize = lines.parsed("ply")?;
    let game = whole
        .at(ply)
        .ok_or_else(|| unknown("ply", &ply.to_string()))?;
    let starts = lines.value("starts")?;
    let known = Starts::ALL.into_iter().find(|known| known.name() == starts);
    let starter: usize = lines.parsed("starter")?;
    let seated = Seat::BOTH
        .into_iter()
        .find(|seat| seat.index() + 1 == starter);
    Ok(State {
        undone: whole.moves()[ply..].iter().rev().copied().collect(),
        game,
        pairing: Pairing {
            ruleset: parse_ruleset(lines.value("ruleset")?).map_err(Damage::Game)?,
            seats: [lines.parsed("seat-one")?, lines.parsed("seat-two")?],
            starts: known.ok_or_else(|| unknown("start", starts))?,
        },
        starter: seated.ok_or_else(|| unknown("seat", &starter.to_string()))?,
        before: Score {
            wins: [lines.parsed("wins-one")?, lines.parsed("wins-two")?],
            ties: lines.parsed("ties")?,
        },
        is_uncounted: lines.parsed("uncounted")?,
        settings,
    })
}

/// The settings as text.
#[must_use]
pub fn settings_to_text(settings: Settings) -> String {
    let language = settings.language.map_or("", Language::code);
    lines(&[
        ("language", &language),
        ("theme", &settings.theme.name()),
        ("column-names", &settings.column_names.name()),
        ("motion", &settings.motion.name()),
        ("view", &settings.view.name()),
        ("detail", &settings.detail.name()),
        ("verbosity", &settings.verbosity.name()),
        ("single-keys", &settings.single_keys.name()),
        ("keys", &String::from(settings.keys)),
        ("digits-drop", &settings.digits_drop.name()),
        ("natural-delay", &settings.natural_delay.name()),
        ("shown-table", &settings.shown_table.name()),
        ("sound", &settings.sound.name()),
        ("drop-volume", &settings.drop_volume),
        ("signal-volume", &settings.signal_volume),
    ])
}

/// The settings of this text. What it does not say is as at a first visit, and what only a later
/// version knows is left out.
///
/// # Errors
///
/// [`Damage`] says why it cannot be read.
pub fn settings_from_text(text: &str) -> Result<Settings, Damage> {
    let mut settings = Settings::default();
    for (name, value) in Lines::of(text)?.0 {
        take(&mut settings, name, value).ok_or_else(|| unknown(name, value))?;
    }
    Ok(settings)
}

/// Takes a choice over. None if there is no such choice.
fn take(settings: &mut Settings, name: &str, value: &str) -> Option<()> {
    let volume = || Some(value.parse::<u8>().ok()?.min(VOLUME_MAX));
    match name {
        "language" if value.is_empty() => settings.language = None,
        "language" => settings.language = Some(Language::from_code(value)?),
        "theme" => settings.theme = Theme::from_name(value)?,
        "column-names" => settings.column_names = ColumnNames::from_name(value)?,
        "motion" => settings.motion = Motion::from_name(value)?,
        "view" => settings.view = View::from_name(value)?,
        "detail" => settings.detail = Detail::from_name(value)?,
        "verbosity" => settings.verbosity = Verbosity::from_name(value)?,
        "single-keys" => settings.single_keys = Switch::from_name(value)?,
        "keys" => settings.keys = KeyMap::try_from(value.to_owned()).ok()?,
        "digits-drop" => settings.digits_drop = Switch::from_name(value)?,
        "natural-delay" => settings.natural_delay = Switch::from_name(value)?,
        "shown-table" => settings.shown_table = Switch::from_name(value)?,
        "sound" => settings.sound = Switch::from_name(value)?,
        "drop-volume" => settings.drop_volume = volume()?,
        "signal-volume" => settings.signal_volume = volume()?,
        _ => {}
    }
    Some(())
}
