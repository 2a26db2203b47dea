//! Shares of verdicts that are proved, by ply and kind of reason.

use std::collections::BTreeMap;
use std::fmt;

use foursight_core::Position;
use foursight_solver::{Verdict, Wdl};

use crate::explainer::Explanation;
use crate::reason::{Reason, ReasonKind};

/// First ply of each group.
const GROUPS: [(usize, &str); 5] = [
    (0, "0-7"),
    (8, "8-15"),
    (16, "16-23"),
    (24, "24-31"),
    (32, "32+"),
];

/// Counts of proved verdicts over decisive positions, those that perfect play does not draw.
///
/// A *best drop* is a best drop of a winning position, the first from the left. A *bad drop* is any
/// other than a winning one. A position is *whole* if the verdict of every drop is proved.
#[derive(Clone, Debug, Default)]
pub struct ProofShares {
    groups: [ShareCount; GROUPS.len()],
    /// Drops by kind of proof; `None` for those without.
    kinds: BTreeMap<Option<ReasonKind>, [usize; GROUPS.len()]>,
}

/// Proved and all of something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// Number of those that are proved.
    pub proved: usize,
    /// Number of all.
    pub all: usize,
}

impl Share {
    fn add(&mut self, is_proved: bool) {
        self.proved += usize::from(is_proved);
        self.all += 1;
    }

    fn plus(self, other: Self) -> Self {
        Self {
            proved: self.proved + other.proved,
            all: self.all + other.all,
        }
    }

    /// Returns the share in per cent, 100 if there is nothing to prove.
    #[must_use]
    pub fn percent(self) -> f64 {
        if self.all == 0 {
            100.0
        } else {
            100.0 * self.proved as f64 / self.all as f64
        }
    }
}

/// The shares of a group of positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShareCount {
    /// Best drops of winning positions.
    pub best: Share,
    /// Drops that do not win.
    pub bad: Share,
    /// Positions with every drop proved.
    pub whole: Share,
}

impl ProofShares {
    /// Counts an explanation. Ignores positions that are drawn or not solved.
    pub fn add(&mut self, position: &Position, explanation: &Explanation) {
        let Some(best @ (Verdict::Win { .. } | Verdict::Loss { .. })) = explanation.verdict else {
            return;
        };
        let ply = position.board().discs();
        let group = GROUPS
            .iter()
            .rposition(|(start, _)| *start <= ply)
            .unwrap_or(0);
        let count = &mut self.groups[group];
        for drop in &explanation.columns {
            let is_proved = drop.proof().is_some();
            let is_win = drop
                .verdict
                .is_some_and(|verdict| verdict.wdl() == Wdl::Win);
            if !is_win {
                count.bad.add(is_proved);
            } else if drop.verdict == Some(best) && explanation.best.first() == Some(&drop.column) {
                count.best.add(is_proved);
            }
            self.kinds
                .entry(drop.proof().map(Reason::kind))
                .or_default()[group] += 1;
        }
        let mut drops = explanation.columns.iter();
        count.whole.add(drops.all(|drop| drop.proof().is_some()));
    }

    /// Returns the shares of positions with at least `ply` discs, which must begin a group.
    #[must_use]
    pub fn from_ply(&self, ply: usize) -> ShareCount {
        let groups = GROUPS.iter().zip(&self.groups);
        let later = groups.filter(|((start, _), _)| *start >= ply);
        later.fold(ShareCount::default(), |sum, (_, count)| ShareCount {
            best: sum.best.plus(count.best),
            bad: sum.bad.plus(count.bad),
            whole: sum.whole.plus(count.whole),
        })
    }
}

impl fmt::Display for ProofShares {
    /// Formats two Markdown tables.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "| proved, % | plies | positions | best drop | bad drops | whole position |"
        )?;
        writeln!(f, "|---|---|---|---|---|---|")?;
        let rows = GROUPS.iter().zip(&self.groups);
        let rows = rows.map(|((_, plies), count)| ("", *plies, *count));
        let sums = [
            ("all", "0+", self.from_ply(0)),
            ("goal", "8+", self.from_ply(8)),
        ];
        for (name, plies, count) in rows.chain(sums) {
            let [best, bad, whole] = [count.best, count.bad, count.whole].map(|share| {
                if share.all == 0 {
                    "-".to_owned()
                } else {
                    format!("{:.1}", share.percent())
                }
            });
            let positions = count.whole.all;
            writeln!(
                f,
                "| {name} | {plies} | {positions} | {best} | {bad} | {whole} |"
            )?;
        }
        write!(f, "\n| drops by kind |")?;
        for (_, plies) in GROUPS {
            write!(f, " {plies} |")?;
        }
        write!(f, "\n|---|{}", "---|".repeat(GROUPS.len()))?;
        for (kind, counts) in &self.kinds {
            write!(f, "\n| {} |", kind.map_or("no proof", ReasonKind::name))?;
            for count in counts {
                write!(f, " {count} |")?;
            }
        }
        Ok(())
    }
}
