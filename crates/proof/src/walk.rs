//! The fast walk through a proof, on bitboards: every reply, as the slow verifier plays them.
//!
//! It goes one plan at a time, so that a program can show progress and stop in between.

use std::borrow::Borrow;
use std::collections::HashSet;
use std::fmt;
use std::hash::{BuildHasherDefault, Hasher};

use crate::bits;
use crate::board::{PlanCell, ProofBoard};
use crate::graph::{Proof, ProofGoal, ReplyNode};
use crate::plan::{Plan, PlanFailure};

/// Progress of a walk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WalkReport {
    /// Plans that were played against every reply.
    pub plans: usize,
    /// Positions with the opponent to move and no plan, all of whose replies are in the proof.
    pub inner: usize,
    /// Positions with the planner to move and a named drop.
    pub drops: usize,
    /// Positions that the plans lead to, the opponent to move.
    pub plan_positions: u64,
}

/// The reason why a proof fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WalkReason {
    /// The position has no entry.
    NotListed,
    /// The drop goes into a full column or outside the board.
    NoSuchDrop,
    /// The opponent completes a line.
    OpponentLine,
    /// The opponent threatens two lines.
    TwoThreats,
    /// The board is full and the claim is a win.
    BoardFull,
    /// A plan leads to more than [`PLAN_POSITIONS_MAX`] positions.
    TooManyPositions,
    /// The claim has no start position.
    NoStart,
    /// The position is listed but never reached.
    NeverReached,
}

impl WalkReason {
    /// Every reason.
    pub const ALL: [Self; 8] = [
        Self::NotListed,
        Self::NoSuchDrop,
        Self::OpponentLine,
        Self::TwoThreats,
        Self::BoardFull,
        Self::TooManyPositions,
        Self::NoStart,
        Self::NeverReached,
    ];
}

impl fmt::Display for WalkReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotListed => "the position is not listed",
            Self::NoSuchDrop => "there is no such drop",
            Self::OpponentLine => "the opponent completes a line",
            Self::TwoThreats => "the opponent threatens two lines",
            Self::BoardFull => "the board is full",
            Self::TooManyPositions => "the plan leads to too many positions",
            Self::NoStart => "the claim has no start position",
            Self::NeverReached => "the position is never reached",
        })
    }
}

/// The position in which a proof fails, and the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WalkError {
    /// The position.
    pub board: ProofBoard,
    /// The position whose plan leads there, if any.
    pub plan_of: Option<ProofBoard>,
    /// The reason.
    pub reason: WalkReason,
}

impl WalkError {
    fn new(board: ProofBoard, reason: WalkReason) -> Self {
        Self {
            board,
            plan_of: None,
            reason,
        }
    }
}

impl fmt::Display for WalkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.reason, self.board)?;
        match self.plan_of {
            Some(plan_of) => write!(f, ", by the plan of {plan_of}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for WalkError {}

/// A walk through all positions of a proof, which it borrows or owns.
///
/// ```
/// use foursight_proof::{Proof, ProofWalk, ShippedProof};
///
/// let proof = ShippedProof::SecondHoldsC1.proof();
/// let report = ProofWalk::new(&proof).finish()?;
/// assert_eq!(report.plans + report.inner, proof.stats().positions());
/// # Ok::<_, foursight_proof::WalkError>(())
/// ```
#[derive(Debug)]
pub struct ProofWalk<P: Borrow<Proof>> {
    proof: P,
    planner: PlanWalk,
    /// Nodes whose replies are still to be played.
    pending: Vec<ProofBoard>,
    /// Positions reached, as the proof lists them.
    nodes: HashSet<ProofBoard>,
    drops: HashSet<ProofBoard>,
    is_started: bool,
    last: Option<ProofBoard>,
    report: WalkReport,
}

impl<P: Borrow<Proof>> ProofWalk<P> {
    /// Prepares a walk.
    #[must_use]
    pub fn new(proof: P) -> Self {
        let planner = PlanWalk::new(proof.borrow().claim().goal);
        Self {
            proof,
            planner,
            pending: Vec::new(),
            nodes: HashSet::new(),
            drops: HashSet::new(),
            is_started: false,
            last: None,
            report: WalkReport::default(),
        }
    }

    /// Plays one position with the opponent to move, or its whole plan. Returns false once all are
    /// done.
    ///
    /// # Errors
    ///
    /// [`WalkError`] if the proof fails.
    pub fn step(&mut self) -> Result<bool, WalkError> {
        if !self.is_started {
            self.is_started = true;
            let claim = self.proof.borrow().claim();
            let start = claim.start_board();
            let start =
                start.ok_or_else(|| WalkError::new(ProofBoard::default(), WalkReason::NoStart))?;
            if claim.planner_begins() {
                self.play_drop(start)?;
            } else {
                self.reach(start)?;
            }
            return Ok(true);
        }
        self.last = self.pending.pop();
        let Some(board) = self.last else {
            return self.all_are_reached().map(|()| false);
        };
        match self.proof.borrow().node(board).map(|entry| entry.value) {
            None => return Err(WalkError::new(board, WalkReason::NotListed)),
            Some(ReplyNode::Plan(plan)) => {
                self.report.plan_positions +=
                    self.planner.walk(plan, board).map_err(|error| WalkError {
                        plan_of: Some(board),
                        ..error
                    })?;
                self.report.plans += 1;
            }
            Some(ReplyNode::Inner) => {
                self.report.inner += 1;
                let hold = self.proof.borrow().claim().goal == ProofGoal::Hold;
                for reply in replies(board, hold)? {
                    self.play_drop(board.with_reply(reply))?;
                }
            }
        }
        Ok(true)
    }

    /// Plays everything.
    ///
    /// # Errors
    ///
    /// [`WalkError`] if the proof fails.
    pub fn finish(mut self) -> Result<WalkReport, WalkError> {
        while self.step()? {}
        Ok(self.report)
    }

    /// Returns the position that the last step was about, as the proof lists it. `None` after the
    /// first step, which plays the opening, and after the last one.
    #[must_use]
    pub fn last_position(&self) -> Option<ProofBoard> {
        self.last
    }

    /// Returns the proof.
    #[must_use]
    pub fn proof(&self) -> &Proof {
        self.proof.borrow()
    }

    /// Counts of what was played so far.
    #[must_use]
    pub fn report(&self) -> WalkReport {
        self.report
    }

    fn play_drop(&mut self, board: ProofBoard) -> Result<(), WalkError> {
        let entry = self.proof.borrow().drop_at(board);
        let entry = entry.ok_or_else(|| WalkError::new(board, WalkReason::NotListed))?;
        let landing = board.landing(entry.value);
        let landing = landing.ok_or_else(|| WalkError::new(board, WalkReason::NoSuchDrop))?;
        if self.drops.insert(entry.board) {
            self.report.drops += 1;
        }
        self.reach(board.with_own(landing.bit()))
    }

    fn reach(&mut self, board: ProofBoard) -> Result<(), WalkError> {
        let entry = self.proof.borrow().node(board);
        let entry = entry.ok_or_else(|| WalkError::new(board, WalkReason::NotListed))?;
        if self.nodes.insert(entry.board) {
            self.pending.push(entry.board);
        }
        Ok(())
    }

    fn all_are_reached(&self) -> Result<(), WalkError> {
        let nodes = self.proof.borrow().nodes().map(|(board, _)| board);
        let drops = self.proof.borrow().drop_nodes().map(|drop| drop.board);
        let unused = nodes
            .filter(|board| !self.nodes.contains(board))
            .chain(drops.filter(|board| !self.drops.contains(board)))
            .min_by_key(|board| (board.plies(), *board));
        match unused {
            Some(board) => Err(WalkError::new(board, WalkReason::NeverReached)),
            None => Ok(()),
        }
    }
}

/// Returns the replies after which the game goes on and the planner does not complete a line.
pub(crate) fn replies(
    board: ProofBoard,
    hold: bool,
) -> Result<impl Iterator<Item = u64>, WalkError> {
    let landings = board.landings();
    let fail = |board, reason| Err(WalkError::new(board, reason));
    if landings == 0 && !hold {
        return fail(board, WalkReason::BoardFull);
    }
    if board.opponent_threats() & landings != 0 {
        return fail(board, WalkReason::OpponentLine);
    }
    let is_last =
        landings & landings.wrapping_sub(1) == 0 && bits::landings(board.all() | landings) == 0;
    if is_last && !hold {
        return fail(board.with_reply(landings), WalkReason::BoardFull);
    }
    Ok(crate::graph::open_replies(board))
}

/// Most positions with the opponent to move that a plan may lead to. Larger plans count as failed,
/// so that no file keeps a program busy for ever.
pub const PLAN_POSITIONS_MAX: usize = 1_000_000;

/// A walk through the positions that one plan leads to.
#[derive(Debug)]
pub(crate) struct PlanWalk {
    goal: ProofGoal,
    seen: HashSet<u64, BuildHasherDefault<PositionKeyHasher>>,
}

impl PlanWalk {
    pub(crate) fn new(goal: ProofGoal) -> Self {
        Self {
            goal,
            seen: HashSet::default(),
        }
    }

    /// Plays a plan against every reply, and counts the positions with the opponent to move.
    pub(crate) fn walk(&mut self, plan: &Plan, board: ProofBoard) -> Result<u64, WalkError> {
        self.seen.clear();
        self.visit(plan, board)?;
        Ok(self.seen.len() as u64)
    }

    fn visit(&mut self, plan: &Plan, board: ProofBoard) -> Result<(), WalkError> {
        if !self
            .seen
            .insert(bits::position_key(board.planner(), board.all()))
        {
            return Ok(());
        }
        if self.seen.len() > PLAN_POSITIONS_MAX {
            return Err(WalkError::new(board, WalkReason::TooManyPositions));
        }
        for reply in replies(board, self.goal == ProofGoal::Hold)? {
            let next = board.with_reply(reply);
            let answer = plan
                .answer(next, PlanCell::from_bit(reply))
                .map_err(|failure| {
                    let reason = match failure {
                        PlanFailure::TwoThreats => WalkReason::TwoThreats,
                        PlanFailure::BoardFull => WalkReason::BoardFull,
                    };
                    WalkError::new(next, reason)
                })?;
            self.visit(plan, next.with_own(answer.cell.bit()))?;
        }
        Ok(())
    }
}

/// A hasher for position keys, which are spread well enough by one multiplication.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PositionKeyHasher(u64);

impl Hasher for PositionKeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u64(&mut self, key: u64) {
        let mixed = (self.0.rotate_left(5) ^ key).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = mixed ^ mixed >> 32;
    }
}
