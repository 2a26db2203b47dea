//! What happens at a table, in JSON: entries of its log, and commands of a seat.
//!
//! ```
//! use foursight_protocol::table::SentCommand;
//!
//! let text = r#"{"kind":"move","at":{"branch":1,"ply":0},"move":"4"}"#;
//! let command: SentCommand = serde_json::from_str(text)?;
//! assert_eq!(serde_json::to_string(&command)?, text);
//! # Ok::<_, serde_json::Error>(())
//! ```
//!
//! A move is a text: `4` drops in column 4, `P4` pops, `T4` strikes, `A4`, `B4`, `W4` and `D4` drop an
//! anvil, a bomb, a wall and a double, and `-` passes. Seats are 0 and 1. What only the host of a table may
//! ask cannot be written at all.

use foursight_core::{Ending, Move, Player, Ruleset, Tie, TiedBy, WonBy};
use foursight_table::{
    ClockRule, Command, Consent, Entry, Event, Made, Offer, Point, Score, Seat, Start, Starts, Who,
};
use serde::{Deserialize, Serialize};

use crate::sent::{move_text, rules, seat};

/// An entry of the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SentEntry {
    /// The number.
    pub seq: u64,
    /// When it happened, in milliseconds since 1970.
    pub at_ms: u64,
    /// What happened.
    pub event: SentEvent,
}

impl From<&Entry> for SentEntry {
    fn from(entry: &Entry) -> Self {
        Self {
            seq: entry.seq,
            at_ms: entry.at_ms,
            event: SentEvent::from(&entry.event),
        }
    }
}

impl TryFrom<SentEntry> for Entry {
    type Error = UnknownEvent;

    fn try_from(entry: SentEntry) -> Result<Self, UnknownEvent> {
        Ok(Self {
            seq: entry.seq,
            at_ms: entry.at_ms,
            event: entry.event.try_into()?,
        })
    }
}

/// An event of a later version: whoever reads it must be renewed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownEvent;

/// An event: see [`Event`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[expect(missing_docs, reason = "they are those of `Event`")]
pub enum SentEvent {
    Started {
        start: Box<SentStart>,
    },
    Moved {
        #[serde(rename = "move", with = "move_text")]
        step: Move,
        spent_ms: u64,
    },
    TakenBack {
        to: usize,
    },
    Redone {
        to: usize,
    },
    Offered {
        #[serde(with = "seat")]
        seat: Seat,
        offer: SentOffer,
    },
    Closed {
        #[serde(with = "seat")]
        seat: Seat,
    },
    Ended {
        ending: SentEnding,
    },
    Paused,
    Resumed,
    Credited {
        ms: u64,
    },
    ScoreReset,
    /// An event that this version does not know.
    #[serde(other)]
    Unknown,
}

impl From<&Event> for SentEvent {
    fn from(event: &Event) -> Self {
        match event {
            Event::Started(start) => Self::Started {
                start: Box::new(SentStart::from(&**start)),
            },
            Event::Moved { step, spent_ms } => Self::Moved {
                step: *step,
                spent_ms: *spent_ms,
            },
            Event::TakenBack(to) => Self::TakenBack { to: *to },
            Event::Redone(to) => Self::Redone { to: *to },
            Event::Offered(seat, offer) => Self::Offered {
                seat: *seat,
                offer: (*offer).into(),
            },
            Event::Closed(seat) => Self::Closed { seat: *seat },
            Event::Ended(ending) => Self::Ended {
                ending: (*ending).into(),
            },
            Event::Paused => Self::Paused,
            Event::Resumed => Self::Resumed,
            Event::Credited(ms) => Self::Credited { ms: *ms },
            Event::ScoreReset => Self::ScoreReset,
            _ => Self::Unknown,
        }
    }
}

impl TryFrom<SentEvent> for Event {
    type Error = UnknownEvent;

    fn try_from(event: SentEvent) -> Result<Self, UnknownEvent> {
        Ok(match event {
            SentEvent::Started { start } => Self::Started(Box::new((*start).into())),
            SentEvent::Moved { step, spent_ms } => Self::Moved { step, spent_ms },
            SentEvent::TakenBack { to } => Self::TakenBack(to),
            SentEvent::Redone { to } => Self::Redone(to),
            SentEvent::Offered { seat, offer } => Self::Offered(seat, offer.into()),
            SentEvent::Closed { seat } => Self::Closed(seat),
            SentEvent::Ended { ending } => Self::Ended(ending.into()),
            SentEvent::Paused => Self::Paused,
            SentEvent::Resumed => Self::Resumed,
            SentEvent::Credited { ms } => Self::Credited(ms),
            SentEvent::ScoreReset => Self::ScoreReset,
            SentEvent::Unknown => return Err(UnknownEvent),
        })
    }
}

/// What can be offered: see [`Offer`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[expect(missing_docs, reason = "they are those of `Offer`")]
pub enum SentOffer {
    Draw,
    TakeBack { to: usize },
    Rematch,
}

impl From<Offer> for SentOffer {
    fn from(offer: Offer) -> Self {
        match offer {
            Offer::Draw => Self::Draw,
            Offer::TakeBack(to) => Self::TakeBack { to },
            Offer::Rematch => Self::Rematch,
        }
    }
}

impl From<SentOffer> for Offer {
    fn from(offer: SentOffer) -> Self {
        match offer {
            SentOffer::Draw => Self::Draw,
            SentOffer::TakeBack { to } => Self::TakeBack(to),
            SentOffer::Rematch => Self::Rematch,
        }
    }
}

/// How a game ended: see [`Ending`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SentEnding {
    /// A player won.
    Won {
        /// Which.
        winner: SentPlayer,
        /// How.
        by: SentWonBy,
    },
    /// Nobody won.
    Tied {
        /// How.
        by: SentTiedBy,
    },
    /// It was given up without a result.
    Aborted,
}

/// The player who moved first, or the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "they are those of `Player`")]
pub enum SentPlayer {
    First,
    Second,
}

/// How somebody won: see [`WonBy`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "they are those of `WonBy`")]
pub enum SentWonBy {
    Rules,
    Resignation,
    Time,
    Departure,
}

/// How a game was tied: see [`TiedBy`] and [`Tie`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "they are those of `TiedBy` and `Tie`")]
pub enum SentTiedBy {
    Agreement,
    GridFull,
    NoMoves,
    Repetition,
    TooLong,
}

impl From<Ending> for SentEnding {
    fn from(ending: Ending) -> Self {
        match ending {
            Ending::Won(winner, by) => Self::Won {
                winner: match winner {
                    Player::First => SentPlayer::First,
                    Player::Second => SentPlayer::Second,
                },
                by: match by {
                    WonBy::Resignation => SentWonBy::Resignation,
                    WonBy::Time => SentWonBy::Time,
                    WonBy::Departure => SentWonBy::Departure,
                    _ => SentWonBy::Rules,
                },
            },
            Ending::Tied(by) => Self::Tied {
                by: match by {
                    TiedBy::Rules(Tie::GridFull) => SentTiedBy::GridFull,
                    TiedBy::Rules(Tie::NoMoves) => SentTiedBy::NoMoves,
                    TiedBy::Rules(Tie::Repetition) => SentTiedBy::Repetition,
                    TiedBy::Rules(Tie::TooLong) => SentTiedBy::TooLong,
                    _ => SentTiedBy::Agreement,
                },
            },
            Ending::Aborted => Self::Aborted,
        }
    }
}

impl From<SentEnding> for Ending {
    fn from(ending: SentEnding) -> Self {
        match ending {
            SentEnding::Won { winner, by } => Self::Won(
                match winner {
                    SentPlayer::First => Player::First,
                    SentPlayer::Second => Player::Second,
                },
                match by {
                    SentWonBy::Rules => WonBy::Rules,
                    SentWonBy::Resignation => WonBy::Resignation,
                    SentWonBy::Time => WonBy::Time,
                    SentWonBy::Departure => WonBy::Departure,
                },
            ),
            SentEnding::Tied { by } => Self::Tied(match by {
                SentTiedBy::Agreement => TiedBy::Agreement,
                SentTiedBy::GridFull => TiedBy::Rules(Tie::GridFull),
                SentTiedBy::NoMoves => TiedBy::Rules(Tie::NoMoves),
                SentTiedBy::Repetition => TiedBy::Rules(Tie::Repetition),
                SentTiedBy::TooLong => TiedBy::Rules(Tie::TooLong),
            }),
            SentEnding::Aborted => Self::Aborted,
        }
    }
}

/// Who holds a seat, by an id: see [`Who`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "they are those of `Who`")]
pub enum SentWho {
    Person(String),
    Bot(String),
}

/// Who begins the games at a table: see [`Starts`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "they are those of `Starts`")]
pub enum SentStarts {
    Fixed(#[serde(with = "seat")] Seat),
    InTurn,
}

/// What needs the other seat's agreement: see [`Consent`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "they are those of `Consent`")]
pub enum SentConsent {
    Free,
    Agreement,
    NoTakeBack,
}

/// How time is counted: see [`ClockRule`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[expect(missing_docs, reason = "they are those of `ClockRule`")]
pub enum SentClock {
    Total { main_ms: u64, increment_ms: u64 },
    PerTurn { turn_ms: u64 },
}

impl From<SentClock> for ClockRule {
    fn from(clock: SentClock) -> Self {
        match clock {
            SentClock::Total {
                main_ms,
                increment_ms,
            } => Self::Total {
                main_ms,
                increment_ms,
            },
            SentClock::PerTurn { turn_ms } => Self::PerTurn { turn_ms },
        }
    }
}

impl SentClock {
    /// A clock as it is sent; none if nobody can run out of time.
    #[must_use]
    pub const fn of(rule: ClockRule) -> Option<Self> {
        match rule {
            ClockRule::None => None,
            ClockRule::Total {
                main_ms,
                increment_ms,
            } => Some(Self::Total {
                main_ms,
                increment_ms,
            }),
            ClockRule::PerTurn { turn_ms } => Some(Self::PerTurn { turn_ms }),
        }
    }
}

/// A move that was made before the game began: see [`Made`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SentMade {
    #[serde(rename = "move", with = "move_text")]
    step: Move,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    took_ms: Option<u64>,
}

/// All that a game begins with: see [`Start`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "they are those of `Start`")]
pub struct SentStart {
    #[serde(with = "rules")]
    pub rules: Ruleset,
    pub seats: [SentWho; 2],
    pub starts: SentStarts,
    #[serde(with = "seat")]
    pub first: Seat,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<SentClock>,
    pub consent: SentConsent,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opening: Vec<SentMade>,
    pub wins: [u32; 2],
    pub ties: u32,
    pub is_counted: bool,
    #[serde(default)]
    pub has_ended: bool,
}

impl From<&Start> for SentStart {
    fn from(start: &Start) -> Self {
        let opening = start.opening.iter();
        Self {
            rules: start.ruleset,
            seats: start.seats.each_ref().map(|who| match who {
                Who::Person(id) => SentWho::Person(id.clone()),
                Who::Bot(id) => SentWho::Bot(id.clone()),
            }),
            starts: match start.starts {
                Starts::Fixed(seat) => SentStarts::Fixed(seat),
                Starts::InTurn => SentStarts::InTurn,
            },
            first: start.first,
            clock: SentClock::of(start.clock),
            consent: match start.consent {
                Consent::Free => SentConsent::Free,
                Consent::Agreement => SentConsent::Agreement,
                Consent::NoTakeBack => SentConsent::NoTakeBack,
            },
            opening: opening
                .map(|made| SentMade {
                    step: made.step,
                    took_ms: made.took_ms,
                })
                .collect(),
            wins: start.score.wins,
            ties: start.score.ties,
            is_counted: start.is_counted,
            has_ended: start.has_ended,
        }
    }
}

impl From<SentStart> for Start {
    fn from(start: SentStart) -> Self {
        let opening = start.opening.iter();
        Self {
            ruleset: start.rules,
            seats: start.seats.map(|who| match who {
                SentWho::Person(id) => Who::Person(id),
                SentWho::Bot(id) => Who::Bot(id),
            }),
            starts: match start.starts {
                SentStarts::Fixed(seat) => Starts::Fixed(seat),
                SentStarts::InTurn => Starts::InTurn,
            },
            first: start.first,
            clock: start.clock.map_or(ClockRule::None, ClockRule::from),
            consent: match start.consent {
                SentConsent::Free => Consent::Free,
                SentConsent::Agreement => Consent::Agreement,
                SentConsent::NoTakeBack => Consent::NoTakeBack,
            },
            opening: opening
                .map(|made| Made {
                    step: made.step,
                    took_ms: made.took_ms,
                })
                .collect(),
            score: Score {
                wins: start.wins,
                ties: start.ties,
            },
            is_counted: start.is_counted,
            has_ended: start.has_ended,
        }
    }
}

/// Where a command is meant: see [`Point`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "they are those of `Point`")]
pub struct SentPoint {
    pub branch: u64,
    pub ply: usize,
}

impl From<Point> for SentPoint {
    fn from(Point { branch, ply }: Point) -> Self {
        Self { branch, ply }
    }
}

impl From<SentPoint> for Point {
    fn from(SentPoint { branch, ply }: SentPoint) -> Self {
        Self { branch, ply }
    }
}

/// What a seat may ask: see [`Command`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[expect(missing_docs, reason = "they are those of `Command`")]
pub enum SentCommand {
    Move {
        at: SentPoint,
        #[serde(rename = "move", with = "move_text")]
        step: Move,
    },
    TakeBack {
        at: SentPoint,
    },
    Redo {
        at: SentPoint,
    },
    Draw {
        at: SentPoint,
    },
    Next,
    Accept {
        offer: SentOffer,
    },
    Decline {
        offer: SentOffer,
    },
    Resign {
        at: SentPoint,
    },
    Abort,
    Flag,
}

impl From<SentCommand> for Command {
    fn from(command: SentCommand) -> Self {
        match command {
            SentCommand::Move { at, step } => Self::Move {
                at: at.into(),
                step,
            },
            SentCommand::TakeBack { at } => Self::TakeBack(at.into()),
            SentCommand::Redo { at } => Self::Redo(at.into()),
            SentCommand::Draw { at } => Self::Draw(at.into()),
            SentCommand::Next => Self::Next,
            SentCommand::Accept { offer } => Self::Accept(offer.into()),
            SentCommand::Decline { offer } => Self::Decline(offer.into()),
            SentCommand::Resign { at } => Self::Resign(at.into()),
            SentCommand::Abort => Self::Abort,
            SentCommand::Flag => Self::Flag,
        }
    }
}

impl SentCommand {
    /// A command as it is sent; none if it is for the host of a table alone.
    #[must_use]
    pub fn of(command: &Command) -> Option<Self> {
        Some(match command {
            Command::Move { at, step } => Self::Move {
                at: (*at).into(),
                step: *step,
            },
            Command::TakeBack(at) => Self::TakeBack { at: (*at).into() },
            Command::Redo(at) => Self::Redo { at: (*at).into() },
            Command::Draw(at) => Self::Draw { at: (*at).into() },
            Command::Next => Self::Next,
            Command::Accept(offer) => Self::Accept {
                offer: (*offer).into(),
            },
            Command::Decline(offer) => Self::Decline {
                offer: (*offer).into(),
            },
            Command::Resign(at) => Self::Resign { at: (*at).into() },
            Command::Abort => Self::Abort,
            Command::Flag => Self::Flag,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests;
