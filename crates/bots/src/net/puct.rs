//! A search that a net guides: it goes where the net would play and where things went well (PUCT).
//!
//! One look at a position says how good each column seems and what it leads to, so a column that was never tried
//! already has a value. What the rules decide, a line or a full grid, is known for good: a position with
//! a won column is won, and one whose columns are all known is as good as the best of them.

use foursight_core::{Classic, Column, Drops, End};

use super::bot::drop_in;
use super::{COLUMNS, Net};
use crate::{Budget, Choice, Evaluation};

/// How much a column that was tried little is favoured. Higher explores more.
const EXPLORATION: f32 = 1.2;
/// The tree has at most so many branches, about 20 MB.
const BRANCHES_MAX: usize = 1 << 19;
/// The same in bytes.
pub(crate) const TREE_BYTES_MAX: usize = BRANCHES_MAX * size_of::<Branch>();
/// The budget's stop is asked once in so many looks.
const POLL_LOOKS: u64 = 16;

/// A column that can be played somewhere in the tree, seen by who plays it.
#[derive(Clone, Copy, Debug)]
struct Branch {
    column: u8,
    /// How good the net thought it looks.
    share: f32,
    /// What it is worth: first what the net thought, then the mean of what was found.
    value: f32,
    visits: u32,
    /// What the rules say, if they do.
    known: Option<f32>,
    /// Where its replies stand, none before it was visited.
    replies: Option<(u32, u32)>,
}

/// A tree that grows from a position.
pub(super) struct Tree<'a> {
    net: &'a Net,
    root: Drops<Classic>,
    branches: Vec<Branch>,
    path: Vec<usize>,
}

const WON: f32 = 1.0;
const TIED: f32 = 0.5;
const LOST: f32 = 0.0;

impl<'a> Tree<'a> {
    #[inline]
    pub(super) fn new(net: &'a Net, root: Drops<Classic>) -> Self {
        Self {
            net,
            root,
            branches: Vec::new(),
            path: Vec::with_capacity(42),
        }
    }

    /// Looks at so many positions and says which column is best.
    #[inline]
    pub(super) fn choose(&mut self, looks: u64, budget: &Budget<'_>) -> Option<Choice> {
        let (top, first) = self.look(self.root);
        let mut nodes = 1;
        while nodes < looks && self.branches.len() < BRANCHES_MAX {
            let is_stopped = nodes.is_multiple_of(POLL_LOOKS) && budget.is_stopped();
            if is_stopped || self.known(top).is_some() {
                break;
            }
            self.visit(top, nodes as u32);
            nodes += 1;
        }
        let best = self.best(top)?;
        let line = self.line(top);
        let value = if best.visits == 0 && best.known.is_none() {
            first
        } else {
            best.value
        };
        Some(Choice {
            step: drop_in(best.column.into())?,
            evaluation: Evaluation::Share(f64::from(value)),
            depth: line.len() as u32,
            nodes,
            line: line.into_iter().filter_map(drop_in).collect(),
        })
    }

    /// Adds the columns of a position, and says what the net thinks of it for the player to move.
    #[inline]
    fn look(&mut self, position: Drops<Classic>) -> ((u32, u32), f32) {
        let sight = self.net.look(position.into());
        let from = self.branches.len();
        for column in 0..COLUMNS {
            let after = Column::from_index(column).map(|column| position.drop_in(column));
            let Some(Ok(after)) = after else {
                continue;
            };
            let known = match after.end() {
                Some(End::Won(_)) => Some(WON),
                Some(End::Tied(_)) => Some(TIED),
                None => None,
            };
            self.branches.push(Branch {
                column: column as u8,
                share: sight.policy[column],
                value: known.unwrap_or(sight.column_value(column)),
                visits: 0,
                known,
                replies: None,
            });
        }
        let range = (from as u32, self.branches.len() as u32);
        let value = self.known(range).unwrap_or(sight.value());
        (range, value)
    }

    fn among(&self, (from, to): (u32, u32)) -> &[Branch] {
        &self.branches[from as usize..to as usize]
    }

    /// What the rules say of a position with these columns.
    #[inline]
    fn known(&self, range: (u32, u32)) -> Option<f32> {
        let mut best = LOST;
        for branch in self.among(range) {
            match branch.known {
                Some(WON) => return Some(WON),
                Some(value) => best = best.max(value),
                None => best = f32::INFINITY,
            }
        }
        best.is_finite().then_some(best)
    }

    /// Once down the tree, one look, and back up.
    #[inline]
    fn visit(&mut self, top: (u32, u32), visits: u32) {
        let (mut position, mut range, mut visits) = (self.root, top, visits);
        self.path.clear();
        let mut value = loop {
            let chosen = self.most_promising(range, visits);
            self.path.push(chosen);
            let branch = self.branches[chosen];
            if let Some(known) = branch.known {
                break known;
            }
            let column = Column::from_index(branch.column.into());
            let after = column.and_then(|column| position.drop_in(column).ok());
            let Some(after) = after else {
                break branch.value;
            };
            position = after;
            if let Some(replies) = branch.replies {
                (range, visits) = (replies, branch.visits);
                continue;
            }
            let (replies, value) = self.look(position);
            self.branches[chosen].replies = Some(replies);
            break WON - value;
        };
        while let Some(place) = self.path.pop() {
            let replies = self.branches[place].replies;
            let known = replies.and_then(|replies| self.known(replies));
            let branch = &mut self.branches[place];
            branch.visits += 1;
            if branch.known.is_none() {
                branch.known = known.map(|known| WON - known);
            }
            if let Some(known) = branch.known {
                branch.value = known;
                value = known;
            } else if branch.visits == 1 {
                branch.value = value;
            } else {
                branch.value += (value - branch.value) / branch.visits as f32;
            }
            value = WON - value;
        }
    }

    #[inline]
    fn most_promising(&self, range: (u32, u32), visits: u32) -> usize {
        let eager = EXPLORATION * (visits.max(1) as f32).sqrt();
        let mut best = (range.0 as usize, f32::NEG_INFINITY);
        for (place, branch) in (range.0 as usize..).zip(self.among(range)) {
            // What is known needs no more visits, unless all is.
            let bonus = match branch.known {
                Some(_) => 0.0,
                None => eager * branch.share / (1.0 + branch.visits as f32),
            };
            if branch.value + bonus > best.1 {
                best = (place, branch.value + bonus);
            }
        }
        best.0
    }

    /// The column to play: a known win, else the one most visited that is not known to lose.
    #[inline]
    fn best(&self, range: (u32, u32)) -> Option<&Branch> {
        let rank = |branch: &&Branch| match branch.known {
            Some(WON) => (2, 0, branch.value),
            Some(LOST) => (0, branch.visits, branch.share),
            _ => (1, branch.visits, branch.value + branch.share),
        };
        self.among(range).iter().max_by(|one, two| {
            let (one, two) = (rank(one), rank(two));
            (one.0, one.1)
                .cmp(&(two.0, two.1))
                .then(one.2.total_cmp(&two.2))
        })
    }

    fn line(&self, top: (u32, u32)) -> Vec<usize> {
        let mut line = Vec::new();
        let mut range = Some(top);
        while let Some(best) = range.and_then(|range| self.best(range)) {
            // What was tried once says nothing; the move itself is always told.
            if best.visits < 2 && !line.is_empty() {
                break;
            }
            line.push(best.column.into());
            range = best.replies;
        }
        line
    }
}
