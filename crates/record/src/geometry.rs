//! The measures that drawings share, in hundredths of a space, so that an SVG and a GIF show the
//! same discs in the same frame. Only the room around the frame is each drawing's own.

/// One space.
pub(crate) const SPACE: i32 = 100;
/// The radius of a hole in the frame.
pub(crate) const HOLE: i32 = 40;
/// The radius of a disc: a little more than its hole, so that the frame holds it.
pub(crate) const DISC: i32 = 44;
/// The radius of the frame's corners.
pub(crate) const CORNER: i32 = 34;
/// The radius of the groove near the edge of a disc.
pub(crate) const EDGE: i32 = 34;
/// The radius of the ring that marks a disc of First, along the middle of the stroke.
pub(crate) const RING: i32 = 21;
/// How far the cross that marks a disc of Second reaches along each axis.
pub(crate) const CROSS: i32 = 16;
/// The radius of what goes around the letter of a power disc: a hoop for First, ticks for Second.
pub(crate) const HOOP: i32 = 29;
/// How wide the marks are drawn.
pub(crate) const STROKE: i32 = 8;

/// The measure in spaces.
pub(crate) const fn in_spaces(hundredths: i32) -> f32 {
    hundredths as f32 / SPACE as f32
}
