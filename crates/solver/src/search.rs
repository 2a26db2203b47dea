//! Fail-soft null-window alpha-beta search with a transposition table.
//!
//! Every call tests one null window, `score >= window`, and returns a bound on the right side:
//!
//! * a result `r >= window` fails high: the score is **at least** `r`;
//! * a result `r < window` fails low: the score is **at most** `r`.
//!
//! The search visits only positions that need it: the player to move has no immediate win and at
//! least two non-losing drops, and neither the static rules nor the transposition table decide the
//! window. Each visit counts as one node. The depth is bounded by the number of cells on the board.

use crate::abdada::InProgressTable;
use crate::control::{SearchControl, StopRequest};
use crate::geometry::{BoardGeometry, first_of, has_two};
use crate::history::{History, HistoryKey};
use crate::leaf::{self, LEAF_PLIES};
use crate::move_ordering::{Candidate, MoveScorer, THREATS_ONLY_PLIES};
use crate::node::Node;
use crate::score::{best_later, lost_next, plies_left, win_now, worst_later};
use crate::techniques::{Technique, TechniqueSwitch};
use crate::transposition_table::{HashedKey, ScoreBounds, TranspositionTable};
use crate::zugzwang;

/// The transposition table is used only with more plies than this left to the deadline.
const TT_PLIES: i32 = 6;
/// All children are probed in the table first only with more plies than this left.
const PROBE_PLIES: i32 = 8;
/// Below every score.
const SCORE_MIN: i32 = -100;

/// An undecided position waiting to be searched.
#[derive(Clone, Copy)]
struct Child {
    node: Node,
    /// The features that move ordering depends on.
    candidate: Candidate,
    /// Set only if the children were probed.
    key: Option<HashedKey>,
}

/// A child's ordering score and index. Sorting moves these, never the children themselves.
#[derive(Clone, Copy)]
struct RankedChild {
    score: i32,
    /// Index into the stack of children.
    index: u32,
}

/// One null-window test: is `score >= window`, with `left` plies to the deadline?
#[derive(Clone, Copy)]
struct NullWindow<'n> {
    node: &'n Node,
    /// The cell of the last drop that was not forced; empty at the root.
    last: u64,
    /// Set if the result is worth storing.
    key: Option<HashedKey>,
    window: i32,
    left: i32,
}

impl NullWindow<'_> {
    /// Returns the key of this node's drops in the history tables.
    #[inline(always)]
    fn history_key(&self) -> HistoryKey {
        HistoryKey {
            discs: self.node.discs,
            previous: self.last,
            attacking: self.window > 0,
        }
    }
}

/// Result of the static rules for a position.
enum StaticResult {
    /// They decide the window, with this result.
    Decided(i32),
    /// They do not; these are the non-losing drops.
    Open(u64),
}

/// One thread's search.
pub(crate) struct NullWindowSearch<'a, S, R> {
    geometry: S,
    techniques: R,
    tt: &'a TranspositionTable,
    control: &'a SearchControl<'a>,
    in_progress: Option<&'a InProgressTable>,
    /// With several threads, the windows on the path from the root to the current node.
    path: Vec<(HashedKey, i32)>,
    /// Index into `path` of a window that another thread has answered, while the calls below it
    /// unwind.
    answered_at: Option<usize>,
    /// Children of all nodes on the current path; each call owns the top of the stack.
    stack: Vec<Child>,
    /// The children still to be searched, best first; another stack parallel to `stack`.
    ranked: Vec<RankedChild>,
    history: History,
    nodes: u64,
    /// Number of nodes already reported to the transposition table and the control.
    reported: u64,
    /// The node count at which to poll the control again.
    poll_at: u64,
}

impl<'a, S: BoardGeometry, R: TechniqueSwitch> NullWindowSearch<'a, S, R> {
    /// Creates a search. `in_progress` is shared by all threads that search the same root.
    pub(crate) fn new(
        geometry: S,
        techniques: R,
        tt: &'a TranspositionTable,
        control: &'a SearchControl<'a>,
        in_progress: Option<&'a InProgressTable>,
    ) -> Self {
        debug_assert_eq!(tt.key_bits(), geometry.key_bits());
        let children = (geometry.area() * geometry.width() as i32) as usize;
        Self {
            geometry,
            techniques,
            tt,
            control,
            in_progress,
            path: Vec::new(),
            answered_at: None,
            stack: Vec::with_capacity(children),
            ranked: Vec::with_capacity(children),
            history: History::new(),
            nodes: 0,
            reported: 0,
            poll_at: 0,
        }
    }

    /// Returns the number of nodes visited since the last report and marks them as reported. The
    /// next node polls the control again.
    pub(crate) fn take_unreported_nodes(&mut self) -> u64 {
        let new = self.nodes - self.reported;
        self.reported = self.nodes;
        self.poll_at = self.nodes;
        new
    }

    /// Returns the number of nodes visited.
    #[cfg(test)]
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Tests `score >= window` for any unfinished position; the result is a bound as described
    /// above.
    pub(crate) fn search_root(&mut self, node: &Node, window: i32) -> Result<i32, StopRequest> {
        if node.wins_now(self.geometry) {
            return Ok(win_now(self.geometry, node.discs));
        }
        self.stack.clear();
        self.ranked.clear();
        self.path.clear();
        self.answered_at = None;
        let left = plies_left(self.geometry, node.discs, window);
        match self.static_bound(node, window, left) {
            StaticResult::Decided(score) => Ok(score),
            StaticResult::Open(_) => {
                let probe = NullWindow {
                    node,
                    last: 0,
                    key: None,
                    window,
                    left,
                };
                self.probe_with_retry(self.in_progress(), probe)
            }
        }
    }

    /// Tries to decide a position whose mover cannot win immediately without a search. `left` plies
    /// remain to the deadline; each drop takes one of them.
    #[inline(always)]
    fn static_bound(&self, node: &Node, window: i32, left: i32) -> StaticResult {
        let (geometry, discs) = (self.geometry, node.discs);
        let drops = node.non_losing_drops(geometry);
        if drops == 0 {
            let full = node.all == geometry.cells();
            return StaticResult::Decided(if full { 0 } else { lost_next(geometry, discs) });
        }
        if left <= LEAF_PLIES
            && let Some(score) = self.static_bound_near_deadline(node, window, left)
        {
            return StaticResult::Decided(score);
        }
        let bound = zugzwang::upper_bound(geometry, self.techniques, node, window);
        if bound < window {
            return StaticResult::Decided(bound);
        }
        StaticResult::Open(drops)
    }

    /// Tries to decide a position with a non-losing drop and few plies to the deadline without a
    /// search. None of these cases can occur with more plies left.
    #[inline(always)]
    fn static_bound_near_deadline(&self, node: &Node, window: i32, left: i32) -> Option<i32> {
        let (geometry, discs) = (self.geometry, node.discs);
        if discs >= geometry.area() - 2 {
            return Some(0);
        }
        let (best, worst) = (best_later(geometry, discs), worst_later(geometry, discs));
        if best < window {
            return Some(best);
        }
        if worst >= window {
            return Some(worst);
        }
        self.techniques.enabled(Technique::DeadlineLeaves).then(|| {
            let yes = if window > 0 {
                leaf::attacker_succeeds(geometry, node, left)
            } else {
                !leaf::defender_fails(geometry, node, left)
            };
            if yes { window } else { window - 1 }
        })
    }

    /// Decides a child statically, extending forced replies. The score is from the parent's point
    /// of view. Returns the node and its non-losing replies as the error if the child stays
    /// undecided.
    #[inline(always)]
    fn extend_forced(
        &self,
        mut node: Node,
        mut window: i32,
        mut left: i32,
    ) -> Result<i32, (Node, u64)> {
        let mut same_mover = false;
        loop {
            let score = match self.static_bound(&node, window, left) {
                StaticResult::Decided(score) => score,
                StaticResult::Open(drops) => {
                    if has_two(drops) || !self.techniques.enabled(Technique::ForcedReplies) {
                        return Err((node, drops));
                    }
                    node = node.after(self.geometry, drops);
                    same_mover = !same_mover;
                    window = 1 - window;
                    left -= 1;
                    if !node.wins_now(self.geometry) {
                        continue;
                    }
                    win_now(self.geometry, node.discs)
                }
            };
            return Ok(if same_mover { score } else { -score });
        }
    }

    /// Returns the table shared by the threads, if any. WebAssembly has one thread and drops the
    /// rest of the code.
    #[inline(always)]
    fn in_progress(&self) -> Option<&'a InProgressTable> {
        self.in_progress.filter(|_| !cfg!(target_arch = "wasm32"))
    }

    /// Probes the transposition table, then searches. Computes the key if it is needed and not
    /// known.
    #[inline(always)]
    fn probe_or_search(&mut self, probe: NullWindow<'_>) -> Result<i32, StopRequest> {
        let NullWindow { node, window, .. } = probe;
        let key = (probe.left > TT_PLIES).then(|| match probe.key {
            Some(key) => key,
            None => node.key(self.geometry, self.techniques),
        });
        match key.and_then(|key| self.tt_cutoff(key, window)) {
            Some(answer) => Ok(answer),
            None => self.search(NullWindow { key, ..probe }),
        }
    }

    /// Returns the stored bound if it decides the window.
    #[inline(always)]
    fn tt_cutoff(&self, key: HashedKey, window: i32) -> Option<i32> {
        let bounds = self.tt.get(key, self.geometry.key_bits())?;
        if bounds.lower >= window {
            return Some(bounds.lower);
        }
        (bounds.upper < window).then_some(bounds.upper)
    }

    /// Searches a position that neither the static rules nor the table decide; see the module
    /// header for the contract.
    fn search(&mut self, probe: NullWindow<'_>) -> Result<i32, StopRequest> {
        let NullWindow {
            node,
            key,
            window,
            left,
            ..
        } = probe;
        // Step 1. Count the node, and poll for a stop.
        self.nodes += 1;
        if self.nodes >= self.poll_at {
            let new = self.take_unreported_nodes();
            self.tt.record_nodes(new);
            self.poll_at = self.nodes + self.control.poll(new)?;
        }
        let nodes_before = self.nodes;

        // Step 2. Decide every child statically before searching any, so that a cutoff in the last
        // one costs nothing. The undecided ones go onto the stack.
        let (base, first) = (self.stack.len(), self.ranked.len());
        let mut best = self.static_bound_children(node, window, left);
        if best >= window {
            self.stack.truncate(base);
            return Ok(best);
        }

        // Step 3. Order the children and probe the table for each: one may cause a cutoff, others
        // may be refuted.
        let probed = left > PROBE_PLIES && self.techniques.enabled(Technique::ChildProbes);
        let prefetched = if probed {
            self.prefetch_children(base)
        } else {
            0
        };
        self.order_children(probe, base);
        if probed {
            std::hint::black_box(prefetched);
            best = self.probe_children(best, window, first);
        }

        // Step 4. Search the remaining children in order.
        best = self.search_children(probe, first, best)?;
        self.stack.truncate(base);
        self.ranked.truncate(first);

        // Step 5. Store the bound.
        if let Some(key) = key {
            let work = self.nodes - nodes_before + 1;
            let bounds = self.bounds(node, window, best);
            self.tt.put(key, self.geometry.key_bits(), bounds, work);
        }
        Ok(best)
    }

    /// Searches the children ranked from `first` on until one causes a cutoff, and returns the best
    /// result. A child that another thread is searching is deferred until the others are done.
    #[inline(always)]
    fn search_children(
        &mut self,
        probe: NullWindow<'_>,
        first: usize,
        mut best: i32,
    ) -> Result<i32, StopRequest> {
        let NullWindow { window, left, .. } = probe;
        let history_key = probe.history_key();
        let mut next = first;
        let deferred = self.ranked.len();
        let in_progress = self
            .in_progress()
            .filter(|in_progress| in_progress.applies(probe.node));
        let path_start = self.path.len();
        if in_progress.is_some() {
            self.path.extend(probe.key.map(|key| (key, window)));
        }
        while best < window && next < self.ranked.len() {
            let ranked_child = self.ranked[next];
            let Child {
                node: child,
                candidate,
                key,
            } = self.stack[ranked_child.index as usize];
            next += 1;
            let mark = match (in_progress, key) {
                (Some(in_progress), Some(key)) => {
                    if next > first + 1 && next <= deferred && in_progress.is_in_progress(key) {
                        self.ranked.push(ranked_child);
                        continue;
                    }
                    if next > first + 1 {
                        self.stop_if_answered()?;
                    }
                    Some(in_progress.mark(key))
                }
                _ => None,
            };
            let same_mover = candidate.same_mover();
            let child_probe = NullWindow {
                node: &child,
                last: candidate.cell,
                key,
                window: if same_mover { window } else { 1 - window },
                left: left - 1 - candidate.forced,
            };
            let result = self.probe_with_retry(in_progress, child_probe);
            drop(mark);
            let result = result?;
            best = best.max(if same_mover { result } else { -result });
            if self.techniques.enabled(Technique::History) {
                let is_cutoff = best >= window;
                self.history.update(history_key, candidate.cell, is_cutoff);
            }
        }
        self.path.truncate(path_start);
        Ok(best)
    }

    /// Returns the bounds on the score that a search result implies.
    #[inline(always)]
    fn bounds(&self, node: &Node, window: i32, best: i32) -> ScoreBounds {
        let (lower, upper) = (
            worst_later(self.geometry, node.discs),
            best_later(self.geometry, node.discs),
        );
        if best >= window {
            let lower = lower.max(best);
            return ScoreBounds { lower, upper };
        }
        let upper = upper.min(best);
        ScoreBounds { lower, upper }
    }

    /// Stops if another thread has meanwhile answered a window on the path: all work below it is
    /// wasted.
    fn stop_if_answered(&mut self) -> Result<(), StopRequest> {
        let is_decided = |(key, window): &(HashedKey, i32)| self.tt_cutoff(*key, *window).is_some();
        self.answered_at = self.path.iter().position(is_decided);
        self.answered_at.map_or(Ok(()), |_| Err(StopRequest))
    }

    /// Probes or searches a position. With several threads it retries whenever the search unwinds
    /// to it because the table now holds the answer, stored by another thread or found in an older
    /// entry when the table grew.
    #[inline(always)]
    fn probe_with_retry(
        &mut self,
        in_progress: Option<&InProgressTable>,
        probe: NullWindow<'_>,
    ) -> Result<i32, StopRequest> {
        let (path, stack, ranked) = (self.path.len(), self.stack.len(), self.ranked.len());
        loop {
            let result = self.probe_or_search(probe);
            if in_progress.is_none() || result.is_ok() || self.answered_at != Some(path) {
                return result;
            }
            self.answered_at = None;
            self.path.truncate(path);
            self.stack.truncate(stack);
            self.ranked.truncate(ranked);
        }
    }

    /// Pushes the undecided children onto the stack and returns the best result among the decided
    /// ones. Stops at the first cutoff.
    #[inline(always)]
    fn static_bound_children(&mut self, node: &Node, window: i32, left: i32) -> i32 {
        let mut best = SCORE_MIN;
        let mut drops = node.non_losing_drops(self.geometry);
        while drops != 0 {
            // Central drops cause most cutoffs.
            let central = drops & self.geometry.central();
            let cell = first_of(if central == 0 { drops } else { central });
            drops ^= cell;
            let child = node.after(self.geometry, cell);
            match self.extend_forced(child, 1 - window, left - 1) {
                Ok(value) => {
                    best = best.max(value);
                    if best >= window {
                        return best;
                    }
                }
                Err((settled, replies)) => self.stack.push(Child {
                    node: settled,
                    candidate: Candidate {
                        cell,
                        threats: child.their_threats,
                        replies: replies.count_ones() as i32,
                        forced: settled.discs - child.discs,
                    },
                    key: None,
                }),
            }
        }
        best
    }

    /// Prefetches the table buckets of all children on the stack. Doing so in one go overlaps the
    /// cache misses well before the buckets are read. The return value has no meaning.
    #[inline(always)]
    fn prefetch_children(&mut self, base: usize) -> u64 {
        let mut prefetched = 0;
        for child in &mut self.stack[base..] {
            let key = child.node.key(self.geometry, self.techniques);
            child.key = Some(key);
            prefetched ^= self.tt.prefetch(key, self.geometry.key_bits());
        }
        prefetched
    }

    /// Ranks the children on the stack, most promising first.
    #[inline(always)]
    fn order_children(&mut self, probe: NullWindow<'_>, base: usize) {
        let (node, history_key) = (probe.node, probe.history_key());
        let with_lines =
            probe.left > THREATS_ONLY_PLIES && self.techniques.enabled(Technique::LineOrdering);
        let scorer = MoveScorer::new(self.geometry, node, history_key.attacking, with_lines);
        let first = self.ranked.len();
        for index in base..self.stack.len() {
            let candidate = &self.stack[index].candidate;
            let mut ranked_child = RankedChild {
                score: scorer.score(node, candidate),
                index: index as u32,
            };
            if self.techniques.enabled(Technique::History) {
                ranked_child.score += self.history.score(history_key, candidate.cell);
            }
            let mut to = self.ranked.len();
            self.ranked.push(ranked_child);
            while to > first && self.ranked[to - 1].score < ranked_child.score {
                self.ranked[to] = self.ranked[to - 1];
                to -= 1;
            }
            self.ranked[to] = ranked_child;
        }
    }

    /// Probes the table for all ranked children. Removes those that are decided, and returns the
    /// best result among them and `best`.
    #[inline(always)]
    fn probe_children(&mut self, mut best: i32, window: i32, first: usize) -> i32 {
        let mut remaining = first;
        for next in first..self.ranked.len() {
            let ranked_child = self.ranked[next];
            let child = &self.stack[ranked_child.index as usize];
            if let Some(key) = child.key
                && let Some(bounds) = self.tt.get(key, self.geometry.key_bits())
            {
                let (lower, upper) = if child.candidate.same_mover() {
                    (bounds.lower, bounds.upper)
                } else {
                    (-bounds.upper, -bounds.lower)
                };
                if lower >= window {
                    return best.max(lower);
                }
                if upper < window {
                    best = best.max(upper);
                    continue;
                }
            }
            self.ranked[remaining] = ranked_child;
            remaining += 1;
        }
        self.ranked.truncate(remaining);
        best
    }
}
