//! How far somebody has come, and what they wrote: `foursight/lessons.txt` and `foursight/thoughts.txt` in
//! the directory for data. Where there is no such directory, nothing is kept.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use foursight_lessons::Progress;

use crate::exit::{Failure, complain};
use crate::learner_file::data_directory;

const PROGRESS: &str = "lessons.txt";
const THOUGHTS: &str = "thoughts.txt";

/// What is kept, and where.
pub(super) struct Kept {
    directory: Option<PathBuf>,
    progress: Progress,
    /// True if the file holds something that is no progress, and would be lost.
    is_strange: bool,
}

impl Kept {
    /// What earlier visits have left.
    pub(super) fn load() -> Result<Self, Failure> {
        let directory = data_directory();
        let text = match directory.as_ref().map(|it| it.join(PROGRESS)) {
            None => String::new(),
            Some(path) => match fs::read(&path) {
                Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
                Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
                Err(error) => return Err(failed("read", &path, &error)),
            },
        };
        let strange = Progress::strange_lines(&text);
        if let (Some(first), Some(directory)) = (strange.first(), &directory) {
            let path = directory.join(PROGRESS);
            complain(&format!(
                "line {first} of {} tells of no step; what can be read is used",
                path.display()
            ));
        }
        Ok(Self {
            directory,
            progress: Progress::from_text(&text),
            is_strange: !strange.is_empty(),
        })
    }

    /// How far somebody has come.
    pub(super) fn progress(&self) -> &Progress {
        &self.progress
    }

    /// Changes that, on the disk as well. The old file stays until the new one is whole.
    pub(super) fn change(&mut self, change: impl FnOnce(&mut Progress)) -> Result<(), Failure> {
        change(&mut self.progress);
        let Some(directory) = &self.directory else {
            return Ok(());
        };
        let path = directory.join(PROGRESS);
        if std::mem::take(&mut self.is_strange) {
            let aside = free_name(directory);
            fs::copy(&path, &aside).map_err(|error| failed("copy", &path, &error))?;
            complain(&format!("the old progress is kept in {}", aside.display()));
        }
        let beside = directory.join(format!("{PROGRESS}.{}", std::process::id()));
        fs::create_dir_all(directory)
            .and_then(|()| fs::write(&beside, self.progress.to_text()))
            .and_then(|()| fs::rename(&beside, &path))
            .map_err(|error| failed("write", &path, &error))
    }

    /// Adds what somebody wrote, and says where it is; none if there is no place for it.
    pub(super) fn add_thought(&self, text: &str) -> Result<Option<PathBuf>, Failure> {
        let Some(directory) = &self.directory else {
            return Ok(None);
        };
        let path = directory.join(THOUGHTS);
        fs::create_dir_all(directory)
            .and_then(|()| OpenOptions::new().create(true).append(true).open(&path))
            .and_then(|mut file| writeln!(file, "{text}"))
            .map_err(|error| failed("write", &path, &error))?;
        Ok(Some(path))
    }
}

/// A name beside the progress that no file has yet.
fn free_name(directory: &Path) -> PathBuf {
    let mut names = (1_u32..).map(|number| directory.join(format!("{PROGRESS}.old{number}")));
    names
        .find(|path| !path.exists())
        .unwrap_or_else(|| directory.join(PROGRESS).with_extension("old"))
}

fn failed(what: &str, path: &Path, error: &io::Error) -> Failure {
    let shown = path.display();
    Failure::storage(format_args!("cannot {what} the progress {shown}: {error}"))
}
