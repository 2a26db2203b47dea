//! The rules of four in a row and its variants, as types that cannot be illegal.
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
//! | look at one position of any variant | [`Position`], [`Grid`] |
//! | search the standard game fast | [`Drops`] |
//! | turn a picture of a grid into a game | [`Setup`] |
//!
//! The crate has no dependencies, no clock, no colour and no input or output, and builds
//! without the standard library. It needs an allocator.
#![no_std]

extern crate alloc;

mod disc;
mod drops;
mod ending;
mod game;
mod grid;
mod line;
mod moves;
mod outcome;
mod perft;
mod place;
mod player;
mod pop_out;
mod pop_ten;
mod position;
mod power_up;
mod rules;
mod ruleset;
mod scan;
mod setup;
mod shape;
mod word;

pub use disc::{Disc, DiscKind, PowerDisc};
pub use drops::Drops;
pub use ending::{Ending, TiedBy, WonBy};
pub use game::{Action, Game, MOVES_MAX, REPETITIONS_MAX, reduce};
pub use grid::Grid;
pub use line::Line;
pub use moves::{Move, MoveError};
pub use outcome::{End, Outcome, Phase, Tie};
pub use place::{Column, Direction, Row, Space};
pub use player::Player;
pub use pop_ten::POP_TEN_GOAL;
pub use position::{Pending, Position};
pub use ruleset::{
    BothConnect, CONNECT_MIN, Fill, GRID_BITS_MAX, HEIGHT_MAX, Ruleset, RulesetError, STOCK_MAX,
    Stock, Variant, WIDTH_MAX,
};
pub use scan::{At, Run, Scan, Step};
pub use setup::{ORDER_GRIDS_MAX, Setup, SetupError};
pub use shape::{Classic, Measured, Shape};
pub use word::Word;
