//! Who sits where: people, and bots with what they know.
//!
//! A table keeps an id for each seat. Here it is [`HUMAN`] for a person and the name of the level for
//! a bot. Who has a name of their own, as in a tournament, has it as the id, a bot behind its level: `Ann`,
//! `hard Robo`. Bots and solvers that play are built by [`Knowledge`] alone, so that a book or another
//! source of exact knowledge has one place to come in.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use foursight_bots::{Bot, Learner, Level, Mind, Personality};
use foursight_core::{Player, Ruleset};
use foursight_solver::book::Book;
use foursight_solver::{Options, Solver};
use foursight_table::{Start, Who};

use crate::exit::Failure;
use crate::learner_file;
use crate::nets::{self, NetInForce};

/// The word for a person in `--first` and `--second`.
pub const HUMAN: &str = "human";

/// How long a hint may take.
const HINT_TIME: Duration = Duration::from_secs(4);

/// A person at this terminal.
#[must_use]
pub fn person() -> Who {
    Who::Person(HUMAN.to_owned())
}

/// A bot of this level.
#[must_use]
pub fn bot(level: Level) -> Who {
    Who::Bot(level.name().to_owned())
}

/// A person at this terminal who has a name.
#[must_use]
pub fn named_person(name: &str) -> Who {
    Who::Person(name.to_owned())
}

/// A bot of this level that has a name.
#[must_use]
pub fn named_bot(level: Level, name: &str) -> Who {
    Who::Bot(format!("{} {name}", level.name()))
}

/// Reads a word as `--first` takes it.
///
/// # Errors
///
/// Which words there are.
pub fn parse_who(text: &str) -> Result<Who, String> {
    match text {
        HUMAN | "me" => Ok(person()),
        level => match level.parse() {
            Ok(level) => Ok(bot(level)),
            Err(error) => Err(format!("{error}, or {HUMAN}")),
        },
    }
}

/// The level of a bot; none for a person.
#[must_use]
pub fn level_of(who: &Who) -> Option<Level> {
    match who {
        Who::Person(_) => None,
        Who::Bot(id) => id.split(' ').next()?.parse().ok(),
    }
}

/// The name that a person gave, if any.
#[must_use]
pub fn own_name(who: &Who) -> Option<&str> {
    match who {
        Who::Person(id) => Some(&**id).filter(|id| *id != HUMAN),
        Who::Bot(id) => id.split_once(' ').map(|(_, name)| name),
    }
}

/// The level of the bot that plays as this player; none if a person does.
#[must_use]
pub fn level(start: &Start, player: Player) -> Option<Level> {
    level_of(start.who(player))
}

/// The player a person plays, if only one is a person.
#[must_use]
pub fn only_person(start: &Start) -> Option<Player> {
    match Player::BOTH.map(|player| start.who(player).is_person()) {
        [true, false] => Some(Player::First),
        [false, true] => Some(Player::Second),
        _ => None,
    }
}

/// The name of the person who plays, or else `First`, or if a bot plays as First, `First (hard)`.
#[must_use]
pub fn name(start: &Start, player: Player) -> String {
    match (own_name(start.who(player)), level(start, player)) {
        (Some(name), _) => name.to_owned(),
        (None, None) => player.to_string(),
        (None, Some(level)) => format!("{player} ({level})"),
    }
}

/// The name of the person who plays, or else `First` or `Second`.
#[must_use]
pub fn short_name(start: &Start, player: Player) -> String {
    own_name(start.who(player)).map_or_else(|| player.to_string(), ToOwned::to_owned)
}

/// That another level moves in the stead of bots whose net does not know these rules; none where all do.
#[must_use]
pub fn stand_in(start: &Start) -> Option<String> {
    let mut levels = start.seats.iter().filter_map(level_of);
    let level = levels.find(|level| level.net().is_some())?;
    (start.ruleset != Ruleset::STANDARD).then(|| {
        format!(
            "The level {level} knows the standard game on 7x6 alone: here hard moves in its stead."
        )
    })
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

    /// The same for games by any rules: the caller, before it asks a bot for a move, looks whether it knows them.
    #[must_use]
    pub fn for_any_rules(mut self) -> Self {
        self.ruleset = Ruleset::STANDARD;
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
    /// [`Failure`] if the memory of the learner cannot be read, or there is too little memory.
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

/// How the bots of a sitting are made.
#[derive(Clone, Debug, Default)]
pub struct Cast {
    /// How they like to play.
    pub personality: Personality,
    /// What chance they have comes from this number.
    pub seed: u64,
    /// What they know.
    pub knowledge: Knowledge,
}

impl Cast {
    /// The bot for a seat; none if a person sits there.
    ///
    /// # Errors
    ///
    /// [`Failure`] if the bot cannot be made.
    pub fn bot(&self, who: &Who) -> Result<Option<Box<dyn Bot>>, Failure> {
        level_of(who)
            .map(|level| self.knowledge.bot(level, self.personality, None))
            .transpose()
    }
}

/// Who sits down for a sitting.
#[derive(Clone, Debug)]
pub struct Players {
    /// First and Second.
    pub seats: [Who; 2],
    /// How the bots among them are made.
    pub cast: Cast,
}

/// Says when a hint has taken long enough, from now on.
pub fn hint_budget() -> impl Fn() -> bool + Sync {
    let started = Instant::now();
    move || started.elapsed() >= HINT_TIME
}
