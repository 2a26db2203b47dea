//! The ladder: named levels of strength from dice to perfect, and two opponents beside it.
//!
//! What a level is made of is a value, [`Makeup`], so that apps can tell it in any language; the
//! bot is built from that same value. The steps were set by measurement: see the example
//! `ladder` and the table in the documentation of [`Level::LADDER`].

use std::fmt;
use std::str::FromStr;

use foursight_solver::Solver;

use crate::net::{Stage, TREE_BYTES_MAX};
use crate::weights::NAME_SHOWN_MAX;
use crate::{Bot, Learner, Mixed, MonteCarlo, Perfect, Personality, Searcher, Uniform, Weights};

/// A named opponent.
///
/// ```
/// use foursight_bots::{Level, Mind};
///
/// let level: Level = "master".parse()?;
/// assert_eq!(level.makeup().usual, Mind::Exact);
/// assert_eq!(level.makeup().usual_percent, 80);
/// assert_eq!("8".parse(), Ok(level)); // the eighth rung of nine
/// # Ok::<_, foursight_bots::UnknownLevel>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Level {
    /// Any move will do.
    Dice,
    /// Mostly dice; looks at its move now and then.
    Easy,
    /// Takes a win that lies open, and sees nothing of the opponent.
    Novice,
    /// Mostly looks at the opponent's answer too.
    Casual,
    /// Sees two moves of each player.
    Medium,
    /// Sees three moves of each player.
    Hard,
    /// Sees four moves of each player and counts odd and even threats.
    Expert,
    /// Perfect, but for one move in five, where it overlooks what is further than four moves
    /// away.
    Master,
    /// Never errs.
    Perfect,
    /// Plays the game out at random many times; a little weaker than Hard, and different.
    PlayOuts,
    /// Remembers its games. Made from a level it knows nothing yet; see [`Learner::new`].
    Learner,
    /// Plays what a trained net sees at first sight. See [`Level::net`] for the weights it needs.
    Neural,
    /// Searches with the net: a few hundred looks a move.
    NeuralSearch,
    /// The net as it was after one minute of training, at first sight.
    NeuralMinute,
    /// The net as it was after ten minutes of training, at first sight.
    NeuralTenMinutes,
}

/// How a bot comes to its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Mind {
    /// All legal moves are equally likely.
    Random,
    /// Looks so many moves ahead.
    Search {
        /// How many.
        depth: u8,
    },
    /// Looks so many moves ahead and counts odd and even threats.
    Strategy {
        /// How many.
        depth: u8,
    },
    /// Plays out so many games at random.
    PlayOuts {
        /// How many.
        games: u64,
    },
    /// Knows what perfect play makes of each move.
    Exact,
    /// Goes by its own past games.
    Memory,
    /// Asks a trained net.
    Net {
        /// How long the net was trained.
        stage: Stage,
        /// How many positions the net looks at; 1 is no search.
        looks: u64,
    },
}

/// What a level is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Makeup {
    /// How it usually comes to its moves.
    pub usual: Mind,
    /// In how many of a hundred moves.
    pub usual_percent: u8,
    /// How it comes to the others.
    pub other: Mind,
}

/// What an odd or even threat is worth to the levels that count them.
const PARITY_POINTS: i32 = 20;
/// For those who look so few moves ahead, moves that differ by so few points pass for equal: they have few
/// equals, and their games would repeat themselves.
const SHORT_SIGHT: u8 = 2;
const SHORT_SIGHT_POINTS: u16 = 1;
/// A search of a level visits at most so many nodes a move: up to six moves ahead, and beyond.
/// That is more than the standard grid needs, and keeps the time in check on the largest grids.
const NODES_MAX: [u64; 2] = [60_000, 200_000];

/// How many positions the level that searches with a net looks at.
const NET_LOOKS: u64 = 400;
/// How far a level looks whose net is not there: as Hard does.
const STAND_IN_DEPTH: u8 = 6;

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

    /// Every level, the rungs of the ladder first.
    pub const ALL: [Self; 15] = [
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
    ];

    /// The stable name used on the command line, in settings and in tables.
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
        }
    }

    /// What it is made of.
    #[must_use]
    pub const fn makeup(self) -> Makeup {
        const fn net(stage: Stage, looks: u64) -> (Mind, u8, Mind) {
            (Mind::Net { stage, looks }, 100, Mind::Random)
        }
        let (usual, usual_percent, other) = match self {
            Self::Dice => (Mind::Random, 100, Mind::Random),
            Self::Easy => (Mind::Search { depth: 1 }, 30, Mind::Random),
            Self::Novice => (Mind::Search { depth: 1 }, 100, Mind::Random),
            Self::Casual => (Mind::Search { depth: 2 }, 85, Mind::Search { depth: 1 }),
            Self::Medium => (Mind::Search { depth: 4 }, 100, Mind::Random),
            Self::Hard => (Mind::Search { depth: 6 }, 100, Mind::Random),
            Self::Expert => (Mind::Strategy { depth: 8 }, 100, Mind::Random),
            Self::Master => (Mind::Exact, 80, Mind::Search { depth: 4 }),
            Self::Perfect => (Mind::Exact, 100, Mind::Random),
            Self::PlayOuts => (Mind::PlayOuts { games: 3000 }, 100, Mind::Random),
            Self::Learner => (Mind::Memory, 100, Mind::Random),
            Self::Neural => net(Stage::Full, 1),
            Self::NeuralSearch => net(Stage::Full, NET_LOOKS),
            Self::NeuralMinute => net(Stage::Minute, 1),
            Self::NeuralTenMinutes => net(Stage::TenMinutes, 1),
        };
        Makeup {
            usual,
            usual_percent,
            other,
        }
    }

    /// How many moves ahead it surely sees a win or a loss in a game of drops: with 1 it takes
    /// every win, with 2 it also stops every loss that can be stopped, with 3 it finds every
    /// win that takes two own moves, with 4 it walks into no such win.
    #[must_use]
    pub const fn sight(self) -> u8 {
        const fn of(mind: Mind) -> u8 {
            match mind {
                Mind::Random | Mind::PlayOuts { .. } | Mind::Net { looks: 1, .. } => 0,
                Mind::Search { depth } | Mind::Strategy { depth } => depth,
                Mind::Exact => u8::MAX,
                // The rules tell a search with a net of these, and the net of the rest.
                Mind::Memory | Mind::Net { .. } => 2,
            }
        }
        let makeup = self.makeup();
        let (usual, other) = (of(makeup.usual), of(makeup.other));
        if makeup.usual_percent == 100 || usual < other {
            usual
        } else {
            other
        }
    }

    /// The net it asks, if it asks one. Such a bot is made by [`Neural`](crate::net::Neural) from
    /// weights that whoever plays has loaded, and plays the standard game on 7 × 6 alone.
    #[must_use]
    pub const fn net(self) -> Option<Stage> {
        match self.makeup().usual {
            Mind::Net { stage, .. } => Some(stage),
            _ => None,
        }
    }

    /// How much memory a bot of this level takes at most for positions its searches have seen, all of
    /// its minds together. A solver that is handed in counts as the usual one.
    #[must_use]
    pub fn memo_bytes(self) -> usize {
        let makeup = self.makeup();
        let other = match makeup.usual_percent {
            100 => 0,
            _ => memo_bytes(makeup.other),
        };
        memo_bytes(makeup.usual) + other
    }

    /// A balanced bot of this level.
    #[must_use]
    pub fn bot(self) -> Box<dyn Bot> {
        self.bot_with(Personality::Balanced)
    }

    /// A bot of this level and personality. Dice, play-outs, exact knowledge and the learner's
    /// memory have none.
    #[must_use]
    pub fn bot_with(self, personality: Personality) -> Box<dyn Bot> {
        self.bot_knowing(personality, &Solver::default)
    }

    /// A bot of this level and personality that takes its exact knowledge from this solver,
    /// such as one with a book. Levels without exact knowledge do not ask for it. Levels that ask a net
    /// have none here, and play like Hard.
    #[must_use]
    pub fn bot_knowing(
        self,
        personality: Personality,
        solver: &dyn Fn() -> Solver,
    ) -> Box<dyn Bot> {
        let rung = self.rung_knowing(personality, solver);
        rung.unwrap_or_else(|| match self.makeup().usual {
            Mind::PlayOuts { games } => Box::new(MonteCarlo::new(games)),
            Mind::Memory => Box::new(Learner::default()),
            _ => Box::new(stand_in().with_weights(personality.weights())),
        })
    }

    /// The same for a rung of the ladder, and none for the opponents beside it: a program that makes its bots
    /// in this way does not have those others in it.
    #[must_use]
    pub fn rung_knowing(
        self,
        personality: Personality,
        solver: &dyn Fn() -> Solver,
    ) -> Option<Box<dyn Bot>> {
        let makeup = self.makeup();
        let usual = mind(makeup.usual, personality, solver)?;
        if makeup.usual_percent == 100 {
            return Some(usual);
        }
        let other = mind(makeup.other, personality, solver)?;
        Some(Box::new(Mixed::new(usual, makeup.usual_percent, other)))
    }
}

/// Who moves where a net is asked for that there is not.
pub(crate) fn stand_in() -> Searcher {
    search(STAND_IN_DEPTH, Personality::Balanced.weights())
}

/// The search of a level that looks so many moves ahead.
fn search(depth: u8, weights: Weights) -> Searcher {
    let is_short = depth <= SHORT_SIGHT;
    Searcher::new(depth)
        .with_weights(weights)
        .with_variety(if is_short { SHORT_SIGHT_POINTS } else { 0 })
        .with_nodes(NODES_MAX[usize::from(depth > 6)])
}

/// How a rung of the ladder thinks; none for a mind that no rung has.
fn mind(mind: Mind, personality: Personality, solver: &dyn Fn() -> Solver) -> Option<Box<dyn Bot>> {
    let weights = personality.weights();
    Some(match mind {
        Mind::Random => Box::new(Uniform),
        Mind::Search { depth } => Box::new(search(depth, weights)),
        Mind::Strategy { depth } => Box::new(search(depth, weights.with_parity(PARITY_POINTS))),
        Mind::Exact => {
            let weights = weights.with_parity(PARITY_POINTS);
            Box::new(Perfect::new(solver()).with_weights(weights))
        }
        Mind::PlayOuts { .. } | Mind::Memory | Mind::Net { .. } => return None,
    })
}

/// How much memory it takes for positions seen before, or for a tree of them.
fn memo_bytes(mind: Mind) -> usize {
    match mind {
        Mind::Random => 0,
        Mind::Search { depth } | Mind::Strategy { depth } => {
            search(depth, Weights::BALANCED).memo_bytes()
        }
        Mind::Net { looks: 1, .. } => search(STAND_IN_DEPTH, Weights::BALANCED).memo_bytes(),
        Mind::Net { .. } => TREE_BYTES_MAX,
        Mind::PlayOuts { .. } => MonteCarlo::TREE_BYTES_MAX,
        Mind::Exact => Perfect::default().memo_bytes(),
        Mind::Memory => Learner::default().memo_bytes(),
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// There is no level of this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownLevel(String);

impl fmt::Display for UnknownLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Level::ALL.map(Level::name).join(", ");
        write!(f, "there is no level {:?}: choose one of {names}", self.0)
    }
}

impl std::error::Error for UnknownLevel {}

impl FromStr for Level {
    type Err = UnknownLevel;

    /// A name, or the number of a rung counted from 1.
    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let rung = || {
            let index = name.parse::<usize>().ok()?.checked_sub(1)?;
            Self::LADDER.get(index).copied()
        };
        let named = Self::ALL.into_iter().find(|level| level.name() == name);
        named
            .or_else(rung)
            .ok_or_else(|| UnknownLevel(name.chars().take(NAME_SHOWN_MAX).collect()))
    }
}
