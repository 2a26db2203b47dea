//! What an event did to the grid, disc by disc: all that a sound, a sentence or a scene needs.
//!
//! Invariant: the shifts of each ply, one after the other, lead from one grid to the next.

use foursight_core::{
    Column, Disc, DiscKind, Ending, Line, Move, Player, Position, PowerDisc, Row, Space,
};

use crate::Entry;

/// Where a disc is before or after a shift.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spot {
    /// In a hand above this column.
    Above(Column),
    /// In the grid.
    At(Space),
    /// Out through the bottom of this column.
    Below(Column),
    /// Set aside by its owner, who then has this many (Pop Ten).
    Aside(u8),
    /// Out of the game, under an anvil or by a bomb.
    Gone,
}

/// One disc goes from one spot to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shift {
    /// The disc.
    pub disc: Disc,
    /// Where it was.
    pub from: Spot,
    /// Where it is now.
    pub to: Spot,
}

/// A move that was made; or one that was taken back, and then its shifts run the other way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// Which ply of the game it is, counted from 1.
    pub number: usize,
    /// Who made it.
    pub player: Player,
    /// The move.
    pub step: Move,
    /// True if the player's turn ended with it.
    pub ends_turn: bool,
    /// The discs that moved, in order.
    pub shifts: Vec<Shift>,
}

/// An event and what it did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Happened {
    /// The event.
    pub entry: Entry,
    /// The moves that were made or taken back, in the order in which they are to be shown.
    pub plies: Vec<Ply>,
    /// The lines that won, if the event ended the game by one.
    pub lines: Vec<Line>,
    /// How the game ended, if this event ended it.
    pub ended: Option<Ending>,
    /// True if the game ended and had not ended before: it is to be kept and learned from now.
    pub is_first_end: bool,
}

impl Ply {
    /// What a legal move does to a position.
    #[must_use]
    pub fn made(number: usize, before: &Position, step: Move, after: &Position) -> Self {
        let player = before.to_move();
        Self {
            number,
            player,
            step,
            ends_turn: after.to_move() != player,
            shifts: shifts(before, step, after),
        }
    }

    /// The same, taken back.
    #[must_use]
    pub fn reversed(mut self) -> Self {
        self.shifts.reverse();
        for shift in &mut self.shifts {
            std::mem::swap(&mut shift.from, &mut shift.to);
        }
        self
    }

    /// The space in which the disc of this move landed, if it dropped one.
    #[must_use]
    pub fn landing(&self) -> Option<Space> {
        self.shifts.iter().find_map(|shift| match *shift {
            Shift {
                from: Spot::Above(_),
                to: Spot::At(space),
                ..
            }
            | Shift {
                from: Spot::At(space),
                to: Spot::Above(_),
                ..
            } => Some(space),
            _ => None,
        })
    }
}

fn shifts(before: &Position, step: Move, after: &Position) -> Vec<Shift> {
    let player = before.to_move();
    match step {
        Move::Drop(column) => vec![fall(before, DiscKind::Ordinary, column)],
        Move::Power(PowerDisc::Anvil, column) => anvil(before, column),
        Move::Power(power, column) => vec![fall(before, DiscKind::Power(power), column)],
        Move::Pop(column) => {
            let aside = after.set_aside(player);
            let is_kept = aside > before.set_aside(player);
            let out = if is_kept {
                Spot::Aside(aside)
            } else {
                Spot::Below(column)
            };
            pop(before, column, out)
        }
        Move::Strike(column) => pop(before, column, Spot::Gone),
        Move::Pass => Vec::new(),
    }
}

/// A disc falls onto the stack of a column.
fn fall(before: &Position, kind: DiscKind, column: Column) -> Shift {
    let owner = before.to_move();
    let landing = before.grid().landing(column);
    Shift {
        disc: Disc { owner, kind },
        from: Spot::Above(column),
        to: landing.map_or(Spot::Gone, Spot::At),
    }
}

/// The discs of a column with their spots, from the bottom up.
fn stack(before: &Position, column: Column) -> Vec<(Disc, Spot)> {
    let grid = before.grid();
    let spots = grid.rows().map(|row| Spot::At(Space { column, row }));
    grid.stack(column).zip(spots).collect()
}

/// The anvil crushes the stack from the top down and comes to rest at the bottom.
fn anvil(before: &Position, column: Column) -> Vec<Shift> {
    let crushed = stack(before, column).into_iter().rev();
    let crushed = crushed.map(|(disc, from)| Shift {
        disc,
        from,
        to: Spot::Gone,
    });
    let row = Row::BOTTOM;
    let anvil = Shift {
        disc: Disc::power(before.to_move(), PowerDisc::Anvil),
        from: Spot::Above(column),
        to: Spot::At(Space { column, row }),
    };
    crushed.chain([anvil]).collect()
}

/// The bottom disc leaves, and each disc above it takes the space of the one below.
fn pop(before: &Position, column: Column, out: Spot) -> Vec<Shift> {
    let mut to = out;
    let mut shifts = Vec::new();
    for (disc, from) in stack(before, column) {
        shifts.push(Shift { disc, from, to });
        to = from;
    }
    shifts
}
