//! The rules of four in a row and its variants, as types that cannot represent an illegal position.
//!
//! ```
//! use foursight_core::{Column, Game, Move, Outcome, Player};
//!
//! // Generate, play, detect the end.
//! let mut game = Game::default();
//! assert_eq!(game.legal_moves().len(), 7);
//! for number in [4, 5, 4, 5, 4, 5, 4] {
//!     let column = Column::from_number(number).expect("in range");
//!     game.apply(Move::Drop(column))?;
//! }
//! let Some(Outcome::Won { winner, lines }) = game.outcome() else {
//!     panic!("four discs in one column are a line");
//! };
//! assert_eq!(winner, Player::First);
//! assert_eq!(lines[0].to_string(), "d1-d4");
//! # Ok::<_, foursight_core::MoveError>(())
//! ```
//!
//! | to | use |
//! |---|---|
//! | play any variant with undo | [`Game`], [`reduce`] |
//! | inspect one position of any variant | [`Position`], [`Board`] |
//! | search the standard game fast | [`DropPosition`] |
//! | turn a written board into a game | [`Setup`] |
//!
//! The crate has no dependencies (but `serde`, if the feature of that name asks for it), reads no
//! clock, knows no colours, performs no I/O, and builds
//! without the standard library. It needs an allocator.
#![no_std]

extern crate alloc;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

mod bitboard;
mod board;
mod coordinates;
mod disc;
mod drops;
mod ending;
mod game;
mod line;
mod moves;
mod outcome;
mod perft;
mod player;
mod pop_out;
mod pop_ten;
mod position;
mod power_up;
mod rules;
mod ruleset;
mod setup;
mod shape;
mod split_mix;

pub use bitboard::Bitboard;
pub use board::Board;
pub use coordinates::{Cell, Column, Direction, Row};
pub use disc::{Disc, DiscKind, PowerDisc};
pub use drops::DropPosition;
pub use ending::{DrawReason, Ending, WinReason};
pub use game::{Action, Game, MOVES_MAX, REPETITIONS_MAX, reduce};
pub use line::Line;
pub use moves::{Move, MoveError};
pub use outcome::{DrawRule, End, Outcome, Phase};
pub use player::Player;
pub use pop_ten::POP_TEN_GOAL;
pub use position::{PendingTurn, Position};
pub use ruleset::{
    BOARD_BITS_MAX, BothConnectRule, CONNECT_MIN, Fill, HEIGHT_MAX, Ruleset, RulesetError,
    STOCK_MAX, Stock, Variant, WIDTH_MAX,
};
pub use setup::{ORDER_BOARDS_MAX, Setup, SetupError};
pub use shape::{DynShape, Shape, StandardShape};
pub use split_mix::SplitMix64;
