//! Plays the games between bots, several at once.
//!
//! The calling thread owns the tournament; worker threads take games that are due and send back how
//! they ended. The order in which games end does not affect the result.

use std::collections::{HashMap, HashSet};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use foursight_bots::arena::{FinishedGame, play_out, random_opening};
use foursight_bots::{Bot, Budget};
use foursight_core::{Game, Player, Ruleset};
use foursight_record::{Form, read as read_game, write};
use foursight_terminal::theme::EMOJI;
use foursight_tournament::{DueGame, EntrantId, EntrantKind, MatchId, Tournament, TournamentEvent};

use super::journal::Journal;
use crate::bot_players::BotPlayer;
use crate::exit::{CliError, print_message};
use crate::opponents::BotKnowledge;
use crate::progress::ProgressBar;
use crate::settings::CliSettings;
use crate::solver_session::Interrupt;

/// A game to play, from its current position.
type GameJob = (DueGame, Game);

/// State shared by all games of a tournament.
pub(super) struct TournamentGames {
    pub(super) ruleset: Ruleset,
    pub(super) knowledge: BotKnowledge,
    opening_plies: usize,
    /// The bot of each entrant, or `None` for a person.
    bots: Vec<Option<BotPlayer>>,
}

impl TournamentGames {
    pub(super) fn new(tournament: &Tournament, settings: &CliSettings) -> Result<Self, CliError> {
        let (ruleset, knowledge) = super::load_knowledge(tournament, settings)?;
        let bots = tournament
            .entrants()
            .iter()
            .map(|entrant| match &entrant.kind {
                EntrantKind::Person => Ok(None),
                EntrantKind::Bot(words) => {
                    let player = BotPlayer::parse(words)?;
                    // Report a damaged learner memory before the first game.
                    player.bot(&knowledge)?;
                    Ok(Some(player))
                }
            });
        let bots = bots.collect::<Result<_, CliError>>()?;
        Ok(Self {
            ruleset,
            knowledge,
            opening_plies: tournament.setup().opening_plies.into(),
            bots,
        })
    }

    /// Returns the bot of an entrant, or `None` for a person.
    pub(super) fn player(&self, id: EntrantId) -> Option<BotPlayer> {
        self.bots.get(id.index()).copied().flatten()
    }

    pub(super) fn is_bot_game(&self, due: DueGame) -> bool {
        self.player(due.first).is_some() && self.player(due.second).is_some()
    }

    /// Returns the game after its random opening.
    pub(super) fn start(&self, due: DueGame) -> Game {
        random_opening(self.ruleset, self.opening_plies, due.opening_seed)
    }

    /// Returns the game in play that the tournament file holds, if it is this one and can continue.
    /// It was played here or in the web game.
    pub(super) fn resumed_game(&self, due: DueGame, journal: &Journal) -> Option<Game> {
        let in_play = journal
            .in_play()
            .filter(|in_play| (in_play.match_id, in_play.game) == (due.match_id, due.game))?;
        let start = self.start(due);
        let game = read_game(&in_play.moves, self.ruleset, &EMOJI).ok();
        let game = game.filter(|game| {
            game.end().is_none()
                && game.ruleset() == start.ruleset()
                && game.moves().starts_with(start.moves())
        });
        if game.is_none() {
            print_message("the unfinished game in this file cannot be read, so it restarts");
        }
        game
    }

    /// Plays all games between bots that are due or become due, and pairs rounds. Returns true if
    /// interrupted.
    pub(super) fn play_bots(
        &self,
        journal: &mut Journal,
        threads: usize,
        nodes: Option<u64>,
        interrupt: &Interrupt,
    ) -> Result<bool, CliError> {
        let (done, planned) = journal.tournament.games_done_and_max();
        let bar = ProgressBar::new(done as u64, planned as u64, "playing games");
        let (jobs_tx, jobs_rx) = channel::<GameJob>();
        let jobs_rx = Mutex::new(jobs_rx);
        thread::scope(|scope| {
            let (results_tx, results_rx) = channel();
            for _ in 0..threads {
                let (results_tx, jobs_rx) = (results_tx.clone(), &jobs_rx);
                let worker = move || self.run_worker(jobs_rx, &results_tx, nodes, interrupt);
                if let Err(error) = thread::Builder::new().spawn_scoped(scope, worker) {
                    drop(jobs_tx);
                    return Err(CliError::no_thread(&error));
                }
            }
            drop(results_tx);
            let result = self.schedule(journal, &jobs_tx, &results_rx, (interrupt, &bar));
            drop(jobs_tx);
            result
        })
    }

    /// Sends due games to the workers and records results until no game is left. Returns true if
    /// interrupted.
    fn schedule(
        &self,
        journal: &mut Journal,
        jobs_tx: &Sender<GameJob>,
        results_rx: &Receiver<(DueGame, Option<FinishedGame>)>,
        (interrupt, bar): (&Interrupt, &ProgressBar),
    ) -> Result<bool, CliError> {
        let mut in_progress: HashSet<MatchId> = HashSet::new();
        let mut due_games = journal.tournament.due_games();
        loop {
            if interrupt.cancel.is_cancelled() {
                return Ok(true);
            }
            if let Some(pairing) = journal.tournament.next_pairing() {
                journal.record(pairing)?;
                due_games = journal.tournament.due_games();
            }
            for due in due_games.drain(..) {
                if self.is_bot_game(due) && in_progress.insert(due.match_id) {
                    // Cannot fail: the workers wait until this sender is dropped.
                    let game = self.resumed_game(due, journal);
                    let _ = jobs_tx.send((due, game.unwrap_or_else(|| self.start(due))));
                }
            }
            if in_progress.is_empty() {
                return Ok(false);
            }
            let Ok((due, Some(finished))) = results_rx.recv() else {
                return Ok(true);
            };
            in_progress.remove(&due.match_id);
            journal.record(finished_event(due, &finished))?;
            let (done, _) = journal.tournament.games_done_and_max();
            bar.set(done as u64);
            // Only a decided match makes other matches due; otherwise its next game is due.
            let finished_match = journal.tournament.find_match(due.match_id);
            match finished_match.and_then(|match_| journal.tournament.next_game(match_)) {
                Some(next) => due_games.push(next),
                None => due_games = journal.tournament.due_games(),
            }
        }
    }

    /// Plays one game after the other. Interrupted games do not count.
    fn run_worker(
        &self,
        jobs_rx: &Mutex<Receiver<GameJob>>,
        results_tx: &Sender<(DueGame, Option<FinishedGame>)>,
        nodes: Option<u64>,
        interrupt: &Interrupt,
    ) {
        // Bots keep their transposition tables between games, one bot for each seat.
        let mut seats = [HashMap::new(), HashMap::new()];
        loop {
            let job = jobs_rx
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .recv();
            let Ok((due, game)) = job else { return };
            let finished = self.play((due, game), &mut seats, nodes, interrupt);
            let finished = finished.filter(|_| !interrupt.cancel.is_cancelled());
            if results_tx.send((due, finished)).is_err() {
                return;
            }
        }
    }

    fn play(
        &self,
        (due, game): GameJob,
        seats: &mut [HashMap<String, Box<dyn Bot>>; 2],
        nodes: Option<u64>,
        interrupt: &Interrupt,
    ) -> Option<FinishedGame> {
        let players = [self.player(due.first)?, self.player(due.second)?];
        let stop = || interrupt.cancel.is_cancelled();
        let budget = Budget {
            nodes,
            should_stop: Some(&stop),
        };
        Some(play_out(game, &mut |player, game| {
            let player_bot = players[player.index()];
            let entry = seats[player.index()].entry(player_bot.name());
            let bot = entry.or_insert_with(|| player_bot.bot_or_default(&self.knowledge));
            let choice = bot.choose(game, &budget, due.bot_seed ^ player.index() as u64)?;
            Some(choice.mv)
        }))
    }
}

/// Creates the event of a game that a worker has played.
fn finished_event(due: DueGame, finished: &FinishedGame) -> TournamentEvent {
    game_event(due, &finished.game, finished.winner)
}

/// Creates the event of a finished game.
pub(super) fn game_event(due: DueGame, game: &Game, winner: Option<Player>) -> TournamentEvent {
    TournamentEvent::Played {
        match_id: due.match_id,
        game: due.game,
        winner,
        plies: u16::try_from(game.moves().len()).unwrap_or(u16::MAX),
        moves: moves_of(game),
    }
}

/// Writes the moves of a game in the notation of tournament files.
pub(super) fn moves_of(game: &Game) -> String {
    write(game, Form::Notation, &EMOJI)
}
