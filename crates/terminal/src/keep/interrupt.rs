//! The end from outside: Ctrl-C, a request to end, a terminal that goes away. A game that would be
//! lost is left on the screen, or if there is none any more, in a file.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use foursight_record::GameRecord;
use foursight_table::Who;

use super::rescue::Running;
use crate::exit::Exit;

/// What a shell reports of a command that was interrupted.
const EXIT_INTERRUPTED: i32 = 130;

/// What would be lost.
struct Left {
    /// The words to leave behind; none if nothing would be lost.
    words: String,
    /// The game, if it is not over and in no file.
    game: Option<GameRecord>,
    seats: [Who; 2],
    running: Running,
    /// It is kept in a file after every move, and not only when the end comes.
    is_kept_always: bool,
    /// The sitting has ended, and what comes from outside is no longer its matter.
    is_retired: bool,
}

impl Left {
    /// Keeps the game, if there is one, and says where.
    fn keep(&mut self) -> Option<Result<PathBuf, String>> {
        let Some(game) = self.game.clone() else {
            self.running.let_go();
            return None;
        };
        Some(self.running.keep(game, &self.seats))
    }
}

/// What is left behind when the sitting is ended from outside.
#[derive(Clone)]
pub(crate) struct LastWords(Arc<Mutex<Left>>);

impl LastWords {
    /// Leaves them behind from now on. Where there are no signals, nothing changes.
    pub(crate) fn on_signals(seats: [Who; 2], is_kept_always: bool) -> Self {
        let words = Self(Arc::new(Mutex::new(Left {
            words: String::new(),
            game: None,
            seats,
            running: Running::default(),
            is_kept_always,
            is_retired: false,
        })));
        let left = words.clone();
        // Without the signals the game ends as any program does.
        let _ = listen(move |is_hang_up| left.end(is_hang_up));
        words
    }

    fn left(&self) -> MutexGuard<'_, Left> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What would be lost now: these words, and a game that is in no file.
    pub(crate) fn set(&self, words: String, game: Option<GameRecord>) {
        let mut left = self.left();
        (left.words, left.game) = (words, game);
        if left.is_kept_always {
            // Whoever cannot write there loses the game only if the worst happens.
            let _ = left.keep();
        }
    }

    /// A game was opened from this file.
    pub(crate) fn opened(&self, path: &Path) {
        self.left().running.opened(path);
    }

    /// What was opened is in the file of the sitting.
    pub(crate) fn forget_opened(&self) {
        self.left().running.forget_opened();
    }

    fn end(&self, is_hang_up: bool) {
        // Nobody changes the game from here on.
        let mut left = self.left();
        if left.is_retired {
            return;
        }
        // Standard output is locked by the game, so the words go to standard error.
        let is_said = !is_hang_up && writeln!(io::stderr().lock(), "\n{}", left.words).is_ok();
        if is_said {
            left.game = None;
        }
        let _ = left.keep();
        process::exit(if is_hang_up {
            Exit::Storage as i32
        } else {
            EXIT_INTERRUPTED
        });
    }

    /// The sitting has ended: another may follow in the same program.
    pub(crate) fn retire(&self) {
        self.left().is_retired = true;
    }

    /// Keeps the game in a file, if it would be lost, and says where.
    pub(crate) fn keep(&self) -> Option<Result<PathBuf, String>> {
        self.left().keep()
    }

    /// Nothing would be lost: nobody has moved, or the person was told how to go on.
    pub(crate) fn let_go(&self) {
        let mut left = self.left();
        (left.words, left.game) = (String::new(), None);
        left.running.let_go();
    }
}

/// Calls a function for every signal that asks for the end; true means that the terminal is gone.
#[cfg(unix)]
fn listen(ended: impl Fn(bool) + Send + 'static) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use std::sync::mpsc;
    use std::thread;
    let (hand_over, handed) = mpsc::channel::<Signals>();
    // The thread first: signals that are caught with nobody to hear them would be lost.
    thread::Builder::new().spawn(move || {
        let Ok(mut signals) = handed.recv() else {
            return;
        };
        for signal in signals.forever() {
            ended(signal == SIGHUP);
        }
    })?;
    let _ = hand_over.send(Signals::new([SIGINT, SIGTERM, SIGHUP])?);
    Ok(())
}

#[cfg(not(unix))]
fn listen(ended: impl Fn(bool) + Send + 'static) -> io::Result<()> {
    ctrlc::set_handler(move || ended(false)).map_err(io::Error::other)
}
