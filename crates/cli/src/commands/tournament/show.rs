//! A tournament as text, as JSON and as a picture.

use std::fmt::Write as _;

use foursight_bots::arena::{Played, Table, Task};
use foursight_core::Player;
use foursight_tournament::{
    By, Decision, EntrantId, Form, Labels, Match, Palette, Phase, Seeding, Side, Standing,
    Tournament, Who, points, quarters,
};
use serde::Serialize;
use unicode_width::UnicodeWidthStr as _;

use super::drawing::bracket;
use super::words;
use crate::exit::Failure;
use crate::json::{VERSION, to_line};

/// A cross-table of more players than this would not fit a screen.
const CROSS_TABLE_MAX: usize = 24;
/// The headings of the standings in a picture.
const COLUMNS: [&str; 7] = [
    "place", "player", "points", "head", "Buchholz", "S.-B.", "wins",
];

/// What the last column of the standings is, and is not.
const PERFORMANCE: &str =
    "Performance: ratings that fit these few games best, with an average of 0.\n";
/// What the columns of a round robin say.
const ROBIN_LEGEND: &str =
    "1, 2, ...: points against the player in that row; x oneself, . not decided.\n";
/// What the columns of Swiss rounds say.
const SWISS_LEGEND: &str = "\
Rounds: +3 won against the player in row 3, =3 tied, -3 lost, ?3 not decided; bye: a point without a game.
";

/// Everything that people read.
pub(super) fn text(tournament: &Tournament) -> String {
    heading(tournament) + "\n" + &body(tournament)
}

/// What is fixed before the first game: who plays how, what decides a tie, and the draw of seeds.
pub(super) fn heading(tournament: &Tournament) -> String {
    let mut text = words::summary(tournament) + "\n";
    text += words::tie_rule(tournament.setup().form);
    text += "\n";
    if let Some(seeds) = words::seeds(tournament) {
        text += &seeds;
        text += "\n";
    }
    text
}

/// What changes: the bracket, the standings, what is to play, and how far it is.
pub(super) fn body(tournament: &Tournament) -> String {
    let mut text = String::new();
    let is_knock_out = tournament.setup().form.is_knock_out();
    if is_knock_out {
        text += &bracket(tournament);
        text += "\n";
    }
    let unusual = tournament
        .matches()
        .iter()
        .filter(|found| is_unusual(found));
    let unusual: Vec<String> = unusual.map(|found| listed(tournament, found)).collect();
    if !unusual.is_empty() {
        let _ = writeln!(text, "Not decided by games alone:\n{}", unusual.concat());
    }
    text += &standings(tournament);
    text += legend(tournament);
    if tournament.games_done_and_planned().0 > 0 {
        text += PERFORMANCE;
    }
    let due: Vec<&Match> = tournament.matches().iter().filter(|m| m.is_due()).collect();
    if !due.is_empty() {
        text += "\nTo play:\n";
    }
    for found in due {
        text += &listed(tournament, found);
    }
    let _ = writeln!(text, "\n{}", words::state(tournament));
    text
}

/// A match in a line of a list.
fn listed(tournament: &Tournament, found: &Match) -> String {
    let line = words::match_line(tournament, found);
    format!("  {}: {line}\n", words::stage(found.stage))
}

/// True for a match whose winner the bracket does not explain: lots, a shorter win, a player who did not come.
const fn is_unusual(found: &Match) -> bool {
    match found.decision {
        Some(Decision::Won { by, .. }) => {
            matches!(by, By::ShorterWin | By::Lots | By::Walkover)
        }
        Some(Decision::BothLost) => true,
        _ => false,
    }
}

/// The table: for a knock-out the ranks and games, for others every figure that breaks ties.
fn standings(tournament: &Tournament) -> String {
    let rows = tournament.standings();
    let longest = rows
        .iter()
        .map(|row| words::name(tournament, row.entrant).width());
    let width = longest.max().unwrap_or(0).max("player".len());
    let ratings = performance(tournament);
    let is_knock_out = tournament.setup().form.is_knock_out();
    let mut text = if is_knock_out {
        format!("place  {:width$}  won tied lost  performance\n", "player")
    } else {
        let mut text = format!("  #  place  {:width$}  ", "player");
        text += "points  head  Buchholz  S.-B.  wins  performance";
        text += &cross_heading(tournament, &rows);
        text + "\n"
    };
    for (row, number) in rows.iter().zip(1..) {
        let name = words::padded(words::name(tournament, row.entrant), width);
        // Writing to a string cannot fail.
        if !is_knock_out {
            let _ = write!(text, "{number:>3}  ");
        }
        let _ = write!(text, "{:>5}  {name}  ", row.rank);
        if is_knock_out {
            let [won, tied, lost] = row.games;
            let _ = write!(text, "{won:>3} {tied:>4} {lost:>4}");
        } else {
            let _ = write!(
                text,
                "{:>6}  {:>4}  {:>8}  {:>5}  {:>4}",
                points(row.halves),
                points(row.head_to_head),
                points(row.buchholz),
                quarters(row.sonneborn_berger),
                row.wins
            );
        }
        let rating = ratings[row.entrant.index()];
        let rating = rating.map_or("-".to_owned(), |rating| format!("{rating:+.0}"));
        let _ = write!(text, "  {rating:>11}");
        if !is_knock_out {
            text += &cross_row(tournament, &rows, row);
        }
        if row.is_out {
            text += "  out";
        }
        text.truncate(text.trim_end().len());
        text += "\n";
    }
    text
}

fn is_cross_table(tournament: &Tournament, rows: &[Standing]) -> bool {
    matches!(tournament.setup().form, Form::RoundRobin { .. }) && rows.len() <= CROSS_TABLE_MAX
}

/// The rows of opponents in a round robin, the rounds of Swiss.
fn cross_heading(tournament: &Tournament, rows: &[Standing]) -> String {
    let mut text = "  ".to_owned();
    let count = match tournament.setup().form {
        Form::Swiss { .. } => usize::from(tournament.rounds_paired()),
        _ if is_cross_table(tournament, rows) => rows.len(),
        _ => 0,
    };
    for number in 1..=count {
        let _ = write!(text, " {number:>4}");
    }
    text
}

/// What the columns behind the performance say, if there are any.
fn legend(tournament: &Tournament) -> &'static str {
    match tournament.setup().form {
        Form::Swiss { .. } if tournament.rounds_paired() > 0 => SWISS_LEGEND,
        _ if is_cross_table(tournament, &tournament.standings()) => ROBIN_LEGEND,
        _ => "",
    }
}

/// How somebody did against each opponent of a round robin, or in each round of Swiss.
fn cross_row(tournament: &Tournament, rows: &[Standing], row: &Standing) -> String {
    let mut text = "  ".to_owned();
    let own = |found: &&Match| found.side_of(row.entrant).is_some();
    if let Form::Swiss { .. } = tournament.setup().form {
        for round in 1..=tournament.rounds_paired() {
            let stage = foursight_tournament::Stage::Round(round);
            let mut matches = tournament.matches().iter().filter(own);
            let found = matches.find(|found| found.stage == stage);
            let entry = found.map_or(String::new(), |found| round_entry(rows, found, row.entrant));
            let _ = write!(text, " {entry:>4}");
        }
    } else if is_cross_table(tournament, rows) {
        for other in rows {
            let matches = tournament.matches().iter().filter(own);
            let against = matches.filter(|found| found.side_of(other.entrant).is_some());
            let halves: Vec<u32> = against
                .filter_map(|found| decided_halves(found, row.entrant))
                .collect();
            let entry = match (other.entrant == row.entrant, &halves[..]) {
                (true, _) => "x".to_owned(),
                (false, []) => ".".to_owned(),
                (false, halves) => points(halves.iter().sum()),
            };
            let _ = write!(text, " {entry:>4}");
        }
    }
    text
}

/// `+3` for a win against the player in the third row, `=3` for a tie, `-3` for a loss. Places may be shared, rows
/// never.
fn round_entry(rows: &[Standing], found: &Match, own: EntrantId) -> String {
    let Some(pair) = found.pair() else {
        return "bye".to_owned();
    };
    let opponent = pair.into_iter().find(|id| *id != own);
    let place = rows.iter().position(|row| Some(row.entrant) == opponent);
    let number = place.map_or(0, |place| place + 1);
    let sign = match decided_halves(found, own) {
        None => "?",
        Some(2) => "+",
        Some(1) => "=",
        Some(_) => "-",
    };
    format!("{sign}{number}")
}

/// The points of a decided match, in halves.
fn decided_halves(found: &Match, own: EntrantId) -> Option<u32> {
    match found.decision? {
        Decision::Won { .. } if found.winner() == Some(own) => Some(2),
        Decision::Tied => Some(1),
        _ => Some(0),
    }
}

/// Performance ratings by the arena's model, with an average of 0; none for who played no game.
fn performance(tournament: &Tournament) -> Vec<Option<f64>> {
    let names = tournament
        .entrants()
        .iter()
        .map(|entrant| entrant.name.clone());
    let mut table = Table::new(names.collect());
    for found in tournament.matches() {
        let Some(pair) = found.pair() else { continue };
        for game in &found.games {
            table.add(&Played {
                task: Task {
                    first: pair[game.first.index()].index(),
                    second: pair[game.first.opposite().index()].index(),
                    opening: 0,
                },
                winner: game.winner,
                plies: game.plies.into(),
            });
        }
    }
    table.performance()
}

/// The picture, on a light ground.
pub(super) fn svg(tournament: &Tournament) -> String {
    let palette = Palette {
        background: "#ffffff",
        surface: "#f4f6fb",
        line: "#aab2c8",
        text: "#14162b",
        muted: "#636a80",
        accent: "#0052cc",
    };
    let labels = Labels {
        stage: &words::stage,
        source: &words::source,
        bye: "bye",
        title: &tournament.setup().name,
        heading: &[tournament.setup().name.clone(), words::state(tournament)],
        note: &|found| words::note(tournament, found),
        left: "left",
        columns: COLUMNS,
    };
    foursight_tournament::svg(tournament, &palette, &labels)
}

#[derive(Serialize)]
struct Report<'a> {
    v: u32,
    name: &'a str,
    form: &'static str,
    /// For a knock-out.
    third_place: Option<bool>,
    /// For a round robin.
    twice: Option<bool>,
    /// For Swiss.
    rounds: Option<u16>,
    rules: &'a str,
    best_of: u8,
    seeding: &'static str,
    seed: u64,
    openings: u8,
    over: bool,
    winners: Vec<&'a str>,
    standings: Vec<Line<'a>>,
    matches: Vec<Meeting<'a>>,
}

#[derive(Serialize)]
struct Line<'a> {
    rank: usize,
    player: &'a str,
    /// `person`, or the bot by its level.
    who: &'a str,
    /// From 1 for the best.
    seed: Option<usize>,
    /// The one that was given before the start.
    rating: Option<i32>,
    points: f64,
    head_to_head: f64,
    buchholz: f64,
    sonneborn_berger: f64,
    wins: u32,
    games_won: u32,
    games_tied: u32,
    games_lost: u32,
    /// By the results of this tournament alone; null without a game.
    performance: Option<f64>,
    out: bool,
}

#[derive(Serialize)]
struct Meeting<'a> {
    number: u32,
    round: String,
    players: [Option<&'a str>; 2],
    points: [f64; 2],
    decided: bool,
    winner: Option<&'a str>,
    /// The match in a sentence.
    words: String,
    games: Vec<GameLine<'a>>,
}

#[derive(Serialize)]
struct GameLine<'a> {
    first: Option<&'a str>,
    /// `first`, `second` or null for a tie.
    winner: Option<&'static str>,
    plies: u16,
    moves: &'a str,
}

/// Everything as one JSON object.
pub(super) fn json(tournament: &Tournament) -> Result<String, Failure> {
    let setup = tournament.setup();
    let ratings = performance(tournament);
    let name = |id: EntrantId| words::name(tournament, id);
    let line = |row: &Standing| Line {
        rank: row.rank,
        player: name(row.entrant),
        who: who(tournament, row.entrant),
        seed: tournament.seed_of(row.entrant),
        rating: tournament.entrant(row.entrant).and_then(|e| e.rating),
        points: f64::from(row.halves) / 2.0,
        head_to_head: f64::from(row.head_to_head) / 2.0,
        buchholz: f64::from(row.buchholz) / 2.0,
        sonneborn_berger: f64::from(row.sonneborn_berger) / 4.0,
        wins: row.wins,
        games_won: row.games[0],
        games_tied: row.games[1],
        games_lost: row.games[2],
        performance: ratings[row.entrant.index()],
        out: row.is_out,
    };
    to_line(&Report {
        v: VERSION,
        name: &setup.name,
        form: words::form_name(setup.form),
        third_place: match setup.form {
            Form::SingleElimination { third_place } => Some(third_place),
            _ => None,
        },
        twice: match setup.form {
            Form::RoundRobin { double } => Some(double),
            _ => None,
        },
        rounds: match setup.form {
            Form::Swiss { rounds } => Some(rounds),
            _ => None,
        },
        rules: &setup.rules,
        best_of: setup.best_of,
        seeding: match setup.seeding {
            Seeding::Order => "order",
            Seeding::Rating => "rating",
            Seeding::Drawn => "drawn",
        },
        seed: setup.seed,
        openings: setup.opening_plies,
        over: tournament.phase() == Phase::Over,
        winners: tournament.winners().into_iter().map(name).collect(),
        standings: tournament.standings().iter().map(line).collect(),
        matches: tournament
            .matches()
            .iter()
            .map(|m| meeting(tournament, m))
            .collect(),
    })
}

/// `person`, or the bot by its level.
fn who(tournament: &Tournament, id: EntrantId) -> &str {
    match tournament.entrant(id).map(|entrant| &entrant.who) {
        Some(Who::Bot(words)) => words,
        _ => "person",
    }
}

fn meeting<'a>(tournament: &'a Tournament, found: &'a Match) -> Meeting<'a> {
    let name = |id: EntrantId| words::name(tournament, id);
    let side = |side: Side| found.places[side.index()].entrant().map(name);
    let games = found.games.iter().map(|game| GameLine {
        first: side(game.first),
        winner: game.winner.map(|winner| match winner {
            Player::First => "first",
            Player::Second => "second",
        }),
        plies: game.plies,
        moves: &game.moves,
    });
    Meeting {
        number: found.id.0 + 1,
        round: words::stage(found.stage),
        players: Side::BOTH.map(side),
        points: found.halves().map(|halves| f64::from(halves) / 2.0),
        decided: found.decision.is_some(),
        winner: found.winner().map(name),
        words: words::match_line(tournament, found),
        games: games.collect(),
    }
}
