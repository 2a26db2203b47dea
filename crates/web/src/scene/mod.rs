//! The 3D scene: the board and its discs.
//!
//! The scene is decoration: everything it shows is also in the page as text, and everything it does
//! is also available through buttons and keys. Animation, camera and gestures are computed without
//! a browser and tested on the host:
//!
//! | module | subject |
//! |---|---|
//! | [`board_snapshot`], [`flat_board`] | snapshots of a game for the scene and for the flat board |
//! | [`animator`] | positions of all discs at a given time, and whether anything still moves |
//! | [`preview`] | preview of a move: ghost disc, beam and markers |
//! | [`motion`] | falls, shakes, pulses and sparks as functions of time |
//! | [`camera`] | camera, projection, and picking the column under a pointer |
//! | [`gesture`] | gestures of mouse and touch |
//! | [`shapes`], [`mesh`], [`math`] | triangle meshes and their mathematics |
//! | [`quality`] | render quality, lowered when frames are slow |
//! | [`palette`] | colours |
//!
//! The rest exists only in the browser: `component` puts a canvas into the page, and `handle`
//! passes updates to the scene. Everything else is in a lazy chunk that is loaded once WebGL 2 is
//! known to work: `renderer` renders through `gl`, `driver` runs the frame loop, `mount` handles
//! input. Nothing here knows the rules of the game.

pub mod animator;
pub mod board_snapshot;
pub mod camera;
pub mod flat_board;
pub mod gesture;
pub mod math;
pub mod mesh;
pub mod motion;
pub mod palette;
pub mod preview;
pub mod quality;
pub mod shapes;

#[cfg(target_arch = "wasm32")]
mod component;
#[cfg(target_arch = "wasm32")]
mod driver;
#[cfg(target_arch = "wasm32")]
mod gl;
#[cfg(target_arch = "wasm32")]
mod gpu_assets;
#[cfg(target_arch = "wasm32")]
mod handle;
#[cfg(target_arch = "wasm32")]
mod instances;
#[cfg(target_arch = "wasm32")]
mod mount;
#[cfg(target_arch = "wasm32")]
mod renderer;
#[cfg(target_arch = "wasm32")]
mod test_hooks;

#[cfg(target_arch = "wasm32")]
pub(crate) use component::{AimBindings, Scene, SceneInputs};
#[cfg(target_arch = "wasm32")]
pub use handle::{SceneDiagnostics, SceneHandle, SceneStatus};
#[cfg(target_arch = "wasm32")]
pub(crate) use mount::mount_scene;
