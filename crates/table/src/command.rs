//! Commands to a table, their actors, and the errors with which the table rejects them.

use foursight_core::{Move, MoveError};

use crate::{GameStart, Seat};

/// Point of a game that a command refers to.
///
/// A ply alone is not enough: after a take-back the same ply occurs again, and a delayed copy of
/// the old move would be legal. The branch is the number of the event that last started a game,
/// took moves back or redid them, so a point never recurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Point {
    /// Number of the last start, take-back or redo event.
    pub branch: u64,
    /// Number of moves played.
    pub ply: usize,
}

/// Actor that issues a command. Viewers cannot issue commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Actor {
    /// A user online, or a bot.
    Seat(Seat),
    /// The people sharing one device. They act for all seats of people, and for both bots if no
    /// person plays.
    SharedDevice,
    /// The program that hosts the table.
    Host,
}

/// An offer to the other seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "kind", rename_all = "snake_case"))]
pub enum Offer {
    /// Offer of a draw.
    Draw,
    /// Offer to take back moves.
    TakeBack {
        /// The first ply to take back.
        to: usize,
    },
    /// Offer of another game.
    Rematch,
}

/// A request to change a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Play a move.
    PlayMove {
        /// Point that the move refers to.
        at: Point,
        /// The move.
        mv: Move,
    },
    /// Take moves back to the actor's last turn: at once if no consent is needed, otherwise as an
    /// offer.
    TakeBack(Point),
    /// Redo moves that were taken back, up to the actor's next turn.
    Redo(Point),
    /// End the game in a draw: at once if no consent is needed, otherwise as an offer.
    OfferDraw(Point),
    /// Start another game of the same kind: at once if no consent is needed, otherwise as an offer.
    NextGame,
    /// Accept exactly this offer of the other seat.
    Accept(Offer),
    /// Decline this offer of the other seat, or withdraw the actor's own.
    Decline(Offer),
    /// Resign, even if the other seat has moved in the meantime.
    Resign(Point),
    /// End the game without a result. A seat may do so until both have moved.
    Abort,
    /// Check whether the running clock has expired.
    Flag,
    /// Pause the clocks (host, or people sharing one device).
    Pause,
    /// Resume the clocks (host, or people sharing one device).
    Resume,
    /// Start this game instead (host, or people sharing one device). The table sets the score: it
    /// carries over if the occupants are the same. A game that is already over does not count.
    OpenGame(Box<GameStart>),
    /// Reset the score to nil (host, or people sharing one device).
    ResetScore,
    /// Declare that this seat has left for good (host).
    DeclareDeparted(Seat),
    /// Credit this many milliseconds to the running clock, as after a downtime (host).
    CreditTime(u64),
}

/// Reason why the table rejects a command. The table is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CommandError {
    /// The rules do not allow the move.
    Move(MoveError),
    /// The other seat is to move.
    NotYourTurn,
    /// The game is over.
    GameOver,
    /// The game is not over yet.
    NotOver,
    /// The command refers to an earlier point: the game has moved on.
    Stale,
    /// The command refers to a later point: this copy of the table has missed an event.
    Ahead,
    /// The game is paused.
    Paused,
    /// The running clock has time left, or none runs.
    TimeLeft,
    /// The actor has no move to take back.
    NothingToUndo,
    /// There is no undone move.
    NothingToRedo,
    /// No such offer is open.
    NoOffer,
    /// The seat has already made this offer since the last move.
    AlreadyOffered,
    /// The seat has reached the limit of offers of this kind in a game.
    TooManyOffers,
    /// The actor may not do this, or not at this table.
    NotAllowed,
}

impl CommandError {
    /// Returns the stable identifier of the error, for programs; the apps phrase the sentences.
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
