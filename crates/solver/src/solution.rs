//! Results of a solver with their cost in nodes.

use foursight_core::Column;

use crate::verdict::{BoundedValue, Verdict};

/// A value, exact or bounded, and the number of nodes it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solution<T> {
    /// The value found.
    pub value: BoundedValue<T>,
    /// Nodes visited, over all threads.
    pub nodes: u64,
}

/// The verdict of every column, for the player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// By column from the left; `None` for a full column.
    pub columns: Vec<Option<BoundedValue<Verdict>>>,
    /// Nodes visited, over all threads.
    pub nodes: u64,
}

impl Analysis {
    /// Returns the verdict of a column if it is open and its verdict is exact.
    #[must_use]
    pub fn verdict(&self, column: Column) -> Option<Verdict> {
        self.columns
            .get(column.index())
            .copied()
            .flatten()
            .and_then(BoundedValue::exact)
    }

    /// Returns the verdict of the position if all columns are exact.
    #[must_use]
    pub fn best(&self) -> Option<Verdict> {
        let open = self.columns.iter().flatten();
        open.map(|answer| answer.exact())
            .collect::<Option<Vec<_>>>()?
            .into_iter()
            .max()
    }
}
