//! What every opponent is: something that, asked with a game, a budget and a seed, answers with
//! a move and with what it saw.

use std::fmt;

use foursight_core::{Game, Move};

/// An automated player of any variant on any grid.
///
/// The answer depends on the game, the budget and the seed alone. What a bot keeps between
/// questions may make it faster, never different, unless its own documentation says that it
/// learns.
///
/// ```
/// use foursight_bots::{Budget, Level};
/// use foursight_core::Game;
///
/// let mut bot = Level::Medium.bot();
/// let choice = bot.choose(&Game::default(), &Budget::default(), 1).expect("not over");
/// assert_eq!(choice.step.to_string(), "drop in column 4");
/// ```
pub trait Bot: Send {
    /// A legal move of this game; none once the game is over.
    ///
    /// The seed may be the same for all plies of a game: a bot mixes the ply into it.
    fn choose(&mut self, game: &Game, budget: &Budget<'_>, seed: u64) -> Option<Choice>;
}

impl<B: Bot + ?Sized> Bot for Box<B> {
    fn choose(&mut self, game: &Game, budget: &Budget<'_>, seed: u64) -> Option<Choice> {
        (**self).choose(game, budget, seed)
    }
}

/// Tells a bot to answer at once. Such as one that looks at a clock, which this crate never does.
pub type Stop<'a> = &'a (dyn Fn() -> bool + Sync);

/// How much thought a bot may spend on one move, on top of its own limits.
#[derive(Clone, Copy, Default)]
pub struct Budget<'a> {
    /// At most so many nodes.
    pub nodes: Option<u64>,
    /// Answer soon once this says so. Asked about every thousand nodes.
    pub stop: Option<Stop<'a>>,
}

impl Budget<'_> {
    /// A budget of so many nodes and no clock.
    #[must_use]
    pub const fn of_nodes(nodes: u64) -> Self {
        Self {
            nodes: Some(nodes),
            stop: None,
        }
    }

    /// The nodes a bot may visit whose own limit is this.
    pub(crate) fn nodes_within(&self, own: u64) -> u64 {
        self.nodes.map_or(own, |nodes| nodes.min(own))
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop())
    }
}

impl fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget")
            .field("nodes", &self.nodes)
            .field("stop", &self.stop.map(|_| "…"))
            .finish()
    }
}

/// A move and what the bot saw when it chose it.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The move.
    pub step: Move,
    /// What the bot thinks of its position.
    pub evaluation: Evaluation,
    /// How many moves ahead it looked; 0 if it did not.
    pub depth: u32,
    /// How many positions it visited; for play-outs, how many it played.
    pub nodes: u64,
    /// How it expects the game to go on, its own move first.
    pub line: Vec<Move>,
}

impl Choice {
    /// A move made without looking.
    #[must_use]
    pub fn blind(step: Move) -> Self {
        Self {
            step,
            evaluation: Evaluation::None,
            depth: 0,
            nodes: 0,
            line: vec![step],
        }
    }
}

/// What a bot thinks of a position, seen by the player to move.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Evaluation {
    /// It did not look.
    None,
    /// Won by force, counted in moves from now to the end.
    Win {
        /// Moves to the end, the next one included.
        plies: u32,
    },
    /// Lost against best play.
    Loss {
        /// Moves to the end, the next one included.
        plies: u32,
    },
    /// Nobody can force a win.
    Draw,
    /// Weighed points: positive is good.
    Points(i32),
    /// The expected score, from 0 (lost) to 1 (won), as play-outs or past games tell.
    Share(f64),
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("-"),
            Self::Win { plies } => write!(f, "win in {plies}"),
            Self::Loss { plies } => write!(f, "loss in {plies}"),
            Self::Draw => f.write_str("draw"),
            Self::Points(points) => write!(f, "{points:+}"),
            Self::Share(share) => write!(f, "{:.1} %", share * 100.0),
        }
    }
}
