//! What the scene has colours for. The values are those of the themes of the page.

use super::math::pow;

/// A colour as bytes of red, green and blue, as style sheets write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour(pub [u8; 3]);

impl Colour {
    /// As light, on which sums and products mean something.
    #[must_use]
    pub fn linear(self) -> [f32; 3] {
        self.0.map(|byte| {
            let value = f32::from(byte) / 255.0;
            if value <= 0.04045 {
                value / 12.92
            } else {
                pow((value + 0.055) / 1.055, 2.4)
            }
        })
    }

    /// From 0 to 1, as screens take it.
    #[must_use]
    pub fn screen(self) -> [f32; 3] {
        self.0.map(|byte| f32::from(byte) / 255.0)
    }
}

/// All colours of the scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    /// The plates, the frame and the legs.
    pub grid: Colour,
    /// The discs of `First` and of `Second`.
    pub discs: [Colour; 2],
    /// The floor.
    pub floor: Colour,
    /// The light over the column aimed at.
    pub aim: Colour,
    /// The same light over a column that takes no disc.
    pub refused: Colour,
    /// The room around it.
    pub room: Room,
}

/// The room around the scene, which is what metal reflects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// Dark, with soft lamps.
    Dark,
    /// Light walls.
    Light,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_become_light() {
        let [black, grey, white] = Colour([0, 188, 255]).linear();
        assert!(black.abs() < 1e-6 && (white - 1.0).abs() < 1e-6);
        assert!((grey - 0.5).abs() < 0.01, "{grey}");
    }
}
