//! Grades of moves by their verdicts, and the accuracy of a player.

use foursight_core::Column;
use foursight_solver::{Verdict, Wdl};

/// A drop that delays a win or hastens a loss by at most this number of plies is still good.
const GOOD_PLIES_MAX: u8 = 4;

/// Quality of a drop, by the exact verdicts of all columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MoveGrade {
    /// Turns a win into a loss.
    Blunder,
    /// Turns a win into a draw, or a draw into a loss.
    Mistake,
    /// Keeps the outcome, but wins much later or loses much sooner than necessary.
    Slip,
    /// Keeps the outcome, a little slower or quicker than the best.
    Good,
    /// As good as any.
    Best,
    /// The only drop that keeps the outcome.
    Only,
}

impl MoveGrade {
    /// All grades, the best first.
    pub const ALL: [Self; 6] = [
        Self::Only,
        Self::Best,
        Self::Good,
        Self::Slip,
        Self::Mistake,
        Self::Blunder,
    ];

    /// Returns the name that machines read.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Only => "only",
            Self::Best => "best",
            Self::Good => "good",
            Self::Slip => "slip",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }

    /// Returns true if the drop keeps the outcome.
    #[must_use]
    pub fn keeps_outcome(self) -> bool {
        self > Self::Mistake
    }

    /// Returns the points that count for the accuracy, of 100.
    const fn points(self) -> u32 {
        match self {
            Self::Only | Self::Best => 100,
            Self::Good => 90,
            Self::Slip => 70,
            Self::Mistake => 30,
            Self::Blunder => 0,
        }
    }
}

/// Grades a drop by the verdicts of all open columns, by column from the left. Returns `None` if
/// the column is full.
///
/// ```
/// use foursight_core::Column;
/// use foursight_explain::{MoveGrade, grade};
/// use foursight_solver::Verdict;
///
/// let verdicts = [Some(Verdict::Win { plies: 15 }), Some(Verdict::Draw), None];
/// let grades = [1, 2, 3].map(|number| grade(&verdicts, Column::from_number(number)?));
/// assert_eq!(grades, [Some(MoveGrade::Only), Some(MoveGrade::Mistake), None]);
/// ```
#[must_use]
pub fn grade(verdicts: &[Option<Verdict>], column: Column) -> Option<MoveGrade> {
    let played = verdicts.get(column.index()).copied().flatten()?;
    let open = || verdicts.iter().flatten();
    let best = *open().max()?;
    let keeping = open().filter(|verdict| verdict.wdl() == best.wdl()).count();
    Some(match (best, played) {
        _ if played.wdl() == best.wdl() && keeping == 1 && open().count() > 1 => MoveGrade::Only,
        _ if played == best => MoveGrade::Best,
        (Verdict::Win { plies: one }, Verdict::Win { plies: other })
        | (Verdict::Loss { plies: one }, Verdict::Loss { plies: other }) => {
            if one.abs_diff(other) <= GOOD_PLIES_MAX {
                MoveGrade::Good
            } else {
                MoveGrade::Slip
            }
        }
        _ if best.wdl() == Wdl::Win && played.wdl() == Wdl::Loss => MoveGrade::Blunder,
        _ => MoveGrade::Mistake,
    })
}

/// Returns the accuracy of a player in per cent: the mean of the points of the drops at which the
/// columns had different verdicts, so that there was something to find. 100 points for the only or
/// a best drop, 90 for a good one, 70 for a slip, 30 for a mistake, 0 for a blunder. `None` if there
/// was nothing to find.
///
/// Each item has the verdicts of all columns before a drop, and its column.
#[must_use]
pub fn accuracy<'a>(
    drops: impl IntoIterator<Item = (&'a [Option<Verdict>], Column)>,
) -> Option<f64> {
    let (mut points, mut count) = (0, 0);
    for (verdicts, column) in drops {
        let mut open = verdicts.iter().flatten();
        let first = open.next()?;
        if open.any(|other| other != first) {
            points += grade(verdicts, column)?.points();
            count += 1;
        }
    }
    (count > 0).then(|| f64::from(points) / f64::from(count))
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIN: Verdict = Verdict::Win { plies: 9 };
    const LOSS: Verdict = Verdict::Loss { plies: 8 };

    fn check(verdicts: &[Verdict], expected: &[MoveGrade]) {
        let verdicts: Vec<_> = verdicts.iter().copied().map(Some).collect();
        let columns = (0..verdicts.len()).filter_map(Column::from_index);
        let grades: Vec<_> = columns
            .filter_map(|column| grade(&verdicts, column))
            .collect();
        assert_eq!(grades, expected, "{verdicts:?}");
    }

    #[test]
    fn grades_by_proof() {
        use MoveGrade::{Best, Blunder, Good, Mistake, Only, Slip};
        check(&[WIN, Verdict::Draw, LOSS], &[Only, Mistake, Blunder]);
        check(
            &[Verdict::Draw, LOSS, Verdict::Draw],
            &[Best, Mistake, Best],
        );
        let [later, late] = [13, 15].map(|plies| Verdict::Win { plies });
        check(&[WIN, later, late], &[Best, Good, Slip]);
        let [sooner, soon] = [4, 2].map(|plies| Verdict::Loss { plies });
        check(&[LOSS, sooner, soon], &[Best, Good, Slip]);
        // Without a choice nothing is praised.
        check(&[LOSS], &[Best]);
    }

    #[test]
    fn accuracy_counts_only_choices() {
        let column = |index| Column::from_index(index).expect("in range");
        let choice = [Some(WIN), Some(Verdict::Draw), Some(LOSS)];
        let no_choice = [Some(Verdict::Draw), Some(Verdict::Draw)];
        let of = |drops: &[(&[Option<Verdict>], usize)]| {
            accuracy(
                drops
                    .iter()
                    .map(|(verdicts, index)| (*verdicts, column(*index))),
            )
        };
        assert_eq!(
            of(&[(&choice, 0), (&choice, 1), (&no_choice, 0)]),
            Some(65.0)
        );
        assert_eq!(of(&[(&no_choice, 1)]), None);
    }
}
