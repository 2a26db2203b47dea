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

use foursight_core::{DrawReason, Ending, Move, Player, Ruleset, WinReason};
use foursight_table::{
    Command, Consent, Entry, Event, GameStart, MatchScore, Occupant, Offer, Point, Seat,
    StartPolicy, TimeControl, TimedMove,
};
use serde::{Deserialize, Serialize};

use crate::codec::{move_text, rules};

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
        seat: Seat,
        offer: Offer,
    },
    Closed {
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
                offer: *offer,
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
            WireEvent::Offered { seat, offer } => Self::OfferMade(seat, offer),
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

/// Wire format of [`Ending`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum WireEnding {
    /// A player won.
    Won {
        /// The winner.
        winner: Player,
        /// The kind of win.
        by: WinReason,
    },
    /// The game was drawn.
    #[serde(rename = "tied")]
    Draw {
        /// The kind of draw.
        by: DrawReason,
    },
    /// The game was aborted without a result.
    Aborted,
}

impl From<Ending> for WireEnding {
    fn from(ending: Ending) -> Self {
        match ending {
            Ending::Won(winner, by) => Self::Won { winner, by },
            Ending::Draw(by) => Self::Draw { by },
            Ending::Aborted => Self::Aborted,
        }
    }
}

impl From<WireEnding> for Ending {
    fn from(ending: WireEnding) -> Self {
        match ending {
            WireEnding::Won { winner, by } => Self::Won(winner, by),
            WireEnding::Draw { by } => Self::Draw(by),
            WireEnding::Aborted => Self::Aborted,
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
    pub seats: [Occupant; 2],
    pub starts: StartPolicy,
    pub first: Seat,
    #[serde(default, skip_serializing_if = "TimeControl::is_unlimited")]
    pub clock: TimeControl,
    pub consent: Consent,
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
            seats: start.seats.clone(),
            starts: start.start_policy,
            first: start.first,
            clock: start.time_control,
            consent: start.consent,
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
            seats: start.seats,
            start_policy: start.starts,
            first: start.first,
            time_control: start.clock,
            consent: start.consent,
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

/// Wire format of [`Command`], without the commands reserved for the host of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[expect(missing_docs, reason = "documented on `Command`")]
pub enum WireCommand {
    Move {
        at: Point,
        #[serde(rename = "move", with = "move_text")]
        mv: Move,
    },
    TakeBack {
        at: Point,
    },
    Redo {
        at: Point,
    },
    Draw {
        at: Point,
    },
    Next,
    Accept {
        offer: Offer,
    },
    Decline {
        offer: Offer,
    },
    Resign {
        at: Point,
    },
    Abort,
    Flag,
}

impl From<WireCommand> for Command {
    fn from(command: WireCommand) -> Self {
        match command {
            WireCommand::Move { at, mv: step } => Self::PlayMove { at, mv: step },
            WireCommand::TakeBack { at } => Self::TakeBack(at),
            WireCommand::Redo { at } => Self::Redo(at),
            WireCommand::Draw { at } => Self::OfferDraw(at),
            WireCommand::Next => Self::NextGame,
            WireCommand::Accept { offer } => Self::Accept(offer),
            WireCommand::Decline { offer } => Self::Decline(offer),
            WireCommand::Resign { at } => Self::Resign(at),
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
            Command::PlayMove { at, mv: step } => Self::Move { at: *at, mv: *step },
            Command::TakeBack(at) => Self::TakeBack { at: *at },
            Command::Redo(at) => Self::Redo { at: *at },
            Command::OfferDraw(at) => Self::Draw { at: *at },
            Command::NextGame => Self::Next,
            Command::Accept(offer) => Self::Accept { offer: *offer },
            Command::Decline(offer) => Self::Decline { offer: *offer },
            Command::Resign(at) => Self::Resign { at: *at },
            Command::Abort => Self::Abort,
            Command::Flag => Self::Flag,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests;
