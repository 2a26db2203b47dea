//! Questions for someone who knows the verdict already: a column that keeps it, whether another one
//! does, and how perfect play goes on.
//!
//! A column is asked one yes-or-no question instead of its exact verdict, which is several times
//! cheaper than [`Solver::analyse`] where only the good columns matter.

use foursight_core::{Column, Position};

use crate::control::{Control, Limits};
use crate::memo::Bounds;
use crate::node::Node;
use crate::options::SolveError;
use crate::score::{lost_next, win_now};
use crate::shape::Shape;
use crate::solver::Solver;
use crate::verdict::Verdict;

/// To find the column that a search has proved to be good, each may take so many nodes at first,
/// and so many times as many in every further round.
const ROUND_NODES: u64 = 64;
const ROUND_GROWTH: u64 = 4;

/// What was found, and what it cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<T> {
    /// What was found.
    pub answer: T,
    /// How many nodes the search visited, over all threads.
    pub nodes: u64,
}

impl Solver {
    /// Whether a disc in this column is worth at least this verdict to the player to move; none when
    /// the limits run out first. A win in more plies than the grid has room for stands for any win,
    /// and a full column is worth nothing.
    ///
    /// # Errors
    ///
    /// [`SolveError`] says what is wrong with the position.
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
    ///     let found = solver.is_worth(&position, column, win, Limits::default());
    ///     found.is_ok_and(|found| found.answer == Some(true))
    /// };
    /// let good = position.grid().columns().filter(|column| is_good(*column));
    /// // Three in a row with both ends open.
    /// assert_eq!(good.map(Column::number).collect::<Vec<_>>(), [2, 5]);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_worth(
        &mut self,
        position: &Position,
        column: Column,
        least: Verdict,
        limits: Limits<'_>,
    ) -> Result<Found<Option<bool>>, SolveError> {
        let node = self.accept(position)?;
        let control = Control::new(limits);
        let drops = self.drops(&node);
        let answer = match drops.iter().find(|(open, _)| *open == column) {
            None => Some(false),
            Some((_, space)) => self.keeps(&node, *space, score_of(position, least), &control),
        };
        Ok(Found {
            answer,
            nodes: control.spent(),
        })
    }

    /// A column that keeps the verdict of the position, which must be this one; none when the limits
    /// run out first. Which of several is found is not said.
    ///
    /// # Errors
    ///
    /// [`SolveError`] says what is wrong with the position.
    pub fn find_best(
        &mut self,
        position: &Position,
        verdict: Verdict,
        limits: Limits<'_>,
    ) -> Result<Found<Option<Column>>, SolveError> {
        let node = self.accept(position)?;
        let control = Control::new(limits);
        let answer = self.find(&node, score_of(position, verdict), limits, &control);
        Ok(Found {
            answer,
            nodes: control.spent(),
        })
    }

    /// The columns of a perfect game from a position of this verdict, as far as the limits allow.
    /// Among equally good columns the middle ones are preferred.
    ///
    /// # Errors
    ///
    /// [`SolveError`] says what is wrong with the position.
    pub fn line_knowing(
        &mut self,
        position: &Position,
        verdict: Verdict,
        limits: Limits<'_>,
    ) -> Result<Found<Vec<Column>>, SolveError> {
        let node = self.accept(position)?;
        let control = Control::new(limits);
        let mut answer = Vec::new();
        // What was played until the limits ran out is worth having.
        let _ = self.play_on(node, score_of(position, verdict), &control, &mut answer);
        Ok(Found {
            answer,
            nodes: control.spent(),
        })
    }

    /// Adds the columns of a perfect game from a position of this score; none when the limits run
    /// out before its end.
    pub(crate) fn play_on(
        &self,
        mut node: Node,
        mut score: i32,
        control: &Control<'_>,
        line: &mut Vec<Column>,
    ) -> Option<()> {
        loop {
            let (column, space) = self.best_drop(&node, score, control)?;
            line.push(column);
            if space & node.own_threats != 0 || node.discs + 1 == self.shape.area() {
                return Some(());
            }
            node = node.after(self.shape, space);
            score = -score;
        }
    }

    /// The first drop, from the middle outwards, that keeps the exact score of the node; none when
    /// the limits run out.
    fn best_drop(&self, node: &Node, score: i32, control: &Control<'_>) -> Option<(Column, u64)> {
        let drops = self.drops(node);
        let wins = |(_, space): &&(Column, u64)| space & node.own_threats != 0;
        if let Some(drop) = drops.iter().find(wins) {
            return Some(*drop);
        }
        // One of them keeps the score: the last need not be asked.
        let (last, others) = drops.split_last()?;
        for drop in others {
            if self.keeps(node, drop.1, score, control)? {
                return Some(*drop);
            }
        }
        Some(*last)
    }

    /// A drop that keeps the exact score of the node; none when the limits run out.
    fn find(
        &self,
        node: &Node,
        score: i32,
        limits: Limits<'_>,
        control: &Control<'_>,
    ) -> Option<Column> {
        let mut open = self.drops(node);
        let is_known = |(_, space): &(Column, u64)| {
            let child = node.after(self.shape, *space);
            self.in_book(&child).is_some()
        };
        let is_plain = node.wins_now(self.shape) || score <= lost_next(self.shape, node.discs);
        if !is_plain && !open.iter().all(is_known) {
            // The search for any good drop begins with likely ones. What it finds the memo keeps, so
            // that one of the questions below is answered at once.
            let question = Bounds {
                lower: score - 1,
                upper: score,
            };
            self.settle(*node, question, control)?;
        }
        let mut round = ROUND_NODES;
        while open.len() > 1 {
            for drop in std::mem::take(&mut open) {
                let nodes = match limits.nodes {
                    Some(most) => round.min(most.checked_sub(control.spent())?),
                    None => round,
                };
                let some = Control::new(Limits {
                    nodes: Some(nodes),
                    ..limits
                });
                let keeps = self.keeps(node, drop.1, score, &some);
                control.spend(some.spent());
                match keeps {
                    Some(true) => return Some(drop.0),
                    Some(false) => {}
                    None => open.push(drop),
                }
            }
            round = round.saturating_mul(ROUND_GROWTH);
            // Only a limit of the caller stops a search that has many nodes left.
            control.poll(0).ok()?;
        }
        open.first().map(|(column, _)| *column)
    }

    /// The columns that are not full, from the middle outwards, with the space a disc lands on.
    pub(crate) fn drops(&self, node: &Node) -> Vec<(Column, u64)> {
        let (shape, playable) = (self.shape, self.shape.playable(node.all));
        let width = shape.width();
        // One distance after the other: a sort would add kilobytes to what a browser has to load.
        let at = |distance| (0..width).filter(move |c| (2 * c + 1).abs_diff(width) == distance);
        let drops = (0..width).flat_map(at).filter_map(|column| {
            let space = playable & shape.column(column);
            Some((Column::from_index(column as usize)?, space)).filter(|_| space != 0)
        });
        drops.collect()
    }

    /// Whether a drop on this space is worth at least this score; none when the limits run out.
    fn keeps(&self, node: &Node, space: u64, least: i32, control: &Control<'_>) -> Option<bool> {
        let shape = self.shape;
        if space & node.own_threats != 0 {
            return Some(win_now(shape, node.discs) >= least);
        }
        if node.discs + 1 == shape.area() {
            return Some(0 >= least);
        }
        let child = node.after(shape, space);
        if child.wins_now(shape) {
            return Some(lost_next(shape, node.discs) >= least);
        }
        // What no score can be needs no search.
        let most = -least;
        let (lower, upper) = (lost_next(shape, child.discs), win_now(shape, child.discs));
        if !(lower..upper).contains(&most) {
            return Some(most >= upper);
        }
        let question = Bounds {
            lower: most,
            upper: most + 1,
        };
        let known = self.in_book(&child);
        let score = known.or_else(|| self.settle(child, question, control))?;
        Some(score <= most)
    }
}

/// The least score that is as good as this verdict of the position.
fn score_of(position: &Position, verdict: Verdict) -> i32 {
    let score = verdict.conventional(position);
    match verdict {
        Verdict::Win { .. } => score.max(1),
        Verdict::Draw => 0,
        Verdict::Loss { .. } => score.min(-1),
    }
}
