//! Formats a tournament as text, JSON or a picture.

use std::fmt::Write as _;

use foursight_bots::arena::{ArenaPairing, ArenaResult, Crosstable};
use foursight_core::Player;
use foursight_tournament::{
    EntrantId, EntrantKind, Match, MatchResult, MatchSide, ResultReason, Seeding, Standing,
    SvgLabels, SvgPalette, Tournament, TournamentFormat, TournamentPhase, format_half_points,
    format_quarters,
};
use serde::Serialize;
use unicode_width::UnicodeWidthStr as _;

use super::bracket_text::bracket;
use super::match_text;
use crate::exit::CliError;
use crate::json::{SCHEMA_VERSION, to_line};

/// Larger cross-tables would not fit on a screen.
const CROSS_TABLE_MAX: usize = 24;
/// Headings of the standings in a picture.
const PICTURE_COLUMNS: [&str; 7] = [
    "place", "player", "points", "head", "Buchholz", "S.-B.", "wins",
];

/// Explains the last column of the standings.
const PERFORMANCE_NOTE: &str =
    "Performance: ratings that fit these few games best, with an average of 0.\n";
/// Explains the columns of a round robin.
const ROBIN_LEGEND: &str =
    "1, 2, ...: points against the player in that row; x oneself, . not decided.\n";
/// Explains the columns of Swiss rounds.
const SWISS_LEGEND: &str = "\
Rounds: +3 won against the player in row 3, =3 drawn, -3 lost, ?3 not decided; bye: a point without a game.
";

/// Formats everything as text.
pub(super) fn text(tournament: &Tournament) -> String {
    heading(tournament) + "\n" + &body(tournament)
}

/// Formats what is fixed before the first game: players and form, draw-breaks, and seeds.
pub(super) fn heading(tournament: &Tournament) -> String {
    let mut text = match_text::summary(tournament) + "\n";
    text += match_text::tie_break_rule(tournament.setup().format);
    text += "\n";
    if let Some(seeds) = match_text::seeds(tournament) {
        text += &seeds;
        text += "\n";
    }
    text
}

/// Formats what changes: the bracket, the standings, matches to play, and the progress.
pub(super) fn body(tournament: &Tournament) -> String {
    let mut text = String::new();
    let is_knock_out = tournament.setup().format.is_knock_out();
    if is_knock_out {
        text += &bracket(tournament);
        text += "\n";
    }
    let unusual = tournament
        .matches()
        .iter()
        .filter(|match_| is_unusual(match_));
    let unusual: Vec<String> = unusual
        .map(|match_| match_entry(tournament, match_))
        .collect();
    if !unusual.is_empty() {
        let _ = writeln!(text, "Not decided by games alone:\n{}", unusual.concat());
    }
    text += &standings(tournament);
    text += legend(tournament);
    if tournament.games_done_and_max().0 > 0 {
        text += PERFORMANCE_NOTE;
    }
    let due: Vec<&Match> = tournament.matches().iter().filter(|m| m.is_due()).collect();
    if !due.is_empty() {
        text += "\nTo play:\n";
    }
    for match_ in due {
        text += &match_entry(tournament, match_);
    }
    let _ = writeln!(text, "\n{}", match_text::state(tournament));
    text
}

/// Formats a match as an entry of a list.
fn match_entry(tournament: &Tournament, match_: &Match) -> String {
    let sentence = match_text::match_sentence(tournament, match_);
    format!("  {}: {sentence}\n", match_text::stage(match_.stage))
}

/// True for a match whose winner the bracket does not explain: a coin toss, a faster win, an
/// absent player.
const fn is_unusual(match_: &Match) -> bool {
    match match_.result {
        Some(MatchResult::Won { reason: by, .. }) => {
            matches!(
                by,
                ResultReason::FasterWin | ResultReason::CoinToss | ResultReason::Walkover
            )
        }
        Some(MatchResult::BothLost) => true,
        _ => false,
    }
}

/// Formats the standings: for a knock-out ranks and games, for other forms every draw-break.
fn standings(tournament: &Tournament) -> String {
    let rows = tournament.standings();
    let longest = rows
        .iter()
        .map(|row| match_text::name(tournament, row.entrant).width());
    let width = longest.max().unwrap_or(0).max("player".len());
    let ratings = performance(tournament);
    let is_knock_out = tournament.setup().format.is_knock_out();
    let mut text = if is_knock_out {
        format!("place  {:width$}  won drawn lost  performance\n", "player")
    } else {
        let mut text = format!("  #  place  {:width$}  ", "player");
        text += "points  head  Buchholz  S.-B.  wins  performance";
        text += &cross_heading(tournament, &rows);
        text + "\n"
    };
    for (row, number) in rows.iter().zip(1..) {
        let name = match_text::pad(match_text::name(tournament, row.entrant), width);
        // Writing to a string cannot fail.
        if !is_knock_out {
            let _ = write!(text, "{number:>3}  ");
        }
        let _ = write!(text, "{:>5}  {name}  ", row.rank);
        if is_knock_out {
            let [won, drawn, lost] = row.games;
            let _ = write!(text, "{won:>3} {drawn:>4} {lost:>4}");
        } else {
            let _ = write!(
                text,
                "{:>6}  {:>4}  {:>8}  {:>5}  {:>4}",
                format_half_points(row.half_points),
                format_half_points(row.head_to_head),
                format_half_points(row.buchholz),
                format_quarters(row.sonneborn_berger),
                row.wins
            );
        }
        let rating = ratings[row.entrant.index()];
        let rating = rating.map_or("-".to_owned(), |rating| format!("{rating:+.0}"));
        let _ = write!(text, "  {rating:>11}");
        if !is_knock_out {
            text += &cross_row(tournament, &rows, row);
        }
        if row.is_eliminated {
            text += "  out";
        }
        text.truncate(text.trim_end().len());
        text += "\n";
    }
    text
}

fn is_cross_table(tournament: &Tournament, rows: &[Standing]) -> bool {
    matches!(
        tournament.setup().format,
        TournamentFormat::RoundRobin { .. }
    ) && rows.len() <= CROSS_TABLE_MAX
}

/// Formats the headings of the cross-table: opponents of a round robin, or rounds of Swiss.
fn cross_heading(tournament: &Tournament, rows: &[Standing]) -> String {
    let mut text = "  ".to_owned();
    let count = match tournament.setup().format {
        TournamentFormat::Swiss { .. } => usize::from(tournament.rounds_paired()),
        _ if is_cross_table(tournament, rows) => rows.len(),
        _ => 0,
    };
    for number in 1..=count {
        let _ = write!(text, " {number:>4}");
    }
    text
}

/// Returns the explanation of the cross-table, if there is one.
fn legend(tournament: &Tournament) -> &'static str {
    match tournament.setup().format {
        TournamentFormat::Swiss { .. } if tournament.rounds_paired() > 0 => SWISS_LEGEND,
        _ if is_cross_table(tournament, &tournament.standings()) => ROBIN_LEGEND,
        _ => "",
    }
}

/// Formats the results of a player against each opponent of a round robin, or in each round of
/// Swiss.
fn cross_row(tournament: &Tournament, rows: &[Standing], row: &Standing) -> String {
    let mut text = "  ".to_owned();
    let own = |match_: &&Match| match_.side_of(row.entrant).is_some();
    if let TournamentFormat::Swiss { .. } = tournament.setup().format {
        for round in 1..=tournament.rounds_paired() {
            let stage = foursight_tournament::MatchStage::Round(round);
            let mut matches = tournament.matches().iter().filter(own);
            let match_ = matches.find(|match_| match_.stage == stage);
            let entry = match_.map_or(String::new(), |match_| {
                round_entry(rows, match_, row.entrant)
            });
            let _ = write!(text, " {entry:>4}");
        }
    } else if is_cross_table(tournament, rows) {
        for other in rows {
            let matches = tournament.matches().iter().filter(own);
            let against = matches.filter(|match_| match_.side_of(other.entrant).is_some());
            let halves: Vec<u32> = against
                .filter_map(|match_| decided_halves(match_, row.entrant))
                .collect();
            let entry = match (other.entrant == row.entrant, &halves[..]) {
                (true, _) => "x".to_owned(),
                (false, []) => ".".to_owned(),
                (false, halves) => format_half_points(halves.iter().sum()),
            };
            let _ = write!(text, " {entry:>4}");
        }
    }
    text
}

/// Formats `+3` for a win against the player in the third row, `=3` for a draw, `-3` for a loss.
/// Ranks may be shared, rows are not.
fn round_entry(rows: &[Standing], match_: &Match, own: EntrantId) -> String {
    let Some(pair) = match_.pair() else {
        return "bye".to_owned();
    };
    let opponent = pair.into_iter().find(|id| *id != own);
    let place = rows.iter().position(|row| Some(row.entrant) == opponent);
    let number = place.map_or(0, |place| place + 1);
    let sign = match decided_halves(match_, own) {
        None => "?",
        Some(2) => "+",
        Some(1) => "=",
        Some(_) => "-",
    };
    format!("{sign}{number}")
}

/// Returns the half-points of a decided match.
fn decided_halves(match_: &Match, own: EntrantId) -> Option<u32> {
    match match_.result? {
        MatchResult::Won { .. } if match_.winner() == Some(own) => Some(2),
        MatchResult::Draw => Some(1),
        _ => Some(0),
    }
}

/// Computes performance ratings by the Bradley-Terry model of the arena, with an average of 0.
/// `None` for players without a game.
fn performance(tournament: &Tournament) -> Vec<Option<f64>> {
    let names = tournament
        .entrants()
        .iter()
        .map(|entrant| entrant.name.clone());
    let mut table = Crosstable::new(names.collect());
    for match_ in tournament.matches() {
        let Some(pair) = match_.pair() else { continue };
        for game in &match_.games {
            table.add(&ArenaResult {
                pairing: ArenaPairing {
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

/// Renders the picture on a light background.
pub(super) fn svg(tournament: &Tournament) -> String {
    let palette = SvgPalette {
        background: "#ffffff",
        surface: "#f4f6fb",
        line: "#aab2c8",
        text: "#14162b",
        muted: "#636a80",
        accent: "#0052cc",
    };
    let labels = SvgLabels {
        stage: &match_text::stage,
        source: &match_text::source,
        bye: "bye",
        title: &tournament.setup().name,
        heading: &[
            tournament.setup().name.clone(),
            match_text::state(tournament),
        ],
        note: &|match_| match_text::note(tournament, match_),
        withdrawn: "left",
        columns: PICTURE_COLUMNS,
    };
    foursight_tournament::render_svg(tournament, &palette, &labels)
}

#[derive(Serialize)]
struct TournamentReport<'a> {
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
    standings: Vec<StandingInfo<'a>>,
    matches: Vec<MatchInfo<'a>>,
}

#[derive(Serialize)]
struct StandingInfo<'a> {
    rank: usize,
    player: &'a str,
    /// `person`, or the bot by its level.
    #[serde(rename = "who")]
    kind: &'a str,
    /// From 1 for the best.
    seed: Option<usize>,
    /// The rating given before the start.
    rating: Option<i32>,
    points: f64,
    head_to_head: f64,
    buchholz: f64,
    sonneborn_berger: f64,
    wins: u32,
    games_won: u32,
    #[serde(rename = "games_tied")]
    games_drawn: u32,
    games_lost: u32,
    /// From the results of this tournament alone. Null without a game.
    performance: Option<f64>,
    out: bool,
}

#[derive(Serialize)]
struct MatchInfo<'a> {
    number: u32,
    round: String,
    players: [Option<&'a str>; 2],
    points: [f64; 2],
    decided: bool,
    winner: Option<&'a str>,
    /// The match in a sentence.
    words: String,
    games: Vec<TournamentGameInfo<'a>>,
}

#[derive(Serialize)]
struct TournamentGameInfo<'a> {
    first: Option<&'a str>,
    /// `first`, `second`, or null for a draw.
    winner: Option<&'static str>,
    plies: u16,
    moves: &'a str,
}

/// Formats everything as one JSON object.
pub(super) fn json(tournament: &Tournament) -> Result<String, CliError> {
    let setup = tournament.setup();
    let ratings = performance(tournament);
    let name = |id: EntrantId| match_text::name(tournament, id);
    let standing_info = |row: &Standing| StandingInfo {
        rank: row.rank,
        player: name(row.entrant),
        kind: kind_name(tournament, row.entrant),
        seed: tournament.seed_of(row.entrant),
        rating: tournament.entrant(row.entrant).and_then(|e| e.rating),
        points: f64::from(row.half_points) / 2.0,
        head_to_head: f64::from(row.head_to_head) / 2.0,
        buchholz: f64::from(row.buchholz) / 2.0,
        sonneborn_berger: f64::from(row.sonneborn_berger) / 4.0,
        wins: row.wins,
        games_won: row.games[0],
        games_drawn: row.games[1],
        games_lost: row.games[2],
        performance: ratings[row.entrant.index()],
        out: row.is_eliminated,
    };
    to_line(&TournamentReport {
        v: SCHEMA_VERSION,
        name: &setup.name,
        form: match_text::form_name(setup.format),
        third_place: match setup.format {
            TournamentFormat::SingleElimination { third_place } => Some(third_place),
            _ => None,
        },
        twice: match setup.format {
            TournamentFormat::RoundRobin { double } => Some(double),
            _ => None,
        },
        rounds: match setup.format {
            TournamentFormat::Swiss { rounds } => Some(rounds),
            _ => None,
        },
        rules: &setup.rules,
        best_of: setup.best_of,
        seeding: match setup.seeding {
            Seeding::Order => "order",
            Seeding::Rating => "rating",
            Seeding::Random => "drawn",
        },
        seed: setup.seed,
        openings: setup.opening_plies,
        over: tournament.phase() == TournamentPhase::Over,
        winners: tournament.winners().into_iter().map(name).collect(),
        standings: tournament.standings().iter().map(standing_info).collect(),
        matches: tournament
            .matches()
            .iter()
            .map(|m| match_info(tournament, m))
            .collect(),
    })
}

/// `person`, or the bot by its level.
fn kind_name(tournament: &Tournament, id: EntrantId) -> &str {
    match tournament.entrant(id).map(|entrant| &entrant.kind) {
        Some(EntrantKind::Bot(words)) => words,
        _ => "person",
    }
}

fn match_info<'a>(tournament: &'a Tournament, match_: &'a Match) -> MatchInfo<'a> {
    let name = |id: EntrantId| match_text::name(tournament, id);
    let side = |side: MatchSide| match_.slots[side.index()].entrant().map(name);
    let games = match_.games.iter().map(|game| TournamentGameInfo {
        first: side(game.first),
        winner: game.winner.map(|winner| match winner {
            Player::First => "first",
            Player::Second => "second",
        }),
        plies: game.plies,
        moves: &game.moves,
    });
    MatchInfo {
        number: match_.id.0 + 1,
        round: match_text::stage(match_.stage),
        players: MatchSide::BOTH.map(side),
        points: match_.half_points().map(|halves| f64::from(halves) / 2.0),
        decided: match_.result.is_some(),
        winner: match_.winner().map(name),
        words: match_text::match_sentence(tournament, match_),
        games: games.collect(),
    }
}
