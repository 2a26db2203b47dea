//! Makes proofs smaller: looks for plans in place of positions whose replies are all listed, and for
//! drops that lead to positions which the proof has anyway.
//!
//! Nothing here is trusted. The caller checks the result by [`ProofWalk`](crate::ProofWalk) and
//! [`verify_text`](crate::verify_text), which know nothing of this module.
//!
//! ```
//! use foursight_proof::search::ProofSearch;
//! use foursight_proof::{ProofWalk, ShippedProof};
//!
//! // Without a solver every move counts as good, and the search is slower.
//! let mut search = ProofSearch::new(ShippedProof::SecondHoldsC1.proof(), 1);
//! let before = search.proof().stats().positions();
//! search.step(&mut |_| true);
//! assert!(search.proof().stats().positions() <= before);
//! assert!(ProofWalk::new(search.proof()).finish().is_ok());
//! ```

mod finder;
mod improve;

pub use finder::ValueOracle;
pub use improve::{ProofSearch, SearchStats};
