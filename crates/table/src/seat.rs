//! Seats, their occupants, and everything a game starts with.

use std::error::Error;
use std::fmt;

use foursight_core::{Ending, Move, Player, Ruleset};

use crate::TimeControl;

/// One of the two seats at a table. The score belongs to the seat; which player it is may change
/// from game to game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "u8", try_from = "u8"))]
pub enum Seat {
    /// Player 1, or the person who plays a bot.
    #[default]
    One,
    /// Player 2, or the bot.
    Two,
}

impl Seat {
    /// Both seats.
    pub const BOTH: [Self; 2] = [Self::One, Self::Two];

    /// Returns the index in an array with one entry per seat.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the other seat.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::One => Self::Two,
            Self::Two => Self::One,
        }
    }
}

impl From<Seat> for u8 {
    fn from(seat: Seat) -> Self {
        seat as Self
    }
}

impl TryFrom<u8> for Seat {
    type Error = SeatIndexError;

    fn try_from(index: u8) -> Result<Self, SeatIndexError> {
        let seat = Self::BOTH.get(usize::from(index));
        seat.copied().ok_or(SeatIndexError(index))
    }
}

/// A number that is not the index of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatIndexError(pub u8);

impl fmt::Display for SeatIndexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a seat is 0 or 1, not {}", self.0)
    }
}

impl Error for SeatIndexError {}

/// Occupant of a seat. The text is an opaque id of the app, such as an account or the name of a
/// level.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Occupant {
    /// A person.
    Person(String),
    /// A program.
    Bot(String),
}

impl Occupant {
    /// The id that the app assigned.
    #[must_use]
    pub fn id(&self) -> &str {
        match self {
            Self::Person(id) | Self::Bot(id) => id,
        }
    }

    /// Returns true for a person.
    #[must_use]
    pub const fn is_person(&self) -> bool {
        matches!(self, Self::Person(_))
    }
}

/// Policy that determines which seat moves first in successive games at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum StartPolicy {
    /// Always this seat.
    Fixed(Seat),
    /// Seat one moves first in the first game, then the seats alternate.
    #[cfg_attr(feature = "serde", serde(rename = "in_turn"))]
    Alternate,
}

impl Default for StartPolicy {
    fn default() -> Self {
        Self::Fixed(Seat::One)
    }
}

impl StartPolicy {
    /// Returns the seat that moves first in the first game.
    #[must_use]
    pub const fn first(self) -> Seat {
        match self {
            Self::Fixed(seat) => seat,
            Self::Alternate => Seat::One,
        }
    }

    /// Returns the seat that moves first in the game after one that `last` began.
    #[must_use]
    pub const fn next(self, last: Seat) -> Seat {
        match self {
            Self::Fixed(seat) => seat,
            Self::Alternate => last.opponent(),
        }
    }
}

/// Consent that a take-back, a draw or another game needs from the other seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Consent {
    /// None: all people share one device, and their requests take effect at once.
    #[default]
    Free,
    /// Agreement: a request is an offer until the other seat accepts it.
    Agreement,
    /// Agreement, and no take-backs: for rated games, which no server offers yet.
    NoTakeBack,
}

/// Running score of the games at a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct MatchScore {
    /// Wins, by [`Seat::index`].
    pub wins: [u32; 2],
    /// Draws.
    pub draws: u32,
}

/// A played move with its thinking time, if known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimedMove {
    /// The move.
    pub mv: Move,
    /// Thinking time in milliseconds.
    pub thinking_ms: Option<u64>,
}

impl From<Move> for TimedMove {
    fn from(mv: Move) -> Self {
        Self {
            mv,
            thinking_ms: None,
        }
    }
}

/// Everything a game starts with. A log of events can be replayed from any event that holds one.
///
/// ```
/// use foursight_core::Ruleset;
/// use foursight_table::{Seat, GameStart, StartPolicy, Occupant};
///
/// let seats = [Occupant::Person("Ada".into()), Occupant::Bot("hard".into())];
/// let start = GameStart {
///     start_policy: StartPolicy::Fixed(Seat::Two),
///     first: Seat::Two,
///     ..GameStart::new(Ruleset::STANDARD, seats)
/// };
/// assert!(start.has_people());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameStart {
    /// The rules.
    pub ruleset: Ruleset,
    /// Occupants of the seats, by [`Seat::index`].
    pub seats: [Occupant; 2],
    /// Policy for the first move in the games at this table.
    pub start_policy: StartPolicy,
    /// The seat that moves first in this game.
    pub first: Seat,
    /// Time control.
    pub time_control: TimeControl,
    /// Consent that the other seat must give.
    pub consent: Consent,
    /// Moves already played: a shared or saved game, or an opening known to be fair.
    pub opening: Vec<TimedMove>,
    /// The score before this game.
    pub score: MatchScore,
    /// False for a game that is only viewed: its end does not change the score.
    pub is_counted: bool,
    /// True if the end of this game has been reported before, so that apps do not archive it or
    /// learn from it twice. [`Table::open`](crate::Table::open) sets it if the opening ends the
    /// game.
    pub has_ended: bool,
}

impl GameStart {
    /// Returns a first game without a clock between people sharing one device; seat one begins.
    #[must_use]
    pub fn new(ruleset: Ruleset, seats: [Occupant; 2]) -> Self {
        Self {
            ruleset,
            seats,
            start_policy: StartPolicy::default(),
            first: Seat::One,
            time_control: TimeControl::Unlimited,
            consent: Consent::Free,
            opening: Vec::new(),
            score: MatchScore::default(),
            is_counted: true,
            has_ended: false,
        }
    }

    /// Returns the seat of this player.
    #[must_use]
    pub const fn seat_of(&self, player: Player) -> Seat {
        match player {
            Player::First => self.first,
            Player::Second => self.first.opponent(),
        }
    }

    /// Returns the player of this seat.
    #[must_use]
    pub fn player_at(&self, seat: Seat) -> Player {
        if seat == self.first {
            Player::First
        } else {
            Player::Second
        }
    }

    /// Returns the occupant who plays as this player.
    #[must_use]
    pub fn occupant(&self, player: Player) -> &Occupant {
        &self.seats[self.seat_of(player).index()]
    }

    /// Returns true if a person holds this seat.
    #[must_use]
    pub const fn is_person(&self, seat: Seat) -> bool {
        self.seats[seat.index()].is_person()
    }

    /// Returns true if a person holds at least one seat.
    #[must_use]
    pub fn has_people(&self) -> bool {
        self.seats.iter().any(Occupant::is_person)
    }

    /// Returns the score including a game with this ending.
    pub(crate) fn score_with(&self, ending: Option<Ending>) -> MatchScore {
        let mut score = self.score;
        let count = match ending {
            _ if !self.is_counted => return score,
            Some(Ending::Won(winner, _)) => &mut score.wins[self.seat_of(winner).index()],
            Some(Ending::Draw(_)) => &mut score.draws,
            Some(Ending::Aborted) | None => return score,
        };
        *count = count.saturating_add(1);
        score
    }
}
