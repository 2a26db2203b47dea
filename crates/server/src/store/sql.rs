//! Statements and rows, common to both databases.
//!
//! A [`Transaction`] is a list of statements that are executed atomically. It is data, so that a
//! writer can batch many of them into one transaction of the database. Statements use the common
//! subset of SQLite and PostgreSQL: parameters are `$1`, `$2` … and first appear in this order,
//! times and numbers are `BIGINT`, everything else is text.

use std::fmt;
use std::future::Future;
use std::pin::Pin;

use tokio::sync::{mpsc, oneshot};

/// Capacity of the queue of transactions; when it is full, senders wait.
pub(super) const QUEUE_MAX: usize = 10_000;
/// Maximum number of transactions in one transaction of the database.
pub(super) const BATCH_MAX: usize = 1_000;

/// A value in a statement or a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SqlValue {
    Null,
    Int(i64),
    Text(String),
}

impl From<&str> for SqlValue {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for SqlValue {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<u64> for SqlValue {
    fn from(number: u64) -> Self {
        Self::Int(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<bool> for SqlValue {
    fn from(flag: bool) -> Self {
        Self::Int(flag.into())
    }
}

impl<T: Into<SqlValue>> From<Option<T>> for SqlValue {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

/// A row of a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SqlRow(pub(super) Vec<SqlValue>);

impl SqlRow {
    /// Returns the text of a column; empty for NULL.
    pub(crate) fn text(&self, at: usize) -> String {
        self.maybe_text(at).unwrap_or_default()
    }

    pub(crate) fn maybe_text(&self, at: usize) -> Option<String> {
        match self.0.get(at) {
            Some(SqlValue::Text(text)) => Some(text.clone()),
            _ => None,
        }
    }

    /// Returns the number of a column; 0 for NULL.
    pub(crate) fn number(&self, at: usize) -> u64 {
        self.maybe_number(at).unwrap_or(0)
    }

    pub(crate) fn maybe_number(&self, at: usize) -> Option<u64> {
        match self.0.get(at) {
            Some(SqlValue::Int(number)) => Some(u64::try_from(*number).unwrap_or(0)),
            _ => None,
        }
    }
}

/// A statement with its parameters.
#[derive(Clone, Debug)]
pub(crate) struct SqlStatement {
    pub(super) sql: &'static str,
    pub(super) values: Vec<SqlValue>,
    /// True if its whole transaction is rolled back when it affects no row.
    pub(super) must_affect_rows: bool,
}

impl SqlStatement {
    pub(crate) fn new<const N: usize>(sql: &'static str, values: [SqlValue; N]) -> Self {
        Self {
            sql,
            values: values.into(),
            must_affect_rows: false,
        }
    }

    /// Rolls back the whole transaction if this statement affects no row.
    pub(crate) fn must_affect_rows(mut self) -> Self {
        self.must_affect_rows = true;
        self
    }
}

/// Statements that are executed atomically.
pub(crate) type Transaction = Vec<SqlStatement>;

/// Returns true if only the first statement of a transaction can conflict: then nothing has to be
/// rolled back.
pub(super) fn can_only_conflict_first(transaction: &Transaction) -> bool {
    let mut rest = transaction.iter().skip(1);
    !transaction.is_empty() && !rest.any(|statement| statement.must_affect_rows)
}

/// The outcome of a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TxOutcome {
    /// It was committed.
    Committed,
    /// The statement of this index affected no row, so the transaction was rolled back.
    Conflict(usize),
}

/// The store failed. It is unknown whether a change was committed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoreError(pub(crate) String);

impl StoreError {
    pub(super) fn new(error: impl fmt::Display) -> Self {
        Self(error.to_string())
    }

    /// The store has not responded in time.
    pub(crate) fn timeout() -> Self {
        Self("the store does not respond".to_owned())
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for StoreError {}

/// A boxed future of a store operation.
pub(crate) type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// A database.
pub(crate) trait Backend: Send + Sync {
    /// Executes a transaction. The future completes after the commit.
    fn write(&self, transaction: Transaction) -> BoxFuture<'_, TxOutcome>;
    /// Returns the rows of a query.
    fn read(&self, statement: SqlStatement) -> BoxFuture<'_, Vec<SqlRow>>;
}

/// A transaction for the writer, with the channel for its outcome.
pub(super) type QueuedTx = (Transaction, oneshot::Sender<Result<TxOutcome, StoreError>>);

/// Queues a transaction for the writer, and waits for its outcome.
pub(super) async fn submit(
    transactions: &mpsc::Sender<QueuedTx>,
    transaction: Transaction,
) -> Result<TxOutcome, StoreError> {
    let (sender, outcome) = oneshot::channel();
    let gone = || StoreError("the store's writer has stopped".to_owned());
    transactions
        .send((transaction, sender))
        .await
        .map_err(|_| gone())?;
    outcome.await.map_err(|_| gone())?
}
