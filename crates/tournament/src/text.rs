//! A tournament as text: one line for the setup, then one line an event.
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
//! Fields are separated by tabs, shown here as dots, and a line counts only with its line break: a line that was cut off
//! while it was written never happened. The game in play is the one line that has none ([`InPlay`]). The number after the
//! name is the version of the form.

use std::fmt;
use std::fmt::Write as _;
use std::str::FromStr;

use foursight_core::Player;

use crate::contest::{EntrantId, MatchId};
use crate::event::{Absentee, Event, Refused, Who};
use crate::in_play::InPlay;
use crate::setup::{Form, Seeding, Setup, SetupError};
use crate::tournament::{Phase, Tournament};

/// The word and the version that every text begins with.
pub const HEAD: &str = "foursight-tournament 1";
/// A text has at most this many bytes: a double round robin of the largest field with all its moves.
const TEXT_BYTES_MAX: usize = 64 << 20;

/// Why a text is no tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadError {
    /// It does not begin with the line of a tournament in a version that is known.
    NotATournament,
    /// It is too long.
    TooLong,
    /// A line is not what it should be. Lines count from 1.
    Line {
        /// Which line.
        line: usize,
        /// What is wrong.
        why: String,
    },
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotATournament => write!(f, "a tournament begins with a line \"{HEAD} …\""),
            Self::TooLong => write!(f, "a tournament has at most {TEXT_BYTES_MAX} bytes"),
            Self::Line { line, why } => write!(f, "line {line}: {why}"),
        }
    }
}

impl std::error::Error for ReadError {}

/// A tournament that was read.
#[derive(Clone, Debug)]
pub struct ReadTournament {
    /// It.
    pub tournament: Tournament,
    /// How many bytes of the text belong to it. What follows is the game in play, or a line that was cut off;
    /// a program that goes on writing cuts it away first.
    pub bytes: usize,
    /// The game in play, if the text has one that can go on.
    pub in_play: Option<InPlay>,
    /// The last line was cut off, and is left out.
    pub is_cut: bool,
}

/// The whole tournament as text.
#[must_use]
pub fn to_text(tournament: &Tournament) -> String {
    let mut text = setup_line(tournament.setup());
    for event in tournament.events() {
        text.push_str(&event_line(event));
    }
    text
}

/// The first line of a text, with its line break.
#[must_use]
pub fn setup_line(setup: &Setup) -> String {
    let form = match setup.form {
        Form::SingleElimination { third_place: false } => "knock-out".to_owned(),
        Form::SingleElimination { third_place: true } => "knock-out third-place".to_owned(),
        Form::DoubleElimination => "double-elimination".to_owned(),
        Form::RoundRobin { double: false } => "round-robin".to_owned(),
        Form::RoundRobin { double: true } => "round-robin double".to_owned(),
        Form::Swiss { rounds } => format!("swiss {rounds}"),
    };
    let seeding = match setup.seeding {
        Seeding::Order => "order",
        Seeding::Rating => "rating",
        Seeding::Drawn => "drawn",
    };
    let Setup {
        name,
        best_of,
        seed,
        opening_plies,
        rules,
        ..
    } = setup;
    format!(
        "{HEAD}\t{form}\tbest-of {best_of}\tseeding {seeding}\tseed {seed}\topenings {opening_plies}\t\
         {rules}\t{name}\n"
    )
}

/// The line of an event, with its line break.
#[must_use]
pub fn event_line(event: &Event) -> String {
    let mut line = match event {
        Event::Entered { name, who, rating } => {
            let who = match who {
                Who::Person => "person".to_owned(),
                Who::Bot(words) => format!("bot {words}"),
            };
            format!("enter\t{who}\t{}\t{name}", or_none(*rating))
        }
        Event::Began => "begin".to_owned(),
        Event::Paired { pairs, bye } => {
            let mut line = "pair\t".to_owned();
            for (number, (one, two)) in pairs.iter().enumerate() {
                let space = if number > 0 { " " } else { "" };
                // Writing to a string cannot fail.
                let _ = write!(line, "{space}{}-{}", one.0, two.0);
            }
            line + "\t" + &or_none(bye.map(|bye| bye.0))
        }
        Event::Played {
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
        Event::Absent { match_id, who } => match who {
            Absentee::One(id) => format!("absent\t{}\t{}", match_id.0, id.0),
            Absentee::Both => format!("absent\t{}\tboth", match_id.0),
        },
        Event::Withdrew(id) => format!("withdraw\t{}", id.0),
    };
    line.push('\n');
    line
}

fn or_none(value: Option<impl fmt::Display>) -> String {
    value.map_or("-".to_owned(), |value| value.to_string())
}

/// Reads a tournament. A last line without a line break is left out.
///
/// # Errors
///
/// If the text is no tournament, or an event could not have happened.
pub fn read(text: &str) -> Result<ReadTournament, ReadError> {
    read_with(text, &|_, _| Ok(()))
}

/// Reads a tournament from elsewhere: the app, which knows the games, looks at each event before it happens, and says
/// what contradicts it, as [`check_event`](crate::check_event) does. A list of entrants without the line that
/// begins the tournament is refused, since entrants may be missing.
///
/// # Errors
///
/// If the text is no tournament, or an event could not have happened.
pub fn read_checked(
    text: &str,
    check: &dyn Fn(&Tournament, &Event) -> Result<(), String>,
) -> Result<ReadTournament, ReadError> {
    let found = read_with(text, check)?;
    if found.tournament.phase() == Phase::Entering {
        return Err(ReadError::Line {
            line: found.tournament.events().len() + 2,
            why: "the list of players ends before the line \"begin\", so some may be missing"
                .to_owned(),
        });
    }
    Ok(found)
}

fn read_with(
    text: &str,
    check: &dyn Fn(&Tournament, &Event) -> Result<(), String>,
) -> Result<ReadTournament, ReadError> {
    if text.len() > TEXT_BYTES_MAX {
        return Err(ReadError::TooLong);
    }
    let bytes = text.rfind('\n').map_or(0, |end| end + 1);
    let mut lines = text[..bytes].lines().enumerate();
    let (_, head) = lines.next().ok_or(ReadError::NotATournament)?;
    let setup = head
        .strip_prefix(HEAD)
        .and_then(|rest| rest.strip_prefix('\t'));
    let setup = setup.ok_or(ReadError::NotATournament)?;
    let wrong = |line: usize, why: String| ReadError::Line {
        line: line + 1,
        why,
    };
    let setup = read_setup(setup).ok_or_else(|| wrong(0, "not a setup".to_owned()))?;
    let tournament = Tournament::new(setup);
    let mut tournament = tournament.map_err(|error: SetupError| wrong(0, error.to_string()))?;
    for (number, line) in lines {
        let event = read_event(line).ok_or_else(|| wrong(number, "not an event".to_owned()))?;
        check(&tournament, &event).map_err(|why| wrong(number, why))?;
        let happened = tournament.apply(event);
        happened.map_err(|refused: Refused| wrong(number, refused.to_string()))?;
    }
    let rest = &text[bytes..];
    let in_play = InPlay::read(rest).filter(|open| tournament.can_go_on(open));
    Ok(ReadTournament {
        is_cut: !rest.is_empty() && in_play.is_none(),
        in_play,
        tournament,
        bytes,
    })
}

fn read_setup(text: &str) -> Option<Setup> {
    let fields: Vec<&str> = text.split('\t').collect();
    let [form, best_of, seeding, seed, openings, rules, name] = fields[..] else {
        return None;
    };
    Some(Setup {
        name: name.to_owned(),
        form: read_form(form)?,
        best_of: number(best_of.strip_prefix("best-of ")?)?,
        seeding: match seeding.strip_prefix("seeding ")? {
            "order" => Seeding::Order,
            "rating" => Seeding::Rating,
            "drawn" => Seeding::Drawn,
            _ => return None,
        },
        seed: number(seed.strip_prefix("seed ")?)?,
        opening_plies: number(openings.strip_prefix("openings ")?)?,
        rules: rules.to_owned(),
    })
}

fn read_form(text: &str) -> Option<Form> {
    Some(match text {
        "knock-out" => Form::SingleElimination { third_place: false },
        "knock-out third-place" => Form::SingleElimination { third_place: true },
        "double-elimination" => Form::DoubleElimination,
        "round-robin" => Form::RoundRobin { double: false },
        "round-robin double" => Form::RoundRobin { double: true },
        _ => Form::Swiss {
            rounds: number(text.strip_prefix("swiss ")?)?,
        },
    })
}

fn read_event(line: &str) -> Option<Event> {
    let fields: Vec<&str> = line.split('\t').collect();
    Some(match fields[..] {
        ["enter", who, rating, name] => Event::Entered {
            name: name.to_owned(),
            who: match who {
                "person" => Who::Person,
                bot => Who::Bot(bot.strip_prefix("bot ")?.to_owned()),
            },
            rating: match rating {
                "-" => None,
                rating => Some(number(rating)?),
            },
        },
        ["begin"] => Event::Began,
        ["pair", pairs, bye] => Event::Paired {
            pairs: pairs
                .split_terminator(' ')
                .map(|pair| {
                    let (one, two) = pair.split_once('-')?;
                    Some((EntrantId(number(one)?), EntrantId(number(two)?)))
                })
                .collect::<Option<Vec<_>>>()?,
            bye: match bye {
                "-" => None,
                bye => Some(EntrantId(number(bye)?)),
            },
        },
        ["played", game, winner, plies, moves] => {
            let (match_id, game) = game.split_once(' ')?;
            Event::Played {
                match_id: MatchId(number(match_id)?),
                game: number(game)?,
                winner: match winner {
                    "first" => Some(Player::First),
                    "second" => Some(Player::Second),
                    "tie" => None,
                    _ => return None,
                },
                plies: number(plies)?,
                moves: moves.to_owned(),
            }
        }
        ["absent", match_id, who] => Event::Absent {
            match_id: MatchId(number(match_id)?),
            who: match who {
                "both" => Absentee::Both,
                one => Absentee::One(EntrantId(number(one)?)),
            },
        },
        ["withdraw", id] => Event::Withdrew(EntrantId(number(id)?)),
        _ => return None,
    })
}

/// A number as it is written: `+7` and `007` are not.
fn number<N: FromStr + ToString>(text: &str) -> Option<N> {
    let found: N = text.parse().ok()?;
    (found.to_string() == text).then_some(found)
}
