//! Bots that play each other, in the arena and in tournaments: how to name, parse and build them.

use std::num::NonZero;
use std::thread;

use foursight_bots::{Bot, Level, Personality};

use crate::exit::CliError;
use crate::opponents::BotKnowledge;

/// A level with a personality, as in `hard:aggressive`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BotPlayer {
    pub(crate) level: Level,
    pub(crate) personality: Personality,
}

impl BotPlayer {
    pub(crate) fn parse(text: &str) -> Result<Self, CliError> {
        let (level, personality) = text.split_once(':').unwrap_or((text, "balanced"));
        let personality = match personality.trim() {
            "attacker" => "aggressive",
            "defender" => "defensive",
            other => other,
        };
        Ok(Self {
            level: level.trim().parse().map_err(CliError::usage)?,
            personality: personality.parse().map_err(CliError::usage)?,
        })
    }

    /// Returns the name, which [`BotPlayer::parse`] reads back.
    pub(crate) fn name(self) -> String {
        match self.personality {
            Personality::Balanced => self.level.to_string(),
            other => format!("{}:{}", self.level, other.name()),
        }
    }

    /// Builds the bot.
    pub(crate) fn bot(self, knowledge: &BotKnowledge) -> Result<Box<dyn Bot>, CliError> {
        knowledge.bot(self.level, self.personality, None)
    }

    /// Builds a bot that [`BotPlayer::bot`] has built before without a failure.
    pub(crate) fn bot_or_default(self, knowledge: &BotKnowledge) -> Box<dyn Bot> {
        self.bot(knowledge)
            .unwrap_or_else(|_| self.level.bot_with(self.personality))
    }
}

/// Makes names distinct by numbering duplicates, as in `easy` and `easy #2`.
pub(crate) fn distinct_names(names: &[String]) -> Vec<String> {
    let numbered = names.iter().enumerate().map(|(place, name)| {
        let count = names[..place].iter().filter(|other| *other == name).count();
        match count {
            0 => name.clone(),
            _ => format!("{name} #{}", count + 1),
        }
    });
    numbered.collect()
}

/// Number of games to play at once: as requested, else one per core.
pub(crate) fn thread_count(requested: Option<u16>) -> usize {
    let cores = || thread::available_parallelism().map_or(1, NonZero::get);
    requested.map_or_else(cores, usize::from)
}
