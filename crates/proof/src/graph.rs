//! A proof as a graph of positions, mirror images merged.

use std::collections::{BTreeMap, HashSet, VecDeque};
use std::fmt;

use foursight_core::{Column, Player};

use crate::bits;
use crate::board::{PlanCell, ProofBoard};
use crate::plan::Plan;

/// Longest start position of a claim, in plies.
pub const START_PLIES_MAX: usize = 30;
/// Most positions a proof may have; about ten times as many as the largest shipped one.
pub const POSITIONS_MAX: usize = 20_000;

/// The goal that the planner reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ProofGoal {
    /// To complete a line.
    Win,
    /// Not to lose.
    Hold,
}

/// The statement that a file proves.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ProofClaim {
    /// The player whose moves the proof names.
    pub planner: Player,
    /// The goal.
    pub goal: ProofGoal,
    /// Moves from the empty board to the position where the claim begins.
    pub start: Vec<Column>,
}

impl ProofClaim {
    /// Returns the position where the claim begins, or `None` if the moves do not lead to one in
    /// which neither player has a line.
    #[must_use]
    pub fn start_board(&self) -> Option<ProofBoard> {
        let mut board = ProofBoard::default();
        for (ply, column) in self.start.iter().enumerate() {
            let landing = board.landing(*column)?.bit();
            let is_planner = Player::BOTH[ply % 2] == self.planner;
            let (threats, next) = if is_planner {
                (board.own_threats(), board.with_own(landing))
            } else {
                (board.opponent_threats(), board.with_reply(landing))
            };
            if threats & landing != 0 {
                return None;
            }
            board = next;
        }
        Some(board)
    }

    /// Returns true if the planner moves first in the claim.
    #[must_use]
    pub fn planner_begins(&self) -> bool {
        Player::BOTH[self.start.len() % 2] == self.planner
    }
}

impl fmt::Display for ProofClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let player = match self.planner {
            Player::First => "First",
            Player::Second => "Second",
        };
        let goal = match self.goal {
            ProofGoal::Win => "wins",
            ProofGoal::Hold => "holds at least a draw",
        };
        write!(f, "{player} {goal} from ")?;
        if self.start.is_empty() {
            return f.write_str("the empty board");
        }
        self.start.iter().try_for_each(|column| column.fmt(f))
    }
}

/// A position with the opponent to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplyNode {
    /// Every reply is a position of the proof.
    Inner,
    /// A plan answers every reply from here on.
    Plan(Plan),
}

/// A position with the planner to move, and the drop that the proof names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DropNode {
    /// The position.
    pub board: ProofBoard,
    /// The drop.
    pub column: Column,
}

/// A position with the opponent to move, and the plan from there on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlanNode<'a> {
    /// The position.
    pub board: ProofBoard,
    /// The plan.
    pub plan: &'a Plan,
}

/// A complete strategy for a claim: a graph of positions that names drops, and plans at its
/// leaves.
///
/// Invariant: no position is listed twice, nor together with its mirror image. Nothing is claimed
/// of a `Proof` until [`ProofWalk`](crate::ProofWalk) or [`verify_text`](crate::verify_text) has
/// gone through it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    claim: ProofClaim,
    nodes: BTreeMap<ProofBoard, ReplyNode>,
    drops: BTreeMap<ProofBoard, Column>,
}

/// An entry found for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofEntry<T> {
    /// The entry.
    pub value: T,
    /// The position as the proof has it.
    pub board: ProofBoard,
    /// True if the proof has the mirror image of the requested position.
    pub is_mirrored: bool,
}

/// The position is already in the proof, as it is or as its mirror image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DuplicatePositionError(pub ProofBoard);

impl fmt::Display for DuplicatePositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} or its mirror image is listed twice", self.0)
    }
}

impl std::error::Error for DuplicatePositionError {}

impl Proof {
    /// Creates a proof without positions.
    #[must_use]
    pub fn new(claim: ProofClaim) -> Self {
        Self {
            claim,
            nodes: BTreeMap::new(),
            drops: BTreeMap::new(),
        }
    }

    /// The claim.
    #[must_use]
    pub fn claim(&self) -> &ProofClaim {
        &self.claim
    }

    /// Adds a position with the opponent to move.
    ///
    /// # Errors
    ///
    /// [`DuplicatePositionError`] if the proof has the position or its mirror image.
    pub fn add_node(
        &mut self,
        board: ProofBoard,
        node: ReplyNode,
    ) -> Result<(), DuplicatePositionError> {
        if self.node(board).is_some() {
            return Err(DuplicatePositionError(board));
        }
        self.nodes.insert(board, node);
        Ok(())
    }

    /// Adds a position with the planner to move.
    ///
    /// # Errors
    ///
    /// [`DuplicatePositionError`] if the proof has the position or its mirror image.
    pub fn add_drop(
        &mut self,
        board: ProofBoard,
        column: Column,
    ) -> Result<(), DuplicatePositionError> {
        if self.drop_at(board).is_some() {
            return Err(DuplicatePositionError(board));
        }
        self.drops.insert(board, column);
        Ok(())
    }

    /// Replaces the plan of a position that the proof lists in this orientation. Returns false if
    /// it does not, or names replies there.
    pub fn replace_plan(&mut self, board: ProofBoard, plan: Plan) -> bool {
        match self.nodes.get_mut(&board) {
            Some(ReplyNode::Plan(old)) => {
                *old = plan;
                true
            }
            _ => false,
        }
    }

    /// Sets a position with the opponent to move, in this orientation.
    #[cfg(feature = "search")]
    pub(crate) fn set_node(&mut self, board: ProofBoard, node: ReplyNode) {
        self.nodes.remove(&board.mirror());
        self.nodes.insert(board, node);
    }

    /// Sets the drop for a position with the planner to move, in this orientation.
    #[cfg(feature = "search")]
    pub(crate) fn set_drop(&mut self, board: ProofBoard, column: Column) {
        self.drops.remove(&board.mirror());
        self.drops.insert(board, column);
    }

    /// Looks up a position with the opponent to move.
    #[must_use]
    pub fn node(&self, board: ProofBoard) -> Option<ProofEntry<&ReplyNode>> {
        find(&self.nodes, board)
    }

    /// Looks up the drop for a position with the planner to move, in the orientation of `board`.
    #[must_use]
    pub fn drop_at(&self, board: ProofBoard) -> Option<ProofEntry<Column>> {
        let entry = find(&self.drops, board)?;
        let column = if entry.is_mirrored {
            entry.value.mirror(bits::WIDTH as u8)?
        } else {
            *entry.value
        };
        Some(ProofEntry {
            value: column,
            board: entry.board,
            is_mirrored: entry.is_mirrored,
        })
    }

    /// All positions with the opponent to move, in the order of their boards.
    pub fn nodes(&self) -> impl Iterator<Item = (ProofBoard, &ReplyNode)> {
        self.nodes.iter().map(|(board, node)| (*board, node))
    }

    /// Positions with a plan.
    pub fn plan_nodes(&self) -> impl Iterator<Item = PlanNode<'_>> {
        self.nodes().filter_map(|(board, node)| match node {
            ReplyNode::Plan(plan) => Some(PlanNode { board, plan }),
            ReplyNode::Inner => None,
        })
    }

    /// Positions with a named drop.
    pub fn drop_nodes(&self) -> impl Iterator<Item = DropNode> {
        self.drops.iter().map(|(board, column)| DropNode {
            board: *board,
            column: *column,
        })
    }

    /// Returns the part of the proof that follows these moves from the empty board, as a proof of
    /// its own, or `None` if it has no such position. Plans are not cut.
    #[must_use]
    pub fn part(&self, moves: &[Column]) -> Option<Self> {
        let claim = ProofClaim {
            start: moves.to_vec(),
            ..self.claim.clone()
        };
        let start = claim
            .start_board()
            .filter(|_| moves.len() <= START_PLIES_MAX)?;
        let mut part = PartVisitor {
            proof: self,
            part: Self::new(claim.clone()),
        };
        visit_graph(&claim, start, &mut part)
            .ok()
            .map(|()| part.part)
    }

    /// Lists the pairs of positions with the opponent to move where a reply and the named drop lead
    /// from one to the other, as the proof has them.
    #[must_use]
    pub fn links(&self) -> Vec<(ProofBoard, ProofBoard)> {
        let mut links = Vec::new();
        for (from, _) in self.nodes().filter(|(_, node)| **node == ReplyNode::Inner) {
            for reply in open_replies(from) {
                let board = from.with_reply(reply);
                let cell = self
                    .drop_at(board)
                    .and_then(|entry| board.landing(entry.value));
                let next = cell.map(|cell| board.with_own(cell.bit()));
                let entry = next.and_then(|next| self.node(next));
                links.extend(entry.map(|entry| (from, entry.board)));
            }
        }
        links.sort_unstable();
        links.dedup();
        links
    }

    /// Counts the positions.
    #[must_use]
    pub fn stats(&self) -> ProofStats {
        let weight = |board: ProofBoard| 1 + usize::from(board.mirror() != board);
        let mut stats = ProofStats::default();
        for (board, node) in self.nodes() {
            let ply = &mut stats.plies[board.plies()];
            match node {
                ReplyNode::Inner => {
                    ply.inner += 1;
                    stats.with_mirrors += weight(board);
                }
                ReplyNode::Plan(plan) => {
                    ply.plans += 1;
                    stats.list_entries += plan.list.len();
                    stats.reply_rules += plan.replies.len();
                }
            }
        }
        for drop in self.drop_nodes() {
            stats.drops += 1;
            stats.with_mirrors += weight(drop.board);
        }
        stats.plans = stats.plies.iter().map(|ply| ply.plans).sum();
        stats.inner = stats.plies.iter().map(|ply| ply.inner).sum();
        stats
    }
}

fn find<T>(map: &BTreeMap<ProofBoard, T>, board: ProofBoard) -> Option<ProofEntry<&T>> {
    if let Some(value) = map.get(&board) {
        return Some(ProofEntry {
            value,
            board,
            is_mirrored: false,
        });
    }
    let board = board.mirror();
    map.get(&board).map(|value| ProofEntry {
        value,
        board,
        is_mirrored: true,
    })
}

/// Positions with the opponent to move after one number of plies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlyCounts {
    /// Positions with a plan.
    pub plans: usize,
    /// Positions whose replies are positions of the proof.
    pub inner: usize,
}

/// Sizes of a proof, mirror images merged unless it says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofStats {
    /// Positions with a plan.
    pub plans: usize,
    /// Positions with the opponent to move and no plan.
    pub inner: usize,
    /// Positions with the planner to move and a named drop.
    pub drops: usize,
    /// `inner` and `drops`, with mirror images counted apart.
    pub with_mirrors: usize,
    /// Cells in the lists of all plans.
    pub list_entries: usize,
    /// Replies with an entry in all plans.
    pub reply_rules: usize,
    /// Counts by number of plies.
    pub plies: [PlyCounts; 43],
}

impl Default for ProofStats {
    fn default() -> Self {
        Self {
            plans: 0,
            inner: 0,
            drops: 0,
            with_mirrors: 0,
            list_entries: 0,
            reply_rules: 0,
            plies: [PlyCounts::default(); 43],
        }
    }
}

impl ProofStats {
    /// Positions with the opponent to move: the size of a proof.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.plans + self.inner
    }

    /// Positions with the planner to move and inner ones with the opponent to move: the other way
    /// of counting, in which a plan belongs to the drop before it.
    #[must_use]
    pub fn drops_and_inner(&self) -> usize {
        self.drops + self.inner
    }
}

/// Copies the positions of a proof that a walk meets.
struct PartVisitor<'a> {
    proof: &'a Proof,
    part: Proof,
}

impl GraphVisitor for PartVisitor<'_> {
    /// The proof lacks a position, or the part has it twice.
    type Error = ();

    fn drop_at(
        &mut self,
        board: ProofBoard,
        _: Option<PlanCell>,
        _: &dyn Fn(ProofBoard) -> bool,
    ) -> Result<u64, Self::Error> {
        let entry = self.proof.drop_at(board).ok_or(())?;
        let column = self.proof.drops[&entry.board];
        self.part.add_drop(entry.board, column).map_err(|_| ())?;
        let cell = board.landing(entry.value).ok_or(())?;
        Ok(cell.bit())
    }

    fn is_inner(&mut self, board: ProofBoard) -> Result<bool, Self::Error> {
        let entry = self.proof.node(board).ok_or(())?;
        self.part
            .add_node(entry.board, entry.value.clone())
            .map_err(|_| ())?;
        Ok(*entry.value == ReplyNode::Inner)
    }
}

/// Receives every position of a proof in a fixed order, from the start breadth first, each once and
/// in its canonical orientation. The compact form stores entries in this order.
pub(crate) trait GraphVisitor {
    /// Error that ends the walk.
    type Error;

    /// Returns the drop for a position with the planner to move, reached by `reply`. `is_known`
    /// tells for a position with the opponent to move whether the walk has met it.
    fn drop_at(
        &mut self,
        board: ProofBoard,
        reply: Option<PlanCell>,
        is_known: &dyn Fn(ProofBoard) -> bool,
    ) -> Result<u64, Self::Error>;

    /// Returns true if the replies in this position are positions of the proof.
    fn is_inner(&mut self, board: ProofBoard) -> Result<bool, Self::Error>;
}

/// Walks a graph in the fixed order.
pub(crate) fn visit_graph<V: GraphVisitor>(
    claim: &ProofClaim,
    start: ProofBoard,
    visitor: &mut V,
) -> Result<(), V::Error> {
    let (mut nodes, mut drops) = (HashSet::new(), HashSet::new());
    let mut queue = VecDeque::new();
    let mut replies = Vec::new();
    if claim.planner_begins() {
        replies.push((start, None));
    } else {
        nodes.insert(start.canonical());
        queue.push_back(start.canonical());
    }
    loop {
        for (next, reply) in replies.drain(..) {
            let board = next.canonical();
            if !drops.insert(board) {
                continue;
            }
            let reply = reply.map(PlanCell::from_bit);
            let reply = if board == next {
                reply
            } else {
                reply.map(PlanCell::mirror)
            };
            let is_known = |next: ProofBoard| nodes.contains(&next.canonical());
            let landing = visitor.drop_at(board, reply, &is_known)?;
            let node = board.with_own(landing).canonical();
            if nodes.insert(node) {
                queue.push_back(node);
            }
        }
        let Some(board) = queue.pop_front() else {
            return Ok(());
        };
        if visitor.is_inner(board)? {
            let next = |reply| (board.with_reply(reply), Some(reply));
            replies.extend(open_replies(board).map(next));
        }
    }
}

/// Returns the replies after which the planner does not complete a line at once.
pub(crate) fn open_replies(board: ProofBoard) -> impl Iterator<Item = u64> {
    let threats = board.own_threats() & board.landings();
    let replies = if bits::has_two(threats) {
        0
    } else if threats != 0 {
        threats
    } else {
        board.landings()
    };
    bits::each(replies).filter(move |reply| {
        let next = board.with_reply(*reply);
        next.own_threats() & next.landings() == 0 && next.landings() != 0
    })
}
