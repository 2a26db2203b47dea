//! The 3D scene: the board and its discs.
//!
//! `component` puts a canvas into the page, and `handle` passes updates to the scene. Everything
//! else is in a lazy chunk that is loaded once WebGL 2 is known to work: `renderer` renders through
//! `gl`, `driver` runs the frame loop, `mount` handles input. Animation, camera and gestures are
//! computed by `foursight_page::stage`.

mod component;
mod driver;
mod gl;
mod gpu_assets;
mod handle;
mod instances;
mod mount;
mod renderer;
mod test_hooks;

pub(crate) use component::{AimBindings, Scene, SceneInputs};
pub(crate) use handle::{SceneDiagnostics, SceneHandle, SceneStatus};
pub(crate) use mount::mount_scene;
