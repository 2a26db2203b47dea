//! The lock of a store in a file: one server without a bus, or any number with one.
//!
//! Two servers on one file that do not hear each other corrupt nothing, but their players wait for
//! moves that have long been made. The operating system releases the lock when the process ends,
//! however it ends.

use std::fs::{File, TryLockError};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use super::{StoreError, private_file};

/// Time for which a server waits for the end of its predecessor.
const LOCK_TIMEOUT: Duration = Duration::from_secs(3);
/// Delay before trying again.
const RETRY_DELAY: Duration = Duration::from_millis(20);

/// The lock of a store, released when dropped.
#[derive(Debug)]
pub(crate) struct StoreLock {
    _file: File,
}

impl StoreLock {
    /// Locks the store in this file: for this server alone, or together with others on its bus.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if another server has locked it.
    pub(crate) fn acquire(store: &Path, has_bus: bool) -> Result<Self, StoreError> {
        // Not the store itself: closing a second handle of it would release SQLite's own locks.
        let mut path = store.as_os_str().to_owned();
        path.push(".lock");
        let failed = |reason: &dyn std::fmt::Display| {
            StoreError(format!("{}: {reason}", Path::new(&path).display()))
        };
        let file = private_file::open(Path::new(&path)).map_err(|error| failed(&error))?;
        let give_up_at = Instant::now() + LOCK_TIMEOUT;
        loop {
            let locked = if has_bus {
                file.try_lock_shared()
            } else {
                file.try_lock()
            };
            match locked {
                Ok(()) => return Ok(Self { _file: file }),
                Err(TryLockError::WouldBlock) if Instant::now() < give_up_at => {
                    thread::sleep(RETRY_DELAY);
                }
                Err(TryLockError::WouldBlock) => {
                    return Err(StoreError(format!(
                        "{}: another server uses this store. Stop it, name another file, or give \
                         both a PostgreSQL store and a --bus",
                        store.display()
                    )));
                }
                Err(TryLockError::Error(error)) => return Err(failed(&error)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_server_without_a_bus_or_several_with_one() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.db");
        let lock = |has_bus| StoreLock::acquire(&path, has_bus);
        let alone = lock(false).expect("free");
        let error = lock(false).expect_err("taken").to_string();
        assert!(error.contains("another server"), "{error}");
        assert!(lock(true).is_err());
        drop(alone);
        let together = [lock(true).expect("free"), lock(true).expect("shared")];
        assert!(lock(false).is_err());
        drop(together);
        assert!(lock(false).is_ok());
    }
}
