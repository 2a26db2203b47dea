//! Finds a plan for one position, by conflict-directed backjumping (Prosser 1993).
//!
//! The walk plays all replies. Where the plan does not say yet what to answer, it makes a decision:
//! the next answer to this reply, or the next cell of the list. Decisions are only appended, so what
//! was proved with fewer of them stays proved. A lost line blames the first drop after which the goal
//! is out of reach, by the oracle; the latest decision behind that drop takes its next alternative,
//! and the walk begins again.

use std::collections::{HashMap, HashSet};

use foursight_core::{Column, SplitMix64};

use crate::bits;
use crate::board::{PlanCell, ProofBoard};
use crate::graph::ProofGoal;
use crate::plan::{
    Plan, PlanAnswer, ReplyRule, default_order, fork, safe_landings, unforced_landings,
};
use crate::walk::replies;

/// Tells whether the planner still reaches the goal after these moves from the empty board, the
/// opponent to move. A wrong answer costs time, not correctness.
pub type ValueOracle<'a> = dyn FnMut(&[Column]) -> bool + 'a;

/// Positions that one attempt visits at most.
const STEPS_MAX: usize = 30_000;
/// Lost lines after which an attempt gives up.
const CONFLICTS_MAX: usize = 200;
/// Decisions of a plan: they are a set in 64 bits.
const DECISIONS_MAX: usize = 62;
/// Answers to one reply.
const ANSWERS_MAX: usize = 4;
/// Named cells that are tried for one answer.
const NAMED_MAX: usize = 7;

/// A choice that the plan has to make.
struct PlanChoice {
    /// The reply that is answered, or `None` for an entry of the list.
    reply: Option<PlanCell>,
    alternatives: Vec<PlanAnswer>,
    chosen: usize,
    /// Earlier decisions that ruled alternatives out.
    conflicts: u64,
}

impl PlanChoice {
    fn answer(&self) -> PlanAnswer {
        self.alternatives[self.chosen]
    }
}

/// Reasons for leaving a walk.
enum WalkEnd {
    /// A line is lost; `ConflictSearch::conflict` has the decisions to blame.
    Lost,
    /// The budget is used up.
    Exhausted,
}

/// A cell and the decisions that led to it.
type ChosenCell = (u64, u64);

/// A search for one plan.
pub(super) struct ConflictSearch<'a, 'b> {
    goal: ProofGoal,
    planner_begins: bool,
    oracle: &'a mut ValueOracle<'b>,
    values: HashMap<ProofBoard, bool>,
    random: SplitMix64,
    /// Plans of positions nearby: their answers are tried first.
    hints: &'a [Plan],
    is_noisy: bool,
    decisions: Vec<PlanChoice>,
    proved: HashSet<u64>,
    /// Proved positions with the number of decisions made before.
    proved_with: Vec<(u64, usize)>,
    moves: Vec<Column>,
    /// Numbers of moves after each drop of the planner, with the decisions behind it.
    drops: Vec<(usize, u64)>,
    conflict: u64,
    steps: usize,
}

impl<'a, 'b> ConflictSearch<'a, 'b> {
    pub(super) fn new(
        goal: ProofGoal,
        planner_begins: bool,
        oracle: &'a mut ValueOracle<'b>,
        hints: &'a [Plan],
        seed: u64,
    ) -> Self {
        Self {
            goal,
            planner_begins,
            oracle,
            values: HashMap::new(),
            random: SplitMix64::new(seed),
            hints,
            is_noisy: false,
            decisions: Vec::new(),
            proved: HashSet::new(),
            proved_with: Vec::new(),
            moves: Vec::new(),
            drops: Vec::new(),
            conflict: 0,
            steps: 0,
        }
    }

    /// Looks for a plan of the position after these moves, the opponent to move.
    pub(super) fn find(&mut self, moves: &[Column], attempts: usize) -> Option<Plan> {
        let board = ProofBoard::after(moves, self.planner_begins)?;
        for attempt in 0..attempts {
            self.is_noisy = attempt > 0;
            self.decisions.clear();
            self.proved.clear();
            self.proved_with.clear();
            self.steps = 0;
            for _ in 0..CONFLICTS_MAX {
                self.moves.clear();
                self.moves.extend_from_slice(moves);
                self.drops.clear();
                match self.walk(board, 0) {
                    Ok(()) => return Some(self.plan()),
                    Err(WalkEnd::Lost) if self.backjump() => {}
                    Err(WalkEnd::Lost | WalkEnd::Exhausted) => break,
                }
            }
        }
        None
    }

    /// Plays every reply. `used` are the decisions that led here.
    fn walk(&mut self, board: ProofBoard, used: u64) -> Result<(), WalkEnd> {
        let key = bits::position_key(board.planner(), board.all());
        if self.proved.contains(&key) {
            return Ok(());
        }
        self.steps += 1;
        if self.steps > STEPS_MAX {
            return Err(WalkEnd::Exhausted);
        }
        let Ok(open) = replies(board, self.goal == ProofGoal::Hold) else {
            return Err(self.blame(used));
        };
        for reply in open {
            let cell = PlanCell::from_bit(reply);
            self.moves.push(cell.column());
            self.answer(board.with_reply(reply), cell, used)?;
            self.moves.pop();
        }
        self.proved.insert(key);
        self.proved_with.push((key, self.decisions.len()));
        Ok(())
    }

    /// Answers a reply after which the planner completes no line at once.
    fn answer(&mut self, board: ProofBoard, reply: PlanCell, used: u64) -> Result<(), WalkEnd> {
        let blocks = board.opponent_threats() & board.landings();
        if bits::has_two(blocks) {
            return Err(self.blame(used));
        }
        let (cell, more) = if blocks != 0 {
            (blocks, 0)
        } else if fork(board) != 0 {
            // Two threats win, whatever the plan.
            return Ok(());
        } else {
            match self.choose(board, reply) {
                Ok(chosen) => chosen,
                Err(more) => {
                    self.conflict = used | more;
                    return Err(WalkEnd::Lost);
                }
            }
        };
        let used = used | more;
        self.moves.push(PlanCell::from_bit(cell).column());
        self.drops.push((self.moves.len(), used));
        self.walk(board.with_own(cell), used)?;
        self.drops.pop();
        self.moves.pop();
        Ok(())
    }

    /// Finds the first drop after which the goal is out of reach.
    fn blame(&mut self, used: u64) -> WalkEnd {
        self.conflict = used;
        let moves = self.moves.clone();
        for (plies, used) in self.drops.clone() {
            if !self.is_good(&moves[..plies]) {
                self.conflict = used;
                break;
            }
        }
        WalkEnd::Lost
    }

    fn is_good(&mut self, moves: &[Column]) -> bool {
        let Some(board) = ProofBoard::after(moves, self.planner_begins) else {
            return false;
        };
        if board.landings() == 0 {
            return self.goal == ProofGoal::Hold;
        }
        if board.opponent_threats() & board.landings() != 0 {
            return false;
        }
        let oracle = &mut self.oracle;
        let board = board.canonical();
        *self.values.entry(board).or_insert_with(|| oracle(moves))
    }

    fn is_good_cell(&mut self, cell: u64) -> bool {
        let mut moves = self.moves.clone();
        moves.push(PlanCell::from_bit(cell).column());
        self.is_good(&moves)
    }

    /// Returns the cell by rules 4 to 7 of the language; decides what the plan does not say yet. The
    /// error has the decisions that leave nothing to choose.
    fn choose(&mut self, board: ProofBoard, reply: PlanCell) -> Result<ChosenCell, u64> {
        let (unforced, safe) = (unforced_landings(board), safe_landings(board));
        let top = reply.bit() << 1 & safe;
        let (mut used, mut answers, mut is_passed) = (0_u64, 0, false);
        for (index, decision) in self.decisions.iter().enumerate() {
            if decision.reply != Some(reply) || is_passed {
                continue;
            }
            used |= 1 << index;
            answers += 1;
            match taken(decision.answer(), top, unforced) {
                Some(0) => is_passed = true,
                Some(cell) => return Ok((cell, used)),
                None => {}
            }
        }
        if !is_passed && answers < ANSWERS_MAX && self.decisions.len() < DECISIONS_MAX {
            let alternatives = self.answers_to(reply, answers, [top, unforced, safe]);
            let Some(first) = alternatives.first().copied() else {
                return Err(used);
            };
            used |= 1 << self.decisions.len();
            self.decide(Some(reply), alternatives);
            match taken(first, top, unforced) {
                Some(0) | None => {}
                Some(cell) => return Ok((cell, used)),
            }
        } else if answers == 0 && top != 0 {
            return Ok((top, used));
        }
        self.choose_from_list(board, used, [unforced, safe])
    }

    fn choose_from_list(
        &mut self,
        board: ProofBoard,
        used: u64,
        [unforced, safe]: [u64; 2],
    ) -> Result<ChosenCell, u64> {
        for (index, decision) in self.decisions.iter().enumerate() {
            if let (None, PlanAnswer::Cell(cell)) = (decision.reply, decision.answer())
                && cell.bit() & safe != 0
            {
                return Ok((cell.bit(), used | 1 << index));
            }
        }
        if safe == 0 {
            let rest = if unforced == 0 {
                board.landings()
            } else {
                unforced
            };
            return Ok((bits::lowest(rest), used));
        }
        let mut cells = self.ranked(safe);
        if self.decisions.len() >= DECISIONS_MAX {
            let first = default_order().iter().find(|cell| **cell & safe != 0);
            return first.map(|cell| (*cell, used)).ok_or(used);
        }
        cells.retain(|cell| self.is_good_cell(*cell));
        let hinted = self.hints.iter().flat_map(|plan| &plan.list);
        let hinted: Vec<u64> = hinted.map(|cell| cell.bit()).collect();
        cells.sort_by_key(|cell| {
            hinted
                .iter()
                .position(|hint| hint == cell)
                .unwrap_or(usize::MAX)
        });
        let Some(first) = cells.first().copied() else {
            return Err(used);
        };
        let used = used | 1 << self.decisions.len();
        let named = |cell: u64| PlanAnswer::Cell(PlanCell::from_bit(cell));
        self.decide(None, cells.into_iter().map(named).collect());
        Ok((first, used))
    }

    fn decide(&mut self, reply: Option<PlanCell>, alternatives: Vec<PlanAnswer>) {
        self.decisions.push(PlanChoice {
            reply,
            alternatives,
            chosen: 0,
            conflicts: 0,
        });
    }

    /// Lists the answers that keep the goal: on top, to pass, and named cells.
    fn answers_to(
        &mut self,
        reply: PlanCell,
        index: usize,
        [top, unforced, safe]: [u64; 3],
    ) -> Vec<PlanAnswer> {
        let mut answers = Vec::new();
        if top != 0 && self.is_good_cell(top) {
            answers.push(PlanAnswer::OnTop);
        }
        let listed = self
            .decisions
            .iter()
            .find_map(|decision| match decision.answer() {
                PlanAnswer::Cell(cell) if decision.reply.is_none() => {
                    Some(cell.bit() & safe).filter(|cell| *cell != 0)
                }
                _ => None,
            });
        if listed.is_none_or(|cell| self.is_good_cell(cell)) {
            answers.push(PlanAnswer::Pass);
        }
        let mut named = self.ranked(unforced & !top);
        named.retain(|cell| self.is_good_cell(*cell));
        named.truncate(NAMED_MAX);
        let named = named.into_iter().map(PlanCell::from_bit);
        answers.extend(named.map(PlanAnswer::Cell));
        let hint = self.hints.iter().find_map(|plan| {
            let rule = plan.replies.iter().find(|rule| rule.reply == reply)?;
            rule.answers.get(index).copied()
        });
        if let Some(hint) = hint.filter(|hint| answers.contains(hint)) {
            answers.retain(|answer| *answer != hint);
            answers.insert(0, hint);
        }
        answers
    }

    /// Sorts cells by the default order, with noise from the second attempt on.
    fn ranked(&mut self, cells: u64) -> Vec<u64> {
        let order = default_order().iter().copied();
        let mut ranked: Vec<u64> = order.filter(|cell| cell & cells != 0).collect();
        if self.is_noisy {
            for index in 1..ranked.len() {
                if self.random.below(3) == 0 {
                    let other = self.random.below(index);
                    ranked.swap(index, other);
                }
            }
        }
        ranked
    }

    /// Takes the next alternative of the latest decision to blame. Returns false if none is left.
    fn backjump(&mut self) -> bool {
        let mut conflict = self.conflict;
        while conflict != 0 {
            let last = 63 - conflict.leading_zeros() as usize;
            self.decisions.truncate(last + 1);
            while let Some((key, _)) = self.proved_with.pop_if(|(_, made)| *made > last) {
                self.proved.remove(&key);
            }
            let Some(decision) = self.decisions.last_mut() else {
                return false;
            };
            decision.conflicts |= conflict & !(1 << last);
            decision.chosen += 1;
            if decision.chosen < decision.alternatives.len() {
                return true;
            }
            conflict = decision.conflicts;
            self.decisions.pop();
        }
        false
    }

    fn plan(&self) -> Plan {
        let mut plan = Plan::default();
        for decision in &self.decisions {
            let answer = decision.answer();
            let Some(reply) = decision.reply else {
                if let PlanAnswer::Cell(cell) = answer {
                    plan.list.push(cell);
                }
                continue;
            };
            let rule = plan.replies.iter_mut().find(|rule| rule.reply == reply);
            match rule {
                Some(rule) => rule.answers.push(answer),
                None => plan.replies.push(ReplyRule {
                    reply,
                    answers: vec![answer],
                }),
            }
        }
        plan
    }
}

/// Returns the cell of an answer if it can be taken, 0 to pass, or `None` for the next answer.
fn taken(answer: PlanAnswer, top: u64, unforced: u64) -> Option<u64> {
    let cell = match answer {
        PlanAnswer::Pass => return Some(0),
        PlanAnswer::OnTop => top,
        PlanAnswer::Cell(cell) => cell.bit() & unforced,
    };
    (cell != 0).then_some(cell)
}
