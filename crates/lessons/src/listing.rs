//! The listings of the lessons, which the build script extracts from the compiled source code.

use crate::trace::TracePoint;

/// A part of our source code, without trace macros.
#[derive(Debug, PartialEq, Eq)]
pub struct Listing {
    /// Name in lesson files.
    pub name: &'static str,
    /// Source file without its extension.
    pub file: &'static str,
    /// Lines with their numbers in the source file.
    pub lines: &'static [(u32, &'static str)],
}

static LISTINGS: &[Listing] = include!(concat!(env!("OUT_DIR"), "/listings.rs"));

impl Listing {
    /// Returns all listings, ordered by file.
    #[must_use]
    pub fn all() -> &'static [Self] {
        LISTINGS
    }

    /// Returns the listing with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<&'static Self> {
        LISTINGS.iter().find(|listing| listing.name == name)
    }

    /// Returns the source code of the listing.
    #[must_use]
    pub fn text(&self) -> String {
        let lines: Vec<_> = self.lines.iter().map(|(_, line)| *line).collect();
        lines.join("\n")
    }

    /// Returns the line that a trace point refers to, counted from 0, or `None` for a point outside
    /// this listing.
    #[must_use]
    pub fn line_of(&self, point: &TracePoint<'_>) -> Option<usize> {
        let begins = |line: &str, word: &str| line.trim_start().starts_with(word);
        if let Some((name, text)) = point.entry {
            let mut lines = self.lines.iter();
            let found = lines.position(|(_, line)| begins(line, text));
            return found.filter(|_| self.name == name);
        }
        let (first, last) = (self.lines.first()?.0, self.lines.last()?.0);
        let file = point.file.rsplit(['/', '\\']).next()?;
        if file.strip_suffix(".rs") != Some(self.file) || !(first..=last).contains(&point.line) {
            return None;
        }
        match point.back {
            None => self.lines.iter().position(|(at, _)| *at > point.line),
            Some(word) => self
                .lines
                .iter()
                .rposition(|(at, line)| *at < point.line && begins(line, word)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn listings_contain_no_trace_code() {
        assert!(LISTINGS.len() >= 10, "{}", LISTINGS.len());
        for listing in LISTINGS {
            let text = listing.text();
            for hidden in ["trace", "Tracer<"] {
                assert!(!text.contains(hidden), "{}: {text}", listing.name);
            }
            let mut lines = text.lines().map(str::trim_start);
            let is_trace_macro = |line: &str| {
                ["at!(", "back!(", "entry!("]
                    .iter()
                    .any(|name| line.starts_with(name))
            };
            assert!(!lines.any(is_trace_macro), "{}: {text}", listing.name);
            assert!(!text.trim().is_empty(), "{}", listing.name);
        }
    }

    #[test]
    fn listings_equal_the_source_code() {
        let source = include_str!("teach/fall.rs");
        let listing = Listing::from_name("drop_row").expect("a listing");
        for (number, line) in listing.lines {
            let found = source.lines().nth(*number as usize - 1).expect("a line");
            let code = found.replace(", trace: Tracer<'_>)", ")");
            assert_eq!(code.trim(), line.trim(), "{number}");
        }
    }
}
