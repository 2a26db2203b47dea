//! Stores what a player has done in `foursight/puzzles.txt` in the user's data directory. Without
//! such a directory, and when input is piped, nothing is stored.

use std::fs;
use std::io::{self, IsTerminal as _};
use std::path::PathBuf;

use foursight_files::{atomic, directories};
use foursight_puzzles::PuzzleHistory;

use crate::exit::{CliError, print_message};

const HISTORY_FILE: &str = "puzzles.txt";

/// The history of the player, and its file.
pub(super) struct HistoryStore {
    path: Option<PathBuf>,
    history: PuzzleHistory,
    /// True if the file has invalid lines, which a save would lose.
    has_invalid_lines: bool,
}

impl HistoryStore {
    /// Loads the history.
    pub(super) fn load() -> Result<Self, CliError> {
        let path = directories::data().map(|directory| directory.join(HISTORY_FILE));
        let text = match path.as_ref().map(fs::read) {
            None => String::new(),
            Some(Ok(bytes)) => String::from_utf8_lossy(&bytes).into_owned(),
            Some(Err(error)) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Some(Err(error)) => return Err(failure("read", path.as_ref(), &error)),
        };
        let (history, invalid) = PuzzleHistory::from_text(&text);
        if let (Some(line), Some(path)) = (invalid.first(), &path) {
            let path = path.display();
            print_message(&format!("line {line} of {path} is no attempt; ignoring it"));
        }
        Ok(Self {
            path,
            history,
            has_invalid_lines: !invalid.is_empty(),
        })
    }

    /// Returns the history.
    pub(super) const fn history(&self) -> &PuzzleHistory {
        &self.history
    }

    /// Changes the history, and saves it at a terminal.
    pub(super) fn update(
        &mut self,
        update: impl FnOnce(&mut PuzzleHistory),
    ) -> Result<(), CliError> {
        update(&mut self.history);
        if io::stdin().is_terminal() {
            self.save()?;
        }
        Ok(())
    }

    /// Resets the history.
    pub(super) fn forget(mut self) -> Result<(), CliError> {
        self.history = PuzzleHistory::default();
        self.save()
    }

    fn save(&mut self) -> Result<(), CliError> {
        let Some(path) = &self.path else {
            return Ok(());
        };
        let save = || {
            if let Some(directory) = path.parent() {
                fs::create_dir_all(directory)?;
            }
            if self.has_invalid_lines {
                let backup = path.with_extension("txt.old");
                fs::copy(path, &backup)?;
                print_message(&format!(
                    "the old attempts are kept in {}",
                    backup.display()
                ));
            }
            atomic::replace(path, self.history.to_text().as_bytes())
        };
        save().map_err(|error| failure("write", self.path.as_ref(), &error))?;
        self.has_invalid_lines = false;
        Ok(())
    }
}

fn failure(action: &str, path: Option<&PathBuf>, error: &io::Error) -> CliError {
    let path = path.map_or_else(String::new, |path| path.display().to_string());
    CliError::storage(format_args!("cannot {action} the attempts {path}: {error}"))
}
