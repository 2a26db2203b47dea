//! `foursight tournament`: bots and people play a tournament, and the table or bracket is shown.

mod changes;
mod drawing;
mod journal;
mod picture;
mod play;
mod playing;
mod show;
mod words;

use std::io::Write as _;

use foursight_bots::arena::opening;
use foursight_core::{Game, Ruleset};
use foursight_record::{Form as RecordForm, read as read_game, write};
use foursight_terminal::words::count as number;
use foursight_tournament::{
    ENTRANTS_MAX, ENTRANTS_MIN, Event, Form, Phase, Seeding, Setup, Tournament, Who, check_event,
};

use crate::bot_args::HUMAN;
use crate::bot_players::{BotPlayer, distinct_names, threads};
use crate::exit::{Exit, Failure, complain};
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
        Some(TournamentCommand::Absent(args)) => {
            let both = args.both;
            changes::run(&args.change, Change::Absent { both }, out)
        }
    }
}

fn run_new(args: &RunArgs, layers: &Layers, out: &mut Out) -> Result<Exit, Failure> {
    picture::check(&args.shown, args.out.as_deref())?;
    let interrupt = Interrupt::listen();
    let mut journal = match &args.resume {
        Some(path) => {
            let journal = Journal::resume(path)?;
            args.ruleset
                .refuse_conflict(ruleset(&journal.tournament)?)?;
            journal
        }
        None => begin(args, layers)?,
    };
    if !args.shown.json {
        // What decides is told before the first game.
        out.line(&format!("{}\n", show::heading(&journal.tournament)))?;
        out.flush()?;
    }
    let table = Table::new(&journal.tournament, layers)?;
    interrupt.set_busy(true);
    let is_cut_short =
        table.play_bots(&mut journal, threads(args.threads), args.nodes, &interrupt)?;
    interrupt.set_busy(false);
    if args.shown.json {
        out.line(&show::json(&journal.tournament)?)?;
    } else {
        out.line(&show::body(&journal.tournament))?;
    }
    let is_over = journal.tournament.phase() == Phase::Over;
    if let Some(path) = journal.path().filter(|_| !is_over) {
        let path = path.display();
        let command = if is_cut_short { "--resume" } else { "play" };
        let told = format!("To go on: foursight tournament {command} {path}");
        if args.shown.json {
            complain(&told);
        } else {
            out.line(&told)?;
        }
    }
    // Last, so that the result is told even if it cannot be drawn.
    picture::draw(&journal.tournament, &args.shown, out)?;
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
            "{}: name {ENTRANTS_MIN} to {ENTRANTS_MAX}, as in --players easy,hard",
            number(count, "player")
        )));
    }
    let entrants = args.players.iter().map(|text| entrant(text));
    let entrants = entrants.collect::<Result<Vec<_>, _>>()?;
    refuse_misfits(args, &entrants)?;
    let names: Vec<String> = entrants
        .iter()
        .map(|entrant| entrant.name.clone())
        .collect();
    let distinct = distinct_names(&names);
    tell_renamed(&names, &distinct);
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
        .zip(distinct)
        .map(|(entrant, name)| {
            let (who, rating) = (entrant.who, entrant.rating);
            Event::Entered { name, who, rating }
        })
        .collect();
    Journal::begin(setup, entered, args.out.as_deref())
}

/// Refuses flags that another form has, and players who cannot take part like this.
fn refuse_misfits(args: &RunArgs, entrants: &[Listed]) -> Result<(), Failure> {
    let misfits = [
        (
            args.third_place,
            FormName::KnockOut,
            "--third-place",
            "knock-out",
        ),
        (args.twice, FormName::RoundRobin, "--twice", "round-robin"),
        (args.rounds.is_some(), FormName::Swiss, "--rounds", "swiss"),
    ];
    for (is_given, form, flag, name) in misfits {
        if is_given && args.form != form {
            return Err(Failure::usage(format_args!(
                "{flag} belongs to --form {name}: leave it out, or choose that form"
            )));
        }
    }
    if args.seeding == SeedingName::Rating && entrants.iter().all(|it| it.rating.is_none()) {
        return Err(Failure::usage(
            "--seeding rating needs ratings: add them as in hard@1500",
        ));
    }
    let people: Vec<&str> = entrants
        .iter()
        .filter(|entrant| entrant.who == Who::Person)
        .map(|entrant| &*entrant.name)
        .collect();
    for (place, name) in people.iter().enumerate() {
        if people[..place].contains(name) {
            return Err(Failure::usage(format_args!(
                "two people are called {name}: give one of them another name"
            )));
        }
    }
    if !people.is_empty() && args.out.is_none() {
        return Err(Failure::usage(
            "people play from a file: add --out FILE, then foursight tournament play FILE",
        ));
    }
    Ok(())
}

/// Says who plays under another name than was asked for.
fn tell_renamed(names: &[String], distinct: &[String]) {
    let renamed: Vec<&str> = names
        .iter()
        .zip(distinct)
        .filter(|(name, new)| name != new)
        .map(|(_, new)| &**new)
        .collect();
    if !renamed.is_empty() {
        complain(&format!(
            "some players have the same name, so these are numbered: {}",
            renamed.join(", ")
        ));
    }
}

/// What the moves of a game say against the result that a file tells of it.
fn contradiction(tournament: &Tournament, event: &Event) -> Result<(), String> {
    check_event(tournament, event, |moves, due| {
        let ruleset = ruleset(tournament).map_err(|failure| failure.to_string())?;
        let game = read_game(moves, ruleset, &EMOJI);
        let game = game.map_err(|error| format!("its moves: {error}"))?;
        let plies = tournament.setup().opening_plies.into();
        Ok([game, opening(ruleset, plies, due.opening_seed)])
    })
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
    picture::check(shown, None)?;
    if shown.json {
        out.line(&show::json(tournament)?)?;
    } else {
        out.line(&show::text(tournament))?;
    }
    picture::draw(tournament, shown, out)
}

/// What bots know, by the rules of a tournament.
fn knowledge_of(tournament: &Tournament, layers: &Layers) -> Result<(Ruleset, Knowledge), Failure> {
    let ruleset = ruleset(tournament)?;
    Ok((ruleset, knowledge(layers, ruleset)?))
}
