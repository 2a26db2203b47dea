//! Skins: the colours of the full-screen game. Three come with the program; a file of
//! `name = colour` lines changes those of the first that it names.
//!
//! Letters carry the meaning and colour only repeats it, so no skin can make a game unreadable
//! for somebody who sees no colour.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use foursight_core::Player;
use ratatui::style::Color;

use crate::lines::name_and_value;

/// The skins that come with the program, the usual one first.
pub const NAMES: [&str; 3] = ["classic", "dark", "safe"];
/// The largest file that is read.
const FILE_BYTES_MAX: u64 = 16 * 1024;

/// The colours of everything that has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Skin {
    pub(crate) grid: Color,
    pub(crate) hole: Color,
    first: Color,
    first_letter: Color,
    second: Color,
    second_letter: Color,
    /// The best verdicts under the grid.
    pub(crate) best: Color,
}

/// Red and yellow in a blue grid, out of the 256 colours that nearly every terminal has.
const CLASSIC: Skin = Skin {
    grid: Color::Indexed(25),
    hole: Color::Indexed(234),
    first: Color::Indexed(160),
    first_letter: Color::Indexed(231),
    second: Color::Indexed(220),
    second_letter: Color::Indexed(16),
    best: Color::Green,
};
/// The same in a grey grid, for dark rooms.
const DARK: Skin = Skin {
    grid: Color::Indexed(238),
    hole: Color::Indexed(233),
    first: Color::Indexed(124),
    second: Color::Indexed(178),
    ..CLASSIC
};
/// Blue and orange, which differ in lightness too, in a grey grid.
const SAFE: Skin = Skin {
    grid: Color::Indexed(240),
    hole: Color::Indexed(233),
    first: Color::Indexed(25),
    second: Color::Indexed(214),
    best: Color::Cyan,
    ..CLASSIC
};

impl Default for Skin {
    fn default() -> Self {
        CLASSIC
    }
}

impl Skin {
    /// The colour of a player's discs, and of the letter on them.
    pub(crate) const fn inks(self, player: Player) -> (Color, Color) {
        match player {
            Player::First => (self.first, self.first_letter),
            Player::Second => (self.second, self.second_letter),
        }
    }

    /// The skin that a file describes, or the line that is wrong and why.
    fn from_text(text: &str) -> Result<Self, String> {
        let mut skin = Self::default();
        for (line, number) in text.lines().zip(1..) {
            let told = |reason: String| format!("line {number}: {reason}");
            let Some((name, value)) = name_and_value(line).map_err(told)? else {
                continue;
            };
            let color = color(value).map_err(told)?;
            *skin.part(&name).map_err(told)? = color;
        }
        Ok(skin)
    }

    fn part(&mut self, name: &str) -> Result<&mut Color, String> {
        Ok(match name {
            "grid" => &mut self.grid,
            "hole" => &mut self.hole,
            "first" => &mut self.first,
            "first-letter" => &mut self.first_letter,
            "second" => &mut self.second,
            "second-letter" => &mut self.second_letter,
            "best" => &mut self.best,
            _ => {
                return Err(format!(
                    "there is no part '{}': use one of grid, hole, first, first-letter, second, \
                     second-letter, best",
                    name.escape_debug()
                ));
            }
        })
    }
}

fn color(text: &str) -> Result<Color, String> {
    text.parse().map_err(|_| {
        let text = text.escape_debug();
        format!(
            "'{text}' is no colour: use a name as in blue, a number from 0 to 255, or \"#0052cc\""
        )
    })
}

/// A skin by its name, or out of a file.
///
/// # Errors
///
/// What is wrong, in words.
pub fn read(text: &str) -> Result<Skin, String> {
    match text {
        "classic" => Ok(CLASSIC),
        "dark" => Ok(DARK),
        "safe" => Ok(SAFE),
        file => {
            let told = |reason: &dyn std::fmt::Display| {
                format!("use {}, or a file: {file}: {reason}", NAMES.join(", "))
            };
            let path = Path::new(file);
            // Opening a pipe would wait for somebody to write into it.
            if path.exists() && !path.is_file() {
                return Err(told(&"it is not a regular file"));
            }
            let mut text = String::new();
            let opened = File::open(path).map_err(|error| told(&error))?;
            let read = opened.take(FILE_BYTES_MAX).read_to_string(&mut text);
            read.map_err(|error| told(&error))?;
            Skin::from_text(&text).map_err(|reason| told(&reason))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Result<(Color, Color), &str>) {
        let found = Skin::from_text(text).map(|skin| (skin.grid, skin.first));
        match (&found, expected) {
            (Ok(found), Ok(expected)) => assert_eq!(*found, expected, "{text:?}"),
            (Err(reason), Err(part)) => assert!(reason.contains(part), "{text:?}: {reason}"),
            _ => panic!("{text:?}: {found:?}, not {expected:?}"),
        }
    }

    #[test]
    fn files() {
        let (grid, first) = (CLASSIC.grid, CLASSIC.first);
        check("", Ok((grid, first)));
        check("# mine\n\nfirst = blue\n", Ok((grid, Color::Blue)));
        check(
            "grid = \"#0052cc\" # not a comment\nfirst = 17",
            Ok((Color::Rgb(0, 0x52, 0xcc), Color::Indexed(17))),
        );
        check("first_letter = 0", Ok((grid, first)));
        check("first = blueish", Err("line 1: 'blueish' is no colour"));
        check("\nfirst = 256", Err("line 2: '256' is no colour"));
        check("third = 1", Err("line 1: there is no part 'third'"));
        check("first", Err("line 1: expected a line"));
        check("first = #0052cc", Err("'' is no colour"));
    }

    #[test]
    fn players_differ_in_every_skin() {
        for name in NAMES {
            let skin = read(name).expect("it comes with the program");
            let [first, second] = Player::BOTH.map(|player| skin.inks(player));
            assert!(first.0 != second.0 && first.0 != skin.hole && second.0 != skin.hole);
            assert!(first.0 != first.1 && second.0 != second.1, "{name}");
        }
        assert!(read("/nonexistent/skin").is_err_and(|told| told.contains("classic, dark, safe")));
        assert!(read("/").is_err_and(|told| told.contains("not a regular file")));
    }
}
