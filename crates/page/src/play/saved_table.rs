//! Tables as text, each with its seats and score.

use std::fmt::Write as _;

use foursight_core::{Ending, Move, Player, WinReason};
use foursight_record::{read_link, write_link};
use foursight_table::{
    GameStart, MatchScore, Occupant, SavedTable, Seat, StartPolicy, Table, TimeControl, TimedMove,
};

use super::{Authority, Play, TimeAndSeed};
use crate::saved::{SavedLines, SavedTextError, format_lines, unknown};
use crate::wording::bot_ids::level_of;
use crate::wording::player_names::entered_names;

/// Line with the name of a game in play.
const NAME: &str = "name";

/// Line with the plies that the page had suggested.
const HINTED: &str = "hinted";

/// Marks a person in a saved text.
const PERSON: &str = "person";

/// Start policies with their names in saved texts and on the page.
pub const START_POLICY_NAMES: [(StartPolicy, &str); 3] = [
    (StartPolicy::Fixed(Seat::One), "one"),
    (StartPolicy::Fixed(Seat::Two), "two"),
    (StartPolicy::Alternate, "in-turn"),
];

/// Formats the table of a game with its seats and score, touched at this time.
#[must_use]
pub fn game_to_text(play: &Play, at_ms: u64) -> String {
    let SavedTable {
        start,
        opening_plies: opened,
        ply,
        ending: ended,
        is_paused,
        remaining_ms: left_ms,
    } = play.table.to_saved(at_ms);
    let [main_ms, increment_ms, turn_ms] = match start.time_control {
        TimeControl::Unlimited => [0; 3],
        TimeControl::Fischer {
            main_ms,
            increment_ms,
        } => [main_ms, increment_ms, 0],
        TimeControl::PerTurn { turn_ms } => [0, 0, turn_ms],
    };
    let [left_one, left_two] = left_ms.unwrap_or_default();
    // The seat whose time ran out.
    let flagged = match ended {
        Some(Ending::Won(winner, WinReason::Time)) => start.seat_of(winner.opponent()).index() + 1,
        _ => 0,
    };
    let starts = START_POLICY_NAMES
        .iter()
        .find(|(known, _)| *known == start.start_policy);
    let full_game = play.game_at(play.plies()).unwrap_or_default();
    let text = format_lines(&[
        ("touched", &at_ms),
        ("began", &play.began_ms),
        // The full game including moves taken back; `ply` counts those still made.
        ("game", &write_link(&full_game)),
        ("opened", &opened),
        ("ply", &ply),
        ("times", &times(&start.opening)),
        ("seat-one", &occupant_text(&start.seats[0])),
        ("seat-two", &occupant_text(&start.seats[1])),
        ("starts", &starts.map_or("", |(_, name)| *name)),
        ("starter", &(start.first.index() + 1)),
        ("wins-one", &start.score.wins[0]),
        ("wins-two", &start.score.wins[1]),
        ("ties", &start.score.draws),
        ("uncounted", &!start.is_counted),
        ("ended", &start.has_ended),
        ("paused", &is_paused),
        ("clock-main", &main_ms),
        ("clock-increment", &increment_ms),
        ("clock-turn", &turn_ms),
        ("left-one", &left_one),
        ("left-two", &left_two),
        ("out", &flagged),
        (NAME, &play.name),
    ]);
    text + &hinted_line(&play.hinted)
}

/// Formats the numbers of the suggested plies as a line; most games have none.
fn hinted_line(hinted: &[usize]) -> String {
    if hinted.is_empty() {
        return String::new();
    }
    let plies: Vec<_> = hinted.iter().map(ToString::to_string).collect();
    format!("{HINTED} {}\n", plies.join(" "))
}

/// Parses the numbers of the suggested plies, in ascending order. Earlier versions saved none.
fn parse_hinted(lines: &SavedLines<'_>) -> Result<Vec<usize>, SavedTextError> {
    let text = lines.value(HINTED).unwrap_or_default();
    let mut hinted = Vec::new();
    for part in text.split_whitespace() {
        let ply = part.parse().map_err(|_| unknown(HINTED, text))?;
        if hinted.last().is_some_and(|last| *last >= ply) {
            return Err(unknown(HINTED, text));
        }
        hinted.push(ply);
    }
    Ok(hinted)
}

/// Returns the text of a table with the name of its game replaced.
#[must_use]
pub fn with_name(text: &str, name: &str) -> String {
    let is_not_name = |line: &&str| line.split(' ').next() != Some(NAME);
    let mut lines: Vec<_> = text.lines().filter(is_not_name).collect();
    let named = format!("{NAME} {}", one_line(name));
    lines.push(&named);
    lines.join("\n")
}

/// Joins a name into one line, so that it cannot add lines to the text.
pub(super) fn one_line(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Formats the milliseconds of each move, as far as they are known.
fn times(moves: &[TimedMove]) -> String {
    let mut text = String::new();
    for timed_move in moves {
        // Writing to a string cannot fail.
        let _ = match timed_move.thinking_ms {
            Some(ms) => write!(text, "{ms} "),
            None => write!(text, "- "),
        };
    }
    text
}

/// Parses the table saved under this id.
///
/// # Errors
///
/// [`SavedTextError`] if the text cannot be read.
pub fn game_from_text(text: &str, id: u64, now: TimeAndSeed) -> Result<Play, SavedTextError> {
    let lines = SavedLines::parse(text)?;
    let full_game = read_link(lines.value("game")?).map_err(SavedTextError::InvalidGame)?;
    // Earlier versions saved no times.
    let mut times = lines.value("times").unwrap_or_default().split(' ');
    let mut timed_move = |mv: &Move| TimedMove {
        mv: *mv,
        thinking_ms: times.next().and_then(|time| time.parse().ok()),
    };
    let starts = lines.value("starts")?;
    let known = START_POLICY_NAMES.iter().find(|(_, name)| *name == starts);
    let starter: usize = lines.get("starter")?;
    let first = Seat::BOTH
        .into_iter()
        .find(|seat| seat.index() + 1 == starter);
    let is_uncounted: bool = lines.get("uncounted")?;
    let ply: usize = lines.get("ply")?;
    // The first version archived and trained on a game when it ended, without recording it.
    let has_ended = lines.get_or("ended", full_game.end().is_some())?;
    let start = GameStart {
        start_policy: known.ok_or_else(|| unknown("start", starts))?.0,
        first: first.ok_or_else(|| unknown("seat", &starter.to_string()))?,
        opening: full_game.moves().iter().map(&mut timed_move).collect(),
        score: MatchScore {
            wins: [lines.get("wins-one")?, lines.get("wins-two")?],
            draws: lines.get("ties")?,
        },
        is_counted: !is_uncounted,
        has_ended,
        time_control: parse_time_control(&lines)?,
        ..GameStart::new(
            full_game.ruleset(),
            [
                parse_occupant(&lines, "seat-one")?,
                parse_occupant(&lines, "seat-two")?,
            ],
        )
    };
    // Earlier texts did not separate the opening from played moves: clocks wait as after a shared
    // game.
    let opened = lines.get_or("opened", start.opening.len())?;
    let flagged: usize = lines.get_or("out", 0)?;
    let winner = Player::BOTH
        .into_iter()
        .find(|player| start.seat_of(player.opponent()).index() + 1 == flagged);
    let saved = SavedTable {
        start,
        opening_plies: opened,
        ply,
        ending: winner.map(|winner| Ending::Won(winner, WinReason::Time)),
        is_paused: lines.get_or("paused", false)?,
        // Older texts have no such lines: clocks are as at the start.
        remaining_ms: match lines.get("left-one") {
            Ok(one) => Some([one, lines.get("left-two")?]),
            Err(_) => None,
        },
    };
    let restored = Table::restore(saved, now.at_ms);
    Ok(Play {
        table: restored.map_err(|_| unknown("ply", &ply.to_string()))?,
        authority: Authority::Page,
        id,
        began_ms: lines.get_or("began", now.at_ms)?,
        name: lines.value(NAME).unwrap_or_default().to_owned(),
        hinted: parse_hinted(&lines)?,
    })
}

fn parse_time_control(lines: &SavedLines<'_>) -> Result<TimeControl, SavedTextError> {
    let clock = ["clock-main", "clock-increment", "clock-turn"];
    let [main_ms, increment_ms, turn_ms] = clock.map(|name| lines.get_or(name, 0));
    Ok(match (main_ms?, turn_ms?) {
        (0, 0) => TimeControl::Unlimited,
        (0, turn_ms) => TimeControl::PerTurn { turn_ms },
        (main_ms, _) => TimeControl::Fischer {
            main_ms,
            increment_ms: increment_ms?,
        },
    })
}

/// Returns when the table of a text was last touched, or 0 if the text does not say.
#[must_use]
pub fn last_touched_ms(text: &str) -> u64 {
    let touched = SavedLines::parse(text).and_then(|lines| lines.get("touched"));
    touched.unwrap_or(0)
}

/// Formats the occupant of a seat: a bot's id, or a person with the name that was entered, if any.
fn occupant_text(occupant: &Occupant) -> String {
    match occupant {
        Occupant::Person(name) => format!("{PERSON} {}", one_line(name)).trim_end().to_owned(),
        Occupant::Bot(id) => id.clone(),
    }
}

fn parse_occupant(lines: &SavedLines<'_>, name: &str) -> Result<Occupant, SavedTextError> {
    let value = lines.value(name)?;
    let person = value.strip_prefix(PERSON);
    if let Some(entered) = person.filter(|rest| rest.is_empty() || rest.starts_with(' ')) {
        let [entered, _] = entered_names([entered, ""]);
        return Ok(Occupant::Person(entered));
    }
    let bot = Occupant::Bot(value.to_owned());
    level_of(&bot).ok_or_else(|| unknown(name, value))?;
    Ok(bot)
}
