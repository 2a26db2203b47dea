//! The colours of each theme as values, for drawings and for the scene. The page itself takes the
//! same ones from its style sheet, and a test compares the two.

use foursight_record::{Emoji, Palette, Rgb};

use crate::model::Theme;
use crate::scene::palette::{Colour, Palette as ScenePalette, Room};

/// The characters of pictures in text.
pub const EMOJI: Emoji = Emoji {
    empty: '⚪',
    first: '🔴',
    second: '🟡',
};

const CLASSIC: Palette = Palette {
    background: Rgb(0x1a, 0x1a, 0x2e),
    grid: Rgb(0x00, 0x52, 0xcc),
    empty: Rgb(0x16, 0x21, 0x3e),
    first: Rgb(0xe6, 0x39, 0x46),
    second: Rgb(0xff, 0xd6, 0x0a),
    mark_first: Rgb(0xff, 0xff, 0xff),
    mark_second: Rgb(0x1a, 0x1a, 0x2e),
    highlight: Rgb(0xff, 0xff, 0xff),
};

impl Theme {
    /// The colours of the grid and its discs.
    #[must_use]
    pub const fn palette(self) -> Palette {
        match self {
            Self::Classic => CLASSIC,
            Self::Light => Palette {
                background: Rgb(0xf4, 0xf6, 0xfb),
                empty: Rgb(0xe3, 0xea, 0xf6),
                ..CLASSIC
            },
            Self::Dark => Palette {
                background: Rgb(0x0d, 0x0f, 0x14),
                grid: Rgb(0x2f, 0x4a, 0x7a),
                empty: Rgb(0x0f, 0x13, 0x1c),
                first: Rgb(0xc9, 0x4f, 0x58),
                second: Rgb(0xd9, 0xb8, 0x3a),
                ..CLASSIC
            },
            Self::ColourBlindSafe => Palette {
                background: Rgb(0x1b, 0x1f, 0x24),
                grid: Rgb(0x59, 0x63, 0x70),
                empty: Rgb(0x12, 0x15, 0x19),
                first: Rgb(0x33, 0x8f, 0xe0),
                second: Rgb(0xff, 0xa6, 0x2b),
                ..CLASSIC
            },
            Self::HighContrast => Palette {
                background: Rgb(0x00, 0x00, 0x00),
                grid: Rgb(0x00, 0x00, 0x00),
                empty: Rgb(0x00, 0x00, 0x00),
                first: Rgb(0xff, 0xff, 0xff),
                second: Rgb(0xff, 0xd6, 0x0a),
                mark_first: Rgb(0x00, 0x00, 0x00),
                mark_second: Rgb(0x00, 0x00, 0x00),
                highlight: Rgb(0x00, 0xe5, 0xff),
            },
        }
    }
}

impl Theme {
    /// The colours of the scene: those of the grid and its discs, and a room that suits them.
    #[must_use]
    pub const fn scene(self) -> ScenePalette {
        let flat = self.palette();
        let (grid, middle, corners, floor, room) = match self {
            Self::Classic => (flat.grid, 0x0023_2b4a, 0x000e_1120, 0x0039_415e, Room::Dark),
            Self::Light => (
                flat.grid,
                0x00fa_fbfe,
                0x00cb_d3e3,
                0x00e4_e9f2,
                Room::Light,
            ),
            Self::Dark => (flat.grid, 0x0015_1820, 0x0007_080b, 0x0022_2630, Room::Dark),
            Self::ColourBlindSafe => (flat.grid, 0x0026_2b32, 0x000d_0f12, 0x003a_4048, Room::Dark),
            // A black grid before black would not be seen.
            Self::HighContrast => (Rgb(0x5a, 0x5a, 0x66), 0, 0, 0x0010_1014, Room::Dark),
        };
        ScenePalette {
            grid: colour(grid),
            discs: [colour(flat.first), colour(flat.second)],
            middle: from_number(middle),
            corners: from_number(corners),
            floor: from_number(floor),
            room,
            ..ScenePalette::CLASSIC
        }
    }
}

const fn colour(Rgb(red, green, blue): Rgb) -> Colour {
    Colour([red, green, blue])
}

const fn from_number(number: u32) -> Colour {
    let [_, red, green, blue] = number.to_be_bytes();
    Colour([red, green, blue])
}

#[cfg(test)]
mod tests {
    use super::*;

    const STYLE: &str = include_str!("../static/style.css");

    /// The declarations of the rule for one theme.
    fn rule(theme: Theme) -> &'static str {
        let start = format!("[data-theme=\"{}\"]", theme.name());
        let (_, rest) = STYLE.split_once(&start).expect("every theme has a rule");
        rest.split_once('}').expect("the rule ends").0
    }

    #[test]
    fn the_style_sheet_has_the_same_colours() {
        for theme in Theme::ALL {
            let p = theme.palette();
            for (name, colour) in [
                ("background", p.background),
                ("grid", p.grid),
                ("empty", p.empty),
                ("first", p.first),
                ("second", p.second),
                ("mark-first", p.mark_first),
                ("mark-second", p.mark_second),
                ("highlight", p.highlight),
            ] {
                let declaration = format!("--{name}: {colour};");
                assert!(
                    rule(*theme).contains(&declaration),
                    "{theme:?}: {declaration}"
                );
            }
        }
    }

    /// How light a colour is, from 0 to 1, by the formula of WCAG 2.
    fn luminance(Rgb(r, g, b): Rgb) -> f64 {
        let linear = |part: u8| {
            let part = f64::from(part) / 255.0;
            if part <= 0.040_45 {
                part / 12.92
            } else {
                ((part + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
    }

    fn contrast(one: Rgb, other: Rgb) -> f64 {
        let (a, b) = (luminance(one), luminance(other));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn shapes_stand_out_from_discs() {
        for theme in Theme::ALL {
            let p = theme.palette();
            for (mark, disc) in [(p.mark_first, p.first), (p.mark_second, p.second)] {
                assert!(contrast(mark, disc) >= 3.0, "{theme:?}: {mark} on {disc}");
            }
        }
    }
}
