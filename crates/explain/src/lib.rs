//! Threats, and the reasons why a drop is good or bad, each proved on the board.
//!
//! The solver says *that* a drop wins. This crate says why, as values that a program phrases in its
//! own language. An [`Explainer`] returns the [`Reason`]s of every column of a position: proofs of
//! the verdict where it finds one, otherwise facts and perfect play.
//!
//! Every reason has passed [`Reason::check`], which knows the rules of the game and nothing of how
//! the reason was found.
//!
//! | module | contents |
//! |---|---|
//! | `explainer` | the interface: [`Explainer`], [`Explanation`] |
//! | `proof` | proofs as values: [`VerdictProof`], [`ColumnPlan`] |
//! | `finder` | searches for proofs: forced wins, short trees, column plans, splits |
//! | `check` | proves them |
//! | `fact` | [`Fact`]s about a drop, with [`Fact::holds`] |
//! | `grades`, `game_grades` | [`MoveGrade`]s, [`accuracy`], and both for a whole game |
//! | `plan_picture` | [`PlanPicture`]: a plan as cells to draw |
//! | `play_out` | [`ProofPlayer`]: a proof answers drops that a person chooses |
//! | `theme` | [`MistakeTheme`]s: what a mistake was about |
//! | `proof_code` | [`ProofCode`]: explanations as numbers, for messages |
//! | `shares` | [`ProofShares`]: how much is proved |
//!
//! ```
//! use foursight_core::{Column, Game};
//! use foursight_explain::{Fact, facts};
//! use foursight_solver::Wdl;
//!
//! // First has three in the first row, open on both sides.
//! let column = |number| Column::from_number(number).expect("in range");
//! let mut game = Game::default();
//! for number in [4, 4, 5, 5] {
//!     game = game.drop_in(column(number))?;
//! }
//! let found = facts(game.position(), column(3), Wdl::Win, &[]);
//! let Fact::Fork { cells } = &found[0] else { panic!("{found:?}") };
//! assert_eq!(cells.map(|cell| cell.to_string()), ["b1", "f1"]);
//! # Ok::<_, foursight_core::MoveError>(())
//! ```
//!
//! Proofs are about the standard board. Facts cover drop-only rules on any board; the other
//! variants have threats only.
//!
//! Threats, parity, zugzwang and follow-up are the concepts of L. V. Allis, *A Knowledge-based
//! Approach of Connect-Four*, 1988.

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

mod check;
mod explainer;
mod fact;
mod finder;
mod follow_up;
mod forced_win;
mod game_grades;
mod grades;
mod plan_picture;
mod play_out;
mod proof;
mod proof_code;
mod propose;
mod reason;
mod shares;
mod theme;
mod threat;

pub use check::ProofError;
pub use explainer::{DropExplanation, ExplainBudget, Explainer, Explanation, ProofAhead};
pub use fact::Fact;
pub use finder::ProofCache;
pub use game_grades::{GradedMove, game_accuracy};
pub use grades::{MoveGrade, accuracy, grade};
pub use plan_picture::PlanPicture;
pub use play_out::ProofPlayer;
pub use proof::{
    AllisRule, Claim, ColumnPlan, Goal, PlanMode, ProofBranch, ProofNode, RuleCover, RuleInstance,
    VerdictProof,
};
pub use proof_code::ProofCode;
pub use propose::facts;
pub use reason::{ProofMethod, Reason, ReasonKind};
pub use shares::{ProofShares, Share, ShareCount};
pub use theme::MistakeTheme;
pub use threat::{Parity, Threat, threats};
