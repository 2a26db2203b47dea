//! Measures that SVG and GIF pictures share, in hundredths of a cell, so that both show the same
//! discs in the same frame. Only the margin around the frame differs.

/// Side of a cell.
pub(crate) const CELL: i32 = 100;
/// Radius of a hole in the frame.
pub(crate) const HOLE: i32 = 40;
/// Radius of a disc: slightly larger than its hole, so that the frame holds it.
pub(crate) const DISC: i32 = 44;
/// Radius of the frame's corners.
pub(crate) const CORNER: i32 = 34;
/// Radius of the groove near the edge of a disc.
pub(crate) const EDGE: i32 = 34;
/// Radius of the ring that marks a disc of First, along the middle of the stroke.
pub(crate) const RING: i32 = 21;
/// Extent along each axis of the cross that marks a disc of Second.
pub(crate) const CROSS: i32 = 16;
/// Radius of the mark around the letter of a power disc: a hoop for First, ticks for Second.
pub(crate) const HOOP: i32 = 29;
/// Stroke width of the marks.
pub(crate) const STROKE: i32 = 8;

/// Converts a measure to cells.
pub(crate) const fn in_cells(hundredths: i32) -> f32 {
    hundredths as f32 / CELL as f32
}
