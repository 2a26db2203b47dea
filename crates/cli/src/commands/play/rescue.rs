//! A game whose terminal went away, as when a connection breaks, is kept in a file and offered at
//! the next start. It goes when it is opened.

use std::fs;
use std::path::{Path, PathBuf};

use foursight_record::GameRecord;

use super::files;
use crate::learner_file::data_directory;

/// At most so many games wait to be opened.
const WAITING_MAX: usize = 100;

/// The names of such files, in the order in which they are used.
fn paths() -> Option<impl Iterator<Item = PathBuf>> {
    let directory = data_directory()?;
    let name = |number: usize| match number {
        1 => "cut-off.json".to_owned(),
        _ => format!("cut-off-{number}.json"),
    };
    Some((1..=WAITING_MAX).map(move |number| directory.join(name(number))))
}

/// Keeps a game, and says where.
pub(super) fn keep(record: &GameRecord) -> Result<PathBuf, String> {
    let free = paths().and_then(|mut paths| paths.find(|path| !path.exists()));
    let path = free.ok_or("there is no place to keep the game")?;
    if let Some(directory) = path.parent() {
        // If it cannot be made, the file cannot be written, and that is told.
        let _ = fs::create_dir_all(directory);
    }
    files::save(&path, record).map(|()| path)
}

/// A game was opened from this file. If it waited to be, it would be offered again.
pub(crate) fn opened(path: &Path) {
    if paths().is_some_and(|mut paths| paths.any(|waiting| waiting == path)) {
        let _ = fs::remove_file(path);
    }
}

/// A game that waits to be opened.
pub(super) fn waiting() -> Option<PathBuf> {
    paths()?.find(|path| path.is_file())
}
