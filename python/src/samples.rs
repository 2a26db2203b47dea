//! Random positions from seeded games.
//!
//! Each game follows from the seed and its index alone, so a sample is the same on any number of
//! threads and any machine.

use std::ops::RangeInclusive;

use foursight_bots::{Bot, Budget, Level};
use foursight_core::{Game, Position, Ruleset, SplitMix64};
use foursight_solver::CancelToken;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyByteArray;

use crate::parallel::{BatchShape, RunOptions, fill_rows};
use crate::positions::{POSITION_BYTES, PositionWords, batch_ruleset};

/// Number of positions taken from one game of a bot.
const POSITIONS_PER_GAME: usize = 4;
/// Share of random moves in games of a bot, in per cent.
const RANDOM_PERCENT: u8 = 15;
/// Attempts at a game that lasts long enough.
const TRIES_MAX: u64 = 10_000;

/// A playing style of the games that positions come from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SampleStyle {
    /// Every legal move is equally likely; one position per game.
    Random,
    /// The level medium against itself with some random moves; four positions per game.
    Fair,
}

impl SampleStyle {
    fn from_name(name: &str) -> PyResult<Self> {
        match name {
            "random" => Ok(Self::Random),
            "fair" => Ok(Self::Fair),
            other => {
                let shown: String = other.chars().take(40).collect();
                Err(PyValueError::new_err(format!(
                    "there is no style {shown:?}: choose fair or random"
                )))
            }
        }
    }

    const fn positions_per_game(self) -> usize {
        match self {
            Self::Random => 1,
            Self::Fair => POSITIONS_PER_GAME,
        }
    }
}

/// The games that positions come from, and where in them.
struct SampleGames {
    style: SampleStyle,
    ruleset: Ruleset,
    plies: RangeInclusive<usize>,
}

impl SampleGames {
    /// Plays one game; returns its unfinished positions within the plies.
    fn play(&self, last_ply: usize, bot: &mut dyn Bot, rng: &mut SplitMix64) -> Vec<Position> {
        let mut game = Game::new(self.ruleset);
        let mut positions = vec![*game.position()];
        while game.moves().len() < last_ply {
            let legal = game.legal_moves();
            let is_random = self.style == SampleStyle::Random || rng.bernoulli(RANDOM_PERCENT);
            let mv = if is_random {
                rng.pick(&legal).copied()
            } else {
                let seed = rng.next_u64();
                let choice = bot.choose(&game, &Budget::default(), seed);
                choice.map(|choice| choice.mv)
            };
            let Some(mv) = mv else { break };
            if game.apply(mv).is_err() || game.end().is_some() {
                break;
            }
            positions.push(*game.position());
        }
        positions
    }

    /// Writes the positions of the game that `rng` leads to.
    fn fill(
        &self,
        bot: &mut dyn Bot,
        rng: &mut SplitMix64,
        cancel: &CancelToken,
        row: &mut [u8],
    ) -> Result<(), String> {
        let plies = &self.plies;
        let wanted = self.style.positions_per_game();
        for _ in 0..TRIES_MAX {
            if cancel.is_cancelled() {
                return Ok(());
            }
            // Drawn again for every attempt: otherwise a late target would take all attempts.
            let spread = plies.end() - plies.start() + 1;
            let last = match self.style {
                SampleStyle::Random => plies.start() + rng.below(spread),
                SampleStyle::Fair => *plies.end(),
            };
            let positions = self.play(last, bot, rng);
            let mut known: Vec<_> = positions.iter().skip(*plies.start()).collect();
            if self.style == SampleStyle::Random {
                known = positions.get(last).into_iter().collect();
            }
            if known.is_empty() {
                continue;
            }
            for part in row.chunks_mut(POSITION_BYTES).take(wanted) {
                let index = rng.below(known.len());
                let position = known[index];
                PositionWords::of(&position.board(), position.to_move()).write(part);
                if known.len() > 1 {
                    known.swap_remove(index);
                }
            }
            return Ok(());
        }
        Err(format!(
            "no game of {TRIES_MAX} reached ply {} unfinished",
            plies.start()
        ))
    }
}

/// Returns unfinished positions with a number of discs in this range, both ends included.
#[pyfunction]
#[pyo3(signature = (count, style, plies, seed, columns, rows, threads, progress))]
#[expect(clippy::too_many_arguments, reason = "called from one place, by name")]
pub(crate) fn sample_words<'py>(
    py: Python<'py>,
    count: usize,
    style: &str,
    plies: (usize, usize),
    seed: u64,
    columns: u8,
    rows: u8,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyByteArray>> {
    /// A gibibyte of positions.
    const COUNT_MAX: usize = 1 << 26;
    let style = SampleStyle::from_name(style)?;
    let ruleset = batch_ruleset(columns, rows)?;
    let (first, last) = plies;
    if first > last || last >= ruleset.cells() {
        let message = format!(
            "plies is a range within 0 to {}, not {first} to {last}",
            ruleset.cells() - 1
        );
        return Err(PyValueError::new_err(message));
    }
    if count > COUNT_MAX {
        let message = format!("at most {COUNT_MAX} positions at once, not {count}");
        return Err(PyValueError::new_err(message));
    }
    let games = SampleGames {
        style,
        ruleset,
        plies: first..=last,
    };
    let per_game = style.positions_per_game();
    let shape = BatchShape {
        rows: count.div_ceil(per_game),
        row_bytes: per_game * POSITION_BYTES,
    };
    let options = RunOptions { threads, progress };
    let mut bytes = fill_rows(
        py,
        shape,
        &options,
        || Level::Medium.bot(),
        |bot, index, row, cancel| {
            let mut rng = SplitMix64::for_stream(seed, index as u64);
            let filled = games.fill(bot, &mut rng, cancel, row);
            filled.map_err(PyValueError::new_err)
        },
    )?;
    bytes.truncate(count * POSITION_BYTES);
    Ok(PyByteArray::new(py, &bytes))
}
