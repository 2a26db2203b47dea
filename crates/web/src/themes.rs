//! The colours of each theme as values, for drawings and for the scene. The page itself takes the
//! same ones from its style sheet, and a test compares the two.

use foursight_record::{Emoji, Palette, Rgb};

use crate::model::Theme;
use crate::scene::palette::{Colour, Palette as ScenePalette, Room};

/// The characters of pictures in text.
pub const EMOJI: Emoji = Emoji::RED_FIRST;

const CLASSIC: Palette = Palette::CLASSIC;

impl Theme {
    /// The colours of the grid and its discs.
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

    /// The colours of the scene: those of the grid and its discs, and a floor and a room that suit
    /// them. What lies behind is the page's own gradient.
    #[must_use]
    pub const fn scene(self) -> ScenePalette {
        let flat = self.palette();
        let (grid, floor, aim, room) = match self {
            Self::Classic | Self::System => (flat.grid, 0x0033_3b5c, 0x009f_e8ff, Room::Dark),
            Self::Light => (flat.grid, 0x00dd_e4f0, 0x00ff_ffff, Room::Light),
            Self::Dark => (flat.grid, 0x0022_2630, 0x009f_e8ff, Room::Dark),
            Self::ColourBlindSafe => (flat.grid, 0x003a_4048, 0x00ff_e08a, Room::Dark),
            // A black grid before black would not be seen.
            Self::HighContrast => (Rgb(0x5a, 0x5a, 0x66), 0x0010_1014, 0x0000_e5ff, Room::Dark),
        };
        ScenePalette {
            grid: colour(grid),
            discs: [colour(flat.first), colour(flat.second)],
            floor: from_number(floor),
            aim: from_number(aim),
            refused: from_number(0x00ff_5a4a),
            room,
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
    use crate::model::Settings;

    const STYLE: &str = include_str!("../static/style.css");

    /// Those that are drawn.
    fn drawn() -> impl Iterator<Item = Theme> {
        let all = Theme::ALL.iter().copied();
        all.filter(|theme| *theme != Theme::System)
    }

    /// The declarations of the rule for one theme.
    fn rule(theme: Theme) -> &'static str {
        let start = format!("[data-theme=\"{}\"]", theme.name());
        let (_, rest) = STYLE.split_once(&start).expect("every theme has a rule");
        rest.split_once('}').expect("the rule ends").0
    }

    #[test]
    fn the_style_sheet_has_the_same_colours() {
        for theme in drawn() {
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
                    rule(theme).contains(&declaration),
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

    /// A colour of a rule, by its name.
    fn named(theme: Theme, name: &str) -> Rgb {
        let start = format!("--{name}: #");
        let (_, rest) = rule(theme).split_once(&start).expect(name);
        let part = |at: usize| u8::from_str_radix(&rest[at..at + 2], 16).expect("hexadecimal");
        Rgb(part(0), part(2), part(4))
    }

    #[test]
    fn words_and_signs_stand_out_from_what_lies_behind() {
        for theme in drawn() {
            for behind in ["background", "background-end", "panel", "control"] {
                for (sign, least) in [
                    ("text", 7.0),
                    ("focus", 3.0),
                    ("win", 4.5),
                    ("draw", 4.5),
                    ("loss", 4.5),
                ] {
                    let (one, other) = (named(theme, sign), named(theme, behind));
                    let found = contrast(one, other);
                    assert!(found >= least, "{theme:?}: {sign} on {behind}: {found:.2}");
                }
            }
            let main = contrast(named(theme, "go-text"), named(theme, "go"));
            assert!(main >= 4.5, "{theme:?}: the main button: {main:.2}");
        }
    }

    #[test]
    fn the_default_is_the_dark_one_and_a_press_changes_it() {
        assert_eq!(Theme::default(), Theme::Classic);
        let mut settings = Settings::default();
        for shown in [Theme::Classic, Theme::HighContrast] {
            settings.turn_light(shown);
            assert_eq!(settings.theme, Theme::Light);
            settings.turn_light(Theme::Light);
            assert_eq!(settings.theme, shown, "back to what was there");
        }
        assert_eq!(Theme::System.drawn(true), Theme::Light);
        assert_eq!(Theme::System.drawn(false), Theme::Classic);
        assert_eq!(Theme::Dark.drawn(true), Theme::Dark);
        assert_eq!(
            named(Theme::Classic, "background-end"),
            Rgb(0x16, 0x21, 0x3e)
        );
    }

    #[test]
    fn shapes_stand_out_from_discs() {
        for theme in drawn() {
            let p = theme.palette();
            for (mark, disc) in [(p.mark_first, p.first), (p.mark_second, p.second)] {
                assert!(contrast(mark, disc) >= 3.0, "{theme:?}: {mark} on {disc}");
            }
        }
    }
}
