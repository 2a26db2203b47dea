//! The end from outside: Ctrl-C, a request to end, a terminal that goes away. A game that would be
//! lost is left on the screen, or if there is none any more, in a file.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process;
use std::sync::{Arc, Mutex, PoisonError};

use foursight_record::GameRecord;

use super::rescue;
use crate::exit::Exit;

/// What a shell reports of a command that was interrupted.
const EXIT_INTERRUPTED: i32 = 130;

/// What would be lost.
#[derive(Default)]
pub(super) struct Left {
    /// The words to leave behind; none if nothing would be lost.
    pub(super) words: String,
    /// The game, if it is not over and in no file.
    pub(super) game: Option<GameRecord>,
}

/// What is left behind when the sitting is ended from outside.
#[derive(Clone, Default)]
pub(super) struct LastWords(Arc<Mutex<Left>>);

impl LastWords {
    /// Leaves them behind from now on. Where there are no signals, nothing changes.
    pub(super) fn on_signals() -> Self {
        let words = Self::default();
        let left = words.clone();
        // Without the signals the game ends as any program does.
        let _ = listen(move |is_hang_up| left.end(is_hang_up));
        words
    }

    pub(super) fn set(&self, left: Left) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = left;
    }

    fn end(&self, is_hang_up: bool) {
        // Nobody changes the game from here on.
        let mut left = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if is_hang_up {
            let _ = keep(&mut left);
            process::exit(Exit::Storage as i32);
        }
        // Standard output is locked by the game, so the words go to standard error.
        let said = writeln!(io::stderr().lock(), "\n{}", left.words);
        if said.is_err() {
            let _ = keep(&mut left);
        }
        process::exit(EXIT_INTERRUPTED);
    }

    /// Keeps the game in a file, if it would be lost, and says where.
    pub(super) fn keep(&self) -> Option<Result<PathBuf, String>> {
        keep(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

fn keep(left: &mut Left) -> Option<Result<PathBuf, String>> {
    left.game.take().map(|game| rescue::keep(&game))
}

/// Calls a function for every signal that asks for the end; true means that the terminal is gone.
#[cfg(unix)]
fn listen(ended: impl Fn(bool) + Send + 'static) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    std::thread::spawn(move || {
        for signal in signals.forever() {
            ended(signal == SIGHUP);
        }
    });
    Ok(())
}

#[cfg(not(unix))]
fn listen(ended: impl Fn(bool) + Send + 'static) -> io::Result<()> {
    ctrlc::set_handler(move || ended(false)).map_err(io::Error::other)
}
