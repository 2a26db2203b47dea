//! What a solver hands back: answers with their cost.

use foursight_core::Column;

use crate::verdict::{Answer, Verdict};

/// An answer and what it cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solution<T> {
    /// What was found.
    pub answer: Answer<T>,
    /// How many nodes the search visited, over all threads.
    pub nodes: u64,
}

/// The verdict of every column, for the player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// By column from the left; none where the column is full.
    pub columns: Vec<Option<Answer<Verdict>>>,
    /// How many nodes the search visited, over all threads.
    pub nodes: u64,
}

impl Analysis {
    /// The verdict of a column, if a disc can be dropped there and its verdict is exact.
    #[must_use]
    pub fn verdict(&self, column: Column) -> Option<Verdict> {
        self.columns
            .get(column.index())
            .copied()
            .flatten()
            .and_then(Answer::exact)
    }

    /// The verdict of the position, if all columns are exact.
    #[must_use]
    pub fn best(&self) -> Option<Verdict> {
        let open = self.columns.iter().flatten();
        open.map(|answer| answer.exact())
            .collect::<Option<Vec<_>>>()?
            .into_iter()
            .max()
    }
}
