//! The nets of the neural opponents: what they look at, and what they say.

mod bot;
mod discs;
mod features;
mod file;
mod layout;
mod look;
mod puct;

pub use bot::Neural;
pub use discs::{COLUMNS, Discs, ROWS};
pub use features::{ACTIVE_MAX, Active, FEATURES};
pub use file::{NET_BYTES_MAX, NetError};
pub use layout::{Dense, LANES, Layout, OUTPUTS, Tensor};
pub use look::{Net, SCORE_UNIT, Sight, exp, mirrored, soften};
