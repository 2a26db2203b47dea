//! Events and commands of a game in JSON.
//!
//! ```
//! use foursight_protocol::table::WireCommand;
//!
//! let text = r#"{"kind":"move","at":{"branch":1,"ply":0},"move":"4"}"#;
//! let command: WireCommand = serde_json::from_str(text)?;
//! assert_eq!(serde_json::to_string(&command)?, text);
//! # Ok::<_, serde_json::Error>(())
//! ```
//!
//! A move is a text: `4` drops in column 4, `P4` pops, `T4` strikes, `A4`, `B4`, `W4` and `D4` drop
//! an anvil, a bomb, a wall and a double, and `-` passes. Seats are 0 and 1. Commands reserved for
//! the host of a table have no JSON form.

use foursight_core::{DrawReason, DrawRule, Ending, Move, Player, Ruleset, WinReason};
use foursight_table::{
    Command, Consent, Entry, Event, GameStart, MatchScore, Occupant, Offer, Point, Seat,
    StartPolicy, TimeControl, TimedMove,
};
use serde::{Deserialize, Serialize};

use crate::codec::{move_text, rules, seat};

/// An entry of a game's event log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WireEntry {
    /// Sequence number.
    pub seq: u64,
    /// Time in milliseconds since 1970.
    pub at_ms: u64,
    /// The event.
    pub event: WireEvent,
}

impl From<&Entry> for WireEntry {
    fn from(entry: &Entry) -> Self {
        Self {
            seq: entry.seq,
            at_ms: entry.at_ms,
            event: WireEvent::from(&entry.event),
        }
    }
}

impl TryFrom<WireEntry> for Entry {
    type Error = UnknownEvent;

    fn try_from(entry: WireEntry) -> Result<Self, UnknownEvent> {
        Ok(Self {
            seq: entry.seq,
            at_ms: entry.at_ms,
            event: entry.event.try_into()?,
        })
    }
}

/// An event kind of a later version, which this version cannot apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownEvent;

/// Wire format of [`Event`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[expect(missing_docs, reason = "documented on `Event`")]
pub enum WireEvent {
    Started {
        start: Box<WireStart>,
    },
    Moved {
        #[serde(rename = "move", with = "move_text")]
        mv: Move,
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
        offer: WireOffer,
    },
    Closed {
        #[serde(with = "seat")]
        seat: Seat,
    },
    Ended {
        ending: WireEnding,
    },
    Paused,
    Resumed,
    Credited {
        ms: u64,
    },
    ScoreReset,
    /// An event kind that this version does not support.
    #[serde(other)]
    Unknown,
}

impl From<&Event> for WireEvent {
    fn from(event: &Event) -> Self {
        match event {
            Event::GameStarted(start) => Self::Started {
                start: Box::new(WireStart::from(&**start)),
            },
            Event::MovePlayed { mv: step, spent_ms } => Self::Moved {
                mv: *step,
                spent_ms: *spent_ms,
            },
            Event::MovesTakenBack(to) => Self::TakenBack { to: *to },
            Event::MovesRedone(to) => Self::Redone { to: *to },
            Event::OfferMade(seat, offer) => Self::Offered {
                seat: *seat,
                offer: (*offer).into(),
            },
            Event::OfferClosed(seat) => Self::Closed { seat: *seat },
            Event::GameEnded(ending) => Self::Ended {
                ending: (*ending).into(),
            },
            Event::Paused => Self::Paused,
            Event::Resumed => Self::Resumed,
            Event::TimeCredited(ms) => Self::Credited { ms: *ms },
            Event::ScoreReset => Self::ScoreReset,
            _ => Self::Unknown,
        }
    }
}

impl TryFrom<WireEvent> for Event {
    type Error = UnknownEvent;

    fn try_from(event: WireEvent) -> Result<Self, UnknownEvent> {
        Ok(match event {
            WireEvent::Started { start } => Self::GameStarted(Box::new((*start).into())),
            WireEvent::Moved { mv: step, spent_ms } => Self::MovePlayed { mv: step, spent_ms },
            WireEvent::TakenBack { to } => Self::MovesTakenBack(to),
            WireEvent::Redone { to } => Self::MovesRedone(to),
            WireEvent::Offered { seat, offer } => Self::OfferMade(seat, offer.into()),
            WireEvent::Closed { seat } => Self::OfferClosed(seat),
            WireEvent::Ended { ending } => Self::GameEnded(ending.into()),
            WireEvent::Paused => Self::Paused,
            WireEvent::Resumed => Self::Resumed,
            WireEvent::Credited { ms } => Self::TimeCredited(ms),
            WireEvent::ScoreReset => Self::ScoreReset,
            WireEvent::Unknown => return Err(UnknownEvent),
        })
    }
}

/// Wire format of [`Offer`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[expect(missing_docs, reason = "documented on `Offer`")]
pub enum WireOffer {
    Draw,
    TakeBack { to: usize },
    Rematch,
}

impl From<Offer> for WireOffer {
    fn from(offer: Offer) -> Self {
        match offer {
            Offer::Draw => Self::Draw,
            Offer::TakeBack(to) => Self::TakeBack { to },
            Offer::Rematch => Self::Rematch,
        }
    }
}

impl From<WireOffer> for Offer {
    fn from(offer: WireOffer) -> Self {
        match offer {
            WireOffer::Draw => Self::Draw,
            WireOffer::TakeBack { to } => Self::TakeBack(to),
            WireOffer::Rematch => Self::Rematch,
        }
    }
}

/// Wire format of [`Ending`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum WireEnding {
    /// A player won.
    Won {
        /// The winner.
        winner: WirePlayer,
        /// The kind of win.
        by: WireWinReason,
    },
    /// The game was drawn.
    #[serde(rename = "tied")]
    Draw {
        /// The kind of draw.
        by: WireDrawReason,
    },
    /// The game was aborted without a result.
    Aborted,
}

/// Wire format of [`Player`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "documented on `Player`")]
pub enum WirePlayer {
    First,
    Second,
}

/// Wire format of [`WinReason`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "documented on `WinReason`")]
pub enum WireWinReason {
    Rules,
    Resignation,
    Time,
    Departure,
}

/// Wire format of [`DrawReason`] and [`DrawRule`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "documented on `DrawReason` and `DrawRule`")]
pub enum WireDrawReason {
    Agreement,
    #[serde(rename = "grid_full")]
    BoardFull,
    NoMoves,
    Repetition,
    TooLong,
}

impl From<Ending> for WireEnding {
    fn from(ending: Ending) -> Self {
        match ending {
            Ending::Won(winner, by) => Self::Won {
                winner: match winner {
                    Player::First => WirePlayer::First,
                    Player::Second => WirePlayer::Second,
                },
                by: match by {
                    WinReason::Resignation => WireWinReason::Resignation,
                    WinReason::Time => WireWinReason::Time,
                    WinReason::Departure => WireWinReason::Departure,
                    _ => WireWinReason::Rules,
                },
            },
            Ending::Draw(by) => Self::Draw {
                by: match by {
                    DrawReason::Rules(DrawRule::BoardFull) => WireDrawReason::BoardFull,
                    DrawReason::Rules(DrawRule::NoMoves) => WireDrawReason::NoMoves,
                    DrawReason::Rules(DrawRule::Repetition) => WireDrawReason::Repetition,
                    DrawReason::Rules(DrawRule::TooLong) => WireDrawReason::TooLong,
                    _ => WireDrawReason::Agreement,
                },
            },
            Ending::Aborted => Self::Aborted,
        }
    }
}

impl From<WireEnding> for Ending {
    fn from(ending: WireEnding) -> Self {
        match ending {
            WireEnding::Won { winner, by } => Self::Won(
                match winner {
                    WirePlayer::First => Player::First,
                    WirePlayer::Second => Player::Second,
                },
                match by {
                    WireWinReason::Rules => WinReason::Rules,
                    WireWinReason::Resignation => WinReason::Resignation,
                    WireWinReason::Time => WinReason::Time,
                    WireWinReason::Departure => WinReason::Departure,
                },
            ),
            WireEnding::Draw { by } => Self::Draw(match by {
                WireDrawReason::Agreement => DrawReason::Agreement,
                WireDrawReason::BoardFull => DrawReason::Rules(DrawRule::BoardFull),
                WireDrawReason::NoMoves => DrawReason::Rules(DrawRule::NoMoves),
                WireDrawReason::Repetition => DrawReason::Rules(DrawRule::Repetition),
                WireDrawReason::TooLong => DrawReason::Rules(DrawRule::TooLong),
            }),
            WireEnding::Aborted => Self::Aborted,
        }
    }
}

/// Wire format of [`Occupant`]: the holder of a seat, by id.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "documented on `Occupant`")]
pub enum WireOccupant {
    Person(String),
    Bot(String),
}

/// Wire format of [`StartPolicy`]: the seat that moves first in each game of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "documented on `StartPolicy`")]
pub enum WireStartPolicy {
    Fixed(#[serde(with = "seat")] Seat),
    InTurn,
}

/// Wire format of [`Consent`]: the actions that need the other seat's agreement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "documented on `Consent`")]
pub enum WireConsent {
    Free,
    Agreement,
    NoTakeBack,
}

/// Wire format of [`TimeControl`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[expect(missing_docs, reason = "documented on `TimeControl`")]
pub enum WireClock {
    Total { main_ms: u64, increment_ms: u64 },
    PerTurn { turn_ms: u64 },
}

impl From<WireClock> for TimeControl {
    fn from(clock: WireClock) -> Self {
        match clock {
            WireClock::Total {
                main_ms,
                increment_ms,
            } => Self::Fischer {
                main_ms,
                increment_ms,
            },
            WireClock::PerTurn { turn_ms } => Self::PerTurn { turn_ms },
        }
    }
}

impl WireClock {
    /// Returns the wire format of a clock rule; `None` for an untimed game.
    #[must_use]
    pub const fn from_rule(rule: TimeControl) -> Option<Self> {
        match rule {
            TimeControl::Unlimited => None,
            TimeControl::Fischer {
                main_ms,
                increment_ms,
            } => Some(Self::Total {
                main_ms,
                increment_ms,
            }),
            TimeControl::PerTurn { turn_ms } => Some(Self::PerTurn { turn_ms }),
        }
    }
}

/// Wire format of a [`Move`]: a string such as `4` or `P4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct WireMove(#[serde(with = "move_text")] pub Move);

/// Wire format of [`TimedMove`]: a move of the opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WireTimedMove {
    #[serde(rename = "move", with = "move_text")]
    mv: Move,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    took_ms: Option<u64>,
}

/// Wire format of [`GameStart`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "documented on `GameStart`")]
pub struct WireStart {
    #[serde(with = "rules")]
    pub rules: Ruleset,
    pub seats: [WireOccupant; 2],
    pub starts: WireStartPolicy,
    #[serde(with = "seat")]
    pub first: Seat,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<WireClock>,
    pub consent: WireConsent,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opening: Vec<WireTimedMove>,
    pub wins: [u32; 2],
    #[serde(rename = "ties")]
    pub draws: u32,
    pub is_counted: bool,
    #[serde(default)]
    pub has_ended: bool,
}

impl From<&GameStart> for WireStart {
    fn from(start: &GameStart) -> Self {
        let opening = start.opening.iter();
        Self {
            rules: start.ruleset,
            seats: start.seats.each_ref().map(|occupant| match occupant {
                Occupant::Person(id) => WireOccupant::Person(id.clone()),
                Occupant::Bot(id) => WireOccupant::Bot(id.clone()),
            }),
            starts: match start.start_policy {
                StartPolicy::Fixed(seat) => WireStartPolicy::Fixed(seat),
                StartPolicy::Alternate => WireStartPolicy::InTurn,
            },
            first: start.first,
            clock: WireClock::from_rule(start.time_control),
            consent: match start.consent {
                Consent::Free => WireConsent::Free,
                Consent::Agreement => WireConsent::Agreement,
                Consent::NoTakeBack => WireConsent::NoTakeBack,
            },
            opening: opening
                .map(|timed_move| WireTimedMove {
                    mv: timed_move.mv,
                    took_ms: timed_move.thinking_ms,
                })
                .collect(),
            wins: start.score.wins,
            draws: start.score.draws,
            is_counted: start.is_counted,
            has_ended: start.has_ended,
        }
    }
}

impl From<WireStart> for GameStart {
    fn from(start: WireStart) -> Self {
        let opening = start.opening.iter();
        Self {
            ruleset: start.rules,
            seats: start.seats.map(|occupant| match occupant {
                WireOccupant::Person(id) => Occupant::Person(id),
                WireOccupant::Bot(id) => Occupant::Bot(id),
            }),
            start_policy: match start.starts {
                WireStartPolicy::Fixed(seat) => StartPolicy::Fixed(seat),
                WireStartPolicy::InTurn => StartPolicy::Alternate,
            },
            first: start.first,
            time_control: start
                .clock
                .map_or(TimeControl::Unlimited, TimeControl::from),
            consent: match start.consent {
                WireConsent::Free => Consent::Free,
                WireConsent::Agreement => Consent::Agreement,
                WireConsent::NoTakeBack => Consent::NoTakeBack,
            },
            opening: opening
                .map(|timed_move| TimedMove {
                    mv: timed_move.mv,
                    thinking_ms: timed_move.took_ms,
                })
                .collect(),
            score: MatchScore {
                wins: start.wins,
                draws: start.draws,
            },
            is_counted: start.is_counted,
            has_ended: start.has_ended,
        }
    }
}

/// Wire format of [`Point`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "documented on `Point`")]
pub struct WirePoint {
    pub branch: u64,
    pub ply: usize,
}

impl From<Point> for WirePoint {
    fn from(Point { branch, ply }: Point) -> Self {
        Self { branch, ply }
    }
}

impl From<WirePoint> for Point {
    fn from(WirePoint { branch, ply }: WirePoint) -> Self {
        Self { branch, ply }
    }
}

/// Wire format of [`Command`], without the commands reserved for the host of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[expect(missing_docs, reason = "documented on `Command`")]
pub enum WireCommand {
    Move {
        at: WirePoint,
        #[serde(rename = "move", with = "move_text")]
        mv: Move,
    },
    TakeBack {
        at: WirePoint,
    },
    Redo {
        at: WirePoint,
    },
    Draw {
        at: WirePoint,
    },
    Next,
    Accept {
        offer: WireOffer,
    },
    Decline {
        offer: WireOffer,
    },
    Resign {
        at: WirePoint,
    },
    Abort,
    Flag,
}

impl From<WireCommand> for Command {
    fn from(command: WireCommand) -> Self {
        match command {
            WireCommand::Move { at, mv: step } => Self::PlayMove {
                at: at.into(),
                mv: step,
            },
            WireCommand::TakeBack { at } => Self::TakeBack(at.into()),
            WireCommand::Redo { at } => Self::Redo(at.into()),
            WireCommand::Draw { at } => Self::OfferDraw(at.into()),
            WireCommand::Next => Self::NextGame,
            WireCommand::Accept { offer } => Self::Accept(offer.into()),
            WireCommand::Decline { offer } => Self::Decline(offer.into()),
            WireCommand::Resign { at } => Self::Resign(at.into()),
            WireCommand::Abort => Self::Abort,
            WireCommand::Flag => Self::Flag,
        }
    }
}

impl WireCommand {
    /// Returns the wire format of a command; `None` for a command reserved for the host of a table.
    #[must_use]
    pub fn from_command(command: &Command) -> Option<Self> {
        Some(match command {
            Command::PlayMove { at, mv: step } => Self::Move {
                at: (*at).into(),
                mv: *step,
            },
            Command::TakeBack(at) => Self::TakeBack { at: (*at).into() },
            Command::Redo(at) => Self::Redo { at: (*at).into() },
            Command::OfferDraw(at) => Self::Draw { at: (*at).into() },
            Command::NextGame => Self::Next,
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
