//! Schema versions of stores: which one a store has, and what a migration would do.

use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use super::migrations::{MIGRATIONS, check_version};
use super::{StoreError, StoreLocation, check_backup, private_file, sqlite};

/// The schema version of a store, and that of this program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MigrationStatus {
    /// Version of the store; 0 if there is none yet.
    pub current: u64,
    /// Version that this program writes.
    pub target: u64,
}

impl MigrationStatus {
    fn new(current: i64) -> Result<Self, StoreError> {
        check_version(current)?;
        Ok(Self {
            current: u64::try_from(current).unwrap_or(0),
            target: MIGRATIONS.len() as u64,
        })
    }

    /// Returns true if the store has the version of this program.
    #[must_use]
    pub const fn is_current(self) -> bool {
        self.current == self.target
    }
}

/// Reads the schema version of a store, and changes nothing.
///
/// # Errors
///
/// [`StoreError`] if the store cannot be read, or if it has a newer version than this program.
pub async fn migration_status(at: &StoreLocation) -> Result<MigrationStatus, StoreError> {
    match at {
        StoreLocation::File(path) => {
            let path = path.clone();
            let status = tokio::task::spawn_blocking(move || file_status(&path));
            status.await.map_err(StoreError::new)?
        }
        #[cfg(feature = "postgres")]
        StoreLocation::Postgres(url) => {
            MigrationStatus::new(super::postgres::schema_version(url).await?)
        }
        #[cfg(not(feature = "postgres"))]
        StoreLocation::Postgres(_) => Err(StoreError(super::WITHOUT_POSTGRES.to_owned())),
        #[cfg(feature = "trials")]
        StoreLocation::Faulty(at, _) => Box::pin(migration_status(at)).await,
    }
}

pub(super) fn file_status(path: &Path) -> Result<MigrationStatus, StoreError> {
    if !path.exists() {
        return MigrationStatus::new(0);
    }
    let named = |error: &dyn std::fmt::Display| StoreError(format!("{}: {error}", path.display()));
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags).map_err(|error| named(&error))?;
    let version = connection.pragma_query_value(None, "user_version", |row| row.get(0));
    let version = version.map_err(|error| named(&error))?;
    MigrationStatus::new(version).map_err(|error| named(&error))
}

/// Migrates a store to the version of this program.
///
/// # Errors
///
/// [`StoreError`] if another server uses the file, or if the store cannot be migrated.
pub async fn migrate_store(at: &StoreLocation) -> Result<(), StoreError> {
    // Several nodes of PostgreSQL may run meanwhile; a file belongs to one server.
    let _lock = at.lock(false).await?;
    super::Store::open(at).await.map(drop)
}

/// Tries the migration of a store and checks every game afterwards: of a file on a copy beside it,
/// which is deleted, of PostgreSQL in a transaction that is rolled back.
///
/// # Errors
///
/// [`StoreError`] if the migration would fail.
pub async fn try_migration(at: &StoreLocation) -> Result<(), StoreError> {
    match at {
        StoreLocation::File(path) => {
            let path = path.clone();
            let tried = tokio::task::spawn_blocking(move || try_on_copy(&path));
            tried.await.map_err(StoreError::new)?
        }
        #[cfg(feature = "postgres")]
        StoreLocation::Postgres(url) => super::postgres::try_migration(url).await,
        #[cfg(not(feature = "postgres"))]
        StoreLocation::Postgres(_) => Err(StoreError(super::WITHOUT_POSTGRES.to_owned())),
        #[cfg(feature = "trials")]
        StoreLocation::Faulty(at, _) => Box::pin(try_migration(at)).await,
    }
}

fn try_on_copy(path: &Path) -> Result<(), StoreError> {
    let copy = TemporaryCopy::of(path)?;
    sqlite::migrate_file(&copy.0)?;
    check_backup(&copy.0).map(drop)
}

/// A copy of a store, deleted when dropped.
struct TemporaryCopy(std::path::PathBuf);

impl TemporaryCopy {
    fn of(path: &Path) -> Result<Self, StoreError> {
        let name = private_file::beside(path, &format!(".try-{}", std::process::id()));
        super::backup(path, &name)?;
        Ok(Self(name))
    }
}

impl Drop for TemporaryCopy {
    fn drop(&mut self) {
        for suffix in ["", "-wal", "-shm"] {
            // Best effort: the first always exists, the others only after a crash.
            let _ = std::fs::remove_file(private_file::beside(&self.0, suffix));
        }
    }
}
