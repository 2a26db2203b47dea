//! Bots that meet each other, in the arena and in tournaments: how they are named, read and made.

use std::num::NonZero;
use std::thread;

use foursight_bots::{Bot, Level, Personality};

use crate::exit::Failure;
use crate::opponents::Knowledge;

/// A level with a personality, as in `hard:aggressive`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BotPlayer {
    pub(crate) level: Level,
    pub(crate) personality: Personality,
}

impl BotPlayer {
    pub(crate) fn parse(text: &str) -> Result<Self, Failure> {
        let (level, personality) = text.split_once(':').unwrap_or((text, "balanced"));
        let personality = match personality.trim() {
            "attacker" => "aggressive",
            "defender" => "defensive",
            other => other,
        };
        Ok(Self {
            level: level.trim().parse().map_err(Failure::usage)?,
            personality: personality.parse().map_err(Failure::usage)?,
        })
    }

    /// What it is called, which also reads back.
    pub(crate) fn name(self) -> String {
        match self.personality {
            Personality::Balanced => self.level.to_string(),
            other => format!("{}:{}", self.level, other.name()),
        }
    }

    /// It, ready to play.
    pub(crate) fn bot(self, knowledge: &Knowledge) -> Result<Box<dyn Bot>, Failure> {
        knowledge.bot(self.level, self.personality, None)
    }

    /// It, where it was made before without a failure.
    pub(crate) fn bot_again(self, knowledge: &Knowledge) -> Box<dyn Bot> {
        self.bot(knowledge)
            .unwrap_or_else(|_| self.level.bot_with(self.personality))
    }
}

/// Names of which no two are the same: whoever is there twice is numbered, as in `easy` and `easy #2`.
pub(crate) fn distinct_names(names: &[String]) -> Vec<String> {
    let numbered = names.iter().enumerate().map(|(place, name)| {
        let earlier = names[..place].iter().filter(|other| *other == name).count();
        match earlier {
            0 => name.clone(),
            _ => format!("{name} #{}", earlier + 1),
        }
    });
    numbered.collect()
}

/// How many games can be played at once: what was asked for, else one a core.
pub(crate) fn threads(asked: Option<u16>) -> usize {
    let cores = || thread::available_parallelism().map_or(1, NonZero::get);
    asked.map_or_else(cores, usize::from)
}
