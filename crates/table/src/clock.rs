//! The clocks of both seats. The caller passes the time in; nothing here reads a system clock.
//!
//! Invariant: the remaining time of a seat grows only by an event: by the increment at the end of
//! its turn, by a new turn where each turn has its own time, or by a credit of the host.

use crate::Seat;

/// Time control of a game. Correspondence games use [`TimeControl::PerTurn`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "kind", rename_all = "snake_case"))]
pub enum TimeControl {
    /// No time limit.
    #[default]
    Unlimited,
    /// Main time per seat with an increment per turn (Fischer).
    #[cfg_attr(feature = "serde", serde(rename = "total"))]
    Fischer {
        /// Time of each seat at the start.
        main_ms: u64,
        /// Added after each turn, regardless of the number of plies in it.
        increment_ms: u64,
    },
    /// A fixed time for each turn, regardless of the number of plies in it.
    PerTurn {
        /// Time for one turn.
        turn_ms: u64,
    },
}

impl TimeControl {
    /// Returns true for an untimed game.
    #[must_use]
    pub fn is_unlimited(&self) -> bool {
        *self == Self::Unlimited
    }
}

/// Both clocks, and the thinking time of the seat to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clocks {
    rule: TimeControl,
    /// Remaining time as of the last start or stop of a clock.
    remaining_ms: [u64; 2],
    running: Option<Seat>,
    /// Start of the current stretch of thinking; `None` while the game is over or paused.
    since_ms: Option<u64>,
    /// Time spent on this ply before the current stretch.
    earlier_thinking_ms: u64,
}

impl Clocks {
    pub(crate) const fn new(rule: TimeControl) -> Self {
        let at_start = match rule {
            TimeControl::Unlimited => 0,
            TimeControl::Fischer { main_ms: ms, .. } | TimeControl::PerTurn { turn_ms: ms } => ms,
        };
        Self {
            rule,
            remaining_ms: [at_start; 2],
            running: None,
            since_ms: None,
            earlier_thinking_ms: 0,
        }
    }

    /// The time control.
    #[must_use]
    pub const fn time_control(&self) -> TimeControl {
        self.rule
    }

    /// The seat whose clock runs.
    #[must_use]
    pub const fn running(&self) -> Option<Seat> {
        self.running
    }

    /// Returns the remaining time of a seat. Meaningless under [`TimeControl::Unlimited`].
    #[must_use]
    pub fn remaining_ms(&self, seat: Seat, at_ms: u64) -> u64 {
        let is_running = self.running == Some(seat);
        let spent_ms = if is_running {
            self.elapsed_ms(at_ms)
        } else {
            0
        };
        self.remaining_ms[seat.index()].saturating_sub(spent_ms)
    }

    /// Returns the remaining time of both seats, or `None` without a time control.
    pub(crate) fn both_remaining_ms(&self, at_ms: u64) -> Option<[u64; 2]> {
        (self.rule != TimeControl::Unlimited)
            .then(|| Seat::BOTH.map(|seat| self.remaining_ms(seat, at_ms)))
    }

    /// Sets the remaining time of both seats, by [`Seat::index`].
    pub(crate) fn set_remaining_ms(&mut self, remaining_ms: [u64; 2]) {
        if self.rule != TimeControl::Unlimited {
            self.remaining_ms = remaining_ms;
        }
    }

    /// Returns the thinking time of the seat to move for this ply, without pauses.
    #[must_use]
    pub fn thinking_ms(&self, at_ms: u64) -> u64 {
        self.earlier_thinking_ms
            .saturating_add(self.elapsed_ms(at_ms))
    }

    /// Returns the time at which the running clock expires. The host sets a timer to it and then
    /// sends [`Command::Flag`](crate::Command::Flag).
    #[must_use]
    pub fn expires_at_ms(&self) -> Option<u64> {
        let remaining_ms = self.remaining_ms[self.running?.index()];
        Some(self.since_ms?.saturating_add(remaining_ms))
    }

    /// Returns the length of the current stretch of thinking.
    pub(crate) fn elapsed_ms(&self, at_ms: u64) -> u64 {
        self.since_ms
            .map_or(0, |since_ms| at_ms.saturating_sub(since_ms))
    }

    /// Returns the seat whose clock expires with this much thinking in the current stretch.
    pub(crate) fn expired_seat(&self, spent_ms: u64) -> Option<Seat> {
        self.running
            .filter(|seat| spent_ms >= self.remaining_ms[seat.index()])
    }

    /// Starts a stretch of thinking, and the clock of `running` if given.
    pub(crate) fn start(&mut self, running: Option<Seat>, at_ms: u64) {
        self.since_ms = Some(at_ms);
        self.running = running.filter(|_| self.rule != TimeControl::Unlimited);
    }

    /// Ends the stretch of thinking and charges it to the running clock.
    pub(crate) fn stop(&mut self, spent_ms: u64) {
        self.since_ms = None;
        self.earlier_thinking_ms = self.earlier_thinking_ms.saturating_add(spent_ms);
        if let Some(seat) = self.running.take() {
            let remaining_ms = &mut self.remaining_ms[seat.index()];
            *remaining_ms = remaining_ms.saturating_sub(spent_ms);
        }
    }

    /// Returns the thinking time of this ply and resets it for the next one.
    pub(crate) fn take_thinking_ms(&mut self) -> u64 {
        std::mem::take(&mut self.earlier_thinking_ms)
    }

    /// Begins another turn. `ended` is the seat that ended its turn with its clock running.
    pub(crate) fn next_turn(&mut self, ended: Option<Seat>) {
        match (self.rule, ended) {
            (TimeControl::Fischer { increment_ms, .. }, Some(seat)) => {
                self.credit(seat, increment_ms);
            }
            (TimeControl::PerTurn { turn_ms }, _) => self.remaining_ms = [turn_ms; 2],
            _ => {}
        }
    }

    pub(crate) fn credit(&mut self, seat: Seat, ms: u64) {
        let remaining_ms = &mut self.remaining_ms[seat.index()];
        *remaining_ms = remaining_ms.saturating_add(ms);
    }
}
