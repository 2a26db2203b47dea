//! Opponents for four in a row and its variants.
pub mod arena;
mod bot;
mod dice;
mod learner;
mod level;
mod mcts;
mod memo;
mod memory;
mod mixed;
mod node;
mod search;
mod searcher;
mod weights;
mod windows;

pub use bot::{Bot, Budget, Choice, Evaluation, Stop};
pub use dice::Dice;
pub use learner::Learner;
pub use level::Level;
pub use mcts::MonteCarlo;
pub use memo::MEMO_BYTES_MAX;
pub use memory::{MEMORY_POSITIONS_MAX, MEMORY_TEXT_BYTES_MAX, Memory, MemoryError};
pub use mixed::{Mixed, Uniform};
pub use searcher::Searcher;
pub use weights::{Personality, UnknownPersonality, Weights};
