//! The interface of a bot: given a game, a budget and a seed, it chooses a move and reports its
//! evaluation.

use std::fmt;

use foursight_core::{Game, Move};

/// A bot for any variant on any board.
///
/// The choice depends only on the game, the budget and the seed. State kept between calls may make
/// a bot faster, never different, unless its documentation says that it learns.
///
/// ```
/// use foursight_bots::{Budget, Level};
/// use foursight_core::Game;
///
/// let mut bot = Level::Medium.bot();
/// let choice = bot.choose(&Game::default(), &Budget::default(), 1).expect("not over");
/// assert_eq!(choice.mv.to_string(), "drop in column 4");
/// ```
pub trait Bot: Send {
    /// Chooses a legal move. Returns `None` if the game is over.
    ///
    /// The seed may be the same for all plies of a game: a bot mixes the ply into it.
    fn choose(&mut self, game: &Game, budget: &Budget<'_>, seed: u64) -> Option<MoveChoice>;
}

impl<B: Bot + ?Sized> Bot for Box<B> {
    fn choose(&mut self, game: &Game, budget: &Budget<'_>, seed: u64) -> Option<MoveChoice> {
        (**self).choose(game, budget, seed)
    }
}

/// A callback that tells a bot to answer at once, for example because a deadline has passed.
pub type StopCallback<'a> = &'a (dyn Fn() -> bool + Sync);

/// Limits on the search for one move, on top of the bot's own.
#[derive(Clone, Copy, Default)]
pub struct Budget<'a> {
    /// Maximum number of nodes.
    pub nodes: Option<u64>,
    /// Stop soon once this returns true. Polled about every thousand nodes.
    pub should_stop: Option<StopCallback<'a>>,
}

impl Budget<'_> {
    /// Creates a budget of this many nodes and no deadline.
    #[must_use]
    pub const fn of_nodes(nodes: u64) -> Self {
        Self {
            nodes: Some(nodes),
            should_stop: None,
        }
    }

    /// Returns the number of nodes available to a bot with this limit of its own.
    pub(crate) fn nodes_within(&self, own: u64) -> u64 {
        self.nodes.map_or(own, |nodes| nodes.min(own))
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.should_stop.is_some_and(|stop| stop())
    }
}

impl fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget")
            .field("nodes", &self.nodes)
            .field("stop", &self.should_stop.map(|_| "…"))
            .finish()
    }
}

/// A move and the bot's evaluation of it.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveChoice {
    /// The move.
    pub mv: Move,
    /// The bot's evaluation of its position.
    pub evaluation: Evaluation,
    /// Search depth in plies; 0 without a search.
    pub depth: u32,
    /// Number of positions visited; with playouts, the number of playouts.
    pub nodes: u64,
    /// The principal variation, the bot's own move first.
    pub principal_variation: Vec<Move>,
}

impl MoveChoice {
    /// Creates a choice made without a search.
    #[must_use]
    pub fn without_search(mv: Move) -> Self {
        Self {
            mv,
            evaluation: Evaluation::None,
            depth: 0,
            nodes: 0,
            principal_variation: vec![mv],
        }
    }
}

/// A bot's evaluation of a position, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Evaluation {
    /// Not evaluated.
    None,
    /// A forced win.
    Win {
        /// Plies to the end, the next one included.
        plies: u32,
    },
    /// Lost against best play.
    Loss {
        /// Plies to the end, the next one included.
        plies: u32,
    },
    /// Neither player can force a win.
    Draw,
    /// Heuristic points: positive is good.
    Points(i32),
    /// The expected score, from 0 (lost) to 1 (won), estimated by playouts, past games or a net.
    ExpectedScore(f64),
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("-"),
            Self::Win { plies } => write!(f, "win in {plies}"),
            Self::Loss { plies } => write!(f, "loss in {plies}"),
            Self::Draw => f.write_str("draw"),
            Self::Points(points) => write!(f, "{points:+}"),
            Self::ExpectedScore(share) => write!(f, "{:.1} %", share * 100.0),
        }
    }
}
