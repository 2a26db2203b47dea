//! The table: its state, how it is opened, and everything that can be read from it.
//!
//! Invariants:
//! - the moves that were taken back are legal from where the game stands;
//! - each move has its time and the number of the event that made it;
//! - a clock runs only while the game goes on, both seats have moved and nothing is paused, and it
//!   is the clock of the seat to move;
//! - a game is paused only while it goes on;
//! - offers of a tie or a take-back stand between two moves, those of another game after the end;
//! - a [`Point`] never comes back.

use foursight_core::{Ending, Game, MoveError};

use crate::{Broken, Clocks, Entry, Event, Made, Offer, Point, Refused, Score, Seat, Start};

/// A game between two seats. Everything in it can be read, and only [`Table::apply`] changes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    pub(crate) seq: u64,
    pub(crate) at_ms: u64,
    pub(crate) branch: u64,
    pub(crate) start: Start,
    pub(crate) game: Game,
    pub(crate) made: Vec<Made>,
    /// The number of the event that made each move.
    pub(crate) made_by: Vec<u64>,
    /// The next one to make again is last.
    pub(crate) undone: Vec<Made>,
    /// Set if the game ended beside the grid.
    pub(crate) ended: Option<Ending>,
    pub(crate) clocks: Clocks,
    pub(crate) offers: [Option<Offer>; 2],
    /// All offers since the last move, also those that were closed.
    pub(crate) offered: Vec<(Seat, Offer)>,
    /// How many ties and take-backs each seat has offered in this game.
    pub(crate) offer_counts: [OfferCounts; 2],
    pub(crate) is_paused: bool,
}

/// How many offers a seat has made in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct OfferCounts {
    pub(crate) draws: u8,
    pub(crate) take_backs: u8,
}

impl Table {
    /// A table at which a game begins by the event of this number.
    ///
    /// # Errors
    ///
    /// [`Refused::Move`] if the opening is not legal.
    pub fn open(mut start: Start, seq: u64, at_ms: u64) -> Result<Self, Refused> {
        let game = game_of(&start).map_err(Refused::Move)?;
        let mut clocks = Clocks::new(start.clock);
        if game.end().is_some() {
            start.has_ended = true;
        } else {
            clocks.begin(None, at_ms);
        }
        Ok(Self {
            seq,
            at_ms,
            branch: seq,
            made: start.opening.clone(),
            made_by: vec![seq; start.opening.len()],
            undone: Vec::new(),
            ended: None,
            clocks,
            offers: [None; 2],
            offered: Vec::new(),
            offer_counts: [OfferCounts::default(); 2],
            is_paused: false,
            start,
            game,
        })
    }

    /// The table that a log leads to. Its first entry must hold a start.
    ///
    /// # Errors
    ///
    /// [`Broken`] if the log does not begin with a start, or an entry cannot follow.
    pub fn from_log<'a>(log: impl IntoIterator<Item = &'a Entry>) -> Result<Self, Broken> {
        let mut log = log.into_iter();
        let first = log.next().ok_or(Broken::Impossible)?;
        let Event::Started(start) = &first.event else {
            return Err(Broken::Impossible);
        };
        let opened = Self::open((**start).clone(), first.seq, first.at_ms);
        let mut table = opened.map_err(|_| Broken::Impossible)?;
        for entry in log {
            table.apply(entry)?;
        }
        Ok(table)
    }

    /// The number of the last event.
    #[must_use]
    pub const fn seq(&self) -> u64 {
        self.seq
    }

    /// The time of the last event.
    #[must_use]
    pub const fn at_ms(&self) -> u64 {
        self.at_ms
    }

    /// What this game began with. After [`Event::ScoreReset`] its score is nil.
    #[must_use]
    pub const fn start(&self) -> &Start {
        &self.start
    }

    /// The game as it stands.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The moves of the game as it stands, with their times.
    #[must_use]
    pub fn made(&self) -> &[Made] {
        &self.made
    }

    /// The moves that were taken back, the next one to make again last.
    #[must_use]
    pub fn undone(&self) -> &[Made] {
        &self.undone
    }

    /// How many moves are made.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.made.len()
    }

    /// What a command about the game as it stands must carry.
    #[must_use]
    pub fn point(&self) -> Point {
        Point {
            branch: self.branch,
            ply: self.plies(),
        }
    }

    /// Both clocks.
    #[must_use]
    pub const fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    /// What this seat offers.
    #[must_use]
    pub const fn offer_of(&self, seat: Seat) -> Option<Offer> {
        self.offers[seat.index()]
    }

    /// True if the clocks stand and neither seat may move.
    #[must_use]
    pub const fn is_paused(&self) -> bool {
        self.is_paused
    }

    /// How the game ended; none while it goes on.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.game.end().map(Ending::from).or(self.ended)
    }

    /// True once the game has ended.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.ending().is_some()
    }

    /// True if a game has begun and not ended, so that there is something to lose.
    #[must_use]
    pub fn is_in_play(&self) -> bool {
        !self.made.is_empty() && !self.is_over()
    }

    /// The score, with this game once it is over.
    #[must_use]
    pub fn score(&self) -> Score {
        self.start.score_with(self.ending())
    }

    /// The seat to move; none once the game is over.
    #[must_use]
    pub fn to_move(&self) -> Option<Seat> {
        (!self.is_over()).then(|| self.turn())
    }

    /// The seat that was to move after this many moves; none if fewer were made.
    #[must_use]
    pub fn seat_at(&self, ply: usize) -> Option<Seat> {
        let position = self.game.positions().nth(ply)?;
        Some(self.start.seat_of(position.to_move()))
    }

    /// True if both seats have moved since the opening. From then on clocks run, and no seat may
    /// abort.
    #[must_use]
    pub fn have_both_moved(&self) -> bool {
        let moved = self.game.positions().take(self.plies());
        let mut movers = moved
            .skip(self.start.opening.len())
            .map(foursight_core::Position::to_move);
        let first = movers.next();
        movers.any(|mover| Some(mover) != first)
    }

    /// The seat that is to move by the position, whether or not the game is over.
    pub(crate) fn turn(&self) -> Seat {
        self.start.seat_of(self.game.position().to_move())
    }
}

/// The game that a start's opening leads to.
pub(crate) fn game_of(start: &Start) -> Result<Game, MoveError> {
    let steps = start.opening.iter().map(|made| made.step);
    Game::from_moves(start.ruleset, steps).map_err(|(_, error)| error)
}
