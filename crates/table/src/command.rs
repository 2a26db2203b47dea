//! What can be asked of a table and by whom, and why it may be refused.

use foursight_core::{Move, MoveError};

use crate::{Seat, Start};

/// Where in a game a command is meant.
///
/// A ply alone is not enough: after a take-back the same ply comes again, and a late copy of the
/// old move would be legal. The branch is the number of the event that last began a game, took
/// moves back or made them again, so a point never comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    /// The number of the last start, take-back or redo.
    pub branch: u64,
    /// How many moves are made.
    pub ply: usize,
}

/// Who speaks. Watchers have no value of this type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum By {
    /// A person online, or a bot.
    Seat(Seat),
    /// The people at one device. They speak for all seats of people, and for both bots if no
    /// person plays.
    Shared,
    /// The program that keeps the table.
    Host,
}

/// Something that the other seat may accept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Offer {
    /// To call the game a tie.
    Draw,
    /// To take all moves from this ply on back.
    TakeBack(usize),
    /// To play another game.
    Rematch,
}

/// What can be asked of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Make a move.
    Move {
        /// Where it is meant.
        at: Point,
        /// The move.
        step: Move,
    },
    /// Take moves back to the last own turn: at once where that is free, else as an offer.
    TakeBack(Point),
    /// Make moves again that were taken back, up to the next own turn.
    Redo(Point),
    /// Call the game a tie: at once where that is free, else as an offer.
    Draw(Point),
    /// Play another game of the same kind: at once where that is free, else as an offer.
    Next,
    /// Accept this offer of the other seat, and no other.
    Accept(Offer),
    /// Decline this offer of the other seat, or withdraw it if it is the own.
    Decline(Offer),
    /// Give the game up, whether or not the other seat has moved meanwhile.
    Resign(Point),
    /// End a game without a result. A seat may while not both have moved.
    Abort,
    /// The running clock may be used up: look.
    Flag,
    /// Stop the clocks (host, or people at one device).
    Pause,
    /// Let the clocks run again (host, or people at one device).
    Resume,
    /// Begin this game instead (host, or people at one device). The table sets the score: it is
    /// kept if the same sit there. A game that is over already is not counted.
    Open(Box<Start>),
    /// Count from nil to nil again (host, or people at one device).
    ResetScore,
    /// This seat is gone for good (host).
    Left(Seat),
    /// Give the seat whose clock runs this many milliseconds back, as after a downtime (host).
    Credit(u64),
}

/// Why a command was refused. The table is then as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refused {
    /// The rules do not allow the move.
    Move(MoveError),
    /// The other seat is to move.
    NotYourTurn,
    /// The game is over.
    GameOver,
    /// The game is not over yet.
    NotOver,
    /// The game has gone on since: the command was meant for an earlier point.
    Stale,
    /// The command is meant for a later point: the program that keeps this table has missed an event.
    Ahead,
    /// The game is paused.
    Paused,
    /// The running clock is not used up, or none runs.
    TimeLeft,
    /// The speaker has made no move that could be taken back.
    NothingToUndo,
    /// No move was taken back.
    NothingToRedo,
    /// There is no such offer.
    NoOffer,
    /// The same offer was made since the last move.
    AlreadyOffered,
    /// The seat has made as many offers of this kind as a game allows.
    TooManyOffers,
    /// The speaker may not ask for this, or not at this table.
    NotAllowed,
}

impl Refused {
    /// The stable name of the reason, for programs; apps have the sentences.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Move(error) => error.code(),
            Self::NotYourTurn => "not_your_turn",
            Self::GameOver => "game_over",
            Self::NotOver => "not_over",
            Self::Stale => "stale",
            Self::Ahead => "ahead",
            Self::Paused => "paused",
            Self::TimeLeft => "time_left",
            Self::NothingToUndo => "nothing_to_undo",
            Self::NothingToRedo => "nothing_to_redo",
            Self::NoOffer => "no_offer",
            Self::AlreadyOffered => "already_offered",
            Self::TooManyOffers => "too_many_offers",
            Self::NotAllowed => "not_allowed",
        }
    }
}
