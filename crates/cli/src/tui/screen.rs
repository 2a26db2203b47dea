//! The terminal while it is ours: raw keys, the alternate screen and the mouse. However the game
//! ends, it is given back as it was.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::{panic, thread};

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

/// What a thread said when it panicked: printed on the alternate screen it would be lost.
type LastWords = Arc<Mutex<Option<String>>>;

/// The terminal, until it is dropped.
pub(super) struct Screen<W: Write> {
    pub(super) terminal: Terminal<CrosstermBackend<W>>,
    last_words: LastWords,
}

impl<W: Write> Screen<W> {
    /// Takes the terminal.
    pub(super) fn take(mut out: W, mouse: bool) -> io::Result<Self> {
        let last_words = LastWords::default();
        let heard = last_words.clone();
        panic::set_hook(Box::new(move |info| {
            let mut words = heard.lock().unwrap_or_else(PoisonError::into_inner);
            words.get_or_insert(info.to_string());
        }));
        enable_raw_mode()?;
        let entered = execute!(out, EnterAlternateScreen);
        let entered = if mouse {
            entered.and_then(|()| execute!(out, EnableMouseCapture))
        } else {
            entered
        };
        let terminal = entered.and_then(|()| Terminal::new(CrosstermBackend::new(out)));
        match terminal {
            Ok(terminal) => Ok(Self {
                terminal,
                last_words,
            }),
            Err(error) => {
                let _ = disable_raw_mode();
                Err(error)
            }
        }
    }
}

/// Gives the screen back. Nothing can be done about a terminal that is gone.
fn give_back(out: &mut impl Write) {
    let _ = execute!(out, DisableMouseCapture, LeaveAlternateScreen, Show);
    let _ = out.flush();
}

impl<W: Write> Drop for Screen<W> {
    fn drop(&mut self) {
        give_back(self.terminal.backend_mut());
        let _ = disable_raw_mode();
        if !thread::panicking() {
            let _ = panic::take_hook();
        }
        let words = self.last_words.lock();
        let words = words.unwrap_or_else(PoisonError::into_inner).take();
        if let Some(words) = words {
            let _ = writeln!(io::stderr(), "{words}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_screen_is_left_and_the_cursor_shown() {
        let mut written = Vec::new();
        give_back(&mut written);
        let written = String::from_utf8(written).expect("escapes are text");
        let left = written.find("\u{1b}[?1049l").expect("the screen is left");
        let shown = written.find("\u{1b}[?25h").expect("the cursor is shown");
        assert!(written.contains("\u{1b}[?1000l"), "the mouse is let go");
        assert!(left < shown);
    }
}
