//! The store: people, sessions, seeks, and the event log of every game.
//!
//! The log is authoritative: a move counts once [`Store::append`] has returned, and not before.
//! Changes that belong together are one [`Transaction`](sql::Transaction), which both databases
//! commit atomically.

mod backup;
#[cfg(test)]
mod failing;
#[cfg(feature = "trials")]
mod faults;
mod games;
mod lock;
mod migrations;
mod operator;
mod people;
#[cfg(feature = "postgres")]
mod postgres;
mod private_file;
mod restore;
mod schema;
mod seeks;
mod sql;
mod sqlite;

use std::path::{Path, PathBuf};
use std::sync::Arc;

pub use backup::{BackupSummary, backup, check_backup};
#[cfg(test)]
pub(crate) use failing::FailingStore;
#[cfg(feature = "trials")]
pub use faults::{FaultConfig, FaultPoint, Mutant, STALLED_MARKER};
pub(crate) use games::{EventRecord, GameEndRecord, GameProgress, GameRow, NO_SEAT};
pub(crate) use lock::StoreLock;
pub(crate) use operator::{AuditRecord, UserRow};
pub(crate) use people::{Person, SessionKind};
pub use restore::{RestoredStore, restore};
pub use schema::{MigrationStatus, migrate_store, migration_status, try_migration};
pub(crate) use seeks::Seek;
pub use sql::StoreError;
use sql::{Backend, SqlRow, SqlStatement, TxOutcome};

#[cfg(not(feature = "postgres"))]
const WITHOUT_POSTGRES: &str =
    "this program was built without PostgreSQL; build it with the feature `postgres`";

/// Location of a store.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StoreLocation {
    /// A file, with SQLite.
    File(PathBuf),
    /// A PostgreSQL database, by its URL.
    Postgres(String),
    /// One of these, with fault injection.
    #[cfg(feature = "trials")]
    Faulty(Box<StoreLocation>, FaultConfig),
}

impl StoreLocation {
    /// Locks the store for this server, if it is in a file.
    pub(crate) async fn lock(&self, has_bus: bool) -> Result<Option<StoreLock>, StoreError> {
        let path = match self {
            Self::File(path) => path.clone(),
            Self::Postgres(_) => return Ok(None),
            #[cfg(feature = "trials")]
            Self::Faulty(at, _) => return Box::pin(at.lock(has_bus)).await,
        };
        let lock = tokio::task::spawn_blocking(move || {
            create_parent(&path)?;
            StoreLock::acquire(&path, has_bus)
        });
        lock.await.map_err(StoreError::new)?.map(Some)
    }

    /// Returns the store without credentials, for people.
    #[must_use]
    pub fn description(&self) -> String {
        match self {
            Self::File(path) => format!("sqlite:{}", path.display()),
            Self::Postgres(url) => crate::address_text::hide_credentials(url),
            #[cfg(feature = "trials")]
            Self::Faulty(at, _) => at.description(),
        }
    }

    /// Returns the kind of database.
    pub(crate) const fn kind(&self) -> &'static str {
        match self {
            Self::File(_) => "sqlite",
            Self::Postgres(_) => "postgresql",
            #[cfg(feature = "trials")]
            Self::Faulty(..) => "faulty",
        }
    }

    /// Returns the file of a store with SQLite.
    #[must_use]
    pub fn file(&self) -> Option<&Path> {
        match self {
            Self::File(path) => Some(path),
            Self::Postgres(_) => None,
            #[cfg(feature = "trials")]
            Self::Faulty(at, _) => at.file(),
        }
    }

    /// Returns the faults that the trials want.
    #[cfg(feature = "trials")]
    pub(crate) const fn faults(&self) -> Option<FaultConfig> {
        match self {
            Self::Faulty(_, faults) => Some(*faults),
            _ => None,
        }
    }
}

impl std::str::FromStr for StoreLocation {
    type Err = StoreError;

    fn from_str(text: &str) -> Result<Self, StoreError> {
        match text.split_once(':') {
            Some(("sqlite", path)) if !path.is_empty() => Ok(Self::File(path.into())),
            Some(("postgres" | "postgresql", _)) => {
                check_postgres_address(text)?;
                Ok(Self::Postgres(text.to_owned()))
            }
            _ => Err(StoreError(format!(
                "`{}` is not a valid store: expected sqlite:FILE or postgres://USER@HOST/DATABASE",
                crate::address_text::hide_credentials(text)
            ))),
        }
    }
}

#[cfg(feature = "postgres")]
fn check_postgres_address(text: &str) -> Result<(), StoreError> {
    let address = text.parse::<crate::postgres_address::PostgresAddress>();
    address.map(drop).map_err(StoreError::new)
}

#[cfg(not(feature = "postgres"))]
fn check_postgres_address(_text: &str) -> Result<(), StoreError> {
    Err(StoreError(WITHOUT_POSTGRES.to_owned()))
}

/// The store.
#[derive(Clone)]
pub(crate) struct Store {
    backend: Arc<dyn Backend>,
}

/// With `synchronous = FULL`, SQLite syncs a commit to the disk before it returns.
const FULL_SYNC: &str = "FULL";
impl Store {
    /// Opens the store, and creates or migrates it if necessary.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if the store cannot be reached or migrated.
    pub(crate) async fn open(at: &StoreLocation) -> Result<Self, StoreError> {
        let backend = open_backend(at, FULL_SYNC).await?;
        Ok(Self { backend })
    }

    /// Returns true if the store responds.
    pub(crate) async fn is_available(&self) -> bool {
        let rows = self.rows(SqlStatement::new("SELECT COUNT(*) FROM nodes", []));
        rows.await.is_ok()
    }

    /// Records the heartbeat of a node.
    pub(crate) async fn heartbeat(&self, node: &str, now_ms: u64) -> Result<(), StoreError> {
        let transaction = vec![SqlStatement::new(
            "INSERT INTO nodes (id, seen_ms) VALUES ($1, $2) \
             ON CONFLICT (id) DO UPDATE SET seen_ms = excluded.seen_ms",
            [node.into(), now_ms.into()],
        )];
        self.commit(transaction).await.map(drop)
    }

    /// Returns the ids of the nodes with their last heartbeats since then.
    pub(crate) async fn heartbeats(&self, since_ms: u64) -> Result<Vec<(String, u64)>, StoreError> {
        let sql = "SELECT id, seen_ms FROM nodes WHERE seen_ms >= $1";
        let rows = self.rows(SqlStatement::new(sql, [since_ms.into()])).await?;
        Ok(rows
            .iter()
            .map(|row| (row.text(0), row.number(1)))
            .collect())
    }

    /// Returns the time of the last heartbeat of any node; `None` for a new store.
    pub(crate) async fn last_heartbeat(&self) -> Result<Option<u64>, StoreError> {
        let rows = self.rows(SqlStatement::new("SELECT MAX(seen_ms) FROM nodes", []));
        let last = rows.await?.first().map(|row| row.number(0));
        Ok(last.filter(|last| *last > 0))
    }

    /// Deletes nodes without a heartbeat since then.
    pub(crate) async fn purge_nodes(&self, before_ms: u64) -> Result<(), StoreError> {
        let transaction = vec![SqlStatement::new(
            "DELETE FROM nodes WHERE seen_ms < $1",
            [before_ms.into()],
        )];
        self.commit(transaction).await.map(drop)
    }

    async fn commit(&self, transaction: sql::Transaction) -> Result<bool, StoreError> {
        Ok(self.backend.write(transaction).await? == TxOutcome::Committed)
    }

    async fn rows(&self, statement: SqlStatement) -> Result<Vec<SqlRow>, StoreError> {
        self.backend.read(statement).await
    }
}

async fn open_backend(
    at: &StoreLocation,
    synchronous: &'static str,
) -> Result<Arc<dyn Backend>, StoreError> {
    Ok(match at {
        StoreLocation::File(path) => Arc::new(open_file(path.clone(), synchronous).await?),
        #[cfg(feature = "postgres")]
        StoreLocation::Postgres(url) => Arc::new(postgres::Postgres::open(url).await?),
        #[cfg(not(feature = "postgres"))]
        StoreLocation::Postgres(_) => return Err(StoreError(WITHOUT_POSTGRES.to_owned())),
        #[cfg(feature = "trials")]
        StoreLocation::Faulty(at, faults) => {
            let is_synced = faults.mutant != Some(Mutant::Unsynced);
            let synchronous = if is_synced { FULL_SYNC } else { "OFF" };
            let backend = Box::pin(open_backend(at, synchronous)).await?;
            Arc::new(faults::FaultyBackend {
                backend,
                faults: *faults,
                events: std::sync::atomic::AtomicU64::new(0),
                is_overtaken: std::sync::atomic::AtomicBool::new(false),
            })
        }
    })
}

async fn open_file(path: PathBuf, synchronous: &'static str) -> Result<sqlite::Sqlite, StoreError> {
    let open = move || {
        create_parent(&path)?;
        sqlite::Sqlite::open(&path, synchronous)
    };
    let opened = tokio::task::spawn_blocking(open).await;
    opened.map_err(StoreError::new)?
}

/// Creates the folder of a store.
fn create_parent(path: &Path) -> Result<(), StoreError> {
    let Some(folder) = path.parent().filter(|folder| *folder != Path::new("")) else {
        return Ok(());
    };
    std::fs::create_dir_all(folder)
        .map_err(|error| StoreError(format!("{}: {error}", folder.display())))
}

#[cfg(all(test, feature = "postgres"))]
mod postgres_tls_tests;
#[cfg(test)]
mod tests;
