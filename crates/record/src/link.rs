//! Games in URLs, such as `4453`, made of letters, digits and a few characters that need no
//! escaping.
//!
//! A game with the standard ruleset is its drop string. Other games use the one-line notation, with
//! `_` for a cell and `!` for a slash: `pop-out_7x6!4_4453P4`.

use foursight_core::{Game, Ruleset};

use crate::reading::check_length;
use crate::{ReadError, moves, notation};

/// Writes a game as part of a URL.
///
/// ```
/// use foursight_record::{read_link, write_link};
///
/// let game = read_link("pop-out_7x6!4_4453P4")?;
/// assert_eq!(game.moves().len(), 5);
/// assert_eq!(write_link(&game), "pop-out_7x6!4_4453P4");
/// # Ok::<_, foursight_record::ReadError>(())
/// ```
#[must_use]
pub fn write_link(game: &Game) -> String {
    if game.ruleset() == Ruleset::STANDARD && !game.moves().is_empty() {
        return moves::write_digits(game);
    }
    notation::write_game(game)
        .replace(' ', "_")
        .replace('/', "!")
}

/// Reads a game from part of a URL.
///
/// # Errors
///
/// Returns a [`ReadError`] with the place and the reason.
pub fn read_link(link: &str) -> Result<Game, ReadError> {
    let text = link.replace('_', " ").replace('!', "/");
    check_length(&text)?;
    // `read_as` would pull the parsers of all forms into the initial chunk of the web page, which
    // reads links on startup.
    if text.contains('/') {
        notation::read_game(&text, Ruleset::STANDARD)
    } else {
        moves::read_digits(&text, 0..text.len(), Ruleset::STANDARD)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_read_back() {
        for text in [
            "standard 7x6/4",
            "standard 7x6/4 4453",
            "pop-out 7x6/4 4453P4",
            "power-up 7x6/4 12B3",
            "standard 10x10/5 abcj",
        ] {
            let game = notation::read_game(text, Ruleset::STANDARD).expect("a legal game");
            let link = write_link(&game);
            let is_url_safe = |c: char| c.is_ascii_alphanumeric() || "-_!,=".contains(c);
            assert!(link.chars().all(is_url_safe), "{link}");
            assert_eq!(read_link(&link), Ok(game), "{link}");
        }
        assert_eq!(write_link(&read_link("4453").expect("legal")), "4453");
    }

    #[test]
    fn invalid_links_are_errors() {
        for link in ["44444444", "%F0%9F%94%B4", "standard_7x6!4_9", "x!", "4_4!"] {
            assert!(read_link(link).is_err(), "{link}");
        }
    }
}
