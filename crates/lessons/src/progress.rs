//! How far somebody has come, and what they wrote: kept by the apps as plain lines.
//!
//! ```text
//! done how/fall
//! last how/line
//! ```
//!
//! In a file to take along, an empty line follows, and then what somebody wrote.

use std::collections::BTreeSet;

use crate::lesson::Lesson;

/// The longest text that somebody may leave at the end of a lesson.
pub const REFLECTION_CHARS_MAX: usize = 10_000;
/// The most steps that are remembered; the course has far fewer.
const STEPS_MAX: usize = 10_000;

/// The steps that somebody has finished, and where they were last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    done: BTreeSet<(String, String)>,
    last: Option<(String, String)>,
}

impl Progress {
    /// Notes that a step is finished.
    pub fn finish(&mut self, lesson: &str, step: &str) {
        if self.done.len() < STEPS_MAX {
            self.done.insert((lesson.to_owned(), step.to_owned()));
        }
    }

    /// Notes where somebody is.
    pub fn visit(&mut self, lesson: &str, step: &str) {
        self.last = Some((lesson.to_owned(), step.to_owned()));
    }

    /// True if the step is finished.
    #[must_use]
    pub fn has(&self, lesson: &str, step: &str) -> bool {
        self.done.contains(&(lesson.to_owned(), step.to_owned()))
    }

    /// How many steps of a lesson are finished.
    #[must_use]
    pub fn finished(&self, lesson: &Lesson) -> usize {
        let steps = lesson.steps.iter();
        steps
            .filter(|step| self.has(&lesson.name, &step.name))
            .count()
    }

    /// How many steps are finished, of all lessons together.
    #[must_use]
    pub fn count(&self) -> usize {
        self.done.len()
    }

    /// Where somebody was last.
    #[must_use]
    pub fn last(&self) -> Option<(&str, &str)> {
        let (lesson, step) = self.last.as_ref()?;
        Some((lesson, step))
    }

    /// As lines.
    #[must_use]
    pub fn to_text(&self) -> String {
        let line = |word: &str, (lesson, step): &(String, String)| {
            [word, " ", lesson, "/", step, "\n"].concat()
        };
        let done = self.done.iter().map(|place| line("done", place));
        let last = self.last.iter().map(|place| line("last", place));
        done.chain(last).collect()
    }

    /// Adds what another one tells: whatever is finished there is finished here, and one goes on there.
    pub fn add(&mut self, other: &Self) {
        for (lesson, step) in &other.done {
            self.finish(lesson, step);
        }
        self.last = other.last.clone().or_else(|| self.last.take());
    }

    /// As a file to take along, with what somebody wrote.
    #[must_use]
    pub fn to_file(&self, thoughts: &str) -> String {
        [&self.to_text(), "\n", thoughts, "\n"].concat()
    }

    /// What a file tells that [`to_file`](Self::to_file) wrote; none if it tells of no step.
    #[must_use]
    pub fn from_file(file: &str) -> Option<(Self, String)> {
        let file = file.replace("\r\n", "\n");
        let (lines, thoughts) = file.split_once("\n\n").unwrap_or((&file, ""));
        let progress = Self::from_text(lines);
        let is_one = progress != Self::default() && Self::strange_lines(lines).is_empty();
        let thoughts = thoughts.strip_suffix('\n').unwrap_or(thoughts);
        is_one.then(|| {
            (
                progress,
                thoughts.chars().take(REFLECTION_CHARS_MAX).collect(),
            )
        })
    }

    /// The lines, counted from 1, that hold something and tell of no step.
    #[must_use]
    pub fn strange_lines(text: &str) -> Vec<usize> {
        let lines = text.lines().zip(1..);
        let strange = lines.filter(|(line, _)| !line.trim().is_empty() && read(line).is_none());
        strange.map(|(_, number)| number).collect()
    }

    /// What lines tell; those that tell nothing are left out.
    #[must_use]
    pub fn from_text(text: &str) -> Self {
        let mut progress = Self::default();
        for line in text.lines() {
            match read(line) {
                Some(("done", lesson, step)) => progress.finish(lesson, step),
                Some((_, lesson, step)) => progress.visit(lesson, step),
                None => {}
            }
        }
        progress
    }
}

/// The word of a line, and the place it speaks of.
fn read(line: &str) -> Option<(&str, &str, &str)> {
    let (word, place) = line.split_once(' ')?;
    let (lesson, step) = place.split_once('/')?;
    ["done", "last"]
        .contains(&word)
        .then_some((word, lesson, step))
}

/// What somebody wrote here and what a file holds, in one text: nothing is lost and nothing said twice.
#[must_use]
pub fn joined_thoughts(here: &str, there: &str) -> String {
    let parts = match (here.trim(), there.trim()) {
        (here, there) if here.contains(there) => vec![here],
        (here, there) if there.contains(here) => vec![there],
        both => vec![both.0, both.1],
    };
    let text = parts.join("\n\n");
    text.chars().take(REFLECTION_CHARS_MAX).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_is_kept() {
        let mut progress = Progress::default();
        progress.finish("how", "fall");
        progress.finish("how", "fall");
        progress.visit("how", "line");
        assert_eq!(progress.to_text(), "done how/fall\nlast how/line\n");
        assert_eq!(Progress::from_text(&progress.to_text()), progress);
        assert!(progress.has("how", "fall") && !progress.has("how", "line"));
        assert_eq!(progress.last(), Some(("how", "line")));
        assert_eq!(
            Progress::from_text("x\ndone\ndone a\nlast\n= /"),
            Progress::default()
        );
        let strange = Progress::strange_lines("x\ndone how/fall\n\nlast\nlast how/line\n= a/b");
        assert_eq!(strange, [1, 4, 6]);
    }

    #[test]
    fn a_file_is_taken_back() {
        let mut progress = Progress::default();
        progress.finish("how", "fall");
        progress.visit("how", "reflect");
        for thoughts in ["", "Gravity is a search.", "One.\n\nTwo.\n"] {
            let file = progress.to_file(thoughts);
            let read = Progress::from_file(&file);
            assert_eq!(
                read,
                Some((progress.clone(), thoughts.to_owned())),
                "{file}"
            );
            let windows = Progress::from_file(&file.replace('\n', "\r\n"));
            assert_eq!(windows, read, "{file}");
        }
        for strange in [
            "",
            "\n\nthoughts alone",
            "[3, 3, 1]",
            "done how/fall\nand more",
        ] {
            assert_eq!(Progress::from_file(strange), None, "{strange}");
        }
    }

    #[test]
    fn what_a_file_tells_is_added() {
        let mut here = Progress::from_text("done how/fall\nlast how/line\n");
        here.add(&Progress::from_text("done rules/drop\n"));
        assert_eq!(
            here.to_text(),
            "done how/fall\ndone rules/drop\nlast how/line\n"
        );
        here.add(&Progress::from_text("last scan/axes\n"));
        assert_eq!(here.last(), Some(("scan", "axes")));
    }

    #[test]
    fn thoughts_are_neither_lost_nor_said_twice() {
        let check = |here: &str, there: &str, expected: &str| {
            assert_eq!(joined_thoughts(here, there), expected, "{here:?} {there:?}");
        };
        check("", "", "");
        check("one", "", "one");
        check("", "two", "two");
        check("one", "two", "one\n\ntwo");
        check("one\n\ntwo", "two", "one\n\ntwo");
        check("one", "one\n\ntwo", "one\n\ntwo");
    }
}
