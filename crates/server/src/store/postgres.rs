//! The store in PostgreSQL, for several nodes.
//!
//! As with SQLite one task writes, and batches all queued transactions into one transaction.
//! Transactions that can conflict only in their first statement, such as moves, are pipelined, so
//! that a batch costs few round trips. After a lost connection the next batch reconnects; the transactions in flight fail,
//! because it is unknown whether they were committed.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use bytes::BytesMut;
use futures_util::future::try_join_all;
use tokio::sync::{Mutex, mpsc};
use tokio_postgres::types::{IsNull, ToSql, Type, to_sql_checked};
use tokio_postgres::{Client, Error};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::migrations::{MIGRATIONS, check_version};
use super::sql::{
    BATCH_MAX, Backend, BoxFuture, QUEUE_MAX, QueuedTx, SqlRow, SqlStatement, SqlValue, StoreError,
    Transaction, TxOutcome, can_only_conflict_first, submit,
};
use crate::postgres_address::PostgresAddress;

/// Timeout for connecting to the database.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// Timeout after which the database ends the transaction of a stalled node, which would otherwise
/// keep its row locks.
const IDLE_IN_TX_TIMEOUT: Duration = Duration::from_secs(3);
/// Advisory lock under which nodes that start together migrate one after the other.
const MIGRATION_LOCK: &str = "SELECT pg_advisory_xact_lock(7034021)";

/// Bounds the time for which a trial of a migration waits for running nodes, and they for it.
const TRIAL_LOCK_TIMEOUT: &str = "SET LOCAL lock_timeout = '3s'";

pub(crate) struct Postgres {
    transactions: mpsc::Sender<QueuedTx>,
    reader: Mutex<LazyConnection>,
}

impl Postgres {
    pub(crate) async fn open(url: &str) -> Result<Self, StoreError> {
        let mut writer = LazyConnection::new(url)?;
        migrate(&*writer.session().await?, MigrationEnd::Commit).await?;
        let (transactions, queue) = mpsc::channel(QUEUE_MAX);
        tokio::spawn(write_loop(writer, queue));
        Ok(Self {
            transactions,
            reader: Mutex::new(LazyConnection::new(url)?),
        })
    }
}

/// The end of a migration.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MigrationEnd {
    Commit,
    Rollback,
}

async fn migrate(session: &PgSession, end: MigrationEnd) -> Result<(), StoreError> {
    let client = &session.client;
    let failed = |error| session.failure(&error);
    let batch = async |sql: &str| client.batch_execute(sql).await.map_err(failed);
    let table = "CREATE TABLE IF NOT EXISTS migrations (version BIGINT PRIMARY KEY)";
    batch("BEGIN").await?;
    if end == MigrationEnd::Rollback {
        // A trial must not make running nodes wait for long.
        batch(TRIAL_LOCK_TIMEOUT).await?;
    }
    batch(MIGRATION_LOCK).await?;
    batch(table).await?;
    let done = version(session).await?;
    check_version(done)?;
    for (number, sql) in (1_i64..).zip(MIGRATIONS).skip(done as usize) {
        batch(sql).await?;
        batch(&format!("INSERT INTO migrations VALUES ({number})")).await?;
    }
    batch(match end {
        MigrationEnd::Commit => "COMMIT",
        MigrationEnd::Rollback => "ROLLBACK",
    })
    .await
}

async fn version(session: &PgSession) -> Result<i64, StoreError> {
    let failed = |error| session.failure(&error);
    let sql = "SELECT COALESCE(MAX(version), 0) FROM migrations";
    let row = session.client.query_one(sql, &[]).await.map_err(failed)?;
    row.try_get(0).map_err(failed)
}

/// Reads the schema version of a database; 0 if it has no tables.
pub(super) async fn schema_version(url: &str) -> Result<i64, StoreError> {
    let session = LazyConnection::new(url)?.session().await?;
    let sql = "SELECT to_regclass('migrations') IS NOT NULL";
    let row = session.client.query_one(sql, &[]).await;
    let row = row.map_err(|error| session.failure(&error))?;
    let has_table: bool = row.try_get(0).map_err(|error| session.failure(&error))?;
    if has_table {
        version(&session).await
    } else {
        Ok(0)
    }
}

/// Migrates in a transaction that is rolled back.
pub(super) async fn try_migration(url: &str) -> Result<(), StoreError> {
    let session = LazyConnection::new(url)?.session().await?;
    migrate(&session, MigrationEnd::Rollback).await
}

/// A connection that is opened on first use, and again after it is lost.
struct LazyConnection {
    address: Arc<PostgresAddress>,
    connector: MakeRustlsConnect,
    session: Option<Arc<PgSession>>,
}

/// An open connection with its prepared statements.
struct PgSession {
    address: Arc<PostgresAddress>,
    client: Client,
    prepared: Mutex<HashMap<&'static str, tokio_postgres::Statement>>,
}

impl LazyConnection {
    fn new(url: &str) -> Result<Self, StoreError> {
        let mut address: PostgresAddress = url.parse().map_err(StoreError::new)?;
        let config = &mut address.config;
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(CONNECT_TIMEOUT);
        }
        let options = config.get_options().unwrap_or_default();
        let timeout_ms = IDLE_IN_TX_TIMEOUT.as_millis();
        let options = format!("{options} -c idle_in_transaction_session_timeout={timeout_ms}");
        config.options(options);
        Ok(Self {
            connector: address.connector().map_err(StoreError::new)?,
            address: Arc::new(address),
            session: None,
        })
    }

    async fn session(&mut self) -> Result<Arc<PgSession>, StoreError> {
        let is_open = |session: &&Arc<PgSession>| !session.client.is_closed();
        if let Some(session) = self.session.as_ref().filter(is_open) {
            return Ok(Arc::clone(session));
        }
        let connecting = self.address.config.connect(self.connector.clone());
        let connected = connecting.await;
        let (client, driver) =
            connected.map_err(|error| StoreError::new(self.address.describe(&error)))?;
        let address = Arc::clone(&self.address);
        tokio::spawn(async move {
            // The next request notices a closed connection, but does not learn why.
            if let Err(error) = driver.await {
                let cause = address.describe(&error);
                tracing::warn!(cause, "lost the connection to the database");
            }
        });
        let session = Arc::new(PgSession {
            address: Arc::clone(&self.address),
            client,
            prepared: Mutex::default(),
        });
        self.session = Some(Arc::clone(&session));
        Ok(session)
    }
}

type PgResult<T> = Result<T, Error>;

impl PgSession {
    fn failure(&self, error: &Error) -> StoreError {
        StoreError::new(self.address.describe(error))
    }

    async fn prepared(&self, sql: &'static str) -> PgResult<tokio_postgres::Statement> {
        let mut prepared = self.prepared.lock().await;
        if let Some(statement) = prepared.get(sql) {
            return Ok(statement.clone());
        }
        let statement = self.client.prepare(sql).await?;
        prepared.insert(sql, statement.clone());
        Ok(statement)
    }

    async fn execute(&self, statement: &SqlStatement) -> PgResult<u64> {
        let prepared = self.prepared(statement.sql).await?;
        self.client.execute_raw(&prepared, &statement.values).await
    }

    async fn rows(&self, statement: &SqlStatement) -> PgResult<Vec<SqlRow>> {
        let prepared = self.prepared(statement.sql).await?;
        let values = statement.values.iter();
        let values: Vec<&(dyn ToSql + Sync)> =
            values.map(|value| value as &(dyn ToSql + Sync)).collect();
        let rows = self.client.query(&prepared, &values).await?;
        rows.iter().map(row).collect()
    }

    /// Runs the queued transactions in one transaction of the database.
    async fn commit(&self, transactions: &[&Transaction]) -> PgResult<Vec<TxOutcome>> {
        self.client.batch_execute("BEGIN").await?;
        let outcomes = self.execute_all(transactions).await;
        let end = if outcomes.is_ok() {
            "COMMIT"
        } else {
            "ROLLBACK"
        };
        self.client.batch_execute(end).await?;
        outcomes
    }

    async fn execute_all(&self, transactions: &[&Transaction]) -> PgResult<Vec<TxOutcome>> {
        let mut outcomes = Vec::with_capacity(transactions.len());
        let is_simple = |transaction: &&Transaction| can_only_conflict_first(transaction);
        for transactions in transactions.chunk_by(|a, b| is_simple(a) && is_simple(b)) {
            if let [transaction] = transactions
                && !is_simple(transaction)
            {
                outcomes.push(self.execute_atomically(transaction).await?);
                continue;
            }
            outcomes.extend(self.execute_pipelined(transactions).await?);
        }
        Ok(outcomes)
    }

    /// Executes transactions in which only the first statement can conflict: all first ones, then
    /// the others of those that did not.
    async fn execute_pipelined(&self, transactions: &[&Transaction]) -> PgResult<Vec<TxOutcome>> {
        let firsts = transactions.iter().map(|transaction| &transaction[0]);
        let changed = try_join_all(firsts.map(|first| self.execute(first))).await?;
        let outcomes = changed.into_iter().zip(transactions);
        let outcomes = outcomes.map(|(changed, all)| tx_outcome(0, &all[0], changed));
        let outcomes: Vec<_> = outcomes.collect();
        let rest = transactions.iter().zip(&outcomes);
        let rest = rest.filter(|(_, outcome)| **outcome == TxOutcome::Committed);
        let rest = rest.flat_map(|(transaction, _)| transaction.iter().skip(1));
        try_join_all(rest.map(|statement| self.execute(statement))).await?;
        Ok(outcomes)
    }

    async fn execute_atomically(&self, transaction: &Transaction) -> PgResult<TxOutcome> {
        self.client.batch_execute("SAVEPOINT job").await?;
        for (at, statement) in transaction.iter().enumerate() {
            let outcome = tx_outcome(at, statement, self.execute(statement).await?);
            if outcome != TxOutcome::Committed {
                self.client.batch_execute("ROLLBACK TO job").await?;
                return Ok(outcome);
            }
        }
        self.client.batch_execute("RELEASE job").await?;
        Ok(TxOutcome::Committed)
    }
}

fn tx_outcome(at: usize, statement: &SqlStatement, changed: u64) -> TxOutcome {
    if changed == 0 && statement.must_affect_rows {
        TxOutcome::Conflict(at)
    } else {
        TxOutcome::Committed
    }
}

async fn write_loop(mut connection: LazyConnection, mut queue: mpsc::Receiver<QueuedTx>) {
    let mut batch = Vec::new();
    while queue.recv_many(&mut batch, BATCH_MAX).await > 0 {
        let transactions: Vec<&Transaction> =
            batch.iter().map(|(transaction, _)| transaction).collect();
        let outcomes = write(&mut connection, &transactions).await;
        for ((_, sender), outcome) in batch.drain(..).zip(outcomes) {
            // Best effort: the requester may be gone.
            let _ = sender.send(outcome);
        }
    }
}

async fn write(
    connection: &mut LazyConnection,
    transactions: &[&Transaction],
) -> Vec<Result<TxOutcome, StoreError>> {
    let session = match connection.session().await {
        Ok(session) => session,
        Err(error) => return transactions.iter().map(|_| Err(error.clone())).collect(),
    };
    match session.commit(transactions).await {
        Ok(outcomes) => outcomes.into_iter().map(Ok).collect(),
        // One transaction failed: run each in a transaction of its own, so that the others succeed.
        // Not after a lost connection, when the batch may have been committed.
        Err(error)
            if transactions.len() > 1
                && !session.client.is_closed()
                && error.as_db_error().is_some() =>
        {
            let mut outcomes = Vec::new();
            for transaction in transactions {
                let outcome = session.commit(&[transaction]).await;
                let failed = |error| session.failure(&error);
                outcomes.push(outcome.map(|outcomes| outcomes[0]).map_err(failed));
            }
            outcomes
        }
        Err(error) => {
            let error = session.failure(&error);
            transactions.iter().map(|_| Err(error.clone())).collect()
        }
    }
}

fn row(row: &tokio_postgres::Row) -> PgResult<SqlRow> {
    let value = |at: usize| {
        Ok(match *row.columns()[at].type_() {
            Type::INT8 => row
                .try_get::<_, Option<i64>>(at)?
                .map_or(SqlValue::Null, SqlValue::Int),
            _ => row
                .try_get::<_, Option<String>>(at)?
                .map_or(SqlValue::Null, SqlValue::Text),
        })
    };
    (0..row.len())
        .map(value)
        .collect::<PgResult<_>>()
        .map(SqlRow)
}

impl ToSql for SqlValue {
    fn to_sql(
        &self,
        kind: &Type,
        out: &mut BytesMut,
    ) -> Result<IsNull, Box<dyn std::error::Error + Sync + Send>> {
        match self {
            Self::Null => Ok(IsNull::Yes),
            Self::Int(number) => number.to_sql(kind, out),
            Self::Text(text) => text.to_sql(kind, out),
        }
    }

    fn accepts(kind: &Type) -> bool {
        matches!(*kind, Type::INT8 | Type::TEXT)
    }

    to_sql_checked!();
}

impl Backend for Postgres {
    fn write(&self, transaction: Transaction) -> BoxFuture<'_, TxOutcome> {
        Box::pin(submit(&self.transactions, transaction))
    }

    fn read(&self, statement: SqlStatement) -> BoxFuture<'_, Vec<SqlRow>> {
        Box::pin(async move {
            // The lock covers connecting only; queries run concurrently.
            let session = self.reader.lock().await.session().await?;
            let rows = session.rows(&statement).await;
            rows.map_err(|error| session.failure(&error))
        })
    }
}
