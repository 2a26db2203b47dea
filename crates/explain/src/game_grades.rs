//! Grades of the moves of a game.

use foursight_core::{Column, Player, Position};
use foursight_solver::Verdict;

use crate::grades::{MoveGrade, accuracy, grade};

/// A move of a game with its grade.
///
/// ```
/// use foursight_core::{Column, Position};
/// use foursight_explain::{GradedMove, MoveGrade, game_accuracy};
/// use foursight_solver::Verdict;
///
/// let mut verdicts = vec![Some(Verdict::Loss { plies: 40 }); 7];
/// verdicts[3] = Some(Verdict::Win { plies: 41 });
/// let column = |number| Column::from_number(number).expect("in range");
/// let best = GradedMove::new(&Position::default(), column(4), verdicts.clone());
/// assert_eq!(best.grade, Some(MoveGrade::Only));
/// let lost = GradedMove::new(&Position::default(), column(1), verdicts);
/// assert_eq!((lost.grade, &lost.best[..]), (Some(MoveGrade::Blunder), &[column(4)][..]));
/// assert_eq!(game_accuracy([&best, &lost], best.player), Some(50.0));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GradedMove {
    /// Player who moved.
    pub player: Player,
    /// The column of the move.
    pub column: Column,
    /// Verdicts of all columns before the move, as far as they are known.
    pub verdicts: Vec<Option<Verdict>>,
    /// Grade of the move; `None` unless all verdicts are known.
    pub grade: Option<MoveGrade>,
    /// The best columns from the left; empty unless all verdicts are known.
    pub best: Vec<Column>,
}

impl GradedMove {
    /// Grades a drop by the verdicts of all columns of the position before it.
    #[must_use]
    pub fn new(position: &Position, column: Column, verdicts: Vec<Option<Verdict>>) -> Self {
        let known = |column: &Column| verdicts.get(column.index()).copied().flatten();
        let open = position.board().columns();
        let open: Vec<_> = open
            .filter(|column| position.drop_in(*column).is_ok())
            .collect();
        let is_known = open.iter().all(|column| known(column).is_some());
        let best = open.iter().filter_map(known).max().filter(|_| is_known);
        let is_best = |column: &Column| best.is_some() && known(column) == best;
        Self {
            player: position.to_move(),
            column,
            grade: grade(&verdicts, column).filter(|_| is_known),
            best: open.into_iter().filter(is_best).collect(),
            verdicts,
        }
    }

    /// Returns the verdict of the move, for its player.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        self.verdicts.get(self.column.index()).copied().flatten()
    }
}

/// Returns the [`accuracy`] of a player in a game, by the moves that have a grade.
#[must_use]
pub fn game_accuracy<'a>(
    moves: impl IntoIterator<Item = &'a GradedMove>,
    player: Player,
) -> Option<f64> {
    let graded = moves
        .into_iter()
        .filter(|mv| mv.player == player && mv.grade.is_some());
    accuracy(graded.map(|mv| (&mv.verdicts[..], mv.column)))
}
