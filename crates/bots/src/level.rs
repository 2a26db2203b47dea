//! The ladder: named levels of strength from random to perfect, and other bots beside it.
//!
//! The specification of a level is a value, [`LevelSpec`], so that apps can describe it in any
//! language; the bot is built from that same value. The levels were calibrated by measurement: see
//! the example `ladder` and the table in the documentation of [`Level::LADDER`].

use std::fmt;
use std::str::FromStr;

use foursight_solver::Solver;

use crate::net::{TREE_BYTES_MAX, TrainingStage};
use crate::weights::NAME_SHOWN_MAX;
use crate::{
    Bot, Learner, Mixture, MonteCarlo, Perfect, Personality, Prover, RandomBot, Searcher, Weights,
};

/// A named bot.
///
/// ```
/// use foursight_bots::{Level, Strategy};
///
/// let level: Level = "master".parse()?;
/// assert_eq!(level.spec().primary, Strategy::Exact);
/// assert_eq!(level.spec().primary_percent, 80);
/// assert_eq!("8".parse(), Ok(level)); // the eighth rung of nine
/// # Ok::<_, foursight_bots::ParseLevelError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Level {
    /// Random moves.
    Dice,
    /// Mostly random; sometimes looks one move ahead.
    Easy,
    /// Takes an immediate win, and ignores the opponent.
    Novice,
    /// Mostly considers the opponent's reply too.
    Casual,
    /// Searches two moves of each player.
    Medium,
    /// Searches three moves of each player.
    Hard,
    /// Searches four moves of each player and evaluates odd and even threats.
    Expert,
    /// Perfect, except for one move in five, where it searches only four moves ahead.
    Master,
    /// Plays perfectly.
    Perfect,
    /// Monte Carlo tree search; slightly weaker than Hard, with another style.
    PlayOuts,
    /// Learns from its games. A bot made from this level has an empty memory; see [`Learner::new`].
    Learner,
    /// Plays the policy head's top move of a trained net. See [`Level::net`] for the weights it
    /// needs.
    Neural,
    /// PUCT search with the net: a few hundred evaluations per move.
    NeuralSearch,
    /// The policy of the net after one minute of training.
    NeuralMinute,
    /// The policy of the net after ten minutes of training.
    NeuralTenMinutes,
    /// Plays by the shipped proofs, without search: wins as First.
    Proof,
}

/// A method of choosing moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Strategy {
    /// All legal moves are equally likely.
    Random,
    /// Alpha-beta search.
    Search {
        /// Depth in plies.
        depth: u8,
    },
    /// Alpha-beta search that evaluates odd and even threats.
    ParitySearch {
        /// Depth in plies.
        depth: u8,
    },
    /// Monte Carlo tree search.
    Playouts {
        /// Number of playouts.
        playouts: u64,
    },
    /// The solver.
    Exact,
    /// The statistics of its own past games.
    Memory,
    /// A trained net.
    Net {
        /// The training stage of the net.
        stage: TrainingStage,
        /// Number of evaluations per move; 1 means no search.
        evaluations: u64,
    },
    /// The shipped proofs.
    Proof,
}

/// The specification of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LevelSpec {
    /// The method it uses for most moves.
    pub primary: Strategy,
    /// Percentage of moves chosen by the usual method.
    pub primary_percent: u8,
    /// The method for the other moves.
    pub secondary: Strategy,
}

/// Points for an odd or even threat, for the levels that evaluate them.
const PARITY_POINTS: i32 = 20;
/// Up to this depth, moves within this many points count as equal. Shallow searches have few exact
/// equals, and their games would repeat.
const SHALLOW_DEPTH: u8 = 2;
const SHALLOW_MARGIN: u16 = 1;
/// Node limits per move: up to depth 6, and beyond. That is more than the standard board needs, and
/// bounds the time on the largest boards.
const NODES_MAX: [u64; 2] = [60_000, 200_000];

/// Number of evaluations per move of the level that searches with a net.
const NET_EVALUATIONS: u64 = 400;
/// Search depth of a neural level without its net: as Hard.
const FALLBACK_DEPTH: u8 = 6;

impl Level {
    /// The rungs of the ladder, from the weakest to the strongest.
    ///
    /// Score of each rung against the one below, with its 95 % interval, as `foursight arena`
    /// measures it on both seats (400 games from 4 random plies):
    ///
    /// | rung | score % | interval |
    /// |---|---|---|
    /// | easy | 76.1 | 71.7 to 80.0 |
    /// | novice | 79.8 | 75.5 to 83.4 |
    /// | casual | 73.1 | 68.6 to 77.2 |
    /// | medium | 75.6 | 71.2 to 79.6 |
    /// | hard | 65.6 | 60.8 to 70.1 |
    /// | expert | 67.5 | 62.8 to 71.9 |
    /// | master | 71.1 | 66.5 to 75.3 |
    /// | perfect | 71.2 | 66.6 to 75.5 |
    ///
    /// Random openings are often decided already, the more so the longer they are: from 8 plies
    /// master scores 61.6 (56.8 to 66.3) and perfect 60.0 (55.1 to 64.7).
    pub const LADDER: [Self; 9] = [
        Self::Dice,
        Self::Easy,
        Self::Novice,
        Self::Casual,
        Self::Medium,
        Self::Hard,
        Self::Expert,
        Self::Master,
        Self::Perfect,
    ];

    /// Every level, the ladder first.
    pub const ALL: [Self; 16] = [
        Self::Dice,
        Self::Easy,
        Self::Novice,
        Self::Casual,
        Self::Medium,
        Self::Hard,
        Self::Expert,
        Self::Master,
        Self::Perfect,
        Self::PlayOuts,
        Self::Learner,
        Self::Neural,
        Self::NeuralSearch,
        Self::NeuralMinute,
        Self::NeuralTenMinutes,
        Self::Proof,
    ];

    /// Returns the stable name used on the command line, in settings and in tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dice => "dice",
            Self::Easy => "easy",
            Self::Novice => "novice",
            Self::Casual => "casual",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Expert => "expert",
            Self::Master => "master",
            Self::Perfect => "perfect",
            Self::PlayOuts => "play-outs",
            Self::Learner => "learner",
            Self::Neural => "neural",
            Self::NeuralSearch => "neural-search",
            Self::NeuralMinute => "neural-1-minute",
            Self::NeuralTenMinutes => "neural-10-minutes",
            Self::Proof => "proof",
        }
    }

    /// Returns its specification.
    #[must_use]
    pub const fn spec(self) -> LevelSpec {
        const fn net(stage: TrainingStage, evaluations: u64) -> (Strategy, u8, Strategy) {
            (Strategy::Net { stage, evaluations }, 100, Strategy::Random)
        }
        let (usual, usual_percent, other) = match self {
            Self::Dice => (Strategy::Random, 100, Strategy::Random),
            Self::Easy => (Strategy::Search { depth: 1 }, 30, Strategy::Random),
            Self::Novice => (Strategy::Search { depth: 1 }, 100, Strategy::Random),
            Self::Casual => (
                Strategy::Search { depth: 2 },
                85,
                Strategy::Search { depth: 1 },
            ),
            Self::Medium => (Strategy::Search { depth: 4 }, 100, Strategy::Random),
            Self::Hard => (Strategy::Search { depth: 6 }, 100, Strategy::Random),
            Self::Expert => (Strategy::ParitySearch { depth: 8 }, 100, Strategy::Random),
            Self::Master => (Strategy::Exact, 80, Strategy::Search { depth: 4 }),
            Self::Perfect => (Strategy::Exact, 100, Strategy::Random),
            Self::PlayOuts => (Strategy::Playouts { playouts: 3000 }, 100, Strategy::Random),
            Self::Learner => (Strategy::Memory, 100, Strategy::Random),
            Self::Neural => net(TrainingStage::Full, 1),
            Self::NeuralSearch => net(TrainingStage::Full, NET_EVALUATIONS),
            Self::NeuralMinute => net(TrainingStage::Minute, 1),
            Self::NeuralTenMinutes => net(TrainingStage::TenMinutes, 1),
            Self::Proof => (Strategy::Proof, 100, Strategy::Random),
        };
        LevelSpec {
            primary: usual,
            primary_percent: usual_percent,
            secondary: other,
        }
    }

    /// Returns the depth in plies within which it certainly finds a win or loss in drop-only
    /// variants: with 1 it takes every win, with 2 it also stops every loss that can be stopped,
    /// with 3 it finds every win in two own moves, with 4 it never allows such a win.
    #[must_use]
    pub const fn guaranteed_depth(self) -> u8 {
        const fn of(strategy: Strategy) -> u8 {
            match strategy {
                Strategy::Random
                | Strategy::Playouts { .. }
                | Strategy::Net { evaluations: 1, .. } => 0,
                Strategy::Search { depth } | Strategy::ParitySearch { depth } => depth,
                Strategy::Exact => u8::MAX,
                // A search with a net gets these from the rules, and everything else from the net.
                Strategy::Memory | Strategy::Net { .. } | Strategy::Proof => 2,
            }
        }
        let spec = self.spec();
        let (usual, other) = (of(spec.primary), of(spec.secondary));
        if spec.primary_percent == 100 || usual < other {
            usual
        } else {
            other
        }
    }

    /// Returns the net it uses, if any. Such a bot is a [`Neural`](crate::net::NeuralBot) with weights
    /// that the caller has loaded, and plays the standard game on 7 × 6 only.
    #[must_use]
    pub const fn net(self) -> Option<TrainingStage> {
        match self.spec().primary {
            Strategy::Net { stage, .. } => Some(stage),
            _ => None,
        }
    }

    /// Returns the maximum size of the transposition tables and search trees of a bot of this
    /// level, for both of its methods. A solver passed in by the caller counts with its default
    /// size.
    #[must_use]
    pub fn search_memory_bytes(self) -> usize {
        let spec = self.spec();
        let other = match spec.primary_percent {
            100 => 0,
            _ => transposition_table_bytes(spec.secondary),
        };
        transposition_table_bytes(spec.primary) + other
    }

    /// Creates a balanced bot of this level.
    #[must_use]
    pub fn bot(self) -> Box<dyn Bot> {
        self.bot_with(Personality::Balanced)
    }

    /// Creates a bot of this level and personality. Random play, playouts, the solver and the
    /// learner's memory ignore the personality.
    #[must_use]
    pub fn bot_with(self, personality: Personality) -> Box<dyn Bot> {
        self.bot_with_solver(personality, &Solver::default)
    }

    /// Creates a bot of this level and personality with a solver from this function, for example
    /// one with a book. Levels that need no solver do not call it. Neural levels have no net here,
    /// and play like Hard.
    #[must_use]
    pub fn bot_with_solver(
        self,
        personality: Personality,
        solver: &dyn Fn() -> Solver,
    ) -> Box<dyn Bot> {
        let rung = self.ladder_bot_with_solver(personality, solver);
        rung.unwrap_or_else(|| match self.spec().primary {
            Strategy::Playouts { playouts: games } => Box::new(MonteCarlo::new(games)),
            Strategy::Memory => Box::new(Learner::default()),
            Strategy::Proof => Box::new(Prover::default()),
            _ => Box::new(fallback_bot().with_weights(personality.weights())),
        })
    }

    /// Creates a bot for a level of the ladder, or `None` for the others: a program that creates
    /// its bots only this way does not link those.
    #[must_use]
    pub fn ladder_bot_with_solver(
        self,
        personality: Personality,
        solver: &dyn Fn() -> Solver,
    ) -> Option<Box<dyn Bot>> {
        self.mixture(|strategy| match strategy {
            Strategy::Exact => {
                let weights = personality.weights().with_parity(PARITY_POINTS);
                Some(Box::new(Perfect::new(solver()).with_weights(weights)))
            }
            _ => search_bot(strategy, personality),
        })
    }

    /// Creates a bot for a level of the ladder below [`Master`](Self::Master), or `None` for the
    /// others: a program that creates its bots only this way does not link the solver.
    #[must_use]
    pub fn ladder_bot_without_solver(self, personality: Personality) -> Option<Box<dyn Bot>> {
        self.mixture(|strategy| search_bot(strategy, personality))
    }

    /// Creates a bot from those of its two methods.
    fn mixture(self, bot: impl Fn(Strategy) -> Option<Box<dyn Bot>>) -> Option<Box<dyn Bot>> {
        let spec = self.spec();
        let usual = bot(spec.primary)?;
        if spec.primary_percent == 100 {
            return Some(usual);
        }
        let other = bot(spec.secondary)?;
        Some(Box::new(Mixture::new(usual, spec.primary_percent, other)))
    }
}

/// Returns the bot that replaces a neural level without its net, and a proof where there is none.
pub(crate) fn fallback_bot() -> Searcher {
    search(FALLBACK_DEPTH, Personality::Balanced.weights())
}

/// Returns the searcher of a level with this depth.
fn search(depth: u8, weights: Weights) -> Searcher {
    let is_shallow = depth <= SHALLOW_DEPTH;
    Searcher::new(depth)
        .with_weights(weights)
        .with_variety(if is_shallow { SHALLOW_MARGIN } else { 0 })
        .with_nodes(NODES_MAX[usize::from(depth > 6)])
}

/// Creates the bot of a method, or `None` for a method that needs more than a search.
fn search_bot(strategy: Strategy, personality: Personality) -> Option<Box<dyn Bot>> {
    let weights = personality.weights();
    Some(match strategy {
        Strategy::Random => Box::new(RandomBot),
        Strategy::Search { depth } => Box::new(search(depth, weights)),
        Strategy::ParitySearch { depth } => {
            Box::new(search(depth, weights.with_parity(PARITY_POINTS)))
        }
        Strategy::Exact
        | Strategy::Playouts { .. }
        | Strategy::Memory
        | Strategy::Net { .. }
        | Strategy::Proof => return None,
    })
}

/// Returns the size of the transposition tables or search tree of a method.
fn transposition_table_bytes(strategy: Strategy) -> usize {
    match strategy {
        Strategy::Random => 0,
        Strategy::Search { depth } | Strategy::ParitySearch { depth } => {
            search(depth, Weights::BALANCED).tt_bytes()
        }
        Strategy::Proof | Strategy::Net { evaluations: 1, .. } => {
            search(FALLBACK_DEPTH, Weights::BALANCED).tt_bytes()
        }
        Strategy::Net { .. } => TREE_BYTES_MAX,
        Strategy::Playouts { .. } => MonteCarlo::TREE_BYTES_MAX,
        Strategy::Exact => Perfect::default().tt_bytes(),
        Strategy::Memory => Learner::default().tt_bytes(),
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Error for an unknown level name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseLevelError(String);

impl fmt::Display for ParseLevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Level::ALL.map(Level::name).join(", ");
        write!(f, "there is no level {:?}: choose one of {names}", self.0)
    }
}

impl std::error::Error for ParseLevelError {}

impl FromStr for Level {
    type Err = ParseLevelError;

    /// Parses a name, or the position on the ladder counted from 1.
    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let rung = || {
            let index = name.parse::<usize>().ok()?.checked_sub(1)?;
            Self::LADDER.get(index).copied()
        };
        let named = Self::ALL.into_iter().find(|level| level.name() == name);
        named
            .or_else(rung)
            .ok_or_else(|| ParseLevelError(name.chars().take(NAME_SHOWN_MAX).collect()))
    }
}
