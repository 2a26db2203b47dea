//! Files that only the user of the server can read: a store holds hashes of passwords and sessions.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use super::StoreError;

/// Permissions of users who are neither the owner nor in the group.
#[cfg(unix)]
const OTHERS: u32 = 0o007;
/// Ends of the names of the files that SQLite keeps beside a store.
#[cfg(unix)]
const SIDE_FILES: [&str; 2] = ["-wal", "-shm"];

/// Creates an empty file for its user alone, if it does not exist. SQLite gives its other files the
/// same permissions. Files of earlier versions, or copied by hand, are closed to others.
pub(super) fn create(path: &Path) -> Result<(), StoreError> {
    open(path).map_err(|error| StoreError(format!("{}: {error}", path.display())))?;
    #[cfg(unix)]
    close_to_others(path);
    Ok(())
}

/// Opens a file to append to it. A new one is readable for its user alone, and belongs to the owner
/// of its folder: root may create it for a service that runs as another user.
pub(super) fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.clone().create_new(true).open(path) {
        Ok(file) => {
            give_to_owner_of(&file, folder_of(path));
            Ok(file)
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            options.create(true).open(path)
        }
        Err(error) => Err(error),
    }
}

/// Returns the folder of a file.
pub(super) fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    folder.unwrap_or(Path::new("."))
}

/// Gives a file to the owner of another one. Best effort: only root can, and of other users both
/// files are already, or a group shares them.
pub(super) fn give_to_owner_of(file: &File, model: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        let (Ok(model), Ok(current)) = (std::fs::metadata(model), file.metadata()) else {
            return;
        };
        if model.uid() != current.uid() {
            let _ = fchown(file, Some(model.uid()), Some(model.gid()));
        }
    }
    // Elsewhere the folder has the permissions.
    let _ = (file, model);
}

/// Takes the permissions of other users away. One who may write a file need not own it, so a failure
/// is only reported.
#[cfg(unix)]
fn close_to_others(path: &Path) {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    let side_file = |end: &&str| {
        let mut name = path.as_os_str().to_owned();
        name.push(end);
        std::path::PathBuf::from(name)
    };
    let files = SIDE_FILES.iter().map(side_file);
    for file in std::iter::once(path.to_owned()).chain(files) {
        // The other files may not exist.
        let Ok(metadata) = fs::metadata(&file) else {
            continue;
        };
        let mode = metadata.permissions().mode();
        // A group was given access on purpose, such as that of a backup program.
        if mode & OTHERS == 0 {
            continue;
        }
        let path = file.display();
        match fs::set_permissions(&file, fs::Permissions::from_mode(mode & !0o077)) {
            Ok(()) => tracing::warn!(%path, "other users could access the store: closed to them"),
            Err(error) => tracing::warn!(%path, %error, "other users can access the store"),
        }
    }
}

/// Makes an existing file readable for its user alone.
#[cfg_attr(
    not(unix),
    expect(clippy::unnecessary_wraps, reason = "on Unix it can fail")
)]
pub(super) fn restrict(path: &Path) -> Result<(), StoreError> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let permissions = std::fs::Permissions::from_mode(0o600);
        std::fs::set_permissions(path, permissions)
            .map_err(|error| StoreError(format!("{}: {error}", path.display())))?;
    }
    // Elsewhere the folder has the permissions.
    let _ = path;
    Ok(())
}

/// Returns the path with an ending after its name.
pub(super) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;
    use crate::store::{Store, StoreLocation, backup};

    #[tokio::test(flavor = "multi_thread")]
    async fn only_its_user_can_read_a_store_or_its_backup() {
        let folder = tempfile::tempdir().expect("a folder");
        let (path, copy) = (folder.path().join("a.db"), folder.path().join("b.db"));
        let at = StoreLocation::File(path.clone());
        let store = Store::open(&at).await.expect("it opens");
        store.heartbeat("n", 1).await.expect("kept");
        backup(&path, &copy).expect("copied");
        for file in ["a.db", "a.db-wal", "b.db"] {
            let metadata = std::fs::metadata(folder.path().join(file)).expect(file);
            assert_eq!(metadata.permissions().mode() & 0o777, 0o600, "{file}");
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn an_existing_store_is_closed_to_other_users() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.db");
        let at = StoreLocation::File(path.clone());
        // Kept open, so that the log stays.
        let store = Store::open(&at).await.expect("it opens");
        store.heartbeat("n", 1).await.expect("written");
        let files = ["a.db", "a.db-wal"].map(|name| folder.path().join(name));
        for file in &files {
            let open = std::fs::Permissions::from_mode(0o644);
            std::fs::set_permissions(file, open).expect("the file is ours");
        }
        drop(Store::open(&at).await.expect("it opens"));
        for file in &files {
            let mode = std::fs::metadata(file)
                .expect("it is there")
                .permissions()
                .mode();
            assert_eq!(mode & 0o777, 0o600, "{}", file.display());
        }
        close_to_others(Path::new("/nowhere/a.db"));
    }
}
