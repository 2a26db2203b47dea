//! The recursive search: null windows, fail-soft, with a memo.
//!
//! Every call asks one question, `score >= window`, and answers with a bound on the right side:
//!
//! * a result `r >= window` means yes, and the score is **at least** `r`;
//! * a result `r < window` means no, and the score is **at most** `r`.
//!
//! A call is made only for positions that need one: the player to move cannot win at once, has at
//! least two sensible drops, and neither the static rules nor the memo answer the question. Each
//! call counts as one node. The depth is bounded by the number of spaces in the grid.

use crate::control::{Control, Stopped};
use crate::leaf::{self, LEAF_PLIES};
use crate::memo::{Bounds, Memo, Mixed};
use crate::node::Node;
use crate::order::{Order, THREATS_ONLY_PLIES};
use crate::rules::{Switches, Technique};
use crate::score::{best_later, lost_next, plies_left, win_now, worst_later};
use crate::shape::{Shape, first_of, has_two};
use crate::team::Busy;
use crate::zugzwang;

/// The memo is used only with more plies than this left to the deadline.
const MEMO_PLIES: i32 = 6;
/// All children are looked up first only with more plies than this left.
const PROBE_PLIES: i32 = 8;
/// Below every score.
const WORST: i32 = -100;

/// A position that no static rule decides, waiting to be searched.
#[derive(Clone, Copy)]
struct Child {
    node: Node,
    /// Known only if the children were looked up.
    key: Option<Mixed>,
    /// How early it is to be searched.
    order: i32,
    /// Whether the parent's mover is to move again, after an odd number of forced replies.
    same_mover: bool,
}

impl Child {
    /// The parent's question as the child must be asked it.
    #[inline(always)]
    fn window(&self, parent: i32) -> i32 {
        if self.same_mover { parent } else { 1 - parent }
    }

    /// The child's result as the parent reads it.
    #[inline(always)]
    fn value(&self, result: i32) -> i32 {
        if self.same_mover { result } else { -result }
    }
}

/// What the static rules make of a position.
enum Settled {
    /// They answer the question, with this result.
    Decided(i32),
    /// These are the sensible drops.
    Open(u64),
}

/// One thread's search.
pub(crate) struct Search<'a, S, R> {
    shape: S,
    rules: R,
    memo: &'a Memo,
    control: &'a Control<'a>,
    busy: Option<&'a Busy>,
    /// Children of all nodes on the current path; each call owns the top of it.
    stack: Vec<Child>,
    nodes: u64,
    /// The node count at which the control is asked again.
    poll_at: u64,
}

impl<'a, S: Shape, R: Switches> Search<'a, S, R> {
    /// A search with nothing visited yet. `busy` is shared by the threads of a team.
    pub(crate) fn new(
        shape: S,
        rules: R,
        memo: &'a Memo,
        control: &'a Control<'a>,
        busy: Option<&'a Busy>,
    ) -> Self {
        debug_assert_eq!(memo.key_bits(), shape.key_bits());
        let stack = Vec::with_capacity((shape.area() * shape.width() as i32) as usize);
        Self {
            shape,
            rules,
            memo,
            control,
            busy,
            stack,
            nodes: 0,
            poll_at: 0,
        }
    }

    /// How many nodes were visited.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Asks `score >= window` of any unfinished position; the result is a bound as above.
    pub(crate) fn ask(&mut self, node: &Node, window: i32) -> Result<i32, Stopped> {
        if node.wins_now(self.shape) {
            return Ok(win_now(self.shape, node.discs));
        }
        self.stack.clear();
        match self.settle(node, window) {
            Settled::Decided(score) => Ok(score),
            Settled::Open(_) => self.visit(node, None, window),
        }
    }

    /// Decides a position whose mover cannot win at once, if that needs no search.
    #[inline(always)]
    fn settle(&self, node: &Node, window: i32) -> Settled {
        let (shape, discs) = (self.shape, node.discs);
        let drops = node.sensible(shape);
        if drops == 0 {
            let full = node.all == shape.spaces();
            return Settled::Decided(if full { 0 } else { lost_next(shape, discs) });
        }
        if discs >= shape.area() - 2 {
            return Settled::Decided(0);
        }
        let (best, worst) = (best_later(shape, discs), worst_later(shape, discs));
        if best < window {
            return Settled::Decided(best);
        }
        if worst >= window {
            return Settled::Decided(worst);
        }
        if self.rules.on(Technique::DeadlineLeaves) {
            let left = plies_left(shape, discs, window);
            if left <= LEAF_PLIES {
                let yes = if window > 0 {
                    leaf::attacker_succeeds(shape, node, left)
                } else {
                    !leaf::defender_fails(shape, node, left)
                };
                return Settled::Decided(if yes { window } else { window - 1 });
            }
        }
        let bound = zugzwang::upper_bound(shape, self.rules, node, window);
        if bound < window {
            return Settled::Decided(bound);
        }
        Settled::Open(drops)
    }

    /// Settles a child, playing on while there is only one sensible reply. The result and the
    /// child are left as the parent reads them.
    #[inline(always)]
    fn follow(&self, mut node: Node, mut window: i32) -> Result<i32, (Node, bool)> {
        let mut same_mover = false;
        loop {
            let score = match self.settle(&node, window) {
                Settled::Decided(score) => score,
                Settled::Open(drops) => {
                    if has_two(drops) || !self.rules.on(Technique::ForcedReplies) {
                        return Err((node, same_mover));
                    }
                    node = node.after(self.shape, drops);
                    same_mover = !same_mover;
                    window = 1 - window;
                    if !node.wins_now(self.shape) {
                        continue;
                    }
                    win_now(self.shape, node.discs)
                }
            };
            return Ok(if same_mover { score } else { -score });
        }
    }

    /// Answers from the memo, or searches.
    #[inline(always)]
    fn visit(&mut self, node: &Node, key: Option<Mixed>, window: i32) -> Result<i32, Stopped> {
        let left = plies_left(self.shape, node.discs, window);
        let key = (left > MEMO_PLIES).then(|| match key {
            Some(key) => key,
            None => node.key(self.shape, self.rules),
        });
        if let Some(key) = key
            && let Some(bounds) = self.memo.get(key, self.shape.key_bits())
        {
            if bounds.lower >= window {
                return Ok(bounds.lower);
            }
            if bounds.upper < window {
                return Ok(bounds.upper);
            }
        }
        self.search(node, key, window, left)
    }

    /// Searches a position that the static rules and the memo leave open; see the module header
    /// for the contract. `key` is given if the result is worth remembering.
    fn search(
        &mut self,
        node: &Node,
        key: Option<Mixed>,
        window: i32,
        left: i32,
    ) -> Result<i32, Stopped> {
        // Step 1. Count the node, and stop if told to.
        self.nodes += 1;
        if self.nodes >= self.poll_at {
            self.poll_at = self.control.poll(self.nodes)?;
        }
        let nodes_before = self.nodes;

        // Step 2. Settle every child statically before searching any, so that a cutoff in the last
        // one costs nothing. The others are put on the stack in order.
        let base = self.stack.len();
        let mut best = self.settle_children(node, window, left, base);
        if best >= window {
            self.stack.truncate(base);
            return Ok(best);
        }

        // Step 3. Look the children up: one may answer the question, others may be refuted.
        let probed = left > PROBE_PLIES && self.rules.on(Technique::ChildProbes);
        if probed {
            best = self.probe_children(best, window, base);
        }

        // Step 4. Search the children in order. While another thread is busy with a child, the
        // others come first.
        let mut next = base;
        let deferred = self.stack.len();
        while best < window && next < self.stack.len() {
            let child = self.stack[next];
            next += 1;
            let claim = match (self.busy, child.key) {
                (Some(busy), Some(key)) if Busy::applies(self.shape, node) => {
                    if next > base + 1 && next <= deferred && busy.is_claimed(key) {
                        self.stack.push(child);
                        continue;
                    }
                    Some(busy.claim(key))
                }
                _ => None,
            };
            let result = self.visit(&child.node, child.key, child.window(window));
            drop(claim);
            best = best.max(child.value(result?));
        }
        self.stack.truncate(base);

        // Step 5. Remember the bound.
        if let Some(key) = key {
            let (mut lower, mut upper) = (
                worst_later(self.shape, node.discs),
                best_later(self.shape, node.discs),
            );
            if best >= window {
                lower = lower.max(best);
            } else {
                upper = upper.min(best);
            }
            let work = self.nodes - nodes_before + 1;
            self.memo
                .put(key, self.shape.key_bits(), Bounds { lower, upper }, work);
        }
        Ok(best)
    }

    /// Puts the undecided children on the stack, most promising first, and gives the best result
    /// among the decided ones. Stops as soon as one answers the question with yes.
    #[inline(always)]
    fn settle_children(&mut self, node: &Node, window: i32, left: i32, base: usize) -> i32 {
        let with_lines = left > THREATS_ONLY_PLIES && self.rules.on(Technique::LineOrdering);
        let order = Order::new(self.shape, node, window > 0, with_lines);
        let mut best = WORST;
        let mut drops = node.sensible(self.shape);
        while drops != 0 {
            let space = first_of(drops);
            drops ^= space;
            let child = node.after(self.shape, space);
            match self.follow(child, 1 - window) {
                Ok(value) => {
                    best = best.max(value);
                    if best >= window {
                        return best;
                    }
                }
                Err((settled, same_mover)) => {
                    let order = order.score(node, space, child.their_threats) * 16
                        + order.centrality(space);
                    self.stack.push(Child {
                        node: settled,
                        key: None,
                        order,
                        same_mover,
                    });
                    let mut at = self.stack.len() - 1;
                    while at > base && self.stack[at - 1].order < order {
                        self.stack.swap(at - 1, at);
                        at -= 1;
                    }
                }
            }
        }
        best
    }

    /// Looks all children on the stack up in the memo. Those whose answer is known leave the
    /// stack; the best result among them and `best` is returned.
    #[inline(always)]
    fn probe_children(&mut self, mut best: i32, window: i32, base: usize) -> i32 {
        // All buckets are fetched before any is read, so that their delays overlap.
        let mut fetched = 0;
        for child in &mut self.stack[base..] {
            let key = child.node.key(self.shape, self.rules);
            child.key = Some(key);
            fetched ^= self.memo.touch(key, self.shape.key_bits());
        }
        std::hint::black_box(fetched);
        let mut kept = base;
        for at in base..self.stack.len() {
            let child = self.stack[at];
            if let Some(key) = child.key
                && let Some(bounds) = self.memo.get(key, self.shape.key_bits())
            {
                let (lower, upper) = if child.same_mover {
                    (bounds.lower, bounds.upper)
                } else {
                    (-bounds.upper, -bounds.lower)
                };
                if lower >= window {
                    best = best.max(lower);
                    break;
                }
                if upper < window {
                    best = best.max(upper);
                    continue;
                }
            }
            self.stack[kept] = child;
            kept += 1;
        }
        if best < window {
            self.stack.truncate(kept);
        }
        best
    }
}
