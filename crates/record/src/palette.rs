//! Colours of pictures. Apps pass their own palettes; the default of all apps is defined here.

use std::fmt;

/// A colour in RGB.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl fmt::Display for Rgb {
    /// Formats the colour as in style sheets: `#0052cc`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// The colours of a picture.
///
/// The marks make discs differ by shape as well: a ring for First, a cross for Second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    /// Background around the frame.
    pub background: Rgb,
    /// The upright frame.
    pub board: Rgb,
    /// Empty cells.
    pub empty: Rgb,
    /// Discs of First.
    pub first: Rgb,
    /// Discs of Second.
    pub second: Rgb,
    /// Ring on the discs of First.
    pub mark_first: Rgb,
    /// Cross on the discs of Second.
    pub mark_second: Rgb,
    /// Rims of the discs of winning lines.
    pub highlight: Rgb,
}

impl Palette {
    /// The default of all apps: blue board, red and yellow discs, dark background.
    pub const CLASSIC: Self = Self {
        background: Rgb(0x1a, 0x1a, 0x2e),
        board: Rgb(0x00, 0x52, 0xcc),
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

    /// Mixes this colour with a share of another, in 256ths.
    pub(crate) fn mix(self, other: Self, share: u16) -> Self {
        let mix_channel = |a: u8, b: u8| {
            ((u32::from(a) * (256 - u32::from(share)) + u32::from(b) * u32::from(share)) / 256)
                as u8
        };
        Self(
            mix_channel(self.0, other.0),
            mix_channel(self.1, other.1),
            mix_channel(self.2, other.2),
        )
    }

    /// Returns a readable colour for text on this background.
    pub(crate) fn text_colour(self) -> Self {
        // Luminance: the eye sees green as brightest and blue as darkest.
        let luminance = u32::from(self.0) * 3 + u32::from(self.1) * 6 + u32::from(self.2);
        let extreme = if luminance > 1280 {
            Self::BLACK
        } else {
            Self::WHITE
        };
        self.mix(extreme, 190)
    }
}
