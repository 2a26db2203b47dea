//! History heuristic (Schaeffer 1983): the drops that caused cutoffs earlier in this search.
//!
//! The static scores of `move_ordering` know only the position; the history knows the search so
//! far. A cell that caused a cutoff a moment ago, in a position that differs by a few discs, is
//! likely to do so again. Three tables are kept: butterfly history (by cell), ply history (by cell
//! and ply) and counter-move history (by cell and previous drop). Each entry is a number between
//! -[`SCORE_MAX`] and [`SCORE_MAX`] that moves a quarter of the way up when the drop causes a
//! cutoff, and down when it does not. Old entries thereby decay quickly: slower decay costs more
//! nodes than it saves.
//!
//! Attackers and defenders have separate tables.

/// Largest history score. One byte each keeps the tables in the L1 cache.
const SCORE_MAX: i8 = 50;
/// Weight of one unit of history in the ordering score.
const WEIGHT: i32 = 8;
/// Entries move by the distance to the end of the range, shifted right by this many bits.
const DECAY_SHIFT: u32 = 2;
/// More than any cell index, and than any number of discs.
const CELLS: usize = 64;
/// Entries of one table: by role (defending, attacking), then by cell.
const TABLE_LEN: usize = 2 * CELLS;

/// The context of a drop: the ply, the previous drop and the role of the mover.
#[derive(Clone, Copy)]
pub(crate) struct HistoryKey {
    /// Discs on the board.
    pub(crate) discs: i32,
    /// The cell of the previous drop.
    pub(crate) previous: u64,
    /// Set if the player to move is the attacker.
    pub(crate) attacking: bool,
}

/// The history scores of one search: butterfly, then by number of discs, then by previous drop.
pub(crate) struct History(Vec<i8>);

impl History {
    pub(crate) fn new() -> Self {
        Self(vec![0; TABLE_LEN * (1 + 2 * CELLS)])
    }

    /// Returns the history score of a drop, to be added to its static ordering score.
    #[inline(always)]
    pub(crate) fn score(&self, key: HistoryKey, cell: u64) -> i32 {
        let entries = key.indices(cell).map(|index| i32::from(self.0[index]));
        entries.into_iter().sum::<i32>() * WEIGHT
    }

    /// Updates the entries of a drop that was searched.
    #[inline(always)]
    pub(crate) fn update(&mut self, key: HistoryKey, cell: u64, is_cutoff: bool) {
        let end = if is_cutoff { SCORE_MAX } else { -SCORE_MAX };
        for index in key.indices(cell) {
            let entry = &mut self.0[index];
            *entry += (end - *entry) >> DECAY_SHIFT;
        }
    }
}

impl HistoryKey {
    /// Returns the indices of a drop's three entries.
    #[inline(always)]
    fn indices(&self, cell: u64) -> [usize; 3] {
        let index = usize::from(self.attacking) * CELLS + cell_index(cell);
        let by_discs = 1 + self.discs as usize % CELLS;
        let by_previous = 1 + CELLS + cell_index(self.previous);
        [
            index,
            by_discs * TABLE_LEN + index,
            by_previous * TABLE_LEN + index,
        ]
    }
}

/// Returns the index of a cell; arbitrary for the empty set.
#[inline(always)]
fn cell_index(cell: u64) -> usize {
    cell.trailing_zeros() as usize % CELLS
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: HistoryKey = HistoryKey {
        discs: 12,
        previous: 1 << 7,
        attacking: true,
    };
    const CELL: u64 = 1 << 3;

    #[test]
    fn an_empty_history_scores_zero() {
        assert_eq!(History::new().score(KEY, CELL), 0);
    }

    #[test]
    fn cutoff_drops_score_above_others() {
        let mut history = History::new();
        history.update(KEY, CELL, true);
        history.update(KEY, CELL << 1, false);
        let unknown = history.score(KEY, CELL << 2);
        assert!(history.score(KEY, CELL) > unknown);
        assert!(history.score(KEY, CELL << 1) < unknown);
    }

    #[test]
    fn an_identical_key_scores_most_and_the_other_role_nothing() {
        let mut history = History::new();
        history.update(KEY, CELL, true);
        let score = |key| history.score(key, CELL);
        let later = HistoryKey { discs: 13, ..KEY };
        let elsewhere = HistoryKey {
            previous: 1,
            ..later
        };
        let defending = HistoryKey {
            attacking: false,
            ..KEY
        };
        let scores = [KEY, later, elsewhere, defending].map(score);
        assert!(scores.is_sorted_by(|a, b| a > b), "{scores:?}");
        assert_eq!(score(defending), 0);
    }

    #[test]
    fn history_scores_stay_in_range_and_adapt_quickly() {
        let mut history = History::new();
        for _ in 0..1_000 {
            history.update(KEY, CELL, true);
        }
        let score = history.score(KEY, CELL);
        assert!(score <= 3 * WEIGHT * i32::from(SCORE_MAX), "{score}");
        for _ in 0..4 {
            history.update(KEY, CELL, false);
        }
        assert!(history.score(KEY, CELL) < 0);
    }
}
