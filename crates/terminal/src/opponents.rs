//! Who sits where: people, and bots with what they know.
//!
//! Bots and solvers that play are built by [`Knowledge`] alone, so that a book or another source
//! of exact knowledge has one place to come in.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use foursight_bots::{Bot, Learner, Level, Mind, Personality};
use foursight_core::{Game, Player, Position, Ruleset};
use foursight_solver::book::Book;
use foursight_solver::{Options, Solver};

use crate::exit::Failure;
use crate::learner_file;
use crate::nets::{self, NetInForce};

/// The word for a person in `--first` and `--second`.
pub const HUMAN: &str = "human";

/// Who sits on a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sitter {
    /// A person.
    Human,
    /// A bot of this level.
    Bot(Level),
}

impl Sitter {
    /// Reads a word as `--first` takes it.
    ///
    /// # Errors
    ///
    /// What is wrong, in words.
    pub fn parse(text: &str) -> Result<Self, String> {
        match text {
            HUMAN | "me" => Ok(Self::Human),
            level => match level.parse() {
                Ok(level) => Ok(Self::Bot(level)),
                Err(error) => Err(format!("{error}, or {HUMAN}")),
            },
        }
    }

    /// The word that `--first` takes.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Human => HUMAN,
            Self::Bot(level) => level.name(),
        }
    }
}

/// What bots know before they think: the book of openings and the nets in force.
#[derive(Clone, Debug, Default)]
pub struct Knowledge {
    book: Option<Arc<Book>>,
    net: NetInForce,
    /// What will be played, as far as it is known.
    ruleset: Ruleset,
}

impl Knowledge {
    /// What this book knows.
    #[must_use]
    pub fn new(book: Arc<Book>) -> Self {
        Self {
            book: Some(book),
            ..Self::default()
        }
    }

    /// The same with this net, for games by these rules.
    #[must_use]
    pub fn with_net(mut self, net: NetInForce, ruleset: Ruleset) -> Self {
        (self.net, self.ruleset) = (net, ruleset);
        self
    }

    /// A solver that knows it.
    #[must_use]
    pub fn solver(&self) -> Solver {
        self.solver_with(Options::default())
    }

    /// A solver that knows it, with other options than the usual.
    #[must_use]
    pub fn solver_with(&self, options: Options) -> Solver {
        let solver = Solver::new(options);
        match &self.book {
            Some(book) => solver.with_book(Arc::clone(book)),
            None => solver,
        }
    }

    /// A bot. The learner takes its memory from this file, or from the usual one.
    ///
    /// # Errors
    ///
    /// [`Failure`](crate::exit::Failure) says what failed and what to do.
    pub fn bot(
        &self,
        level: Level,
        personality: Personality,
        memory: Option<PathBuf>,
    ) -> Result<Box<dyn Bot>, Failure> {
        if level == Level::Learner {
            let path = learner_file::path(memory)?;
            return Ok(Box::new(Learner::new(learner_file::load(&path)?)));
        }
        if level.net().is_some() {
            nets::require_standard(self.ruleset, &format!("the level {level}"))?;
            if let Some(bot) = self.net.bot(level)? {
                return Ok(bot);
            }
        }
        if level.makeup().usual == Mind::Exact {
            // A bot whose solver has no memory would guess, and say nothing.
            let mut solver = self.solver();
            solver.fit(Ruleset::STANDARD).map_err(|_| {
                Failure::budget(format_args!(
                    "the system does not give the {} MiB of memory that the level {level} needs: \
                     end other programs, or choose another level",
                    Options::MEMO_BYTES >> 20
                ))
            })?;
        }
        Ok(level.bot_knowing(personality, &|| self.solver()))
    }

    /// Who gives hints: someone who never errs, given the time.
    #[must_use]
    pub fn hinter(&self) -> Box<dyn Bot> {
        Level::Perfect.bot_knowing(Personality::default(), &|| self.solver())
    }
}

/// Both seats, and how the bots on them are made.
#[derive(Clone, Debug)]
pub struct Seats {
    sitters: [Sitter; 2],
    personality: Personality,
    /// What chance the bots have comes from this number.
    pub seed: u64,
    /// What the bots know.
    pub knowledge: Knowledge,
}

impl Seats {
    /// Two people.
    #[cfg(test)]
    pub(crate) fn of(sitters: [Sitter; 2]) -> Self {
        Self {
            sitters,
            personality: Personality::default(),
            seed: 1,
            knowledge: Knowledge::default(),
        }
    }

    /// These two, and how the bots among them are made.
    #[must_use]
    pub const fn new(
        sitters: [Sitter; 2],
        personality: Personality,
        seed: u64,
        knowledge: Knowledge,
    ) -> Self {
        Self {
            sitters,
            personality,
            seed,
            knowledge,
        }
    }

    /// Those who are known take their seats.
    pub fn seat(&mut self, known: [Option<Sitter>; 2]) {
        for (sitter, known) in self.sitters.iter_mut().zip(known) {
            *sitter = known.unwrap_or(*sitter);
        }
    }

    /// Who sits there.
    #[must_use]
    pub const fn sitter(&self, player: Player) -> Sitter {
        self.sitters[player.index()]
    }

    /// The level of the bot on this seat; none if a person sits there.
    #[must_use]
    pub const fn level(&self, player: Player) -> Option<Level> {
        match self.sitter(player) {
            Sitter::Human => None,
            Sitter::Bot(level) => Some(level),
        }
    }

    /// The player a person plays, if only one is a person.
    #[must_use]
    pub fn only_human(&self) -> Option<Player> {
        match self.sitters {
            [Sitter::Human, Sitter::Bot(_)] => Some(Player::First),
            [Sitter::Bot(_), Sitter::Human] => Some(Player::Second),
            _ => None,
        }
    }

    /// True if at least one person plays.
    #[must_use]
    pub fn has_human(&self) -> bool {
        self.sitters.contains(&Sitter::Human)
    }

    /// `First`, or with a bot on that seat `First (hard)`.
    #[must_use]
    pub fn name(&self, player: Player) -> String {
        match self.level(player) {
            None => player.to_string(),
            Some(level) => format!("{player} ({level})"),
        }
    }

    /// How many moves are left after an undo: back to where a person was to move, or one move
    /// if nobody is. None if there is nothing to undo.
    pub fn undo_to(&self, game: &Game) -> Option<usize> {
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
    ///
    /// # Errors
    ///
    /// [`Failure`](crate::exit::Failure) says what failed and what to do.
    pub fn bot(&self, player: Player) -> Result<Option<Box<dyn Bot>>, Failure> {
        let level = self.level(player);
        level
            .map(|level| self.knowledge.bot(level, self.personality, None))
            .transpose()
    }
}

/// How long a hint may take.
const HINT_TIME: Duration = Duration::from_secs(4);

/// Says when a hint has taken long enough, from now on.
pub fn hint_budget() -> impl Fn() -> bool + Sync {
    let started = Instant::now();
    move || started.elapsed() >= HINT_TIME
}
