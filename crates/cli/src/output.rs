//! Standard output: locked once, never panicking on a closed pipe, and knowing whether colour is
//! welcome. Standard output is line-buffered, so that a program that feeds us line by line gets
//! its answers line by line.

use std::env;
use std::ffi::OsStr;
use std::io::{self, IsTerminal, StdoutLock, Write};

use clap::ValueEnum;

/// When to use colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal that does not ask for none.
    #[default]
    #[value(help = "On a terminal, unless NO_COLOR is set or TERM is dumb")]
    Auto,
    /// Even into a file or pipe
    Always,
    /// Not at all
    Never,
}

/// Where answers go.
pub(crate) struct Out {
    stdout: StdoutLock<'static>,
    color: bool,
}

impl Out {
    pub(crate) fn to_stdout(color: Color) -> Self {
        let stdout = io::stdout().lock();
        let color = is_welcome(
            color,
            stdout.is_terminal(),
            env::var_os("NO_COLOR").as_deref(),
            env::var_os("TERM").as_deref(),
        );
        Self { stdout, color }
    }

    /// True if colour is welcome.
    pub(crate) const fn color(&self) -> bool {
        self.color
    }

    pub(crate) fn is_terminal(&self) -> bool {
        self.stdout.is_terminal()
    }

    /// Writes prose: on a terminal no word is broken at the edge.
    pub(crate) fn paragraph(&mut self, text: &str) -> io::Result<()> {
        if self.is_terminal() {
            self.line(&wrap(text))
        } else {
            self.line(text)
        }
    }

    /// Writes text and ends the line if the text has not done so.
    pub(crate) fn line(&mut self, text: &str) -> io::Result<()> {
        self.stdout.write_all(text.as_bytes())?;
        if text.ends_with('\n') {
            Ok(())
        } else {
            self.stdout.write_all(b"\n")
        }
    }
}

/// The widest line of a paragraph on a terminal.
const PARAGRAPH_CHARS_MAX: usize = 79;

/// Breaks long lines between words.
fn wrap(text: &str) -> String {
    let mut lines = Vec::new();
    for line in text.lines() {
        let mut wrapped = String::new();
        for word in line.split(' ') {
            let length = wrapped.chars().count() + 1 + word.chars().count();
            if !wrapped.is_empty() && length > PARAGRAPH_CHARS_MAX {
                lines.push(std::mem::take(&mut wrapped));
            }
            if !wrapped.is_empty() {
                wrapped.push(' ');
            }
            wrapped.push_str(word);
        }
        lines.push(wrapped);
    }
    lines.join("\n")
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stdout.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stdout.flush()
    }
}

/// The conventions of <https://no-color.org> and of terminals that can do nothing.
fn is_welcome(
    color: Color,
    is_terminal: bool,
    no_color: Option<&OsStr>,
    term: Option<&OsStr>,
) -> bool {
    match color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => {
            let is_refused = no_color.is_some_and(|value| !value.is_empty());
            let is_dumb = term.is_some_and(|value| value == "dumb");
            is_terminal && !is_refused && !is_dumb
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_breaks_between_words() {
        let word = "x".repeat(39);
        assert_eq!(wrap(&format!("{word} {word}")), format!("{word} {word}"));
        assert_eq!(
            wrap(&format!("{word} {word} a\nb")),
            format!("{word} {word}\na\nb")
        );
        let long = "x".repeat(100);
        assert_eq!(wrap(&long), long);
    }

    #[test]
    fn color_is_for_terminals_that_want_it() {
        let check = |color, is_terminal, no_color: Option<&str>, term: Option<&str>, expected| {
            let welcome = is_welcome(
                color,
                is_terminal,
                no_color.map(OsStr::new),
                term.map(OsStr::new),
            );
            assert_eq!(welcome, expected, "{color:?} {no_color:?} {term:?}");
        };
        check(Color::Auto, true, None, Some("xterm"), true);
        check(Color::Auto, true, None, None, true);
        check(Color::Auto, false, None, Some("xterm"), false);
        check(Color::Auto, true, Some("1"), Some("xterm"), false);
        check(Color::Auto, true, Some(""), Some("xterm"), true);
        check(Color::Auto, true, None, Some("dumb"), false);
        check(Color::Always, false, Some("1"), Some("dumb"), true);
        check(Color::Never, true, None, Some("xterm"), false);
    }
}
