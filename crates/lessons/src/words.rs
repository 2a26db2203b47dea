//! Words in both languages, and the marks inside them.

/// A language of the course.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tongue {
    /// English.
    #[default]
    English,
    /// German.
    German,
}

impl Tongue {
    /// Both.
    pub const ALL: [Self; 2] = [Self::English, Self::German];
}

/// A text in both languages, neither empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    /// In English.
    pub english: String,
    /// In German.
    pub german: String,
}

impl Words {
    /// The text in a language.
    #[must_use]
    pub fn get(&self, tongue: Tongue) -> &str {
        match tongue {
            Tongue::English => &self.english,
            Tongue::German => &self.german,
        }
    }
}

/// A piece of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece<'a> {
    /// As it stands.
    Plain(&'a str),
    /// Between backticks: code, or something to type.
    Code(&'a str),
    /// Between asterisks: what matters.
    Strong(&'a str),
}

/// The pieces of a text. A mark that is not closed is a character like any other.
///
/// ```
/// use foursight_lessons::{Piece, pieces};
///
/// let found = pieces("*Row 0* is `grid[0]`.");
/// assert_eq!(found, [
///     Piece::Strong("Row 0"), Piece::Plain(" is "), Piece::Code("grid[0]"), Piece::Plain("."),
/// ]);
/// ```
#[must_use]
pub fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut found = Vec::new();
    let mut rest = text;
    let mut plain = text;
    while let Some(at) = rest.find(['`', '*']) {
        let (before, marked) = rest.split_at(at);
        let mark = &marked[..1];
        let Some((inside, after)) = marked[1..].split_once(mark) else {
            break;
        };
        let is_code = mark == "`";
        // `2 * 3 * 4` is a sum and no mark.
        let is_loose = inside.is_empty() || inside.starts_with(' ') || inside.ends_with(' ');
        if is_loose && !is_code {
            rest = &marked[1..];
            continue;
        }
        let before = &plain[..plain.len() - rest.len() + before.len()];
        if !before.is_empty() {
            found.push(Piece::Plain(before));
        }
        found.push(if is_code {
            Piece::Code(inside)
        } else {
            Piece::Strong(inside)
        });
        (rest, plain) = (after, after);
    }
    if !plain.is_empty() {
        found.push(Piece::Plain(plain));
    }
    found
}

/// The text without its marks, for ears and terminals.
#[must_use]
pub fn unmarked(text: &str) -> String {
    let pieces = pieces(text).into_iter();
    pieces
        .map(|piece| match piece {
            Piece::Plain(text) | Piece::Code(text) | Piece::Strong(text) => text,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn marks_are_taken_out() {
        let check = |text: &str, expected: &str| assert_eq!(unmarked(text), expected, "{text}");
        check("", "");
        check("a *b* `c`", "a b c");
        check("`c = a * b`, *d*", "c = a * b, d");
        check("6 * 7 * 2", "6 * 7 * 2");
        check("open ` only", "open ` only");
        check("a ** b *c*", "a ** b c");
    }

    proptest! {
        #[test]
        fn nothing_is_lost(text in "[ab*` é]{0,20}") {
            let whole: String = text.chars().filter(|c| !"*`".contains(*c)).collect();
            let left: String = unmarked(&text).chars().filter(|c| !"*`".contains(*c)).collect();
            prop_assert_eq!(whole, left);
        }
    }
}
