//! Background threads, so that the screen never waits: one for bots and hints, one for exact
//! verdicts. A new request cancels the previous one.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::thread;

use foursight_bots::{Bot, Budget};
use foursight_core::{Game, Player};
use foursight_solver::{Limits, Solver};
use foursight_table::{GameStart, Occupant};

use super::event::ScreenEvent;
use super::state::BotRequestKind;
use crate::exit::CliError;
use crate::learner_file;
use crate::players::{BotRecipe, hint_timer};
use crate::text::board_description;

/// Node limits of the analysis, which refines the verdicts step by step.
const ANALYSIS_NODE_LIMITS: [u64; 4] = [300_000, 5_000_000, 60_000_000, u64::MAX];

enum BotThreadJob {
    Choose {
        id: u64,
        kind: BotRequestKind,
        game: Box<Game>,
    },
    Learn {
        player: Player,
        game: Box<Game>,
    },
}

struct AnalysisJob {
    id: u64,
    game: Box<Game>,
}

/// Ids of the requests that are still open; 0 for none.
#[derive(Default)]
struct OpenRequests {
    bot: AtomicU64,
    stopped: AtomicU64,
    verdicts: AtomicU64,
}

/// Handles of both threads, and the channel of their events.
pub(super) struct WorkerThreads {
    bots: Sender<BotThreadJob>,
    judge: Sender<AnalysisJob>,
    open_requests: Arc<OpenRequests>,
    events: Receiver<ScreenEvent>,
}

impl WorkerThreads {
    /// Starts the threads with the bots of these seats.
    pub(super) fn start(start: &GameStart, cast: &BotRecipe) -> Result<Self, CliError> {
        let seats = Player::BOTH.map(|player| start.occupant(player).clone());
        let bots = [cast.bot(&seats[0])?, cast.bot(&seats[1])?];
        let open_requests = Arc::new(OpenRequests::default());
        let (answer, events) = mpsc::channel();
        let (request_sender, last_request_id) = mpsc::channel();
        let bots = BotThread {
            bots,
            seats,
            cast: cast.clone(),
            hint_bot: None,
            open_requests: open_requests.clone(),
            answer: answer.clone(),
        };
        let spawn = |work: Box<dyn FnOnce() + Send>| {
            let started = thread::Builder::new().spawn(work);
            started
                .map(drop)
                .map_err(|error| CliError::no_thread(&error))
        };
        spawn(Box::new(move || bots.run(&last_request_id)))?;
        let (judge, positions) = mpsc::channel();
        let judged = open_requests.clone();
        let solver = cast.knowledge.build_solver();
        spawn(Box::new(move || {
            run_analysis(solver, &positions, &judged, &answer);
        }))?;
        Ok(Self {
            bots: request_sender,
            judge,
            open_requests,
            events,
        })
    }

    /// Returns the next event of a thread, if any. Fails if a thread has died.
    pub(super) fn event(&self) -> Result<Option<ScreenEvent>, CliError> {
        match self.events.try_recv() {
            Ok(event) => Ok(Some(event)),
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => Err(thread_died()),
        }
    }

    pub(super) fn request_bot(
        &self,
        id: u64,
        kind: BotRequestKind,
        game: Box<Game>,
    ) -> Result<(), CliError> {
        self.open_requests.bot.store(id, Ordering::Relaxed);
        let job = BotThreadJob::Choose { id, kind, game };
        self.bots.send(job).map_err(|_| thread_died())
    }

    pub(super) fn cancel_bot(&self) {
        self.open_requests.bot.store(0, Ordering::Relaxed);
    }

    /// Makes the bot answer the open request at once.
    pub(super) fn stop_thinking(&self) {
        let bot = self.open_requests.bot.load(Ordering::Relaxed);
        self.open_requests.stopped.store(bot, Ordering::Relaxed);
    }

    pub(super) fn request_verdicts(&self, id: u64, game: Box<Game>) -> Result<(), CliError> {
        self.open_requests.verdicts.store(id, Ordering::Relaxed);
        self.judge
            .send(AnalysisJob { id, game })
            .map_err(|_| thread_died())
    }

    pub(super) fn cancel_verdicts(&self) {
        self.open_requests.verdicts.store(0, Ordering::Relaxed);
    }

    pub(super) fn learn(&self, player: Player, game: Box<Game>) -> Result<(), CliError> {
        let job = BotThreadJob::Learn { player, game };
        self.bots.send(job).map_err(|_| thread_died())
    }
}

impl Drop for WorkerThreads {
    fn drop(&mut self) {
        self.cancel_bot();
        self.cancel_verdicts();
    }
}

fn thread_died() -> CliError {
    CliError::storage("the search failed; this is a bug in the program")
}

/// State of the bot thread.
struct BotThread {
    /// Bots by player, like the seats.
    bots: [Option<Box<dyn Bot>>; 2],
    seats: [Occupant; 2],
    cast: BotRecipe,
    hint_bot: Option<Box<dyn Bot>>,
    open_requests: Arc<OpenRequests>,
    answer: Sender<ScreenEvent>,
}

impl BotThread {
    fn run(mut self, last_request_id: &Receiver<BotThreadJob>) {
        for job in last_request_id {
            let event = match job {
                BotThreadJob::Choose { id, kind, game } => self.choose(id, kind, &game),
                BotThreadJob::Learn { player, game } => self.learn(player, &game),
            };
            if let Some(event) = event
                && self.answer.send(event).is_err()
            {
                return;
            }
        }
    }

    fn choose(&mut self, id: u64, kind: BotRequestKind, game: &Game) -> Option<ScreenEvent> {
        let is_cancelled = {
            let open_requests = self.open_requests.clone();
            move || {
                open_requests.bot.load(Ordering::Relaxed) != id
                    || open_requests.stopped.load(Ordering::Relaxed) == id
            }
        };
        if self.open_requests.bot.load(Ordering::Relaxed) != id {
            return None;
        }
        let choice = match kind {
            BotRequestKind::Move(player) => {
                let budget = Budget {
                    should_stop: Some(&is_cancelled),
                    ..Budget::default()
                };
                let bot = self.bots[player.index()].as_mut();
                bot.and_then(|bot| bot.choose(game, &budget, self.cast.seed))
            }
            BotRequestKind::Hint => {
                let timer = hint_timer();
                let stop = || is_cancelled() || timer();
                let budget = Budget {
                    should_stop: Some(&stop),
                    ..Budget::default()
                };
                let knowledge = &self.cast.knowledge;
                let bot = self
                    .hint_bot
                    .get_or_insert_with(|| knowledge.build_hint_bot());
                bot.choose(game, &budget, self.cast.seed)
            }
        };
        Some(ScreenEvent::MoveChosen { id, choice })
    }

    /// Adds the game to the learner's file and reloads the bot from it.
    fn learn(&mut self, player: Player, game: &Game) -> Option<ScreenEvent> {
        let learned = learner_file::path(None)
            .and_then(|path| learner_file::add_game(&path, game, player))
            .and_then(|()| self.cast.bot(&self.seats[player.index()]));
        match learned {
            Ok(bot) => {
                self.bots[player.index()] = bot;
                None
            }
            Err(failure) => Some(ScreenEvent::Notice(format!("Not learned: {failure}."))),
        }
    }
}

fn run_analysis(
    mut solver: Solver,
    positions: &Receiver<AnalysisJob>,
    open_requests: &OpenRequests,
    answer: &Sender<ScreenEvent>,
) {
    for AnalysisJob { id, game } in positions {
        let is_cancelled = || open_requests.verdicts.load(Ordering::Relaxed) != id;
        for nodes in ANALYSIS_NODE_LIMITS {
            if is_cancelled() {
                break;
            }
            let limits = Limits {
                nodes: Some(nodes),
                should_stop: Some(&is_cancelled),
                ..Limits::default()
            };
            let columns = match solver.analyse_within(game.position(), limits) {
                Ok(analysis) => analysis.columns,
                Err(error) => {
                    let reason = error.to_string();
                    if answer
                        .send(ScreenEvent::VerdictsUnavailable { id, reason })
                        .is_err()
                    {
                        return;
                    }
                    break;
                }
            };
            let judged = |sentences: Vec<String>| ScreenEvent::VerdictsReady {
                id,
                columns: columns.clone(),
                is_final: !sentences.is_empty(),
                sentences,
            };
            if answer.send(judged(Vec::new())).is_err() {
                return;
            }
            let mut open = columns.iter().flatten();
            if open.all(|answer| answer.exact().is_some()) && !is_cancelled() {
                let limits = Limits {
                    nodes: None,
                    ..limits
                };
                let sentences = board_description::column_sentences(
                    &mut solver,
                    game.position(),
                    &columns,
                    limits,
                );
                if answer.send(judged(sentences)).is_err() {
                    return;
                }
                break;
            }
        }
    }
}
