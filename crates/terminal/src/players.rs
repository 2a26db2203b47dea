//! Seats: people, and bots with their opening book and nets.
//!
//! A table stores an id for each seat: [`HUMAN`] for a person and the name of the level for a bot.
//! In a tournament players have names, which are their ids; a bot has its level in front: `Ann`,
//! `hard Robo`. Only [`BotKnowledge`] builds the bots and solvers that play, so that a book or another
//! source of exact results has one place to enter.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use foursight_bots::{Bot, Learner, Level, Personality, Strategy};
use foursight_core::{Player, Ruleset};
use foursight_solver::book::Book;
use foursight_solver::{Solver, SolverOptions};
use foursight_table::{GameStart, Occupant};

use crate::exit::CliError;
use crate::learner_file;
use crate::nets::{self, ActiveNet};

/// Value of `--first` and `--second` for a person.
pub const HUMAN: &str = "human";

/// Time limit of a hint.
const HINT_TIMEOUT: Duration = Duration::from_secs(4);

/// Returns the seat of a person at this terminal.
#[must_use]
pub fn person_seat() -> Occupant {
    Occupant::Person(HUMAN.to_owned())
}

/// Returns the seat of a bot of this level.
#[must_use]
pub fn bot_seat(level: Level) -> Occupant {
    Occupant::Bot(level.name().to_owned())
}

/// Returns the seat of a named person at this terminal.
#[must_use]
pub fn named_person_seat(name: &str) -> Occupant {
    Occupant::Person(name.to_owned())
}

/// Returns the seat of a named bot of this level.
#[must_use]
pub fn named_bot_seat(level: Level, name: &str) -> Occupant {
    Occupant::Bot(format!("{} {name}", level.name()))
}

/// Parses the value of `--first` or `--second`.
///
/// # Errors
///
/// Returns a message that lists the valid values.
pub fn parse_seat(text: &str) -> Result<Occupant, String> {
    match text {
        HUMAN | "me" => Ok(person_seat()),
        level => match level.parse() {
            Ok(level) => Ok(bot_seat(level)),
            Err(error) => Err(format!("{error}, or {HUMAN}")),
        },
    }
}

/// Returns the level of a bot, or `None` for a person.
#[must_use]
pub fn level_of(occupant: &Occupant) -> Option<Level> {
    match occupant {
        Occupant::Person(_) => None,
        Occupant::Bot(id) => id.split(' ').next()?.parse().ok(),
    }
}

/// Returns the name that a person gave, if any.
#[must_use]
pub fn person_name(occupant: &Occupant) -> Option<&str> {
    match occupant {
        Occupant::Person(id) => Some(&**id).filter(|id| *id != HUMAN),
        Occupant::Bot(id) => id.split_once(' ').map(|(_, name)| name),
    }
}

/// Returns the level of the bot that plays as this player, or `None` for a person.
#[must_use]
pub fn level(start: &GameStart, player: Player) -> Option<Level> {
    level_of(start.occupant(player))
}

/// Returns the player whom a person plays, if exactly one is a person.
#[must_use]
pub fn only_person(start: &GameStart) -> Option<Player> {
    match Player::BOTH.map(|player| start.occupant(player).is_person()) {
        [true, false] => Some(Player::First),
        [false, true] => Some(Player::Second),
        _ => None,
    }
}

/// Returns the name of the person who plays, or else `First`, or `First (hard)` for a bot.
#[must_use]
pub fn name(start: &GameStart, player: Player) -> String {
    match (person_name(start.occupant(player)), level(start, player)) {
        (Some(name), _) => name.to_owned(),
        (None, None) => player.to_string(),
        (None, Some(level)) => format!("{player} ({level})"),
    }
}

/// Returns the name of the person who plays, or else `First` or `Second`.
#[must_use]
pub fn short_name(start: &GameStart, player: Player) -> String {
    person_name(start.occupant(player)).map_or_else(|| player.to_string(), ToOwned::to_owned)
}

/// Returns a notice that another level replaces bots whose net does not support these rules, or
/// `None` if no bot is replaced.
#[must_use]
pub fn replacement_notice(start: &GameStart) -> Option<String> {
    let mut levels = start.seats.iter().filter_map(level_of);
    let level = levels.find(|level| level.net().is_some())?;
    (start.ruleset != Ruleset::STANDARD).then(|| {
        format!("The level {level} plays only the standard game on 7x6: hard plays instead.")
    })
}

/// Precomputed knowledge of bots: the opening book and the active nets.
#[derive(Clone, Debug, Default)]
pub struct BotKnowledge {
    book: Option<Arc<Book>>,
    net: ActiveNet,
    /// The rules that will be played, as far as known.
    ruleset: Ruleset,
}

impl BotKnowledge {
    /// Creates the knowledge of this book.
    #[must_use]
    pub fn new(book: Arc<Book>) -> Self {
        Self {
            book: Some(book),
            ..Self::default()
        }
    }

    /// Replaces the net, for games under these rules.
    #[must_use]
    pub fn with_net(mut self, net: ActiveNet, ruleset: Ruleset) -> Self {
        (self.net, self.ruleset) = (net, ruleset);
        self
    }

    /// Allows any rules: the caller checks that a bot supports them before it requests a move.
    #[must_use]
    pub fn for_any_rules(mut self) -> Self {
        self.ruleset = Ruleset::STANDARD;
        self
    }

    /// Builds a solver with this knowledge.
    #[must_use]
    pub fn build_solver(&self) -> Solver {
        self.build_solver_with(SolverOptions::default())
    }

    /// Builds a solver with this knowledge and custom options.
    #[must_use]
    pub fn build_solver_with(&self, options: SolverOptions) -> Solver {
        let solver = Solver::new(options);
        match &self.book {
            Some(book) => solver.with_book(Arc::clone(book)),
            None => solver,
        }
    }

    /// Builds a bot. The learner takes its memory from this file, or from the default one.
    ///
    /// # Errors
    ///
    /// [`CliError`] if the learner's memory is unreadable, or if memory is short.
    pub fn bot(
        &self,
        level: Level,
        personality: Personality,
        memory: Option<PathBuf>,
    ) -> Result<Box<dyn Bot>, CliError> {
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
        if level.spec().primary == Strategy::Exact {
            // A bot whose solver has no transposition table would guess without warning.
            let mut solver = self.build_solver();
            solver.prepare(Ruleset::STANDARD).map_err(|_| {
                CliError::budget(format_args!(
                    "cannot allocate the {} MiB of memory that the level {level} needs: close other programs, or choose another level",
                    SolverOptions::TT_BYTES >> 20
                ))
            })?;
        }
        Ok(level.bot_with_solver(personality, &|| self.build_solver()))
    }

    /// Builds the bot that gives hints: one that plays perfectly, given the time.
    #[must_use]
    pub fn build_hint_bot(&self) -> Box<dyn Bot> {
        Level::Perfect.bot_with_solver(Personality::default(), &|| self.build_solver())
    }
}

/// Recipe for the bots of a session.
#[derive(Clone, Debug, Default)]
pub struct BotRecipe {
    /// Personality of the bots.
    pub personality: Personality,
    /// Seed of their random choices.
    pub seed: u64,
    /// Their opening book and nets.
    pub knowledge: BotKnowledge,
}

impl BotRecipe {
    /// Builds the bot for a seat, or returns `None` for a person.
    ///
    /// # Errors
    ///
    /// [`CliError`] if the bot cannot be built.
    pub fn bot(&self, occupant: &Occupant) -> Result<Option<Box<dyn Bot>>, CliError> {
        level_of(occupant)
            .map(|level| self.knowledge.bot(level, self.personality, None))
            .transpose()
    }
}

/// The players of a session.
#[derive(Clone, Debug)]
pub struct SessionPlayers {
    /// First and Second.
    pub seats: [Occupant; 2],
    /// Recipe for the bots among them.
    pub bot_recipe: BotRecipe,
}

/// Returns a function that becomes true when a hint started now exceeds its time limit.
pub fn hint_timer() -> impl Fn() -> bool + Sync {
    let started = Instant::now();
    move || started.elapsed() >= HINT_TIMEOUT
}
