//! Bots by name.

use std::sync::{Arc, Mutex, OnceLock, PoisonError, TryLockError};

use foursight_bots::net::{Net, NeuralBot, TrainingStage, shipped};
use foursight_bots::{Bot, Budget, Evaluation, Level, Personality, Strategy};
use foursight_core::SplitMix64;
use foursight_solver::Solver;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::board::PyBoard;
use crate::errors::value_error;
use crate::interrupt::CallGuard;
use crate::moves::move_to_py;
use crate::solver::new_solver;

/// Memory of the table of a bot that solves, in MiB.
const BOT_MEMORY_MB: usize = 16;

/// Returns a net of the package, decoded once.
pub(crate) fn shipped_net(stage: TrainingStage) -> PyResult<Arc<Net>> {
    static NETS: [OnceLock<Option<Arc<Net>>>; TrainingStage::ALL.len()] =
        [const { OnceLock::new() }; TrainingStage::ALL.len()];
    let index = TrainingStage::ALL.iter().position(|known| *known == stage);
    let net = NETS[index.unwrap_or_default()].get_or_init(|| {
        let net = Net::from_bytes(shipped::of(stage)).ok()?;
        Some(Arc::new(net))
    });
    let net = net.clone();
    net.ok_or_else(|| PyRuntimeError::new_err("the net is unreadable"))
}

/// Creates the bot of a level, with the book and the nets of the package.
pub(crate) fn new_bot(level: Level, personality: Personality) -> PyResult<Box<dyn Bot>> {
    if let Strategy::Net { stage, evaluations } = level.spec().primary {
        let net = shipped_net(stage)?;
        return Ok(match evaluations {
            1 => Box::new(NeuralBot::new(net)),
            more => Box::new(NeuralBot::with_search(net, more)),
        });
    }
    // Fails only without memory, and then the bot plays without the book.
    let solver = || new_solver(BOT_MEMORY_MB, 1, true).unwrap_or_else(|_| Solver::default());
    Ok(level.bot_with_solver(personality, &solver))
}

/// Returns the level of this name.
pub(crate) fn level_of(name: &str) -> PyResult<Level> {
    name.parse().map_err(value_error)
}

/// A move of a bot and what it thinks of it.
#[pyclass(name = "Choice", module = "foursight", frozen)]
pub(crate) struct PyChoice {
    #[pyo3(get)]
    /// The move: a column counted from 0, or text for other moves.
    #[pyo3(name = "move")]
    mv: Py<PyAny>,
    /// The evaluation in words, such as "win in 9", "+12" or "61.0 %".
    #[pyo3(get)]
    evaluation: String,
    /// The evaluation as an expected score from 0 (lost) to 1 (won), if it is one.
    #[pyo3(get)]
    expected_score: Option<f64>,
    /// Search depth in plies, 0 without a search.
    #[pyo3(get)]
    depth: u32,
    /// Number of positions visited.
    #[pyo3(get)]
    nodes: u64,
    /// The line the bot expects, its own move first.
    #[pyo3(get)]
    line: Vec<Py<PyAny>>,
}

#[pymethods]
impl PyChoice {
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let mv = self.mv.bind(py).repr()?;
        Ok(format!("Choice({mv}, {})", self.evaluation))
    }
}

/// Arguments that pickle rebuilds a bot from: its class, its level and its options.
type BotParts<'py> = (Bound<'py, PyAny>, &'static str, Bound<'py, PyDict>);

/// A bot of a named level. Calling it with a board returns a legal move.
#[pyclass(name = "Bot", module = "foursight", frozen)]
pub(crate) struct PyBot {
    pub(crate) level: Level,
    pub(crate) personality: Personality,
    seed: u64,
    nodes: Option<u64>,
    bot: Mutex<Box<dyn Bot>>,
}

#[pymethods]
impl PyBot {
    /// Creates a bot. The same seed makes the same choices; `nodes` limits each search.
    #[new]
    #[pyo3(signature = (level = "medium", *, personality = "balanced", seed = 0, nodes = None))]
    fn new(level: &str, personality: &str, seed: u64, nodes: Option<u64>) -> PyResult<Self> {
        let level = level_of(level)?;
        let personality = personality.parse().map_err(value_error)?;
        Ok(Self {
            level,
            personality,
            seed,
            nodes,
            bot: Mutex::new(new_bot(level, personality)?),
        })
    }

    /// Name of the level.
    #[getter]
    fn name(&self) -> &'static str {
        self.level.name()
    }

    /// Returns a move: a column counted from 0, or text for other moves.
    fn __call__<'py>(&self, py: Python<'py>, board: &PyBoard) -> PyResult<Bound<'py, PyAny>> {
        let choice = self.choose(py, board, None)?;
        Ok(choice.mv.into_bound(py))
    }

    /// Returns a move with its evaluation. After `seconds` the bot answers with what it has.
    #[pyo3(signature = (board, *, seconds = None))]
    fn choose(&self, py: Python<'_>, board: &PyBoard, seconds: Option<f64>) -> PyResult<PyChoice> {
        let mut bot = match self.bot.try_lock() {
            Ok(bot) => bot,
            Err(TryLockError::Poisoned(error)) => error.into_inner(),
            Err(TryLockError::WouldBlock) => {
                return Err(PyRuntimeError::new_err(
                    "this bot is busy on another thread: give each thread its own",
                ));
            }
        };
        let bot = &mut *bot;
        let game = board.game.clone();
        let guard = CallGuard::new(seconds)?;
        let seed = SplitMix64::for_stream(self.seed, game.moves().len() as u64).next_u64();
        let choice = py.detach(|| {
            let should_stop = || guard.should_stop();
            let budget = Budget {
                nodes: self.nodes,
                should_stop: Some(&should_stop),
            };
            bot.choose(&game, &budget, seed)
        });
        guard.finish()?;
        let choice = choice.ok_or_else(|| PyValueError::new_err("the game is over"))?;
        let to_py =
            |mv| -> PyResult<Py<PyAny>> { move_to_py(py, mv, game.ruleset())?.into_py_any(py) };
        let line = choice.principal_variation.iter();
        Ok(PyChoice {
            mv: to_py(choice.mv)?,
            evaluation: choice.evaluation.to_string(),
            expected_score: match choice.evaluation {
                Evaluation::ExpectedScore(share) => Some(share),
                Evaluation::Win { .. } => Some(1.0),
                Evaluation::Draw => Some(0.5),
                Evaluation::Loss { .. } => Some(0.0),
                _ => None,
            },
            depth: choice.depth,
            nodes: choice.nodes,
            line: line.map(|mv| to_py(*mv)).collect::<PyResult<_>>()?,
        })
    }

    fn __repr__(&self) -> String {
        format!("Bot('{}', seed={})", self.level, self.seed)
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, BotParts<'py>)> {
        let bot = slf.get();
        let options = PyDict::new(py);
        options.set_item("personality", bot.personality.name())?;
        options.set_item("seed", bot.seed)?;
        options.set_item("nodes", bot.nodes)?;
        let rebuild = py.import("foursight._arrays")?.getattr("rebuild")?;
        Ok((
            rebuild,
            (slf.get_type().into_any(), bot.level.name(), options),
        ))
    }
}

/// Returns the names of all levels: the ladder from the weakest to the strongest, then the others.
#[pyfunction]
pub(crate) fn level_names() -> Vec<&'static str> {
    Level::ALL.map(Level::name).to_vec()
}

/// Locks a mutex that no thread leaves half-written.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
