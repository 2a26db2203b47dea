//! `foursight arena`: lets bots play each other and measures them.

mod accuracy_sets;
mod timing;

use std::io::Write;

use foursight_bots::Budget;
use foursight_bots::arena::{
    Accuracy, ArenaEntrant, ConfidenceInterval, Contest, Crosstable, LabelledPosition, accuracy,
};
use foursight_core::{Game, Move, Ruleset, SplitMix64, Variant};
use foursight_solver::{Limits, Solver, Verdict};
use foursight_terminal::output::CliOutput;
use serde::Serialize;

use crate::bot_args::ArenaArgs;
use crate::bot_players::{BotPlayer, distinct_names, thread_count};
use crate::exit::{CliError, Exit};
use crate::json::{SCHEMA_VERSION, to_line};
use crate::opponents::{self, BotKnowledge};
use crate::progress::ProgressBar;
use crate::settings::CliSettings;
use crate::solver_session::Interrupt;
use accuracy_sets::AccuracySet;
use timing::{MoveTiming, timings};

/// Upper bound for the players of one run.
const PLAYERS_MAX: usize = 32;
/// Positions for accuracy have at least this many random moves, and less than
/// [`ACCURACY_PLIES_SPREAD`] more: late enough to solve at once, and early enough to matter.
const ACCURACY_PLIES_MIN: usize = 14;
const ACCURACY_PLIES_SPREAD: u64 = 12;
/// Positions that need more nodes are left out.
const ACCURACY_NODES_MAX: u64 = 20_000_000;
/// Random positions to try for each one wanted.
const ACCURACY_TRIES: u32 = 50;

/// A player and its results, as an object.
#[derive(Serialize)]
struct ArenaStanding {
    name: String,
    games: u32,
    wins: u32,
    #[serde(rename = "ties")]
    draws: u32,
    losses: u32,
    score: f64,
    low: f64,
    high: f64,
    rating: f64,
    accuracy: Option<AccuracyInfo>,
    #[serde(skip_serializing_if = "Option::is_none")]
    timing: Option<MoveTiming>,
    against: Vec<PairScore>,
}

/// Results of a player against another.
#[derive(Serialize)]
struct PairScore {
    opponent: String,
    wins: u32,
    #[serde(rename = "ties")]
    draws: u32,
    losses: u32,
    score: f64,
    low: f64,
    high: f64,
    /// Share of points in games in which it moved first.
    score_as_first: f64,
}

/// Share of decisive positions in which the move keeps the outcome of perfect play.
#[derive(Serialize)]
struct AccuracyInfo {
    positions: u32,
    share: f64,
    low: f64,
    high: f64,
}

#[derive(Serialize)]
struct ArenaReport {
    v: u32,
    seed: u64,
    opening_plies: u32,
    games_per_pair: u32,
    players: Vec<ArenaStanding>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sets: Vec<AccuracySet>,
}

impl From<Accuracy> for AccuracyInfo {
    fn from(accuracy: Accuracy) -> Self {
        let ConfidenceInterval { low, high } = accuracy.interval();
        Self {
            positions: accuracy.decisive,
            share: accuracy.share(),
            low,
            high,
        }
    }
}

pub(crate) fn run(
    args: &ArenaArgs,
    settings: &CliSettings,
    out: &mut CliOutput,
) -> Result<Exit, CliError> {
    // Ctrl-C ends the program after clearing the line of progress.
    let _interrupt = Interrupt::install();
    let ruleset = args.ruleset.ruleset(settings)?;
    let players = args.players.iter().map(|text| BotPlayer::parse(text));
    let players = players.collect::<Result<Vec<_>, _>>()?;
    if !(2..=PLAYERS_MAX).contains(&players.len()) {
        return Err(CliError::usage(format_args!(
            "{} players: list 2 to {PLAYERS_MAX}, as in --players easy,hard",
            players.len()
        )));
    }
    if !args.games.is_multiple_of(2) {
        return Err(CliError::usage(format_args!(
            "--games {} is odd: each opening is played from both seats, so use {}",
            args.games,
            args.games + 1
        )));
    }
    let names: Vec<String> = players.iter().map(|player| player.name()).collect();
    let names = distinct_names(&names);
    let knowledge = opponents::knowledge(settings, ruleset)?;
    for player in &players {
        // Report a damaged learner memory before the first game.
        player.bot(&knowledge)?;
    }
    let entrant = |(player, name): (&BotPlayer, &String)| {
        let (player, knowledge) = (*player, &knowledge);
        ArenaEntrant::new(name.clone(), move || player.bot_or_default(knowledge))
    };
    let contest = Contest {
        entrants: players.iter().zip(&names).map(entrant).collect(),
        ruleset,
        openings: args.games / 2,
        opening_plies: args.openings as usize,
        seed: args.seed,
        nodes: args.nodes,
    };
    let threads = thread_count(args.threads);
    let bar = ProgressBar::new(0, contest.pairings().len() as u64, "playing games");
    let table = contest.run(threads, &|done, _| bar.set(done as u64));
    drop(bar);
    let accuracies = accuracies(args, ruleset, &players, &knowledge)?;
    let timings = timings(args, ruleset, &players, &knowledge)?;
    let mut report = report(args, &table, accuracies, &timings);
    report.sets = accuracy_sets::measure(args, ruleset, (&players, &names), &knowledge)?;
    if args.json {
        out.line(&to_line(&report)?)?;
    } else {
        print(&report, out)?;
    }
    Ok(Exit::Done)
}

/// Measures every player on random positions with known verdicts. Returns `None` for each if there
/// are no such positions.
fn accuracies(
    args: &ArenaArgs,
    ruleset: Ruleset,
    players: &[BotPlayer],
    knowledge: &BotKnowledge,
) -> Result<Vec<Option<Accuracy>>, CliError> {
    let positions = decisive_positions(args, ruleset, knowledge);
    if positions.is_empty() {
        return Ok(vec![None; players.len()]);
    }
    let bar = ProgressBar::new(0, players.len() as u64, "measuring players");
    let budget = Budget {
        nodes: args.nodes,
        should_stop: None,
    };
    let results = players.iter().map(|player| {
        let mut bot = player.bot(knowledge)?;
        let labelled = accuracy(&mut *bot, &positions, &budget, args.seed);
        bar.advance();
        Ok(Some(labelled))
    });
    results.collect()
}

/// Generates random decisive positions, with the verdict of each move.
fn decisive_positions(
    args: &ArenaArgs,
    ruleset: Ruleset,
    knowledge: &BotKnowledge,
) -> Vec<LabelledPosition> {
    let mut labelled = Vec::new();
    if ruleset.variant() != Variant::Standard {
        return labelled;
    }
    let mut solver = knowledge.build_solver();
    let mut rng = SplitMix64::for_stream(args.seed, u64::MAX);
    // Random games end sooner on a small board.
    let plies_min = ACCURACY_PLIES_MIN.min(ruleset.cells() / 3);
    let bar = ProgressBar::new(0, args.accuracy.into(), "solving positions");
    for _ in 0..args.accuracy * ACCURACY_TRIES {
        if labelled.len() >= args.accuracy as usize {
            break;
        }
        let plies = plies_min + (rng.next_u64() % ACCURACY_PLIES_SPREAD) as usize;
        let game = foursight_bots::arena::random_opening(ruleset, plies, rng.next_u64());
        let Some(position) = label(&mut solver, game) else {
            // The solver does not support the rules or the size.
            break;
        };
        if position.is_decisive() {
            labelled.push(position);
            bar.advance();
        }
    }
    labelled
}

/// Labels every legal move of a game with its verdict. Returns `None` if the solver cannot.
fn label(solver: &mut Solver, game: Game) -> Option<LabelledPosition> {
    let limits = Limits {
        nodes: Some(ACCURACY_NODES_MAX),
        ..Limits::default()
    };
    let analysis = solver.analyse_within(game.position(), limits).ok()?;
    let with_verdict = |mv: Move| Some((mv, verdict_score(analysis.verdict(mv.column()?)?)));
    let values: Option<_> = game.legal_moves().into_iter().map(with_verdict).collect();
    let values = values?;
    Some(LabelledPosition { game, values })
}

/// Converts a verdict to a number. Wins are positive, and sooner wins are higher.
fn verdict_score(verdict: Verdict) -> i32 {
    const WIN_SCORE: i32 = 1000;
    match verdict {
        Verdict::Win { plies } => WIN_SCORE - i32::from(plies),
        Verdict::Draw => 0,
        Verdict::Loss { plies } => i32::from(plies) - WIN_SCORE,
    }
}

fn report(
    args: &ArenaArgs,
    table: &Crosstable,
    accuracies: Vec<Option<Accuracy>>,
    timings: &[Option<MoveTiming>],
) -> ArenaReport {
    let names = table.names();
    let ratings = table.ratings();
    let pair = |index: usize, other: usize| {
        let record = table.record(index, other);
        let ConfidenceInterval { low, high } = record.interval();
        PairScore {
            opponent: names[other].clone(),
            wins: record.wins,
            draws: record.draws,
            losses: record.losses,
            score: record.score(),
            low,
            high,
            score_as_first: table.record_as_first(index, other).score(),
        }
    };
    let player = |(index, accuracy): (usize, Option<Accuracy>)| {
        let total = table.total(index);
        let ConfidenceInterval { low, high } = total.interval();
        ArenaStanding {
            name: names[index].clone(),
            games: total.games(),
            wins: total.wins,
            draws: total.draws,
            losses: total.losses,
            score: total.score(),
            low,
            high,
            rating: ratings[index],
            accuracy: accuracy.map(AccuracyInfo::from),
            timing: timings.get(index).copied().flatten(),
            against: (0..names.len())
                .filter(|other| *other != index)
                .map(|other| pair(index, other))
                .collect(),
        }
    };
    ArenaReport {
        v: SCHEMA_VERSION,
        seed: args.seed,
        opening_plies: args.openings,
        games_per_pair: args.games,
        players: accuracies.into_iter().enumerate().map(player).collect(),
        sets: Vec::new(),
    }
}

/// Prints the tables.
fn print(report: &ArenaReport, out: &mut CliOutput) -> Result<(), CliError> {
    let longest = report.players.iter().map(|player| player.name.len()).max();
    let width = longest.unwrap_or(0).max("player".len());
    let percent = |share: f64| 100.0 * share;
    writeln!(
        out,
        "{} games a pair from {} random plies, seed {}. Score of the row against the column in %,\n\
         below it the interval that holds the true score with 95 % confidence.\n",
        report.games_per_pair, report.opening_plies, report.seed
    )?;
    let column = width.max("97.0-99.0".len()) + 2;
    let mut heading = format!("{:width$}", "player");
    for player in &report.players {
        heading.extend([format!("{:>column$}", player.name)]);
    }
    out.line(&heading)?;
    for (index, player) in report.players.iter().enumerate() {
        let mut scores = format!("{:width$}", player.name);
        let mut intervals = " ".repeat(width);
        for other in 0..report.players.len() {
            // A player is not among its own opponents.
            let place = other - usize::from(other > index);
            let pair = (other != index)
                .then(|| player.against.get(place))
                .flatten();
            let (score, interval) = pair.map_or(("-".to_owned(), String::new()), |pair| {
                (
                    format!("{:.1}", percent(pair.score)),
                    format!("{:.1}-{:.1}", percent(pair.low), percent(pair.high)),
                )
            });
            scores.extend([format!("{score:>column$}")]);
            intervals.extend([format!("{interval:>column$}")]);
        }
        out.line(scores.trim_end())?;
        out.line(intervals.trim_end())?;
    }
    print_standings(report, width, out)?;
    accuracy_sets::print(&report.sets, width, out)
}

/// Prints games, rating and accuracy of every player.
fn print_standings(
    report: &ArenaReport,
    width: usize,
    out: &mut CliOutput,
) -> Result<(), CliError> {
    let percent = |share: f64| 100.0 * share;
    let is_timed = report.players.iter().any(|player| player.timing.is_some());
    writeln!(
        out,
        "\n{:width$}  {:>6} {:>6} {:>6} {:>6} {:>8} {:>7}  {}",
        "player",
        "games",
        "won",
        "drawn",
        "lost",
        "score %",
        "rating",
        if is_timed {
            "accuracy               ms a move  slowest"
        } else {
            "accuracy"
        }
    )?;
    for player in &report.players {
        let accuracy = player.accuracy.as_ref().map_or("-".to_owned(), |labelled| {
            format!(
                "{:.1} % ({:.1}-{:.1})",
                percent(labelled.share),
                percent(labelled.low),
                percent(labelled.high)
            )
        });
        let accuracy = match &player.timing {
            None => accuracy,
            Some(timing) => {
                let (mean_ms, slowest_ms) = (timing.mean_ms, timing.slowest_ms);
                format!("{accuracy:<21} {mean_ms:>10.3} {slowest_ms:>8.1}")
            }
        };
        writeln!(
            out,
            "{:width$}  {:>6} {:>6} {:>6} {:>6} {:>8.1} {:>7.0}  {accuracy}",
            player.name,
            player.games,
            player.wins,
            player.draws,
            player.losses,
            percent(player.score),
            player.rating
        )?;
    }
    Ok(())
}
