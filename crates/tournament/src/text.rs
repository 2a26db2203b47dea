//! Text format of a tournament: one line for the setup, then one line per event.
//!
//! ```text
//! foursight-tournament 1 · swiss 5 · best-of 2 · seeding drawn · seed 7 · openings 4 · pop-out 7x6/4 · Cup
//! enter · bot hard · - · Hard
//! begin
//! pair · 0-1 2-3 · -
//! played · 0 0 · first · 21 · 4453…
//! absent · 1 · 2
//! withdraw · 3
//! playing · 2 0 · 44
//! ```
//!
//! Tabs separate the fields (shown here as dots). A line counts only with its line break, so that a
//! write cut short never produces an event. Only the game in progress ([`GameInProgress`]) has no line
//! break. The number after the name is the version of the format.

use std::fmt;
use std::fmt::Write as _;
use std::str::FromStr;

use foursight_core::Player;

use crate::event::{Absentee, EntrantKind, TournamentError, TournamentEvent};
use crate::game_in_progress::GameInProgress;
use crate::matches::{EntrantId, MatchId};
use crate::setup::{Seeding, TournamentFormat, TournamentSetup, TournamentSetupError};
use crate::tournament::{Tournament, TournamentPhase};

/// Name and version of the format, with which every text begins.
pub const HEADER: &str = "foursight-tournament 1";
/// Maximum size of a text: a double round robin of the largest field with all its moves.
const TEXT_BYTES_MAX: usize = 64 << 20;

/// Reason why a text is not a valid tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TournamentReadError {
    /// The first line is not the header of a tournament in a supported version.
    NotATournament,
    /// The text is too long.
    TooLong,
    /// A line is invalid. Lines count from 1.
    Line {
        /// Number of the line.
        line: usize,
        /// Description of the error.
        message: String,
    },
}

impl fmt::Display for TournamentReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotATournament => write!(f, "a tournament begins with a line \"{HEADER} …\""),
            Self::TooLong => write!(f, "a tournament has at most {TEXT_BYTES_MAX} bytes"),
            Self::Line { line, message } => write!(f, "line {line}: {message}"),
        }
    }
}

impl std::error::Error for TournamentReadError {}

/// A tournament read from text.
#[derive(Clone, Debug)]
pub struct TournamentFile {
    /// The tournament.
    pub tournament: Tournament,
    /// Size of the complete lines, in bytes. The rest is the game in progress or a truncated line,
    /// which a writer removes before it appends.
    pub complete_bytes: usize,
    /// The game in progress, if the text has one that can continue.
    pub game_in_progress: Option<GameInProgress>,
    /// True if the last line was truncated, and therefore ignored.
    pub is_truncated: bool,
}

/// Formats the whole tournament as text.
#[must_use]
pub fn to_text(tournament: &Tournament) -> String {
    let mut text = setup_line(tournament.setup());
    for event in tournament.events() {
        text.push_str(&event_line(event));
    }
    text
}

/// Formats the first line of a text, including its line break.
#[must_use]
pub fn setup_line(setup: &TournamentSetup) -> String {
    let form = match setup.format {
        TournamentFormat::SingleElimination { third_place: false } => "knock-out".to_owned(),
        TournamentFormat::SingleElimination { third_place: true } => {
            "knock-out third-place".to_owned()
        }
        TournamentFormat::DoubleElimination => "double-elimination".to_owned(),
        TournamentFormat::RoundRobin { double: false } => "round-robin".to_owned(),
        TournamentFormat::RoundRobin { double: true } => "round-robin double".to_owned(),
        TournamentFormat::Swiss { rounds } => format!("swiss {rounds}"),
    };
    let seeding = match setup.seeding {
        Seeding::Order => "order",
        Seeding::Rating => "rating",
        Seeding::Random => "drawn",
    };
    let TournamentSetup {
        name,
        best_of,
        seed,
        opening_plies,
        rules,
        ..
    } = setup;
    format!(
        "{HEADER}\t{form}\tbest-of {best_of}\tseeding {seeding}\tseed {seed}\topenings {opening_plies}\t\
         {rules}\t{name}\n"
    )
}

/// Formats the line of an event, including its line break.
#[must_use]
pub fn event_line(event: &TournamentEvent) -> String {
    let mut line = match event {
        TournamentEvent::Entered { name, kind, rating } => {
            let kind = match kind {
                EntrantKind::Person => "person".to_owned(),
                EntrantKind::Bot(words) => format!("bot {words}"),
            };
            format!("enter\t{kind}\t{}\t{name}", format_optional(*rating))
        }
        TournamentEvent::Began => "begin".to_owned(),
        TournamentEvent::Paired { pairs, bye } => {
            let mut line = "pair\t".to_owned();
            for (number, (one, two)) in pairs.iter().enumerate() {
                let cell = if number > 0 { " " } else { "" };
                // Writing to a string cannot fail.
                let _ = write!(line, "{cell}{}-{}", one.0, two.0);
            }
            line + "\t" + &format_optional(bye.map(|bye| bye.0))
        }
        TournamentEvent::Played {
            match_id,
            game,
            winner,
            plies,
            moves,
        } => {
            let winner = match winner {
                Some(Player::First) => "first",
                Some(Player::Second) => "second",
                None => "tie",
            };
            format!("played\t{} {game}\t{winner}\t{plies}\t{moves}", match_id.0)
        }
        TournamentEvent::Absent { match_id, absentee } => match absentee {
            Absentee::One(id) => format!("absent\t{}\t{}", match_id.0, id.0),
            Absentee::Both => format!("absent\t{}\tboth", match_id.0),
        },
        TournamentEvent::Withdrew(id) => format!("withdraw\t{}", id.0),
    };
    line.push('\n');
    line
}

fn format_optional(value: Option<impl fmt::Display>) -> String {
    value.map_or("-".to_owned(), |value| value.to_string())
}

/// Reads a tournament and ignores a last line without a line break.
///
/// # Errors
///
/// Returns an error if the text is not a tournament, or an event is invalid.
pub fn read(text: &str) -> Result<TournamentFile, TournamentReadError> {
    parse(text, &|_, _| Ok(()))
}

/// Reads a tournament from an untrusted source. The app, which knows the games, checks each event
/// before it is applied, as [`check_event`](crate::check_event) does. Rejects a list of entrants
/// without the line that begins the tournament, since entrants may be missing.
///
/// # Errors
///
/// Returns an error if the text is not a tournament, or an event is invalid.
pub fn read_checked(
    text: &str,
    check: &dyn Fn(&Tournament, &TournamentEvent) -> Result<(), String>,
) -> Result<TournamentFile, TournamentReadError> {
    let found = parse(text, check)?;
    if found.tournament.phase() == TournamentPhase::Entering {
        return Err(TournamentReadError::Line {
            line: found.tournament.events().len() + 2,
            message: "the list of players ends before the line \"begin\", so some may be missing"
                .to_owned(),
        });
    }
    Ok(found)
}

fn parse(
    text: &str,
    check: &dyn Fn(&Tournament, &TournamentEvent) -> Result<(), String>,
) -> Result<TournamentFile, TournamentReadError> {
    if text.len() > TEXT_BYTES_MAX {
        return Err(TournamentReadError::TooLong);
    }
    let bytes = text.rfind('\n').map_or(0, |end| end + 1);
    let mut lines = text[..bytes].lines().enumerate();
    let (_, head) = lines.next().ok_or(TournamentReadError::NotATournament)?;
    let setup = head
        .strip_prefix(HEADER)
        .and_then(|rest| rest.strip_prefix('\t'));
    let setup = setup.ok_or(TournamentReadError::NotATournament)?;
    let line_error = |line: usize, message: String| TournamentReadError::Line {
        line: line + 1,
        message,
    };
    let setup = parse_setup(setup).ok_or_else(|| line_error(0, "not a setup".to_owned()))?;
    let tournament = Tournament::new(setup);
    let mut tournament =
        tournament.map_err(|error: TournamentSetupError| line_error(0, error.to_string()))?;
    for (number, line) in lines {
        let event =
            parse_event(line).ok_or_else(|| line_error(number, "not an event".to_owned()))?;
        check(&tournament, &event).map_err(|error| line_error(number, error))?;
        let applied = tournament.apply(event);
        applied.map_err(|refused: TournamentError| line_error(number, refused.to_string()))?;
    }
    let rest = &text[bytes..];
    let in_play = GameInProgress::read(rest).filter(|open| tournament.can_resume(open));
    Ok(TournamentFile {
        is_truncated: !rest.is_empty() && in_play.is_none(),
        game_in_progress: in_play,
        tournament,
        complete_bytes: bytes,
    })
}

fn parse_setup(text: &str) -> Option<TournamentSetup> {
    let fields: Vec<&str> = text.split('\t').collect();
    let [form, best_of, seeding, seed, openings, rules, name] = fields[..] else {
        return None;
    };
    Some(TournamentSetup {
        name: name.to_owned(),
        format: parse_format(form)?,
        best_of: parse_number(best_of.strip_prefix("best-of ")?)?,
        seeding: match seeding.strip_prefix("seeding ")? {
            "order" => Seeding::Order,
            "rating" => Seeding::Rating,
            "drawn" => Seeding::Random,
            _ => return None,
        },
        seed: parse_number(seed.strip_prefix("seed ")?)?,
        opening_plies: parse_number(openings.strip_prefix("openings ")?)?,
        rules: rules.to_owned(),
    })
}

fn parse_format(text: &str) -> Option<TournamentFormat> {
    Some(match text {
        "knock-out" | "single-elimination" => {
            TournamentFormat::SingleElimination { third_place: false }
        }
        "knock-out third-place" => TournamentFormat::SingleElimination { third_place: true },
        "double-elimination" => TournamentFormat::DoubleElimination,
        "round-robin" => TournamentFormat::RoundRobin { double: false },
        "round-robin double" => TournamentFormat::RoundRobin { double: true },
        _ => TournamentFormat::Swiss {
            rounds: parse_number(text.strip_prefix("swiss ")?)?,
        },
    })
}

fn parse_event(line: &str) -> Option<TournamentEvent> {
    let fields: Vec<&str> = line.split('\t').collect();
    Some(match fields[..] {
        ["enter", kind, rating, name] => TournamentEvent::Entered {
            name: name.to_owned(),
            kind: match kind {
                "person" => EntrantKind::Person,
                bot => EntrantKind::Bot(bot.strip_prefix("bot ")?.to_owned()),
            },
            rating: match rating {
                "-" => None,
                rating => Some(parse_number(rating)?),
            },
        },
        ["begin"] => TournamentEvent::Began,
        ["pair", pairs, bye] => TournamentEvent::Paired {
            pairs: pairs
                .split_terminator(' ')
                .map(|pair| {
                    let (one, two) = pair.split_once('-')?;
                    Some((EntrantId(parse_number(one)?), EntrantId(parse_number(two)?)))
                })
                .collect::<Option<Vec<_>>>()?,
            bye: match bye {
                "-" => None,
                bye => Some(EntrantId(parse_number(bye)?)),
            },
        },
        ["played", game, winner, plies, moves] => {
            let (match_id, game) = game.split_once(' ')?;
            TournamentEvent::Played {
                match_id: MatchId(parse_number(match_id)?),
                game: parse_number(game)?,
                winner: match winner {
                    "first" => Some(Player::First),
                    "second" => Some(Player::Second),
                    "tie" => None,
                    _ => return None,
                },
                plies: parse_number(plies)?,
                moves: moves.to_owned(),
            }
        }
        ["absent", match_id, absentee] => TournamentEvent::Absent {
            match_id: MatchId(parse_number(match_id)?),
            absentee: match absentee {
                "both" => Absentee::Both,
                one => Absentee::One(EntrantId(parse_number(one)?)),
            },
        },
        ["withdraw", id] => TournamentEvent::Withdrew(EntrantId(parse_number(id)?)),
        _ => return None,
    })
}

/// Parses a number in canonical form: not `+7` or `007`.
fn parse_number<N: FromStr + ToString>(text: &str) -> Option<N> {
    let found: N = text.parse().ok()?;
    (found.to_string() == text).then_some(found)
}
