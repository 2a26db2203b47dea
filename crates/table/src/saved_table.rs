//! Saving a table and restoring it.

use foursight_core::Ending;

use crate::{ApplyError, Entry, Event, GameStart, Table};

/// State needed to continue a table later. Offers and event numbers start over. Clocks continue
/// with the remaining time; one that was running when the table was saved runs again at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedTable {
    /// Start of the game, with all its moves, undone ones included, as its opening.
    pub start: GameStart,
    /// Number of these moves that were the opening: none in most games, all of a shared game.
    /// Clocks run once both seats have moved after them.
    pub opening_plies: usize,
    /// Number of these moves that are played and not undone.
    pub ply: usize,
    /// Ending of the game, if it ended other than by its moves.
    pub ending: Option<Ending>,
    /// True if the game is paused.
    pub is_paused: bool,
    /// Remaining time of each seat when the table was saved; `None` means as at the start.
    pub remaining_ms: Option<[u64; 2]>,
}

impl Table {
    /// Returns the state of this table to save at this time.
    #[must_use]
    pub fn to_saved(&self, at_ms: u64) -> SavedTable {
        let moves = self.timed_moves.iter().chain(self.undone.iter().rev());
        SavedTable {
            start: GameStart {
                opening: moves.copied().collect(),
                ..self.start.clone()
            },
            opening_plies: self.start.opening.len(),
            ply: self.plies(),
            ending: self.forced_ending,
            is_paused: self.is_paused,
            remaining_ms: self.clocks.both_remaining_ms(at_ms),
        }
    }

    /// Restores a saved table. Its event numbers begin with 1.
    ///
    /// # Errors
    ///
    /// [`ApplyError`] if the saved state is inconsistent.
    pub fn restore(saved: SavedTable, at_ms: u64) -> Result<Self, ApplyError> {
        Self::restore_from(saved, 1, at_ms)
    }

    /// Restores a saved table with event numbers from `seq` on. Where it replaces another table,
    /// this keeps a late command for that one from matching.
    ///
    /// # Errors
    ///
    /// [`ApplyError`] if the saved state is inconsistent.
    pub fn restore_from(saved: SavedTable, seq: u64, at_ms: u64) -> Result<Self, ApplyError> {
        let move_count = saved.start.opening.len();
        let mut table = Self::open(saved.start, seq, at_ms).map_err(|_| ApplyError::Invalid)?;
        if saved.ply > move_count || saved.opening_plies > move_count {
            return Err(ApplyError::Invalid);
        }
        table.start.opening.truncate(saved.opening_plies);
        if saved.ply < move_count {
            table.apply_now(Event::MovesTakenBack(saved.ply))?;
        }
        if table.is_paused != saved.is_paused {
            let event = if saved.is_paused {
                Event::Paused
            } else {
                Event::Resumed
            };
            table.apply_now(event)?;
        }
        if let Some(left_ms) = saved.remaining_ms {
            table.clocks.set_remaining_ms(left_ms);
        }
        match saved.ending {
            Some(ending) => table.restore_ending(ending)?,
            None => table.start_clocks(at_ms),
        }
        Ok(table)
    }

    fn apply_now(&mut self, event: Event) -> Result<(), ApplyError> {
        let (seq, at_ms) = (self.seq + 1, self.at_ms);
        self.apply(&Entry { seq, at_ms, event }).map(drop)
    }

    /// Ends the game directly: an end on time cannot be replayed as an event, because the clock may
    /// show credited time.
    fn restore_ending(&mut self, ending: Ending) -> Result<(), ApplyError> {
        if self.is_over() || ending.is_by_rules() {
            return Err(ApplyError::Invalid);
        }
        self.clocks.stop(0);
        self.forced_ending = Some(ending);
        self.start.has_ended = true;
        Ok(())
    }
}
