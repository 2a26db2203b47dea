//! Preview of a move: the disc held above a column, its ghost, and markers on discs that would
//! leave the board, sink, or can be chosen.

use foursight_core::Cell;

use super::animator::{Beam, BoardAnimator, RenderedDisc, SceneFrame, spin};
use super::camera::{HELD_DISC_HEIGHT, column_x, row_y};
use super::shapes::{CLEARANCE, SLIDER, floor_height};
use crate::hand::drop_preview::MoveEffects;

/// Opacity of the ghost of a disc, and of a disc that would leave.
const GHOST_OPACITY: f32 = 0.42;
const LEAVING_OPACITY: f32 = 0.4;
/// Strength of the markers for moves that are only available.
const AVAILABLE_STRENGTH: f32 = 0.55;

/// A marker in front of the board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CellMarker {
    /// Its centre.
    pub place: [f32; 2],
    /// Its meaning.
    pub kind: MarkerKind,
    /// Strength from 0 to 1.
    pub strength: f32,
}

/// Meaning of a marker; each has its own shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkerKind {
    /// A cross: this disc would leave the board.
    Leaves,
    /// An arrow: this disc would sink, or a disc can be popped here.
    Sinks,
    /// A broken ring: this disc can be chosen.
    Choice,
}

impl BoardAnimator {
    /// Adds the preview: the beam over the column aimed at, the disc held above it and its ghost,
    /// and markers on all discs that would leave, sink, or can be chosen.
    pub(super) fn add_preview(&self, frame: &mut SceneFrame) {
        let (columns, rows) = (self.snapshot.columns, self.snapshot.rows);
        let preview = &self.preview;
        let mut add_markers = |cells: &[Cell], kind: MarkerKind| {
            let cells = cells.iter().map(|cell| self.place(*cell));
            frame.markers.extend(cells.map(|place| CellMarker {
                place,
                kind,
                strength: 1.0,
            }));
        };
        add_markers(&preview.targets, MarkerKind::Choice);
        let aimed = preview.effects.as_ref();
        let aimed = aimed.filter(|(column, _)| !self.is_falling_in(column.index() as u8));
        let no_effect = MoveEffects::default();
        let (column, aimed) =
            aimed.map_or((None, &no_effect), |(column, aimed)| (Some(*column), aimed));
        add_markers(&aimed.removed, MarkerKind::Leaves);
        add_markers(&aimed.sinking, MarkerKind::Sinks);
        let is_pop = aimed.landing.is_none();
        for column_to_pop in &preview.poppable {
            let is_aimed = is_pop && Some(*column_to_pop) == column;
            frame.markers.push(CellMarker {
                place: [
                    column_x(column_to_pop.index() as u8, columns),
                    floor_height(rows) + CLEARANCE / 2.0 - SLIDER,
                ],
                kind: MarkerKind::Sinks,
                strength: if is_aimed { 1.0 } else { AVAILABLE_STRENGTH },
            });
        }
        for cell in &aimed.removed {
            // A disc at rest is at exactly this position.
            let place = self.place(*cell).map(f32::to_bits);
            let is_match = |disc: &&mut RenderedDisc| disc.centre.map(f32::to_bits) == place;
            let matching = frame.discs.iter_mut().filter(is_match);
            matching.for_each(|disc| disc.opacity = disc.opacity.min(LEAVING_OPACITY));
        }
        if let Some(column) = column {
            self.add_aim(frame, column.index() as u8, aimed);
        }
    }

    /// Adds the beam over a column, the disc held above it and its ghost.
    fn add_aim(&self, frame: &mut SceneFrame, column: u8, aimed: &MoveEffects) {
        let (columns, rows) = (self.snapshot.columns, self.snapshot.rows);
        let (x, top) = (column_x(column, columns), f32::from(rows) / 2.0);
        let row_at_rest = aimed.landing.map(|(_, cell)| cell.row.index() as u8);
        if frame.beam.is_none_or(|beam| beam.strength <= 0.0) {
            frame.beam = Some(Beam {
                x,
                bottom: row_y(row_at_rest.unwrap_or(0), rows) - 0.5,
                strength: 0.8,
                is_refusal: false,
            });
        }
        let (Some((disc, _)), Some(row)) = (aimed.landing, row_at_rest) else {
            return;
        };
        let disc = |y: f32, opacity: f32| RenderedDisc {
            player: disc.owner,
            kind: disc.kind,
            centre: [x, y],
            spin: spin(column, row),
            opacity,
            glow: 0.0,
            light: 1.0,
            is_inside: opacity < 1.0,
        };
        frame.discs.push(disc(top + HELD_DISC_HEIGHT, 1.0));
        frame.discs.push(disc(row_y(row, rows), GHOST_OPACITY));
    }

    /// Returns the centre of a cell.
    pub(super) fn place(&self, cell: Cell) -> [f32; 2] {
        [
            column_x(cell.column.index() as u8, self.snapshot.columns),
            row_y(cell.row.index() as u8, self.snapshot.rows),
        ]
    }
}
