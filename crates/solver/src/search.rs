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
use crate::history::{History, Occasion};
use crate::leaf::{self, LEAF_PLIES};
use crate::memo::{Bounds, Memo, Mixed};
use crate::node::Node;
use crate::order::{Candidate, Order, THREATS_ONLY_PLIES};
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
    /// What its place in the order depends on.
    candidate: Candidate,
    /// Known only if the children were looked up.
    key: Option<Mixed>,
}

/// A child's place in the order: children are never moved, only their ranks.
#[derive(Clone, Copy)]
struct Rank {
    order: i32,
    /// The child's place on the stack.
    at: u32,
}

/// What a call of the search is asked: `score >= window`, with `left` plies to the deadline.
#[derive(Clone, Copy)]
struct Question<'n> {
    node: &'n Node,
    /// The space of the last drop that was not forced; none at the root.
    last: u64,
    /// Given if the answer is worth remembering.
    key: Option<Mixed>,
    window: i32,
    left: i32,
}

impl Question<'_> {
    /// What the history knows its drops by.
    #[inline(always)]
    fn occasion(&self) -> Occasion {
        Occasion {
            discs: self.node.discs,
            last: self.last,
            attacking: self.window > 0,
        }
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
    /// In a team, the questions being worked on, from the first down.
    path: Vec<(Mixed, i32)>,
    /// The place on the path of the question that another thread has answered, while the calls
    /// below it end.
    left: Option<usize>,
    /// Children of all nodes on the current path; each call owns the top of it.
    stack: Vec<Child>,
    /// In the same way the ranks of those that are still to be searched, best first.
    ranks: Vec<Rank>,
    history: History,
    nodes: u64,
    /// How many of them the memo and the control have been told of.
    told: u64,
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
        let children = (shape.area() * shape.width() as i32) as usize;
        Self {
            shape,
            rules,
            memo,
            control,
            busy,
            path: Vec::new(),
            left: None,
            stack: Vec::with_capacity(children),
            ranks: Vec::with_capacity(children),
            history: History::new(),
            nodes: 0,
            told: 0,
            poll_at: 0,
        }
    }

    /// How many nodes were visited that the control has not been told of; it is told of them now, and
    /// asked again with the next node.
    pub(crate) fn tell(&mut self) -> u64 {
        let new = self.nodes - self.told;
        self.told = self.nodes;
        self.poll_at = self.nodes;
        new
    }

    /// How many nodes were visited.
    #[cfg(test)]
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Asks `score >= window` of any unfinished position; the result is a bound as above.
    pub(crate) fn ask(&mut self, node: &Node, window: i32) -> Result<i32, Stopped> {
        if node.wins_now(self.shape) {
            return Ok(win_now(self.shape, node.discs));
        }
        self.stack.clear();
        self.ranks.clear();
        self.path.clear();
        self.left = None;
        let left = plies_left(self.shape, node.discs, window);
        match self.settle(node, window, left) {
            Settled::Decided(score) => Ok(score),
            Settled::Open(_) => {
                let question = Question {
                    node,
                    last: 0,
                    key: None,
                    window,
                    left,
                };
                self.visit_as(self.team(), question)
            }
        }
    }

    /// Decides a position whose mover cannot win at once, if that needs no search. `left` plies
    /// remain to the deadline; each drop takes one of them.
    #[inline(always)]
    fn settle(&self, node: &Node, window: i32, left: i32) -> Settled {
        let (shape, discs) = (self.shape, node.discs);
        let drops = node.sensible(shape);
        if drops == 0 {
            let full = node.all == shape.spaces();
            return Settled::Decided(if full { 0 } else { lost_next(shape, discs) });
        }
        if left <= LEAF_PLIES
            && let Some(score) = self.settle_late(node, window, left)
        {
            return Settled::Decided(score);
        }
        let bound = zugzwang::upper_bound(shape, self.rules, node, window);
        if bound < window {
            return Settled::Decided(bound);
        }
        Settled::Open(drops)
    }

    /// Decides a position with a sensible drop and few plies to the deadline, if that needs no
    /// search. None of this can be so with more plies left.
    #[inline(always)]
    fn settle_late(&self, node: &Node, window: i32, left: i32) -> Option<i32> {
        let (shape, discs) = (self.shape, node.discs);
        if discs >= shape.area() - 2 {
            return Some(0);
        }
        let (best, worst) = (best_later(shape, discs), worst_later(shape, discs));
        if best < window {
            return Some(best);
        }
        if worst >= window {
            return Some(worst);
        }
        self.rules.on(Technique::DeadlineLeaves).then(|| {
            let yes = if window > 0 {
                leaf::attacker_succeeds(shape, node, left)
            } else {
                !leaf::defender_fails(shape, node, left)
            };
            if yes { window } else { window - 1 }
        })
    }

    /// Settles a child, playing on while there is only one sensible reply. The result is left as
    /// the parent reads it; of an undecided child the sensible replies are told as well.
    #[inline(always)]
    fn follow(&self, mut node: Node, mut window: i32, mut left: i32) -> Result<i32, (Node, u64)> {
        let mut same_mover = false;
        loop {
            let score = match self.settle(&node, window, left) {
                Settled::Decided(score) => score,
                Settled::Open(drops) => {
                    if has_two(drops) || !self.rules.on(Technique::ForcedReplies) {
                        return Err((node, drops));
                    }
                    node = node.after(self.shape, drops);
                    same_mover = !same_mover;
                    window = 1 - window;
                    left -= 1;
                    if !node.wins_now(self.shape) {
                        continue;
                    }
                    win_now(self.shape, node.discs)
                }
            };
            return Ok(if same_mover { score } else { -score });
        }
    }

    /// What the threads of a team share. A page has one thread, and need not load the rest.
    #[inline(always)]
    fn team(&self) -> Option<&'a Busy> {
        self.busy.filter(|_| !cfg!(target_arch = "wasm32"))
    }

    /// Answers from the memo, or searches. The key is found if it is needed and not known.
    #[inline(always)]
    fn visit(&mut self, question: Question<'_>) -> Result<i32, Stopped> {
        let Question { node, window, .. } = question;
        let key = (question.left > MEMO_PLIES).then(|| match question.key {
            Some(key) => key,
            None => node.key(self.shape, self.rules),
        });
        match key.and_then(|key| self.remembered(key, window)) {
            Some(answer) => Ok(answer),
            None => self.search(Question { key, ..question }),
        }
    }

    /// The answer to a question if the memo holds one.
    #[inline(always)]
    fn remembered(&self, key: Mixed, window: i32) -> Option<i32> {
        let bounds = self.memo.get(key, self.shape.key_bits())?;
        if bounds.lower >= window {
            return Some(bounds.lower);
        }
        (bounds.upper < window).then_some(bounds.upper)
    }

    /// Searches a position that the static rules and the memo leave open; see the module header
    /// for the contract.
    fn search(&mut self, question: Question<'_>) -> Result<i32, Stopped> {
        let Question {
            node,
            key,
            window,
            left,
            ..
        } = question;
        // Step 1. Count the node, and stop if told to.
        self.nodes += 1;
        if self.nodes >= self.poll_at {
            let new = self.tell();
            self.memo.serve(new);
            self.poll_at = self.nodes + self.control.poll(new)?;
        }
        let nodes_before = self.nodes;

        // Step 2. Settle every child statically before searching any, so that a cutoff in the last
        // one costs nothing. The others are put on the stack.
        let (base, first) = (self.stack.len(), self.ranks.len());
        let mut best = self.settle_children(node, window, left);
        if best >= window {
            self.stack.truncate(base);
            return Ok(best);
        }

        // Step 3. Put them in order, and look them up: one may answer the question, others may be
        // refuted.
        let probed = left > PROBE_PLIES && self.rules.on(Technique::ChildProbes);
        let fetched = if probed { self.fetch_children(base) } else { 0 };
        self.rank_children(question, base);
        if probed {
            std::hint::black_box(fetched);
            best = self.probe_children(best, window, first);
        }

        // Step 4. Search the others in order.
        best = self.search_children(question, first, best)?;
        self.stack.truncate(base);
        self.ranks.truncate(first);

        // Step 5. Remember the bound.
        if let Some(key) = key {
            let work = self.nodes - nodes_before + 1;
            let bounds = self.bounds(node, window, best);
            self.memo.put(key, self.shape.key_bits(), bounds, work);
        }
        Ok(best)
    }

    /// Searches the children ranked from `first` on until one answers the question with yes, and gives
    /// the best result. While another thread is busy with a child, the others come first.
    #[inline(always)]
    fn search_children(
        &mut self,
        question: Question<'_>,
        first: usize,
        mut best: i32,
    ) -> Result<i32, Stopped> {
        let Question { window, left, .. } = question;
        let occasion = question.occasion();
        let mut next = first;
        let deferred = self.ranks.len();
        let team = self.team().filter(|busy| busy.applies(question.node));
        let outer = self.path.len();
        if team.is_some() {
            self.path.extend(question.key.map(|key| (key, window)));
        }
        while best < window && next < self.ranks.len() {
            let rank = self.ranks[next];
            let Child {
                node: child,
                candidate,
                key,
            } = self.stack[rank.at as usize];
            next += 1;
            let claim = match (team, key) {
                (Some(busy), Some(key)) => {
                    if next > first + 1 && next <= deferred && busy.is_claimed(key) {
                        self.ranks.push(rank);
                        continue;
                    }
                    if next > first + 1 {
                        self.leave_if_answered()?;
                    }
                    Some(busy.claim(key))
                }
                _ => None,
            };
            let same_mover = candidate.same_mover();
            let below = Question {
                node: &child,
                last: candidate.space,
                key,
                window: if same_mover { window } else { 1 - window },
                left: left - 1 - candidate.forced,
            };
            let result = self.visit_as(team, below);
            drop(claim);
            let result = result?;
            best = best.max(if same_mover { result } else { -result });
            if self.rules.on(Technique::History) {
                let answered = best >= window;
                self.history.learn(occasion, candidate.space, answered);
            }
        }
        self.path.truncate(outer);
        Ok(best)
    }

    /// What the answer to a question says about the score.
    #[inline(always)]
    fn bounds(&self, node: &Node, window: i32, best: i32) -> Bounds {
        let (lower, upper) = (
            worst_later(self.shape, node.discs),
            best_later(self.shape, node.discs),
        );
        if best >= window {
            let lower = lower.max(best);
            return Bounds { lower, upper };
        }
        let upper = upper.min(best);
        Bounds { lower, upper }
    }

    /// Stops if another thread has meanwhile answered one of the questions on the path: all work
    /// below it is in vain.
    fn leave_if_answered(&mut self) -> Result<(), Stopped> {
        let is_answered = |(key, window): &(Mixed, i32)| self.remembered(*key, *window).is_some();
        self.left = self.path.iter().position(is_answered);
        self.left.map_or(Ok(()), |_| Err(Stopped))
    }

    /// Visits a position. One of a team visits it again whenever the search leaves it because the memo
    /// holds the answer: from another thread, or from an earlier question, found when the memo grew.
    #[inline(always)]
    fn visit_as(&mut self, team: Option<&Busy>, question: Question<'_>) -> Result<i32, Stopped> {
        let (path, stack, ranks) = (self.path.len(), self.stack.len(), self.ranks.len());
        loop {
            let result = self.visit(question);
            if team.is_none() || result.is_ok() || self.left != Some(path) {
                return result;
            }
            self.left = None;
            self.path.truncate(path);
            self.stack.truncate(stack);
            self.ranks.truncate(ranks);
        }
    }

    /// Puts the undecided children on the stack, and gives the best result among the decided ones.
    /// Stops as soon as one answers the question with yes.
    #[inline(always)]
    fn settle_children(&mut self, node: &Node, window: i32, left: i32) -> i32 {
        let mut best = WORST;
        let mut drops = node.sensible(self.shape);
        while drops != 0 {
            // Central drops answer most often.
            let central = drops & self.shape.central();
            let space = first_of(if central == 0 { drops } else { central });
            drops ^= space;
            let child = node.after(self.shape, space);
            match self.follow(child, 1 - window, left - 1) {
                Ok(value) => {
                    best = best.max(value);
                    if best >= window {
                        return best;
                    }
                }
                Err((settled, replies)) => self.stack.push(Child {
                    node: settled,
                    candidate: Candidate {
                        space,
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

    /// Loads the memo's buckets for all children on the stack. That is done in one go, so that the
    /// delays overlap, and well before the buckets are read. The value returned means nothing.
    #[inline(always)]
    fn fetch_children(&mut self, base: usize) -> u64 {
        let mut fetched = 0;
        for child in &mut self.stack[base..] {
            let key = child.node.key(self.shape, self.rules);
            child.key = Some(key);
            fetched ^= self.memo.touch(key, self.shape.key_bits());
        }
        fetched
    }

    /// Ranks the children on the stack, most promising first.
    #[inline(always)]
    fn rank_children(&mut self, question: Question<'_>, base: usize) {
        let (node, occasion) = (question.node, question.occasion());
        let with_lines =
            question.left > THREATS_ONLY_PLIES && self.rules.on(Technique::LineOrdering);
        let order = Order::new(self.shape, node, occasion.attacking, with_lines);
        let first = self.ranks.len();
        for at in base..self.stack.len() {
            let candidate = &self.stack[at].candidate;
            let mut rank = Rank {
                order: order.score(node, candidate),
                at: at as u32,
            };
            if self.rules.on(Technique::History) {
                rank.order += self.history.score(occasion, candidate.space);
            }
            let mut to = self.ranks.len();
            self.ranks.push(rank);
            while to > first && self.ranks[to - 1].order < rank.order {
                self.ranks[to] = self.ranks[to - 1];
                to -= 1;
            }
            self.ranks[to] = rank;
        }
    }

    /// Looks all ranked children up in the memo. Those whose answer is known lose their rank; the
    /// best result among them and `best` is returned.
    #[inline(always)]
    fn probe_children(&mut self, mut best: i32, window: i32, first: usize) -> i32 {
        let mut kept = first;
        for next in first..self.ranks.len() {
            let rank = self.ranks[next];
            let child = &self.stack[rank.at as usize];
            if let Some(key) = child.key
                && let Some(bounds) = self.memo.get(key, self.shape.key_bits())
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
            self.ranks[kept] = rank;
            kept += 1;
        }
        self.ranks.truncate(kept);
        best
    }
}
