//! Searches for proofs. What it finds is only a proposal: the modules of `check`, which share no
//! code with these, decide.

mod allis;
mod bits;
mod column_plan;
mod forced;
mod short_tree;
mod split;
mod visited;

pub use split::ProofCache;
pub(crate) use split::ProofFinder;
