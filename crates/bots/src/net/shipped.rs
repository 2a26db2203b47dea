//! The nets that come with the crate, as files; see `docs/neural.md` for how they were made.
//!
//! A constant that is not used is not part of a program.

use super::Stage;

/// The net after one minute of training.
pub const MINUTE: &[u8] = include_bytes!("../../nets/7x6-1-minute.net");
/// The net after ten minutes of training.
pub const TEN_MINUTES: &[u8] = include_bytes!("../../nets/7x6-10-minutes.net");
/// The net at the end of its training.
pub const FULL: &[u8] = include_bytes!("../../nets/7x6.net");

/// The net of a stage.
#[must_use]
pub const fn of(stage: Stage) -> &'static [u8] {
    match stage {
        Stage::Minute => MINUTE,
        Stage::TenMinutes => TEN_MINUTES,
        Stage::Full => FULL,
    }
}
