//! Colours that an app hands in; this crate has none of its own.

use std::fmt;

/// A colour by its red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl fmt::Display for Rgb {
    /// As in style sheets: `#0052cc`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// The colours of a drawing.
///
/// The marks make discs differ by shape as well: a ring for First, a cross for Second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    /// Around the frame.
    pub background: Rgb,
    /// The upright frame.
    pub grid: Rgb,
    /// What is seen through an empty hole.
    pub empty: Rgb,
    /// The discs of First.
    pub first: Rgb,
    /// The discs of Second.
    pub second: Rgb,
    /// The ring on the discs of First.
    pub mark_first: Rgb,
    /// The cross on the discs of Second.
    pub mark_second: Rgb,
    /// Around and along winning lines; also the column numbers.
    pub highlight: Rgb,
}
