//! Pop Out: a turn is a drop, or a pop of an own disc out of the bottom row.
//!
//! House rules: if a pop completes a line for both, the mover wins unless the ruleset says
//! otherwise; a player who cannot move at all ties the game. The third occurrence of a position
//! is a tie too; that needs the past and is seen by [`Game`](crate::Game).

use crate::rules::Rules;
use crate::{BothConnect, Column, Disc, End, Grid, Move, MoveError, Player, Tie};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct PopOut {
    grid: Grid,
    to_move: Player,
    connect: u8,
    both: BothConnect,
    winner: Option<Player>,
}

impl PopOut {
    pub(crate) const fn new(grid: Grid, connect: u8, both: BothConnect) -> Self {
        Self {
            grid,
            to_move: Player::First,
            connect,
            both,
            winner: None,
        }
    }

    fn can_pop(&self, column: Column) -> bool {
        self.grid.owns_bottom(self.to_move, column)
    }

    fn judge(&self) -> Option<Player> {
        let mover = self.to_move;
        let [mine, theirs] =
            [mover, mover.opponent()].map(|player| self.grid.has_line(player, self.connect));
        match (mine, theirs) {
            (false, false) => None,
            (true, false) => Some(mover),
            (false, true) => Some(mover.opponent()),
            (true, true) => Some(match self.both {
                BothConnect::MoverWins => mover,
                BothConnect::OpponentWins => mover.opponent(),
            }),
        }
    }
}

impl Rules for PopOut {
    fn to_move(&self) -> Player {
        self.to_move
    }

    fn end(&self) -> Option<End> {
        if let Some(winner) = self.winner {
            return Some(End::Won(winner));
        }
        let stuck = self.grid.is_full() && !self.grid.columns().any(|column| self.can_pop(column));
        stuck.then_some(End::Tied(Tie::NoMoves))
    }

    fn grid(&self) -> Grid {
        self.grid
    }

    fn each_move(&self, take: &mut dyn FnMut(Move)) {
        for column in self.grid.columns() {
            if self.grid.landing(column).is_some() {
                take(Move::Drop(column));
            }
        }
        for column in self.grid.columns() {
            if self.can_pop(column) {
                take(Move::Pop(column));
            }
        }
    }

    fn apply(&mut self, step: Move) -> Result<(), MoveError> {
        match step {
            Move::Drop(column) => {
                let disc = Disc::ordinary(self.to_move);
                self.grid
                    .drop_disc(disc, column)
                    .ok_or(MoveError::ColumnFull(column))?;
            }
            Move::Pop(column) if self.can_pop(column) => {
                self.grid.pop(column);
            }
            Move::Pop(column) => return Err(MoveError::NotYourDisc(column)),
            Move::Power(..) | Move::Strike(_) | Move::Pass => {
                return Err(MoveError::NotInVariant(step));
            }
        }
        self.winner = self.judge();
        self.to_move = self.to_move.opponent();
        Ok(())
    }

    fn mirror(&self) -> Self {
        Self {
            grid: self.grid.mirror(),
            ..*self
        }
    }
}
