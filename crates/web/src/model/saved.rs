//! What is kept as text in the browser's storage: tables, each with its seats and score, and the
//! settings. What is damaged is refused, each text by itself, and the page starts with what is left.
//!
//! Both are lines of a name and a value, the version first:
//!
//! ```text
//! version 2
//! theme dark
//! drop-volume 6
//! ```
//!
//! The first version of a table had no number of its game, and said less about its end; it is still
//! read. A later version than this one is refused, because it may mean something else.
//!
//! It is no JSON, because a reader of that would be loaded before the first drop for nothing else.

use std::fmt::{self, Write as _};
use std::str::FromStr;

use foursight_core::{Ending, Move, Player, WonBy};
use foursight_record::{ReadError, read_link, write_link};
use foursight_table::{ClockRule, Made, Saved, Score, Seat, Start, Starts, Table, Who};

use super::{
    ColumnNames, Detail, Keeper, Motion, Now, Play, Settings, Switch, Theme, VOLUME_MAX, Verbosity,
    View, level_of,
};
use crate::keys::KeyMap;
use crate::text::Language;

/// The version of both texts; earlier ones are read as well.
pub const SAVED_VERSION: u32 = 2;

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
/// What a game in play is called.
const NAME: &str = "name";

/// The lines of a text, each a name and a value.
struct Lines<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Lines<'a> {
    fn of(text: &'a str) -> Result<Self, Damage> {
        let split = |line: &'a str| line.split_once(' ').unwrap_or((line, ""));
        let lines = Self(text.lines().map(split).collect());
        match lines.parsed(VERSION)? {
            1..=SAVED_VERSION => Ok(lines),
            other => Err(Damage::Version(other)),
        }
    }

    fn value(&self, name: &str) -> Result<&'a str, Damage> {
        let found = self.0.iter().find(|(known, _)| *known == name);
        let missing = || Damage::Missing(name.to_owned());
        found.map(|(_, value)| *value).ok_or_else(missing)
    }

    /// The value of a line that the first version did not have.
    fn parsed_or<T: FromStr>(&self, name: &str, before: T) -> Result<T, Damage> {
        match self.parsed(name) {
            Err(Damage::Missing(_)) => Ok(before),
            found => found,
        }
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

/// What a person is called in saved text.
const PERSON: &str = "person";

/// Who begins the games at a table, by name as saved and on the page.
pub const STARTS: [(Starts, &str); 3] = [
    (Starts::Fixed(Seat::One), "one"),
    (Starts::Fixed(Seat::Two), "two"),
    (Starts::InTurn, "in-turn"),
];

/// The table of a game with its seats and score as text, touched at this time.
#[must_use]
pub fn game_to_text(play: &Play, at_ms: u64) -> String {
    let Saved {
        start,
        opened,
        ply,
        ended,
        is_paused,
        left_ms,
    } = play.table.saved(at_ms);
    let [main_ms, increment_ms, turn_ms] = match start.clock {
        ClockRule::None => [0; 3],
        ClockRule::Total {
            main_ms,
            increment_ms,
        } => [main_ms, increment_ms, 0],
        ClockRule::PerTurn { turn_ms } => [0, 0, turn_ms],
    };
    let [left_one, left_two] = left_ms.unwrap_or_default();
    // The seat whose time ran out.
    let out = match ended {
        Some(Ending::Won(winner, WonBy::Time)) => start.seat_of(winner.opponent()).index() + 1,
        _ => 0,
    };
    let starts = STARTS.iter().find(|(known, _)| *known == start.starts);
    let whole = play.game_at(play.plies()).unwrap_or_default();
    lines(&[
        ("touched", &at_ms),
        ("began", &play.began),
        // The whole game, with the moves that were taken back, and how many of them are made.
        ("game", &write_link(&whole)),
        ("opened", &opened),
        ("ply", &ply),
        ("times", &times(&start.opening)),
        ("seat-one", &sitter(&start.seats[0])),
        ("seat-two", &sitter(&start.seats[1])),
        ("starts", &starts.map_or("", |(_, name)| *name)),
        ("starter", &(start.first.index() + 1)),
        ("wins-one", &start.score.wins[0]),
        ("wins-two", &start.score.wins[1]),
        ("ties", &start.score.ties),
        ("uncounted", &!start.is_counted),
        ("ended", &start.has_ended),
        ("paused", &is_paused),
        ("clock-main", &main_ms),
        ("clock-increment", &increment_ms),
        ("clock-turn", &turn_ms),
        ("left-one", &left_one),
        ("left-two", &left_two),
        ("out", &out),
        (NAME, &play.name),
    ])
}

/// The text of a table whose game is called something from now on, or nothing in particular.
#[must_use]
pub fn renamed(text: &str, name: &str) -> String {
    let is_other = |line: &&str| line.split(' ').next() != Some(NAME);
    let mut lines: Vec<_> = text.lines().filter(is_other).collect();
    let named = format!("{NAME} {}", one_line(name));
    lines.push(&named);
    lines.join("\n")
}

/// A name in one line, so that it can say nothing about the table.
pub(super) fn one_line(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The milliseconds that each move took, as far as they are known.
fn times(made: &[Made]) -> String {
    let mut text = String::new();
    for made in made {
        // Writing to a string cannot fail.
        let _ = match made.took_ms {
            Some(ms) => write!(text, "{ms} "),
            None => write!(text, "- "),
        };
    }
    text
}

/// The table of this text, kept under this number.
///
/// # Errors
///
/// [`Damage`] says why it cannot be read.
pub fn game_from_text(text: &str, id: u64, now: Now) -> Result<Play, Damage> {
    let lines = Lines::of(text)?;
    let whole = read_link(lines.value("game")?).map_err(Damage::Game)?;
    // Earlier pages did not keep the times.
    let mut times = lines.value("times").unwrap_or_default().split(' ');
    let mut made = |step: &Move| Made {
        step: *step,
        took_ms: times.next().and_then(|time| time.parse().ok()),
    };
    let starts = lines.value("starts")?;
    let known = STARTS.iter().find(|(_, name)| *name == starts);
    let starter: usize = lines.parsed("starter")?;
    let mut seats = Seat::BOTH.into_iter();
    let first = seats.find(|seat| seat.index() + 1 == starter);
    let is_uncounted: bool = lines.parsed("uncounted")?;
    let ply: usize = lines.parsed("ply")?;
    // The first version kept and taught a game when it ended, and did not say so.
    let has_ended = lines.parsed_or("ended", whole.end().is_some())?;
    let start = Start {
        starts: known.ok_or_else(|| unknown("start", starts))?.0,
        first: first.ok_or_else(|| unknown("seat", &starter.to_string()))?,
        opening: whole.moves().iter().map(&mut made).collect(),
        score: Score {
            wins: [lines.parsed("wins-one")?, lines.parsed("wins-two")?],
            ties: lines.parsed("ties")?,
        },
        is_counted: !is_uncounted,
        has_ended,
        ..Start::new(
            whole.ruleset(),
            [seated(&lines, "seat-one")?, seated(&lines, "seat-two")?],
        )
    };
    let clock = ["clock-main", "clock-increment", "clock-turn"];
    let [main_ms, increment_ms, turn_ms] = clock.map(|name| lines.parsed_or(name, 0));
    let start = Start {
        clock: match (main_ms?, turn_ms?) {
            (0, 0) => ClockRule::None,
            (0, turn_ms) => ClockRule::PerTurn { turn_ms },
            (main_ms, _) => ClockRule::Total {
                main_ms,
                increment_ms: increment_ms?,
            },
        },
        ..start
    };
    // Earlier texts did not tell the opening from what was played: clocks wait as after a shared game.
    let opened = lines.parsed_or("opened", start.opening.len())?;
    let out: usize = lines.parsed_or("out", 0)?;
    let winner = Player::BOTH
        .into_iter()
        .find(|player| start.seat_of(player.opponent()).index() + 1 == out);
    let saved = Saved {
        start,
        opened,
        ply,
        ended: winner.map(|winner| Ending::Won(winner, WonBy::Time)),
        is_paused: lines.parsed_or("paused", false)?,
        // Texts from before these lines say nothing: clocks are as at the start.
        left_ms: match lines.parsed("left-one") {
            Ok(one) => Some([one, lines.parsed("left-two")?]),
            Err(_) => None,
        },
    };
    let restored = Table::restore(saved, now.at_ms);
    Ok(Play {
        table: restored.map_err(|_| unknown("ply", &ply.to_string()))?,
        keeper: Keeper::Page,
        id,
        began: lines.parsed_or("began", now.at_ms)?,
        name: lines.value(NAME).unwrap_or_default().to_owned(),
    })
}

/// When the table of a text was last touched; 0 if it does not say.
#[must_use]
pub fn touched_ms(text: &str) -> u64 {
    let touched = Lines::of(text).and_then(|lines| lines.parsed("touched"));
    touched.unwrap_or(0)
}

/// Who sits at a seat, as text. Names of people are not kept: all of them sit here.
fn sitter(who: &Who) -> &str {
    match who {
        Who::Person(_) => PERSON,
        Who::Bot(id) => id,
    }
}

fn seated(lines: &Lines<'_>, name: &str) -> Result<Who, Damage> {
    let value = lines.value(name)?;
    if value == PERSON {
        return Ok(Who::Person(String::new()));
    }
    let bot = Who::Bot(value.to_owned());
    level_of(&bot).ok_or_else(|| unknown(name, value))?;
    Ok(bot)
}

/// The settings as text.
#[must_use]
pub fn settings_to_text(settings: Settings) -> String {
    let language = settings.language.map_or("", Language::code);
    lines(&[
        ("language", &language),
        ("theme", &settings.theme.name()),
        ("dark", &settings.dark.name()),
        ("column-names", &settings.column_names.name()),
        ("numbers", &settings.numbers.name()),
        ("motion", &settings.motion.name()),
        ("view", &settings.view.name()),
        ("detail", &settings.detail.name()),
        ("verbosity", &settings.verbosity.name()),
        ("single-keys", &settings.single_keys.name()),
        ("keys", &String::from(settings.keys)),
        ("letter-keys", &settings.letter_keys.name()),
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
        "dark" => settings.dark = Theme::from_name(value)?,
        "column-names" => settings.column_names = ColumnNames::from_name(value)?,
        "numbers" => settings.numbers = Switch::from_name(value)?,
        "motion" => settings.motion = Motion::from_name(value)?,
        "view" => settings.view = View::from_name(value)?,
        "detail" => settings.detail = Detail::from_name(value)?,
        "verbosity" => settings.verbosity = Verbosity::from_name(value)?,
        "single-keys" => settings.single_keys = Switch::from_name(value)?,
        "keys" => settings.keys = KeyMap::try_from(value.to_owned()).ok()?,
        "letter-keys" => settings.letter_keys = Switch::from_name(value)?,
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
