//! Proofs as values: which player reaches which goal, and how.
//!
//! A [`VerdictProof`] is a strategy of one player against every reply: drops, and at the leaves
//! plans that need no further drops written down. `check` proves it and knows only the rules of
//! the game.

use foursight_core::{Cell, Column, Player};

/// A result that a player can reach against any play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Goal {
    /// The opponent completes no line.
    Hold,
    /// The player completes a line.
    Win,
}

/// A claim about a position: this player reaches this goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Claim {
    /// Player who reaches the goal.
    pub player: Player,
    /// The goal.
    pub goal: Goal,
}

/// A strategy with which a player reaches a goal after a drop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerdictProof {
    /// The claim that it proves.
    pub claim: Claim,
    /// Reply of the player, if the proof begins with the player to move.
    pub reply: Option<Column>,
    /// The strategy after that, with the opponent of the player to move.
    pub strategy: ProofNode,
}

/// A strategy of the player who has just dropped.
///
/// Without branches it is a double threat, with a single branch everywhere a forced sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProofNode {
    /// The last drop ended the game.
    Over,
    /// An answer to each reply. After a reply without a branch the player completes a line at once,
    /// or, if the goal is to hold, the board is full.
    Replies(Vec<ProofBranch>),
    /// A column plan.
    Plan(ColumnPlan),
    /// Rules of Allis that solve every line the opponent may still complete.
    Rules(RuleCover),
}

/// An answer to a reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofBranch {
    /// Reply of the opponent.
    pub reply: Column,
    /// Answer of the player.
    pub answer: Column,
    /// The strategy after that.
    pub then: ProofNode,
}

/// A plan for the player who is not to move, which names no drops: every column is even or odd.
///
/// A cell is *lower* if there is one above it and it is on an odd row of an even column or on an
/// even row of an odd one. The player answers a drop of the opponent with the first of these that
/// is possible:
///
/// 1. complete a line,
/// 2. block a line,
/// 3. drop on top of it, if it is on a lower cell,
/// 4. drop on a *waiting* cell, one that is not lower,
/// 5. *open* a column by taking its lower cell, after which the column changes its kind.
///
/// Except for 1 and 2, the player never drops below a cell on which the opponent would complete a
/// line. In the [guided](PlanMode::Guided) mode the player also makes two threats at once where
/// that is possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ColumnPlan {
    odd: u8,
    mode: PlanMode,
}

impl ColumnPlan {
    pub(crate) const fn new(odd: u8, mode: PlanMode) -> Self {
        Self { odd, mode }
    }

    /// Returns the plan with these odd columns.
    #[must_use]
    pub fn with_odd_columns(odd: impl IntoIterator<Item = Column>, mode: PlanMode) -> Self {
        let odd = odd.into_iter().filter(|column| column.index() < 7);
        Self::new(odd.fold(0, |set, column| set | 1 << column.index()), mode)
    }

    /// The odd columns, one bit a column.
    pub(crate) const fn odd_bits(self) -> u8 {
        self.odd
    }

    /// Freedom of choice that the plan leaves.
    #[must_use]
    pub const fn mode(self) -> PlanMode {
        self.mode
    }

    /// Returns true if the column is odd.
    #[must_use]
    pub const fn is_odd(self, column: Column) -> bool {
        column.index() < 7 && self.odd >> column.index() & 1 == 1
    }

    /// Returns the odd columns from the left.
    #[must_use]
    pub fn odd_columns(self) -> Vec<Column> {
        let columns = (0..7).filter_map(Column::from_index);
        columns.filter(|column| self.is_odd(*column)).collect()
    }
}

/// Choices that a column plan leaves, and which of them work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PlanMode {
    /// Rules 1 to 4 suffice, blocks are in turn, and every waiting cell works.
    Pure,
    /// Every safe cell works where there is a choice.
    Complete,
    /// Some safe cell works where there is a choice, or the player makes two threats at once.
    Guided,
}

impl ProofNode {
    /// Returns the number of lines of play that are written out.
    #[must_use]
    pub fn lines(&self) -> usize {
        match self {
            Self::Replies(branches) => {
                let lines = branches.iter().map(|branch| branch.then.lines());
                lines.sum::<usize>().max(1)
            }
            Self::Over | Self::Plan(_) | Self::Rules(_) => 1,
        }
    }

    /// Returns the plans at the leaves, in the order of the replies.
    #[must_use]
    pub fn plans(&self) -> Vec<ColumnPlan> {
        match self {
            Self::Over | Self::Rules(_) => Vec::new(),
            Self::Plan(plan) => vec![*plan],
            Self::Replies(branches) => {
                let plans = branches.iter().map(|branch| branch.then.plans());
                plans.flatten().collect()
            }
        }
    }

    /// Returns true if every line of play is written out to its end.
    #[must_use]
    pub fn is_written_out(&self) -> bool {
        match self {
            Self::Over => true,
            Self::Plan(_) | Self::Rules(_) => false,
            Self::Replies(branches) => branches.iter().all(|branch| branch.then.is_written_out()),
        }
    }

    /// Returns the number of levels at which more than one reply is answered.
    pub(crate) fn split_levels(&self) -> usize {
        let Self::Replies(branches) = self else {
            return 0;
        };
        let below = branches.iter().map(|branch| branch.then.split_levels());
        below.max().unwrap_or(0) + usize::from(branches.len() > 1)
    }
}

/// Rules of Allis (1988) for the player who is not to move.
///
/// The player answers a drop on a cell of a rule on another cell of the same rule, and any other
/// drop on a cell of no rule, if that is possible; completing and blocking lines comes first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleCover {
    /// The rules.
    pub rules: Vec<RuleInstance>,
}

/// A rule on some cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleInstance {
    /// The rule.
    pub rule: AllisRule,
    /// Its cells, column by column and from the bottom up.
    pub cells: Vec<Cell>,
}

/// The nine rules of Allis (1988).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AllisRule {
    /// Two cells above each other, the upper one on an even row: the player gets the upper one.
    Claimeven,
    /// Two playable cells: the player gets one of them.
    Baseinverse,
    /// Two cells above each other, the upper one on an odd row: the player gets one of them.
    Vertical,
    /// A line of the player that claimevens complete.
    Aftereven,
    /// Two verticals.
    Lowinverse,
    /// Three cells above each other in two columns.
    Highinverse,
    /// Three playable cells and the one above the second.
    Baseclaim,
    /// A line that the player completes before the opponent can use the cells above it.
    Before,
    /// A before with a playable cell of its line and another playable cell.
    Specialbefore,
}

impl AllisRule {
    /// All rules.
    pub const ALL: [Self; 9] = [
        Self::Claimeven,
        Self::Baseinverse,
        Self::Vertical,
        Self::Aftereven,
        Self::Lowinverse,
        Self::Highinverse,
        Self::Baseclaim,
        Self::Before,
        Self::Specialbefore,
    ];

    /// Returns the name of the rule, the same in every language.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Claimeven => "claimeven",
            Self::Baseinverse => "baseinverse",
            Self::Vertical => "vertical",
            Self::Aftereven => "aftereven",
            Self::Lowinverse => "lowinverse",
            Self::Highinverse => "highinverse",
            Self::Baseclaim => "baseclaim",
            Self::Before => "before",
            Self::Specialbefore => "specialbefore",
        }
    }
}
