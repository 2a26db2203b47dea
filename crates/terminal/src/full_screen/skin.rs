//! Skins: the colours of the full-screen game. Three are built in; a TOML file of
//! `name = "colour"` lines overrides colours of the first.
//!
//! Letters carry the meaning and colour only repeats it, so that no skin makes a game unreadable
//! for colour-blind players.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use foursight_core::Player;
use ratatui::style::Color;

use crate::toml_entries::{TomlEntryError, parse_entries};

/// Built-in skins, the default first.
pub const BUILT_IN_NAMES: [&str; 3] = ["classic", "dark", "safe"];
/// Maximum size of a skin file.
const FILE_BYTES_MAX: u64 = 16 * 1024;

/// The colours of a skin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Skin {
    pub(crate) board: Color,
    pub(crate) hole: Color,
    first: Color,
    first_letter: Color,
    second: Color,
    second_letter: Color,
    /// Best verdicts under the board.
    pub(crate) best: Color,
}

/// Red and yellow on a blue board, from the 256 colours that nearly every terminal has.
const CLASSIC: Skin = Skin {
    board: Color::Indexed(25),
    hole: Color::Indexed(234),
    first: Color::Indexed(160),
    first_letter: Color::Indexed(231),
    second: Color::Indexed(220),
    second_letter: Color::Indexed(16),
    best: Color::Green,
};
/// Red and yellow on a grey board, for dark rooms.
const DARK: Skin = Skin {
    board: Color::Indexed(238),
    hole: Color::Indexed(233),
    first: Color::Indexed(124),
    second: Color::Indexed(178),
    ..CLASSIC
};
/// Blue and orange, which also differ in lightness, on a grey board.
const SAFE: Skin = Skin {
    board: Color::Indexed(240),
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
    /// Returns the colour of a player's discs, and of the letter on them.
    pub(crate) const fn disc_colors(self, player: Player) -> (Color, Color) {
        match player {
            Player::First => (self.first, self.first_letter),
            Player::Second => (self.second, self.second_letter),
        }
    }

    /// Parses a skin file, or returns the number of the invalid line and the reason.
    fn from_text(text: &str) -> Result<Self, String> {
        let shown = |TomlEntryError { line, reason }| format!("line {line}: {reason}");
        let mut skin = Self::default();
        for entry in parse_entries(text, &[]).map_err(shown)? {
            let with_context = |reason| format!("line {}: {reason}", entry.line);
            let color = parse_color(&entry.value).map_err(with_context)?;
            *skin.color_mut(&entry.name).map_err(with_context)? = color;
        }
        Ok(skin)
    }

    fn color_mut(&mut self, name: &str) -> Result<&mut Color, String> {
        Ok(match name {
            // Skins of before the rename say `grid`.
            "board" | "grid" => &mut self.board,
            "hole" => &mut self.hole,
            "first" => &mut self.first,
            "first-letter" => &mut self.first_letter,
            "second" => &mut self.second,
            "second-letter" => &mut self.second_letter,
            "best" => &mut self.best,
            _ => {
                return Err(format!(
                    "there is no part '{}': use one of board, hole, first, first-letter, second, \
                     second-letter, best",
                    name.escape_debug()
                ));
            }
        })
    }
}

fn parse_color(text: &str) -> Result<Color, String> {
    text.parse().map_err(|_| {
        let text = text.escape_debug();
        format!(
            "'{text}' is not a colour: use a name such as blue, a number from 0 to 255, or \"#0052cc\""
        )
    })
}

/// Loads a skin by its name, or from a file.
///
/// # Errors
///
/// Returns an error message.
pub fn load(text: &str) -> Result<Skin, String> {
    match text {
        "classic" => Ok(CLASSIC),
        "dark" => Ok(DARK),
        "safe" => Ok(SAFE),
        file => {
            let with_context = |reason: &dyn std::fmt::Display| {
                format!(
                    "use {}, or a file: {file}: {reason}",
                    BUILT_IN_NAMES.join(", ")
                )
            };
            let path = Path::new(file);
            // Opening a pipe would block until another process writes into it.
            if path.exists() && !path.is_file() {
                return Err(with_context(&"it is not a regular file"));
            }
            let mut text = String::new();
            let opened = File::open(path).map_err(|error| with_context(&error))?;
            let read = opened.take(FILE_BYTES_MAX).read_to_string(&mut text);
            read.map_err(|error| with_context(&error))?;
            Skin::from_text(&text).map_err(|reason| with_context(&reason))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_skin_of_an_earlier_version_is_read() {
        let text = include_str!("../../../cli/tests/samples/skin.txt");
        let skin = Skin::from_text(text).expect("a skin");
        assert_eq!(
            (skin.board, skin.best),
            (Color::Rgb(0, 0x52, 0xcc), Color::Green)
        );
    }

    fn check(text: &str, expected: Result<(Color, Color), &str>) {
        let found = Skin::from_text(text).map(|skin| (skin.board, skin.first));
        match (&found, expected) {
            (Ok(found), Ok(expected)) => assert_eq!(*found, expected, "{text:?}"),
            (Err(reason), Err(part)) => assert!(reason.contains(part), "{text:?}: {reason}"),
            _ => panic!("{text:?}: {found:?}, not {expected:?}"),
        }
    }

    #[test]
    fn files() {
        let (board, first) = (CLASSIC.board, CLASSIC.first);
        check("", Ok((board, first)));
        check("# mine\n\nfirst = blue\n", Ok((board, Color::Blue)));
        check(
            "board = \"#0052cc\" # not a comment\nfirst = 17",
            Ok((Color::Rgb(0, 0x52, 0xcc), Color::Indexed(17))),
        );
        check("grid = blue", Ok((Color::Blue, first)));
        check("first_letter = 0", Ok((board, first)));
        check("first = blueish", Err("line 1: 'blueish' is not a colour"));
        check("\nfirst = 256", Err("line 2: '256' is not a colour"));
        check("third = 1", Err("line 1: there is no part 'third'"));
        check("first", Err("line 1: "));
        check("first = #0052cc", Err("line 1: "));
    }

    #[test]
    fn players_differ_in_every_skin() {
        for name in BUILT_IN_NAMES {
            let skin = load(name).expect("a built-in skin");
            let [first, second] = Player::BOTH.map(|player| skin.disc_colors(player));
            assert!(first.0 != second.0 && first.0 != skin.hole && second.0 != skin.hole);
            assert!(first.0 != first.1 && second.0 != second.1, "{name}");
        }
        assert!(
            load("/nonexistent/skin")
                .is_err_and(|with_context| with_context.contains("classic, dark, safe"))
        );
        assert!(load("/").is_err_and(|with_context| with_context.contains("not a regular file")));
    }
}
