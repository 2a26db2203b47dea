//! Checks a cover of rules: plays it against every drop, by the words of [`RuleCover`] alone.

use std::collections::HashMap;

use foursight_core::{Cell, Column, DropPosition, Position};

use super::{Check, ProofError, columns, completion, opponent_completion};
use crate::proof::{Claim, RuleCover};

impl RuleCover {
    /// Returns the drops with which the rules answer the opponent's last one, in the column
    /// `reply`, and after which they still hold.
    pub(crate) fn answers(&self, position: &Position, claim: Claim, reply: Column) -> Vec<Column> {
        let board = position.board();
        let cells = board.rows().map(|row| Cell { column: reply, row });
        let top = cells.rev().find(|cell| board.disc_at(*cell).is_some());
        let (Some(at), Some(reply)) = (position.as_standard(), top) else {
            return Vec::new();
        };
        if let Some(column) = completion(at) {
            return vec![column];
        }
        let choices = match opponent_completion(at) {
            Some(block) => vec![block],
            None => choices(self, at, reply),
        };
        let holds = |column: &Column| {
            let mut check = Check::new(claim.player, claim.goal);
            let next = at.drop_in(*column);
            next.is_ok_and(|next| next.is_over() || check.rules(next, self).is_ok())
        };
        choices.into_iter().filter(holds).collect()
    }
}

impl Check {
    /// Checks a cover in a position in which the opponent is to move.
    pub(super) fn rules(&mut self, at: DropPosition, cover: &RuleCover) -> Result<(), ProofError> {
        let mut run = RulesRun {
            check: self,
            cover,
            visited: HashMap::new(),
        };
        if run.holds(at)? {
            Ok(())
        } else {
            Err(ProofError::PlanFails)
        }
    }
}

struct RulesRun<'a> {
    check: &'a mut Check,
    cover: &'a RuleCover,
    visited: HashMap<DropPosition, bool>,
}

impl RulesRun<'_> {
    /// Returns true if the rules reach the goal with the opponent to move.
    fn holds(&mut self, at: DropPosition) -> Result<bool, ProofError> {
        if at.is_over() {
            return Ok(self.check.accept_end(at).is_ok());
        }
        if let Some(known) = self.visited.get(&at) {
            return Ok(*known);
        }
        self.check.visit()?;
        let mut found = true;
        for reply in columns() {
            let Ok(after) = at.drop_in(reply) else {
                continue;
            };
            let Some(cell) = Position::from(at).board().landing(reply) else {
                continue;
            };
            if !self.answers(after, cell)? {
                found = false;
                break;
            }
        }
        self.visited.insert(at, found);
        Ok(found)
    }

    /// Returns true if a rule has an answer to the opponent's disc on a cell.
    fn answers(&mut self, at: DropPosition, reply: Cell) -> Result<bool, ProofError> {
        if at.is_over() {
            return Ok(self.check.accept_end(at).is_ok());
        }
        if let Some(column) = completion(at) {
            self.check.note_end(at, column);
            return Ok(true);
        }
        let choices = match opponent_completion(at) {
            Some(block) => vec![block],
            None => choices(self.cover, at, reply),
        };
        for column in choices {
            if let Ok(next) = at.drop_in(column)
                && self.holds(next)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Returns the columns of another cell of the same rule; if there is none, of a cell of no rule; if
/// there is none either, all.
fn choices(cover: &RuleCover, at: DropPosition, reply: Cell) -> Vec<Column> {
    let board = Position::from(at).board();
    let landing = |cell: &Cell| board.landing(cell.column) == Some(*cell);
    let rules = || cover.rules.iter();
    let touched = rules().filter(|rule| rule.cells.contains(&reply));
    let mut answers: Vec<_> = touched
        .flat_map(|rule| rule.cells.iter().filter(|cell| landing(cell)))
        .map(|cell| cell.column)
        .collect();
    if answers.is_empty() {
        let open = board.columns().filter_map(|column| board.landing(column));
        let is_free = |cell: &Cell| !rules().any(|rule| rule.cells.contains(cell));
        answers = open.filter(is_free).map(|cell| cell.column).collect();
    }
    if answers.is_empty() {
        answers = columns().collect();
    }
    answers
}
