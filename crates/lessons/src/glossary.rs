//! The glossary of the game, and links to it from the first use of each term.

use std::sync::OnceLock;

use crate::bilingual::{BilingualText, Language};
use crate::key_values::{KeyValue, parse_key_values};

/// A term of the glossary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// Name in URLs.
    pub name: String,
    /// The term itself.
    pub word: BilingualText,
    /// Other forms of the word, separated by commas.
    pub forms: BilingualText,
    /// Definition.
    pub meaning: BilingualText,
    /// Phrases in which the word has another meaning, separated by commas.
    pub exceptions: BilingualText,
}

/// Returns all terms, in the order of the file.
///
/// # Panics
///
/// Never: the file is part of this crate, and a test reads it.
#[must_use]
pub fn glossary() -> &'static [Term] {
    static TERMS: OnceLock<Vec<Term>> = OnceLock::new();
    TERMS.get_or_init(|| {
        let mut errors = Vec::new();
        let lines = parse_key_values(include_str!("../course/glossary.txt"), &mut errors);
        assert!(errors.is_empty(), "a test reads this file");
        let read = |part: &[KeyValue<'_>]| {
            let text = |key| {
                let found = part.iter().find(|line| line.key == key);
                found.and_then(|line| line.text().ok())
            };
            Some(Term {
                name: part.first()?.value.to_owned(),
                word: text("word")?,
                forms: text("forms").unwrap_or_default(),
                meaning: text("means")?,
                exceptions: text("apart").unwrap_or_default(),
            })
        };
        let parts = lines.chunk_by(|_, next| next.key != "term");
        parts.filter_map(read).collect()
    })
}

impl Term {
    fn spellings(&self, language: Language) -> impl Iterator<Item = &str> {
        let forms = self.forms.get(language).split(',').map(str::trim);
        [self.word.get(language)]
            .into_iter()
            .chain(forms)
            .filter(|form| !form.is_empty())
    }

    /// Returns true if the word at an offset is part of a phrase in which it has another meaning.
    fn is_exception(&self, language: Language, text: &str, from: usize, word: &str) -> bool {
        let (before, after) = (&text[..from], &text[from + word.len()..]);
        let phrases = self.exceptions.get(language).split(',').map(str::trim);
        phrases.filter(|phrase| !phrase.is_empty()).any(|phrase| {
            let mut offsets = phrase.match_indices(word);
            offsets.any(|(at, _)| {
                let (left, right) = (&phrase[..at], &phrase[at + word.len()..]);
                let start = before.len().checked_sub(left.len());
                let found = start.and_then(|start| before.get(start..));
                let is_left = found.is_some_and(|found| found.eq_ignore_ascii_case(left));
                is_left && after.starts_with(right)
            })
        })
    }
}

/// A span of plain text, or the first use of a term of the glossary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GlossarySpan<'a> {
    /// Text of the span.
    pub text: &'a str,
    /// The term, if the span is its first use.
    pub term: Option<&'static Term>,
}

/// Splits a text into spans at the first uses of terms. Skips the terms in `seen` and adds the new
/// ones.
#[must_use]
pub fn link_terms<'a>(
    text: &'a str,
    language: Language,
    seen: &mut Vec<&'static str>,
) -> Vec<GlossarySpan<'a>> {
    let mut spans = Vec::new();
    let mut start = 0;
    for (from, word) in words_of(text) {
        let is_new = |term: &&'static Term| !seen.contains(&term.name.as_str());
        let matches = |term: &&'static Term| {
            let mut spellings = term.spellings(language);
            spellings.any(|form| matches_form(form, word))
                && !term.is_exception(language, text, from, word)
        };
        let Some(term) = glossary().iter().filter(is_new).find(matches) else {
            continue;
        };
        seen.push(&term.name);
        if from > start {
            spans.push(GlossarySpan {
                text: &text[start..from],
                term: None,
            });
        }
        start = from + word.len();
        spans.push(GlossarySpan {
            text: word,
            term: Some(term),
        });
    }
    if start < text.len() {
        spans.push(GlossarySpan {
            text: &text[start..],
            term: None,
        });
    }
    spans
}

/// Compares two words, ignoring the case of the first letter, as at the start of a sentence.
fn matches_form(form: &str, word: &str) -> bool {
    let lower = |text: &str| text.chars().next().map(|c| c.to_lowercase().to_string());
    let rest = |text: &str| text.chars().skip(1).collect::<String>();
    lower(form) == lower(word) && rest(form) == rest(word)
}

/// Returns the words of a text with their byte offsets; hyphens are part of words.
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
