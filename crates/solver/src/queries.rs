//! Queries for a caller who already knows the verdict of a position: find a column that preserves
//! it, test another column, and play out the principal variation.
//!
//! Each query asks one null-window question per column instead of solving it exactly, which is
//! several times cheaper than [`Solver::analyse`] where only the best columns matter.

use foursight_core::{Column, Position};

use crate::control::{Limits, SearchControl};
use crate::geometry::BoardGeometry;
use crate::node::Node;
use crate::options::SolveError;
use crate::score::{lost_next, win_now};
use crate::solver::Solver;
use crate::transposition_table::ScoreBounds;
use crate::verdict::Verdict;

/// Node budget per column in the first round of [`Solver::find_best_column`], and the factor by which it
/// grows in each further round.
const ROUND_NODES: u64 = 64;
const ROUND_GROWTH: u64 = 4;

/// A result and the number of nodes it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult<T> {
    /// The result.
    pub value: T,
    /// Nodes visited, over all threads.
    pub nodes: u64,
}

impl Solver {
    /// Tests whether a drop in this column is worth at least `least` to the player to move. The
    /// value is `None` if the limits run out first. A win in more plies than the board has room for
    /// stands for any win. A full column never qualifies.
    ///
    /// # Errors
    ///
    /// Returns [`SolveError`] if the position cannot be solved.
    ///
    /// # Examples
    ///
    /// ```
    /// use foursight_core::{Column, Position};
    /// use foursight_solver::{Limits, Solver, Verdict};
    ///
    /// let mut position = Position::default();
    /// for number in [4, 4, 3, 3] {
    ///     position = position.drop_in(Column::from_number(number).expect("in range"))?;
    /// }
    /// let mut solver = Solver::default();
    /// let win = Verdict::Win { plies: 3 };
    /// let mut is_good = |column| {
    ///     let found = solver.is_at_least_verdict(&position, column, win, Limits::default());
    ///     found.is_ok_and(|found| found.value == Some(true))
    /// };
    /// let good = position.board().columns().filter(|column| is_good(*column));
    /// // Three in a row with both ends open.
    /// assert_eq!(good.map(Column::number).collect::<Vec<_>>(), [2, 5]);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_at_least_verdict(
        &mut self,
        position: &Position,
        column: Column,
        least: Verdict,
        limits: Limits<'_>,
    ) -> Result<SearchResult<Option<bool>>, SolveError> {
        let node = self.prepare_node(position)?;
        let control = SearchControl::new(limits);
        let drops = self.drops(&node);
        let answer = match drops.iter().find(|(open, _)| *open == column) {
            None => Some(false),
            Some((_, cell)) => self.is_at_least(&node, *cell, score_of(position, least), &control),
        };
        Ok(SearchResult {
            value: answer,
            nodes: control.spent(),
        })
    }

    /// Finds a column that preserves the verdict of the position, which must be `verdict`. The
    /// value is `None` if the limits run out first. With several such columns, any of them may be
    /// returned.
    ///
    /// # Errors
    ///
    /// Returns [`SolveError`] if the position cannot be solved.
    pub fn find_best_column(
        &mut self,
        position: &Position,
        verdict: Verdict,
        limits: Limits<'_>,
    ) -> Result<SearchResult<Option<Column>>, SolveError> {
        let node = self.prepare_node(position)?;
        let control = SearchControl::new(limits);
        let answer = self.find_column(&node, score_of(position, verdict), limits, &control);
        Ok(SearchResult {
            value: answer,
            nodes: control.spent(),
        })
    }

    /// Returns the principal variation from a position whose verdict is `verdict`, as far as the
    /// limits allow. Among equally good columns it prefers central ones.
    ///
    /// # Errors
    ///
    /// Returns [`SolveError`] if the position cannot be solved.
    pub fn principal_variation_from(
        &mut self,
        position: &Position,
        verdict: Verdict,
        limits: Limits<'_>,
    ) -> Result<SearchResult<Vec<Column>>, SolveError> {
        let node = self.prepare_node(position)?;
        let control = SearchControl::new(limits);
        let mut answer = Vec::new();
        // The moves found before the limits ran out are still valid.
        let _ = self.extend_line(node, score_of(position, verdict), &control, &mut answer);
        Ok(SearchResult {
            value: answer,
            nodes: control.spent(),
        })
    }

    /// Appends the principal variation from a node with this score to `line`. Returns `None` if the
    /// limits run out before the end of the game.
    pub(crate) fn extend_line(
        &self,
        mut node: Node,
        mut score: i32,
        control: &SearchControl<'_>,
        line: &mut Vec<Column>,
    ) -> Option<()> {
        loop {
            let (column, cell) = self.best_drop(&node, score, control)?;
            line.push(column);
            if cell & node.own_threats != 0 || node.discs + 1 == self.geometry.area() {
                return Some(());
            }
            node = node.after(self.geometry, cell);
            score = -score;
        }
    }

    /// Returns the first drop, from the centre outwards, that preserves the exact score of the
    /// node, or `None` if the limits run out.
    fn best_drop(
        &self,
        node: &Node,
        score: i32,
        control: &SearchControl<'_>,
    ) -> Option<(Column, u64)> {
        let drops = self.drops(node);
        let wins = |(_, cell): &&(Column, u64)| cell & node.own_threats != 0;
        if let Some(drop) = drops.iter().find(wins) {
            return Some(*drop);
        }
        // At least one drop preserves the score, so the last candidate needs no search.
        let (last, others) = drops.split_last()?;
        for drop in others {
            if self.is_at_least(node, drop.1, score, control)? {
                return Some(*drop);
            }
        }
        Some(*last)
    }

    /// Returns a column that preserves the exact score of the node, or `None` if the limits run
    /// out.
    fn find_column(
        &self,
        node: &Node,
        score: i32,
        limits: Limits<'_>,
        control: &SearchControl<'_>,
    ) -> Option<Column> {
        let mut open = self.drops(node);
        let is_known = |(_, cell): &(Column, u64)| {
            let child = node.after(self.geometry, *cell);
            self.book_score(&child).is_some()
        };
        let is_plain =
            node.wins_now(self.geometry) || score <= lost_next(self.geometry, node.discs);
        if !is_plain && !open.iter().all(is_known) {
            // Searching the node itself tries promising drops first and leaves the refutation in
            // the transposition table, so that one of the probes below is answered at once.
            let window = ScoreBounds {
                lower: score - 1,
                upper: score,
            };
            self.solve_within(*node, window, control)?;
        }
        let mut round = ROUND_NODES;
        while open.len() > 1 {
            for drop in std::mem::take(&mut open) {
                let nodes = match limits.nodes {
                    Some(nodes_max) => round.min(nodes_max.checked_sub(control.spent())?),
                    None => round,
                };
                let round_control = SearchControl::new(Limits {
                    nodes: Some(nodes),
                    ..limits
                });
                let is_at_least = self.is_at_least(node, drop.1, score, &round_control);
                control.spend(round_control.spent());
                match is_at_least {
                    Some(true) => return Some(drop.0),
                    Some(false) => {}
                    None => open.push(drop),
                }
            }
            round = round.saturating_mul(ROUND_GROWTH);
            // A search with nodes left in its budget was stopped by the caller's limits.
            control.poll(0).ok()?;
        }
        open.first().map(|(column, _)| *column)
    }

    /// Returns the columns that are not full, from the centre outwards, each with its landing cell.
    pub(crate) fn drops(&self, node: &Node) -> Vec<(Column, u64)> {
        let (geometry, playable) = (self.geometry, self.geometry.playable(node.all));
        let width = geometry.width();
        // One distance after the other: a sort would add kilobytes to the WebAssembly module.
        let at = |distance| (0..width).filter(move |c| (2 * c + 1).abs_diff(width) == distance);
        let drops = (0..width).flat_map(at).filter_map(|column| {
            let cell = playable & geometry.column(column);
            Some((Column::from_index(column as usize)?, cell)).filter(|_| cell != 0)
        });
        drops.collect()
    }

    /// Tests whether a drop on this cell is worth at least `least`. Returns `None` if the limits
    /// run out.
    fn is_at_least(
        &self,
        node: &Node,
        cell: u64,
        least: i32,
        control: &SearchControl<'_>,
    ) -> Option<bool> {
        let geometry = self.geometry;
        if cell & node.own_threats != 0 {
            return Some(win_now(geometry, node.discs) >= least);
        }
        if node.discs + 1 == geometry.area() {
            return Some(0 >= least);
        }
        let child = node.after(geometry, cell);
        if child.wins_now(geometry) {
            return Some(lost_next(geometry, node.discs) >= least);
        }
        // A bound outside the range of possible scores needs no search.
        let child_max = -least;
        let (lower, upper) = (
            lost_next(geometry, child.discs),
            win_now(geometry, child.discs),
        );
        if !(lower..upper).contains(&child_max) {
            return Some(child_max >= upper);
        }
        let window = ScoreBounds {
            lower: child_max,
            upper: child_max + 1,
        };
        let known = self.book_score(&child);
        let score = known.or_else(|| self.solve_within(child, window, control))?;
        Some(score <= child_max)
    }
}

/// Returns the lowest score that is at least as good as this verdict of the position.
fn score_of(position: &Position, verdict: Verdict) -> i32 {
    let score = verdict.conventional_score(position);
    match verdict {
        Verdict::Win { .. } => score.max(1),
        Verdict::Draw => 0,
        Verdict::Loss { .. } => score.min(-1),
    }
}
