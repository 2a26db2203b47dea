//! The value of the first moves of four in a row as a few kilobytes that a reader can check.
//!
//! A [`Proof`] is a graph of positions. Where the planner is to move it names one drop; where the
//! opponent is to move, either all replies are positions of the proof, or a [`Plan`] answers them
//! from there on by looking answers up. Nothing is searched, neither to play by a proof nor to check
//! it.
//!
//! ```
//! use foursight_proof::{Proof, ProofWalk, ShippedProof, verify_text};
//!
//! let proof = ShippedProof::SecondHoldsC1.proof();
//! assert_eq!(proof.claim().to_string(), "Second holds at least a draw from 3");
//!
//! // Two verifiers that share no code.
//! let fast = ProofWalk::new(&proof).finish()?;
//! let text = "foursight proof 1\nclaim first wins\nstart -\ndrop ,,,,,, d\nend 1\n";
//! let error = verify_text(text).unwrap_err();
//! assert_eq!(error.to_string(), "the position is not listed: ,,,x,,,");
//! assert!(fast.plan_positions > 100_000);
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! | to | use |
//! |---|---|
//! | check a proof fast, with progress | [`ProofWalk`] |
//! | check a proof with as little code as possible | [`verify_text`] |
//! | play by a proof, and say why | [`Proof::advise`], [`ShippedProof::advise`] |
//! | shorten the plans of a proof | [`Proof::minimised`] |
//! | make a proof smaller, with the feature `search` | `search::ProofSearch` |
//! | read and write proofs | [`Proof::from_text`], [`Proof::from_bytes`] and their inverses |
//!
//! `docs/proof.md` has the plan language, the counting rules and what is not claimed.

mod advice;
mod bits;
mod board;
mod compact;
mod entry_coder;
mod graph;
mod minimise;
mod plan;
mod range_coder;
#[cfg(feature = "search")]
pub mod search;
mod shipped;
mod text;
mod verify;
mod walk;

pub use advice::{AdviceSource, ProofAdvice};
pub use board::{ParseBoardError, ParsePlanCellError, PlanCell, ProofBoard};
pub use compact::{COMPACT_BYTES_MAX, CompactError, IncompleteProofError};
pub use graph::{
    DropNode, DuplicatePositionError, POSITIONS_MAX, PlanNode, PlyCounts, Proof, ProofClaim,
    ProofEntry, ProofGoal, ProofStats, ReplyNode, START_PLIES_MAX,
};
pub use plan::{DEFAULT_ORDER, Plan, PlanAnswer, PlanFailure, PlanMove, PlanRule, ReplyRule};
pub use shipped::ShippedProof;
pub use text::{ReadProofError, ReadProofReason, TEXT_BYTES_MAX};
pub use verify::{ProofReport, VerifyError, verify_text};
pub use walk::{PLAN_POSITIONS_MAX, ProofWalk, WalkError, WalkReason, WalkReport};
