//! What a move would do, on the stage before it is made: the disc held above a column and its ghost, and signs
//! on the discs that would leave the grid, sink, or can be chosen.

use foursight_core::Space;

use super::camera::{HELD, column_x, row_y};
use super::shapes::{CLEARANCE, SLIDER, floor_height};
use super::stage::{Beam, Disc, Scenery, Stage, spin};
use crate::aimed::Aimed;

/// How clear a disc is that would rest here, and one that would leave.
const GHOST: f32 = 0.42;
const LEAVING: f32 = 0.4;
/// How strong the signs are that only say what can be done.
const FAINT: f32 = 0.55;

/// A sign in front of the grid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    /// Its middle.
    pub place: [f32; 2],
    /// What it says.
    pub sign: Sign,
    /// From 0 to 1.
    pub strength: f32,
}

/// What a sign says: each has a shape of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// A cross: this disc would leave the grid.
    Leaves,
    /// An arrow: this disc would sink, or here one can be drawn out.
    Sinks,
    /// A broken ring: this disc can be chosen.
    Choice,
}

impl Stage {
    /// What would happen: the light over the column aimed at, the disc held above it and its ghost, and signs
    /// on all that would leave, sink, or can be chosen.
    pub(super) fn add_foreseen(&self, scenery: &mut Scenery) {
        let (columns, rows) = (self.shown.columns, self.shown.rows);
        let foreseen = &self.foreseen;
        let mut mark = |spaces: &[Space], sign: Sign| {
            let spaces = spaces.iter().map(|space| self.place(*space));
            scenery.marks.extend(spaces.map(|place| Mark {
                place,
                sign,
                strength: 1.0,
            }));
        };
        mark(&foreseen.choice, Sign::Choice);
        let aimed = foreseen.aimed.as_ref();
        let aimed = aimed.filter(|(column, _)| !self.is_falling_in(column.index() as u8));
        let none = Aimed::default();
        let (column, aimed) = aimed.map_or((None, &none), |(column, aimed)| (Some(*column), aimed));
        mark(&aimed.leaves, Sign::Leaves);
        mark(&aimed.sinks, Sign::Sinks);
        let is_pull = aimed.falls.is_none();
        for pull in &foreseen.pulls {
            let is_aimed = is_pull && Some(*pull) == column;
            scenery.marks.push(Mark {
                place: [
                    column_x(pull.index() as u8, columns),
                    floor_height(rows) + CLEARANCE / 2.0 - SLIDER,
                ],
                sign: Sign::Sinks,
                strength: if is_aimed { 1.0 } else { FAINT },
            });
        }
        for space in &aimed.leaves {
            // A disc that rests lies exactly there.
            let place = self.place(*space).map(f32::to_bits);
            let is_there = |disc: &&mut Disc| disc.place.map(f32::to_bits) == place;
            let there = scenery.discs.iter_mut().filter(is_there);
            there.for_each(|disc| disc.opacity = disc.opacity.min(LEAVING));
        }
        if let Some(column) = column {
            self.add_aim(scenery, column.index() as u8, aimed);
        }
    }

    /// The light over a column, the disc held above it and its ghost.
    fn add_aim(&self, scenery: &mut Scenery, column: u8, aimed: &Aimed) {
        let (columns, rows) = (self.shown.columns, self.shown.rows);
        let (x, top) = (column_x(column, columns), f32::from(rows) / 2.0);
        let rest = aimed.falls.map(|(_, space)| space.row.index() as u8);
        if scenery.beam.is_none_or(|beam| beam.strength <= 0.0) {
            scenery.beam = Some(Beam {
                x,
                bottom: row_y(rest.unwrap_or(0), rows) - 0.5,
                strength: 0.8,
                is_refusal: false,
            });
        }
        let (Some((disc, _)), Some(row)) = (aimed.falls, rest) else {
            return;
        };
        let disc = |y: f32, opacity: f32| Disc {
            player: disc.owner,
            kind: disc.kind,
            place: [x, y],
            spin: spin(column, row),
            opacity,
            glow: 0.0,
            light: 1.0,
            is_inside: opacity < 1.0,
        };
        scenery.discs.push(disc(top + HELD, 1.0));
        scenery.discs.push(disc(row_y(row, rows), GHOST));
    }

    /// The middle of a space.
    pub(super) fn place(&self, space: Space) -> [f32; 2] {
        [
            column_x(space.column.index() as u8, self.shown.columns),
            row_y(space.row.index() as u8, self.shown.rows),
        ]
    }
}
