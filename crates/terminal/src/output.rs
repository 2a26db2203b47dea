//! Standard output: locked once, never panicking on a closed pipe, and knowing whether colour is
//! welcome. Standard output is line-buffered, so that a program that feeds us line by line gets
//! its answers line by line.

use std::env;
use std::ffi::OsStr;
use std::io::{self, IsTerminal, StdoutLock, Write};

use clap::ValueEnum;

/// When to use colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Color {
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
pub struct Out {
    stdout: StdoutLock<'static>,
    color: bool,
    columns: Option<usize>,
}

impl Out {
    /// Standard output, with colour if it is wanted.
    #[must_use]
    pub fn to_stdout(color: Color) -> Self {
        let stdout = io::stdout().lock();
        let color = is_welcome(
            color,
            stdout.is_terminal(),
            env::var_os("NO_COLOR").as_deref(),
            env::var_os("TERM").as_deref(),
        );
        let columns = columns_of(&stdout);
        Self {
            stdout,
            color,
            columns,
        }
    }

    /// True if colour is welcome.
    #[must_use]
    pub const fn color(&self) -> bool {
        self.color
    }

    /// True if it is a terminal.
    #[must_use]
    pub fn is_terminal(&self) -> bool {
        self.stdout.is_terminal()
    }

    /// How many characters fit on a line of the screen; none where there is no edge.
    #[must_use]
    pub fn columns(&self) -> Option<usize> {
        self.columns
    }

    /// Writes prose: no word is broken at the edge of the screen.
    ///
    /// # Errors
    ///
    /// What the system says if it cannot be written or read.
    pub fn paragraph(&mut self, text: &str) -> io::Result<()> {
        let text = self.wrapped(text);
        self.line(&text)
    }

    /// Writes a question and leaves the line open for the answer.
    ///
    /// # Errors
    ///
    /// What the system says if it cannot be written or read.
    pub fn ask(&mut self, text: &str) -> io::Result<()> {
        let text = self.wrapped(text);
        self.stdout.write_all(text.as_bytes())
    }

    fn wrapped(&self, text: &str) -> String {
        match self.columns {
            // Some terminals break a line that they have just filled.
            Some(columns) => wrap(text, columns.saturating_sub(1).min(PARAGRAPH_CHARS_MAX)),
            None => text.to_owned(),
        }
    }

    /// Writes text and ends the line if the text has not done so.
    ///
    /// # Errors
    ///
    /// What the system says if it cannot be written or read.
    pub fn line(&mut self, text: &str) -> io::Result<()> {
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
/// The width of a terminal that does not tell it.
const COLUMNS_USUAL: usize = 80;

/// The variable `COLUMNS`, else what the terminal says.
fn columns_of(stdout: &StdoutLock<'_>) -> Option<usize> {
    let set = env::var("COLUMNS").ok().and_then(|text| text.parse().ok());
    set.filter(|columns| *columns > 0).or_else(|| {
        let told = || terminal_columns(stdout).unwrap_or(COLUMNS_USUAL);
        stdout.is_terminal().then(told)
    })
}

/// How many characters fit on a line of standard error.
#[must_use]
pub fn columns_of_stderr() -> usize {
    terminal_columns(&io::stderr()).unwrap_or(COLUMNS_USUAL)
}

#[cfg(unix)]
fn terminal_columns(screen: &impl rustix::fd::AsFd) -> Option<usize> {
    let size = rustix::termios::tcgetwinsize(screen).ok()?;
    Some(usize::from(size.ws_col)).filter(|columns| *columns > 0)
}

#[cfg(not(unix))]
fn terminal_columns<T>(_screen: &T) -> Option<usize> {
    None
}

/// Breaks long lines between words, and sets what follows in as far as the line was.
fn wrap(text: &str, chars_max: usize) -> String {
    let mut lines = Vec::new();
    for line in text.lines() {
        let indent = " ".repeat(indent_of(line, chars_max));
        let mut wrapped = String::new();
        for (index, word) in line.split(' ').enumerate() {
            let length = wrapped.chars().count() + 1 + word.chars().count();
            if length > chars_max && wrapped.len() > indent.len() && !word.is_empty() {
                lines.push(wrapped.trim_end().to_owned());
                wrapped.clone_from(&indent);
                wrapped.push_str(word);
                continue;
            }
            if index > 0 {
                wrapped.push(' ');
            }
            wrapped.push_str(word);
        }
        lines.push(wrapped);
    }
    lines.join("\n")
}

/// How far the words of a line are set in: where it begins or, in a list of terms and what they
/// mean, where the meaning does.
fn indent_of(line: &str, chars_max: usize) -> usize {
    let spaces = |text: &str| text.len() - text.trim_start_matches(' ').len();
    let start = spaces(line);
    let meaning = line[start..].find("  ").map(|gap| {
        let gap = start + gap;
        line[..gap].chars().count() + spaces(&line[gap..])
    });
    // A narrow screen has no room for two columns.
    meaning
        .filter(|meaning| meaning * 2 <= chars_max)
        .unwrap_or(start)
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
        let wrap = |text: &str| wrap(text, 79);
        assert_eq!(wrap(&format!("{word} {word}")), format!("{word} {word}"));
        assert_eq!(
            wrap(&format!("{word} {word} a\nb")),
            format!("{word} {word}\na\nb")
        );
        assert_eq!(
            wrap(&format!("  {word} {word} a")),
            format!("  {word}\n  {word} a")
        );
        let long = "x".repeat(100);
        assert_eq!(wrap(&long), long);
    }

    #[test]
    fn what_a_term_means_stays_in_its_column() {
        let check = |text, chars_max, expected| assert_eq!(wrap(text, chars_max), expected);
        check("u, U  undo, redo", 16, "u, U  undo, redo");
        check("u, U  undo, redo", 15, "u, U  undo,\n      redo");
        check("  u   undo, redo", 12, "  u   undo,\n      redo");
        check("undo  undo, redo", 11, "undo  undo,\nredo");
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
