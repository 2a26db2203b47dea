//! Many games at once against a bot, for vector environments.

use std::sync::{Mutex, PoisonError};

use foursight_bots::{Bot, Budget, Level, Personality};
use foursight_core::{Column, End, Game, Move, Player, SplitMix64};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes};

use crate::array_layout::{ArrayLayout, CellOwner};
use crate::bots::{level_of, new_bot};
use crate::parallel::RunOptions;
use crate::positions::{POSITION_BYTES, PositionWords, batch_ruleset};

/// Most games of one vector.
const GAMES_MAX: usize = 1 << 20;

/// Choice of the seat of the agent, for each game.
#[derive(Clone, Copy)]
enum SeatChoice {
    Fixed(Player),
    Random,
}

/// One game of the vector.
struct VectorGame {
    game: Game,
    agent: Player,
    rng: SplitMix64,
}

/// Result of a move.
#[derive(Clone, Copy, Default)]
struct StepResult {
    reward: i8,
    is_over: bool,
    is_illegal: bool,
}

/// Games against a bot, played on all threads.
#[pyclass(name = "NativeGames", module = "foursight._native")]
pub(crate) struct PyVectorGames {
    games: Vec<VectorGame>,
    /// One per thread. In a mutex because bots are not shared, only moved, between threads.
    bots: Vec<Mutex<Box<dyn Bot>>>,
    start: Game,
    seat: SeatChoice,
}

impl VectorGame {
    /// Starts a new game; the bot opens if the agent is Second.
    fn reset(&mut self, start: &Game, seat: SeatChoice, bot: &mut dyn Bot) {
        self.game = start.clone();
        self.agent = match seat {
            SeatChoice::Fixed(player) => player,
            SeatChoice::Random => Player::BOTH[self.rng.below(2)],
        };
        if self.agent == Player::Second {
            self.reply(bot);
        }
    }

    fn reply(&mut self, bot: &mut dyn Bot) {
        let seed = self.rng.next_u64();
        if let Some(choice) = bot.choose(&self.game, &Budget::default(), seed) {
            // A bot chooses legal moves only.
            let _ = self.game.apply(choice.mv);
        }
    }

    /// Plays the agent's column and the bot's reply. An illegal one loses.
    fn step(&mut self, column: u8, bot: &mut dyn Bot) -> StepResult {
        let mv = Column::from_index(column.into()).map(Move::Drop);
        let played = mv.is_some_and(|mv| self.game.apply(mv).is_ok());
        if !played {
            return StepResult {
                reward: -1,
                is_over: true,
                is_illegal: true,
            };
        }
        if self.game.end().is_none() {
            self.reply(bot);
        }
        let reward = match self.game.end() {
            Some(End::Won(winner)) if winner == self.agent => 1,
            Some(End::Won(_)) => -1,
            _ => 0,
        };
        StepResult {
            reward,
            is_over: self.game.end().is_some(),
            is_illegal: false,
        }
    }
}

#[pymethods]
impl PyVectorGames {
    /// Creates games on boards of this size, columns and rows; they begin with `reset`.
    #[new]
    fn new(
        count: usize,
        opponent: &str,
        seat: &str,
        size: (u8, u8),
        threads: Option<usize>,
    ) -> PyResult<Self> {
        let seat = match seat {
            "first" => SeatChoice::Fixed(Player::First),
            "second" => SeatChoice::Fixed(Player::Second),
            "random" => SeatChoice::Random,
            other => {
                let shown: String = other.chars().take(20).collect();
                let message = format!("there is no seat {shown:?}: choose first, second or random");
                return Err(PyValueError::new_err(message));
            }
        };
        if count == 0 || count > GAMES_MAX {
            let message = format!("a vector has 1 to {GAMES_MAX} games, not {count}");
            return Err(PyValueError::new_err(message));
        }
        let ruleset = batch_ruleset(size.0, size.1)?;
        let level: Level = level_of(opponent)?;
        let options = RunOptions {
            threads,
            progress: None,
        };
        let threads = options.thread_count()?.min(count);
        let bots = (0..threads).map(|_| new_bot(level, Personality::Balanced).map(Mutex::new));
        let start = Game::new(ruleset);
        let game = |index: usize| VectorGame {
            game: start.clone(),
            agent: Player::First,
            rng: SplitMix64::new(index as u64),
        };
        Ok(Self {
            games: (0..count).map(game).collect(),
            bots: bots.collect::<PyResult<_>>()?,
            start: start.clone(),
            seat,
        })
    }

    /// Seeds every game by its index.
    fn seed(&mut self, seed: u64) {
        for (index, game) in self.games.iter_mut().enumerate() {
            game.rng = SplitMix64::for_stream(seed, index as u64);
        }
    }

    /// Restarts the games of the mask.
    fn reset(&mut self, py: Python<'_>, mask: &Bound<'_, PyBytes>) -> PyResult<()> {
        let mask = mask.as_bytes().to_vec();
        self.check_length(mask.len())?;
        let (start, seat) = (self.start.clone(), self.seat);
        self.for_each(py, |index, game, bot| {
            if mask[index] != 0 {
                game.reset(&start, seat, bot);
            }
            StepResult::default()
        });
        Ok(())
    }

    /// Plays a column in each game of the mask. Returns the rewards, which games are over, and in
    /// which the move was illegal.
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        moves: &Bound<'py, PyBytes>,
        mask: &Bound<'py, PyBytes>,
    ) -> PyResult<(
        Bound<'py, PyByteArray>,
        Bound<'py, PyByteArray>,
        Bound<'py, PyByteArray>,
    )> {
        let (moves, mask) = (moves.as_bytes().to_vec(), mask.as_bytes().to_vec());
        self.check_length(moves.len())?;
        self.check_length(mask.len())?;
        let results = self.for_each(py, |index, game, bot| {
            if mask[index] == 0 {
                return StepResult::default();
            }
            game.step(moves[index], bot)
        });
        let bytes = |value: fn(&StepResult) -> u8| {
            let bytes: Vec<u8> = results.iter().map(value).collect();
            PyByteArray::new(py, &bytes)
        };
        Ok((
            bytes(|result| result.reward as u8),
            bytes(|result| result.is_over.into()),
            bytes(|result| result.is_illegal.into()),
        ))
    }

    /// Returns the boards in the layout "pettingzoo" from the agent's side: own discs first.
    fn observe<'py>(&self, py: Python<'py>) -> Bound<'py, PyByteArray> {
        let ruleset = self.start.ruleset();
        let size = (usize::from(ruleset.width()), usize::from(ruleset.height()));
        let layout = ArrayLayout::PettingZoo;
        let row_bytes = layout.bytes(size.0, size.1);
        let mut bytes = vec![0; self.games.len() * row_bytes];
        for (game, row) in self.games.iter().zip(bytes.chunks_mut(row_bytes)) {
            let board = game.game.position().board();
            let [first, second] = Player::BOTH.map(|player| board.bits(player) as u64);
            let owner = |column: usize, row: usize| {
                let bit = column * (size.1 + 1) + row;
                match (first >> bit & 1, second >> bit & 1) {
                    (1, _) => CellOwner::First,
                    (_, 1) => CellOwner::Second,
                    _ => CellOwner::Empty,
                }
            };
            layout.write(size, game.agent == Player::Second, owner, row);
        }
        PyByteArray::new(py, &bytes)
    }

    /// Returns which columns are open, for each game; none once it is over.
    fn masks<'py>(&self, py: Python<'py>) -> Bound<'py, PyByteArray> {
        let width = usize::from(self.start.ruleset().width());
        let mut bytes = vec![0; self.games.len() * width];
        for (game, row) in self.games.iter().zip(bytes.chunks_mut(width)) {
            for mv in game.game.legal_moves() {
                if let Some(column) = mv.column() {
                    row[column.index()] = 1;
                }
            }
        }
        PyByteArray::new(py, &bytes)
    }

    /// Returns the positions as words.
    fn words<'py>(&self, py: Python<'py>) -> Bound<'py, PyByteArray> {
        let mut bytes = vec![0; self.games.len() * POSITION_BYTES];
        for (game, row) in self.games.iter().zip(bytes.chunks_mut(POSITION_BYTES)) {
            let position = game.game.position();
            PositionWords::of(&position.board(), position.to_move()).write(row);
        }
        PyByteArray::new(py, &bytes)
    }

    /// Returns the seat of the agent in each game: 0 for First, 1 for Second.
    fn seats<'py>(&self, py: Python<'py>) -> Bound<'py, PyByteArray> {
        let seats: Vec<u8> = self
            .games
            .iter()
            .map(|game| game.agent.index() as u8)
            .collect();
        PyByteArray::new(py, &seats)
    }
}

impl PyVectorGames {
    fn check_length(&self, found: usize) -> PyResult<()> {
        if found == self.games.len() {
            return Ok(());
        }
        let message = format!("{found} values for {} games", self.games.len());
        Err(PyValueError::new_err(message))
    }

    /// Runs `work` for every game, a part of the games on each thread with its own bot.
    fn for_each(
        &mut self,
        py: Python<'_>,
        work: impl Fn(usize, &mut VectorGame, &mut dyn Bot) -> StepResult + Sync,
    ) -> Vec<StepResult> {
        let mut results = vec![StepResult::default(); self.games.len()];
        let share = self.games.len().div_ceil(self.bots.len());
        let parts = self.games.chunks_mut(share).zip(results.chunks_mut(share));
        let parts = parts.zip(&mut self.bots).enumerate();
        let work = &work;
        py.detach(|| {
            std::thread::scope(|scope| {
                for (part, ((games, results), bot)) in parts {
                    scope.spawn(move || {
                        let bot = bot.get_mut().unwrap_or_else(PoisonError::into_inner);
                        for (offset, (game, result)) in games.iter_mut().zip(results).enumerate() {
                            *result = work(part * share + offset, game, bot.as_mut());
                        }
                    });
                }
            });
        });
        results
    }
}
