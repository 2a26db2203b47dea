//! The table: its state, how to open it, and its accessors.
//!
//! Invariants:
//! - the undone moves are legal from the current position;
//! - each move has its time and the number of the event that played it;
//! - a clock runs only while the game is in progress, both seats have moved and the game is not
//!   paused, and it is the clock of the seat to move;
//! - a game is paused only while it is in progress;
//! - offers of a draw or a take-back stand between two moves, those of another game after the end;
//! - a [`Point`] never recurs.

use foursight_core::{Ending, Game, MoveError};

use crate::{
    ApplyError, Clocks, CommandError, Entry, Event, GameStart, MatchScore, Offer, Point, Seat,
    TimedMove,
};

/// A game between two seats. All state is readable, and only [`Table::apply`] changes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    pub(crate) seq: u64,
    pub(crate) at_ms: u64,
    pub(crate) branch: u64,
    pub(crate) start: GameStart,
    pub(crate) game: Game,
    pub(crate) timed_moves: Vec<TimedMove>,
    /// Number of the event that played each move.
    pub(crate) move_seqs: Vec<u64>,
    /// Moves taken back; the next one to redo is last.
    pub(crate) undone: Vec<TimedMove>,
    /// Set if the game ended other than by its moves.
    pub(crate) forced_ending: Option<Ending>,
    pub(crate) clocks: Clocks,
    pub(crate) offers: [Option<Offer>; 2],
    /// All offers since the last move, including closed ones.
    pub(crate) recent_offers: Vec<(Seat, Offer)>,
    /// Number of draws and take-backs that each seat has offered in this game.
    pub(crate) offer_counts: [OfferCounts; 2],
    pub(crate) is_paused: bool,
}

/// Number of offers that a seat has made in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct OfferCounts {
    pub(crate) draws: u8,
    pub(crate) take_backs: u8,
    pub(crate) rematches: u8,
}

impl Table {
    /// Opens a table at which a game starts with the event of this number.
    ///
    /// # Errors
    ///
    /// [`CommandError::Move`] if the opening is not legal.
    pub fn open(mut start: GameStart, seq: u64, at_ms: u64) -> Result<Self, CommandError> {
        let game = game_after_opening(&start).map_err(CommandError::Move)?;
        let mut clocks = Clocks::new(start.time_control);
        if game.end().is_some() {
            start.has_ended = true;
        } else {
            clocks.start(None, at_ms);
        }
        Ok(Self {
            seq,
            at_ms,
            branch: seq,
            timed_moves: start.opening.clone(),
            move_seqs: vec![seq; start.opening.len()],
            undone: Vec::new(),
            forced_ending: None,
            clocks,
            offers: [None; 2],
            recent_offers: Vec::new(),
            offer_counts: [OfferCounts::default(); 2],
            is_paused: false,
            start,
            game,
        })
    }

    /// Replays a log. Its first entry must hold a start.
    ///
    /// # Errors
    ///
    /// [`ApplyError`] if the log does not begin with a start, or an entry cannot be applied.
    pub fn from_log<'a>(log: impl IntoIterator<Item = &'a Entry>) -> Result<Self, ApplyError> {
        let mut log = log.into_iter();
        let first = log.next().ok_or(ApplyError::Invalid)?;
        let Event::GameStarted(start) = &first.event else {
            return Err(ApplyError::Invalid);
        };
        let opened = Self::open((**start).clone(), first.seq, first.at_ms);
        let mut table = opened.map_err(|_| ApplyError::Invalid)?;
        for entry in log {
            table.apply(entry)?;
        }
        Ok(table)
    }

    /// Number of the last event.
    #[must_use]
    pub const fn seq(&self) -> u64 {
        self.seq
    }

    /// Time of the last event.
    #[must_use]
    pub const fn at_ms(&self) -> u64 {
        self.at_ms
    }

    /// The start of this game. After [`Event::ScoreReset`] its score is nil.
    #[must_use]
    pub const fn start(&self) -> &GameStart {
        &self.start
    }

    /// The game in its current state.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The moves of the game, with their times.
    #[must_use]
    pub fn timed_moves(&self) -> &[TimedMove] {
        &self.timed_moves
    }

    /// The moves taken back; the next one to redo is last.
    #[must_use]
    pub fn undone(&self) -> &[TimedMove] {
        &self.undone
    }

    /// Number of moves played.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.timed_moves.len()
    }

    /// Returns the current point, which a command about the game must carry.
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

    /// Returns the open offer of this seat.
    #[must_use]
    pub const fn offer_of(&self, seat: Seat) -> Option<Offer> {
        self.offers[seat.index()]
    }

    /// Returns true while the game is paused: clocks stop, and neither seat may move.
    #[must_use]
    pub const fn is_paused(&self) -> bool {
        self.is_paused
    }

    /// Returns the ending of the game, or `None` while it is in progress.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.game.end().map(Ending::from).or(self.forced_ending)
    }

    /// Returns true once the game has ended.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.ending().is_some()
    }

    /// Returns true if the game has moves and has not ended, so that leaving it would lose
    /// something.
    #[must_use]
    pub fn is_in_play(&self) -> bool {
        !self.timed_moves.is_empty() && !self.is_over()
    }

    /// Returns the score, including this game once it is over.
    #[must_use]
    pub fn score(&self) -> MatchScore {
        self.start.score_with(self.ending())
    }

    /// Returns the seat to move, or `None` once the game is over.
    #[must_use]
    pub fn to_move(&self) -> Option<Seat> {
        (!self.is_over()).then(|| self.turn())
    }

    /// Returns the seat to move after this many moves, or `None` if fewer were played.
    #[must_use]
    pub fn seat_at(&self, ply: usize) -> Option<Seat> {
        let position = self.game.positions().nth(ply)?;
        Some(self.start.seat_of(position.to_move()))
    }

    /// Returns true if both seats have moved since the opening. From then on clocks run, and no
    /// seat may abort.
    #[must_use]
    pub fn have_both_moved(&self) -> bool {
        let moved = self.game.positions().take(self.plies());
        let mut movers = moved
            .skip(self.start.opening.len())
            .map(foursight_core::Position::to_move);
        let first = movers.next();
        movers.any(|mover| Some(mover) != first)
    }

    /// Returns the seat to move by the position, even if the game is over.
    pub(crate) fn turn(&self) -> Seat {
        self.start.seat_of(self.game.position().to_move())
    }
}

/// Plays the opening of a start.
pub(crate) fn game_after_opening(start: &GameStart) -> Result<Game, MoveError> {
    let moves = start.opening.iter().map(|timed_move| timed_move.mv);
    Game::from_moves(start.ruleset, moves).map_err(|(_, error)| error)
}
