//! Fixed-depth alpha-beta search with iterative deepening while the budget lasts.
//!
//! Values are points for the player to move. A win outweighs all points, and a faster win scores
//! higher: an immediate win is [`WON`], a win in `n` moves `WON - n`. A player may have several
//! moves in a turn, so the value changes sign only when the turn passes.
//!
//! The value of a move at a given depth is that of plain minimax: move ordering, cutoffs and the
//! transposition table change only the number of nodes.

use foursight_core::{End, Move, Player};

use crate::insertion_sort::insertion_sort;
use crate::node::{ColumnOrder, GameNode};
use crate::transposition_table::{BotTranspositionTable, Bound, TableEntry};
use crate::windows::Windows;
use crate::{Budget, Evaluation, Weights};

/// The value of a game that is won.
pub(crate) const WON: i32 = 1_000_000;
/// Values from here on are wins, at any distance.
pub(crate) const WON_MIN: i32 = WON - 10_000;
/// Values up to here are losses.
const LOST_MAX: i32 = -WON_MIN;
/// Nodes between polls of the budget's stop callback.
const POLL_NODES: u64 = 1024;
/// Maximum depth; more moves than any board has cells.
pub(crate) const DEPTH_MAX: u8 = 200;

/// Error: the budget is exhausted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BudgetExhausted;

/// Values of the moves of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MoveValues {
    /// Each legal move with its value, the most central first. Values within the margin of the best
    /// are exact; others are only upper bounds.
    pub(crate) values: Vec<(Move, i32)>,
    /// Search depth in moves.
    pub(crate) depth: u8,
}

impl MoveValues {
    pub(crate) fn best(&self) -> i32 {
        let values = self.values.iter().map(|(_, value)| *value);
        values.max().unwrap_or(0)
    }

    /// Returns the moves within `margin` of the best. A win or a loss has no margin.
    pub(crate) fn best_moves(&self, margin: i32) -> Vec<Move> {
        let best = self.best();
        let margin = if best.abs() >= WON_MIN { 0 } else { margin };
        let good = self.values.iter().filter(|(_, v)| *v >= best - margin);
        good.map(|(mv, _)| *mv).collect()
    }
}

/// Converts a value to an evaluation. Points are an estimate unless the search reached the end
/// everywhere.
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

/// Returns the value one move further from the end.
fn one_ply_further(value: i32) -> i32 {
    if value >= WON_MIN {
        value - 1
    } else if value <= LOST_MAX {
        value + 1
    } else {
        value
    }
}

/// An alpha-beta window.
#[derive(Clone, Copy, Debug)]
struct AlphaBetaWindow {
    alpha: i32,
    beta: i32,
}

impl AlphaBetaWindow {
    /// Returns the window for the values of the next position, which [`one_ply_further`] by one move on their
    /// way back.
    fn one_ply_deeper(self) -> Self {
        let younger = |end: i32| match end {
            WON_MIN.. => end + 1,
            ..=LOST_MAX => end - 1,
            _ => end,
        };
        Self {
            alpha: younger(self.alpha),
            beta: younger(self.beta),
        }
    }

    fn negated(self) -> Self {
        Self {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }
}

/// An alpha-beta search of one position.
pub(crate) struct AlphaBeta<'a, N: GameNode> {
    windows: Windows<N::Word>,
    order: ColumnOrder,
    weights: Weights,
    /// The player whose points are evaluated, whichever side is to move.
    me: Player,
    tt: &'a mut BotTranspositionTable,
    budget: &'a Budget<'a>,
    nodes_max: u64,
    nodes: u64,
    /// Keys of positions whose repetition draws the game.
    repetition_keys: &'a [u128],
    /// Move lists of the nodes on the current path, as one stack.
    moves: Vec<Move>,
    /// Set if some leaf was evaluated heuristically since this was last reset.
    is_heuristic: bool,
}

/// Parameters of a search besides the position.
pub(crate) struct SearchParams<'a> {
    pub(crate) ruleset: foursight_core::Ruleset,
    pub(crate) weights: Weights,
    pub(crate) budget: &'a Budget<'a>,
    pub(crate) nodes_max: u64,
    pub(crate) repetition_keys: &'a [u128],
}

impl<'a, N: GameNode> AlphaBeta<'a, N> {
    pub(crate) fn new(
        me: Player,
        params: &SearchParams<'a>,
        tt: &'a mut BotTranspositionTable,
    ) -> Self {
        tt.new_search();
        Self {
            windows: Windows::new(params.ruleset),
            order: ColumnOrder::new(params.ruleset),
            weights: params.weights,
            me,
            tt,
            budget: params.budget,
            nodes_max: params.nodes_max,
            nodes: 0,
            repetition_keys: params.repetition_keys,
            moves: Vec::new(),
            is_heuristic: false,
        }
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns whether no leaf was evaluated heuristically: the values are final.
    pub(crate) fn is_exhaustive(&self) -> bool {
        !self.is_heuristic
    }

    /// Deepens until the depth, the budget or the end of the game is reached. Returns the values of
    /// the last completed depth; without one, all moves are equal.
    pub(crate) fn deepen(&mut self, root: &N, depth_max: u8, margin: i32) -> MoveValues {
        let mut moves = Vec::new();
        root.push_moves(&self.order, &mut moves);
        let mut values = MoveValues {
            values: moves.into_iter().map(|mv| (mv, 0)).collect(),
            depth: 0,
        };
        let mut is_exhaustive = false;
        for depth in 1..=depth_max.min(DEPTH_MAX) {
            self.is_heuristic = false;
            let Ok(deeper) = self.root(root, &values, depth, margin) else {
                break;
            };
            values = deeper;
            is_exhaustive = !self.is_heuristic;
            if values.best().abs() >= WON_MIN || is_exhaustive {
                break;
            }
        }
        self.is_heuristic = !is_exhaustive;
        values
    }

    /// Searches every move of the root, the best of the last depth first.
    fn root(
        &mut self,
        root: &N,
        last: &MoveValues,
        depth: u8,
        margin: i32,
    ) -> Result<MoveValues, BudgetExhausted> {
        let mut order: Vec<usize> = (0..last.values.len()).collect();
        insertion_sort(&mut order, |index| -last.values[*index].1);
        let mut values = last.values.clone();
        let mut best = -WON;
        for index in order {
            let (mv, _) = values[index];
            // One below the margin, so that a move exactly at the margin gets its exact value.
            let window = AlphaBetaWindow {
                alpha: (best - margin - 1).max(-WON - 1),
                beta: WON + 1,
            };
            let value = self.search_move(root, mv, depth, window)?;
            values[index].1 = value;
            best = best.max(value);
        }
        Ok(MoveValues { values, depth })
    }

    /// Returns the value of a move for the player who makes it, if it lies within the window;
    /// otherwise a bound beyond the edge that it passes.
    fn search_move(
        &mut self,
        node: &N,
        mv: Move,
        depth: u8,
        window: AlphaBetaWindow,
    ) -> Result<i32, BudgetExhausted> {
        self.count_node()?;
        let next = node
            .after(mv)
            .expect("the search makes moves that the rules listed");
        let window = window.one_ply_deeper();
        let value = if next.to_move() == node.to_move() {
            self.value(&next, depth - 1, window)?
        } else {
            -self.value(&next, depth - 1, window.negated())?
        };
        Ok(one_ply_further(value))
    }

    fn value(
        &mut self,
        node: &N,
        depth: u8,
        window: AlphaBetaWindow,
    ) -> Result<i32, BudgetExhausted> {
        match node.end() {
            Some(End::Won(winner)) if winner == node.to_move() => return Ok(WON),
            Some(End::Won(_)) => return Ok(-WON),
            Some(End::Draw(_)) => return Ok(0),
            None => {}
        }
        if depth == 0 && self.repetition_keys.is_empty() {
            return Ok(self.evaluate(node));
        }
        let key = node.key();
        if self.repetition_keys.contains(&key) {
            return Ok(0);
        }
        if depth == 0 {
            return Ok(self.evaluate(node));
        }
        let known = self.tt.get(key);
        if let Some(found) = known.filter(|found| found.depth == depth) {
            match found.bound {
                Bound::Exact => return Ok(found.value),
                Bound::Lower if found.value >= window.beta => return Ok(found.value),
                Bound::Upper if found.value <= window.alpha => return Ok(found.value),
                _ => {}
            }
        }
        let found = self.search_moves(node, depth, window, known.and_then(|found| found.best))?;
        self.tt.put(key, found);
        Ok(found.value)
    }

    /// Tries the moves of a node, `first` first, until one causes a cutoff.
    fn search_moves(
        &mut self,
        node: &N,
        depth: u8,
        window: AlphaBetaWindow,
        first: Option<Move>,
    ) -> Result<TableEntry, BudgetExhausted> {
        let from = self.moves.len();
        node.push_moves(&self.order, &mut self.moves);
        let place = self.moves[from..].iter().position(|s| Some(*s) == first);
        if let Some(place) = place {
            self.moves[from..=from + place].rotate_right(1);
        }
        let (mut value, mut best) = (-WON - 1, None);
        for index in from..self.moves.len() {
            let mv = self.moves[index];
            let alpha = window.alpha.max(value);
            let found = self.search_move(node, mv, depth, AlphaBetaWindow { alpha, ..window })?;
            if found > value {
                (value, best) = (found, Some(mv));
            }
            if value >= window.beta {
                break;
            }
        }
        self.moves.truncate(from);
        let bound = if value >= window.beta {
            Bound::Lower
        } else if value <= window.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        };
        Ok(TableEntry {
            value,
            bound,
            depth,
            best,
        })
    }

    fn evaluate(&mut self, node: &N) -> i32 {
        self.is_heuristic = true;
        let [mine, theirs] = [self.me, self.me.opponent()].map(|player| node.discs(player));
        let points = self.windows.points(mine, theirs, self.me, &self.weights)
            + node.reserve_points(self.me, &self.weights);
        if node.to_move() == self.me {
            points
        } else {
            -points
        }
    }

    fn count_node(&mut self) -> Result<(), BudgetExhausted> {
        if self.nodes >= self.nodes_max
            || (self.nodes.is_multiple_of(POLL_NODES) && self.budget.is_stopped())
        {
            return Err(BudgetExhausted);
        }
        self.nodes += 1;
        Ok(())
    }

    /// Returns the principal variation after a move, as far as the transposition table holds it.
    pub(crate) fn line(&self, root: &N, first: Move, depth: u8) -> Vec<Move> {
        let mut line = vec![first];
        let mut node = root.after(first);
        for left in (1..depth).rev() {
            let Some(here) = node.filter(|node| node.end().is_none()) else {
                break;
            };
            let found = self.tt.get(here.key()).filter(|f| f.depth == left);
            let Some(mv) = found.and_then(|found| found.best) else {
                break;
            };
            line.push(mv);
            node = here.after(mv);
        }
        line
    }
}

#[cfg(test)]
mod tests;
