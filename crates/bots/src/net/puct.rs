//! A search that a net guides: it goes where the net would play and where things went well (PUCT).
//!
//! One look at a position says how good each column seems and what it leads to, so a column that was never tried
//! already has a value. What the rules decide, a line or a full grid, is known for good, and so is a drop that lets
//! the opponent complete a line: a position with a won column is won, and one whose columns are all known is as good
//! as the best of them.

use super::bot::drop_in;
use super::{COLUMNS, Discs, Net};
use crate::{Budget, Choice, Dice, Evaluation};

/// How much a column that was tried little is favoured. Higher explores more.
const EXPLORATION: f32 = 0.6;
/// How much the value of a column is doubted in the end that was visited once; after four visits it is half of
/// that. Both were chosen on positions that no net has learned from or is measured by.
const DOUBT: f32 = 0.5;
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

/// A tree that grows from a position which goes on.
pub struct Tree<'a> {
    net: &'a Net,
    root: Discs,
    /// The columns of the root.
    top: (u32, u32),
    /// What the net thought of it at first.
    first: f32,
    looks: u64,
    branches: Vec<Branch>,
    path: Vec<usize>,
}

const WON: f32 = 1.0;
const TIED: f32 = 0.5;
const LOST: f32 = 0.0;

impl<'a> Tree<'a> {
    /// Looks at the root.
    #[must_use]
    #[inline]
    pub fn new(net: &'a Net, root: Discs) -> Self {
        let mut tree = Self {
            net,
            root,
            top: (0, 0),
            first: TIED,
            looks: 1,
            branches: Vec::new(),
            path: Vec::with_capacity(COLUMNS * super::ROWS),
        };
        (tree.top, tree.first) = tree.look(root);
        tree
    }

    /// Mixes chance into how good the columns of the root look, so that games differ: a quarter of it.
    pub fn stir(&mut self, dice: &mut Dice) {
        const CHANCE: f32 = 0.25;
        let top = &mut self.branches[self.top.0 as usize..self.top.1 as usize];
        // Squares are uneven: a few columns get much.
        let rolls: Vec<f32> = top
            .iter()
            .map(|_| (1 + dice.roll(100)) as f32)
            .map(|roll| roll * roll)
            .collect();
        let sum: f32 = rolls.iter().sum();
        for (branch, roll) in top.iter_mut().zip(rolls) {
            branch.share = (1.0 - CHANCE) * branch.share + CHANCE * roll / sum;
        }
    }

    /// Looks on until it has looked at `looks` positions in all, or knows for good.
    #[inline]
    pub fn grow(&mut self, looks: u64, budget: &Budget<'_>) {
        while self.looks < looks && self.branches.len() < BRANCHES_MAX {
            let is_stopped = self.looks.is_multiple_of(POLL_LOOKS) && budget.is_stopped();
            if is_stopped || self.known(self.top).is_some() {
                break;
            }
            self.visit(self.top, self.looks as u32);
            self.looks += 1;
        }
    }

    /// What each column of the root deserves by the search, as shares that add up to 1: its visits, unless it is
    /// known to be worse than the best; all to the best where that is known to win.
    #[must_use]
    pub fn shares(&self) -> [f32; COLUMNS] {
        let mut shares = [0.0; COLUMNS];
        let Some(best) = self.best(self.top) else {
            return shares;
        };
        shares[usize::from(best.column)] = 1.0;
        if best.known == Some(WON) {
            return shares;
        }
        for branch in self.among(self.top) {
            let is_worse = branch.known.is_some_and(|known| known < best.value);
            if !is_worse {
                shares[usize::from(branch.column)] += branch.visits as f32;
            }
        }
        let sum: f32 = shares.iter().sum();
        shares.map(|share| share / sum)
    }

    /// The best column so far, if there is one that is not full.
    #[must_use]
    #[inline]
    pub fn choice(&self) -> Option<Choice> {
        let best = self.best(self.top)?;
        let line = self.line(self.top);
        let value = if best.visits == 0 && best.known.is_none() {
            self.first
        } else {
            best.value
        };
        Some(Choice {
            step: drop_in(best.column.into())?,
            evaluation: Evaluation::Share(f64::from(value)),
            depth: line.len() as u32,
            nodes: self.looks,
            line: line.into_iter().filter_map(drop_in).collect(),
        })
    }

    /// Adds the columns of a position, and says what the net thinks of it for the player to move.
    #[inline]
    fn look(&mut self, position: Discs) -> ((u32, u32), f32) {
        let sight = self.net.look(position);
        let (mover, other) = position.by_turn();
        let (wins, threats) = (position.completing(mover), position.completing(other));
        let from = self.branches.len();
        for column in 0..COLUMNS {
            let Some(after) = position.after(column) else {
                continue;
            };
            let landing = after.all() ^ position.all();
            let known = match () {
                () if wins & landing != 0 => Some(WON),
                () if after.landings() == 0 => Some(TIED),
                () if threats & after.landings() != 0 => Some(LOST),
                () => None,
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
            let Some(after) = position.after(branch.column.into()) else {
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

    /// The column to play: of those not known to lose the one that is surely worth most. Among lost ones it is
    /// the one that was visited most, which loses last.
    #[inline]
    fn best(&self, range: (u32, u32)) -> Option<&Branch> {
        let rank = |branch: &Branch| match (branch.known, branch.visits) {
            (Some(LOST), visits) => (0, visits as f32 + branch.share),
            (Some(known), _) => (2, known),
            (None, 0) => (1, branch.value + branch.share),
            (None, visits) => (2, branch.value - DOUBT / (visits as f32).sqrt()),
        };
        self.among(range).iter().max_by(|one, two| {
            let (one, two) = (rank(one), rank(two));
            one.0.cmp(&two.0).then(one.1.total_cmp(&two.1))
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
