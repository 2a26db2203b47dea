//! `foursight tournament play`: the games of people, one after the other at this terminal.
//!
//! A game in play is kept beside the tournament, in FILE.game.json, by the ordinary saving of `play`, and its moves as
//! the last line of the tournament itself, with which the web game goes on. Players who leave in the middle of a game
//! come back to it. A game that ends is entered at once.

use std::cell::RefCell;
use std::ffi::OsString;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use clap::Parser;
use foursight_core::Ruleset;
use foursight_record::{GameRecord, GameResult};
use foursight_table::Who;
use foursight_terminal::input::next_line;
use foursight_terminal::keep::files::{self, LoadError};
use foursight_terminal::opponents::{Cast, Players, named_bot, named_person};
use foursight_terminal::sitting::{FirstGame, Heard, Official};
use foursight_tournament::{DueGame, EntrantId, InPlay, Tournament};

use super::journal::Journal;
use super::playing::{Table, moves_of, played};
use super::{show, words};
use crate::args::{Cli, Command};
use crate::bot_players::threads;
use crate::commands;
use crate::exit::{Exit, Failure};
use crate::output::Out;
use crate::settings::Layers;
use crate::solving::Interrupt;
use crate::tournament_args::TournamentPlayArgs;

/// The tag of a kept game that says which game of which match it is.
const TAG: &str = "tournament";

pub(super) fn run(
    args: &TournamentPlayArgs,
    layers: &Layers,
    out: &mut Out,
) -> Result<Exit, Failure> {
    let journal = Journal::resume(&args.file)?;
    let table = Table::new(&journal.tournament, layers)?;
    out.line(&format!("{}\n", show::heading(&journal.tournament)))?;
    let journal = Rc::new(RefCell::new(journal));
    let interrupt = Interrupt::listen();
    // At the table Ctrl-C belongs to the sitting, which says how to go on.
    interrupt.set_busy(true);
    let evening = Evening {
        args,
        layers,
        table,
        saved: game_path(&args.file),
        interrupt: Arc::clone(&interrupt),
    };
    let go_on = format!("To go on: {}", evening.command());
    interrupt.set_farewell(&go_on);
    loop {
        let is_cut_short =
            evening
                .table
                .play_bots(&mut journal.borrow_mut(), threads(None), None, &interrupt)?;
        if is_cut_short {
            out.line(&go_on)?;
            return Ok(Exit::Budget);
        }
        let due = journal.borrow().next();
        let Some(due) = due else {
            break;
        };
        if !evening.play(due, &journal, out)? {
            out.line(&go_on)?;
            return Ok(Exit::Done);
        }
        discard(&evening.saved)?;
    }
    out.line(&show::body(&journal.borrow().tournament))?;
    Ok(Exit::Done)
}

/// What all games of people at this terminal have in common.
struct Evening<'a> {
    args: &'a TournamentPlayArgs,
    layers: &'a Layers,
    table: Table,
    /// Where the game in play is kept.
    saved: PathBuf,
    interrupt: Arc<Interrupt>,
}

impl Evening<'_> {
    /// How to go on later.
    fn command(&self) -> String {
        let plain = if self.args.plain { " --plain" } else { "" };
        format!(
            "foursight tournament play {}{plain}",
            self.args.file.display()
        )
    }

    /// Plays one game. True if its result is entered.
    fn play(
        &self,
        due: DueGame,
        journal: &Rc<RefCell<Journal>>,
        out: &mut Out,
    ) -> Result<bool, Failure> {
        let record = self.record(due, &journal.borrow())?;
        if record.result() != GameResult::Ongoing {
            // It was over when the program was killed.
            let winner = record
                .result()
                .ending()
                .and_then(foursight_core::Ending::winner);
            let mut journal = journal.borrow_mut();
            journal.tell(played(due, record.game(), winner))?;
            out.paragraph(&format!("{}.", entered(&journal.tournament, due)))?;
            return Ok(true);
        }
        announce(&journal.borrow().tournament, due, out)?;
        if !self.is_wanted(out)? {
            return Ok(false);
        }
        let official = Official {
            command: self.command(),
            heard: told_to(Rc::clone(journal), due),
        };
        // The tournament changes while they sit.
        let tournament = journal.borrow().tournament.clone();
        self.seat(due, record, (&tournament, official), out)?;
        let journal = journal.borrow();
        let found = journal.tournament.find(due.match_id);
        Ok(found.is_some_and(|found| found.games.len() > usize::from(due.game)))
    }

    /// Asks whether they want to play now, if a person sits there: a screen that is taken at once does not
    /// tell who is next.
    fn is_wanted(&self, out: &mut Out) -> Result<bool, Failure> {
        if !io::stdin().is_terminal() || !out.is_terminal() {
            return Ok(true);
        }
        // No game is played yet: Ctrl-C ends the program, as soon as the question is seen.
        self.interrupt.set_busy(false);
        out.ask("Enter begins, q leaves: ")?;
        out.flush()?;
        let typed = next_line(&mut io::stdin().lock());
        self.interrupt.set_busy(true);
        let typed = typed.map_err(|error| {
            Failure::storage(format_args!("cannot read standard input: {error}"))
        })?;
        Ok(matches!(typed, Some(Ok(line)) if !line.trim().starts_with(['q', 'Q'])))
    }

    /// The game as it was left, here or in the web game, or as it begins.
    fn record(&self, due: DueGame, journal: &Journal) -> Result<GameRecord, Failure> {
        let tag = format!("{} {}", due.match_id.0, due.game);
        let carried = self.table.carried(due, journal);
        if self.saved.exists() {
            let record = kept(&self.saved, self.table.ruleset)?;
            // A game that was entered just before a kill is done with.
            let is_this = record.tags().get(TAG).is_none_or(|of| *of == tag);
            // A drop stands, so of two the longer one is the newer.
            let longer = carried
                .as_ref()
                .filter(|game| game.moves().len() > record.moves().len());
            if is_this && longer.is_none() {
                return Ok(record);
            }
        }
        let name = |id| Some(words::name(&journal.tournament, id));
        let [first, second] = [due.first, due.second].map(name);
        let game = carried.unwrap_or_else(|| self.table.start(due));
        let record = GameRecord::from_game(&game)
            .with_seats(first, second)
            .and_then(|record| record.with_tag(TAG, &tag))
            .map_err(Failure::bad_input)?;
        std::fs::write(&self.saved, record.to_json()).map_err(|error| {
            let shown = self.saved.display();
            Failure::storage(format_args!("cannot write {shown}: {error}"))
        })?;
        Ok(record)
    }

    /// Seats both at the ordinary table.
    fn seat(
        &self,
        due: DueGame,
        record: GameRecord,
        (tournament, official): (&Tournament, Official),
        out: &mut Out,
    ) -> Result<(), Failure> {
        let mut words: Vec<OsString> = vec!["foursight".into(), "play".into()];
        words.extend(["--save".into(), self.saved.as_os_str().to_owned()]);
        if self.args.plain {
            words.push("--plain".into());
        }
        let parsed = Cli::try_parse_from(words).map_err(Failure::usage)?;
        let Command::Play(mut play) = parsed.command else {
            return Ok(());
        };
        play.screen = self.args.screen.clone();
        let bots = [due.first, due.second].map(|id| self.table.player(id));
        let personality = bots.iter().flatten().map(|bot| bot.personality).next();
        let players = Players {
            seats: [due.first, due.second].map(|id| self.sitting(tournament, id)),
            cast: Cast {
                personality: personality.unwrap_or_default(),
                seed: due.seed,
                knowledge: self.table.knowledge.clone(),
            },
        };
        let is_left = record.moves().len() > self.table.start(due).moves().len();
        let first = FirstGame {
            record,
            origin: is_left.then(|| "where it was left".to_owned()),
            is_kept: true,
            resumed: None,
        };
        commands::play::sit_down(&play, self.layers, (first, players), Some(official), out)?;
        Ok(())
    }

    /// Who sits at the table for an entrant.
    fn sitting(&self, tournament: &Tournament, id: EntrantId) -> Who {
        let name = words::name(tournament, id);
        match self.table.player(id) {
            None => named_person(name),
            Some(bot) => named_bot(bot.level, name),
        }
    }
}

/// Writes every move down, enters the result of the game, and says what follows from that.
fn told_to(journal: Rc<RefCell<Journal>>, due: DueGame) -> Heard {
    Rc::new(move |seats| {
        let mut journal = journal.borrow_mut();
        let Some(ending) = seats.ending() else {
            let open = InPlay {
                match_id: due.match_id,
                game: due.game,
                moves: moves_of(seats.game()),
            };
            // The game is kept beside the tournament too, so that a full disk is told at its end.
            drop(journal.play_on(open));
            return None;
        };
        Some(
            match journal.tell(played(due, seats.game(), ending.winner())) {
                Ok(()) => format!("Entered: {}.", entered(&journal.tournament, due)),
                Err(failure) => format!("Not entered: {failure}."),
            },
        )
    })
}

/// How a match stands after a game of it.
fn entered(tournament: &Tournament, due: DueGame) -> String {
    let found = tournament.find(due.match_id);
    found.map_or_else(String::new, |found| words::match_line(tournament, found))
}

/// Removes the game in play, if there is one.
pub(super) fn discard(saved: &Path) -> Result<(), Failure> {
    match std::fs::remove_file(saved) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(Failure::storage(
            format_args!("cannot remove {}: {error}", saved.display()),
        )),
        _ => Ok(()),
    }
}

/// Says who is next, and how the match stands.
fn announce(tournament: &Tournament, due: DueGame, out: &mut Out) -> Result<(), Failure> {
    let Some(found) = tournament.find(due.match_id) else {
        return Ok(());
    };
    let stage = words::stage(found.stage);
    let [first, second] = [due.first, due.second].map(|id| words::name(tournament, id));
    let games = found.games_planned(tournament.setup());
    let game = match games {
        1 => stage,
        _ => format!("{stage}, game {} of {games}", due.game + 1),
    };
    let score = match &found.games[..] {
        [] => String::new(),
        _ => format!(" So far: {}.", words::match_line(tournament, found)),
    };
    out.paragraph(&format!(
        "{game}: {first} moves first, against {second}.{score}"
    ))?;
    Ok(())
}

/// The game in play, as it is kept.
pub(super) fn kept(saved: &Path, ruleset: Ruleset) -> Result<GameRecord, Failure> {
    files::load(saved, ruleset).map_err(|error| match error {
        LoadError::Damaged(reason) => Failure::bad_input(format_args!(
            "{reason}; rename or remove that file, and this game starts again"
        )),
        unreadable @ LoadError::Unreadable(_) => unreadable.into(),
    })
}

/// Where the game in play is kept.
pub(super) fn game_path(file: &Path) -> PathBuf {
    let mut name = OsString::from(file.as_os_str());
    name.push(".game.json");
    PathBuf::from(name)
}
