//! Files that only the user of the server can read: a store holds hashes of passwords and sessions.

use std::fs::OpenOptions;
use std::path::{Path, PathBuf};

use super::StoreError;

/// Creates an empty file for its user alone, if it does not exist. SQLite gives its other files the
/// same permissions.
pub(super) fn create(path: &Path) -> Result<(), StoreError> {
    let mut options = OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let created = options.open(path);
    created
        .map(drop)
        .map_err(|error| StoreError(format!("{}: {error}", path.display())))
}

/// Makes an existing file readable for its user alone.
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
}
