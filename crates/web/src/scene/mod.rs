//! The scene: the grid and its discs in three dimensions.
//!
//! It is decoration: whatever it shows is in the page as text, and whatever it does can be done by
//! buttons and keys. What moves, where the camera is and what a finger means is decided without a
//! browser, and tested so:
//!
//! | module | what it is |
//! |---|---|
//! | [`shown`], [`drawn`] | what is seen of a game, in space and flat |
//! | [`stage`] | which disc is where at a moment, and whether anything still moves |
//! | [`ahead`] | what a move would do, shown before it is made |
//! | [`motion`] | falls, shakes, pulses and sparks as functions of time |
//! | [`camera`] | where the scene is looked at from, and the column under a pointer |
//! | [`gesture`] | what fingers and mice mean |
//! | [`shapes`], [`mesh`], [`math`] | the bodies as triangles |
//! | [`quality`] | how much work a picture may cost |
//! | [`palette`] | colours |
//!
//! What follows exists only in the browser: `component` puts a canvas into the page, and `handle` tells
//! the scene what happens. All else is loaded when there is something to draw with: `renderer` draws with
//! WebGL 2 by way of `gl`, `driver` makes frames, `hands` hears pointers. Nothing here knows the rules of the game.

pub mod ahead;
pub mod camera;
pub mod drawn;
pub mod gesture;
pub mod math;
pub mod mesh;
pub mod motion;
pub mod palette;
pub mod quality;
pub mod shapes;
pub mod shown;
pub mod stage;

#[cfg(target_arch = "wasm32")]
mod component;
#[cfg(target_arch = "wasm32")]
mod copies;
#[cfg(target_arch = "wasm32")]
mod driver;
#[cfg(target_arch = "wasm32")]
mod gl;
#[cfg(target_arch = "wasm32")]
mod handle;
#[cfg(target_arch = "wasm32")]
mod hands;
#[cfg(target_arch = "wasm32")]
mod hooks;
#[cfg(target_arch = "wasm32")]
mod props;
#[cfg(target_arch = "wasm32")]
mod renderer;

#[cfg(target_arch = "wasm32")]
pub(crate) use component::{Ahead, Scene, Wanted};
#[cfg(target_arch = "wasm32")]
pub use handle::{Described, Handle, Health};
#[cfg(target_arch = "wasm32")]
pub(crate) use hands::draw;
