//! Progress of a learner, which apps store as lines of text.
//!
//! ```text
//! done how/fall
//! last how/line
//! ```
//!
//! In an exported file, an empty line and the reflection of the learner follow.

use std::collections::BTreeSet;

use crate::lesson::Lesson;

/// Maximum length of the reflection that a learner writes at the end of a lesson.
pub const REFLECTION_CHARS_MAX: usize = 10_000;
/// Maximum number of stored steps; the course has far fewer.
const STEPS_MAX: usize = 10_000;

/// The steps that a learner has finished, and the step visited last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    done: BTreeSet<(String, String)>,
    last: Option<(String, String)>,
}

impl Progress {
    /// Marks a step as finished.
    pub fn finish(&mut self, lesson: &str, step: &str) {
        if self.done.len() < STEPS_MAX {
            self.done.insert((lesson.to_owned(), step.to_owned()));
        }
    }

    /// Stores the current step.
    pub fn visit(&mut self, lesson: &str, step: &str) {
        self.last = Some((lesson.to_owned(), step.to_owned()));
    }

    /// Returns true if the step is finished.
    #[must_use]
    pub fn is_finished(&self, lesson: &str, step: &str) -> bool {
        self.done.contains(&(lesson.to_owned(), step.to_owned()))
    }

    /// Returns the number of finished steps of a lesson.
    #[must_use]
    pub fn finished_steps(&self, lesson: &Lesson) -> usize {
        let steps = lesson.steps.iter();
        steps
            .filter(|step| self.is_finished(&lesson.name, &step.name))
            .count()
    }

    /// Returns the number of finished steps of all lessons.
    #[must_use]
    pub fn finished_total(&self) -> usize {
        self.done.len()
    }

    /// Returns the lesson and step visited last.
    #[must_use]
    pub fn last(&self) -> Option<(&str, &str)> {
        let (lesson, step) = self.last.as_ref()?;
        Some((lesson, step))
    }

    /// Formats the progress as lines of text.
    #[must_use]
    pub fn to_text(&self) -> String {
        let line = |keyword: &str, (lesson, step): &(String, String)| {
            [keyword, " ", lesson, "/", step, "\n"].concat()
        };
        let done = self.done.iter().map(|place| line("done", place));
        let last = self.last.iter().map(|place| line("last", place));
        done.chain(last).collect()
    }

    /// Merges another progress: adds its finished steps, and continues at its last step.
    pub fn merge(&mut self, other: &Self) {
        for (lesson, step) in &other.done {
            self.finish(lesson, step);
        }
        self.last = other.last.clone().or_else(|| self.last.take());
    }

    /// Exports the progress with the reflection of the learner.
    #[must_use]
    pub fn to_file(&self, reflection: &str) -> String {
        [&self.to_text(), "\n", reflection, "\n"].concat()
    }

    /// Parses a file that [`to_file`](Self::to_file) wrote. Returns `None` if it has no steps or
    /// invalid lines.
    #[must_use]
    pub fn from_file(file: &str) -> Option<(Self, String)> {
        let file = file.replace("\r\n", "\n");
        let (lines, reflection) = file.split_once("\n\n").unwrap_or((&file, ""));
        let progress = Self::from_text(lines);
        let is_valid = progress != Self::default() && Self::invalid_lines(lines).is_empty();
        let reflection = reflection.strip_suffix('\n').unwrap_or(reflection);
        is_valid.then(|| {
            (
                progress,
                reflection.chars().take(REFLECTION_CHARS_MAX).collect(),
            )
        })
    }

    /// Returns the numbers of invalid lines, counted from 1. Empty lines are valid.
    #[must_use]
    pub fn invalid_lines(text: &str) -> Vec<usize> {
        let lines = text.lines().zip(1..);
        let invalid =
            lines.filter(|(line, _)| !line.trim().is_empty() && parse_line(line).is_none());
        invalid.map(|(_, number)| number).collect()
    }

    /// Parses lines of text and skips invalid ones.
    #[must_use]
    pub fn from_text(text: &str) -> Self {
        let mut progress = Self::default();
        for line in text.lines() {
            match parse_line(line) {
                Some(("done", lesson, step)) => progress.finish(lesson, step),
                Some((_, lesson, step)) => progress.visit(lesson, step),
                None => {}
            }
        }
        progress
    }
}

/// Parses a line into its keyword, lesson and step.
fn parse_line(line: &str) -> Option<(&str, &str, &str)> {
    let (keyword, place) = line.split_once(' ')?;
    let (lesson, step) = place.split_once('/')?;
    ["done", "last"]
        .contains(&keyword)
        .then_some((keyword, lesson, step))
}

/// Merges two reflections without losing or repeating text.
#[must_use]
pub fn merge_reflections(here: &str, there: &str) -> String {
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
    fn progress_round_trips() {
        let mut progress = Progress::default();
        progress.finish("how", "fall");
        progress.finish("how", "fall");
        progress.visit("how", "line");
        assert_eq!(progress.to_text(), "done how/fall\nlast how/line\n");
        assert_eq!(Progress::from_text(&progress.to_text()), progress);
        assert!(progress.is_finished("how", "fall") && !progress.is_finished("how", "line"));
        assert_eq!(progress.last(), Some(("how", "line")));
        assert_eq!(
            Progress::from_text("x\ndone\ndone a\nlast\n= /"),
            Progress::default()
        );
        let invalid = Progress::invalid_lines("x\ndone how/fall\n\nlast\nlast how/line\n= a/b");
        assert_eq!(invalid, [1, 4, 6]);
    }

    #[test]
    fn an_exported_file_reads_back() {
        let mut progress = Progress::default();
        progress.finish("how", "fall");
        progress.visit("how", "reflect");
        for reflection in ["", "Gravity is a search.", "One.\n\nTwo.\n"] {
            let file = progress.to_file(reflection);
            let read = Progress::from_file(&file);
            assert_eq!(
                read,
                Some((progress.clone(), reflection.to_owned())),
                "{file}"
            );
            let windows = Progress::from_file(&file.replace('\n', "\r\n"));
            assert_eq!(windows, read, "{file}");
        }
        for invalid in [
            "",
            "\n\nthoughts alone",
            "[3, 3, 1]",
            "done how/fall\nand more",
        ] {
            assert_eq!(Progress::from_file(invalid), None, "{invalid}");
        }
    }

    #[test]
    fn progress_merges() {
        let mut here = Progress::from_text("done how/fall\nlast how/line\n");
        here.merge(&Progress::from_text("done rules/drop\n"));
        assert_eq!(
            here.to_text(),
            "done how/fall\ndone rules/drop\nlast how/line\n"
        );
        here.merge(&Progress::from_text("last scan/axes\n"));
        assert_eq!(here.last(), Some(("scan", "axes")));
    }

    #[test]
    fn reflections_merge_without_repetition() {
        let check = |here: &str, there: &str, expected: &str| {
            assert_eq!(
                merge_reflections(here, there),
                expected,
                "{here:?} {there:?}"
            );
        };
        check("", "", "");
        check("one", "", "one");
        check("", "two", "two");
        check("one", "two", "one\n\ntwo");
        check("one\n\ntwo", "two", "one\n\ntwo");
        check("one", "one\n\ntwo", "one\n\ntwo");
    }
}
