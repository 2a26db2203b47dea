//! All words of the page, in every language.
//!
//! A [`Message`] is a row of the catalogue with one text a language, so that none can be missing.
//! Parts in braces, such as `{column}`, are filled in by [`Text::with`]; a test holds them against
//! each other.

#[macro_use]
mod message;
mod catalogue;
mod inside;
mod learn;
mod nets;
mod online;
mod reasons;
mod review;
mod tournament;

use std::fmt::Display;

pub use message::Message;

/// A language of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// German.
    German,
}

impl Language {
    /// Every language.
    pub const ALL: [Self; 2] = [Self::English, Self::German];

    /// Its code, as in the `lang` of a page.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
        }
    }

    /// What its speakers call it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::German => "Deutsch",
        }
    }

    /// The language of a code with or without a country, such as `de-AT`.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        let main = code.split(['-', '_']).next()?.to_ascii_lowercase();
        Self::ALL
            .into_iter()
            .find(|language| language.code() == main)
    }
}

/// The words of one language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Text(pub Language);

impl Text {
    /// A message without parts to fill in.
    #[must_use]
    pub const fn get(self, message: Message) -> &'static str {
        message.text(self.0)
    }

    /// A message with its parts filled in, by name.
    ///
    /// ```
    /// use foursight_web::text::{Language, Message, Text};
    ///
    /// let text = Text(Language::German);
    /// assert_eq!(text.with(Message::DropInColumn, &[("column", &4)]), "In Spalte 4 einwerfen");
    /// ```
    #[must_use]
    pub fn with(self, message: Message, parts: &[(&str, &dyn Display)]) -> String {
        let mut rest = self.get(message);
        let mut filled = String::new();
        while let Some((before, after)) = rest.split_once('{') {
            filled.push_str(before);
            let (name, after) = after.split_once('}').unwrap_or((after, ""));
            if let Some((_, part)) = parts.iter().find(|(known, _)| *known == name) {
                filled.push_str(&part.to_string());
            }
            rest = after;
        }
        filled.push_str(rest);
        filled
    }

    /// One message for a count of one, another for any other count, filled in as `{count}`.
    #[must_use]
    pub fn count(self, one: Message, many: Message, count: usize) -> String {
        let message = if count == 1 { one } else { many };
        self.with(message, &[("count", &count)])
    }

    /// Things in one breath: `a, b and c`.
    #[must_use]
    pub fn list<T: Display>(self, items: &[T]) -> String {
        let words: Vec<_> = items.iter().map(ToString::to_string).collect();
        match words.split_last() {
            Some((last, rest)) if !rest.is_empty() => {
                format!("{} {} {last}", rest.join(", "), self.get(Message::And))
            }
            Some((last, _)) => last.clone(),
            None => String::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn parts(text: &str) -> BTreeSet<&str> {
        let starts = text.split('{').skip(1);
        starts
            .map(|part| part.split_once('}').expect("braces are closed").0)
            .collect()
    }

    fn all() -> Vec<Message> {
        [
            Message::PAGE,
            Message::REASONS,
            Message::LEARN,
            Message::ONLINE,
            Message::TOURNAMENT,
            Message::NETS,
            Message::REVIEW,
            Message::INSIDE,
        ]
        .concat()
    }

    #[test]
    fn every_language_says_the_same() {
        for message in all() {
            let [english, german] = Language::ALL.map(|language| message.text(language));
            assert!(
                !english.trim().is_empty() && !german.trim().is_empty(),
                "{message:?}"
            );
            assert_eq!(parts(english), parts(german), "{message:?}");
        }
    }

    #[test]
    fn nothing_is_left_untranslated() {
        // A few words are the same in both languages; many would be an oversight.
        let mut same = all();
        same.retain(|it| it.text(Language::English) == it.text(Language::German));
        assert!(same.len() * 10 < all().len(), "{same:?}");
    }

    #[test]
    fn parts_are_filled_in() {
        let text = Text(Language::English);
        let full = text.with(Message::ColumnFull, &[("column", &3)]);
        assert_eq!(full, "Column 3 is full.");
        let unfilled = text.with(Message::ColumnFull, &[]);
        assert_eq!(unfilled, "Column  is full.");
        assert_eq!(text.count(Message::OneMove, Message::Moves, 1), "1 move");
        assert_eq!(text.count(Message::OneMove, Message::Moves, 0), "0 moves");
        assert_eq!(text.list(&[1, 2, 7]), "1, 2 and 7");
    }

    #[test]
    fn codes_name_languages() {
        let check = |code, expected| assert_eq!(Language::from_code(code), expected, "{code}");
        check("de-AT", Some(Language::German));
        check("EN", Some(Language::English));
        check("fr", None);
        check("", None);
    }
}
