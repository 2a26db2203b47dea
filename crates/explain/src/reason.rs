//! Reasons: why a drop has its verdict, as values without words.

use foursight_core::{Cell, Column, Position};

use crate::check::{self, ProofError};
use crate::fact::Fact;
use crate::proof::{ColumnPlan, Goal, PlanMode, ProofNode, VerdictProof};

/// A reason why a drop is good or bad: a proof of its verdict, a fact about the board, or a proof
/// whose idea is the fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The drop that it is about.
    pub column: Column,
    /// Cells to point at: those that decide the game, or those that the fact names.
    pub cells: Vec<Cell>,
    /// A fact about the drop.
    pub fact: Option<Fact>,
    /// A proof of the verdict.
    pub proof: Option<VerdictProof>,
}

/// Kind of a reason, for choosing words and for counting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ReasonKind {
    /// The drop completes a line.
    CompletesLine,
    /// The opponent completes a line at once.
    AllowsLine,
    /// Two threats at once, side by side or stacked.
    DoubleThreat,
    /// A sequence of forced replies that ends with two threats.
    ForcedWin,
    /// A few lines of play, written out.
    ShortTree,
    /// A column plan from this drop on.
    ColumnPlan(PlanMode),
    /// Rules of Allis from this drop on.
    NineRules,
    /// Forced replies, then a column plan.
    ForcedPlan,
    /// An answer to each reply, then column plans.
    Split,
    /// The same on two levels.
    DeepSplit,
    /// A fact that proves no verdict.
    Fact,
}

impl ReasonKind {
    /// Returns the name that machines read.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::CompletesLine => "completes-line",
            Self::AllowsLine => "allows-line",
            Self::DoubleThreat => "double-threat",
            Self::ForcedWin => "forced-win",
            Self::ShortTree => "short-tree",
            Self::ColumnPlan(PlanMode::Pure) => "pure-plan",
            Self::ColumnPlan(PlanMode::Complete) => "complete-plan",
            Self::ColumnPlan(PlanMode::Guided) => "guided-plan",
            Self::NineRules => "nine-rules",
            Self::ForcedPlan => "forced-plan",
            Self::Split => "split",
            Self::DeepSplit => "deep-split",
            Self::Fact => "fact",
        }
    }
}

/// The check that proves a reason without knowing how it was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProofMethod {
    /// Plays an answer to every reply that is written out.
    Tree,
    /// Plays a column plan against every drop.
    ColumnPlan,
    /// Plays rules of Allis against every drop.
    Rules,
    /// Plays what is written out, then column plans or rules.
    TreeOfPlans,
}

impl ProofMethod {
    /// Returns the name that machines read.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tree => "tree",
            Self::ColumnPlan => "column-plan",
            Self::Rules => "rules",
            Self::TreeOfPlans => "tree-of-plans",
        }
    }
}

impl Reason {
    pub(crate) fn from_fact(column: Column, fact: Fact) -> Self {
        Self {
            column,
            cells: fact.cells(),
            fact: Some(fact),
            proof: None,
        }
    }

    /// Returns what the reason is like.
    #[must_use]
    pub fn kind(&self) -> ReasonKind {
        let Some(proof) = &self.proof else {
            return ReasonKind::Fact;
        };
        let levels = proof.strategy.split_levels();
        let is_written_out = proof.strategy.is_written_out();
        match &proof.strategy {
            ProofNode::Plan(plan) => ReasonKind::ColumnPlan(plan.mode()),
            ProofNode::Over if proof.claim.goal == Goal::Win && proof.reply.is_some() => {
                ReasonKind::AllowsLine
            }
            ProofNode::Over => ReasonKind::CompletesLine,
            ProofNode::Replies(branches) if branches.is_empty() => ReasonKind::DoubleThreat,
            ProofNode::Rules(_) => ReasonKind::NineRules,
            ProofNode::Replies(_) if is_written_out => match levels {
                0 => ReasonKind::ForcedWin,
                _ => ReasonKind::ShortTree,
            },
            ProofNode::Replies(_) => match levels {
                0 => ReasonKind::ForcedPlan,
                1 => ReasonKind::Split,
                _ => ReasonKind::DeepSplit,
            },
        }
    }

    /// Returns the name that machines read: of its kind, or of the fact if it is a mere one.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match (&self.fact, &self.proof) {
            (Some(fact), None) => fact.name(),
            _ => self.kind().name(),
        }
    }

    /// Returns the check that proves the verdict by this reason, or `None` for a mere fact.
    #[must_use]
    pub fn method(&self) -> Option<ProofMethod> {
        let strategy = &self.proof.as_ref()?.strategy;
        Some(match strategy {
            ProofNode::Plan(_) => ProofMethod::ColumnPlan,
            ProofNode::Rules(_) => ProofMethod::Rules,
            _ if strategy.is_written_out() => ProofMethod::Tree,
            _ => ProofMethod::TreeOfPlans,
        })
    }

    /// Returns the column plan, if the reason is one.
    #[must_use]
    pub fn plan(&self) -> Option<ColumnPlan> {
        match self.proof.as_ref()?.strategy {
            ProofNode::Plan(plan) => Some(plan),
            _ => None,
        }
    }

    /// Checks the reason from scratch, with the rules of the game alone. `line` is perfect play
    /// from the position on, which some facts are about, and may be empty.
    ///
    /// # Errors
    ///
    /// [`ProofError`] if the reason is not proved for this position.
    pub fn check(&self, position: &Position, line: &[Column]) -> Result<(), ProofError> {
        if let Some(fact) = &self.fact
            && !fact.holds(position, self.column, line)
        {
            return Err(ProofError::FalseFact);
        }
        if let Some(proof) = &self.proof {
            let after = position
                .drop_in(self.column)
                .map_err(|_| ProofError::Drop(self.column))?;
            check::check(&after, proof)?;
        }
        Ok(())
    }
}
