//! All texts of the page, in every language.
//!
//! A [`UiMessage`] is a row of the catalogue with one text per language, so that no translation can
//! be missing. Placeholders in braces, such as `{column}`, are filled in by [`Text::with`]; a test
//! checks that they agree across languages.

#[macro_use]
mod message;
mod about;
mod analysis;
mod catalogue;
mod coach;
mod debug_overlay;
mod errors;
mod learn;
mod nets;
mod new_game;
mod online;
mod play_view;
mod proof;
mod puzzle;
mod review;
mod scores;
mod shared;
mod tournament;

use std::fmt::Display;

pub use foursight_phrases::Language;
use foursight_phrases::{fill_in, join_list};

pub use message::UiMessage;

/// The texts of one language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Text(pub Language);

impl Text {
    /// Returns a message without placeholders.
    #[must_use]
    pub const fn get(self, message: UiMessage) -> &'static str {
        message.text(self.0)
    }

    /// Returns a message with its placeholders filled in by name.
    ///
    /// ```
    /// use foursight_page::text::{Language, UiMessage, Text};
    ///
    /// let text = Text(Language::German);
    /// assert_eq!(text.with(UiMessage::DropInColumn, &[("column", &4)]), "In Spalte 4 einwerfen");
    /// ```
    #[must_use]
    pub fn with(self, message: UiMessage, parts: &[(&str, &dyn Display)]) -> String {
        fill_in(self.get(message), parts)
    }

    /// Returns `one` for a count of one, else `many`, with `{count}` filled in.
    #[must_use]
    pub fn count(self, one: UiMessage, many: UiMessage, count: usize) -> String {
        let message = if count == 1 { one } else { many };
        self.with(message, &[("count", &count)])
    }

    /// Joins items into an enumeration: `a, b and c`.
    #[must_use]
    pub fn list<T: Display>(self, items: &[T]) -> String {
        join_list(self.0, items)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn placeholders(text: &str) -> BTreeSet<&str> {
        let starts = text.split('{').skip(1);
        starts
            .map(|part| part.split_once('}').expect("braces are closed").0)
            .collect()
    }

    fn all() -> Vec<UiMessage> {
        [
            UiMessage::PAGE,
            UiMessage::REASONS,
            UiMessage::LEARN,
            UiMessage::ONLINE,
            UiMessage::TOURNAMENT,
            UiMessage::NETS,
            UiMessage::REVIEW,
            UiMessage::ANALYSIS,
            UiMessage::COACH,
            UiMessage::PROOF,
            UiMessage::PUZZLE,
            UiMessage::DEBUG_OVERLAY,
            UiMessage::PLAY_VIEW,
            UiMessage::NEW_GAME,
            UiMessage::SCORES,
            UiMessage::ABOUT,
        ]
        .concat()
    }

    #[test]
    fn every_language_has_the_same_placeholders() {
        for message in all() {
            let [english, german] = Language::ALL.map(|language| message.text(language));
            assert!(
                !english.trim().is_empty() && !german.trim().is_empty(),
                "{message:?}"
            );
            assert_eq!(placeholders(english), placeholders(german), "{message:?}");
        }
    }

    #[test]
    fn nothing_is_left_untranslated() {
        // A few texts are the same in both languages; many would be an oversight.
        let mut same = all();
        same.retain(|message| message.text(Language::English) == message.text(Language::German));
        assert!(same.len() * 10 < all().len(), "{same:?}");
    }

    #[test]
    fn placeholders_are_filled_in() {
        let text = Text(Language::English);
        let full = text.with(UiMessage::ColumnFull, &[("column", &3)]);
        assert_eq!(full, "Column 3 is full.");
        let unfilled = text.with(UiMessage::ColumnFull, &[]);
        assert_eq!(unfilled, "Column  is full.");
        assert_eq!(
            text.count(UiMessage::OneMove, UiMessage::Moves, 1),
            "1 move"
        );
        assert_eq!(
            text.count(UiMessage::OneMove, UiMessage::Moves, 0),
            "0 moves"
        );
        assert_eq!(text.list(&[1, 2, 7]), "1, 2 and 7");
    }

    #[test]
    fn language_codes_are_parsed() {
        let check = |code, expected| assert_eq!(Language::from_code(code), expected, "{code}");
        check("de-AT", Some(Language::German));
        check("EN", Some(Language::English));
        check("fr", None);
        check("", None);
    }
}
