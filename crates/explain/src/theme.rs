//! Themes of mistakes: what a player missed, for statistics and hints.

use foursight_solver::{Verdict, Wdl};

use crate::explainer::DropExplanation;
use crate::fact::Fact;
use crate::reason::{Reason, ReasonKind};
use crate::threat::Parity;

/// The subject of a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum MistakeTheme {
    /// A line could have been completed.
    MissedLine,
    /// A line of the opponent had to be blocked.
    MissedBlock,
    /// The drop made the cell above playable for the opponent, who completes a line there.
    PlayedUnder,
    /// Two threats at once, or a forced sequence that ends with them, were possible.
    MissedFork,
    /// The opponent gets two threats at once.
    AllowedFork,
    /// An odd threat decides.
    OddThreat,
    /// An even threat decides.
    EvenThreat,
    /// Counting cells decides, or answering on top of every drop.
    Counting,
    /// None of these.
    Other,
}

impl MistakeTheme {
    /// All themes.
    pub const ALL: [Self; 9] = [
        Self::MissedLine,
        Self::MissedBlock,
        Self::PlayedUnder,
        Self::MissedFork,
        Self::AllowedFork,
        Self::OddThreat,
        Self::EvenThreat,
        Self::Counting,
        Self::Other,
    ];

    /// Returns the name that machines read.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::MissedLine => "missed-line",
            Self::MissedBlock => "missed-block",
            Self::PlayedUnder => "played-under",
            Self::MissedFork => "missed-fork",
            Self::AllowedFork => "allowed-fork",
            Self::OddThreat => "odd-threat",
            Self::EvenThreat => "even-threat",
            Self::Counting => "counting",
            Self::Other => "other",
        }
    }

    /// Returns the theme of a drop that was worse than the best one. Returns `None` if it kept the
    /// outcome.
    #[must_use]
    pub fn of(played: &DropExplanation, best: &DropExplanation) -> Option<Self> {
        let (verdict, better) = (played.verdict?.wdl(), best.verdict?.wdl());
        if verdict >= better {
            return None;
        }
        let allowed = played.reasons.iter().find_map(of_allowed);
        let missed = best.reasons.iter().find_map(of_missed);
        // What the drop allows is seen on the board; what was missed counts where it won, unless the
        // opponent completes a line at once and no line was to be completed before.
        let is_obvious = played.verdict == Some(Verdict::Loss { plies: 2 })
            && best.verdict != Some(Verdict::Win { plies: 1 });
        let found = match better {
            Wdl::Win if !is_obvious => missed.or(allowed),
            _ => allowed.or(missed),
        };
        Some(found.unwrap_or(Self::Other))
    }
}

/// Returns what a good drop would have been about.
fn of_missed(reason: &Reason) -> Option<MistakeTheme> {
    Some(match (reason.kind(), &reason.fact) {
        (ReasonKind::CompletesLine, _) | (_, Some(Fact::CompletesLine(_))) => {
            MistakeTheme::MissedLine
        }
        (ReasonKind::DoubleThreat | ReasonKind::ForcedWin | ReasonKind::ShortTree, _)
        | (_, Some(Fact::Fork { .. } | Fact::StackedThreats { .. } | Fact::ForcedWin { .. })) => {
            MistakeTheme::MissedFork
        }
        (_, Some(Fact::Blocks(_) | Fact::OnlySafeDrop)) => MistakeTheme::MissedBlock,
        _ => return of_plan(reason),
    })
}

/// Returns what a bad drop allows.
fn of_allowed(reason: &Reason) -> Option<MistakeTheme> {
    Some(match (reason.kind(), &reason.fact) {
        (_, Some(Fact::OpensThreatAbove(_))) => MistakeTheme::PlayedUnder,
        (ReasonKind::AllowsLine, _) | (_, Some(Fact::LeavesThreat(_))) => MistakeTheme::MissedBlock,
        (ReasonKind::DoubleThreat | ReasonKind::ForcedWin | ReasonKind::ShortTree, _) => {
            MistakeTheme::AllowedFork
        }
        _ => return of_plan(reason),
    })
}

fn of_plan(reason: &Reason) -> Option<MistakeTheme> {
    match (&reason.fact, &reason.proof) {
        (Some(Fact::DecisiveThreat(threat) | Fact::Zugzwang { threat, .. }), _) => {
            Some(match threat.parity() {
                Parity::Odd => MistakeTheme::OddThreat,
                Parity::Even => MistakeTheme::EvenThreat,
            })
        }
        (Some(Fact::FollowUp { .. }), _) => Some(MistakeTheme::Counting),
        (_, Some(proof)) if proof.claim.goal == crate::Goal::Win => {
            let cell = reason.cells.first()?;
            Some(if cell.row.number() % 2 == 1 {
                MistakeTheme::OddThreat
            } else {
                MistakeTheme::EvenThreat
            })
        }
        (_, Some(_)) => Some(MistakeTheme::Counting),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use foursight_core::{Column, Game};
    use foursight_solver::Solver;
    use foursight_solver::book::{Book, shipped::THROUGH_12_PLIES};

    use super::*;
    use crate::{ExplainBudget, Explainer};

    #[track_caller]
    fn check(moves: &str, played: usize, expected: Option<MistakeTheme>) {
        let column = |number| Column::from_number(number).expect("in range");
        let columns = moves.bytes().map(|digit| column(usize::from(digit - b'0')));
        let game = columns.fold(Game::default(), |game, column| {
            game.drop_in(column).expect("legal")
        });
        let book = Book::from_bytes(THROUGH_12_PLIES).expect("a shipped book");
        let mut solver = Solver::default().with_book(Arc::new(book));
        let mut explainer = Explainer::new(&mut solver, ExplainBudget::default());
        let explanation = explainer.explain(game.position()).expect("solved");
        let best = explanation.column(explanation.best[0]).expect("open");
        let played = explanation.column(column(played)).expect("open");
        assert_eq!(MistakeTheme::of(played, best), expected, "{moves}");
    }

    #[test]
    fn mistakes_have_themes() {
        check("12611642613552255512", 4, None);
        check("12611642613552255512", 1, Some(MistakeTheme::OddThreat));
        // Three in the first row, open on one side.
        check("112233", 7, Some(MistakeTheme::MissedLine));
        check("4455", 1, Some(MistakeTheme::MissedFork));
        // Only the block at b4 wins, by an odd threat; but the block is what was missed.
        check("44426753572615425212", 1, Some(MistakeTheme::MissedBlock));
    }
}
