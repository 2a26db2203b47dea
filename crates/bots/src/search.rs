//! Alpha-beta search to a fixed depth, deepened step by step while the budget lasts.
//!
//! Values are points for the player to move. A win outweighs all points, and the sooner the
//! better: won at once is [`WON`], won in `n` moves `WON - n`. A player may have several moves in
//! a turn, so the value changes sign only when the turn passes.
//!
//! The value of a move at a given depth is that of plain minimax: ordering, cuts and the memo
//! change the number of nodes alone.

use foursight_core::{End, Move, Player};

use crate::few::sort_few;
use crate::memo::{Bound, Found, Memo};
use crate::node::{Node, Order};
use crate::windows::Windows;
use crate::{Budget, Evaluation, Weights};

/// The value of a game that is won.
pub(crate) const WON: i32 = 1_000_000;
/// Values from here on are wins, however far away.
pub(crate) const WON_MIN: i32 = WON - 10_000;
/// Values up to here are losses.
const LOST_MAX: i32 = -WON_MIN;
/// The budget's stop is asked once in so many nodes.
const POLL_NODES: u64 = 1024;
/// No search goes deeper; more moves than any grid has spaces.
pub(crate) const DEPTH_MAX: u8 = 200;

/// The budget is spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spent;

/// What was found about the moves of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Findings {
    /// Each legal move with its value, the most central first. Values within the margin of the
    /// best are exact; others only say that the move is worse.
    pub(crate) values: Vec<(Move, i32)>,
    /// How many moves ahead the values look.
    pub(crate) depth: u8,
}

impl Findings {
    pub(crate) fn best(&self) -> i32 {
        let values = self.values.iter().map(|(_, value)| *value);
        values.max().unwrap_or(0)
    }

    /// The moves that are as good as the best but for a margin. A win or a loss has no margin.
    pub(crate) fn equals(&self, margin: i32) -> Vec<Move> {
        let best = self.best();
        let margin = if best.abs() >= WON_MIN { 0 } else { margin };
        let good = self.values.iter().filter(|(_, v)| *v >= best - margin);
        good.map(|(step, _)| *step).collect()
    }
}

/// Turns a value into what people understand. Points are an estimate unless the end was seen.
pub(crate) fn evaluation_of(value: i32, to_the_end: bool) -> Evaluation {
    if value >= WON_MIN {
        Evaluation::Win {
            plies: (WON - value) as u32,
        }
    } else if value <= LOST_MAX {
        Evaluation::Loss {
            plies: (WON + value) as u32,
        }
    } else if to_the_end {
        Evaluation::Draw
    } else {
        Evaluation::Points(value)
    }
}

/// A value one move further from the end.
fn age(value: i32) -> i32 {
    if value >= WON_MIN {
        value - 1
    } else if value <= LOST_MAX {
        value + 1
    } else {
        value
    }
}

/// The values between which the exact one matters.
#[derive(Clone, Copy, Debug)]
struct Window {
    low: i32,
    high: i32,
}

impl Window {
    /// The window for the values of the next position, which [`age`] by one move on their way
    /// back.
    fn one_move_on(self) -> Self {
        let younger = |end: i32| match end {
            WON_MIN.. => end + 1,
            ..=LOST_MAX => end - 1,
            _ => end,
        };
        Self {
            low: younger(self.low),
            high: younger(self.high),
        }
    }

    fn for_the_opponent(self) -> Self {
        Self {
            low: -self.high,
            high: -self.low,
        }
    }
}

/// One search of one position.
pub(crate) struct Search<'a, N: Node> {
    windows: Windows<N::Word>,
    order: Order,
    weights: Weights,
    /// The points are those of this player, whoever is to move.
    me: Player,
    memo: &'a mut Memo,
    budget: &'a Budget<'a>,
    nodes_max: u64,
    nodes: u64,
    /// Keys of positions that would tie the game if they stood once more.
    repeated: &'a [u128],
    /// Moves of the nodes on the current path, one after the other.
    moves: Vec<Move>,
    /// True if some leaf was judged by points since this was last reset.
    guessed: bool,
}

/// What a search is told besides the position.
pub(crate) struct Terms<'a> {
    pub(crate) ruleset: foursight_core::Ruleset,
    pub(crate) weights: Weights,
    pub(crate) budget: &'a Budget<'a>,
    pub(crate) nodes_max: u64,
    pub(crate) repeated: &'a [u128],
}

impl<'a, N: Node> Search<'a, N> {
    pub(crate) fn new(me: Player, terms: &Terms<'a>, memo: &'a mut Memo) -> Self {
        memo.begin();
        Self {
            windows: Windows::new(terms.ruleset),
            order: Order::new(terms.ruleset),
            weights: terms.weights,
            me,
            memo,
            budget: terms.budget,
            nodes_max: terms.nodes_max,
            nodes: 0,
            repeated: terms.repeated,
            moves: Vec::new(),
            guessed: false,
        }
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// True if nothing was judged by points: the values are final.
    pub(crate) fn saw_the_end(&self) -> bool {
        !self.guessed
    }

    /// Deepens until the depth, the budget or the end of the game is reached. The findings of
    /// the last depth that was finished count; without one, all moves are equal.
    pub(crate) fn deepen(&mut self, root: &N, depth_max: u8, margin: i32) -> Findings {
        let mut moves = Vec::new();
        root.push_moves(&self.order, &mut moves);
        let mut findings = Findings {
            values: moves.into_iter().map(|step| (step, 0)).collect(),
            depth: 0,
        };
        let mut saw_the_end = false;
        for depth in 1..=depth_max.min(DEPTH_MAX) {
            self.guessed = false;
            let Ok(deeper) = self.root(root, &findings, depth, margin) else {
                break;
            };
            findings = deeper;
            saw_the_end = !self.guessed;
            if findings.best().abs() >= WON_MIN || saw_the_end {
                break;
            }
        }
        self.guessed = !saw_the_end;
        findings
    }

    /// Values every move of the root, the best of the last depth first.
    fn root(
        &mut self,
        root: &N,
        last: &Findings,
        depth: u8,
        margin: i32,
    ) -> Result<Findings, Spent> {
        let mut order: Vec<usize> = (0..last.values.len()).collect();
        sort_few(&mut order, |index| -last.values[*index].1);
        let mut values = last.values.clone();
        let mut best = -WON;
        for index in order {
            let (step, _) = values[index];
            // One below what is still good enough, so that a move as good gets its exact value.
            let window = Window {
                low: (best - margin - 1).max(-WON - 1),
                high: WON + 1,
            };
            let value = self.child(root, step, depth, window)?;
            values[index].1 = value;
            best = best.max(value);
        }
        Ok(Findings { values, depth })
    }

    /// The value of a move for the player who makes it, if it lies within the window; otherwise
    /// a value beyond the end that it passes.
    fn child(&mut self, node: &N, step: Move, depth: u8, window: Window) -> Result<i32, Spent> {
        self.count()?;
        let next = node
            .after(step)
            .expect("the search makes moves that the rules listed");
        let window = window.one_move_on();
        let value = if next.to_move() == node.to_move() {
            self.value(&next, depth - 1, window)?
        } else {
            -self.value(&next, depth - 1, window.for_the_opponent())?
        };
        Ok(age(value))
    }

    fn value(&mut self, node: &N, depth: u8, window: Window) -> Result<i32, Spent> {
        match node.end() {
            Some(End::Won(winner)) if winner == node.to_move() => return Ok(WON),
            Some(End::Won(_)) => return Ok(-WON),
            Some(End::Tied(_)) => return Ok(0),
            None => {}
        }
        if depth == 0 && self.repeated.is_empty() {
            return Ok(self.points(node));
        }
        let key = node.key();
        if self.repeated.contains(&key) {
            return Ok(0);
        }
        if depth == 0 {
            return Ok(self.points(node));
        }
        let known = self.memo.get(key);
        if let Some(found) = known.filter(|found| found.depth == depth) {
            match found.bound {
                Bound::Exact => return Ok(found.value),
                Bound::AtLeast if found.value >= window.high => return Ok(found.value),
                Bound::AtMost if found.value <= window.low => return Ok(found.value),
                _ => {}
            }
        }
        let found = self.best_move(node, depth, window, known.and_then(|found| found.best))?;
        self.memo.put(key, found);
        Ok(found.value)
    }

    /// Tries the moves of a node, this one first, until one is too good to be allowed.
    fn best_move(
        &mut self,
        node: &N,
        depth: u8,
        window: Window,
        first: Option<Move>,
    ) -> Result<Found, Spent> {
        let from = self.moves.len();
        node.push_moves(&self.order, &mut self.moves);
        let place = self.moves[from..].iter().position(|s| Some(*s) == first);
        if let Some(place) = place {
            self.moves[from..=from + place].rotate_right(1);
        }
        let (mut value, mut best) = (-WON - 1, None);
        for index in from..self.moves.len() {
            let step = self.moves[index];
            let low = window.low.max(value);
            let found = self.child(node, step, depth, Window { low, ..window })?;
            if found > value {
                (value, best) = (found, Some(step));
            }
            if value >= window.high {
                break;
            }
        }
        self.moves.truncate(from);
        let bound = if value >= window.high {
            Bound::AtLeast
        } else if value <= window.low {
            Bound::AtMost
        } else {
            Bound::Exact
        };
        Ok(Found {
            value,
            bound,
            depth,
            best,
        })
    }

    fn points(&mut self, node: &N) -> i32 {
        self.guessed = true;
        let [mine, theirs] = [self.me, self.me.opponent()].map(|player| node.discs(player));
        let points = self.windows.points(mine, theirs, self.me, &self.weights)
            + node.points_aside(self.me, &self.weights);
        if node.to_move() == self.me {
            points
        } else {
            -points
        }
    }

    fn count(&mut self) -> Result<(), Spent> {
        if self.nodes >= self.nodes_max
            || (self.nodes.is_multiple_of(POLL_NODES) && self.budget.is_stopped())
        {
            return Err(Spent);
        }
        self.nodes += 1;
        Ok(())
    }

    /// How the game goes on after a move, as far as the memo remembers.
    pub(crate) fn line(&self, root: &N, first: Move, depth: u8) -> Vec<Move> {
        let mut line = vec![first];
        let mut node = root.after(first);
        for left in (1..depth).rev() {
            let Some(here) = node.filter(|node| node.end().is_none()) else {
                break;
            };
            let found = self.memo.get(here.key()).filter(|f| f.depth == left);
            let Some(step) = found.and_then(|found| found.best) else {
                break;
            };
            line.push(step);
            node = here.after(step);
        }
        line
    }
}

#[cfg(test)]
mod tests;
