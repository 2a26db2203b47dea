//! `foursight arena`: bots play each other, and what comes out is measured.

mod sets;
mod timing;

use std::io::Write;

use foursight_bots::arena::{Accuracy, Contest, Entrant, Interval, Labelled, Table, accuracy};
use foursight_bots::{Budget, Dice};
use foursight_core::{Game, Move, Ruleset, Variant};
use foursight_solver::{Limits, Solver, Verdict};
use serde::Serialize;

use crate::bot_args::ArenaArgs;
use crate::bot_players::{BotPlayer, distinct_names, threads};
use crate::exit::{Exit, Failure};
use crate::json::{VERSION, to_line};
use crate::opponents::{self, Knowledge};
use crate::output::Out;
use crate::progress::Bar;
use crate::settings::Layers;
use crate::solving::Interrupt;
use sets::OnSet;
use timing::{Timing, timings};

/// At most so many players meet.
const PLAYERS_MAX: usize = 32;
/// The positions for accuracy have this many random moves at least, and so many more at most:
/// late enough to be solved in no time, and early enough to matter.
const ACCURACY_PLIES_MIN: usize = 14;
const ACCURACY_PLIES_SPREAD: u64 = 12;
/// A position that needs more nodes than this is left out.
const ACCURACY_NODES_MAX: u64 = 20_000_000;
/// For each position wanted, at most so many are rolled.
const ACCURACY_TRIES: u32 = 50;

/// A player and its results, as an object.
#[derive(Serialize)]
struct Standing {
    name: String,
    games: u32,
    wins: u32,
    ties: u32,
    losses: u32,
    score: f64,
    low: f64,
    high: f64,
    rating: f64,
    accuracy: Option<Measured>,
    #[serde(skip_serializing_if = "Option::is_none")]
    timing: Option<Timing>,
    against: Vec<Pair>,
}

/// How a player did against another.
#[derive(Serialize)]
struct Pair {
    opponent: String,
    wins: u32,
    ties: u32,
    losses: u32,
    score: f64,
    low: f64,
    high: f64,
    /// The share of points when it moved first.
    score_as_first: f64,
}

/// The share of decisive positions whose outcome was kept.
#[derive(Serialize)]
struct Measured {
    positions: u32,
    share: f64,
    low: f64,
    high: f64,
}

#[derive(Serialize)]
struct Report {
    v: u32,
    seed: u64,
    opening_plies: u32,
    games_per_pair: u32,
    players: Vec<Standing>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sets: Vec<OnSet>,
}

impl From<Accuracy> for Measured {
    fn from(accuracy: Accuracy) -> Self {
        let Interval { low, high } = accuracy.interval();
        Self {
            positions: accuracy.decisive,
            share: accuracy.share(),
            low,
            high,
        }
    }
}

pub(crate) fn run(args: &ArenaArgs, layers: &Layers, out: &mut Out) -> Result<Exit, Failure> {
    // Ctrl-C ends the program, and wipes the line of progress.
    let _interrupt = Interrupt::listen();
    let ruleset = args.ruleset.ruleset(layers)?;
    let players = args.players.iter().map(|text| BotPlayer::parse(text));
    let players = players.collect::<Result<Vec<_>, _>>()?;
    if !(2..=PLAYERS_MAX).contains(&players.len()) {
        return Err(Failure::usage(format_args!(
            "{} players: name 2 to {PLAYERS_MAX}, as in --players easy,hard",
            players.len()
        )));
    }
    if !args.games.is_multiple_of(2) {
        return Err(Failure::usage(format_args!(
            "--games {} is odd: each opening is played on both seats, so ask for {}",
            args.games,
            args.games + 1
        )));
    }
    let names: Vec<String> = players.iter().map(|player| player.name()).collect();
    let names = distinct_names(&names);
    let knowledge = opponents::knowledge(layers, ruleset)?;
    for player in &players {
        // A damaged memory is told before anything is played.
        player.bot(&knowledge)?;
    }
    let entrant = |(player, name): (&BotPlayer, &String)| {
        let (player, knowledge) = (*player, &knowledge);
        Entrant::new(name.clone(), move || player.bot_again(knowledge))
    };
    let contest = Contest {
        entrants: players.iter().zip(&names).map(entrant).collect(),
        ruleset,
        openings: args.games / 2,
        opening_plies: args.openings as usize,
        seed: args.seed,
        nodes: args.nodes,
    };
    let threads = threads(args.threads);
    let bar = Bar::new(0, contest.tasks().len() as u64, "playing games");
    let table = contest.run(threads, &|done, _| bar.set(done as u64));
    drop(bar);
    let accuracies = accuracies(args, ruleset, &players, &knowledge)?;
    let timings = timings(args, ruleset, &players, &knowledge)?;
    let mut report = report(args, &table, accuracies, &timings);
    report.sets = sets::measured(args, ruleset, (&players, &names), &knowledge)?;
    if args.json {
        out.line(&to_line(&report)?)?;
    } else {
        print(&report, out)?;
    }
    Ok(Exit::Done)
}

/// How each player does on random positions whose verdicts are known; none where they cannot be.
fn accuracies(
    args: &ArenaArgs,
    ruleset: Ruleset,
    players: &[BotPlayer],
    knowledge: &Knowledge,
) -> Result<Vec<Option<Accuracy>>, Failure> {
    let positions = decisive_positions(args, ruleset, knowledge);
    if positions.is_empty() {
        return Ok(vec![None; players.len()]);
    }
    let bar = Bar::new(0, players.len() as u64, "measuring players");
    let budget = Budget {
        nodes: args.nodes,
        stop: None,
    };
    let measured = players.iter().map(|player| {
        let mut bot = player.bot(knowledge)?;
        let found = accuracy(&mut *bot, &positions, &budget, args.seed);
        bar.advance();
        Ok(Some(found))
    });
    measured.collect()
}

/// Random positions in which the move matters, with the verdict of each move.
fn decisive_positions(args: &ArenaArgs, ruleset: Ruleset, knowledge: &Knowledge) -> Vec<Labelled> {
    let mut found = Vec::new();
    if ruleset.variant() != Variant::Standard {
        return found;
    }
    let mut solver = knowledge.solver();
    let mut dice = Dice::for_part(args.seed, u64::MAX);
    // On a small grid random games are over sooner.
    let least = ACCURACY_PLIES_MIN.min(ruleset.spaces() / 3);
    let bar = Bar::new(0, args.accuracy.into(), "solving positions");
    for _ in 0..args.accuracy * ACCURACY_TRIES {
        if found.len() >= args.accuracy as usize {
            break;
        }
        let plies = least + (dice.bits() % ACCURACY_PLIES_SPREAD) as usize;
        let game = foursight_bots::arena::opening(ruleset, plies, dice.bits());
        let Some(labelled) = labelled(&mut solver, game) else {
            // Other rules than the solver's, or a grid that is out of reach.
            break;
        };
        if labelled.is_decisive() {
            found.push(labelled);
            bar.advance();
        }
    }
    found
}

/// A game that goes on, with the verdict of each move; none where the solver does not know them.
fn labelled(solver: &mut Solver, game: Game) -> Option<Labelled> {
    let limits = Limits {
        nodes: Some(ACCURACY_NODES_MAX),
        ..Limits::default()
    };
    let analysis = solver.analyse_within(game.position(), limits).ok()?;
    let judged = |step: Move| Some((step, value(analysis.verdict(step.column()?)?)));
    let values: Option<_> = game.legal_moves().into_iter().map(judged).collect();
    let values = values?;
    Some(Labelled { game, values })
}

/// A verdict as a number: wins are positive, and the sooner the higher.
fn value(verdict: Verdict) -> i32 {
    const SOON: i32 = 1000;
    match verdict {
        Verdict::Win { plies } => SOON - i32::from(plies),
        Verdict::Draw => 0,
        Verdict::Loss { plies } => i32::from(plies) - SOON,
    }
}

fn report(
    args: &ArenaArgs,
    table: &Table,
    accuracies: Vec<Option<Accuracy>>,
    timings: &[Option<Timing>],
) -> Report {
    let names = table.names();
    let ratings = table.ratings();
    let pair = |one: usize, two: usize| {
        let record = table.record(one, two);
        let Interval { low, high } = record.interval();
        Pair {
            opponent: names[two].clone(),
            wins: record.wins,
            ties: record.ties,
            losses: record.losses,
            score: record.score(),
            low,
            high,
            score_as_first: table.record_as_first(one, two).score(),
        }
    };
    let player = |(one, accuracy): (usize, Option<Accuracy>)| {
        let total = table.total(one);
        let Interval { low, high } = total.interval();
        Standing {
            name: names[one].clone(),
            games: total.games(),
            wins: total.wins,
            ties: total.ties,
            losses: total.losses,
            score: total.score(),
            low,
            high,
            rating: ratings[one],
            accuracy: accuracy.map(Measured::from),
            timing: timings.get(one).copied().flatten(),
            against: (0..names.len())
                .filter(|two| *two != one)
                .map(|two| pair(one, two))
                .collect(),
        }
    };
    Report {
        v: VERSION,
        seed: args.seed,
        opening_plies: args.openings,
        games_per_pair: args.games,
        players: accuracies.into_iter().enumerate().map(player).collect(),
        sets: Vec::new(),
    }
}

/// The tables that people read.
fn print(report: &Report, out: &mut Out) -> Result<(), Failure> {
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
    for (one, player) in report.players.iter().enumerate() {
        let mut scores = format!("{:width$}", player.name);
        let mut intervals = " ".repeat(width);
        for two in 0..report.players.len() {
            // Nobody is in the list of its own opponents.
            let place = two - usize::from(two > one);
            let pair = (two != one).then(|| player.against.get(place)).flatten();
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
    sets::print(&report.sets, width, out)
}

/// Everybody's games, rating and accuracy.
fn print_standings(report: &Report, width: usize, out: &mut Out) -> Result<(), Failure> {
    let percent = |share: f64| 100.0 * share;
    let is_timed = report.players.iter().any(|player| player.timing.is_some());
    writeln!(
        out,
        "\n{:width$}  {:>6} {:>6} {:>6} {:>6} {:>8} {:>7}  {}",
        "player",
        "games",
        "won",
        "tied",
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
        let accuracy = player.accuracy.as_ref().map_or("-".to_owned(), |found| {
            format!(
                "{:.1} % ({:.1}-{:.1})",
                percent(found.share),
                percent(found.low),
                percent(found.high)
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
            player.ties,
            player.losses,
            percent(player.score),
            player.rating
        )?;
    }
    Ok(())
}
