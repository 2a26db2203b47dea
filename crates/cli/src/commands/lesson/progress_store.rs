//! Stores progress and written thoughts: `foursight/lessons.txt` and `foursight/thoughts.txt` in
//! the user's data directory. Without such a directory nothing is stored.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use foursight_files::{atomic, directories};
use foursight_lessons::Progress;

use crate::exit::{CliError, print_message};

const PROGRESS_FILE: &str = "lessons.txt";
const THOUGHTS_FILE: &str = "thoughts.txt";

/// The progress of the learner, and its directory.
pub(super) struct ProgressStore {
    directory: Option<PathBuf>,
    progress: Progress,
    /// True if the file has lines that are not progress, which a save would lose.
    has_invalid_lines: bool,
}

impl ProgressStore {
    /// Loads the stored progress.
    pub(super) fn load() -> Result<Self, CliError> {
        let directory = directories::data();
        let text = match directory
            .as_ref()
            .map(|directory| directory.join(PROGRESS_FILE))
        {
            None => String::new(),
            Some(path) => match fs::read(&path) {
                Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
                Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
                Err(error) => return Err(storage_failure("read", &path, &error)),
            },
        };
        let invalid_lines = Progress::invalid_lines(&text);
        if let (Some(first), Some(directory)) = (invalid_lines.first(), &directory) {
            let path = directory.join(PROGRESS_FILE);
            print_message(&format!(
                "line {first} of {} is not a valid step; ignoring it",
                path.display()
            ));
        }
        Ok(Self {
            directory,
            progress: Progress::from_text(&text),
            has_invalid_lines: !invalid_lines.is_empty(),
        })
    }

    /// Returns the progress.
    pub(super) fn progress(&self) -> &Progress {
        &self.progress
    }

    /// Changes the progress and saves it.
    pub(super) fn update(&mut self, update: impl FnOnce(&mut Progress)) -> Result<(), CliError> {
        update(&mut self.progress);
        let Some(directory) = &self.directory else {
            return Ok(());
        };
        let path = directory.join(PROGRESS_FILE);
        if std::mem::take(&mut self.has_invalid_lines) {
            let backup = free_backup_name(directory);
            fs::copy(&path, &backup).map_err(|error| storage_failure("copy", &path, &error))?;
            print_message(&format!("the old progress is kept in {}", backup.display()));
        }
        fs::create_dir_all(directory)
            .and_then(|()| atomic::replace(&path, self.progress.to_text().as_bytes()))
            .map_err(|error| storage_failure("write", &path, &error))
    }

    /// Appends a thought to its file and returns the path. Returns `None` without a data directory.
    pub(super) fn add_thought(&self, text: &str) -> Result<Option<PathBuf>, CliError> {
        let Some(directory) = &self.directory else {
            return Ok(None);
        };
        let path = directory.join(THOUGHTS_FILE);
        fs::create_dir_all(directory)
            .and_then(|()| OpenOptions::new().create(true).append(true).open(&path))
            .and_then(|mut file| writeln!(file, "{text}"))
            .map_err(|error| storage_failure("write", &path, &error))?;
        Ok(Some(path))
    }
}

/// Returns an unused name for a backup of the progress.
fn free_backup_name(directory: &Path) -> PathBuf {
    let mut names = (1_u32..).map(|number| directory.join(format!("{PROGRESS_FILE}.old{number}")));
    names
        .find(|path| !path.exists())
        .unwrap_or_else(|| directory.join(PROGRESS_FILE).with_extension("old"))
}

fn storage_failure(action: &str, file: &Path, error: &io::Error) -> CliError {
    let path = file.display();
    CliError::storage(format_args!("cannot {action} the progress {path}: {error}"))
}
