//! Restoring a store in a file from a backup.
//!
//! The old store is renamed, never deleted, and the copy gets its name only when it is whole and on
//! the disk: after a crash at any moment one of the two is the store.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::{BackupSummary, StoreError, StoreLocation, check_backup, private_file};

/// Endings of the files that belong to a store with SQLite.
const COMPANIONS: [&str; 3] = ["", "-wal", "-shm"];
/// Maximum number of old stores that are kept under one name.
const OLD_STORES_MAX: u32 = 1_000;

/// A restored store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RestoredStore {
    /// Contents of the backup.
    pub summary: BackupSummary,
    /// New name of the former store; `None` if there was none.
    pub old_store: Option<PathBuf>,
}

/// Puts a backup in place of a store that no server uses.
///
/// # Errors
///
/// [`StoreError`] if a server uses the store, if the backup is damaged or of a newer program, or if
/// the files cannot be written. The store is unchanged then.
pub async fn restore(store: &Path, from: &Path) -> Result<RestoredStore, StoreError> {
    let _lock = StoreLocation::File(store.to_owned()).lock(false).await?;
    let (store, from) = (store.to_owned(), from.to_owned());
    let restored = tokio::task::spawn_blocking(move || replace(&store, &from));
    restored.await.map_err(StoreError::new)?
}

fn replace(store: &Path, from: &Path) -> Result<RestoredStore, StoreError> {
    let failed = |path: &Path, error: &dyn std::fmt::Display| {
        StoreError(format!("{}: {error}", path.display()))
    };
    if is_same_file(store, from) {
        return Err(failed(from, &"this is the store itself: name a backup"));
    }
    let summary = check_backup(from)?;
    let copy = private_file::beside(store, ".restoring");
    // Left behind by a restore that was interrupted.
    let _ = fs::remove_file(&copy);
    private_file::create(&copy)?;
    let written = fs::copy(from, &copy).and_then(|_| {
        let file = File::open(&copy)?;
        if store.exists() {
            private_file::give_to_owner_of(&file, store);
        }
        file.sync_all()
    });
    let checked = written
        .map_err(|error| failed(&copy, &error))
        .and_then(|()| private_file::restrict(&copy))
        .and_then(|()| check_backup(&copy));
    let moved = match checked {
        Ok(copied) if copied.games == summary.games && copied.events == summary.events => {
            move_away(store).map_err(|error| failed(store, &error))
        }
        Ok(_) => Err(failed(from, &"it changed while it was copied")),
        Err(error) => Err(error),
    };
    let old_store = match moved {
        Ok(old_store) => old_store,
        Err(error) => {
            let _ = fs::remove_file(&copy);
            return Err(error);
        }
    };
    fs::rename(&copy, store).map_err(|error| failed(store, &error))?;
    if cfg!(unix) {
        // Best effort: the content is on the disk under one of the two names.
        let _ = File::open(private_file::folder_of(store)).and_then(|folder| folder.sync_all());
    }
    Ok(RestoredStore { summary, old_store })
}

fn is_same_file(one: &Path, two: &Path) -> bool {
    match (one.canonicalize(), two.canonicalize()) {
        (Ok(one), Ok(two)) => one == two,
        _ => false,
    }
}

/// Renames a store with the files that belong to it, and returns its new name. Together they are
/// still a store: SQLite finds the log by the name.
fn move_away(store: &Path) -> io::Result<Option<PathBuf>> {
    if !store.exists() {
        return Ok(None);
    }
    let mut names = (1..=OLD_STORES_MAX).map(|number| {
        let suffix = format!(".old-{number}");
        private_file::beside(store, &suffix)
    });
    let old = names.find(|name| !name.exists());
    let old = old.ok_or_else(|| io::Error::other("there are too many old stores beside it"))?;
    for suffix in COMPANIONS.iter().rev() {
        match fs::rename(
            private_file::beside(store, suffix),
            private_file::beside(&old, suffix),
        ) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(Some(old))
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::{MetadataExt, chown};

    use super::*;
    use crate::store::{Store, backup};

    /// User of a service, in the tests.
    const SERVICE: u32 = 61_999;

    #[tokio::test(flavor = "multi_thread")]
    async fn what_root_restores_belongs_to_the_user_of_the_service() {
        let folder = tempfile::tempdir().expect("a folder");
        // Only root works for another user.
        if fs::metadata(folder.path()).expect("it is there").uid() != 0 {
            return;
        }
        let made = folder.path().join("made.db");
        let location = StoreLocation::File(made.clone());
        Store::open(&location).await.expect("it opens");
        let copy = folder.path().join("copy.bak");
        backup(&made, &copy).expect("copied");
        let data = folder.path().join("data");
        fs::create_dir(&data).expect("created");
        chown(&data, Some(SERVICE), Some(SERVICE)).expect("root may");
        let store = data.join("online.db");
        let check = |ending: &str, user: u32| {
            let file = private_file::beside(&store, ending);
            let owner = fs::metadata(&file).expect(ending).uid();
            assert_eq!(owner, user, "{ending}");
        };
        // On a new machine, where the folder says whose the store is.
        restore(&store, &copy).await.expect("restored");
        check("", SERVICE);
        check(".lock", SERVICE);
        // In place of a store, which says it.
        chown(&store, Some(SERVICE + 1), None).expect("root may");
        restore(&store, &copy).await.expect("restored");
        check("", SERVICE + 1);
        check(".old-1", SERVICE + 1);
    }
}
