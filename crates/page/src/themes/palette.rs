//! Colours of the scene. The themes of the page define the values.

/// An sRGB colour, as style sheets write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RgbColour(pub [u8; 3]);

impl RgbColour {
    /// Returns linear light, which can be added and multiplied.
    #[must_use]
    pub fn linear(self) -> [f32; 3] {
        self.0.map(|byte| {
            let value = f32::from(byte) / 255.0;
            if value <= 0.04045 {
                value / 12.92
            } else {
                power_2_4((value + 0.055) / 1.055)
            }
        })
    }

    /// Returns sRGB components from 0 to 1.
    #[must_use]
    pub fn srgb(self) -> [f32; 3] {
        self.0.map(|byte| f32::from(byte) / 255.0)
    }
}

/// Returns the power 2.4 of a number up to 1, by square roots.
fn power_2_4(base: f32) -> f32 {
    // In binary 0.4 is 0.0110 0110 …, and each square root halves the exponent.
    const BINARY_PLACES: u8 = 20;
    let (mut power, mut root) = (base * base, base);
    for place in 0..BINARY_PLACES {
        root = root.sqrt();
        if matches!(place % 4, 1 | 2) {
            power *= root;
        }
    }
    power
}

/// All colours of the scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScenePalette {
    /// Plates, frame and legs.
    pub board: RgbColour,
    /// Discs of `First` and of `Second`.
    pub discs: [RgbColour; 2],
    /// Floor.
    pub floor: RgbColour,
    /// Light beam over the column aimed at.
    pub aim: RgbColour,
    /// Light beam over a column that takes no disc.
    pub refused: RgbColour,
    /// Surroundings that metal reflects.
    pub room: RoomLight,
}

/// Surroundings of the scene, which metal reflects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoomLight {
    /// Dark, with soft lamps.
    Dark,
    /// Light walls.
    Light,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn srgb_becomes_linear_light() {
        let [black, grey, white] = RgbColour([0, 188, 255]).linear();
        assert!(black.abs() < 1e-6 && (white - 1.0).abs() < 1e-6);
        assert!((grey - 0.5).abs() < 0.01, "{grey}");
        for byte in 11_u8..=255 {
            let [found, ..] = RgbColour([byte; 3]).linear();
            let expected = ((f32::from(byte) / 255.0 + 0.055) / 1.055).powf(2.4);
            assert!(
                (found - expected).abs() < 1e-5,
                "{byte}: {found}, not {expected}"
            );
        }
    }
}
