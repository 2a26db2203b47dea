//! The game in the play view, and the authority that decides its commands.

use foursight_core::{Game, Ruleset};
use foursight_table::{Actor, GameStart, MatchScore, Occupant, Seat, Table};

/// The authority that decides commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Authority {
    /// This page, which also saves the game: two people, a person and a bot, or two bots.
    Page,
    /// None: a record is being viewed.
    Record,
    /// A delegate ([`GameDelegate`](super::GameDelegate)), with the actor of the players on this page.
    Delegate(Option<Actor>),
}

/// The game in the play view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play {
    /// The current table.
    pub table: Table,
    /// The authority over its commands.
    pub authority: Authority,
    /// Id under which the table is saved.
    pub id: u64,
    /// Archive number of the game: its start in milliseconds since 1970.
    pub began_ms: u64,
    /// The name given by a player, or empty.
    pub name: String,
    /// Numbers of the plies, from 1, that the page had suggested before they were played.
    pub hinted: Vec<usize>,
}

impl Play {
    /// Returns the actor of the players on this page, or `None` for viewers.
    #[must_use]
    pub const fn actor(&self) -> Option<Actor> {
        match self.authority {
            Authority::Page => Some(Actor::SharedDevice),
            Authority::Delegate(by) => by,
            Authority::Record => None,
        }
    }

    /// Returns the start of the game.
    #[must_use]
    pub const fn start(&self) -> &GameStart {
        self.table.start()
    }

    /// Returns the current game.
    #[must_use]
    pub const fn game(&self) -> &Game {
        self.table.game()
    }

    /// Number of plies that can be viewed, including those taken back.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.table.plies() + self.table.undone().len()
    }

    /// Returns the game after this many moves, including those taken back.
    #[must_use]
    pub fn game_at(&self, ply: usize) -> Option<Game> {
        let now = self.table.plies();
        let mut game = self.game().at_ply(ply.min(now))?;
        for timed_move in self
            .table
            .undone()
            .iter()
            .rev()
            .take(ply.saturating_sub(now))
        {
            game.apply(timed_move.mv).ok()?;
        }
        Some(game)
    }

    /// True if a player on this page is to move.
    #[must_use]
    pub fn may_move(&self) -> bool {
        self.actor().is_some_and(|by| self.table.may_move(by))
    }

    /// Returns the seat of a bot that is to move.
    #[must_use]
    pub fn bot_to_move(&self) -> Option<Seat> {
        let seat = self.table.to_move()?;
        (!self.start().is_person(seat)).then_some(seat)
    }

    /// True if the page had suggested this ply, counted from 1, before it was played.
    #[must_use]
    pub fn is_hinted(&self, ply: usize) -> bool {
        self.hinted.contains(&ply)
    }

    /// True for the game of a first visit: two unnamed people, no move and no score.
    #[must_use]
    pub fn is_untouched(&self) -> bool {
        let start = self.start();
        let is_unnamed =
            |occupant: &Occupant| matches!(occupant, Occupant::Person(name) if name.is_empty());
        start.seats.iter().all(is_unnamed)
            && start.ruleset == Ruleset::STANDARD
            && start.score == MatchScore::default()
            && self.plies() == 0
    }

    /// True if a record is being viewed.
    #[must_use]
    pub fn is_record(&self) -> bool {
        self.authority == Authority::Record
    }
}
