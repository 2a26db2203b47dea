//! Evaluation weights of a searching bot: points for windows of the line's length, and the three
//! personalities that differ in them.

use std::fmt;
use std::str::FromStr;

/// Points for the features of a position, from the bot's point of view. Wins and losses outweigh
/// any sum of them.
///
/// A *window* is as many adjacent cells as a line needs. It counts for a player while the opponent
/// has no disc in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Weights {
    /// An own line. Only Pop Ten goes on after one.
    pub line: i32,
    /// A window that lacks one own disc.
    pub one_short: i32,
    /// A window that lacks two own discs.
    pub two_short: i32,
    /// The opponent's window that lacks one disc.
    pub opponent_one_short: i32,
    /// The opponent's window that lacks two discs.
    pub opponent_two_short: i32,
    /// An own disc in the centre column, or in the two of a board of even width.
    pub centre: i32,
    /// A threat on a row that its owner gets if both fill the columns in turn: odd rows for First,
    /// even rows for Second. The opponent's count against.
    pub parity: i32,
    /// A power disc in hand (Power Up). The opponent's count against.
    pub power: i32,
    /// A disc set aside (Pop Ten). The opponent's count against. More than a line, because a
    /// disc is set aside by giving one up.
    pub set_aside: i32,
}

impl Weights {
    /// The weights that define the levels.
    pub const BALANCED: Self = Self {
        line: 100,
        one_short: 5,
        two_short: 2,
        opponent_one_short: -4,
        opponent_two_short: 0,
        centre: 3,
        parity: 0,
        power: 4,
        set_aside: 250,
    };

    /// Builds own lines and cares less about the opponent's.
    pub const AGGRESSIVE: Self = Self {
        one_short: 12,
        two_short: 5,
        opponent_one_short: -1,
        ..Self::BALANCED
    };

    /// Stops the opponent's lines before building own ones.
    pub const DEFENSIVE: Self = Self {
        one_short: 2,
        two_short: 1,
        opponent_one_short: -12,
        opponent_two_short: -5,
        ..Self::BALANCED
    };

    /// Returns the weights with points for odd and even threats.
    #[must_use]
    pub const fn with_parity(self, parity: i32) -> Self {
        Self { parity, ..self }
    }
}

/// The playing style of a bot, independent of its level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Personality {
    /// Builds its own lines first.
    Aggressive,
    /// The default weights.
    #[default]
    Balanced,
    /// Breaks the opponent's lines first.
    Defensive,
}

impl Personality {
    /// All personalities.
    pub const ALL: [Self; 3] = [Self::Aggressive, Self::Balanced, Self::Defensive];

    /// Returns the stable name used on the command line and in settings.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Aggressive => "aggressive",
            Self::Balanced => "balanced",
            Self::Defensive => "defensive",
        }
    }

    /// Returns its evaluation weights.
    #[must_use]
    pub const fn weights(self) -> Weights {
        match self {
            Self::Aggressive => Weights::AGGRESSIVE,
            Self::Balanced => Weights::BALANCED,
            Self::Defensive => Weights::DEFENSIVE,
        }
    }
}

impl fmt::Display for Personality {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Error for an unknown personality name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsePersonalityError(String);

impl fmt::Display for ParsePersonalityError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "there is no personality {:?}: choose aggressive, balanced or defensive",
            self.0
        )
    }
}

impl std::error::Error for ParsePersonalityError {}

impl FromStr for Personality {
    type Err = ParsePersonalityError;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|personality| personality.name() == name)
            .ok_or_else(|| ParsePersonalityError(name.chars().take(NAME_SHOWN_MAX).collect()))
    }
}

/// Error messages quote an unknown name up to this length.
pub(crate) const NAME_SHOWN_MAX: usize = 40;
