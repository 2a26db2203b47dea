//! The terms of a game that somebody can choose on the page.

use foursight_protocol::online::Terms;
use foursight_protocol::table::SentClock;

/// How time is counted, as the page offers it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pace {
    /// Not at all.
    #[default]
    Untimed,
    /// Three minutes, and two seconds more for each turn.
    Quick,
    /// Ten minutes, and five seconds more for each turn.
    Slow,
    /// Three days for each turn.
    Days,
}

impl Pace {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Untimed, Self::Quick, Self::Slow, Self::Days];

    /// Its name in forms.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Untimed => "untimed",
            Self::Quick => "quick",
            Self::Slow => "slow",
            Self::Days => "days",
        }
    }

    /// The pace of a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|pace| pace.name() == name)
    }

    /// The pace of a clock, if it is one of these.
    #[must_use]
    pub fn of(clock: Option<SentClock>) -> Option<Self> {
        Self::ALL.into_iter().find(|pace| pace.clock() == clock)
    }

    /// The clock of this pace.
    #[must_use]
    pub const fn clock(self) -> Option<SentClock> {
        const MINUTE_MS: u64 = 60_000;
        match self {
            Self::Untimed => None,
            Self::Quick => Some(SentClock::Total {
                main_ms: 3 * MINUTE_MS,
                increment_ms: 2_000,
            }),
            Self::Slow => Some(SentClock::Total {
                main_ms: 10 * MINUTE_MS,
                increment_ms: 5_000,
            }),
            Self::Days => Some(SentClock::PerTurn {
                turn_ms: 3 * 24 * 60 * MINUTE_MS,
            }),
        }
    }
}

/// What was chosen for the next game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The ruleset as text.
    pub rules: String,
    /// How time is counted.
    pub pace: Pace,
}

impl Default for Choice {
    fn default() -> Self {
        Self {
            rules: "standard 7x6/4".to_owned(),
            pace: Pace::default(),
        }
    }
}

impl Choice {
    /// The terms of it; who begins is drawn by lot.
    #[must_use]
    pub fn terms(&self) -> Terms {
        Terms {
            rules: self.rules.clone(),
            clock: self.pace.clock(),
            first: foursight_protocol::online::Beginner::Lot,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paces_have_names_and_clocks() {
        for pace in Pace::ALL {
            assert_eq!(Pace::from_name(pace.name()), Some(pace));
            assert_eq!(Pace::of(pace.clock()), Some(pace));
        }
        assert_eq!(Pace::from_name("never"), None);
    }
}
