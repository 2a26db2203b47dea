//! `foursight tournament`: runs a tournament of bots and people, and shows its bracket or table.

mod bracket_text;
mod games;
mod journal;
mod match_text;
mod play;
mod roster;
mod show;
mod svg_file;

use std::io::Write as _;

use foursight_bots::arena::random_opening;
use foursight_core::{Game, Ruleset};
use foursight_record::{Form as RecordForm, read as read_game, write};
use foursight_terminal::output::CliOutput;
use foursight_terminal::text::count_noun as count_text;
use foursight_terminal::theme::EMOJI;
use foursight_tournament::{
    ENTRANTS_MAX, ENTRANTS_MIN, EntrantKind, Seeding, Tournament, TournamentEvent,
    TournamentFormat, TournamentPhase, TournamentSetup, check_event,
};

use crate::bot_args::HUMAN;
use crate::bot_players::{BotPlayer, distinct_names, thread_count};
use crate::exit::{CliError, Exit, print_message};
use crate::opponents::{BotKnowledge, knowledge};
use crate::settings::CliSettings;
use crate::solver_session::Interrupt;
use crate::tournament_args::{
    SeedingName, TournamentArgs, TournamentCommand, TournamentFormName, TournamentOutputArgs,
    TournamentRunArgs,
};
use games::TournamentGames;
use journal::Journal;
use roster::RosterChange;

pub(crate) fn run(
    args: &TournamentArgs,
    settings: &CliSettings,
    out: &mut CliOutput,
) -> Result<Exit, CliError> {
    match &args.command {
        None => run_new(&args.run, settings, out),
        Some(TournamentCommand::Show(args)) => {
            print(&journal::load(&args.file)?, &args.output, out)?;
            Ok(Exit::Done)
        }
        Some(TournamentCommand::Play(args)) => play::run(args, settings, out),
        Some(TournamentCommand::Enter(args)) => roster::run(args, RosterChange::Enter, out),
        Some(TournamentCommand::Withdraw(args)) => roster::run(args, RosterChange::Withdraw, out),
        Some(TournamentCommand::Absent(args)) => {
            let both = args.both;
            roster::run(&args.change, RosterChange::Absent { both }, out)
        }
    }
}

fn run_new(
    args: &TournamentRunArgs,
    settings: &CliSettings,
    out: &mut CliOutput,
) -> Result<Exit, CliError> {
    svg_file::check_path(&args.output, args.out.as_deref())?;
    let interrupt = Interrupt::install();
    let mut journal = match &args.resume {
        Some(path) => {
            let journal = Journal::resume(path)?;
            args.ruleset.check_conflict(ruleset(&journal.tournament)?)?;
            journal
        }
        None => create(args, settings)?,
    };
    if !args.output.json {
        // Print the rules for draws before the first game.
        out.line(&format!("{}\n", show::heading(&journal.tournament)))?;
        out.flush()?;
    }
    let games = TournamentGames::new(&journal.tournament, settings)?;
    interrupt.set_busy(true);
    let is_interrupted = games.play_bots(
        &mut journal,
        thread_count(args.threads),
        args.nodes,
        &interrupt,
    )?;
    interrupt.set_busy(false);
    if args.output.json {
        out.line(&show::json(&journal.tournament)?)?;
    } else {
        out.line(&show::body(&journal.tournament))?;
    }
    let is_over = journal.tournament.phase() == TournamentPhase::Over;
    if let Some(path) = journal.path().filter(|_| !is_over) {
        let path = path.display();
        let command = if is_interrupted { "--resume" } else { "play" };
        let hint = format!("To continue: foursight tournament {command} {path}");
        if args.output.json {
            print_message(&hint);
        } else {
            out.line(&hint)?;
        }
    }
    // Last, so that the result is printed even if the picture cannot be written.
    svg_file::write(&journal.tournament, &args.output, out)?;
    Ok(if is_interrupted {
        Exit::Budget
    } else {
        Exit::Done
    })
}

/// Creates a tournament with all its players.
fn create(args: &TournamentRunArgs, settings: &CliSettings) -> Result<Journal, CliError> {
    let ruleset = args.ruleset.ruleset(settings)?;
    let count = args.players.len();
    if !(ENTRANTS_MIN..=ENTRANTS_MAX).contains(&count) {
        return Err(CliError::usage(format_args!(
            "{}: name {ENTRANTS_MIN} to {ENTRANTS_MAX}, as in --players easy,hard",
            count_text(count, "player")
        )));
    }
    let entrants = args.players.iter().map(|text| parse_player(text));
    let entrants = entrants.collect::<Result<Vec<_>, _>>()?;
    check_players(args, &entrants)?;
    let names: Vec<String> = entrants.iter().map(|player| player.name.clone()).collect();
    let distinct = distinct_names(&names);
    warn_renamed(&names, &distinct);
    let setup = TournamentSetup {
        name: args.name.trim().to_owned(),
        format: form(args, count),
        best_of: args.best_of,
        seeding: match args.seeding {
            SeedingName::Order => Seeding::Order,
            SeedingName::Rating => Seeding::Rating,
            SeedingName::Drawn => Seeding::Random,
        },
        seed: args.seed,
        opening_plies: args.openings,
        rules: write(&Game::new(ruleset), RecordForm::Notation, &EMOJI),
    };
    let events: Vec<TournamentEvent> = entrants
        .into_iter()
        .zip(distinct)
        .map(|(player, name)| {
            let (kind, rating) = (player.kind, player.rating);
            TournamentEvent::Entered { name, kind, rating }
        })
        .collect();
    Journal::create(setup, events, args.out.as_deref())
}

/// Rejects flags of another form, and players who cannot take part.
fn check_players(args: &TournamentRunArgs, entrants: &[PlayerSpec]) -> Result<(), CliError> {
    let flags = [
        (
            args.third_place,
            TournamentFormName::KnockOut,
            "--third-place",
            "knock-out",
        ),
        (
            args.twice,
            TournamentFormName::RoundRobin,
            "--twice",
            "round-robin",
        ),
        (
            args.rounds.is_some(),
            TournamentFormName::Swiss,
            "--rounds",
            "swiss",
        ),
    ];
    for (is_given, form, flag, name) in flags {
        if is_given && args.form != form {
            return Err(CliError::usage(format_args!(
                "{flag} belongs to --form {name}: leave it out, or choose that form"
            )));
        }
    }
    if args.seeding == SeedingName::Rating && entrants.iter().all(|player| player.rating.is_none())
    {
        return Err(CliError::usage(
            "--seeding rating needs ratings: add them as in hard@1500",
        ));
    }
    let humans: Vec<&str> = entrants
        .iter()
        .filter(|player| player.kind == EntrantKind::Person)
        .map(|player| &*player.name)
        .collect();
    for (index, name) in humans.iter().enumerate() {
        if humans[..index].contains(name) {
            return Err(CliError::usage(format_args!(
                "two people are called {name}: give one of them another name"
            )));
        }
    }
    if !humans.is_empty() && args.out.is_none() {
        return Err(CliError::usage(
            "people play from a file: add --out FILE, then foursight tournament play FILE",
        ));
    }
    Ok(())
}

/// Warns about players that were renamed to be distinct.
fn warn_renamed(names: &[String], distinct: &[String]) {
    let renamed: Vec<&str> = names
        .iter()
        .zip(distinct)
        .filter(|(name, new)| name != new)
        .map(|(_, new)| &**new)
        .collect();
    if !renamed.is_empty() {
        print_message(&format!(
            "some players have the same name, so these are numbered: {}",
            renamed.join(", ")
        ));
    }
}

/// Checks the result of a stored game against its moves.
fn check_moves(tournament: &Tournament, event: &TournamentEvent) -> Result<(), String> {
    check_event(tournament, event, |moves, due| {
        let ruleset = ruleset(tournament).map_err(|failure| failure.to_string())?;
        let game = read_game(moves, ruleset, &EMOJI);
        let game = game.map_err(|error| format!("its moves: {error}"))?;
        let plies = tournament.setup().opening_plies.into();
        Ok([game, random_opening(ruleset, plies, due.opening_seed)])
    })
}

fn form(args: &TournamentRunArgs, count: usize) -> TournamentFormat {
    match args.form {
        TournamentFormName::KnockOut => TournamentFormat::SingleElimination {
            third_place: args.third_place,
        },
        TournamentFormName::DoubleElimination => TournamentFormat::DoubleElimination,
        TournamentFormName::RoundRobin => TournamentFormat::RoundRobin { double: args.twice },
        TournamentFormName::Swiss => TournamentFormat::Swiss {
            rounds: args
                .rounds
                .unwrap_or_else(|| TournamentFormat::swiss_rounds(count)),
        },
    }
}

/// A player as given on the command line.
struct PlayerSpec {
    name: String,
    kind: EntrantKind,
    rating: Option<i32>,
}

/// Parses `hard`, `Robo=hard:aggressive` or `Ann=human@1200`.
fn parse_player(text: &str) -> Result<PlayerSpec, CliError> {
    let (player, rating) = match text.rsplit_once('@') {
        None => (text, None),
        Some((player, rating)) => {
            let parsed = rating.trim().parse::<i32>().map_err(|_| {
                CliError::usage(format_args!(
                    "{text:?}: {rating:?} is not a rating such as hard@1500"
                ))
            })?;
            (player, Some(parsed))
        }
    };
    let (name, kind) = match player.split_once('=') {
        None => (None, player),
        Some((name, kind)) => (Some(name.trim().to_owned()), kind),
    };
    if kind.trim() == HUMAN {
        let name = name.ok_or_else(|| {
            CliError::usage(format_args!("give people a name, as in Ann={HUMAN}"))
        })?;
        return Ok(PlayerSpec {
            name,
            kind: EntrantKind::Person,
            rating,
        });
    }
    let bot = BotPlayer::parse(kind.trim())?;
    Ok(PlayerSpec {
        name: name.unwrap_or_else(|| bot.name()),
        kind: EntrantKind::Bot(bot.name()),
        rating,
    })
}

/// Returns the ruleset of a tournament.
fn ruleset(tournament: &Tournament) -> Result<Ruleset, CliError> {
    let rules = &tournament.setup().rules;
    if rules.is_empty() {
        return Ok(Ruleset::STANDARD);
    }
    let read = read_game(rules, Ruleset::STANDARD, &EMOJI);
    let game = read.map_err(|error| {
        CliError::bad_input(format_args!(
            "the rules of the tournament, {rules:?}: {error}"
        ))
    })?;
    Ok(game.ruleset())
}

/// Prints a tournament in the requested formats.
fn print(
    tournament: &Tournament,
    output: &TournamentOutputArgs,
    out: &mut CliOutput,
) -> Result<(), CliError> {
    svg_file::check_path(output, None)?;
    if output.json {
        out.line(&show::json(tournament)?)?;
    } else {
        out.line(&show::text(tournament))?;
    }
    svg_file::write(tournament, output, out)
}

/// Loads what bots need for the rules of a tournament.
fn load_knowledge(
    tournament: &Tournament,
    settings: &CliSettings,
) -> Result<(Ruleset, BotKnowledge), CliError> {
    let ruleset = ruleset(tournament)?;
    Ok((ruleset, knowledge(settings, ruleset)?))
}
