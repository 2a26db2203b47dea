//! Colours of each theme as values, for pictures and for the scene. The page takes the same colours
//! from its style sheet, and a test compares the two.

pub mod palette;

use foursight_record::{Emoji, Palette, Rgb};

use self::palette::{RgbColour, RoomLight, ScenePalette};
use crate::settings::Theme;

/// Characters of text pictures.
pub const EMOJI: Emoji = Emoji::RED_FIRST;

const CLASSIC: Palette = Palette::CLASSIC;

impl Theme {
    /// Colours of the board and its discs.
    #[must_use]
    pub const fn palette(self) -> Palette {
        match self {
            Self::Classic | Self::System => CLASSIC,
            Self::Light => Palette {
                background: Rgb(0xf4, 0xf6, 0xfb),
                empty: Rgb(0xe3, 0xea, 0xf6),
                ..CLASSIC
            },
            Self::Dark => Palette {
                background: Rgb(0x0d, 0x0f, 0x14),
                board: Rgb(0x2f, 0x4a, 0x7a),
                empty: Rgb(0x0f, 0x13, 0x1c),
                first: Rgb(0xc9, 0x4f, 0x58),
                second: Rgb(0xd9, 0xb8, 0x3a),
                ..CLASSIC
            },
            Self::ColourBlindSafe => Palette {
                background: Rgb(0x1b, 0x1f, 0x24),
                board: Rgb(0x59, 0x63, 0x70),
                empty: Rgb(0x12, 0x15, 0x19),
                first: Rgb(0x33, 0x8f, 0xe0),
                second: Rgb(0xff, 0xa6, 0x2b),
                ..CLASSIC
            },
            Self::HighContrast => Palette {
                background: Rgb(0x00, 0x00, 0x00),
                board: Rgb(0x00, 0x00, 0x00),
                empty: Rgb(0x00, 0x00, 0x00),
                first: Rgb(0xff, 0xff, 0xff),
                second: Rgb(0xff, 0xd6, 0x0a),
                mark_first: Rgb(0x00, 0x00, 0x00),
                mark_second: Rgb(0x00, 0x00, 0x00),
                highlight: Rgb(0x00, 0xe5, 0xff),
            },
        }
    }

    /// Colours of the scene: those of the board and its discs, and a matching floor and
    /// environment. The background is the gradient of the page.
    #[must_use]
    pub const fn scene_palette(self) -> ScenePalette {
        let flat = self.palette();
        let (board, floor, aim, room) = match self {
            Self::Classic | Self::System => (flat.board, 0x0033_3b5c, 0x009f_e8ff, RoomLight::Dark),
            Self::Light => (flat.board, 0x00b4_c1d8, 0x00ff_ffff, RoomLight::Light),
            Self::Dark => (flat.board, 0x0022_2630, 0x009f_e8ff, RoomLight::Dark),
            Self::ColourBlindSafe => (flat.board, 0x003a_4048, 0x00ff_e08a, RoomLight::Dark),
            // A black board would be invisible on a black background.
            Self::HighContrast => (
                Rgb(0x5a, 0x5a, 0x66),
                0x0010_1014,
                0x0000_e5ff,
                RoomLight::Dark,
            ),
        };
        ScenePalette {
            board: colour(board),
            discs: [colour(flat.first), colour(flat.second)],
            floor: from_number(floor),
            aim: from_number(aim),
            refused: from_number(0x00ff_5a4a),
            room,
        }
    }
}

const fn colour(Rgb(red, green, blue): Rgb) -> RgbColour {
    RgbColour([red, green, blue])
}

const fn from_number(number: u32) -> RgbColour {
    let [_, red, green, blue] = number.to_be_bytes();
    RgbColour([red, green, blue])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Settings;

    const STYLE: &str = include_str!("../../../web/styles/themes.css");

    /// All themes with colours of their own.
    fn concrete_themes() -> impl Iterator<Item = Theme> {
        let all = Theme::ALL.iter().copied();
        all.filter(|theme| *theme != Theme::System)
    }

    /// Declarations of the CSS rule for a theme.
    fn rule(theme: Theme) -> &'static str {
        let start = format!("[data-theme=\"{}\"]", theme.name());
        let (_, rest) = STYLE.split_once(&start).expect("every theme has a rule");
        rest.split_once('}').expect("the rule ends").0
    }

    #[test]
    fn the_style_sheet_has_the_same_colours() {
        for theme in concrete_themes() {
            let p = theme.palette();
            for (name, colour) in [
                ("background", p.background),
                ("grid", p.board),
                ("empty", p.empty),
                ("first", p.first),
                ("second", p.second),
                ("mark-first", p.mark_first),
                ("mark-second", p.mark_second),
                ("highlight", p.highlight),
            ] {
                let declaration = format!("--{name}: {colour};");
                assert!(
                    rule(theme).contains(&declaration),
                    "{theme:?}: {declaration}"
                );
            }
        }
    }

    /// Relative luminance from 0 to 1, as defined by WCAG 2.
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

    fn contrast(first: Rgb, second: Rgb) -> f64 {
        let (a, b) = (luminance(first), luminance(second));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// Returns a colour of the CSS rule by its name.
    fn css_colour(theme: Theme, name: &str) -> Rgb {
        let start = format!("--{name}: #");
        let (_, rest) = rule(theme).split_once(&start).expect(name);
        let part =
            |index: usize| u8::from_str_radix(&rest[index..index + 2], 16).expect("hexadecimal");
        Rgb(part(0), part(2), part(4))
    }

    #[test]
    fn text_and_symbols_have_enough_contrast() {
        for theme in concrete_themes() {
            for background in ["background", "background-end", "panel", "control"] {
                for (foreground, contrast_min) in [
                    ("text", 7.0),
                    ("focus", 3.0),
                    ("win", 4.5),
                    ("draw", 4.5),
                    ("loss", 4.5),
                ] {
                    let (first, second) =
                        (css_colour(theme, foreground), css_colour(theme, background));
                    let ratio = contrast(first, second);
                    assert!(
                        ratio >= contrast_min,
                        "{theme:?}: {foreground} on {background}: {ratio:.2}"
                    );
                }
            }
            let main = contrast(css_colour(theme, "go-text"), css_colour(theme, "go"));
            assert!(main >= 4.5, "{theme:?}: the main button: {main:.2}");
        }
    }

    #[test]
    fn the_default_is_dark_and_the_toggle_changes_it() {
        assert_eq!(Theme::default(), Theme::Classic);
        let mut settings = Settings::default();
        for shown in [Theme::Classic, Theme::HighContrast] {
            settings.toggle_light(shown);
            assert_eq!(settings.theme, Theme::Light);
            settings.toggle_light(Theme::Light);
            assert_eq!(settings.theme, shown, "back to what was there");
        }
        assert_eq!(Theme::System.resolved(true), Theme::Light);
        assert_eq!(Theme::System.resolved(false), Theme::Classic);
        assert_eq!(Theme::Dark.resolved(true), Theme::Dark);
        assert_eq!(
            css_colour(Theme::Classic, "background-end"),
            Rgb(0x16, 0x21, 0x3e)
        );
    }

    #[test]
    fn symbols_have_enough_contrast_on_discs() {
        for theme in concrete_themes() {
            let p = theme.palette();
            for (mark, disc) in [(p.mark_first, p.first), (p.mark_second, p.second)] {
                assert!(contrast(mark, disc) >= 3.0, "{theme:?}: {mark} on {disc}");
            }
        }
    }
}
