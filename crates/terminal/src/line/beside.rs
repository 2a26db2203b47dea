//! What belongs to a game beside its moves: seats, tags, seed, times and a result that the
//! players agreed on. It is kept from the file that was loaded to the file that is saved.
//!
//! Times go on only where the record that was loaded has them: nobody knows the earlier ones of
//! another game.

use std::time::Instant;

use foursight_core::{Game, Player};
use foursight_record::{GameRecord, GameResult, ReadError};

/// What belongs to a game beside its moves.
pub(crate) struct Beside {
    /// The record as it was loaded. Its moves may be behind those of the game.
    loaded: GameRecord,
    times_ms: Option<Vec<u64>>,
    /// When the player to move began to think.
    asked: Instant,
}

impl Beside {
    pub(crate) fn of(record: GameRecord) -> Self {
        Self {
            times_ms: record.times_ms().map(<[u64]>::to_vec),
            loaded: record,
            asked: Instant::now(),
        }
    }

    /// The result of a game that ended though its moves would let it go on.
    pub(crate) fn result(&self) -> Option<GameResult> {
        let result = self.loaded.result();
        let is_beside = result != GameResult::of(self.loaded.game());
        is_beside.then_some(result)
    }

    /// A move was made.
    pub(crate) fn moved(&mut self) {
        if let Some(times_ms) = &mut self.times_ms {
            let spent = self.asked.elapsed().as_millis();
            times_ms.push(u64::try_from(spent).unwrap_or(u64::MAX));
        }
        self.asked = Instant::now();
    }

    /// A move was taken back.
    pub(crate) fn undone(&mut self) {
        if let Some(times_ms) = &mut self.times_ms {
            times_ms.pop();
        }
        self.asked = Instant::now();
    }

    /// The whole record of the game as it stands.
    pub(crate) fn record(&self, game: &Game) -> Result<GameRecord, ReadError> {
        let seat = |player| self.loaded.seat(player);
        let mut record =
            GameRecord::from_game(game).with_seats(seat(Player::First), seat(Player::Second))?;
        if let Some(result) = self.result() {
            record = record.with_result(result)?;
        }
        if let Some(times_ms) = &self.times_ms {
            record = record.with_times_ms(times_ms.clone())?;
        }
        if let Some(seed) = self.loaded.seed() {
            record = record.with_seed(seed);
        }
        for (name, value) in self.loaded.tags() {
            record = record.with_tag(name, value)?;
        }
        Ok(record)
    }
}
