//! A bot that remembers its games: it prefers what worked and avoids what lost.
//!
//! It looks two moves ahead like a beginner, which is its instinct. Everything else it learns:
//! each move is worth the score of the games that went through it, with the instinct counting
//! as a game or two, and a bonus for moves that were tried little (an upper confidence bound).
//! So it goes back to a good line, leaves a bad one, and still looks around.

use foursight_core::{Game, Move, Player};

use crate::arena::Record;
use crate::search::{WON, WON_MIN};
use crate::searcher::pick_central;
use crate::{Bot, Budget, Choice, Evaluation, Memory, Searcher};

/// The instinct counts as so many games.
const INSTINCT_GAMES: f64 = 2.0;
/// How much a move that was tried little is favoured. Higher explores more.
const EXPLORATION: f64 = 0.15;
/// What instinct expects of the move it likes best and of the one it likes least.
const LIKED_MOST: f64 = 0.6;
const LIKED_LEAST: f64 = 0.4;
/// What instinct expects of a move that loses at once.
const DOOMED: f64 = 0.01;
/// How many moves ahead instinct looks.
const INSTINCT_DEPTH: u8 = 2;

/// Remembers its own games and gets better.
///
/// Its answers depend on what it was taught by [`Learner::learn`] besides the game and the seed.
///
/// ```
/// use foursight_bots::{Bot, Budget, Learner, Memory, Uniform};
/// use foursight_core::{Game, Player};
///
/// let mut learner = Learner::default();
/// let mut game = Game::default();
/// while let Some(player) = game.to_move() {
///     let choice = match player {
///         Player::First => learner.choose(&game, &Budget::default(), 1),
///         Player::Second => Uniform.choose(&game, &Budget::default(), 1),
///     };
///     game.apply(choice.expect("not over").step)?;
/// }
/// learner.learn(&game, Player::First);
/// let kept: String = learner.memory().to_text();
/// let again = Learner::new(Memory::from_text(&kept).expect("as it was written"));
/// assert_eq!(again.memory().games(), 1);
/// # Ok::<_, foursight_core::MoveError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Learner {
    memory: Memory,
    instinct: Searcher,
    explores: bool,
}

impl Default for Learner {
    fn default() -> Self {
        Self::new(Memory::default())
    }
}

impl Learner {
    /// A learner with this memory.
    #[must_use]
    pub fn new(memory: Memory) -> Self {
        Self {
            memory,
            // So much variety that every move gets its exact value.
            instinct: Searcher::new(INSTINCT_DEPTH).with_variety(u16::MAX),
            explores: true,
        }
    }

    /// The same, but playing what it knows to be best instead of looking around.
    #[must_use]
    pub fn without_exploring(self) -> Self {
        Self {
            explores: false,
            ..self
        }
    }

    /// Remembers how a finished game went for the player it was.
    pub fn learn(&mut self, game: &Game, player: Player) {
        self.memory.learn(game, player);
    }

    /// What it remembers: to show, to export, to keep.
    #[must_use]
    pub const fn memory(&self) -> &Memory {
        &self.memory
    }

    /// Forgets everything.
    pub fn reset(&mut self) {
        self.memory = Memory::default();
    }

    /// How much memory its instinct takes for positions seen before.
    pub(crate) const fn memo_bytes(&self) -> usize {
        self.instinct.memo_bytes()
    }

    /// The score it expects of a move.
    fn expected(record: Record, instinct: f64) -> f64 {
        let games = f64::from(record.games());
        (games * record.score() + INSTINCT_GAMES * instinct) / (games + INSTINCT_GAMES)
    }
}

impl Bot for Learner {
    fn choose(&mut self, game: &Game, budget: &Budget<'_>, seed: u64) -> Option<Choice> {
        game.to_move()?;
        let survey = self.instinct.survey(game, budget);
        let likes = |step: Move| liking(&survey.findings.values, step);
        let known = self.memory.moves(game);
        let games: u32 = known.iter().map(|(_, record)| record.games()).sum();
        let log = (f64::from(games) + 1.0).ln();
        let rank = |step: Move, record: Record| {
            let instinct = likes(step);
            let curiosity = if self.explores && instinct > DOOMED {
                EXPLORATION * (log / (f64::from(record.games()) + 1.0)).sqrt()
            } else {
                0.0
            };
            Self::expected(record, instinct) + curiosity
        };
        let ranks: Vec<(Move, f64)> = known.iter().map(|(s, r)| (*s, rank(*s, *r))).collect();
        let best = ranks.iter().map(|(_, rank)| *rank).fold(0.0, f64::max);
        let equals: Vec<Move> = ranks
            .iter()
            .filter(|(_, rank)| *rank >= best)
            .map(|(step, _)| *step)
            .collect();
        let step = pick_central(game, &equals, seed)?;
        let record = known.iter().find(|(known, _)| *known == step)?.1;
        Some(Choice {
            step,
            evaluation: match survey.evaluation {
                sure @ (Evaluation::Win { .. } | Evaluation::Loss { .. }) => sure,
                _ => Evaluation::Share(Self::expected(record, likes(step))),
            },
            depth: survey.findings.depth.into(),
            nodes: survey.nodes,
            line: vec![step],
        })
    }
}

/// The score that instinct expects of a move among others.
fn liking(values: &[(Move, i32)], step: Move) -> f64 {
    let value = values.iter().find(|(known, _)| *known == step);
    let value = value.map_or(0, |(_, value)| *value);
    if value == WON - 1 {
        // Nothing that memory says beats winning at once.
        return f64::from(WON);
    }
    if value <= -WON_MIN {
        return DOOMED;
    }
    let open = values.iter().map(|(_, value)| *value);
    let open = open.filter(|value| value.abs() < WON_MIN);
    let (low, high) = open.fold((i32::MAX, i32::MIN), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    if high <= low {
        return f64::midpoint(LIKED_MOST, LIKED_LEAST);
    }
    let place = f64::from(value - low) / f64::from(high - low);
    LIKED_LEAST + (LIKED_MOST - LIKED_LEAST) * place.min(1.0)
}
