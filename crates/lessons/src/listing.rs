//! The listings that lessons show: cut out of the compiled source when the crate is built.

use crate::trace::Mark;

/// A part of our own source, without the marks.
#[derive(Debug, PartialEq, Eq)]
pub struct Listing {
    /// What lessons call it.
    pub name: &'static str,
    /// The file it stands in, without its ending.
    pub file: &'static str,
    /// Each line with its number in the source.
    pub lines: &'static [(u32, &'static str)],
}

static LISTINGS: &[Listing] = include!(concat!(env!("OUT_DIR"), "/listings.rs"));

impl Listing {
    /// Every listing, in order of their files.
    #[must_use]
    pub fn all() -> &'static [Self] {
        LISTINGS
    }

    /// The listing of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        LISTINGS.iter().find(|listing| listing.name == name)
    }

    /// Its whole text.
    #[must_use]
    pub fn text(&self) -> String {
        let lines: Vec<_> = self.lines.iter().map(|(_, line)| *line).collect();
        lines.join("\n")
    }

    /// The line that a mark speaks of, counted from 0; none if it stands outside this listing.
    #[must_use]
    pub fn line_of(&self, mark: &Mark<'_>) -> Option<usize> {
        let begins = |line: &str, word: &str| line.trim_start().starts_with(word);
        if let Some((name, text)) = mark.entry {
            let mut lines = self.lines.iter();
            let found = lines.position(|(_, line)| begins(line, text));
            return found.filter(|_| self.name == name);
        }
        let (first, last) = (self.lines.first()?.0, self.lines.last()?.0);
        let file = mark.file.rsplit(['/', '\\']).next()?;
        if file.strip_suffix(".rs") != Some(self.file) || !(first..=last).contains(&mark.line) {
            return None;
        }
        match mark.back {
            None => self.lines.iter().position(|(at, _)| *at > mark.line),
            Some(word) => self
                .lines
                .iter()
                .rposition(|(at, line)| *at < mark.line && begins(line, word)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_and_watchers_are_not_shown() {
        assert!(LISTINGS.len() >= 10, "{}", LISTINGS.len());
        for listing in LISTINGS {
            let text = listing.text();
            for hidden in ["see", "See<"] {
                assert!(!text.contains(hidden), "{}: {text}", listing.name);
            }
            let mut lines = text.lines().map(str::trim_start);
            let is_mark = |line: &str| {
                ["at!(", "back!(", "entry!("]
                    .iter()
                    .any(|it| line.starts_with(it))
            };
            assert!(!lines.any(is_mark), "{}: {text}", listing.name);
            assert!(!text.trim().is_empty(), "{}", listing.name);
        }
    }

    #[test]
    fn what_is_shown_is_what_is_compiled() {
        let source = include_str!("teach/fall.rs");
        let listing = Listing::named("drop_row").expect("there is one");
        for (number, line) in listing.lines {
            let found = source.lines().nth(*number as usize - 1).expect("a line");
            let code = found.replace(", see: See<'_>)", ")");
            assert_eq!(code.trim(), line.trim(), "{number}");
        }
    }
}
