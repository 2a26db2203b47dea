//! Standard output: locked once, never panicking on a closed pipe, and knowing whether colour is
//! welcome. Standard output is line-buffered, so that a program that feeds us line by line gets
//! its answers line by line.

use std::env;
use std::io::{self, IsTerminal, StdoutLock, Write};

use clap::ValueEnum;

/// When to use colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless `NO_COLOR` is set or `TERM` is `dumb`
    #[default]
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
        let color = match color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => stdout.is_terminal() && surroundings_welcome_color(),
        };
        Self { stdout, color }
    }

    /// True if colour is welcome.
    pub(crate) const fn color(&self) -> bool {
        self.color
    }

    pub(crate) fn is_terminal(&self) -> bool {
        self.stdout.is_terminal()
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

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stdout.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stdout.flush()
    }
}

/// The conventions of <https://no-color.org> and of terminals that can do nothing.
fn surroundings_welcome_color() -> bool {
    let no_color = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let dumb = env::var_os("TERM").is_some_and(|value| value == "dumb");
    !no_color && !dumb
}
