//! The plan language: how to answer every reply, by looking it up.
//!
//! The answer to a reply is the first of these that applies:
//!
//! 1. complete a line;
//! 2. block the opponent's line (if there are two, the plan fails);
//! 3. fork, in the leftmost column that does: a drop after which two playable cells complete a
//!    line, or one such that the cell above it completes one too;
//! 4. the answers that the plan names for the cell of the reply, in order: `^` on top of the
//!    reply, a named cell, or `-` to stop here. A reply without an entry has the answer `^`;
//! 5. the first cell of the plan's list;
//! 6. the first cell of [`DEFAULT_ORDER`];
//! 7. the leftmost column that allows no line at once, or else the leftmost.
//!
//! All cells must be playable. In 3 and in 7 a cell directly below one that completes a line of
//! the opponent does not count; in 4, 5 and 6 neither does one directly below an own such cell,
//! except for the named cells of 4.
//!
//! Nothing is searched: rule 3 is a pattern that looks one drop ahead.

use std::fmt;

use crate::bits;
use crate::board::{PlanCell, ProofBoard};

/// A plan for one position, with the opponent to move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Plan {
    /// Answers by the cell of the reply: at most one entry for each.
    pub replies: Vec<ReplyRule>,
    /// Cells to take in this order if the reply has no answer.
    pub list: Vec<PlanCell>,
}

/// The answers to a reply on one cell.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ReplyRule {
    /// The cell of the reply.
    pub reply: PlanCell,
    /// Answers in order of preference; at least one.
    pub answers: Vec<PlanAnswer>,
}

/// One answer to a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PlanAnswer {
    /// The cell on top of the reply, written `^`.
    OnTop,
    /// No further answer: go on with the list. Written `-`.
    Pass,
    /// A named cell.
    Cell(PlanCell),
}

impl PlanAnswer {
    /// Returns the mirror image.
    #[must_use]
    pub const fn mirror(self) -> Self {
        match self {
            Self::Cell(cell) => Self::Cell(cell.mirror()),
            other => other,
        }
    }
}

impl fmt::Display for PlanAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OnTop => f.write_str("^"),
            Self::Pass => f.write_str("-"),
            Self::Cell(cell) => cell.fmt(f),
        }
    }
}

/// The rule of the plan language that chose a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlanRule {
    /// It completes a line.
    CompleteLine,
    /// It blocks a line.
    Block,
    /// It makes two threats that cannot both be stopped.
    Fork,
    /// It is this answer that the plan names for the reply.
    Reply(PlanAnswer),
    /// It lies on top of the reply, for which the plan names no answer.
    OnTop,
    /// It is this entry of the list, counted from 0.
    List(usize),
    /// It is the first cell of the default order.
    DefaultOrder,
    /// No cell is safe, and this one gives the opponent no line at once if any does not.
    LeftOver,
}

/// The answer of a plan to a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlanMove {
    /// The cell to take.
    pub cell: PlanCell,
    /// The rule that chose it.
    pub rule: PlanRule,
}

/// The reason why a plan has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PlanFailure {
    /// The opponent threatens two lines.
    TwoThreats,
    /// The board is full.
    BoardFull,
}

impl fmt::Display for PlanFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TwoThreats => "the opponent threatens two lines",
            Self::BoardFull => "the board is full",
        })
    }
}

/// The order in which a plan takes cells that its list does not name: those on many lines first,
/// odd rows preferred. Part of the language: it never changes.
pub const DEFAULT_ORDER: &str = "d3 c3 d4 e3 d5 c4 e4 b3 c5 d2 e5 f3 d1 b4 b5 c2 e2 f4 f5 a3 c1 \
                                 d6 e1 g3 a5 b1 b2 f1 f2 g5 a1 a4 c6 e6 g1 g4 a2 b6 f6 g2 a6 g6";

/// [`DEFAULT_ORDER`] as sets of one cell.
const DEFAULT_CELLS: [u64; 42] = default_cells();

const fn default_cells() -> [u64; 42] {
    let text = DEFAULT_ORDER.as_bytes();
    let (mut cells, mut at) = ([0; 42], 0);
    while at < cells.len() {
        let (column, row) = (text[3 * at] - b'a', text[3 * at + 1] - b'1');
        cells[at] = 1 << (column as u32 * bits::STRIDE + row as u32);
        at += 1;
    }
    cells
}

/// Returns the cells in the default order, each as a set.
pub(crate) fn default_order() -> &'static [u64; 42] {
    &DEFAULT_CELLS
}

/// Returns the landings that do not let the opponent complete a line on top.
pub(crate) const fn unforced_landings(board: ProofBoard) -> u64 {
    board.landings() & !(board.opponent_threats() >> 1)
}

/// Returns the landings of rules 5 and 6: neither below a threat of the opponent nor below an own
/// one.
pub(crate) const fn safe_landings(board: ProofBoard) -> u64 {
    unforced_landings(board) & !(board.own_threats() >> 1)
}

/// Returns the leftmost fork of the planner, as a set, or the empty set.
pub(crate) fn fork(board: ProofBoard) -> u64 {
    let makes_fork = |cell: &u64| {
        let next = board.with_own(*cell);
        let threats = next.own_threats();
        let playable = threats & next.landings();
        bits::has_two(playable) || threats & playable << 1 != 0
    };
    bits::each(unforced_landings(board))
        .find(makes_fork)
        .unwrap_or(0)
}

impl Plan {
    /// Returns the answer to a reply that has just landed on `reply`.
    ///
    /// # Errors
    ///
    /// [`PlanFailure`] if the opponent threatens two lines or the board is full.
    pub fn answer(&self, board: ProofBoard, reply: PlanCell) -> Result<PlanMove, PlanFailure> {
        let landings = board.landings();
        let found = |cell: u64, rule| {
            let cell = PlanCell::from_bit(cell);
            Ok(PlanMove { cell, rule })
        };
        let lines = board.own_threats() & landings;
        if lines != 0 {
            return found(bits::lowest(lines), PlanRule::CompleteLine);
        }
        let blocks = board.opponent_threats() & landings;
        if bits::has_two(blocks) {
            return Err(PlanFailure::TwoThreats);
        }
        if blocks != 0 {
            return found(blocks, PlanRule::Block);
        }
        let fork = fork(board);
        if fork != 0 {
            return found(fork, PlanRule::Fork);
        }
        let (unforced, safe) = (unforced_landings(board), safe_landings(board));
        if let Some((cell, rule)) = self.reply_answer(reply, unforced, safe) {
            return found(cell, rule);
        }
        let is_safe = |cell: &u64| *cell & safe != 0;
        if let Some(index) = self.list.iter().position(|cell| is_safe(&cell.bit())) {
            return found(self.list[index].bit(), PlanRule::List(index));
        }
        if let Some(cell) = DEFAULT_CELLS.into_iter().find(is_safe) {
            return found(cell, PlanRule::DefaultOrder);
        }
        let rest = if unforced != 0 { unforced } else { landings };
        if rest == 0 {
            return Err(PlanFailure::BoardFull);
        }
        found(bits::lowest(rest), PlanRule::LeftOver)
    }

    /// Returns the answer of rule 4.
    fn reply_answer(&self, reply: PlanCell, unforced: u64, safe: u64) -> Option<(u64, PlanRule)> {
        let top = reply.bit() << 1 & safe;
        let Some(rule) = self.replies.iter().find(|rule| rule.reply == reply) else {
            return (top != 0).then_some((top, PlanRule::OnTop));
        };
        for answer in &rule.answers {
            let cell = match answer {
                PlanAnswer::OnTop => top,
                PlanAnswer::Cell(cell) => cell.bit() & unforced,
                PlanAnswer::Pass => return None,
            };
            if cell != 0 {
                return Some((cell, PlanRule::Reply(*answer)));
            }
        }
        None
    }

    /// Returns the plan with the cells of the mirror image. It is not the same plan on the mirrored
    /// board: rules 3, 6 and 7 prefer left to right in both.
    #[must_use]
    pub fn mirror(&self) -> Self {
        let rule = |rule: &ReplyRule| ReplyRule {
            reply: rule.reply.mirror(),
            answers: rule.answers.iter().map(|answer| answer.mirror()).collect(),
        };
        Self {
            replies: self.replies.iter().map(rule).collect(),
            list: self.list.iter().map(|cell| cell.mirror()).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_order_follows_from_lines_and_rows() {
        let weight = |cell: PlanCell| {
            let (column, row) = (cell.column_index() as i32, cell.row_index() as i32);
            let is_on_board = |x: i32, y: i32| (0..7).contains(&x) && (0..6).contains(&y);
            let lines = |(x, y): (i32, i32)| {
                let starts = (0..4).map(move |k| (column - k * x, row - k * y));
                starts
                    .filter(|(c, r)| is_on_board(*c, *r) && is_on_board(c + 3 * x, r + 3 * y))
                    .count()
            };
            let lines: usize = [(1, 0), (0, 1), (1, 1), (1, -1)]
                .into_iter()
                .map(lines)
                .sum();
            lines * 4 + if row % 2 == 0 { 8 } else { 0 }
        };
        let mut cells: Vec<PlanCell> = PlanCell::all().collect();
        cells.sort_by_key(|cell| (std::cmp::Reverse(weight(*cell)), *cell));
        let names: Vec<String> = cells.iter().map(PlanCell::to_string).collect();
        assert_eq!(names.join(" "), DEFAULT_ORDER);
    }

    /// Asserts which rule chooses which cell after the reply.
    fn check(plan: &Plan, board: &str, reply: &str, expected: &str, rule: PlanRule) {
        let board: ProofBoard = board.parse().expect("a board");
        let reply: PlanCell = reply.parse().expect("a cell");
        let found = plan.answer(board, reply).expect("an answer");
        assert_eq!(
            (found.cell.to_string().as_str(), found.rule),
            (expected, rule),
            "{board}"
        );
    }

    #[test]
    fn the_first_rule_that_applies_chooses() {
        let cell = |text: &str| text.parse::<PlanCell>().expect("a cell");
        let plan = Plan {
            replies: vec![
                ReplyRule {
                    reply: cell("a1"),
                    answers: vec![PlanAnswer::Pass],
                },
                ReplyRule {
                    reply: cell("b1"),
                    answers: vec![PlanAnswer::Cell(cell("g1")), PlanAnswer::OnTop],
                },
            ],
            list: vec![cell("f2"), cell("f1")],
        };
        check(&plan, "xxx,ooo,,,,,", "b3", "a4", PlanRule::CompleteLine);
        check(&plan, "xx,ooo,,,,,", "b3", "b4", PlanRule::Block);
        check(&plan, "o,,,x,x,,o", "a1", "c1", PlanRule::Fork);
        check(&plan, "o,,,x,,,", "a1", "f1", PlanRule::List(1));
        let named = PlanRule::Reply(PlanAnswer::Cell(cell("g1")));
        check(&plan, ",o,,x,,,", "b1", "g1", named);
        check(
            &plan,
            ",o,,x,,,o",
            "b1",
            "b2",
            PlanRule::Reply(PlanAnswer::OnTop),
        );
        check(&plan, ",,o,x,,,", "c1", "c2", PlanRule::OnTop);
        check(
            &Plan::default(),
            "xoxoxo,,,,,,",
            "a6",
            "d1",
            PlanRule::DefaultOrder,
        );
    }
}
