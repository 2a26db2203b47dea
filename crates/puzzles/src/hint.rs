//! Hints, each with its price, and the score of an attempt.

use foursight_core::{Column, Move};

use crate::puzzle::{Puzzle, PuzzleAnswer};

/// Columns that the second hint names.
const REGION_COLUMNS: usize = 3;

/// A hint. Each shows more than the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PuzzleHint {
    /// Idea of the puzzle.
    Theme,
    /// A few columns, one of which is right.
    Region,
    /// The answer.
    Answer,
}

impl PuzzleHint {
    /// Every hint, in order.
    pub const ALL: [Self; 3] = [Self::Theme, Self::Region, Self::Answer];

    /// Returns its price in per cent of the point that a solved puzzle is worth.
    #[must_use]
    pub const fn price(self) -> u8 {
        match self {
            Self::Theme => 20,
            Self::Region => 30,
            Self::Answer => 50,
        }
    }
}

/// Returns what a puzzle is worth that was solved with the first few hints, in per cent.
///
/// ```
/// use foursight_puzzles::score_percent;
///
/// assert_eq!([0, 1, 2, 3].map(score_percent), [100, 80, 50, 0]);
/// ```
#[must_use]
pub fn score_percent(hints: usize) -> u8 {
    let prices = PuzzleHint::ALL
        .into_iter()
        .take(hints)
        .map(PuzzleHint::price);
    100_u8.saturating_sub(prices.sum())
}

/// Returns a few neighbouring columns that include the answer, whose place among them gives nothing
/// away. Returns `None` if there is no win.
#[must_use]
pub fn hint_region(puzzle: &Puzzle) -> Option<Vec<Column>> {
    let PuzzleAnswer::Move(mv) = puzzle.answer else {
        return None;
    };
    let answer = mv.column().map_or(0, Column::index);
    let width = usize::from(puzzle.game.ruleset().width());
    let offset = puzzle.moves_text().bytes().map(usize::from).sum::<usize>() % REGION_COLUMNS;
    let first = answer
        .saturating_sub(offset)
        .min(width.saturating_sub(REGION_COLUMNS));
    let columns = first..(first + REGION_COLUMNS).min(width);
    Some(columns.filter_map(Column::from_index).collect())
}

/// Returns the move that the last hint shows, or `None` if there is no win.
#[must_use]
pub const fn hint_answer(puzzle: &Puzzle) -> Option<Move> {
    match puzzle.answer {
        PuzzleAnswer::Move(mv) => Some(mv),
        PuzzleAnswer::NoWin => None,
    }
}
