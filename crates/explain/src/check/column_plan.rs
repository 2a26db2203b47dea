//! Checks a column plan: plays it against every drop of the opponent, by the words of
//! [`ColumnPlan`] alone.

use std::collections::HashMap;

use foursight_core::{Column, DropPosition, Position};

use super::{Check, ProofError, columns, completion, is_won, opponent_completion};
use crate::proof::{ColumnPlan, Goal, PlanMode};

/// Number of rows of the standard board.
const ROWS: u32 = 6;

/// Results of positions by their odd columns.
type Visited = HashMap<(DropPosition, OddColumns), bool>;

/// True for every odd column.
type OddColumns = [bool; 7];

impl Check {
    /// Checks a plan in a position in which the opponent is to move.
    pub(super) fn plan(&mut self, at: DropPosition, plan: ColumnPlan) -> Result<(), ProofError> {
        let odd = plan.odd_flags();
        let mut run = PlanRun {
            check: self,
            mode: plan.mode(),
            visited: HashMap::new(),
        };
        if run.holds(at, odd)? {
            Ok(())
        } else {
            Err(ProofError::PlanFails)
        }
    }
}

struct PlanRun<'a> {
    check: &'a mut Check,
    mode: PlanMode,
    visited: Visited,
}

impl PlanRun<'_> {
    /// Returns true if the plan reaches the goal with the opponent to move.
    fn holds(&mut self, at: DropPosition, odd: OddColumns) -> Result<bool, ProofError> {
        if at.is_over() {
            return Ok(self.check.accept_end(at).is_ok());
        }
        if let Some(known) = self.visited.get(&(at, odd)) {
            return Ok(*known);
        }
        self.check.visit()?;
        let mut found = true;
        for reply in columns() {
            if let Ok(after) = at.drop_in(reply)
                && !self.answers(after, reply, odd)?
            {
                found = false;
                break;
            }
        }
        self.visited.insert((at, odd), found);
        Ok(found)
    }

    /// Returns true if the plan has an answer to the opponent's drop in `reply`.
    fn answers(
        &mut self,
        at: DropPosition,
        reply: Column,
        odd: OddColumns,
    ) -> Result<bool, ProofError> {
        if at.is_over() {
            return Ok(self.check.accept_end(at).is_ok());
        }
        match plan_answers(at, reply, odd, self.mode) {
            PlanAnswers::Completes(column) => {
                self.check.note_end(at, column);
                Ok(true)
            }
            PlanAnswers::Forks(_) => Ok(true),
            PlanAnswers::Fails => Ok(false),
            PlanAnswers::Drop(column) => self.holds_after(at, column, odd),
            PlanAnswers::Choices(choices) if self.mode == PlanMode::Guided => {
                for column in choices {
                    if self.holds_after(at, column, opened(at, column, odd))? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            PlanAnswers::Choices(choices) => self.all_hold(at, choices, odd),
        }
    }

    /// Returns true if there are choices and every one works.
    fn all_hold(
        &mut self,
        at: DropPosition,
        choices: Vec<Column>,
        odd: OddColumns,
    ) -> Result<bool, ProofError> {
        let is_any = !choices.is_empty();
        for column in choices {
            if !self.holds_after(at, column, opened(at, column, odd))? {
                return Ok(false);
            }
        }
        Ok(is_any)
    }

    fn holds_after(
        &mut self,
        at: DropPosition,
        column: Column,
        odd: OddColumns,
    ) -> Result<bool, ProofError> {
        match at.drop_in(column) {
            Ok(next) => self.holds(next, odd),
            Err(_) => Ok(false),
        }
    }
}

/// Answers of a plan to a drop of the opponent, before it is known which of them work.
enum PlanAnswers {
    /// This drop completes a line.
    Completes(Column),
    /// Each of these drops makes two threats at once.
    Forks(Vec<Column>),
    /// The plan leaves no choice.
    Drop(Column),
    /// Cells to wait on, or columns to open.
    Choices(Vec<Column>),
    /// The plan has no answer.
    Fails,
}

/// Returns the answers of a plan, the player to move after the opponent's drop in `reply`.
fn plan_answers(at: DropPosition, reply: Column, odd: OddColumns, mode: PlanMode) -> PlanAnswers {
    // 1. Complete a line.
    if let Some(column) = completion(at) {
        return PlanAnswers::Completes(column);
    }
    // 2. Block a line.
    let on_top = is_lower(height(at, reply) - 1, odd[reply.index()]).then_some(reply);
    if let Some(block) = opponent_completion(at) {
        let is_in_turn = on_top == Some(block) || !is_lower_next(at, block, odd);
        if mode == PlanMode::Pure && !is_in_turn {
            return PlanAnswers::Fails;
        }
        return PlanAnswers::Drop(block);
    }
    if mode == PlanMode::Guided {
        let forks: Vec<_> = columns()
            .filter(|column| is_double_threat(at, *column))
            .collect();
        if !forks.is_empty() {
            return PlanAnswers::Forks(forks);
        }
    }
    // 3. Drop on top.
    if let Some(column) = on_top.filter(|column| is_safe(at, *column)) {
        return PlanAnswers::Drop(column);
    }
    if mode == PlanMode::Pure {
        // The plan has nothing to say about a cell that it cannot answer.
        return if on_top.is_some() {
            PlanAnswers::Fails
        } else {
            let waiting = open(at).filter(|column| !is_lower_next(at, *column, odd));
            PlanAnswers::Choices(waiting.collect())
        };
    }
    // 4. Wait, or 5. open a column.
    let safe: Vec<_> = open(at).filter(|column| is_safe(at, *column)).collect();
    let waiting = safe.iter().copied();
    let waiting: Vec<_> = waiting
        .filter(|column| !is_lower_next(at, *column, odd))
        .collect();
    PlanAnswers::Choices(if waiting.is_empty() { safe } else { waiting })
}

impl ColumnPlan {
    /// Returns the drops with which the plan answers the opponent's last one, in the column
    /// `reply`, and the plan that goes on after each. Only drops after which the plan still reaches
    /// the goal are among them, so the list is empty where the plan fails.
    #[must_use]
    pub fn answers(
        self,
        position: &Position,
        reply: Column,
        goal: Goal,
    ) -> Vec<(Column, ColumnPlan)> {
        let Some(at) = position.as_standard() else {
            return Vec::new();
        };
        if at.is_over() || height(at, reply) == 0 {
            return Vec::new();
        }
        let odd: OddColumns = self.odd_flags();
        let (columns, flips) = match plan_answers(at, reply, odd, self.mode()) {
            PlanAnswers::Completes(column) => return vec![(column, self)],
            PlanAnswers::Forks(columns) => (columns, false),
            PlanAnswers::Drop(column) => (vec![column], false),
            PlanAnswers::Choices(columns) => (columns, true),
            PlanAnswers::Fails => return Vec::new(),
        };
        let after = |column: &Column| {
            let odd = if flips { opened(at, *column, odd) } else { odd };
            Self::from_flags(odd, self.mode())
        };
        let answers = columns.iter().map(|column| (*column, after(column)));
        answers
            .filter(|(column, plan)| {
                let mut check = Check::new(at.to_move(), goal);
                let next = at.drop_in(*column);
                next.is_ok_and(|next| check.plan(next, *plan).is_ok())
            })
            .collect()
    }

    fn odd_flags(self) -> OddColumns {
        let mut odd = [false; 7];
        for column in self.odd_columns() {
            odd[column.index()] = true;
        }
        odd
    }

    fn from_flags(odd: OddColumns, mode: PlanMode) -> Self {
        Self::with_odd_columns(columns().filter(|column| odd[column.index()]), mode)
    }
}

/// Returns the odd columns after the player drops by choice: a lower cell opens its column.
fn opened(at: DropPosition, column: Column, mut odd: OddColumns) -> OddColumns {
    if is_lower_next(at, column, odd) {
        odd[column.index()] ^= true;
    }
    odd
}

/// Returns the number of discs in a column.
fn height(at: DropPosition, column: Column) -> u32 {
    (at.all_bits() >> (column.index() as u32 * (ROWS + 1)) & 0b11_1111).count_ones()
}

/// Returns true if the cell above this number of cells is lower.
fn is_lower(below: u32, is_odd_column: bool) -> bool {
    let is_odd_row = below.is_multiple_of(2);
    below + 1 < ROWS && is_odd_row != is_odd_column
}

/// Returns true if the next disc in a column lands on a lower cell.
fn is_lower_next(at: DropPosition, column: Column, odd: OddColumns) -> bool {
    is_lower(height(at, column), odd[column.index()])
}

/// Iterates over the columns with room.
fn open(at: DropPosition) -> impl Iterator<Item = Column> {
    columns().filter(move |column| height(at, *column) < ROWS)
}

/// Returns true if the opponent does not complete a line on top of a drop.
fn is_safe(at: DropPosition, column: Column) -> bool {
    let Ok(next) = at.drop_in(column) else {
        return false;
    };
    !next.drop_in(column).is_ok_and(is_won)
}

/// Returns true if after this drop the opponent completes no line at once and the player completes
/// one after every reply.
fn is_double_threat(at: DropPosition, column: Column) -> bool {
    let Ok(next) = at.drop_in(column) else {
        return false;
    };
    let mut replies = columns().filter_map(|reply| next.drop_in(reply).ok());
    !next.is_over()
        && completion(next).is_none()
        && replies.all(|after| completion(after).is_some())
}
