//! Standard output: locked once, tolerant of a closed pipe, and aware of colour support. It is
//! line-buffered, so that a program that feeds us line by line gets its answers line by line.

use std::env;
use std::ffi::OsStr;
use std::io::{self, IsTerminal, StdoutLock, Write};

use clap::ValueEnum;

/// Colour mode of the output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ColorMode {
    /// On a terminal that does not ask for none.
    #[default]
    #[value(help = "On a terminal, unless NO_COLOR is set or TERM is dumb")]
    Auto,
    /// Even into a file or pipe
    Always,
    /// Not at all
    Never,
}

/// Standard output of the program.
pub struct CliOutput {
    stdout: StdoutLock<'static>,
    color: bool,
    columns: Option<usize>,
}

impl CliOutput {
    /// Locks standard output, with colour as configured.
    #[must_use]
    pub fn to_stdout(color: ColorMode) -> Self {
        let stdout = io::stdout().lock();
        let color = uses_color(
            color,
            stdout.is_terminal(),
            env::var_os("NO_COLOR").as_deref(),
            env::var_os("TERM").as_deref(),
        );
        let columns = stdout_columns(&stdout);
        Self {
            stdout,
            color,
            columns,
        }
    }

    /// True if output is coloured.
    #[must_use]
    pub const fn color(&self) -> bool {
        self.color
    }

    /// True if standard output is a terminal.
    #[must_use]
    pub fn is_terminal(&self) -> bool {
        self.stdout.is_terminal()
    }

    /// Returns the width of the terminal in characters, or `None` if the output is not a terminal.
    #[must_use]
    pub fn columns(&self) -> Option<usize> {
        self.columns
    }

    /// Writes prose, wrapped between words at the edge of the screen.
    ///
    /// # Errors
    ///
    /// Returns the I/O error of the operating system.
    pub fn paragraph(&mut self, text: &str) -> io::Result<()> {
        let text = self.wrap_to_screen(text);
        self.line(&text)
    }

    /// Writes a prompt and leaves the line open for the answer.
    ///
    /// # Errors
    ///
    /// Returns the I/O error of the operating system.
    pub fn prompt(&mut self, text: &str) -> io::Result<()> {
        let text = self.wrap_to_screen(text);
        self.stdout.write_all(text.as_bytes())
    }

    fn wrap_to_screen(&self, text: &str) -> String {
        match self.columns {
            // Some terminals wrap a line that was just filled.
            Some(columns) => wrap(text, columns.saturating_sub(1).min(PARAGRAPH_CHARS_MAX)),
            None => text.to_owned(),
        }
    }

    /// Writes text and adds a line break if the text does not end with one.
    ///
    /// # Errors
    ///
    /// Returns the I/O error of the operating system.
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
/// Width assumed for a terminal that does not report one.
const COLUMNS_DEFAULT: usize = 80;

/// Returns the variable `COLUMNS`, or else the width that the terminal reports.
fn stdout_columns(stdout: &StdoutLock<'_>) -> Option<usize> {
    let set = env::var("COLUMNS").ok().and_then(|text| text.parse().ok());
    set.filter(|columns| *columns > 0).or_else(|| {
        let reported = || terminal_columns(stdout).unwrap_or(COLUMNS_DEFAULT);
        stdout.is_terminal().then(reported)
    })
}

/// Returns the width of standard error in characters.
#[must_use]
pub fn columns_of_stderr() -> usize {
    terminal_columns(&io::stderr()).unwrap_or(COLUMNS_DEFAULT)
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

/// Wraps long lines between words, and indents continuation lines like the first.
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

/// Returns the indentation of continuation lines: the start of the line or, in a list of terms and
/// meanings, the start of the meaning.
fn indent_of(line: &str, chars_max: usize) -> usize {
    let cells = |text: &str| text.len() - text.trim_start_matches(' ').len();
    let start = cells(line);
    let meaning = line[start..].find("  ").map(|gap| {
        let gap = start + gap;
        line[..gap].chars().count() + cells(&line[gap..])
    });
    // A narrow screen has no room for two columns.
    meaning
        .filter(|meaning| meaning * 2 <= chars_max)
        .unwrap_or(start)
}

impl Write for CliOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stdout.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stdout.flush()
    }
}

/// Follows <https://no-color.org> and the convention of dumb terminals.
fn uses_color(
    color: ColorMode,
    is_terminal: bool,
    no_color: Option<&OsStr>,
    term: Option<&OsStr>,
) -> bool {
    match color {
        ColorMode::Always => true,
        ColorMode::Never => false,
        ColorMode::Auto => {
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
    fn definitions_wrap_within_their_column() {
        let check = |text, chars_max, expected| assert_eq!(wrap(text, chars_max), expected);
        check("u, U  undo, redo", 16, "u, U  undo, redo");
        check("u, U  undo, redo", 15, "u, U  undo,\n      redo");
        check("  u   undo, redo", 12, "  u   undo,\n      redo");
        check("undo  undo, redo", 11, "undo  undo,\nredo");
    }

    #[test]
    fn color_depends_on_the_terminal_and_the_flag() {
        let check = |color, is_terminal, no_color: Option<&str>, term: Option<&str>, expected| {
            let welcome = uses_color(
                color,
                is_terminal,
                no_color.map(OsStr::new),
                term.map(OsStr::new),
            );
            assert_eq!(welcome, expected, "{color:?} {no_color:?} {term:?}");
        };
        check(ColorMode::Auto, true, None, Some("xterm"), true);
        check(ColorMode::Auto, true, None, None, true);
        check(ColorMode::Auto, false, None, Some("xterm"), false);
        check(ColorMode::Auto, true, Some("1"), Some("xterm"), false);
        check(ColorMode::Auto, true, Some(""), Some("xterm"), true);
        check(ColorMode::Auto, true, None, Some("dumb"), false);
        check(ColorMode::Always, false, Some("1"), Some("dumb"), true);
        check(ColorMode::Never, true, None, Some("xterm"), false);
    }
}
