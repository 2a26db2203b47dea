//! The store in one SQLite file.
//!
//! One thread writes. It takes all queued transactions, runs them in one transaction, and responds
//! after the commit, which is durable by then: the higher the load, the more transactions share one
//! sync (group commit). Readers have connections of their own and see committed data.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, ErrorCode, OpenFlags, ToSql, params_from_iter};
use tokio::sync::{Semaphore, mpsc};

use super::migrations::{MIGRATIONS, check_version};
use super::sql::{
    BATCH_MAX, Backend, BoxFuture, QUEUE_MAX, QueuedTx, SqlRow, SqlStatement, SqlValue, StoreError,
    Transaction, TxOutcome, can_only_conflict_first, submit,
};

#[cfg(test)]
pub(super) use in_memory::InMemory;

/// Maximum number of reading connections.
const READERS_MAX: usize = 4;
/// Timeout for a file locked by another program, such as a backup.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);
/// Delay before trying a locked file again.
const BUSY_RETRY_DELAY: Duration = Duration::from_millis(10);
/// Capacity of the cache of prepared statements.
const PREPARED_MAX: usize = 64;

pub(crate) struct Sqlite {
    transactions: mpsc::Sender<QueuedTx>,
    path: PathBuf,
    synchronous: &'static str,
    readers: Semaphore,
    idle: Arc<Mutex<Vec<Connection>>>,
}

impl Sqlite {
    pub(crate) fn open(path: &Path, synchronous: &'static str) -> Result<Self, StoreError> {
        let failed = |error: rusqlite::Error| StoreError(format!("{}: {error}", path.display()));
        super::private_file::create(path)?;
        let mut connection = connect(path, synchronous).map_err(failed)?;
        let version = migrate(&mut connection).map_err(failed)?;
        check_version(version)
            .map_err(|error| StoreError(format!("{}: {error}", path.display())))?;
        let (transactions, queue) = mpsc::channel(QUEUE_MAX);
        let writer = thread::Builder::new().name("store".to_owned());
        writer
            .spawn(move || write_loop(&mut connection, queue))
            .map_err(StoreError::new)?;
        Ok(Self {
            transactions,
            path: path.to_owned(),
            synchronous,
            readers: Semaphore::new(READERS_MAX),
            idle: Arc::default(),
        })
    }
}

/// Opens a connection. `synchronous` controls how much of a commit is durable before it returns.
fn connect(path: &Path, synchronous: &str) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    enable_wal(&connection)?;
    connection.pragma_update(None, "synchronous", synchronous)?;
    connection.set_prepared_statement_cache_capacity(PREPARED_MAX);
    Ok(connection)
}

/// Switches to write-ahead logging. SQLite's busy timeout does not cover another process that does
/// the same or migrates meanwhile, so this retries.
fn enable_wal(connection: &Connection) -> rusqlite::Result<()> {
    let started = Instant::now();
    loop {
        let Err(error) = connection.pragma_update(None, "journal_mode", "WAL") else {
            return Ok(());
        };
        let is_busy = error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy);
        if !is_busy || started.elapsed() > BUSY_TIMEOUT {
            return Err(error);
        }
        thread::sleep(BUSY_RETRY_DELAY);
    }
}

/// Migrates a store in a file, and closes it.
pub(super) fn migrate_file(path: &Path) -> Result<(), StoreError> {
    let failed = |error: rusqlite::Error| StoreError(format!("{}: {error}", path.display()));
    let mut connection = connect(path, super::FULL_SYNC).map_err(failed)?;
    check_version(migrate(&mut connection).map_err(failed)?)
}

/// Applies the missing migrations, and returns the schema version.
fn migrate(connection: &mut Connection) -> rusqlite::Result<i64> {
    let version = |connection: &Connection| {
        connection.pragma_query_value(None, "user_version", |row| row.get::<_, i64>(0))
    };
    for (number, sql) in (1_i64..).zip(MIGRATIONS) {
        if version(connection)? >= number {
            continue;
        }
        // Another process may migrate at the same time: check again inside the transaction.
        let behaviour = rusqlite::TransactionBehavior::Immediate;
        let transaction = connection.transaction_with_behavior(behaviour)?;
        if version(&transaction)? < number {
            transaction.execute_batch(sql)?;
            transaction.pragma_update(None, "user_version", number)?;
        }
        transaction.commit()?;
    }
    version(connection)
}

fn write_loop(connection: &mut Connection, mut queue: mpsc::Receiver<QueuedTx>) {
    let mut batch = Vec::new();
    while queue.blocking_recv_many(&mut batch, BATCH_MAX) > 0 {
        let transactions: Vec<&Transaction> =
            batch.iter().map(|(transaction, _)| transaction).collect();
        let outcomes = match commit(connection, &transactions) {
            Ok(outcomes) => outcomes.into_iter().map(Ok).collect::<Vec<_>>(),
            // One transaction failed: run each in a transaction of its own, so that the others
            // succeed.
            Err(_) if transactions.len() > 1 => transactions
                .iter()
                .map(|transaction| commit(connection, &[transaction]).map(|outcomes| outcomes[0]))
                .collect(),
            Err(error) => vec![Err(error)],
        };
        for ((_, sender), outcome) in batch.drain(..).zip(outcomes) {
            // Best effort: the requester may be gone.
            let _ = sender.send(outcome.map_err(StoreError::new));
        }
    }
}

/// Runs the queued transactions in one transaction of the database.
fn commit(
    connection: &mut Connection,
    transactions: &[&Transaction],
) -> rusqlite::Result<Vec<TxOutcome>> {
    let behaviour = rusqlite::TransactionBehavior::Immediate;
    let mut batch = connection.transaction_with_behavior(behaviour)?;
    let mut outcomes = Vec::with_capacity(transactions.len());
    for transaction in transactions {
        let outcome = if can_only_conflict_first(transaction) {
            execute_atomically(&batch, transaction)?
        } else {
            let savepoint = batch.savepoint()?;
            let outcome = execute_atomically(&savepoint, transaction)?;
            if outcome == TxOutcome::Committed {
                savepoint.commit()?;
            }
            outcome
        };
        outcomes.push(outcome);
    }
    batch.commit()?;
    Ok(outcomes)
}

fn execute_atomically(
    connection: &Connection,
    transaction: &Transaction,
) -> rusqlite::Result<TxOutcome> {
    for (at, statement) in transaction.iter().enumerate() {
        let outcome = tx_outcome(at, statement, execute(connection, statement)?);
        if outcome != TxOutcome::Committed {
            return Ok(outcome);
        }
    }
    Ok(TxOutcome::Committed)
}

fn tx_outcome(at: usize, statement: &SqlStatement, changed: usize) -> TxOutcome {
    if changed == 0 && statement.must_affect_rows {
        TxOutcome::Conflict(at)
    } else {
        TxOutcome::Committed
    }
}

fn execute(connection: &Connection, statement: &SqlStatement) -> rusqlite::Result<usize> {
    let mut prepared = connection.prepare_cached(statement.sql)?;
    prepared.execute(params_from_iter(&statement.values))
}

fn rows(connection: &Connection, statement: &SqlStatement) -> rusqlite::Result<Vec<SqlRow>> {
    let mut prepared = connection.prepare_cached(statement.sql)?;
    let columns = prepared.column_count();
    let rows = prepared.query_map(params_from_iter(&statement.values), |row| {
        (0..columns)
            .map(|at| {
                Ok(match row.get_ref(at)? {
                    ValueRef::Integer(number) => SqlValue::Int(number),
                    ValueRef::Text(text) => SqlValue::Text(String::from_utf8_lossy(text).into()),
                    _ => SqlValue::Null,
                })
            })
            .collect::<rusqlite::Result<_>>()
            .map(SqlRow)
    })?;
    rows.collect()
}

impl ToSql for SqlValue {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Self::Null => ValueRef::Null,
            Self::Int(number) => ValueRef::Integer(*number),
            Self::Text(text) => ValueRef::Text(text.as_bytes()),
        }))
    }
}

impl Backend for Sqlite {
    fn write(&self, transaction: Transaction) -> BoxFuture<'_, TxOutcome> {
        Box::pin(submit(&self.transactions, transaction))
    }

    fn read(&self, statement: SqlStatement) -> BoxFuture<'_, Vec<SqlRow>> {
        Box::pin(async move {
            let _permit = self.readers.acquire().await.map_err(StoreError::new)?;
            let (idle, path) = (Arc::clone(&self.idle), self.path.clone());
            let synchronous = self.synchronous;
            let work = tokio::task::spawn_blocking(move || {
                let take_idle = || idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
                let connection = take_idle().map_or_else(|| connect(&path, synchronous), Ok)?;
                let rows = rows(&connection, &statement)?;
                let mut idle = idle.lock().unwrap_or_else(PoisonError::into_inner);
                idle.push(connection);
                Ok::<_, rusqlite::Error>(rows)
            });
            let rows = work.await.map_err(StoreError::new)?;
            rows.map_err(StoreError::new)
        })
    }
}

#[cfg(test)]
mod in_memory {
    use super::*;

    /// A database in memory without threads, for tests that control the time.
    pub(in super::super) struct InMemory(Mutex<Connection>);

    impl InMemory {
        pub(in super::super) fn open() -> Self {
            let mut connection = Connection::open_in_memory().expect("memory");
            migrate(&mut connection).expect("valid migrations");
            Self(Mutex::new(connection))
        }
    }

    impl Backend for InMemory {
        fn write(&self, transaction: Transaction) -> BoxFuture<'_, TxOutcome> {
            let mut connection = self.0.lock().expect("no panic");
            let outcome = commit(&mut connection, &[&transaction]);
            let outcome = outcome.map(|outcomes| outcomes[0]).map_err(StoreError::new);
            Box::pin(async { outcome })
        }

        fn read(&self, statement: SqlStatement) -> BoxFuture<'_, Vec<SqlRow>> {
            let connection = self.0.lock().expect("no panic");
            let rows = rows(&connection, &statement).map_err(StoreError::new);
            Box::pin(async { rows })
        }
    }
}
