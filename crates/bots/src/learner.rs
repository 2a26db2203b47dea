//! A bot that learns from its games: it prefers what worked and avoids what lost.
//!
//! A two-ply search gives each move a prior score. The estimate of a move is the mean score of the
//! games that went through it, with the prior counting as a game or two, plus an upper confidence
//! bonus for moves that were tried little. So it returns to a good variation, leaves a bad one, and
//! keeps exploring.

use foursight_core::{Game, Move, Player};

use crate::alpha_beta::{WON, WON_MIN};
use crate::arena::WdlRecord;
use crate::searcher::pick_central;
use crate::{Bot, Budget, Evaluation, Memory, MoveChoice, Searcher};

/// The prior counts as this many games.
const PRIOR_GAMES: f64 = 2.0;
/// Exploration constant. Higher explores more.
const EXPLORATION: f64 = 0.15;
/// Prior scores of the best and of the worst move.
const PRIOR_MAX: f64 = 0.6;
const PRIOR_MIN: f64 = 0.4;
/// Prior score of a move that loses at once.
const LOSING_PRIOR: f64 = 0.01;
/// Search depth of the prior.
const PRIOR_DEPTH: u8 = 2;

/// Remembers its own games and improves.
///
/// Its choices depend on the games passed to [`Learner::record_game`] besides the game and the seed.
///
/// ```
/// use foursight_bots::{Bot, Budget, Learner, Memory, RandomBot};
/// use foursight_core::{Game, Player};
///
/// let mut learner = Learner::default();
/// let mut game = Game::default();
/// while let Some(player) = game.to_move() {
///     let choice = match player {
///         Player::First => learner.choose(&game, &Budget::default(), 1),
///         Player::Second => RandomBot.choose(&game, &Budget::default(), 1),
///     };
///     game.apply(choice.expect("not over").mv)?;
/// }
/// learner.record_game(&game, Player::First);
/// let kept: String = learner.memory().to_text();
/// let again = Learner::new(Memory::from_text(&kept).expect("as it was written"));
/// assert_eq!(again.memory().games(), 1);
/// # Ok::<_, foursight_core::MoveError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Learner {
    memory: Memory,
    prior: Searcher,
}

impl Default for Learner {
    fn default() -> Self {
        Self::new(Memory::default())
    }
}

impl Learner {
    /// Creates a learner with this memory.
    #[must_use]
    pub fn new(memory: Memory) -> Self {
        Self {
            memory,
            // With maximal variety the search gives every move its exact value.
            prior: Searcher::new(PRIOR_DEPTH).with_variety(u16::MAX),
        }
    }

    /// Records the result of a finished game for the player it was.
    pub fn record_game(&mut self, game: &Game, player: Player) {
        self.memory.record_game(game, player);
    }

    /// Returns its memory, to display, export or save it.
    #[must_use]
    pub const fn memory(&self) -> &Memory {
        &self.memory
    }

    /// Clears its memory.
    pub fn reset(&mut self) {
        self.memory = Memory::default();
    }

    /// Returns the size of the transposition table of its search.
    pub(crate) const fn tt_bytes(&self) -> usize {
        self.prior.tt_bytes()
    }

    /// Returns the estimated score of a move.
    fn expected(record: WdlRecord, prior: f64) -> f64 {
        let games = f64::from(record.games());
        (games * record.score() + PRIOR_GAMES * prior) / (games + PRIOR_GAMES)
    }
}

impl Bot for Learner {
    fn choose(&mut self, game: &Game, budget: &Budget<'_>, seed: u64) -> Option<MoveChoice> {
        game.to_move()?;
        let report = self.prior.search(game, budget);
        let prior_of = |mv: Move| prior_score(&report.move_values.values, mv);
        let known = self.memory.moves(game);
        let games: u32 = known.iter().map(|(_, record)| record.games()).sum();
        let log = (f64::from(games) + 1.0).ln();
        let rank = |mv: Move, record: WdlRecord| {
            let prior = prior_of(mv);
            let bonus = if prior > LOSING_PRIOR {
                EXPLORATION * (log / (f64::from(record.games()) + 1.0)).sqrt()
            } else {
                0.0
            };
            Self::expected(record, prior) + bonus
        };
        let ranks: Vec<(Move, f64)> = known.iter().map(|(s, r)| (*s, rank(*s, *r))).collect();
        let best = ranks.iter().map(|(_, rank)| *rank).fold(0.0, f64::max);
        let best_moves: Vec<Move> = ranks
            .iter()
            .filter(|(_, rank)| *rank >= best)
            .map(|(mv, _)| *mv)
            .collect();
        let mv = pick_central(game, &best_moves, seed)?;
        let record = known.iter().find(|(known, _)| *known == mv)?.1;
        Some(MoveChoice {
            mv,
            evaluation: match report.evaluation {
                sure @ (Evaluation::Win { .. } | Evaluation::Loss { .. }) => sure,
                _ => Evaluation::ExpectedScore(Self::expected(record, prior_of(mv))),
            },
            depth: report.move_values.depth.into(),
            nodes: report.nodes,
            principal_variation: vec![mv],
        })
    }
}

/// Returns the prior score of a move, relative to the other moves.
fn prior_score(values: &[(Move, i32)], mv: Move) -> f64 {
    let value = values.iter().find(|(known, _)| *known == mv);
    let value = value.map_or(0, |(_, value)| *value);
    if value == WON - 1 {
        // No statistics outweigh an immediate win.
        return f64::from(WON);
    }
    if value <= -WON_MIN {
        return LOSING_PRIOR;
    }
    let open = values.iter().map(|(_, value)| *value);
    let open = open.filter(|value| value.abs() < WON_MIN);
    let (low, high) = open.fold((i32::MAX, i32::MIN), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    if high <= low {
        return f64::midpoint(PRIOR_MAX, PRIOR_MIN);
    }
    let place = f64::from(value - low) / f64::from(high - low);
    PRIOR_MIN + (PRIOR_MAX - PRIOR_MIN) * place.min(1.0)
}
