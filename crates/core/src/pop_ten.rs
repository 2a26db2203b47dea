//! Pop Ten: fill the grid, then pop discs out of lines until ten are set aside.
//!
//! A turn of popping is a few moves of the same player: a pop out of a line sets the disc aside
//! and the player pops again; any other pop is followed by the drop that puts the disc back.
//!
//! House rules: a player with nothing to pop passes; if both have nothing, the game is a tie.
//! The third occurrence of a position is a tie as in Pop Out, which [`Game`](crate::Game) sees.

use crate::rules::Rules;
use crate::{Column, Disc, End, Fill, Grid, Move, MoveError, Player, Row, Space, Tie};

/// How many own discs a player must set aside to win.
pub const POP_TEN_GOAL: u8 = 10;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct PopTen {
    grid: Grid,
    to_move: Player,
    connect: u8,
    aside: [u8; 2],
    stage: Stage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Stage {
    /// Drops fill the grid row by row.
    Filling,
    /// The player to move pops, or passes.
    Popping,
    /// The player to move drops back the disc that came out of this column.
    Returning(Column),
}

impl PopTen {
    pub(crate) fn new(grid: Grid, connect: u8, fill: Fill) -> Self {
        let mut start = Self {
            grid,
            to_move: Player::First,
            connect,
            aside: [0; 2],
            stage: Stage::Filling,
        };
        if let Fill::Random(seed) = fill {
            start.fill(seed);
        }
        start
    }

    /// Plays the filling drops, each into a random column that the row has left.
    fn fill(&mut self, seed: u64) {
        let mut dice = Dice(seed);
        while self.stage == Stage::Filling {
            let mut open = self.grid.columns().filter(|column| self.can_fill(*column));
            let choice = dice.roll(open.clone().count());
            let column = open
                .nth(choice)
                .expect("while the grid has room, its lowest open row has");
            self.drop_and_pass(column);
        }
    }

    pub(crate) const fn set_aside(&self, player: Player) -> u8 {
        self.aside[player.index()]
    }

    /// The row that is being filled is the lowest with an empty space.
    fn can_fill(&self, column: Column) -> bool {
        let landings = self.grid.columns().filter_map(|c| self.grid.landing(c));
        let lowest = landings.map(|space| space.row).min();
        self.grid.landing(column).map(|space| space.row) == lowest && lowest.is_some()
    }

    /// The popped disc goes elsewhere if anything else has room.
    fn can_return(&self, from: Column, column: Column) -> bool {
        let elsewhere = |c: Column| c != from && self.grid.landing(c).is_some();
        elsewhere(column) || (column == from && !self.grid.columns().any(elsewhere))
    }

    fn can_pop(&self, player: Player) -> bool {
        let mut columns = self.grid.columns();
        columns.any(|column| self.grid.owns_bottom(player, column))
    }

    fn drop_and_pass(&mut self, column: Column) {
        self.grid.drop_disc(Disc::ordinary(self.to_move), column);
        self.to_move = self.to_move.opponent();
        if self.stage != Stage::Filling || self.grid.is_full() {
            self.stage = Stage::Popping;
        }
    }

    fn drop_in(&mut self, column: Column) -> Result<(), MoveError> {
        if self.stage == Stage::Popping {
            return Err(MoveError::MustPop);
        }
        if self.grid.landing(column).is_none() {
            return Err(MoveError::ColumnFull(column));
        }
        match self.stage {
            Stage::Returning(from) if !self.can_return(from, column) => {
                return Err(MoveError::SameColumn(column));
            }
            Stage::Filling if !self.can_fill(column) => {
                return Err(MoveError::RowNotFull(column));
            }
            _ => self.drop_and_pass(column),
        }
        Ok(())
    }

    fn pop_from(&mut self, column: Column) -> Result<(), MoveError> {
        match self.stage {
            Stage::Filling => return Err(MoveError::NotFilledYet),
            Stage::Returning(_) => return Err(MoveError::MustReturn),
            Stage::Popping => {}
        }
        if !self.grid.owns_bottom(self.to_move, column) {
            return Err(MoveError::NotYourDisc(column));
        }
        let bottom = Space {
            column,
            row: Row::BOTTOM,
        };
        let connected = self.grid.is_in_line(bottom, self.connect);
        self.grid.pop(column);
        if connected {
            self.aside[self.to_move.index()] += 1;
        } else {
            self.stage = Stage::Returning(column);
        }
        Ok(())
    }

    fn pass(&mut self) -> Result<(), MoveError> {
        if self.stage != Stage::Popping || self.can_pop(self.to_move) {
            return Err(MoveError::CannotPass);
        }
        self.to_move = self.to_move.opponent();
        Ok(())
    }
}

impl Rules for PopTen {
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
        let stuck = self.stage == Stage::Popping
            && Player::BOTH.into_iter().all(|player| !self.can_pop(player));
        stuck.then_some(End::Tied(Tie::NoMoves))
    }

    fn grid(&self) -> Grid {
        self.grid
    }

    fn each_move(&self, take: &mut dyn FnMut(Move)) {
        if self.stage == Stage::Popping && !self.can_pop(self.to_move) {
            return take(Move::Pass);
        }
        for column in self.grid.columns() {
            match self.stage {
                Stage::Filling if self.can_fill(column) => take(Move::Drop(column)),
                Stage::Returning(from) if self.can_return(from, column) => {
                    take(Move::Drop(column));
                }
                Stage::Popping if self.grid.owns_bottom(self.to_move, column) => {
                    take(Move::Pop(column));
                }
                _ => {}
            }
        }
    }

    fn apply(&mut self, step: Move) -> Result<(), MoveError> {
        match step {
            Move::Drop(column) => self.drop_in(column),
            Move::Pop(column) => self.pop_from(column),
            Move::Pass => self.pass(),
            Move::Power(..) | Move::Strike(_) => Err(MoveError::NotInVariant(step)),
        }
    }

    fn mirror(&self) -> Self {
        let width = self.grid.width();
        let stage = match self.stage {
            Stage::Returning(from) => Stage::Returning(from.mirror(width).unwrap_or(from)),
            other => other,
        };
        Self {
            grid: self.grid.mirror(),
            stage,
            ..*self
        }
    }
}

/// A small reproducible generator (`SplitMix64`), so that a seed means the same grid everywhere.
struct Dice(u64);

impl Dice {
    /// A number below `sides`; 0 if there are none.
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        // The high half of the product spreads the full range over the sides.
        ((u128::from(mixed) * sides as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Play cannot get here, because the last disc of a grid is in no line and goes back in; the
    /// rule is kept all the same.
    #[test]
    fn both_stuck_is_a_draw() {
        let empty = PopTen {
            stage: Stage::Popping,
            ..PopTen::new(Grid::new(7, 6), 4, Fill::ByPlayers)
        };
        assert_eq!(empty.end(), Some(End::Tied(Tie::NoMoves)));
    }

    #[test]
    fn dice_are_fair_enough() {
        let mut dice = Dice(0);
        let mut counts = [0; 7];
        for _ in 0..7000 {
            counts[dice.roll(7)] += 1;
        }
        assert!(
            counts.iter().all(|count| (900..1100).contains(count)),
            "{counts:?}"
        );
    }
}
