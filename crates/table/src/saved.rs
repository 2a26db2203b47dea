//! A table on its way to a file and back.

use foursight_core::Ending;

use crate::{Broken, Entry, Event, Start, Table};

/// All that is needed to go on with a table another day. Offers and numbers begin anew. Clocks go on from
/// the time that was left; one that ran when the table was saved runs again at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saved {
    /// The start of the game with all its moves, also those that were taken back, as its opening.
    pub start: Start,
    /// How many of these moves the game began with: none in most games, all of a shared game. Clocks run
    /// once both seats have moved after them.
    pub opened: usize,
    /// How many of these moves are made.
    pub ply: usize,
    /// How the game ended, if it did beside the grid.
    pub ended: Option<Ending>,
    /// True if the game is paused.
    pub is_paused: bool,
    /// What each seat had left when the table was saved; none means as at the start.
    pub left_ms: Option<[u64; 2]>,
}

impl Table {
    /// What is to be saved of this table at this time.
    #[must_use]
    pub fn saved(&self, at_ms: u64) -> Saved {
        let moves = self.made.iter().chain(self.undone.iter().rev());
        Saved {
            start: Start {
                opening: moves.copied().collect(),
                ..self.start.clone()
            },
            opened: self.start.opening.len(),
            ply: self.plies(),
            ended: self.ended,
            is_paused: self.is_paused,
            left_ms: self.clocks.both_ms(at_ms),
        }
    }

    /// The table of a game that was saved. Its numbers begin with 1.
    ///
    /// # Errors
    ///
    /// [`Broken`] if no table can have been saved so.
    pub fn restore(saved: Saved, at_ms: u64) -> Result<Self, Broken> {
        Self::restore_from(saved, 1, at_ms)
    }

    /// The same with numbers that begin here: where it takes the place of another table, a late
    /// command for that one must not fit.
    ///
    /// # Errors
    ///
    /// [`Broken`] if no table can have been saved so.
    pub fn restore_from(saved: Saved, seq: u64, at_ms: u64) -> Result<Self, Broken> {
        let whole = saved.start.opening.len();
        let mut table = Self::open(saved.start, seq, at_ms).map_err(|_| Broken::Impossible)?;
        if saved.ply > whole || saved.opened > whole {
            return Err(Broken::Impossible);
        }
        table.start.opening.truncate(saved.opened);
        if saved.ply < whole {
            table.follow(Event::TakenBack(saved.ply))?;
        }
        if table.is_paused != saved.is_paused {
            let event = if saved.is_paused {
                Event::Paused
            } else {
                Event::Resumed
            };
            table.follow(event)?;
        }
        if let Some(left_ms) = saved.left_ms {
            table.clocks.set(left_ms);
        }
        match saved.ended {
            Some(ending) => table.end_as_saved(ending)?,
            None => table.run_clocks(at_ms),
        }
        Ok(table)
    }

    fn follow(&mut self, event: Event) -> Result<(), Broken> {
        let (seq, at_ms) = (self.seq + 1, self.at_ms);
        self.apply(&Entry { seq, at_ms, event }).map(drop)
    }

    /// An end by time cannot be told again as an event: the clock may show time that was given back.
    fn end_as_saved(&mut self, ending: Ending) -> Result<(), Broken> {
        if self.is_over() || ending.is_by_rules() {
            return Err(Broken::Impossible);
        }
        self.clocks.halt(0);
        self.ended = Some(ending);
        self.start.has_ended = true;
        Ok(())
    }
}
