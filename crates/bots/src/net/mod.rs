//! The nets of the neural opponents: what they look at, and what they say.
//!
//! What is asked for each look is marked to be inlined, down to the last sum: it is then compiled with whoever
//! asks, for speed where that is wanted (`crates/net-worker`), while the rest of the web game is compiled to
//! be small.

mod bot;
mod discs;
mod features;
mod file;
mod layout;
mod look;
mod puct;
pub mod shipped;

pub use bot::Neural;
pub use discs::{COLUMNS, Discs, ROWS};
pub use features::{ACTIVE_MAX, Active, FEATURES};
pub use file::{NET_BYTES_MAX, NetError};
pub use layout::{BLOCKS_MAX, Dense, LANES, Layout, OUTPUTS, Tensor, WIDTH_MAX};
pub use look::{Net, SCORE_UNIT, Sight, exp, mirrored, soften};
pub(crate) use puct::TREE_BYTES_MAX;
pub use puct::Tree;

/// How long a net was trained.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Stage {
    /// For a minute.
    Minute,
    /// For ten minutes.
    TenMinutes,
    /// To the end.
    Full,
}

impl Stage {
    /// Every stage, the shortest first.
    pub const ALL: [Self; 3] = [Self::Minute, Self::TenMinutes, Self::Full];

    /// The name of the file with its weights.
    #[must_use]
    pub const fn file(self) -> &'static str {
        match self {
            Self::Minute => "7x6-1-minute.net",
            Self::TenMinutes => "7x6-10-minutes.net",
            Self::Full => "7x6.net",
        }
    }
}
