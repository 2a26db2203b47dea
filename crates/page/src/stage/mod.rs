//! The stage: how the board and its discs look and move, without a browser.
//!
//! The 3D scene is decoration: everything it shows is also in the page as text, and everything it
//! does is also available through buttons and keys. `foursight-web` renders what is computed here.
//!
//! | module | subject |
//! |---|---|
//! | [`board_snapshot`], [`flat_board`] | snapshots of a game for the scene and for the flat board |
//! | [`animator`] | positions of all discs at a given time, and whether anything still moves |
//! | [`preview`] | preview of a move: ghost disc, beam and markers |
//! | [`motion`] | falls, shakes, pulses and sparks as functions of time |
//! | [`camera`] | camera, projection, and picking the column under a pointer |
//! | [`gesture`] | gestures of mouse and touch |
//! | [`shapes`], [`mesh`] | triangle meshes |
//! | [`demo`] | the game of the first page |
//! | [`quality`] | render quality, lowered when frames are slow |
//!
//! Nothing here knows the rules of the game.

pub mod animator;
mod board_animation;
pub mod board_snapshot;
pub mod camera;
pub mod demo;
pub mod flat_board;
pub mod gesture;
pub mod mesh;
pub mod motion;
pub mod preview;
pub mod quality;
pub mod shapes;

pub use board_animation::BoardAnimation;
