//! Ctrl-C: a game that would be lost is left on the screen.

use std::io::{self, Write};
use std::process;
use std::sync::{Arc, Mutex, PoisonError};

/// What a shell reports of a command that was interrupted.
const EXIT_INTERRUPTED: i32 = 130;

/// The words to leave behind; none if nothing would be lost.
#[derive(Clone, Default)]
pub(super) struct LastWords(Arc<Mutex<String>>);

impl LastWords {
    /// Leaves them behind on Ctrl-C. Where there is no such signal, nothing changes.
    pub(super) fn on_interrupt() -> Self {
        let words = Self::default();
        let left = words.clone();
        // Standard output is locked by the game, so the words go to standard error.
        let _ = ctrlc::set_handler(move || {
            let words = left.0.lock().unwrap_or_else(PoisonError::into_inner);
            let _ = writeln!(io::stderr().lock(), "\n{words}");
            process::exit(EXIT_INTERRUPTED);
        });
        words
    }

    pub(super) fn set(&self, words: String) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = words;
    }
}
