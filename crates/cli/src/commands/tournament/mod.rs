//! `foursight tournament`: bots and people play a tournament, and the table or bracket is shown.

mod changes;
mod drawing;
mod journal;
mod play;
mod playing;
mod show;
mod words;

use std::path::Path;

use foursight_core::{Game, Ruleset};
use foursight_record::{Form as RecordForm, read as read_game, write};
use foursight_tournament::{
    ENTRANTS_MAX, ENTRANTS_MIN, Event, Form, Phase, Seeding, Setup, Tournament, Who,
};

use crate::bot_args::HUMAN;
use crate::bot_players::{BotPlayer, distinct_names, threads};
use crate::exit::{Exit, Failure};
use crate::opponents::{Knowledge, knowledge};
use crate::output::Out;
use crate::settings::Layers;
use crate::solving::Interrupt;
use crate::theme::EMOJI;
use crate::tournament_args::{
    FormName, RunArgs, SeedingName, ShownArgs, TournamentArgs, TournamentCommand,
};
use changes::Change;
use journal::Journal;
use playing::Table;

pub(crate) fn run(args: &TournamentArgs, layers: &Layers, out: &mut Out) -> Result<Exit, Failure> {
    match &args.what {
        None => run_new(&args.run, layers, out),
        Some(TournamentCommand::Show(args)) => {
            answer(&journal::load(&args.file)?, &args.shown, out)?;
            Ok(Exit::Done)
        }
        Some(TournamentCommand::Play(args)) => play::run(args, layers, out),
        Some(TournamentCommand::Enter(args)) => changes::run(args, Change::Enter, out),
        Some(TournamentCommand::Withdraw(args)) => changes::run(args, Change::Withdraw, out),
        Some(TournamentCommand::Absent(args)) => changes::run(args, Change::Absent, out),
    }
}

fn run_new(args: &RunArgs, layers: &Layers, out: &mut Out) -> Result<Exit, Failure> {
    let interrupt = Interrupt::listen();
    let mut journal = match &args.resume {
        Some(path) => Journal::resume(path)?,
        None => begin(args, layers)?,
    };
    if journal.tournament.phase() == Phase::Entering {
        journal.tell(Event::Began)?;
    }
    let table = Table::new(&journal.tournament, layers)?;
    interrupt.set_busy(true);
    let is_cut_short =
        table.play_bots(&mut journal, threads(args.threads), args.nodes, &interrupt)?;
    interrupt.set_busy(false);
    answer(&journal.tournament, &args.shown, out)?;
    let is_over = journal.tournament.phase() == Phase::Over;
    if let Some(path) = journal.path().filter(|_| !is_over) {
        let path = path.display();
        let command = if is_cut_short { "--resume" } else { "play" };
        out.line(&format!("To go on: foursight tournament {command} {path}"))?;
    }
    Ok(if is_cut_short {
        Exit::Budget
    } else {
        Exit::Done
    })
}

/// A new tournament with everybody entered.
fn begin(args: &RunArgs, layers: &Layers) -> Result<Journal, Failure> {
    let ruleset = args.ruleset.ruleset(layers)?;
    let count = args.players.len();
    if !(ENTRANTS_MIN..=ENTRANTS_MAX).contains(&count) {
        return Err(Failure::usage(format_args!(
            "{count} players: name {ENTRANTS_MIN} to {ENTRANTS_MAX}, as in --players easy,hard"
        )));
    }
    let entrants = args.players.iter().map(|text| entrant(text));
    let entrants = entrants.collect::<Result<Vec<_>, _>>()?;
    let has_people = entrants.iter().any(|entrant| entrant.who == Who::Person);
    if has_people && args.out.is_none() {
        return Err(Failure::usage(
            "people play from a file: add --out FILE, then foursight tournament play FILE",
        ));
    }
    let names: Vec<String> = entrants
        .iter()
        .map(|entrant| entrant.name.clone())
        .collect();
    let setup = Setup {
        name: args.name.trim().to_owned(),
        form: form(args, count),
        best_of: args.best_of,
        seeding: match args.seeding {
            SeedingName::Order => Seeding::Order,
            SeedingName::Rating => Seeding::Rating,
            SeedingName::Drawn => Seeding::Drawn,
        },
        seed: args.seed,
        opening_plies: args.openings,
        rules: write(&Game::new(ruleset), RecordForm::Notation, &EMOJI),
    };
    let entered: Vec<Event> = entrants
        .into_iter()
        .zip(distinct_names(&names))
        .map(|(entrant, name)| {
            let (who, rating) = (entrant.who, entrant.rating);
            Event::Entered { name, who, rating }
        })
        .collect();
    // What is refused must leave no file behind.
    let mut trial = Tournament::new(setup.clone()).map_err(Failure::usage)?;
    for event in &entered {
        trial.apply(event.clone()).map_err(Failure::usage)?;
    }
    let mut journal = Journal::begin(setup, args.out.as_deref())?;
    for event in entered {
        journal.tell(event)?;
    }
    Ok(journal)
}

fn form(args: &RunArgs, count: usize) -> Form {
    match args.form {
        FormName::KnockOut => Form::SingleElimination {
            third_place: args.third_place,
        },
        FormName::DoubleElimination => Form::DoubleElimination,
        FormName::RoundRobin => Form::RoundRobin { double: args.twice },
        FormName::Swiss => Form::Swiss {
            rounds: args.rounds.unwrap_or_else(|| Form::swiss_rounds(count)),
        },
    }
}

/// A player of the list.
struct Listed {
    name: String,
    who: Who,
    rating: Option<i32>,
}

/// Reads `hard`, `Robo=hard:aggressive` or `Ann=human@1200`.
fn entrant(text: &str) -> Result<Listed, Failure> {
    let (player, rating) = match text.rsplit_once('@') {
        None => (text, None),
        Some((player, rating)) => {
            let parsed = rating.trim().parse::<i32>().map_err(|_| {
                Failure::usage(format_args!(
                    "{text:?}: {rating:?} is no rating, as in hard@1500"
                ))
            })?;
            (player, Some(parsed))
        }
    };
    let (name, who) = match player.split_once('=') {
        None => (None, player),
        Some((name, who)) => (Some(name.trim().to_owned()), who),
    };
    if who.trim() == HUMAN {
        let name = name
            .ok_or_else(|| Failure::usage(format_args!("give people a name, as in Ann={HUMAN}")))?;
        return Ok(Listed {
            name,
            who: Who::Person,
            rating,
        });
    }
    let bot = BotPlayer::parse(who.trim())?;
    Ok(Listed {
        name: name.unwrap_or_else(|| bot.name()),
        who: Who::Bot(bot.name()),
        rating,
    })
}

/// The rules that a tournament is played by.
fn ruleset(tournament: &Tournament) -> Result<Ruleset, Failure> {
    let rules = &tournament.setup().rules;
    if rules.is_empty() {
        return Ok(Ruleset::STANDARD);
    }
    let read = read_game(rules, Ruleset::STANDARD, &EMOJI);
    let game = read.map_err(|error| {
        Failure::bad_input(format_args!(
            "the rules of the tournament, {rules:?}: {error}"
        ))
    })?;
    Ok(game.ruleset())
}

/// Shows a tournament in the forms asked for.
fn answer(tournament: &Tournament, shown: &ShownArgs, out: &mut Out) -> Result<(), Failure> {
    if let Some(path) = &shown.svg {
        write_svg(tournament, path)?;
    }
    if shown.json {
        out.line(&show::json(tournament)?)?;
    } else {
        out.line(&show::text(tournament))?;
    }
    Ok(())
}

fn write_svg(tournament: &Tournament, path: &Path) -> Result<(), Failure> {
    if journal::load(path).is_ok() {
        return Err(Failure::usage(format_args!(
            "{} is a tournament: name another file for the picture",
            path.display()
        )));
    }
    std::fs::write(path, show::svg(tournament))
        .map_err(|error| Failure::storage(format_args!("cannot write {}: {error}", path.display())))
}

/// What bots know, by the rules of a tournament.
fn knowledge_of(tournament: &Tournament, layers: &Layers) -> Result<(Ruleset, Knowledge), Failure> {
    let ruleset = ruleset(tournament)?;
    Ok((ruleset, knowledge(layers, ruleset)?))
}
