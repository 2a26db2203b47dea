//! Effects of an event on the board, disc by disc: all that a sound, a text or a scene needs.
//!
//! Invariant: the disc motions of each ply, applied in order, lead from one board to the next.

use foursight_core::{
    Cell, Column, Disc, DiscKind, Ending, Line, Move, Player, Position, PowerDisc, Row,
};

use crate::Entry;

/// Place of a disc before or after a motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DiscPlace {
    /// In a player's hand above this column.
    Above(Column),
    /// On the board.
    At(Cell),
    /// Out through the bottom of this column.
    Below(Column),
    /// Set aside by its owner, who then has this many (Pop Ten).
    Aside(u8),
    /// Removed from the game by an anvil or a bomb.
    Removed,
}

/// Motion of one disc from one place to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DiscMotion {
    /// The disc that moves.
    pub disc: Disc,
    /// Place before the motion.
    pub from: DiscPlace,
    /// Place after the motion.
    pub to: DiscPlace,
}

/// A played move, or one taken back with its motions reversed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// Number of the ply in the game, counted from 1.
    pub number: usize,
    /// Player who made the move.
    pub player: Player,
    /// The move.
    pub mv: Move,
    /// True if the move ended the player's turn.
    pub ends_turn: bool,
    /// The disc motions in order.
    pub motions: Vec<DiscMotion>,
}

/// An applied event and its effects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppliedEvent {
    /// The event.
    pub entry: Entry,
    /// The moves played or taken back, in display order.
    pub plies: Vec<Ply>,
    /// The winning lines, if the event ended the game by one.
    pub lines: Vec<Line>,
    /// Ending of the game, if this event ended it.
    pub ending: Option<Ending>,
    /// True if the game ended for the first time. Apps then archive it and let bots learn from it.
    pub is_first_end: bool,
}

impl Ply {
    /// Derives the effects of a legal move from the positions before and after it.
    #[must_use]
    pub fn new(number: usize, before: &Position, mv: Move, after: &Position) -> Self {
        let player = before.to_move();
        Self {
            number,
            player,
            mv,
            ends_turn: after.to_move() != player,
            motions: disc_motions(before, mv, after),
        }
    }

    /// Returns the ply with its motions reversed, for a take-back.
    #[must_use]
    pub fn reversed(mut self) -> Self {
        self.motions.reverse();
        for motion in &mut self.motions {
            std::mem::swap(&mut motion.from, &mut motion.to);
        }
        self
    }

    /// Returns the cell on which the dropped disc landed, or `None` if the move dropped no disc.
    #[must_use]
    pub fn landing(&self) -> Option<Cell> {
        self.motions.iter().find_map(|motion| match *motion {
            DiscMotion {
                from: DiscPlace::Above(_),
                to: DiscPlace::At(cell),
                ..
            }
            | DiscMotion {
                from: DiscPlace::At(cell),
                to: DiscPlace::Above(_),
                ..
            } => Some(cell),
            _ => None,
        })
    }
}

fn disc_motions(before: &Position, mv: Move, after: &Position) -> Vec<DiscMotion> {
    let player = before.to_move();
    match mv {
        Move::Drop(column) => vec![fall(before, DiscKind::Ordinary, column)],
        Move::Power(PowerDisc::Anvil, column) => anvil(before, column),
        Move::Power(power, column) => vec![fall(before, DiscKind::Power(power), column)],
        Move::Pop(column) => {
            let aside = after.set_aside(player);
            let is_set_aside = aside > before.set_aside(player);
            let exit = if is_set_aside {
                DiscPlace::Aside(aside)
            } else {
                DiscPlace::Below(column)
            };
            pop(before, column, exit)
        }
        Move::Strike(column) => pop(before, column, DiscPlace::Removed),
        Move::Pass => Vec::new(),
    }
}

/// Returns the motion of a disc that falls onto the stack of a column.
fn fall(before: &Position, kind: DiscKind, column: Column) -> DiscMotion {
    let owner = before.to_move();
    let landing = before.board().landing(column);
    DiscMotion {
        disc: Disc { owner, kind },
        from: DiscPlace::Above(column),
        to: landing.map_or(DiscPlace::Removed, DiscPlace::At),
    }
}

/// Returns the discs of a column with their places, from the bottom up.
fn stack(before: &Position, column: Column) -> Vec<(Disc, DiscPlace)> {
    let board = before.board();
    let places = board.rows().map(|row| DiscPlace::At(Cell { column, row }));
    board.stack(column).zip(places).collect()
}

/// Returns the motions of an anvil, which removes the stack from the top down and lands at the
/// bottom.
fn anvil(before: &Position, column: Column) -> Vec<DiscMotion> {
    let removed = stack(before, column).into_iter().rev();
    let removed = removed.map(|(disc, from)| DiscMotion {
        disc,
        from,
        to: DiscPlace::Removed,
    });
    let row = Row::BOTTOM;
    let anvil = DiscMotion {
        disc: Disc::power(before.to_move(), PowerDisc::Anvil),
        from: DiscPlace::Above(column),
        to: DiscPlace::At(Cell { column, row }),
    };
    removed.chain([anvil]).collect()
}

/// Returns the motions of a pop: the bottom disc leaves, and each disc above takes the cell of the
/// one below.
fn pop(before: &Position, column: Column, exit: DiscPlace) -> Vec<DiscMotion> {
    let mut to = exit;
    let mut motions = Vec::new();
    for (disc, from) in stack(before, column) {
        motions.push(DiscMotion { disc, from, to });
        to = from;
    }
    motions
}
