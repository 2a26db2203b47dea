//! The threads that think, so that the screen never waits: one for bots and hints, one for exact
//! verdicts. Each drops a question as soon as another one is asked.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::thread;

use foursight_bots::{Bot, Budget};
use foursight_core::{Game, Player};
use foursight_solver::{Limits, Solver};
use foursight_table::{Start, Who};

use super::event::Event;
use super::state::Why;
use crate::exit::Failure;
use crate::learner_file;
use crate::opponents::{Cast, hint_budget};
use crate::words::reading;

/// The verdicts are refined in steps, from the first of these numbers of nodes to the last.
const JUDGE_NODES: [u64; 4] = [300_000, 5_000_000, 60_000_000, u64::MAX];

enum BotJob {
    Ask { id: u64, why: Why, game: Box<Game> },
    Learn { player: Player, game: Box<Game> },
}

struct JudgeJob {
    id: u64,
    game: Box<Game>,
}

/// The questions whose answers are still wanted; 0 for none.
#[derive(Default)]
struct Wanted {
    asked: AtomicU64,
    hurried: AtomicU64,
    judged: AtomicU64,
}

/// Both threads, and what comes back from them.
pub(super) struct Workers {
    bots: Sender<BotJob>,
    judge: Sender<JudgeJob>,
    wanted: Arc<Wanted>,
    events: Receiver<Event>,
}

impl Workers {
    /// Starts the threads with the bots of these seats.
    pub(super) fn start(start: &Start, cast: &Cast) -> Result<Self, Failure> {
        let seats = Player::BOTH.map(|player| start.who(player).clone());
        let bots = [cast.bot(&seats[0])?, cast.bot(&seats[1])?];
        let wanted = Arc::new(Wanted::default());
        let (answer, events) = mpsc::channel();
        let (ask, questions) = mpsc::channel();
        let bots = BotThread {
            bots,
            seats,
            cast: cast.clone(),
            hinter: None,
            wanted: wanted.clone(),
            answer: answer.clone(),
        };
        let spawn = |work: Box<dyn FnOnce() + Send>| {
            let started = thread::Builder::new().spawn(work);
            started
                .map(drop)
                .map_err(|error| Failure::no_thread(&error))
        };
        spawn(Box::new(move || bots.work(&questions)))?;
        let (judge, positions) = mpsc::channel();
        let judged = wanted.clone();
        let solver = cast.knowledge.solver();
        spawn(Box::new(move || {
            judge_all(solver, &positions, &judged, &answer);
        }))?;
        Ok(Self {
            bots: ask,
            judge,
            wanted,
            events,
        })
    }

    /// What has come back, if anything. Fails if a thread has died.
    pub(super) fn event(&self) -> Result<Option<Event>, Failure> {
        match self.events.try_recv() {
            Ok(event) => Ok(Some(event)),
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => Err(died()),
        }
    }

    pub(super) fn ask(&self, id: u64, why: Why, game: Box<Game>) -> Result<(), Failure> {
        self.wanted.asked.store(id, Ordering::Relaxed);
        let job = BotJob::Ask { id, why, game };
        self.bots.send(job).map_err(|_| died())
    }

    pub(super) fn stop_asking(&self) {
        self.wanted.asked.store(0, Ordering::Relaxed);
    }

    /// The open question is to be answered at once.
    pub(super) fn hurry(&self) {
        let asked = self.wanted.asked.load(Ordering::Relaxed);
        self.wanted.hurried.store(asked, Ordering::Relaxed);
    }

    pub(super) fn judge(&self, id: u64, game: Box<Game>) -> Result<(), Failure> {
        self.wanted.judged.store(id, Ordering::Relaxed);
        self.judge.send(JudgeJob { id, game }).map_err(|_| died())
    }

    pub(super) fn stop_judging(&self) {
        self.wanted.judged.store(0, Ordering::Relaxed);
    }

    pub(super) fn learn(&self, player: Player, game: Box<Game>) -> Result<(), Failure> {
        let job = BotJob::Learn { player, game };
        self.bots.send(job).map_err(|_| died())
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        self.stop_asking();
        self.stop_judging();
    }
}

fn died() -> Failure {
    Failure::storage("the thinking has failed; this is a mistake of the program")
}

/// The bots, on their thread.
struct BotThread {
    /// By player, like the seats.
    bots: [Option<Box<dyn Bot>>; 2],
    seats: [Who; 2],
    cast: Cast,
    hinter: Option<Box<dyn Bot>>,
    wanted: Arc<Wanted>,
    answer: Sender<Event>,
}

impl BotThread {
    fn work(mut self, questions: &Receiver<BotJob>) {
        for job in questions {
            let event = match job {
                BotJob::Ask { id, why, game } => self.choose(id, why, &game),
                BotJob::Learn { player, game } => self.learn(player, &game),
            };
            if let Some(event) = event
                && self.answer.send(event).is_err()
            {
                return;
            }
        }
    }

    fn choose(&mut self, id: u64, why: Why, game: &Game) -> Option<Event> {
        let is_over = {
            let wanted = self.wanted.clone();
            move || {
                wanted.asked.load(Ordering::Relaxed) != id
                    || wanted.hurried.load(Ordering::Relaxed) == id
            }
        };
        if self.wanted.asked.load(Ordering::Relaxed) != id {
            return None;
        }
        let choice = match why {
            Why::Move(player) => {
                let budget = Budget {
                    stop: Some(&is_over),
                    ..Budget::default()
                };
                let bot = self.bots[player.index()].as_mut();
                bot.and_then(|bot| bot.choose(game, &budget, self.cast.seed))
            }
            Why::Hint => {
                let timer = hint_budget();
                let stop = || is_over() || timer();
                let budget = Budget {
                    stop: Some(&stop),
                    ..Budget::default()
                };
                let knowledge = &self.cast.knowledge;
                let bot = self.hinter.get_or_insert_with(|| knowledge.hinter());
                bot.choose(game, &budget, self.cast.seed)
            }
        };
        Some(Event::Chosen { id, choice })
    }

    /// Adds the game to the file and takes the bot anew from there.
    fn learn(&mut self, player: Player, game: &Game) -> Option<Event> {
        let learned = learner_file::path(None)
            .and_then(|path| learner_file::learn(&path, game, player))
            .and_then(|()| self.cast.bot(&self.seats[player.index()]));
        match learned {
            Ok(bot) => {
                self.bots[player.index()] = bot;
                None
            }
            Err(failure) => Some(Event::Told(format!("Not learned: {failure}."))),
        }
    }
}

fn judge_all(
    mut solver: Solver,
    positions: &Receiver<JudgeJob>,
    wanted: &Wanted,
    answer: &Sender<Event>,
) {
    for JudgeJob { id, game } in positions {
        let is_over = || wanted.judged.load(Ordering::Relaxed) != id;
        for nodes in JUDGE_NODES {
            if is_over() {
                break;
            }
            let limits = Limits {
                nodes: Some(nodes),
                should_stop: Some(&is_over),
                ..Limits::default()
            };
            let columns = match solver.analyse_within(game.position(), limits) {
                Ok(analysis) => analysis.columns,
                Err(error) => {
                    let reason = error.to_string();
                    if answer.send(Event::NotJudged { id, reason }).is_err() {
                        return;
                    }
                    break;
                }
            };
            let judged = |sentences: Vec<String>| Event::Judged {
                id,
                columns: columns.clone(),
                is_final: !sentences.is_empty(),
                sentences,
            };
            if answer.send(judged(Vec::new())).is_err() {
                return;
            }
            let mut open = columns.iter().flatten();
            if open.all(|answer| answer.exact().is_some()) && !is_over() {
                let limits = Limits {
                    nodes: None,
                    ..limits
                };
                let sentences = reading::columns(&mut solver, game.position(), &columns, limits);
                if answer.send(judged(sentences)).is_err() {
                    return;
                }
                break;
            }
        }
    }
}
