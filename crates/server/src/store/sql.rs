//! Statements and rows, the same for both databases.
//!
//! A [`Job`] is a few statements that are done together or not at all. It is data, so that a writer can
//! put many of them into one transaction. Statements are written so that SQLite and PostgreSQL both take
//! them: parameters are `$1`, `$2` … and first appear in this order, times and numbers are `BIGINT`,
//! everything else is text.

use std::fmt;
use std::future::Future;
use std::pin::Pin;

use tokio::sync::{mpsc, oneshot};

/// Jobs that wait at most; the next one waits for a place.
pub(super) const QUEUE_MAX: usize = 10_000;
/// Jobs that share one transaction at most.
pub(super) const BATCH_MAX: usize = 1_000;

/// A value in a statement or a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Null,
    Int(i64),
    Text(String),
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<u64> for Value {
    fn from(number: u64) -> Self {
        Self::Int(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<bool> for Value {
    fn from(is_so: bool) -> Self {
        Self::Int(is_so.into())
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

/// A row of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row(pub(super) Vec<Value>);

impl Row {
    /// The text in this place; empty if there is none.
    pub(crate) fn text(&self, at: usize) -> String {
        self.maybe_text(at).unwrap_or_default()
    }

    pub(crate) fn maybe_text(&self, at: usize) -> Option<String> {
        match self.0.get(at) {
            Some(Value::Text(text)) => Some(text.clone()),
            _ => None,
        }
    }

    /// The number in this place; nought if there is none.
    pub(crate) fn number(&self, at: usize) -> u64 {
        match self.0.get(at) {
            Some(Value::Int(number)) => u64::try_from(*number).unwrap_or(0),
            _ => 0,
        }
    }
}

/// One statement with its values.
#[derive(Clone, Debug)]
pub(crate) struct Statement {
    pub(super) sql: &'static str,
    pub(super) values: Vec<Value>,
    /// If it changes no row, nothing of its job is done.
    pub(super) must_change: bool,
}

impl Statement {
    pub(crate) fn new<const N: usize>(sql: &'static str, values: [Value; N]) -> Self {
        Self {
            sql,
            values: values.into(),
            must_change: false,
        }
    }

    /// The same, and if it changes no row, nothing of its job is done.
    pub(crate) fn or_nothing(mut self) -> Self {
        self.must_change = true;
        self
    }
}

/// Statements that are done together or not at all.
pub(crate) type Job = Vec<Statement>;

/// What became of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// It is committed.
    Done,
    /// The statement of this number had nothing to change, so nothing was done.
    Nothing(usize),
}

/// Why a store cannot answer. Whether a change was made is then not known.
#[derive(Clone, Debug)]
pub struct StoreError(pub(crate) String);

impl StoreError {
    pub(super) fn new(error: impl fmt::Display) -> Self {
        Self(error.to_string())
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for StoreError {}

/// An answer that comes later.
pub(crate) type Later<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// A database.
pub(crate) trait Engine: Send + Sync {
    /// Does a job. The answer comes after the commit.
    fn write(&self, job: Job) -> Later<'_, Outcome>;
    /// The rows that a statement yields.
    fn read(&self, statement: Statement) -> Later<'_, Vec<Row>>;
}

/// A job for the writer of a database, and where its answer goes.
pub(super) type Asked = (Job, oneshot::Sender<Result<Outcome, StoreError>>);

/// Hands a job to the writer, and waits for its answer.
pub(super) async fn hand_over(jobs: &mpsc::Sender<Asked>, job: Job) -> Result<Outcome, StoreError> {
    let (tell, told) = oneshot::channel();
    let gone = || StoreError("the store's writer has ended".to_owned());
    jobs.send((job, tell)).await.map_err(|_| gone())?;
    told.await.map_err(|_| gone())?
}
