//! The clocks of both seats. Time is handed in: nothing here reads it.
//!
//! Invariant: the time a seat has left grows only where an event says so: by the increment when
//! its turn ends, by a new turn where each turn has its own time, by a credit of the host.

use crate::Seat;

/// How time is counted. Games by post use [`ClockRule::days`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ClockRule {
    /// No seat can run out of time.
    #[default]
    None,
    /// Each seat has a stock of time for the game.
    Total {
        /// The stock at the start.
        main_ms: u64,
        /// Added after each turn, however many plies the turn has.
        increment_ms: u64,
    },
    /// Each turn has the same time, however many plies it has.
    PerTurn {
        /// The time for a turn.
        turn_ms: u64,
    },
}

impl ClockRule {
    /// This many days for each turn.
    #[must_use]
    pub const fn days(days: u32) -> Self {
        Self::PerTurn {
            turn_ms: days as u64 * 24 * 60 * 60 * 1000,
        }
    }
}

/// Both clocks, and since when the seat to move has been thinking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clocks {
    rule: ClockRule,
    /// As it was when a clock last started or stopped.
    left_ms: [u64; 2],
    running: Option<Seat>,
    /// When the present stretch of thinking began; none while the game is over or paused.
    since_ms: Option<u64>,
    /// Thinking about this ply before the present stretch.
    thought_ms: u64,
}

impl Clocks {
    pub(crate) const fn new(rule: ClockRule) -> Self {
        let at_start = match rule {
            ClockRule::None => 0,
            ClockRule::Total { main_ms: ms, .. } | ClockRule::PerTurn { turn_ms: ms } => ms,
        };
        Self {
            rule,
            left_ms: [at_start; 2],
            running: None,
            since_ms: None,
            thought_ms: 0,
        }
    }

    /// How time is counted.
    #[must_use]
    pub const fn rule(&self) -> ClockRule {
        self.rule
    }

    /// The seat whose clock runs.
    #[must_use]
    pub const fn running(&self) -> Option<Seat> {
        self.running
    }

    /// What a seat has left at this time. It means nothing under [`ClockRule::None`].
    #[must_use]
    pub fn left_ms(&self, seat: Seat, at_ms: u64) -> u64 {
        let runs = self.running == Some(seat);
        let spent_ms = if runs { self.elapsed_ms(at_ms) } else { 0 };
        self.left_ms[seat.index()].saturating_sub(spent_ms)
    }

    /// What both seats have left at this time; none if no time is counted.
    pub(crate) fn both_ms(&self, at_ms: u64) -> Option<[u64; 2]> {
        (self.rule != ClockRule::None).then(|| Seat::BOTH.map(|seat| self.left_ms(seat, at_ms)))
    }

    /// Seats have this much left from now on, by [`Seat::index`].
    pub(crate) fn set(&mut self, left_ms: [u64; 2]) {
        if self.rule != ClockRule::None {
            self.left_ms = left_ms;
        }
    }

    /// How long the seat to move has thought about this ply, without pauses.
    #[must_use]
    pub fn thinking_ms(&self, at_ms: u64) -> u64 {
        self.thought_ms.saturating_add(self.elapsed_ms(at_ms))
    }

    /// When the running clock is used up. The host sets its timer to this and sends
    /// [`Command::Flag`](crate::Command::Flag) then.
    #[must_use]
    pub fn out_at_ms(&self) -> Option<u64> {
        let left_ms = self.left_ms[self.running?.index()];
        Some(self.since_ms?.saturating_add(left_ms))
    }

    /// The time since the present stretch of thinking began.
    pub(crate) fn elapsed_ms(&self, at_ms: u64) -> u64 {
        self.since_ms
            .map_or(0, |since_ms| at_ms.saturating_sub(since_ms))
    }

    /// The seat whose time is used up after this much thinking.
    pub(crate) fn out(&self, spent_ms: u64) -> Option<Seat> {
        self.running
            .filter(|seat| spent_ms >= self.left_ms[seat.index()])
    }

    /// Thinking goes on from now; the clock of a seat runs if one is named.
    pub(crate) fn begin(&mut self, running: Option<Seat>, at_ms: u64) {
        self.since_ms = Some(at_ms);
        self.running = running.filter(|_| self.rule != ClockRule::None);
    }

    /// The stretch of thinking ends and is charged to the clock that runs.
    pub(crate) fn halt(&mut self, spent_ms: u64) {
        self.since_ms = None;
        self.thought_ms = self.thought_ms.saturating_add(spent_ms);
        if let Some(seat) = self.running.take() {
            let left_ms = &mut self.left_ms[seat.index()];
            *left_ms = left_ms.saturating_sub(spent_ms);
        }
    }

    /// The ply is made or given up. Returns the time thought about it.
    pub(crate) fn take_thought_ms(&mut self) -> u64 {
        std::mem::take(&mut self.thought_ms)
    }

    /// Another turn begins. The seat is named if it ended its turn with its clock running.
    pub(crate) fn turn(&mut self, ended: Option<Seat>) {
        match (self.rule, ended) {
            (ClockRule::Total { increment_ms, .. }, Some(seat)) => self.credit(seat, increment_ms),
            (ClockRule::PerTurn { turn_ms }, _) => self.left_ms = [turn_ms; 2],
            _ => {}
        }
    }

    pub(crate) fn credit(&mut self, seat: Seat, ms: u64) {
        let left_ms = &mut self.left_ms[seat.index()];
        *left_ms = left_ms.saturating_add(ms);
    }
}
