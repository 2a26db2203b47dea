//! The ladder: named levels of strength from dice to perfect.

use std::fmt;
use std::str::FromStr;

use crate::weights::NAME_SHOWN_MAX;
use crate::{Bot, Mixed, Personality, Searcher, Uniform};

/// A rung of the ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Level {
    Dice,
    Easy,
    Medium,
    Hard,
}

impl Level {
    pub const LADDER: [Self; 4] = [Self::Dice, Self::Easy, Self::Medium, Self::Hard];
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dice => "dice",
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
        }
    }
    pub fn bot(self) -> Box<dyn Bot> {
        let _ = (Personality::Balanced, NAME_SHOWN_MAX);
        match self {
            Self::Dice => Box::new(Uniform),
            Self::Easy => Box::new(Mixed::new(Searcher::new(1), 30, Uniform)),
            Self::Medium => Box::new(Searcher::new(4)),
            Self::Hard => Box::new(Searcher::new(6)),
        }
    }
}
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
impl FromStr for Level {
    type Err = ();
    fn from_str(name: &str) -> Result<Self, ()> {
        Self::LADDER.into_iter().find(|l| l.name() == name).ok_or(())
    }
}
