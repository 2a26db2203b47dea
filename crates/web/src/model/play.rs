//! The game in the play view, and who keeps it: who decides what a command leads to.

use foursight_core::Game;
use foursight_table::{By, Seat, Start, Table};

/// Who decides what a command leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeper {
    /// This page, which also keeps the game between visits: two people, a bot, two bots.
    Page,
    /// Nobody: a record is looked at, and a cursor walks through it.
    Record,
    /// A part of the page ([`Part`](super::Part)); this is for whom the people here speak.
    Part(Option<By>),
}

/// The game in the play view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play {
    /// The table as it stands.
    pub table: Table,
    /// Who decides.
    pub keeper: Keeper,
    /// The number under which the table is kept.
    pub id: u64,
    /// The number of the game among those that ended: when it began, in milliseconds since 1970.
    pub began: u64,
    /// The name that a player gave the game; empty if it has none.
    pub name: String,
}

impl Play {
    /// For whom the people here speak; none if they only look.
    #[must_use]
    pub const fn by(&self) -> Option<By> {
        match self.keeper {
            Keeper::Page => Some(By::Shared),
            Keeper::Part(by) => by,
            Keeper::Record => None,
        }
    }

    /// What the game began with.
    #[must_use]
    pub const fn start(&self) -> &Start {
        self.table.start()
    }

    /// The game as it stands.
    #[must_use]
    pub const fn game(&self) -> &Game {
        self.table.game()
    }

    /// How many moves there are to walk through, with those that were taken back.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.table.plies() + self.table.undone().len()
    }

    /// The game after this many moves, which may be among those that were taken back.
    #[must_use]
    pub fn game_at(&self, ply: usize) -> Option<Game> {
        let now = self.table.plies();
        let mut game = self.game().at(ply.min(now))?;
        for made in self
            .table
            .undone()
            .iter()
            .rev()
            .take(ply.saturating_sub(now))
        {
            game.apply(made.step).ok()?;
        }
        Some(game)
    }

    /// True if the people here are to move.
    #[must_use]
    pub fn may_move(&self) -> bool {
        self.by().is_some_and(|by| self.table.may_move(by))
    }

    /// The seat of a bot that is to move.
    #[must_use]
    pub fn bot_to_move(&self) -> Option<Seat> {
        let seat = self.table.to_move()?;
        (!self.start().is_person(seat)).then_some(seat)
    }

    /// True if it is a record that is looked at.
    #[must_use]
    pub fn is_record(&self) -> bool {
        self.keeper == Keeper::Record
    }
}
