//! Pop Ten: fill the board, then pop discs out of lines until ten are set aside.
//!
//! A popping turn takes several moves of the same player: a pop out of a line sets the disc aside
//! and the player pops again; any other pop is followed by the drop that puts the disc back.
//!
//! House rules: a player with nothing to pop passes; if neither has anything to pop, the game is a
//! draw. The third occurrence of a position is a draw, as in Pop Out; [`Game`](crate::Game) detects
//! it.

use crate::rules::VariantRules;
use crate::{
    Board, Cell, Column, Disc, DrawRule, End, Fill, Move, MoveError, PendingTurn, Player, Row,
    SplitMix64,
};

/// Number of their own discs that a player must set aside to win.
pub const POP_TEN_GOAL: u8 = 10;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct PopTenPosition {
    board: Board,
    to_move: Player,
    connect: u8,
    aside: [u8; 2],
    stage: PopTenStage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum PopTenStage {
    /// Drops fill the board row by row.
    Filling,
    /// The player to move pops, or passes.
    Popping,
    /// The player to move drops back the disc that came out of this column.
    Returning(Column),
}

impl PopTenPosition {
    pub(crate) fn new(board: Board, connect: u8, fill: Fill) -> Self {
        let mut start = Self {
            board,
            to_move: Player::First,
            connect,
            aside: [0; 2],
            stage: PopTenStage::Filling,
        };
        if let Fill::Random(seed) = fill {
            start.fill(seed);
        }
        start
    }

    /// Plays the filling drops, each into a random column that the current row has left.
    fn fill(&mut self, seed: u64) {
        let mut rng = SplitMix64::new(seed);
        while self.stage == PopTenStage::Filling {
            let mut open_columns = self.board.columns().filter(|column| self.can_fill(*column));
            let choice = rng.below(open_columns.clone().count());
            let column = open_columns
                .nth(choice)
                .expect("a board that is not full has an open column in its lowest open row");
            self.drop_and_pass(column);
        }
    }

    pub(crate) const fn set_aside(&self, player: Player) -> u8 {
        self.aside[player.index()]
    }

    pub(crate) const fn pending(&self) -> Option<PendingTurn> {
        match self.stage {
            PopTenStage::Filling | PopTenStage::Popping => None,
            PopTenStage::Returning(from) => Some(PendingTurn::Return { from }),
        }
    }

    /// Returns true if the column has a cell in the row being filled, the lowest with an empty
    /// cell.
    fn can_fill(&self, column: Column) -> bool {
        let landings = self.board.columns().filter_map(|c| self.board.landing(c));
        let lowest = landings.map(|cell| cell.row).min();
        self.board.landing(column).map(|cell| cell.row) == lowest && lowest.is_some()
    }

    /// Returns true if the popped disc may go into this column: its own only if no other has room.
    fn can_return(&self, from: Column, column: Column) -> bool {
        let elsewhere = |c: Column| c != from && self.board.landing(c).is_some();
        elsewhere(column) || (column == from && !self.board.columns().any(elsewhere))
    }

    fn can_pop(&self, player: Player) -> bool {
        let mut columns = self.board.columns();
        columns.any(|column| self.board.owns_bottom(player, column))
    }

    fn drop_and_pass(&mut self, column: Column) {
        self.board.drop_disc(Disc::ordinary(self.to_move), column);
        self.to_move = self.to_move.opponent();
        if self.stage != PopTenStage::Filling || self.board.is_full() {
            self.stage = PopTenStage::Popping;
        }
    }

    fn drop_in(&mut self, column: Column) -> Result<(), MoveError> {
        if self.stage == PopTenStage::Popping {
            return Err(MoveError::MustPop);
        }
        if self.board.landing(column).is_none() {
            return Err(MoveError::ColumnFull(column));
        }
        match self.stage {
            PopTenStage::Returning(from) if !self.can_return(from, column) => {
                return Err(MoveError::SameColumn(column));
            }
            PopTenStage::Filling if !self.can_fill(column) => {
                return Err(MoveError::RowNotFull(column));
            }
            _ => self.drop_and_pass(column),
        }
        Ok(())
    }

    fn pop_from(&mut self, column: Column) -> Result<(), MoveError> {
        match self.stage {
            PopTenStage::Filling => return Err(MoveError::NotFilledYet),
            PopTenStage::Returning(_) => return Err(MoveError::MustReturn),
            PopTenStage::Popping => {}
        }
        if !self.board.owns_bottom(self.to_move, column) {
            return Err(MoveError::NotYourDisc(column));
        }
        let bottom = Cell {
            column,
            row: Row::BOTTOM,
        };
        let connected = self.board.is_in_line(bottom, self.connect);
        self.board.pop(column);
        if connected {
            self.aside[self.to_move.index()] += 1;
        } else {
            self.stage = PopTenStage::Returning(column);
        }
        Ok(())
    }

    fn pass(&mut self) -> Result<(), MoveError> {
        if self.stage != PopTenStage::Popping || self.can_pop(self.to_move) {
            return Err(MoveError::CannotPass);
        }
        self.to_move = self.to_move.opponent();
        Ok(())
    }
}

impl VariantRules for PopTenPosition {
    fn to_move(&self) -> Player {
        self.to_move
    }

    fn end(&self) -> Option<End> {
        if let Some(winner) = Player::BOTH
            .into_iter()
            .find(|player| self.set_aside(*player) >= POP_TEN_GOAL)
        {
            return Some(End::Won(winner));
        }
        let stuck = self.stage == PopTenStage::Popping
            && Player::BOTH.into_iter().all(|player| !self.can_pop(player));
        stuck.then_some(End::Draw(DrawRule::NoMoves))
    }

    fn board(&self) -> Board {
        self.board
    }

    fn for_each_move(&self, visit: &mut dyn FnMut(Move)) {
        if self.stage == PopTenStage::Popping && !self.can_pop(self.to_move) {
            return visit(Move::Pass);
        }
        for column in self.board.columns() {
            match self.stage {
                PopTenStage::Filling if self.can_fill(column) => visit(Move::Drop(column)),
                PopTenStage::Returning(from) if self.can_return(from, column) => {
                    visit(Move::Drop(column));
                }
                PopTenStage::Popping if self.board.owns_bottom(self.to_move, column) => {
                    visit(Move::Pop(column));
                }
                _ => {}
            }
        }
    }

    fn apply(&mut self, mv: Move) -> Result<(), MoveError> {
        match mv {
            Move::Drop(column) => self.drop_in(column),
            Move::Pop(column) => self.pop_from(column),
            Move::Pass => self.pass(),
            Move::Power(..) | Move::Strike(_) => Err(MoveError::NotInVariant(mv)),
        }
    }

    fn mirror(&self) -> Self {
        let width = self.board.width();
        let stage = match self.stage {
            PopTenStage::Returning(from) => {
                PopTenStage::Returning(from.mirror(width).unwrap_or(from))
            }
            other => other,
        };
        Self {
            board: self.board.mirror(),
            stage,
            ..*self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Unreachable in play, because the last disc of a board is in no line and goes back in. The
    /// rule holds all the same.
    #[test]
    fn neither_player_able_to_pop_is_a_draw() {
        let empty = PopTenPosition {
            stage: PopTenStage::Popping,
            ..PopTenPosition::new(Board::new(7, 6), 4, Fill::ByPlayers)
        };
        assert_eq!(empty.end(), Some(End::Draw(DrawRule::NoMoves)));
    }
}
