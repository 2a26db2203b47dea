//! Colours, which an app hands in. The ones that all apps start with are written here, once.

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
    /// Around the discs of winning lines.
    pub highlight: Rgb,
}

impl Palette {
    /// The colours that all apps start with: blue grid, red and yellow discs, dark background.
    pub const CLASSIC: Self = Self {
        background: Rgb(0x1a, 0x1a, 0x2e),
        grid: Rgb(0x00, 0x52, 0xcc),
        empty: Rgb(0x16, 0x21, 0x3e),
        first: Rgb(0xe6, 0x39, 0x46),
        second: Rgb(0xff, 0xd6, 0x0a),
        mark_first: Rgb(0xff, 0xff, 0xff),
        mark_second: Rgb(0x1a, 0x1a, 0x2e),
        highlight: Rgb(0xff, 0xff, 0xff),
    };
}

impl Rgb {
    pub(crate) const BLACK: Self = Self(0, 0, 0);
    pub(crate) const WHITE: Self = Self(255, 255, 255);

    /// This colour with a share of another, in 256ths.
    pub(crate) fn mix(self, other: Self, share: u16) -> Self {
        let one = |a: u8, b: u8| {
            ((u32::from(a) * (256 - u32::from(share)) + u32::from(b) * u32::from(share)) / 256)
                as u8
        };
        Self(
            one(self.0, other.0),
            one(self.1, other.1),
            one(self.2, other.2),
        )
    }

    /// A colour for writing on this one.
    pub(crate) fn ink(self) -> Self {
        // Green looks brightest and blue darkest to the eye.
        let light = u32::from(self.0) * 3 + u32::from(self.1) * 6 + u32::from(self.2);
        let full = if light > 1280 {
            Self::BLACK
        } else {
            Self::WHITE
        };
        self.mix(full, 190)
    }
}
