//! Texts in both languages, and their inline markup.

pub use foursight_phrases::Language;

/// A text in both languages; neither is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BilingualText {
    /// English text.
    pub english: String,
    /// German text.
    pub german: String,
}

impl BilingualText {
    /// Returns the text in a language.
    #[must_use]
    pub fn get(&self, language: Language) -> &str {
        match language {
            Language::English => &self.english,
            Language::German => &self.german,
        }
    }
}

/// A span of a text with inline markup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextSpan<'a> {
    /// Plain text.
    Plain(&'a str),
    /// Text between backticks: code or user input.
    Code(&'a str),
    /// Text between asterisks: emphasis.
    Strong(&'a str),
}

/// Splits a text into spans. An unclosed backtick or asterisk is an ordinary character.
///
/// ```
/// use foursight_lessons::{TextSpan, parse_markup};
///
/// let spans = parse_markup("*Row 0* is `board[0]`.");
/// assert_eq!(spans, [
///     TextSpan::Strong("Row 0"), TextSpan::Plain(" is "), TextSpan::Code("board[0]"), TextSpan::Plain("."),
/// ]);
/// ```
#[must_use]
pub fn parse_markup(text: &str) -> Vec<TextSpan<'_>> {
    let mut spans = Vec::new();
    let mut rest = text;
    let mut plain = text;
    while let Some(at) = rest.find(['`', '*']) {
        let (before, marked) = rest.split_at(at);
        let mark = &marked[..1];
        let Some((inside, after)) = marked[1..].split_once(mark) else {
            break;
        };
        let is_code = mark == "`";
        // The asterisks in `2 * 3 * 4` are operators, not markup.
        let is_operator = inside.is_empty() || inside.starts_with(' ') || inside.ends_with(' ');
        if is_operator && !is_code {
            rest = &marked[1..];
            continue;
        }
        let before = &plain[..plain.len() - rest.len() + before.len()];
        if !before.is_empty() {
            spans.push(TextSpan::Plain(before));
        }
        spans.push(if is_code {
            TextSpan::Code(inside)
        } else {
            TextSpan::Strong(inside)
        });
        (rest, plain) = (after, after);
    }
    if !plain.is_empty() {
        spans.push(TextSpan::Plain(plain));
    }
    spans
}

/// Removes the markup from a text, for screen readers and terminals.
#[must_use]
pub fn strip_markup(text: &str) -> String {
    let spans = parse_markup(text).into_iter();
    spans
        .map(|span| match span {
            TextSpan::Plain(text) | TextSpan::Code(text) | TextSpan::Strong(text) => text,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn markup_is_removed() {
        let check = |text: &str, expected: &str| assert_eq!(strip_markup(text), expected, "{text}");
        check("", "");
        check("a *b* `c`", "a b c");
        check("`c = a * b`, *d*", "c = a * b, d");
        check("6 * 7 * 2", "6 * 7 * 2");
        check("open ` only", "open ` only");
        check("a ** b *c*", "a ** b c");
    }

    proptest! {
        #[test]
        fn text_is_preserved(text in "[ab*` é]{0,20}") {
            let whole: String = text.chars().filter(|c| !"*`".contains(*c)).collect();
            let left: String = strip_markup(&text).chars().filter(|c| !"*`".contains(*c)).collect();
            prop_assert_eq!(whole, left);
        }
    }
}
