//! Lag compensation: the time that a move spends on the network is not charged to the clock.
//!
//! The lag of a connection is measured by the server's pings. A client could delay its pongs to
//! appear slow, so the compensation is small, and comes from a budget that refills by a little with
//! each move: who cheats gains a fifth of a second a move.

use foursight_table::Seat;

use super::GameActor;

/// Maximum compensation of one move.
const LAG_MAX_MS: u64 = 500;
/// Maximum budget of a seat, with which it begins.
const BUDGET_MAX_MS: u64 = 1_000;
/// The budget grows by this much with each move.
const REFILL_MS: u64 = 200;

/// The lag of the player at a seat.
#[derive(Clone, Copy, Debug)]
pub(super) struct SeatLag {
    /// Measured round trip of the connection that the player last used.
    pub(super) measured_ms: u64,
    budget_ms: u64,
}

impl Default for SeatLag {
    fn default() -> Self {
        Self {
            measured_ms: 0,
            budget_ms: BUDGET_MAX_MS,
        }
    }
}

impl SeatLag {
    /// Returns the compensation of the next move.
    pub(super) fn allowed_ms(self) -> u64 {
        self.measured_ms.min(LAG_MAX_MS).min(self.budget_ms)
    }

    /// Charges the compensation of a move to the budget.
    pub(super) fn charge(&mut self) {
        let left_ms = self.budget_ms - self.allowed_ms();
        self.budget_ms = (left_ms + REFILL_MS).min(BUDGET_MAX_MS);
    }
}

impl GameActor {
    /// Returns the compensation of the seat whose clock is running.
    pub(super) fn allowed_lag_ms(&self) -> u64 {
        let running = self.table.clocks().running();
        running.map_or(0, |seat: Seat| self.lag[seat.index()].allowed_ms())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compensation_is_bounded_for_a_move_and_for_a_game() {
        let mut lag = SeatLag::default();
        assert_eq!(lag.allowed_ms(), 0, "nothing is measured yet");
        lag.measured_ms = 80;
        for _ in 0..100 {
            assert_eq!(lag.allowed_ms(), 80, "an honest connection, every time");
            lag.charge();
        }
        // A client that delays its pongs.
        lag.measured_ms = 60_000;
        assert_eq!(lag.allowed_ms(), LAG_MAX_MS);
        let mut total_ms = 0;
        for _ in 0..100 {
            total_ms += lag.allowed_ms();
            lag.charge();
        }
        assert!(total_ms <= BUDGET_MAX_MS + 100 * REFILL_MS, "{total_ms} ms");
    }
}
