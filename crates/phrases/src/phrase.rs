//! A text in every language, and what is done with texts: filling in, listing, capitalising.

use std::fmt::Display;

use crate::Language;

/// A text in each language, in the order of [`Language::ALL`], with placeholders in braces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Phrase(pub [&'static str; Language::ALL.len()]);

impl Phrase {
    /// Returns the text in a language.
    #[must_use]
    pub const fn get(self, language: Language) -> &'static str {
        self.0[language as usize]
    }

    /// Returns the text in a language with its placeholders filled in by name.
    #[must_use]
    pub fn with(self, language: Language, parts: &[(&str, &dyn Display)]) -> String {
        fill_in(self.get(language), parts)
    }
}

/// Fills the placeholders of a text in by name. One that has no part is left out.
///
/// ```
/// let text = foursight_phrases::fill_in("Column {column} is full.", &[("column", &3)]);
/// assert_eq!(text, "Column 3 is full.");
/// ```
#[must_use]
pub fn fill_in(template: &str, parts: &[(&str, &dyn Display)]) -> String {
    let mut rest = template;
    let mut filled = String::new();
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let (name, after) = after.split_once('}').unwrap_or((after, ""));
        if let Some((_, part)) = parts.iter().find(|(part_name, _)| *part_name == name) {
            filled.push_str(&part.to_string());
        }
        rest = after;
    }
    filled.push_str(rest);
    filled
}

/// Joins items into an enumeration: `a, b and c`.
///
/// ```
/// use foursight_phrases::{Language, join_list};
///
/// assert_eq!(join_list(Language::German, &[1, 2, 7]), "1, 2 und 7");
/// ```
#[must_use]
pub fn join_list<T: Display>(language: Language, items: &[T]) -> String {
    let words: Vec<_> = items.iter().map(ToString::to_string).collect();
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => {
            let and = Phrase(["and", "und"]).get(language);
            format!("{} {and} {last}", rest.join(", "))
        }
        Some((last, _)) => last.clone(),
        None => String::new(),
    }
}

/// Makes a clause a sentence: capitalised, with a full stop.
///
/// Only ASCII letters are capitalised: the tables of Unicode would be 4 kB of the web client, and
/// no clause begins with another letter.
///
/// ```
/// assert_eq!(foursight_phrases::as_sentence("column 3 is full"), "Column 3 is full.");
/// ```
#[must_use]
pub fn as_sentence(clause: &str) -> String {
    let mut sentence = format!("{clause}.");
    if let Some(first) = sentence.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    sentence
}
