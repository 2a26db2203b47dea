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
use foursight_tournament::{Absentee, DueGame, EntrantId, Event, Phase, Tournament};

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
    let skipped = leave_or_miss(args, &mut journal)?;
    if skipped {
        // It may have been the game of somebody who is gone.
        discard(&game_path(&args.file))?;
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

/// Takes somebody out, for good or of one match. True if somebody was.
fn leave_or_miss(args: &TournamentPlayArgs, journal: &mut Journal) -> Result<bool, Failure> {
    if let Some(name) = &args.withdraw {
        let id = find(&journal.tournament, name)?;
        journal.tell(Event::Withdrew(id))?;
    }
    if let Some(name) = &args.absent {
        let id = find(&journal.tournament, name)?;
        let due = journal.tournament.due();
        let mut own = due.iter().filter(|due| due.first == id || due.second == id);
        let due = own
            .next()
            .ok_or_else(|| Failure::usage(format_args!("{name} has no match to play now")))?;
        journal.tell(Event::Absent {
            match_id: due.match_id,
            who: Absentee::One(id),
        })?;
    }
    Ok(args.withdraw.is_some() || args.absent.is_some())
}

/// Removes the game in play, if there is one.
fn discard(saved: &Path) -> Result<(), Failure> {
    match std::fs::remove_file(saved) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(Failure::storage(
            format_args!("cannot remove {}: {error}", saved.display()),
        )),
        _ => Ok(()),
    }
}

fn find(tournament: &Tournament, name: &str) -> Result<EntrantId, Failure> {
    let place = tournament
        .entrants()
        .iter()
        .position(|entrant| entrant.name == name);
    let place = place.ok_or_else(|| {
        let names: Vec<&str> = tournament.entrants().iter().map(|e| &*e.name).collect();
        Failure::usage(format_args!(
            "there is no player {name:?}: {}",
            names.join(", ")
        ))
    })?;
    Ok(EntrantId(place as u16))
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
fn game_path(file: &Path) -> PathBuf {
    let mut name = OsString::from(file.as_os_str());
    name.push(".game.json");
    PathBuf::from(name)
}
