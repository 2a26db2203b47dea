//! The net files that ship with the crate; see `docs/neural.md` for how they were trained.
//!
//! The linker drops unused ones.

use super::TrainingStage;

/// The net after one minute of training.
pub const MINUTE: &[u8] = include_bytes!("../../nets/7x6-1-minute.net");
/// The net after ten minutes of training.
pub const TEN_MINUTES: &[u8] = include_bytes!("../../nets/7x6-10-minutes.net");
/// The net at the end of its training.
pub const FULL: &[u8] = include_bytes!("../../nets/7x6.net");

/// Returns the net file of a stage.
#[must_use]
pub const fn of(stage: TrainingStage) -> &'static [u8] {
    match stage {
        TrainingStage::Minute => MINUTE,
        TrainingStage::TenMinutes => TEN_MINUTES,
        TrainingStage::Full => FULL,
    }
}
