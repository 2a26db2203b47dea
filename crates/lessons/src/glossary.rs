//! The words of the game: what each means, and where it is used first.

use std::sync::OnceLock;

use crate::entries::entries;
use crate::words::{Tongue, Words};

/// A word of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// What addresses call it.
    pub name: String,
    /// The word.
    pub word: Words,
    /// Other forms of it, divided by commas.
    pub forms: Words,
    /// What it means.
    pub meaning: Words,
    /// Phrases in which the word means something else, divided by commas.
    pub apart: Words,
}

/// All words, in the order of the file.
///
/// # Panics
///
/// Never: the file is part of this crate, and a test reads it.
#[must_use]
pub fn glossary() -> &'static [Term] {
    static TERMS: OnceLock<Vec<Term>> = OnceLock::new();
    TERMS.get_or_init(|| {
        let mut faults = Vec::new();
        let entries = entries(include_str!("../course/glossary.txt"), &mut faults);
        assert!(faults.is_empty(), "a test reads this file");
        let read = |part: &[crate::entries::Entry<'_>]| {
            let words = |key| {
                let found = part.iter().find(|entry| entry.key == key);
                found.and_then(|entry| entry.words().ok())
            };
            Some(Term {
                name: part.first()?.value.to_owned(),
                word: words("word")?,
                forms: words("forms").unwrap_or_default(),
                meaning: words("means")?,
                apart: words("apart").unwrap_or_default(),
            })
        };
        let parts = entries.chunk_by(|_, next| next.key != "term");
        parts.filter_map(read).collect()
    })
}

impl Term {
    fn spellings(&self, tongue: Tongue) -> impl Iterator<Item = &str> {
        let forms = self.forms.get(tongue).split(',').map(str::trim);
        [self.word.get(tongue)]
            .into_iter()
            .chain(forms)
            .filter(|form| !form.is_empty())
    }

    /// True if a word at a place of a text stands in a phrase in which it means something else.
    fn is_apart(&self, tongue: Tongue, text: &str, from: usize, word: &str) -> bool {
        let (before, after) = (&text[..from], &text[from + word.len()..]);
        let phrases = self.apart.get(tongue).split(',').map(str::trim);
        phrases.filter(|phrase| !phrase.is_empty()).any(|phrase| {
            let mut places = phrase.match_indices(word);
            places.any(|(at, _)| {
                let (left, right) = (&phrase[..at], &phrase[at + word.len()..]);
                let start = before.len().checked_sub(left.len());
                let found = start.and_then(|start| before.get(start..));
                let is_left = found.is_some_and(|found| found.eq_ignore_ascii_case(left));
                is_left && after.starts_with(right)
            })
        })
    }
}

/// A stretch of plain text, perhaps a word of the glossary that is used here first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Linked<'a> {
    /// The stretch.
    pub text: &'a str,
    /// The word it is.
    pub term: Option<&'static Term>,
}

/// A text in stretches, with those words of the glossary that are not in `seen` yet. They are then.
#[must_use]
pub fn linked<'a>(text: &'a str, tongue: Tongue, seen: &mut Vec<&'static str>) -> Vec<Linked<'a>> {
    let mut found = Vec::new();
    let mut start = 0;
    for (from, word) in words_of(text) {
        let is_new = |term: &&'static Term| !seen.contains(&term.name.as_str());
        let is_it = |term: &&'static Term| {
            let mut spellings = term.spellings(tongue);
            spellings.any(|form| is_same(form, word)) && !term.is_apart(tongue, text, from, word)
        };
        let Some(term) = glossary().iter().filter(is_new).find(is_it) else {
            continue;
        };
        seen.push(&term.name);
        if from > start {
            found.push(Linked {
                text: &text[start..from],
                term: None,
            });
        }
        start = from + word.len();
        found.push(Linked {
            text: word,
            term: Some(term),
        });
    }
    if start < text.len() {
        found.push(Linked {
            text: &text[start..],
            term: None,
        });
    }
    found
}

/// Equal but for the case of the first letter, as at the start of a sentence.
fn is_same(form: &str, word: &str) -> bool {
    let lower = |text: &str| text.chars().next().map(|c| c.to_lowercase().to_string());
    let rest = |text: &str| text.chars().skip(1).collect::<String>();
    lower(form) == lower(word) && rest(form) == rest(word)
}

/// The words of a text with where they begin; hyphens belong to words.
fn words_of(text: &str) -> Vec<(usize, &str)> {
    let is_word = |c: char| c.is_alphabetic() || c == '-';
    let mut words = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        match (is_word(c), start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                words.push((from, &text[from..at]));
                start = None;
            }
            _ => {}
        }
    }
    words
}
