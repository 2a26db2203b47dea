//! Who sits at the table, who starts, and everything a game begins with.

use foursight_core::{Ending, Move, Player, Ruleset};

use crate::ClockRule;

/// One of the two places at a table. A seat keeps its score; which player it is may change from
/// game to game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
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

/// Who holds a seat. The text is an id that belongs to the app, such as an account or the name of
/// a level; the table only keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Who {
    /// A person.
    Person(String),
    /// A program.
    Bot(String),
}

impl Who {
    /// The id that the app gave.
    #[must_use]
    pub fn id(&self) -> &str {
        match self {
            Self::Person(id) | Self::Bot(id) => id,
        }
    }

    /// True for a person.
    #[must_use]
    pub const fn is_person(&self) -> bool {
        matches!(self, Self::Person(_))
    }
}

/// Which seat moves first in the games that follow one another at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Starts {
    /// Always this one.
    Fixed(Seat),
    /// Seat one begins the first game, then the seats take turns.
    InTurn,
}

impl Default for Starts {
    fn default() -> Self {
        Self::Fixed(Seat::One)
    }
}

impl Starts {
    /// Who moves first in the first game.
    #[must_use]
    pub const fn first(self) -> Seat {
        match self {
            Self::Fixed(seat) => seat,
            Self::InTurn => Seat::One,
        }
    }

    /// Who moves first in the game after one that this seat began.
    #[must_use]
    pub const fn next(self, last: Seat) -> Seat {
        match self {
            Self::Fixed(seat) => seat,
            Self::InTurn => last.across(),
        }
    }
}

/// Whether the other seat must agree to a take-back, a tie or another game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Consent {
    /// No: all people sit at one device, and what they ask for is done at once.
    #[default]
    Free,
    /// Yes: such a wish is an offer until the other seat accepts it.
    Agreement,
    /// Yes, and moves stay made (rated games).
    NoTakeBack,
}

/// The games that each seat has won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Score {
    /// Games won, by [`Seat::index`].
    pub wins: [u32; 2],
    /// Games that neither seat won.
    pub ties: u32,
}

/// A move that was made, and how long its player thought, if that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Made {
    /// The move.
    pub step: Move,
    /// The time it took, in milliseconds.
    pub took_ms: Option<u64>,
}

impl From<Move> for Made {
    fn from(step: Move) -> Self {
        Self {
            step,
            took_ms: None,
        }
    }
}

/// Everything a game begins with. A log of events can be read from any event that holds one.
///
/// ```
/// use foursight_core::Ruleset;
/// use foursight_table::{Seat, Start, Starts, Who};
///
/// let seats = [Who::Person("Ada".into()), Who::Bot("hard".into())];
/// let start = Start {
///     starts: Starts::Fixed(Seat::Two),
///     first: Seat::Two,
///     ..Start::new(Ruleset::STANDARD, seats)
/// };
/// assert!(start.has_people());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// The rules.
    pub ruleset: Ruleset,
    /// Who sits where, by [`Seat::index`].
    pub seats: [Who; 2],
    /// Who begins the games at this table.
    pub starts: Starts,
    /// The seat that moves first in this game.
    pub first: Seat,
    /// How time is counted.
    pub clock: ClockRule,
    /// What needs the other seat's agreement.
    pub consent: Consent,
    /// Moves that are made already: a shared or saved game, or an opening known to be fair.
    pub opening: Vec<Made>,
    /// The score before this game.
    pub score: Score,
    /// False for a game that is only looked at: its end changes no score.
    pub is_counted: bool,
    /// True if its end was told before, so that it is not kept or learned a second time. An
    /// opening that ends the game says the same.
    pub has_ended: bool,
}

impl Start {
    /// A first game without a clock between people at one device; seat one begins.
    #[must_use]
    pub fn new(ruleset: Ruleset, seats: [Who; 2]) -> Self {
        Self {
            ruleset,
            seats,
            starts: Starts::default(),
            first: Seat::One,
            clock: ClockRule::None,
            consent: Consent::Free,
            opening: Vec::new(),
            score: Score::default(),
            is_counted: true,
            has_ended: false,
        }
    }

    /// The seat of this player.
    #[must_use]
    pub const fn seat_of(&self, player: Player) -> Seat {
        match player {
            Player::First => self.first,
            Player::Second => self.first.across(),
        }
    }

    /// The player that this seat is.
    #[must_use]
    pub fn player_at(&self, seat: Seat) -> Player {
        if seat == self.first {
            Player::First
        } else {
            Player::Second
        }
    }

    /// Who plays as this player.
    #[must_use]
    pub fn who(&self, player: Player) -> &Who {
        &self.seats[self.seat_of(player).index()]
    }

    /// True if a person holds this seat.
    #[must_use]
    pub const fn is_person(&self, seat: Seat) -> bool {
        self.seats[seat.index()].is_person()
    }

    /// True if a person holds one of the seats.
    #[must_use]
    pub fn has_people(&self) -> bool {
        self.seats.iter().any(Who::is_person)
    }

    /// The score once this game ended so.
    pub(crate) fn score_with(&self, ending: Option<Ending>) -> Score {
        let mut score = self.score;
        let count = match ending {
            _ if !self.is_counted => return score,
            Some(Ending::Won(winner, _)) => &mut score.wins[self.seat_of(winner).index()],
            Some(Ending::Tied(_)) => &mut score.ties,
            Some(Ending::Aborted) | None => return score,
        };
        *count = count.saturating_add(1);
        score
    }
}
