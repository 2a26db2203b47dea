//! Who sits where: people, and bots with what they know.
//!
//! Bots and solvers that play are built by [`Knowledge`] alone, so that a book or another source
//! of exact knowledge has one place to come in.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use foursight_bots::{Bot, Learner, Level, Mind, Personality};
use foursight_core::{Game, Player, Position, Ruleset};
use foursight_solver::book::Book;
use foursight_solver::{Options, Solver};

use crate::books::BookInForce;
use crate::bot_args::{HUMAN, PlayersArgs, SeatName};
use crate::exit::Failure;
use crate::learner_file;
use crate::settings::{Layers, Sourced};

/// Who sits on a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sitter {
    /// A person.
    Human,
    /// A bot of this level.
    Bot(Level),
}

impl Sitter {
    /// Reads a word as `--first` takes it.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        match text {
            HUMAN | "me" => Ok(Self::Human),
            level => match level.parse() {
                Ok(level) => Ok(Self::Bot(level)),
                Err(error) => Err(format!("{error}, or {HUMAN}")),
            },
        }
    }

    /// The word that `--first` takes.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Human => HUMAN,
            Self::Bot(level) => level.name(),
        }
    }
}

/// What bots know before they think: the book of openings in force.
#[derive(Clone, Debug, Default)]
pub(crate) struct Knowledge {
    book: Option<Arc<Book>>,
}

impl Knowledge {
    /// The book of the settings, else the one that comes with the program. If it is of no use by the
    /// rules that will be played, that is told.
    pub(crate) fn from_settings(layers: &Layers, ruleset: Ruleset) -> Result<Self, Failure> {
        let mut book = BookInForce::pick(None, layers)?;
        book.tell_unless_of(ruleset);
        Ok(Self {
            book: Some(book.book),
        })
    }

    /// A solver that knows it.
    pub(crate) fn solver(&self) -> Solver {
        self.solver_with(Options::default())
    }

    /// A solver that knows it, with other options than the usual.
    pub(crate) fn solver_with(&self, options: Options) -> Solver {
        let solver = Solver::new(options);
        match &self.book {
            Some(book) => solver.with_book(Arc::clone(book)),
            None => solver,
        }
    }

    /// A bot. The learner takes its memory from this file, or from the usual one.
    pub(crate) fn bot(
        &self,
        level: Level,
        personality: Personality,
        memory: Option<PathBuf>,
    ) -> Result<Box<dyn Bot>, Failure> {
        if level == Level::Learner {
            let path = learner_file::path(memory)?;
            return Ok(Box::new(Learner::new(learner_file::load(&path)?)));
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
    pub(crate) fn hinter(&self) -> Box<dyn Bot> {
        Level::Perfect.bot_knowing(Personality::default(), &|| self.solver())
    }
}

/// Both seats, and how the bots on them are made.
#[derive(Clone, Debug)]
pub(crate) struct Seats {
    sitters: [Sitter; 2],
    personality: Personality,
    pub(crate) seed: u64,
    pub(crate) knowledge: Knowledge,
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

    /// The seats that the flags and settings ask for.
    pub(crate) fn from_args(
        args: &PlayersArgs,
        layers: &Layers,
        ruleset: Ruleset,
    ) -> Result<Self, Failure> {
        let sitters = match (args.first, args.second) {
            (None, None) => {
                let opponent = opponent(args.level, layers)?.value;
                match (args.you, opponent) {
                    (Some(_), Sitter::Human) => {
                        return Err(Failure::usage(
                            "--you is your seat against a bot: add --level, as in --level hard",
                        ));
                    }
                    (Some(SeatName::Second), bot) => [bot, Sitter::Human],
                    (_, bot) => [Sitter::Human, bot],
                }
            }
            seats => <[_; 2]>::from(seats).map(|who| who.unwrap_or(Sitter::Human)),
        };
        Ok(Self {
            sitters,
            personality: personality(args.personality, layers)?.value,
            seed: args.seed.unwrap_or_else(seed_from_clock),
            knowledge: Knowledge::from_settings(layers, ruleset)?,
        })
    }

    /// Those who are known take their seats.
    pub(crate) fn seat(&mut self, known: [Option<Sitter>; 2]) {
        for (sitter, known) in self.sitters.iter_mut().zip(known) {
            *sitter = known.unwrap_or(*sitter);
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
            .map(|level| self.knowledge.bot(level, self.personality, None))
            .transpose()
    }
}

/// Who plays against you: a flag, else the settings, else another person.
pub(crate) fn opponent(flag: Option<Level>, layers: &Layers) -> Result<Sourced<Sitter>, Failure> {
    let flag = flag.map(Sitter::Bot);
    layers.pick_or("level", flag, Sitter::Human, Sitter::parse)
}

/// How bots like to play: a flag, else the settings, else balanced.
pub(crate) fn personality(
    flag: Option<Personality>,
    layers: &Layers,
) -> Result<Sourced<Personality>, Failure> {
    let parse = |name: &str| {
        let parsed = name.parse::<Personality>();
        parsed.map_err(|error| error.to_string())
    };
    layers.pick_or("personality", flag, Personality::default(), parse)
}

/// How long a hint may take.
const HINT_TIME: Duration = Duration::from_secs(4);

/// Says when a hint has taken long enough, from now on.
pub(crate) fn hint_budget() -> impl Fn() -> bool + Sync {
    let started = Instant::now();
    move || started.elapsed() >= HINT_TIME
}

/// A number that differs from game to game.
fn seed_from_clock() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(1, |now| now.as_nanos() as u64)
}
