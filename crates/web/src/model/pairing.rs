//! Who plays whom by which rules, and how it stands between them.

use std::fmt;
use std::str::FromStr;

use foursight_bots::{Level, Personality};
use foursight_core::Ruleset;

/// One of the two places at the grid. A person who plays a bot sits at the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Seat {
    /// Player 1.
    #[default]
    One,
    /// Player 2.
    Two,
}

impl Seat {
    /// Both.
    pub const BOTH: [Self; 2] = [Self::One, Self::Two];

    /// The place in an array with one entry a seat.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The seat on the other side of the grid.
    #[must_use]
    pub const fn across(self) -> Self {
        match self {
            Self::One => Self::Two,
            Self::Two => Self::One,
        }
    }
}

/// Who sits at a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Who {
    /// Somebody at this page.
    #[default]
    Person,
    /// A bot of this level and character.
    Bot(Level, Personality),
}

/// What a person is called in saved text.
const PERSON: &str = "person";

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Person => f.write_str(PERSON),
            Self::Bot(level, personality) => write!(f, "{} {}", level.name(), personality.name()),
        }
    }
}

impl FromStr for Who {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        if text == PERSON {
            return Ok(Self::Person);
        }
        let (level, personality) = text.split_once(' ').ok_or(())?;
        let level = level.parse().map_err(drop)?;
        Ok(Self::Bot(level, personality.parse().map_err(drop)?))
    }
}

/// Who makes the first move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Starts {
    /// Player 1, or the person who plays a bot.
    #[default]
    One,
    /// Player 2, or the bot.
    Two,
    /// Player 1 first, then in turn.
    InTurn,
}

impl Starts {
    /// Every choice.
    pub const ALL: [Self; 3] = [Self::One, Self::Two, Self::InTurn];

    /// The stable name used in settings and on the page.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::One => "one",
            Self::Two => "two",
            Self::InTurn => "in-turn",
        }
    }

    /// Who starts the first game.
    #[must_use]
    pub const fn first(self) -> Seat {
        match self {
            Self::One | Self::InTurn => Seat::One,
            Self::Two => Seat::Two,
        }
    }

    /// Who starts the game after one that was started by this seat.
    #[must_use]
    pub const fn next(self, last: Seat) -> Seat {
        match self {
            Self::InTurn => last.across(),
            Self::One | Self::Two => self.first(),
        }
    }
}

/// Who plays whom by which rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairing {
    /// The rules of the next game.
    pub ruleset: Ruleset,
    /// Who sits where, by [`Seat::index`].
    pub seats: [Who; 2],
    /// Who makes the first move.
    pub starts: Starts,
}

/// How many games each seat has won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// By [`Seat::index`].
    pub wins: [u32; 2],
    /// Games that nobody won.
    pub ties: u32,
}

impl Score {
    pub(super) fn with_win_of(mut self, seat: Seat) -> Self {
        let wins = &mut self.wins[seat.index()];
        *wins = wins.saturating_add(1);
        self
    }

    pub(super) fn with_tie(mut self) -> Self {
        self.ties = self.ties.saturating_add(1);
        self
    }
}
