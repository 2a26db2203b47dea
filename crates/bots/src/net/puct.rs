//! Tree search guided by a net: PUCT (Rosin 2011, `AlphaZero`).
//!
//! One evaluation of a position predicts the policy and the outcome of each column, so an unvisited
//! column already has a value. Outcomes that the rules decide are proven: a line, a full board, and
//! a drop that lets the opponent complete a line. A position with a proven win is won, and one
//! whose columns are all proven has the value of the best of them.

use super::bot::drop_in;
use super::{COLUMNS, Discs, Net};
use crate::{Budget, Evaluation, MoveChoice};
use foursight_core::SplitMix64;

/// PUCT exploration constant. Higher explores more.
const EXPLORATION: f32 = 0.6;
/// Uncertainty subtracted from the value of a column with one visit in the final choice; it halves
/// after four visits. Both constants were tuned on positions that no net is trained on or measured
/// by.
const UNCERTAINTY: f32 = 0.5;
/// Maximum number of edges in the tree, about 20 MB.
const EDGES_MAX: usize = 1 << 19;
/// Maximum size of the tree in bytes.
pub(crate) const TREE_BYTES_MAX: usize = EDGES_MAX * size_of::<PuctEdge>();
/// Evaluations between polls of the budget's stop callback.
const POLL_EVALUATIONS: u64 = 16;

/// A column that can be played somewhere in the tree, from the point of view of the player who
/// plays it.
#[derive(Clone, Copy, Debug)]
struct PuctEdge {
    column: u8,
    /// Prior probability: the policy of the net.
    prior: f32,
    /// Value: first the net's prediction, then the mean of its visits.
    value: f32,
    visits: u32,
    /// The proven value, if any.
    proven: Option<f32>,
    /// The index range of its replies; `None` before its first visit.
    replies: Option<(u32, u32)>,
}

/// A search tree from an unfinished position.
pub struct PuctTree<'a> {
    net: &'a Net,
    root: Discs,
    /// The edges of the root.
    top: (u32, u32),
    /// The net's value of the root.
    first: f32,
    evaluations: u64,
    edges: Vec<PuctEdge>,
    path: Vec<usize>,
}

const WON: f32 = 1.0;
const DRAWN: f32 = 0.5;
const LOST: f32 = 0.0;

impl<'a> PuctTree<'a> {
    /// Evaluates the root.
    #[must_use]
    #[inline]
    pub fn new(net: &'a Net, root: Discs) -> Self {
        let mut tree = Self {
            net,
            root,
            top: (0, 0),
            first: DRAWN,
            evaluations: 1,
            edges: Vec::new(),
            path: Vec::with_capacity(COLUMNS * super::ROWS),
        };
        (tree.top, tree.first) = tree.expand(root);
        tree
    }

    /// Mixes noise into the priors of the root with a weight of a quarter, so that games differ.
    pub fn add_root_noise(&mut self, rng: &mut SplitMix64) {
        const NOISE_WEIGHT: f32 = 0.25;
        let top = &mut self.edges[self.top.0 as usize..self.top.1 as usize];
        // Squaring makes the noise uneven: a few columns get much of it.
        let noises: Vec<f32> = top
            .iter()
            .map(|_| (1 + rng.below(100)) as f32)
            .map(|noise| noise * noise)
            .collect();
        let sum: f32 = noises.iter().sum();
        for (edge, noise) in top.iter_mut().zip(noises) {
            edge.prior = (1.0 - NOISE_WEIGHT) * edge.prior + NOISE_WEIGHT * noise / sum;
        }
    }

    /// Searches until the tree has this many evaluations in all, or the root is proven.
    #[inline]
    pub fn search(&mut self, evaluations: u64, budget: &Budget<'_>) {
        while self.evaluations < evaluations && self.edges.len() < EDGES_MAX {
            let is_stopped =
                self.evaluations.is_multiple_of(POLL_EVALUATIONS) && budget.is_stopped();
            if is_stopped || self.proven(self.top).is_some() {
                break;
            }
            self.iterate(self.top, self.evaluations as u32);
            self.evaluations += 1;
        }
    }

    /// Returns the visit distribution over the columns of the root, summing to 1, without columns
    /// that are proven to be worse than the best; all of it on the best column if that is a proven
    /// win.
    #[must_use]
    pub fn visit_distribution(&self) -> [f32; COLUMNS] {
        let mut shares = [0.0; COLUMNS];
        let Some(best) = self.best(self.top) else {
            return shares;
        };
        shares[usize::from(best.column)] = 1.0;
        if best.proven == Some(WON) {
            return shares;
        }
        for edge in self.edges_in(self.top) {
            let is_worse = edge.proven.is_some_and(|proven| proven < best.value);
            if !is_worse {
                shares[usize::from(edge.column)] += edge.visits as f32;
            }
        }
        let sum: f32 = shares.iter().sum();
        shares.map(|prior| prior / sum)
    }

    /// Returns the best column so far, or `None` on a full board.
    #[must_use]
    #[inline]
    pub fn choice(&self) -> Option<MoveChoice> {
        let best = self.best(self.top)?;
        let line = self.line(self.top);
        let value = if best.visits == 0 && best.proven.is_none() {
            self.first
        } else {
            best.value
        };
        Some(MoveChoice {
            mv: drop_in(best.column.into())?,
            evaluation: Evaluation::ExpectedScore(f64::from(value)),
            depth: line.len() as u32,
            nodes: self.evaluations,
            principal_variation: line.into_iter().filter_map(drop_in).collect(),
        })
    }

    /// Expands a position: adds its edges, and returns their range and the value for the player to
    /// move.
    #[inline]
    fn expand(&mut self, position: Discs) -> ((u32, u32), f32) {
        let prediction = self.net.evaluate(position);
        let (mover, other) = position.mover_and_opponent();
        let (wins, threats) = (position.winning_cells(mover), position.winning_cells(other));
        let from = self.edges.len();
        for column in 0..COLUMNS {
            let Some(after) = position.after(column) else {
                continue;
            };
            let landing = after.all() ^ position.all();
            let proven = match () {
                () if wins & landing != 0 => Some(WON),
                () if after.landings() == 0 => Some(DRAWN),
                () if threats & after.landings() != 0 => Some(LOST),
                () => None,
            };
            self.edges.push(PuctEdge {
                column: column as u8,
                prior: prediction.policy[column],
                value: proven.unwrap_or(prediction.column_value(column)),
                visits: 0,
                proven,
                replies: None,
            });
        }
        let range = (from as u32, self.edges.len() as u32);
        let value = self.proven(range).unwrap_or(prediction.value());
        (range, value)
    }

    fn edges_in(&self, (from, to): (u32, u32)) -> &[PuctEdge] {
        &self.edges[from as usize..to as usize]
    }

    /// Returns the proven value of a position with these edges, if any.
    #[inline]
    fn proven(&self, range: (u32, u32)) -> Option<f32> {
        let mut best = LOST;
        for edge in self.edges_in(range) {
            match edge.proven {
                Some(WON) => return Some(WON),
                Some(value) => best = best.max(value),
                None => best = f32::INFINITY,
            }
        }
        best.is_finite().then_some(best)
    }

    /// Runs one iteration: select, expand, and back up the value.
    #[inline]
    fn iterate(&mut self, top: (u32, u32), visits: u32) {
        let (mut position, mut range, mut visits) = (self.root, top, visits);
        self.path.clear();
        let mut value = loop {
            let chosen = self.select(range, visits);
            self.path.push(chosen);
            let edge = self.edges[chosen];
            if let Some(proven) = edge.proven {
                break proven;
            }
            let Some(after) = position.after(edge.column.into()) else {
                break edge.value;
            };
            position = after;
            if let Some(replies) = edge.replies {
                (range, visits) = (replies, edge.visits);
                continue;
            }
            let (replies, value) = self.expand(position);
            self.edges[chosen].replies = Some(replies);
            break WON - value;
        };
        while let Some(place) = self.path.pop() {
            let replies = self.edges[place].replies;
            let proven = replies.and_then(|replies| self.proven(replies));
            let edge = &mut self.edges[place];
            edge.visits += 1;
            if edge.proven.is_none() {
                edge.proven = proven.map(|proven| WON - proven);
            }
            if let Some(proven) = edge.proven {
                edge.value = proven;
                value = proven;
            } else if edge.visits == 1 {
                edge.value = value;
            } else {
                edge.value += (value - edge.value) / edge.visits as f32;
            }
            value = WON - value;
        }
    }

    #[inline]
    fn select(&self, range: (u32, u32), visits: u32) -> usize {
        let exploration = EXPLORATION * (visits.max(1) as f32).sqrt();
        let mut best = (range.0 as usize, f32::NEG_INFINITY);
        for (place, edge) in (range.0 as usize..).zip(self.edges_in(range)) {
            // Proven edges need no more visits, unless all are proven.
            let bonus = match edge.proven {
                Some(_) => 0.0,
                None => exploration * edge.prior / (1.0 + edge.visits as f32),
            };
            if edge.value + bonus > best.1 {
                best = (place, edge.value + bonus);
            }
        }
        best.0
    }

    /// Returns the edge to play: among those not proven lost the one with the highest lower
    /// confidence bound. Among lost ones the most visited, which loses last.
    #[inline]
    fn best(&self, range: (u32, u32)) -> Option<&PuctEdge> {
        let rank = |edge: &PuctEdge| match (edge.proven, edge.visits) {
            (Some(LOST), visits) => (0, visits as f32 + edge.prior),
            (Some(proven), _) => (2, proven),
            (None, 0) => (1, edge.value + edge.prior),
            (None, visits) => (2, edge.value - UNCERTAINTY / (visits as f32).sqrt()),
        };
        self.edges_in(range).iter().max_by(|one, two| {
            let (one, two) = (rank(one), rank(two));
            one.0.cmp(&two.0).then(one.1.total_cmp(&two.1))
        })
    }

    fn line(&self, top: (u32, u32)) -> Vec<usize> {
        let mut line = Vec::new();
        let mut range = Some(top);
        while let Some(best) = range.and_then(|range| self.best(range)) {
            // A single visit is no evidence; the first move is always reported.
            if best.visits < 2 && !line.is_empty() {
                break;
            }
            line.push(best.column.into());
            range = best.replies;
        }
        line
    }
}
