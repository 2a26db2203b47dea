//! Who sits where: people, and bots with what they know.
//!
//! Bots are built here alone, so that a book or another source of exact knowledge has one place
//! to come in.

use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use foursight_bots::{Bot, Learner, Level, Personality};
use foursight_core::{Game, Player, Position};
use foursight_solver::Solver;

use crate::bot_args::{PlayersArgs, SeatName};
use crate::exit::Failure;
use crate::learner_file;

/// Who sits on a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sitter {
    /// A person.
    Human,
    /// A bot of this level.
    Bot(Level),
}

/// Both seats, and how the bots on them are made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seats {
    sitters: [Sitter; 2],
    pub(crate) personality: Personality,
    pub(crate) seed: u64,
}

impl Seats {
    /// Two people.
    #[cfg(test)]
    pub(crate) fn of(sitters: [Sitter; 2]) -> Self {
        Self {
            sitters,
            personality: Personality::default(),
            seed: 1,
        }
    }

    /// The seats that the flags ask for.
    pub(crate) fn from_args(args: &PlayersArgs) -> Self {
        let sitters = match (args.level, args.you) {
            (Some(level), Some(SeatName::Second)) => [Sitter::Bot(level), Sitter::Human],
            (Some(level), _) => [Sitter::Human, Sitter::Bot(level)],
            (None, _) => [args.first, args.second].map(|who| who.unwrap_or(Sitter::Human)),
        };
        Self {
            sitters,
            personality: args.personality.unwrap_or_default(),
            seed: args.seed.unwrap_or_else(seed_from_clock),
        }
    }

    /// Who sits there.
    pub(crate) const fn sitter(&self, player: Player) -> Sitter {
        self.sitters[player.index()]
    }

    /// The level of the bot on this seat; none if a person sits there.
    pub(crate) const fn level(&self, player: Player) -> Option<Level> {
        match self.sitter(player) {
            Sitter::Human => None,
            Sitter::Bot(level) => Some(level),
        }
    }

    /// The player a person plays, if only one is a person.
    pub(crate) fn only_human(&self) -> Option<Player> {
        match self.sitters {
            [Sitter::Human, Sitter::Bot(_)] => Some(Player::First),
            [Sitter::Bot(_), Sitter::Human] => Some(Player::Second),
            _ => None,
        }
    }

    /// True if at least one person plays.
    pub(crate) fn has_human(&self) -> bool {
        self.sitters.contains(&Sitter::Human)
    }

    /// `First`, or with a bot on that seat `First (hard)`.
    pub(crate) fn name(&self, player: Player) -> String {
        match self.level(player) {
            None => player.to_string(),
            Some(level) => format!("{player} ({level})"),
        }
    }

    /// How many moves are left after an undo: back to where a person was to move, or one move
    /// if nobody is. None if there is nothing to undo.
    pub(crate) fn undo_to(&self, game: &Game) -> Option<usize> {
        let last = game.moves().len().checked_sub(1)?;
        if !self.has_human() {
            return Some(last);
        }
        let movers: Vec<_> = game.positions().map(Position::to_move).collect();
        (0..=last)
            .rev()
            .find(|at| self.level(movers[*at]).is_none())
    }

    /// The bot on this seat; none if a person sits there.
    pub(crate) fn bot(&self, player: Player) -> Result<Option<Box<dyn Bot>>, Failure> {
        let level = self.level(player);
        level
            .map(|level| bot(level, self.personality, None))
            .transpose()
    }
}

/// A bot. The learner takes its memory from this file, or from the usual one.
pub(crate) fn bot(
    level: Level,
    personality: Personality,
    memory: Option<PathBuf>,
) -> Result<Box<dyn Bot>, Failure> {
    if level == Level::Learner {
        let path = learner_file::path(memory)?;
        return Ok(Box::new(Learner::new(learner_file::load(&path)?)));
    }
    Ok(level.bot_knowing(personality, &solver))
}

/// How long a hint may take.
const HINT_TIME: Duration = Duration::from_secs(4);

/// Who gives hints: someone who never errs, given the time.
pub(crate) fn hinter() -> Box<dyn Bot> {
    Level::Perfect.bot_knowing(Personality::default(), &solver)
}

/// Says when a hint has taken long enough, from now on.
pub(crate) fn hint_budget() -> impl Fn() -> bool + Sync {
    let started = Instant::now();
    move || started.elapsed() >= HINT_TIME
}

/// A solver with everything it can know beforehand.
pub(crate) fn solver() -> Solver {
    Solver::default()
}

/// A number that differs from game to game.
fn seed_from_clock() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(1, |now| now.as_nanos() as u64)
}
