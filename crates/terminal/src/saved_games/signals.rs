//! Termination by a signal: Ctrl-C, a termination request, a closed terminal. Prints the unfinished
//! game or, if the terminal is gone, saves it to a file.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use foursight_record::GameRecord;
use foursight_table::Occupant;

use super::recovery::RecoveryFile;
use crate::exit::Exit;

/// Exit code that shells report for an interrupted command.
const EXIT_INTERRUPTED: i32 = 130;

/// State that would be lost.
struct UnsavedGame {
    /// The exit message; empty if nothing would be lost.
    message: String,
    /// The game, if it is unfinished and not in a file.
    game: Option<GameRecord>,
    seats: [Occupant; 2],
    recovery_file: RecoveryFile,
    /// True if the game is saved after every move, and not only on termination.
    is_autosaved: bool,
    /// True once the session has ended, so that signals are no longer its concern.
    has_ended: bool,
}

impl UnsavedGame {
    /// Saves the game, if there is one, and returns the path.
    fn save(&mut self) -> Option<Result<PathBuf, String>> {
        let Some(game) = self.game.clone() else {
            self.recovery_file.discard();
            return None;
        };
        Some(self.recovery_file.save(game, &self.seats))
    }
}

/// Recovers the game of a session that is ended by a signal.
#[derive(Clone)]
pub(crate) struct SignalGuard(Arc<Mutex<UnsavedGame>>);

impl SignalGuard {
    /// Installs the signal handlers. Does nothing where there are no signals.
    pub(crate) fn install(seats: [Occupant; 2], is_autosaved: bool) -> Self {
        let guard = Self(Arc::new(Mutex::new(UnsavedGame {
            message: String::new(),
            game: None,
            seats,
            recovery_file: RecoveryFile::default(),
            is_autosaved,
            has_ended: false,
        })));
        let handler_guard = guard.clone();
        // Without handlers, a signal ends the game like any program.
        let _ = on_termination_signal(move |is_hang_up| handler_guard.handle_signal(is_hang_up));
        guard
    }

    fn lock(&self) -> MutexGuard<'_, UnsavedGame> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the exit message, and a game that is not in a file.
    pub(crate) fn set(&self, message: String, game: Option<GameRecord>) {
        let mut unsaved = self.lock();
        (unsaved.message, unsaved.game) = (message, game);
        if unsaved.is_autosaved {
            // Best effort: a failed write matters only if the session is killed.
            let _ = unsaved.save();
        }
    }

    /// Records that a game was opened from this file.
    pub(crate) fn set_opened(&self, path: &Path) {
        self.lock().recovery_file.set_opened(path);
    }

    /// Removes the opened recovery file, because the session's own file now holds the game.
    pub(crate) fn discard_opened(&self) {
        self.lock().recovery_file.discard_opened();
    }

    fn handle_signal(&self, is_hang_up: bool) {
        // Hold the lock, so that the game cannot change any more.
        let mut unsaved = self.lock();
        if unsaved.has_ended {
            return;
        }
        // The game holds the lock of standard output, so the message goes to standard error.
        let is_printed =
            !is_hang_up && writeln!(io::stderr().lock(), "\n{}", unsaved.message).is_ok();
        if is_printed {
            unsaved.game = None;
        }
        let _ = unsaved.save();
        process::exit(if is_hang_up {
            Exit::Storage as i32
        } else {
            EXIT_INTERRUPTED
        });
    }

    /// Ends the session: another may follow in the same process.
    pub(crate) fn end_session(&self) {
        self.lock().has_ended = true;
    }

    /// Saves the game to a file if it would be lost, and returns the path.
    pub(crate) fn save(&self) -> Option<Result<PathBuf, String>> {
        self.lock().save()
    }

    /// Discards the recovery data: there are no moves, or the user knows how to resume.
    pub(crate) fn discard(&self) {
        let mut unsaved = self.lock();
        (unsaved.message, unsaved.game) = (String::new(), None);
        unsaved.recovery_file.discard();
    }
}

/// Calls a function for every termination signal; true means that the terminal is gone.
#[cfg(unix)]
fn on_termination_signal(handler: impl Fn(bool) + Send + 'static) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use std::sync::mpsc;
    use std::thread;
    let (sender, receiver) = mpsc::channel::<Signals>();
    // Start the thread first: a signal caught before it runs would be lost.
    thread::Builder::new().spawn(move || {
        let Ok(mut signals) = receiver.recv() else {
            return;
        };
        for signal in signals.forever() {
            handler(signal == SIGHUP);
        }
    })?;
    let _ = sender.send(Signals::new([SIGINT, SIGTERM, SIGHUP])?);
    Ok(())
}

#[cfg(not(unix))]
fn on_termination_signal(handler: impl Fn(bool) + Send + 'static) -> io::Result<()> {
    ctrlc::set_handler(move || handler(false)).map_err(io::Error::other)
}
