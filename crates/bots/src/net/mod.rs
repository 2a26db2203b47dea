//! The nets of the neural bots: features, inference and search.
//!
//! All functions on the path of an evaluation are marked `#[inline]`: they are compiled with the
//! calling crate, for speed where that matters (`crates/engine-worker`), while the rest of the web
//! game is compiled for size.

mod bot;
mod discs;
mod features;
mod file;
mod inference;
mod layout;
mod puct;
pub mod shipped;

pub use bot::NeuralBot;
pub use discs::{COLUMNS, Discs, ROWS};
pub use features::{ACTIVE_FEATURES_MAX, ActiveFeatures, FEATURES};
pub use file::{NET_BYTES_MAX, NetError};
pub use inference::{Net, Prediction, SCORE_SCALE, exp, mirror_logits, softmax};
pub use layout::{BLOCKS_MAX, DenseLayer, LANES, NetLayout, OUTPUTS, Tensor, WIDTH_MAX};
pub use puct::PuctTree;
pub(crate) use puct::TREE_BYTES_MAX;

/// The training stage of a net.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TrainingStage {
    /// After one minute.
    Minute,
    /// After ten minutes.
    TenMinutes,
    /// Fully trained.
    Full,
}

impl TrainingStage {
    /// Every stage, the shortest first.
    pub const ALL: [Self; 3] = [Self::Minute, Self::TenMinutes, Self::Full];

    /// Returns the name of the file with its weights.
    #[must_use]
    pub const fn file(self) -> &'static str {
        match self {
            Self::Minute => "7x6-1-minute.net",
            Self::TenMinutes => "7x6-10-minutes.net",
            Self::Full => "7x6.net",
        }
    }
}
