//! The other worker of the web game: opponents beside the ladder, and what a net sees.
//!
//! Nobody needs them for the first drop, so they are a module of their own, which the page loads when
//! somebody wants them; the weights of a net are loaded when that net is asked. [`Desk`] answers the questions
//! of [`foursight_protocol::nets`]. In the browser the module starts itself; everywhere else it is an ordinary
//! library, which is how it is tested.

mod desk;
#[cfg(target_arch = "wasm32")]
mod post;

pub use desk::{Desk, Heard};
#[cfg(target_arch = "wasm32")]
pub use post::start;
