//! The arena: bots and Python agents play each other from random openings, on both seats.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use foursight_bots::arena::{ArenaEntrant, ArenaResult, Contest, Crosstable, wilson};
use foursight_bots::{Bot, Budget, Level, MoveChoice, Personality};
use foursight_core::{Game, Ruleset};
use foursight_record::parse_ruleset;
use foursight_solver::CancelToken;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::board::PyBoard;
use crate::bots::{PyBot, level_of, lock, new_bot};
use crate::errors::value_error;
use crate::interrupt::{CallGuard, SIGNAL_INTERVAL};
use crate::parallel::RunOptions;

/// Most games of one call.
const GAMES_MAX: u32 = 1_000_000;

/// A participant: a level of ours, or an agent in Python.
enum AgentKind {
    Level(Level, Personality),
    Agent(Arc<Py<PyAny>>),
}

/// Shared by the bots of a contest: the first exception stops all games.
struct ContestState {
    cancel: CancelToken,
    error: Mutex<Option<PyErr>>,
    guard: CallGuard,
}

impl ContestState {
    fn fail(&self, error: PyErr) {
        self.cancel.cancel();
        lock(&self.error).get_or_insert(error);
    }

    /// Returns true if the games must stop.
    fn is_stopped(&self) -> bool {
        if self.guard.should_stop() {
            self.cancel.cancel();
        }
        self.cancel.is_cancelled()
    }

    fn take_error(&self) -> Option<PyErr> {
        self.guard.take_error().or_else(|| lock(&self.error).take())
    }
}

/// A bot whose searches stop with the contest.
struct StoppableBot {
    bot: Box<dyn Bot>,
    state: Arc<ContestState>,
}

impl Bot for StoppableBot {
    fn choose(&mut self, game: &Game, budget: &Budget<'_>, seed: u64) -> Option<MoveChoice> {
        let should_stop = || self.state.is_stopped();
        let budget = Budget {
            should_stop: Some(&should_stop),
            ..*budget
        };
        let choice = self.bot.choose(game, &budget, seed);
        choice.filter(|_| !self.state.is_stopped())
    }
}

/// An agent in Python as a bot.
struct AgentBot {
    agent: Arc<Py<PyAny>>,
    state: Arc<ContestState>,
}

impl AgentBot {
    fn ask(&self, game: &Game) -> PyResult<MoveChoice> {
        Python::attach(|py| {
            py.check_signals()?;
            let board = Bound::new(py, PyBoard::from(game.clone()))?;
            let mv = self.agent.call1(py, (&board,))?;
            let mv = board.borrow().read_move(mv.bind(py))?;
            let legal = game.position().after(mv);
            legal.map_err(|error| {
                let moves: Vec<_> = game.moves().iter().map(ToString::to_string).collect();
                value_error(format!(
                    "an agent chose {mv} after [{}]: {error}",
                    moves.join(", ")
                ))
            })?;
            Ok(MoveChoice::without_search(mv))
        })
    }
}

impl Bot for AgentBot {
    fn choose(&mut self, game: &Game, _budget: &Budget<'_>, _seed: u64) -> Option<MoveChoice> {
        if self.state.cancel.is_cancelled() {
            return None;
        }
        match self.ask(game) {
            Ok(choice) => Some(choice),
            Err(error) => {
                self.state.fail(error);
                None
            }
        }
    }
}

/// A row of the result: wins, draws, losses, score, interval, rating.
type EntrantRow = (u32, u32, u32, f64, (f64, f64), Option<f64>);
/// A record of one entrant against another.
type PairRow = (u32, u32, u32);

fn entrant_kinds(entrants: &Bound<'_, PyAny>) -> PyResult<Vec<AgentKind>> {
    let kind = |entrant: Bound<'_, PyAny>| {
        if let Ok(name) = entrant.extract::<String>() {
            return Ok(AgentKind::Level(level_of(&name)?, Personality::Balanced));
        }
        if let Ok(bot) = entrant.cast::<PyBot>() {
            return Ok(AgentKind::Level(bot.get().level, bot.get().personality));
        }
        if entrant.is_callable() {
            return Ok(AgentKind::Agent(Arc::new(entrant.unbind())));
        }
        Err(PyValueError::new_err(
            "an entrant is the name of a level, a Bot, or a function from a Board to a move",
        ))
    };
    entrants.try_iter()?.map(|entrant| kind(entrant?)).collect()
}

/// Plays a round robin. Returns a row for every entrant and the record of every pair.
#[pyfunction]
#[pyo3(signature = (entrants, names, games, opening_plies, seed, rules, nodes, threads, progress))]
#[expect(clippy::too_many_arguments, reason = "called from one place, by name")]
pub(crate) fn play_arena(
    py: Python<'_>,
    entrants: &Bound<'_, PyAny>,
    names: Vec<String>,
    games: u32,
    opening_plies: usize,
    seed: u64,
    rules: &str,
    nodes: Option<u64>,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<(Vec<EntrantRow>, Vec<Vec<PairRow>>)> {
    let kinds = entrant_kinds(entrants)?;
    let ruleset: Ruleset = parse_ruleset(rules).map_err(value_error)?;
    if kinds.len() < 2 || kinds.len() != names.len() {
        return Err(PyValueError::new_err("an arena needs two entrants or more"));
    }
    if games == 0 || !games.is_multiple_of(2) || games > GAMES_MAX {
        let message = format!(
            "games is an even number up to {GAMES_MAX}: each opening is played on both seats"
        );
        return Err(PyValueError::new_err(message));
    }
    let state = Arc::new(ContestState {
        cancel: CancelToken::default(),
        error: Mutex::new(None),
        guard: CallGuard::new(None)?,
    });
    let has_agents = kinds.iter().any(|kind| matches!(kind, AgentKind::Agent(_)));
    let entrants = kinds.iter().zip(&names).map(|(kind, name)| {
        let state = Arc::clone(&state);
        ArenaEntrant::new(name.clone(), move || -> Box<dyn Bot> {
            match kind {
                AgentKind::Agent(agent) => Box::new(AgentBot {
                    agent: Arc::clone(agent),
                    state: Arc::clone(&state),
                }),
                AgentKind::Level(level, personality) => {
                    let bot = new_bot(*level, *personality).unwrap_or_else(|error| {
                        state.fail(error);
                        level.bot()
                    });
                    Box::new(StoppableBot {
                        bot,
                        state: Arc::clone(&state),
                    })
                }
            }
        })
    });
    let contest = Contest {
        entrants: entrants.collect(),
        ruleset,
        openings: games / 2,
        opening_plies,
        seed,
        nodes,
    };
    let options = RunOptions { threads, progress };
    // Agents share one interpreter: more threads would only take turns.
    let threads = if has_agents {
        1
    } else {
        options.thread_count()?
    };
    let results = py.detach(|| run(&contest, &state, threads, &options));
    drop(contest);
    if let Some(error) = state.take_error() {
        return Err(error);
    }
    let mut table = Crosstable::new(names);
    for result in &results {
        table.add(result);
    }
    Ok(rows(&table))
}

fn rows(table: &Crosstable) -> (Vec<EntrantRow>, Vec<Vec<PairRow>>) {
    let ratings = table.performance();
    let entrants = 0..table.names().len();
    let pairs = entrants.clone().map(|one| {
        let records = entrants.clone().map(|two| table.record(one, two));
        records
            .map(|record| (record.wins, record.draws, record.losses))
            .collect()
    });
    let rows = entrants.clone().map(|one| {
        let total = table.total(one);
        let interval = total.interval();
        let bounds = (interval.low, interval.high);
        (
            total.wins,
            total.draws,
            total.losses,
            total.score(),
            bounds,
            ratings[one],
        )
    });
    (rows.collect(), pairs.collect())
}

/// Plays all games. With one thread the calling one plays, so that agents run where they were made.
fn run(
    contest: &Contest<'_>,
    state: &ContestState,
    threads: usize,
    options: &RunOptions,
) -> Vec<ArenaResult> {
    let tasks = contest.pairings();
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::with_capacity(tasks.len()));
    let report = |done: usize| {
        let outcome = Python::attach(|py| {
            py.check_signals()?;
            match &options.progress {
                Some(progress) => progress.call1(py, (done, tasks.len())).map(drop),
                None => Ok(()),
            }
        });
        if let Err(error) = outcome {
            state.fail(error);
        }
    };
    let work = |after_game: &dyn Fn(usize)| {
        let mut bots = contest.new_bots();
        while !state.is_stopped() {
            let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) else {
                break;
            };
            let result = contest.play(*task, &mut bots);
            let mut results = lock(&results);
            results.push(result);
            let done = results.len();
            drop(results);
            after_game(done);
        }
    };
    if threads == 1 {
        let last_report = Mutex::new(Instant::now());
        work(&|done| {
            let mut last_report = lock(&last_report);
            if done == tasks.len() || last_report.elapsed() >= SIGNAL_INTERVAL {
                *last_report = Instant::now();
                report(done);
            }
        });
    } else {
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads)
                .map(|_| scope.spawn(|| work(&|_| ())))
                .collect();
            while !workers
                .iter()
                .all(std::thread::ScopedJoinHandle::is_finished)
            {
                std::thread::sleep(SIGNAL_INTERVAL);
                if !state.cancel.is_cancelled() {
                    report(lock(&results).len());
                }
            }
        });
    }
    results.into_inner().unwrap_or_default()
}

/// Returns the 95 % Wilson interval of a share of this many trials.
#[pyfunction]
pub(crate) fn wilson_interval(share: f64, trials: u32) -> PyResult<(f64, f64)> {
    if !(0.0..=1.0).contains(&share) {
        return Err(PyValueError::new_err(format!("{share} is no share")));
    }
    let interval = wilson(share, trials);
    Ok((interval.low, interval.high))
}
