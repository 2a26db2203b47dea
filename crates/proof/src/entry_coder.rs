//! Coding of drops and plans, entry by entry: one function for both directions.
//!
//! Each method takes the value to write, which a decoder ignores, and returns the value coded. A
//! choice among cells becomes a series of questions, "is it this one?", in an order that both sides
//! know. The contexts of a question are what a player would look at: how high the cell lies above
//! the stack, whose threats it is and lies below, and what the plan before said.

use crate::bits;
use crate::board::{PlanCell, ProofBoard};
use crate::plan::{Plan, PlanAnswer, ReplyRule, default_order, unforced_landings};
use crate::range_coder::{BinaryCoder, Mixer};

/// Sets of contexts, one for each kind of question.
mod set {
    pub(super) const ORIENTATION: u8 = 0;
    pub(super) const INNER: u8 = 1;
    pub(super) const LANDING: u8 = 2;
    pub(super) const LIST_END: u8 = 3;
    pub(super) const LIST_CELL: u8 = 4;
    pub(super) const RULE: u8 = 5;
    pub(super) const PASS: u8 = 6;
    pub(super) const ON_TOP: u8 = 7;
    pub(super) const ANSWER_CELL: u8 = 8;
    pub(super) const MORE: u8 = 9;
}

/// Codes entries with this coder.
pub(crate) struct EntryCoder<C> {
    coder: C,
    mixer: Mixer,
    /// The plan coded last: often that of a sibling.
    previous: Plan,
    was_inner: bool,
}

/// Features of an empty cell.
struct CellFeatures {
    /// Index in the default order.
    rank: u32,
    /// Empty cells below, at most 3.
    gap: u32,
    /// True for rows 1, 3 and 5.
    is_odd: u32,
    /// Threats on the cell and above it: bit 0 own, bit 1 of the opponent, bits 2 and 3 above.
    threats: u32,
}

impl CellFeatures {
    fn new(board: ProofBoard, cell: u64) -> Self {
        let [own, other] = [board.own_threats(), board.opponent_threats()];
        let has = |set: u64, cell: u64, bit: u32| u32::from(set & cell != 0) << bit;
        let named = PlanCell::from_bit(cell);
        let column = bits::column_cells(named.column_index() as u32);
        let below = (column & (cell - 1) & !board.all()).count_ones();
        let rank = default_order()
            .iter()
            .position(|other| *other == cell)
            .unwrap_or(0);
        Self {
            rank: rank as u32,
            gap: below.min(3),
            is_odd: u32::from(named.row_index().is_multiple_of(2)),
            threats: has(own, cell, 0)
                | has(other, cell, 1)
                | has(own, cell << 1, 2)
                | has(other, cell << 1, 3),
        }
    }
}

impl<C: BinaryCoder> EntryCoder<C> {
    pub(crate) fn new(coder: C) -> Self {
        Self {
            coder,
            mixer: Mixer::new(),
            previous: Plan::default(),
            was_inner: true,
        }
    }

    pub(crate) fn coder(&self) -> &C {
        &self.coder
    }

    pub(crate) fn into_coder(self) -> C {
        self.coder
    }

    fn bit(&mut self, set: u8, contexts: &[u32], bit: bool) -> bool {
        self.mixer.code(&mut self.coder, set, contexts, bit)
    }

    /// Codes whether an entry is listed as the mirror image.
    pub(crate) fn orientation(&mut self, is_mirrored: bool) -> bool {
        self.bit(set::ORIENTATION, &[0], is_mirrored)
    }

    /// Codes whether replies are listed.
    pub(crate) fn is_inner(&mut self, board: ProofBoard, is_inner: bool) -> bool {
        let plies = board.plies() as u32;
        let replies = board.landings().count_ones();
        let threats = board.own_threats().count_ones().min(3);
        let others = board.opponent_threats().count_ones().min(3);
        let contexts = [
            plies,
            plies << 1 | u32::from(self.was_inner),
            threats << 2 | others,
            replies,
        ];
        self.was_inner = self.bit(set::INNER, &contexts, is_inner);
        self.was_inner
    }

    /// Codes the landing of a drop.
    pub(crate) fn landing(
        &mut self,
        board: ProofBoard,
        reply: Option<PlanCell>,
        is_known: &dyn Fn(ProofBoard) -> bool,
        value: u64,
    ) -> u64 {
        let landings = board.landings();
        let forced = board.opponent_threats() & landings;
        let sensible = if forced != 0 {
            forced
        } else {
            unforced_landings(board)
        };
        let top = reply.map_or(0, |cell| cell.bit() << 1);
        let mut cells: Vec<u64> = default_order()
            .iter()
            .copied()
            .filter(|cell| cell & landings != 0)
            .collect();
        cells.sort_by_key(|cell| (cell & sensible == 0, cell & top == 0));
        let contexts = |index: usize, cell: u64| {
            let next = board.with_own(cell);
            let is_sensible = u32::from(cell & sensible != 0);
            let is_top = u32::from(cell & top != 0);
            let known = u32::from(is_known(next));
            let threats = next.own_threats().count_ones().min(7);
            let features = CellFeatures::new(board, cell);
            let rank = (index as u32).min(7);
            let playable = (next.own_threats() & next.landings()).count_ones().min(2);
            let base = is_sensible << 1 | known;
            vec![
                (base << 1 | is_top) << 3 | rank,
                base << 6 | features.rank,
                (base << 3 | threats) << 2 | playable,
                (base << 4 | features.threats) << 1 | features.is_odd,
                (base << 6 | board.plies() as u32) << 1 | is_top,
            ]
        };
        self.choose(set::LANDING, &cells, contexts, value)
    }

    /// Codes a choice among cells, by one question after the other. The last cell needs none.
    fn choose(
        &mut self,
        set: u8,
        cells: &[u64],
        contexts: impl Fn(usize, u64) -> Vec<u32>,
        value: u64,
    ) -> u64 {
        let last = cells.len().saturating_sub(1);
        for (index, cell) in cells.iter().enumerate() {
            if index == last || self.bit(set, &contexts(index, *cell), *cell == value) {
                return *cell;
            }
        }
        0
    }

    /// Codes a plan in [normal form](Plan::normal).
    pub(crate) fn plan(&mut self, board: ProofBoard, value: &Plan) -> Plan {
        let list = self.list(board, &value.list);
        let mut replies = Vec::new();
        for cell in bits::each(bits::BOARD & !board.all()).map(PlanCell::from_bit) {
            let rule = value.replies.iter().find(|rule| rule.reply == cell);
            if let Some(answers) = self.rule(board, cell, (&list, replies.len()), rule) {
                replies.push(ReplyRule {
                    reply: cell,
                    answers,
                });
            }
        }
        self.previous = Plan { replies, list };
        self.previous.clone()
    }

    fn list(&mut self, board: ProofBoard, value: &[PlanCell]) -> Vec<PlanCell> {
        let mut list: Vec<PlanCell> = Vec::new();
        let mut cells = empty_cells(board, 0);
        let plies = board.plies() as u32;
        while !cells.is_empty() {
            let index = list.len();
            let length = (index as u32).min(15);
            let old_length = self.previous.list.len().min(15) as u32;
            let tail = list.last().map_or(63, |cell| cell.bit().trailing_zeros());
            let contexts = [length, length << 6 | plies, length << 4 | old_length, tail];
            if self.bit(set::LIST_END, &contexts, index >= value.len()) {
                break;
            }
            let contexts = self.list_contexts(board, list.last().copied(), index);
            let wanted = value.get(index).map_or(0, |cell| cell.bit());
            let cell = self.choose(set::LIST_CELL, &cells, contexts, wanted);
            cells.retain(|other| *other != cell);
            list.push(PlanCell::from_bit(cell));
        }
        list
    }

    /// Returns the contexts of a cell as the next entry of a list.
    fn list_contexts(
        &self,
        board: ProofBoard,
        tail: Option<PlanCell>,
        index: usize,
    ) -> impl Fn(usize, u64) -> Vec<u32> + use<C> {
        // The entry that the plan before has after the last one of this list.
        let old = &self.previous.list;
        let at = tail.and_then(|tail| old.iter().position(|cell| *cell == tail));
        let next_old = old
            .get(at.map_or(0, |at| at + 1))
            .map_or(0, |cell| cell.bit());
        let all_old = old.iter().fold(0, |set, cell| set | cell.bit());
        let below = tail.map_or(0, PlanCell::bit);
        let tail = tail.map_or(63, |cell| cell.bit().trailing_zeros());
        let mark = (index as u32).min(2);
        move |rank: usize, cell: u64| {
            let features = CellFeatures::new(board, cell);
            let relation = if cell == below << 2 & bits::BOARD {
                1
            } else {
                2 * u32::from(cell == below << 1 & bits::BOARD)
            };
            let follows = u32::from(cell == next_old) << 1 | u32::from(cell & all_old != 0);
            vec![
                ((features.gap << 1 | features.is_odd) << 2 | relation) << 2 | mark,
                features.rank << 2 | mark,
                tail << 6 | features.rank,
                ((features.threats << 2 | features.gap) << 1 | features.is_odd) << 1
                    | u32::from(mark > 0),
                (follows << 2 | features.gap) << 2 | relation,
                (rank as u32).min(15) << 2 | mark,
            ]
        }
    }

    /// Codes the answers to a reply on a cell, or that there are none.
    fn rule(
        &mut self,
        board: ProofBoard,
        reply: PlanCell,
        (list, rules): (&[PlanCell], usize),
        value: Option<&ReplyRule>,
    ) -> Option<Vec<PlanAnswer>> {
        let features = CellFeatures::new(board, reply.bit());
        let old = self
            .previous
            .replies
            .iter()
            .find(|rule| rule.reply == reply);
        let (old_kind, old_cell) = match old.and_then(|rule| rule.answers.first()) {
            None => (0, 0),
            Some(PlanAnswer::Pass) => (1, 0),
            Some(PlanAnswer::OnTop) => (2, 0),
            Some(PlanAnswer::Cell(cell)) => (3, cell.bit()),
        };
        let is_top_listed = list.iter().any(|cell| cell.bit() == reply.bit() << 1);
        let listed = u32::from(list.contains(&reply)) << 1 | u32::from(is_top_listed);
        let rules = (rules as u32).min(7);
        let is_high = u32::from(reply.row_index() == 5);
        let gap = features.gap << 1 | features.is_odd;
        let contexts = [
            (gap << 1 | is_high) << 2 | listed,
            features.rank << 1 | is_high,
            (old_kind << 4 | features.threats) << 1 | is_high,
            (rules << 2 | old_kind) << 3 | gap,
            (board.plies() as u32) << 2 | features.gap,
        ];
        if !self.bit(set::RULE, &contexts, value.is_some()) {
            return None;
        }
        let rule = RuleFeatures {
            board,
            reply,
            features,
            old_kind,
            old_cell,
            listed,
            is_high,
        };
        Some(self.answers(&rule, list, value.map_or(&[], |rule| &rule.answers)))
    }

    fn answers(
        &mut self,
        rule: &RuleFeatures,
        list: &[PlanCell],
        value: &[PlanAnswer],
    ) -> Vec<PlanAnswer> {
        let RuleFeatures {
            features,
            old_kind,
            listed,
            is_high,
            ..
        } = rule;
        let (threats, gap) = (features.threats, features.gap << 1 | features.is_odd);
        let mut cells = empty_cells(rule.board, rule.reply.bit());
        let mut answers = Vec::new();
        let mut may_top = *is_high == 0;
        loop {
            let mark = (answers.len() as u32).min(2);
            let wanted = value.get(answers.len());
            let contexts = [
                (old_kind << 2 | mark) << 4 | threats,
                (listed << 3 | gap) << 2 | mark,
                features.rank << 2 | mark,
            ];
            let passes = wanted == Some(&PlanAnswer::Pass);
            let has_other = may_top || !cells.is_empty();
            if answers.is_empty() && (!has_other || self.bit(set::PASS, &contexts, passes)) {
                return vec![PlanAnswer::Pass];
            }
            let is_top = wanted == Some(&PlanAnswer::OnTop);
            // Each answer can come once, so the loop ends whatever a decoder reads.
            let contexts = [mark, threats << 2 | mark];
            if may_top && (cells.is_empty() || self.bit(set::ON_TOP, &contexts, is_top)) {
                answers.push(PlanAnswer::OnTop);
                may_top = false;
            } else {
                let wanted = match wanted {
                    Some(PlanAnswer::Cell(cell)) => cell.bit(),
                    _ => 0,
                };
                let contexts = rule.answer_contexts(list, mark);
                let cell = self.choose(set::ANSWER_CELL, &cells, contexts, wanted);
                cells.retain(|other| *other != cell);
                answers.push(PlanAnswer::Cell(PlanCell::from_bit(cell)));
            }
            let contexts = [
                mark,
                old_kind << 2 | mark,
                (features.gap << 1 | is_high) << 2 | mark,
            ];
            let is_all = cells.is_empty() && !may_top;
            if is_all || !self.bit(set::MORE, &contexts, answers.len() < value.len()) {
                return answers;
            }
        }
    }
}

/// Features of a reply that has an entry.
struct RuleFeatures {
    board: ProofBoard,
    reply: PlanCell,
    features: CellFeatures,
    /// The first answer of the plan before: none, pass, on top, a cell.
    old_kind: u32,
    /// That cell, as a set.
    old_cell: u64,
    /// True if the list has the cell of the reply (bit 1) or the one above (bit 0).
    listed: u32,
    /// True in the top row.
    is_high: u32,
}

impl RuleFeatures {
    /// Returns the contexts of a cell as the next answer.
    fn answer_contexts<'a>(
        &'a self,
        list: &'a [PlanCell],
        mark: u32,
    ) -> impl Fn(usize, u64) -> Vec<u32> + 'a {
        let at = self.reply.bit().trailing_zeros();
        move |rank: usize, other: u64| {
            let answer = CellFeatures::new(self.board, other);
            let cell = PlanCell::from_bit(other);
            let across = (cell.column_index() + 7 - self.reply.column_index()) as u32;
            let up = (cell.row_index() + 6 - self.reply.row_index()) as u32;
            let in_list = list.iter().position(|entry| *entry == cell);
            let listed = in_list.map_or(7, |index| index.min(6) as u32);
            vec![
                across << 4 | up,
                (answer.threats << 2 | answer.gap) << 1 | answer.is_odd,
                at << 6 | answer.rank,
                (listed << 1 | u32::from(other == self.old_cell)) << 2 | answer.gap,
                (rank as u32).min(15) << 2 | mark,
                answer.rank << 2 | self.features.gap,
            ]
        }
    }
}

/// Returns the empty cells in the default order, except this one.
fn empty_cells(board: ProofBoard, except: u64) -> Vec<u64> {
    let empty = bits::BOARD & !board.all() & !except;
    default_order()
        .iter()
        .copied()
        .filter(|cell| cell & empty != 0)
        .collect()
}

impl Plan {
    /// Returns the same plan for this position without entries that can never apply: cells that are
    /// occupied or named before, and whatever follows `-`. Replies are sorted by cell.
    #[must_use]
    pub fn normal(&self, board: ProofBoard) -> Self {
        let empty = bits::BOARD & !board.all();
        let mut left = empty;
        let take = |left: &mut u64, cell: PlanCell| {
            let is_new = *left & cell.bit() != 0;
            *left &= !cell.bit();
            is_new
        };
        let list = self
            .list
            .iter()
            .copied()
            .filter(|cell| take(&mut left, *cell))
            .collect();
        let mut replies: Vec<ReplyRule> = Vec::new();
        for rule in self
            .replies
            .iter()
            .filter(|rule| rule.reply.bit() & empty != 0)
        {
            let mut left = empty & !rule.reply.bit();
            let mut may_top = rule.reply.bit() << 1 & bits::BOARD != 0;
            let mut answers = Vec::new();
            for answer in &rule.answers {
                let is_new = match answer {
                    PlanAnswer::OnTop => std::mem::take(&mut may_top),
                    PlanAnswer::Cell(cell) => take(&mut left, *cell),
                    PlanAnswer::Pass => break,
                };
                if is_new {
                    answers.push(*answer);
                }
            }
            // Without any other answer, `-` differs from no entry; after one, it says nothing.
            if answers.is_empty() {
                answers.push(PlanAnswer::Pass);
            }
            if answers != [PlanAnswer::OnTop] {
                replies.push(ReplyRule {
                    reply: rule.reply,
                    answers,
                });
            }
        }
        replies.sort_by_key(|rule| rule.reply);
        Self { replies, list }
    }
}
