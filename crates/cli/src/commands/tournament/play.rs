//! `foursight tournament play`: the games of people, one after the other at this terminal.
//!
//! A game in play is kept beside the tournament, in FILE.game.json, by the ordinary saving of `play`. Who
//! leaves in the middle of a game comes back to it.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::Parser;
use foursight_core::{End, Player};
use foursight_record::{GameRecord, GameResult};
use foursight_terminal::keep::files;
use foursight_tournament::{DueGame, Event, Phase, Tournament};

use super::journal::Journal;
use super::playing::{Table, played};
use super::{show, words};
use crate::args::{Cli, Command};
use crate::bot_args::HUMAN;
use crate::bot_players::threads;
use crate::commands;
use crate::exit::{Exit, Failure};
use crate::output::Out;
use crate::settings::Layers;
use crate::solving::Interrupt;
use crate::tournament_args::TournamentPlayArgs;

pub(super) fn run(
    args: &TournamentPlayArgs,
    layers: &Layers,
    out: &mut Out,
) -> Result<Exit, Failure> {
    let mut journal = Journal::resume(&args.file)?;
    if journal.tournament.phase() == Phase::Entering {
        journal.tell(Event::Began)?;
    }
    let table = Table::new(&journal.tournament, layers)?;
    let interrupt = Interrupt::listen();
    loop {
        let is_cut_short = table.play_bots(&mut journal, threads(None), None, &interrupt)?;
        if is_cut_short {
            return Ok(Exit::Budget);
        }
        let Some(due) = journal.tournament.due().first().copied() else {
            break;
        };
        announce(&journal.tournament, due, out)?;
        let saved = game_path(&args.file);
        if !seat(args, &table, due, &saved, (layers, out))? {
            out.line(&format!(
                "The match is not over. To go on: foursight tournament play {}",
                args.file.display()
            ))?;
            return Ok(Exit::Done);
        }
        let record = load(&saved, &table)?;
        let winner = winner(&record);
        journal.tell(played(due, record.game(), winner))?;
        discard(&saved)?;
        let found = journal.tournament.find(due.match_id);
        if let Some(found) = found {
            out.paragraph(&format!(
                "{}.",
                words::match_line(&journal.tournament, found)
            ))?;
        }
    }
    out.line(&show::text(&journal.tournament))?;
    Ok(Exit::Done)
}

/// Removes the game in play, if there is one.
pub(super) fn discard(saved: &Path) -> Result<(), Failure> {
    match std::fs::remove_file(saved) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(Failure::storage(
            format_args!("cannot remove {}: {error}", saved.display()),
        )),
        _ => Ok(()),
    }
}

fn announce(tournament: &Tournament, due: DueGame, out: &mut Out) -> Result<(), Failure> {
    let stage = tournament
        .find(due.match_id)
        .map_or(String::new(), |found| words::stage(found.stage));
    let [first, second] = [due.first, due.second].map(|id| words::name(tournament, id));
    let game = due.game + 1;
    out.paragraph(&format!(
        "{stage}, game {game}: {first} moves first, against {second}."
    ))?;
    Ok(())
}

/// Plays one game with the ordinary play command. True if it is over.
fn seat(
    args: &TournamentPlayArgs,
    table: &Table,
    due: DueGame,
    saved: &Path,
    (layers, out): (&Layers, &mut Out),
) -> Result<bool, Failure> {
    if !saved.exists() {
        let record = GameRecord::from_game(&table.start(due));
        let text = record.to_json();
        std::fs::write(saved, text).map_err(|error| {
            Failure::storage(format_args!("cannot write {}: {error}", saved.display()))
        })?;
    }
    let mut words: Vec<OsString> = vec!["foursight".into(), "play".into()];
    words.extend(["--save".into(), saved.into()]);
    words.extend(["--seed".into(), due.seed.to_string().into()]);
    for (flag, id) in [("--first", due.first), ("--second", due.second)] {
        let bot = table.player(id);
        let level = bot.map_or(HUMAN, |bot| bot.level.name());
        words.extend([flag.into(), level.into()]);
        if let Some(bot) = bot {
            words.extend(["--personality".into(), bot.personality.name().into()]);
        }
    }
    if args.plain {
        words.push("--plain".into());
    }
    let parsed = Cli::try_parse_from(words).map_err(Failure::usage)?;
    if let Command::Play(play) = parsed.command {
        commands::play::run(&play, layers, out)?;
    }
    Ok(load(saved, table)?.result() != GameResult::Ongoing)
}

fn load(path: &Path, table: &Table) -> Result<GameRecord, Failure> {
    Ok(files::load(path, table.ruleset)?)
}

/// Who won a game, by the rules or because the opponent gave up.
fn winner(record: &GameRecord) -> Option<Player> {
    match (record.result(), record.game().end()) {
        (GameResult::Won(winner, _), _) | (_, Some(End::Won(winner))) => Some(winner),
        _ => None,
    }
}

/// Where the game in play is kept.
pub(super) fn game_path(file: &Path) -> PathBuf {
    let mut name = OsString::from(file.as_os_str());
    name.push(".game.json");
    PathBuf::from(name)
}
