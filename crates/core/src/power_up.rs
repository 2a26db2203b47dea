//! Power Up: the standard rules with a few special discs for each player.
//!
//! A turn may take two moves: a bomb is followed by the strike that removes a disc, a wall or a
//! double by an ordinary drop that may be declined. Lines are judged once everything has come to
//! rest; if both players have one, the mover wins. Power discs count for their owner.
//!
//! House rules: each player starts with the ruleset's stock, by default one of each kind; a bomb
//! removes a disc from the bottom row, and without a target it is an ordinary disc.

use crate::rules::Rules;
use crate::{Column, Disc, End, Grid, Move, MoveError, Player, PowerDisc, Stock, Tie};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct PowerUp {
    grid: Grid,
    to_move: Player,
    connect: u8,
    stocks: [Stock; 2],
    due: Due,
    winner: Option<Player>,
}

/// What the player to move must or may do now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Due {
    /// Begin a turn.
    Turn,
    /// Say which disc the bomb removes.
    Strike,
    /// Drop an ordinary disc that completes no line, or pass.
    SecondAfterWall,
    /// Drop an ordinary disc, or pass.
    SecondAfterDouble,
}

impl PowerUp {
    pub(crate) const fn new(grid: Grid, connect: u8, stock: Stock) -> Self {
        Self {
            grid,
            to_move: Player::First,
            connect,
            stocks: [stock; 2],
            due: Due::Turn,
            winner: None,
        }
    }

    pub(crate) const fn stock(&self, player: Player) -> Stock {
        self.stocks[player.index()]
    }

    fn can_strike(&self, column: Column) -> bool {
        self.grid.owns_bottom(self.to_move.opponent(), column)
    }

    fn would_connect(&self, column: Column) -> bool {
        let mut grid = self.grid;
        grid.drop_disc(Disc::ordinary(self.to_move), column);
        grid.has_line(self.to_move, self.connect)
    }

    fn has_room(&self, column: Column) -> Result<(), MoveError> {
        match self.grid.landing(column) {
            Some(_) => Ok(()),
            None => Err(MoveError::ColumnFull(column)),
        }
    }

    fn drop_in(&mut self, column: Column) -> Result<(), MoveError> {
        if self.due == Due::Strike {
            return Err(MoveError::MustStrike);
        }
        self.has_room(column)?;
        if self.due == Due::SecondAfterWall && self.would_connect(column) {
            return Err(MoveError::WouldConnect(column));
        }
        self.grid.drop_disc(Disc::ordinary(self.to_move), column);
        self.finish_turn();
        Ok(())
    }

    fn drop_power(&mut self, power: PowerDisc, column: Column) -> Result<(), MoveError> {
        match self.due {
            Due::Turn => {}
            Due::Strike => return Err(MoveError::MustStrike),
            Due::SecondAfterWall | Due::SecondAfterDouble => {
                return Err(MoveError::OrdinaryDiscOnly);
            }
        }
        let left = self.stock(self.to_move).take(power);
        let left = left.ok_or(MoveError::NoneLeft(power))?;
        self.has_room(column)?;
        self.stocks[self.to_move.index()] = left;
        if power == PowerDisc::Anvil {
            self.grid.clear(column);
        }
        self.grid
            .drop_disc(Disc::power(self.to_move, power), column);
        match power {
            PowerDisc::Anvil => self.finish_turn(),
            PowerDisc::Bomb => {
                if self.grid.columns().any(|c| self.can_strike(c)) {
                    self.due = Due::Strike;
                } else {
                    self.finish_turn();
                }
            }
            PowerDisc::Wall => self.offer_second_turn(Due::SecondAfterWall),
            PowerDisc::Double => self.offer_second_turn(Due::SecondAfterDouble),
        }
        Ok(())
    }

    fn strike(&mut self, column: Column) -> Result<(), MoveError> {
        if self.due != Due::Strike {
            return Err(MoveError::NothingToStrike);
        }
        if !self.can_strike(column) {
            return Err(MoveError::NotYourDisc(column));
        }
        self.grid.pop(column);
        self.finish_turn();
        Ok(())
    }

    fn offer_second_turn(&mut self, due: Due) {
        if self.judge().is_some() || self.grid.is_full() {
            self.finish_turn();
        } else {
            self.due = due;
        }
    }

    fn finish_turn(&mut self) {
        self.winner = self.judge();
        self.due = Due::Turn;
        self.to_move = self.to_move.opponent();
    }

    fn judge(&self) -> Option<Player> {
        [self.to_move, self.to_move.opponent()]
            .into_iter()
            .find(|player| self.grid.has_line(*player, self.connect))
    }
}

impl Rules for PowerUp {
    fn to_move(&self) -> Player {
        self.to_move
    }

    fn end(&self) -> Option<End> {
        if let Some(winner) = self.winner {
            return Some(End::Won(winner));
        }
        // A bomb may fill the grid and still make room by its strike.
        let full = self.grid.is_full() && self.due != Due::Strike;
        full.then_some(End::Tied(Tie::GridFull))
    }

    fn grid(&self) -> Grid {
        self.grid
    }

    fn each_move(&self, take: &mut dyn FnMut(Move)) {
        if self.due == Due::Strike {
            for column in self.grid.columns().filter(|c| self.can_strike(*c)) {
                take(Move::Strike(column));
            }
            return;
        }
        let open = self
            .grid
            .columns()
            .filter(|column| self.grid.landing(*column).is_some());
        for column in open.clone() {
            if self.due != Due::SecondAfterWall || !self.would_connect(column) {
                take(Move::Drop(column));
            }
        }
        if self.due != Due::Turn {
            return take(Move::Pass);
        }
        for power in PowerDisc::ALL {
            if self.stock(self.to_move).count(power) > 0 {
                for column in open.clone() {
                    take(Move::Power(power, column));
                }
            }
        }
    }

    fn apply(&mut self, step: Move) -> Result<(), MoveError> {
        match step {
            Move::Drop(column) => self.drop_in(column),
            Move::Power(power, column) => self.drop_power(power, column),
            Move::Strike(column) => self.strike(column),
            Move::Pass => match self.due {
                Due::Turn | Due::Strike => Err(MoveError::CannotPass),
                Due::SecondAfterWall | Due::SecondAfterDouble => {
                    self.finish_turn();
                    Ok(())
                }
            },
            Move::Pop(_) => Err(MoveError::NotInVariant(step)),
        }
    }

    fn mirror(&self) -> Self {
        Self {
            grid: self.grid.mirror(),
            ..*self
        }
    }
}
