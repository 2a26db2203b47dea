//! Pop Out: a turn is a drop, or a pop of one's own disc out of the bottom row.
//!
//! House rules: if a pop completes lines for both players, the mover wins unless the ruleset says
//! otherwise; a player without a legal move draws. The third occurrence of a position is a draw
//! too; [`Game`](crate::Game) detects it because it needs the history.

use crate::rules::VariantRules;
use crate::{Board, BothConnectRule, Column, Disc, DrawRule, End, Move, MoveError, Player};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct PopOutPosition {
    board: Board,
    to_move: Player,
    connect: u8,
    both_connect: BothConnectRule,
    winner: Option<Player>,
}

impl PopOutPosition {
    pub(crate) const fn new(board: Board, connect: u8, both_connect: BothConnectRule) -> Self {
        Self {
            board,
            to_move: Player::First,
            connect,
            both_connect,
            winner: None,
        }
    }

    fn can_pop(&self, column: Column) -> bool {
        self.board.owns_bottom(self.to_move, column)
    }

    fn find_winner(&self) -> Option<Player> {
        let mover = self.to_move;
        let [mine, theirs] =
            [mover, mover.opponent()].map(|player| self.board.has_line(player, self.connect));
        match (mine, theirs) {
            (false, false) => None,
            (true, false) => Some(mover),
            (false, true) => Some(mover.opponent()),
            (true, true) => Some(match self.both_connect {
                BothConnectRule::MoverWins => mover,
                BothConnectRule::OpponentWins => mover.opponent(),
            }),
        }
    }
}

impl VariantRules for PopOutPosition {
    fn to_move(&self) -> Player {
        self.to_move
    }

    fn end(&self) -> Option<End> {
        if let Some(winner) = self.winner {
            return Some(End::Won(winner));
        }
        let stuck =
            self.board.is_full() && !self.board.columns().any(|column| self.can_pop(column));
        stuck.then_some(End::Draw(DrawRule::NoMoves))
    }

    fn board(&self) -> Board {
        self.board
    }

    fn for_each_move(&self, visit: &mut dyn FnMut(Move)) {
        for column in self.board.columns() {
            if self.board.landing(column).is_some() {
                visit(Move::Drop(column));
            }
        }
        for column in self.board.columns() {
            if self.can_pop(column) {
                visit(Move::Pop(column));
            }
        }
    }

    fn apply(&mut self, mv: Move) -> Result<(), MoveError> {
        match mv {
            Move::Drop(column) => {
                let disc = Disc::ordinary(self.to_move);
                self.board
                    .drop_disc(disc, column)
                    .ok_or(MoveError::ColumnFull(column))?;
            }
            Move::Pop(column) if self.can_pop(column) => {
                self.board.pop(column);
            }
            Move::Pop(column) => return Err(MoveError::NotYourDisc(column)),
            Move::Power(..) | Move::Strike(_) | Move::Pass => {
                return Err(MoveError::NotInVariant(mv));
            }
        }
        self.winner = self.find_winner();
        self.to_move = self.to_move.opponent();
        Ok(())
    }

    fn mirror(&self) -> Self {
        Self {
            board: self.board.mirror(),
            ..*self
        }
    }
}
