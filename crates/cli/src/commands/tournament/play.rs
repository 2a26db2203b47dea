//! `foursight tournament play`: plays the games of people, one after the other at this terminal.
//!
//! The game in play is saved next to the tournament, in FILE.game.json, by the ordinary saving of
//! `play`, and its moves as the last line of the tournament itself, so that the web game can
//! continue it. Players who leave during a game return to it later. A finished game is recorded at
//! once.

use std::cell::RefCell;
use std::ffi::OsString;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use clap::Parser;
use foursight_core::Ruleset;
use foursight_files::atomic;
use foursight_record::{GameRecord, GameResult};
use foursight_table::Occupant;
use foursight_terminal::line_input::next_line;
use foursight_terminal::output::CliOutput;
use foursight_terminal::players::{BotRecipe, SessionPlayers, named_bot_seat, named_person_seat};
use foursight_terminal::saved_games::files::{self, GameLoadError};
use foursight_terminal::session::{OnGameChange, SessionStart, TournamentGameMode};
use foursight_tournament::{DueGame, EntrantId, GameInProgress, Tournament};

use super::games::{TournamentGames, game_event, moves_of};
use super::journal::Journal;
use super::{match_text, show};
use crate::args::{Cli, CliCommand};
use crate::bot_players::thread_count;
use crate::commands;
use crate::exit::{CliError, Exit};
use crate::settings::CliSettings;
use crate::solver_session::Interrupt;
use crate::tournament_args::TournamentPlayArgs;

/// Tag of a saved game that identifies match and game.
const MATCH_TAG: &str = "tournament";

pub(super) fn run(
    args: &TournamentPlayArgs,
    settings: &CliSettings,
    out: &mut CliOutput,
) -> Result<Exit, CliError> {
    let journal = Journal::resume(&args.file)?;
    let games = TournamentGames::new(&journal.tournament, settings)?;
    out.line(&format!("{}\n", show::heading(&journal.tournament)))?;
    let journal = Rc::new(RefCell::new(journal));
    let interrupt = Interrupt::install();
    // During a game the game itself handles Ctrl-C and prints how to continue.
    interrupt.set_busy(true);
    let session = LocalTournamentSession {
        args,
        settings,
        games,
        saved_path: saved_game_path(&args.file),
        interrupt: Arc::clone(&interrupt),
    };
    let resume_hint = format!("To continue: {}", session.resume_command());
    interrupt.set_exit_message(&resume_hint);
    loop {
        let is_interrupted = session.games.play_bots(
            &mut journal.borrow_mut(),
            thread_count(None),
            None,
            &interrupt,
        )?;
        if is_interrupted {
            out.line(&resume_hint)?;
            return Ok(Exit::Budget);
        }
        let due = journal.borrow().next_game();
        let Some(due) = due else {
            break;
        };
        if !session.play_game(due, &journal, out)? {
            out.line(&resume_hint)?;
            return Ok(Exit::Done);
        }
        remove_saved_game(&session.saved_path)?;
    }
    out.line(&show::body(&journal.borrow().tournament))?;
    Ok(Exit::Done)
}

/// State shared by all games of people at this terminal.
struct LocalTournamentSession<'a> {
    args: &'a TournamentPlayArgs,
    settings: &'a CliSettings,
    games: TournamentGames,
    /// Path of the saved game in play.
    saved_path: PathBuf,
    interrupt: Arc<Interrupt>,
}

impl LocalTournamentSession<'_> {
    /// Returns the command that continues later.
    fn resume_command(&self) -> String {
        let plain = if self.args.plain { " --plain" } else { "" };
        format!(
            "foursight tournament play {}{plain}",
            self.args.file.display()
        )
    }

    /// Plays one game. Returns true if its result is recorded.
    fn play_game(
        &self,
        due: DueGame,
        journal: &Rc<RefCell<Journal>>,
        out: &mut CliOutput,
    ) -> Result<bool, CliError> {
        let game_record = self.load_or_create_record(due, &journal.borrow())?;
        if game_record.result() != GameResult::Ongoing {
            // The program was killed after the end of the game.
            let winner = game_record
                .result()
                .ending()
                .and_then(foursight_core::Ending::winner);
            let mut journal = journal.borrow_mut();
            journal.record(game_event(due, game_record.game(), winner))?;
            out.paragraph(&format!("{}.", match_status(&journal.tournament, due)))?;
            return Ok(true);
        }
        announce(&journal.borrow().tournament, due, out)?;
        if !self.confirm_start(out)? {
            return Ok(false);
        }
        let official = TournamentGameMode {
            resume_command: self.resume_command(),
            on_change: on_change(Rc::clone(journal), due),
        };
        // The tournament changes during the game.
        let tournament = journal.borrow().tournament.clone();
        self.start_game(due, game_record, (&tournament, official), out)?;
        let journal = journal.borrow();
        let match_ = journal.tournament.find_match(due.match_id);
        Ok(match_.is_some_and(|match_| match_.games.len() > usize::from(due.game)))
    }

    /// Asks at a terminal whether to start now: the full screen would hide who plays next.
    fn confirm_start(&self, out: &mut CliOutput) -> Result<bool, CliError> {
        if !io::stdin().is_terminal() || !out.is_terminal() {
            return Ok(true);
        }
        // No game is running yet, so Ctrl-C ends the program.
        self.interrupt.set_busy(false);
        out.prompt("Enter starts, q quits: ")?;
        out.flush()?;
        let line = next_line(&mut io::stdin().lock());
        self.interrupt.set_busy(true);
        let line = line.map_err(|error| {
            CliError::storage(format_args!("cannot read standard input: {error}"))
        })?;
        Ok(matches!(line, Some(Ok(line)) if !line.trim().starts_with(['q', 'Q'])))
    }

    /// Loads the game as it was left, here or in the web game, or starts it.
    fn load_or_create_record(
        &self,
        due: DueGame,
        journal: &Journal,
    ) -> Result<GameRecord, CliError> {
        let tag = format!("{} {}", due.match_id.0, due.game);
        let resumed_game = self.games.resumed_game(due, journal);
        if self.saved_path.exists() {
            let stored = load_saved_game(&self.saved_path, self.games.ruleset)?;
            // A kill after recording can leave the previous game behind.
            let is_this = stored
                .tags()
                .get(MATCH_TAG)
                .is_none_or(|other| *other == tag);
            // Moves cannot be taken back, so the longer of the two is the newer one.
            let longer = resumed_game
                .as_ref()
                .filter(|game| game.moves().len() > stored.moves().len());
            if is_this && longer.is_none() {
                return Ok(stored);
            }
        }
        let name = |id| Some(match_text::name(&journal.tournament, id));
        let [first, second] = [due.first, due.second].map(name);
        let game = resumed_game.unwrap_or_else(|| self.games.start(due));
        let created = GameRecord::from_game(&game)
            .with_seats(first, second)
            .and_then(|created| created.with_tag(MATCH_TAG, &tag))
            .map_err(CliError::bad_input)?;
        atomic::replace(&self.saved_path, created.to_json().as_bytes()).map_err(|error| {
            let path = self.saved_path.display();
            CliError::storage(format_args!("cannot write {path}: {error}"))
        })?;
        Ok(created)
    }

    /// Plays the game with the command `play`.
    fn start_game(
        &self,
        due: DueGame,
        record: GameRecord,
        (tournament, official): (&Tournament, TournamentGameMode),
        out: &mut CliOutput,
    ) -> Result<(), CliError> {
        let mut arguments: Vec<OsString> = vec!["foursight".into(), "play".into()];
        arguments.extend(["--save".into(), self.saved_path.as_os_str().to_owned()]);
        if self.args.plain {
            arguments.push("--plain".into());
        }
        let parsed = Cli::try_parse_from(arguments).map_err(CliError::usage)?;
        let CliCommand::Play(mut play_args) = parsed.command else {
            return Ok(());
        };
        play_args.screen = self.args.screen.clone();
        let bots = [due.first, due.second].map(|id| self.games.player(id));
        let personality = bots.iter().flatten().map(|bot| bot.personality).next();
        let players = SessionPlayers {
            seats: [due.first, due.second].map(|id| self.occupant(tournament, id)),
            bot_recipe: BotRecipe {
                personality: personality.unwrap_or_default(),
                seed: due.bot_seed,
                knowledge: self.games.knowledge.clone(),
            },
        };
        let is_resumed = record.moves().len() > self.games.start(due).moves().len();
        let first = SessionStart {
            record,
            origin: is_resumed.then(|| "where it was left".to_owned()),
            is_saved: true,
            recovered_from: None,
        };
        commands::play::start_session(
            &play_args,
            self.settings,
            (first, players),
            Some(official),
            out,
        )?;
        Ok(())
    }

    /// Returns who takes the seat of an entrant.
    fn occupant(&self, tournament: &Tournament, id: EntrantId) -> Occupant {
        let name = match_text::name(tournament, id);
        match self.games.player(id) {
            None => named_person_seat(name),
            Some(bot) => named_bot_seat(bot.level, name),
        }
    }
}

/// Returns the callback that saves every move, records the result, and formats the new score.
fn on_change(journal: Rc<RefCell<Journal>>, due: DueGame) -> OnGameChange {
    Rc::new(move |table| {
        let mut journal = journal.borrow_mut();
        let Some(ending) = table.ending() else {
            let in_play = GameInProgress {
                match_id: due.match_id,
                game: due.game,
                moves: moves_of(table.game()),
            };
            // The game is also saved next to the tournament, so a full disk can wait until the end.
            drop(journal.save_in_play(in_play));
            return None;
        };
        Some(
            match journal.record(game_event(due, table.game(), ending.winner())) {
                Ok(()) => format!("Entered: {}.", match_status(&journal.tournament, due)),
                Err(failure) => format!("Not entered: {failure}."),
            },
        )
    })
}

/// Describes a match after one of its games.
fn match_status(tournament: &Tournament, due: DueGame) -> String {
    let match_ = tournament.find_match(due.match_id);
    match_.map_or_else(String::new, |match_| {
        match_text::match_sentence(tournament, match_)
    })
}

/// Removes the saved game, if there is one.
pub(super) fn remove_saved_game(saved_path: &Path) -> Result<(), CliError> {
    match std::fs::remove_file(saved_path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(CliError::storage(
            format_args!("cannot remove {}: {error}", saved_path.display()),
        )),
        _ => Ok(()),
    }
}

/// Announces the players and the score of the match.
fn announce(tournament: &Tournament, due: DueGame, out: &mut CliOutput) -> Result<(), CliError> {
    let Some(match_) = tournament.find_match(due.match_id) else {
        return Ok(());
    };
    let stage = match_text::stage(match_.stage);
    let [first, second] = [due.first, due.second].map(|id| match_text::name(tournament, id));
    let games = match_.games_max(tournament.setup());
    let game = match games {
        1 => stage,
        _ => format!("{stage}, game {} of {games}", due.game + 1),
    };
    let score = match &match_.games[..] {
        [] => String::new(),
        _ => format!(
            " So far: {}.",
            match_text::match_sentence(tournament, match_)
        ),
    };
    out.paragraph(&format!(
        "{game}: {first} moves first, against {second}.{score}"
    ))?;
    Ok(())
}

/// Loads the saved game.
pub(super) fn load_saved_game(saved_path: &Path, ruleset: Ruleset) -> Result<GameRecord, CliError> {
    files::load(saved_path, ruleset).map_err(|error| match error {
        GameLoadError::Invalid(reason) => CliError::bad_input(format_args!(
            "{reason}; rename or remove that file to restart this game"
        )),
        unreadable @ GameLoadError::Unreadable(_) => unreadable.into(),
    })
}

/// Returns the path of the saved game in play.
pub(super) fn saved_game_path(file: &Path) -> PathBuf {
    let mut name = OsString::from(file.as_os_str());
    name.push(".game.json");
    PathBuf::from(name)
}
