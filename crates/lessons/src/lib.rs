//! x
#[macro_use]
mod trace;
mod listing;
pub mod teach;
pub use listing::Listing;
pub use trace::{MOMENTS_MAX, Mark, Moment, See, Trace};
