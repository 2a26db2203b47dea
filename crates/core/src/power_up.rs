//! Power Up: the standard rules with a few special discs for each player.
//!
//! A turn may take two moves: a bomb is followed by the strike that removes a disc, a wall or a
//! double by an ordinary drop that the player may decline. Lines count once everything has come to
//! rest; if both players have one, the mover wins. Power discs count for their owner.
//!
//! House rules: each player starts with the ruleset's stock, by default one of each kind; a bomb
//! removes a disc from the bottom row, and without a target it is an ordinary disc.

use crate::rules::VariantRules;
use crate::{
    Board, Column, Disc, DrawRule, End, Move, MoveError, PendingTurn, Player, PowerDisc, Stock,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct PowerUpPosition {
    board: Board,
    to_move: Player,
    connect: u8,
    stocks: [Stock; 2],
    stage: PowerUpStage,
    winner: Option<Player>,
}

/// Part of the turn that the player to move is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum PowerUpStage {
    /// Begin a turn.
    Turn,
    /// Choose the disc that the bomb removes.
    Strike,
    /// Drop an ordinary disc that completes no line, or pass.
    SecondAfterWall,
    /// Drop an ordinary disc, or pass.
    SecondAfterDouble,
}

impl PowerUpPosition {
    pub(crate) const fn new(board: Board, connect: u8, stock: Stock) -> Self {
        Self {
            board,
            to_move: Player::First,
            connect,
            stocks: [stock; 2],
            stage: PowerUpStage::Turn,
            winner: None,
        }
    }

    pub(crate) const fn stock(&self, player: Player) -> Stock {
        self.stocks[player.index()]
    }

    pub(crate) const fn pending(&self) -> Option<PendingTurn> {
        match self.stage {
            PowerUpStage::Turn => None,
            PowerUpStage::Strike => Some(PendingTurn::Strike),
            PowerUpStage::SecondAfterWall => Some(PendingTurn::SecondTurn { may_connect: false }),
            PowerUpStage::SecondAfterDouble => Some(PendingTurn::SecondTurn { may_connect: true }),
        }
    }

    fn can_strike(&self, column: Column) -> bool {
        self.board.owns_bottom(self.to_move.opponent(), column)
    }

    fn would_connect(&self, column: Column) -> bool {
        let mut board = self.board;
        board.drop_disc(Disc::ordinary(self.to_move), column);
        board.has_line(self.to_move, self.connect)
    }

    fn check_room(&self, column: Column) -> Result<(), MoveError> {
        match self.board.landing(column) {
            Some(_) => Ok(()),
            None => Err(MoveError::ColumnFull(column)),
        }
    }

    fn drop_in(&mut self, column: Column) -> Result<(), MoveError> {
        if self.stage == PowerUpStage::Strike {
            return Err(MoveError::MustStrike);
        }
        self.check_room(column)?;
        if self.stage == PowerUpStage::SecondAfterWall && self.would_connect(column) {
            return Err(MoveError::WouldConnect(column));
        }
        self.board.drop_disc(Disc::ordinary(self.to_move), column);
        self.finish_turn();
        Ok(())
    }

    fn drop_power(&mut self, power: PowerDisc, column: Column) -> Result<(), MoveError> {
        match self.stage {
            PowerUpStage::Turn => {}
            PowerUpStage::Strike => return Err(MoveError::MustStrike),
            PowerUpStage::SecondAfterWall | PowerUpStage::SecondAfterDouble => {
                return Err(MoveError::OrdinaryDiscOnly);
            }
        }
        let left = self.stock(self.to_move).take(power);
        let left = left.ok_or(MoveError::NoPowerDiscLeft(power))?;
        self.check_room(column)?;
        self.stocks[self.to_move.index()] = left;
        if power == PowerDisc::Anvil {
            self.board.clear(column);
        }
        self.board
            .drop_disc(Disc::power(self.to_move, power), column);
        match power {
            PowerDisc::Anvil => self.finish_turn(),
            PowerDisc::Bomb => {
                if self.board.columns().any(|c| self.can_strike(c)) {
                    self.stage = PowerUpStage::Strike;
                } else {
                    self.finish_turn();
                }
            }
            PowerDisc::Wall => self.offer_second_turn(PowerUpStage::SecondAfterWall),
            PowerDisc::Double => self.offer_second_turn(PowerUpStage::SecondAfterDouble),
        }
        Ok(())
    }

    fn strike(&mut self, column: Column) -> Result<(), MoveError> {
        if self.stage != PowerUpStage::Strike {
            return Err(MoveError::NothingToStrike);
        }
        if !self.can_strike(column) {
            return Err(MoveError::NotOpponentsDisc(column));
        }
        self.board.pop(column);
        self.finish_turn();
        Ok(())
    }

    fn offer_second_turn(&mut self, stage: PowerUpStage) {
        if self.find_winner().is_some() || self.board.is_full() {
            self.finish_turn();
        } else {
            self.stage = stage;
        }
    }

    fn finish_turn(&mut self) {
        self.winner = self.find_winner();
        self.stage = PowerUpStage::Turn;
        self.to_move = self.to_move.opponent();
    }

    fn find_winner(&self) -> Option<Player> {
        [self.to_move, self.to_move.opponent()]
            .into_iter()
            .find(|player| self.board.has_line(*player, self.connect))
    }
}

impl VariantRules for PowerUpPosition {
    fn to_move(&self) -> Player {
        self.to_move
    }

    fn end(&self) -> Option<End> {
        if let Some(winner) = self.winner {
            return Some(End::Won(winner));
        }
        // A bomb may fill the board; its strike then makes room again.
        let full = self.board.is_full() && self.stage != PowerUpStage::Strike;
        full.then_some(End::Draw(DrawRule::BoardFull))
    }

    fn board(&self) -> Board {
        self.board
    }

    fn for_each_move(&self, visit: &mut dyn FnMut(Move)) {
        if self.stage == PowerUpStage::Strike {
            for column in self.board.columns().filter(|c| self.can_strike(*c)) {
                visit(Move::Strike(column));
            }
            return;
        }
        let open = self
            .board
            .columns()
            .filter(|column| self.board.landing(*column).is_some());
        for column in open.clone() {
            if self.stage != PowerUpStage::SecondAfterWall || !self.would_connect(column) {
                visit(Move::Drop(column));
            }
        }
        if self.stage != PowerUpStage::Turn {
            return visit(Move::Pass);
        }
        for power in PowerDisc::ALL {
            if self.stock(self.to_move).count(power) > 0 {
                for column in open.clone() {
                    visit(Move::Power(power, column));
                }
            }
        }
    }

    fn apply(&mut self, mv: Move) -> Result<(), MoveError> {
        match mv {
            Move::Drop(column) => self.drop_in(column),
            Move::Power(power, column) => self.drop_power(power, column),
            Move::Strike(column) => self.strike(column),
            Move::Pass => match self.stage {
                PowerUpStage::Turn | PowerUpStage::Strike => Err(MoveError::CannotPass),
                PowerUpStage::SecondAfterWall | PowerUpStage::SecondAfterDouble => {
                    self.finish_turn();
                    Ok(())
                }
            },
            Move::Pop(_) => Err(MoveError::NotInVariant(mv)),
        }
    }

    fn mirror(&self) -> Self {
        Self {
            board: self.board.mirror(),
            ..*self
        }
    }
}
