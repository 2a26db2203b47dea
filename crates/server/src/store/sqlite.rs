//! The store in one file.
//!
//! One thread writes. It takes all jobs that wait, does them in one transaction, and answers after the
//! commit, which is on the disk by then: the more there is to do, the more share one wait for the disk.
//! Readers have connections of their own and see what is committed.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, ErrorCode, OpenFlags, ToSql, params_from_iter};
use tokio::sync::{Semaphore, mpsc};

use super::migrations::MIGRATIONS;
use super::sql::{
    Asked, BATCH_MAX, Engine, Job, Later, Outcome, QUEUE_MAX, Row, Statement, StoreError, Value,
    hand_over,
};

/// Connections that read at once.
const READERS_MAX: usize = 4;
/// How long another program, such as a backup, may hold the file.
const BUSY: Duration = Duration::from_secs(10);
/// The wait before the file is tried again.
const BETWEEN: Duration = Duration::from_millis(10);
/// Statements that stay prepared.
const PREPARED_MAX: usize = 64;

pub(crate) struct Sqlite {
    jobs: mpsc::Sender<Asked>,
    path: PathBuf,
    synchronous: &'static str,
    readers: Semaphore,
    idle: Arc<Mutex<Vec<Connection>>>,
}

impl Sqlite {
    pub(crate) fn open(path: &Path, synchronous: &'static str) -> Result<Self, StoreError> {
        let failed = |error: rusqlite::Error| StoreError(format!("{}: {error}", path.display()));
        let mut connection = connect(path, synchronous).map_err(failed)?;
        migrate(&mut connection).map_err(failed)?;
        let (jobs, asked) = mpsc::channel(QUEUE_MAX);
        let writer = thread::Builder::new().name("store".to_owned());
        writer
            .spawn(move || write_all(&mut connection, asked))
            .map_err(StoreError::new)?;
        Ok(Self {
            jobs,
            path: path.to_owned(),
            synchronous,
            readers: Semaphore::new(READERS_MAX),
            idle: Arc::default(),
        })
    }
}

/// A connection; how much of a commit is on the disk before it is answered is for SQLite's word to say.
fn connect(path: &Path, synchronous: &str) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(BUSY)?;
    write_ahead(&connection)?;
    connection.pragma_update(None, "synchronous", synchronous)?;
    connection.set_prepared_statement_cache_capacity(PREPARED_MAX);
    Ok(connection)
}

/// Turns the log of writes on. SQLite does not wait for another process that does the same, or that
/// migrates meanwhile: so it is tried again.
fn write_ahead(connection: &Connection) -> rusqlite::Result<()> {
    let started = Instant::now();
    loop {
        let Err(error) = connection.pragma_update(None, "journal_mode", "WAL") else {
            return Ok(());
        };
        let is_busy = error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy);
        if !is_busy || started.elapsed() > BUSY {
            return Err(error);
        }
        thread::sleep(BETWEEN);
    }
}

fn migrate(connection: &mut Connection) -> rusqlite::Result<()> {
    let version = |connection: &Connection| {
        connection.pragma_query_value(None, "user_version", |row| row.get::<_, i64>(0))
    };
    for (number, sql) in (1_i64..).zip(MIGRATIONS) {
        if version(connection)? >= number {
            continue;
        }
        // Another process may do the same: who comes second finds it done.
        let behaviour = rusqlite::TransactionBehavior::Immediate;
        let transaction = connection.transaction_with_behavior(behaviour)?;
        if version(&transaction)? < number {
            transaction.execute_batch(sql)?;
            transaction.pragma_update(None, "user_version", number)?;
        }
        transaction.commit()?;
    }
    Ok(())
}

fn write_all(connection: &mut Connection, mut asked: mpsc::Receiver<Asked>) {
    let mut batch = Vec::new();
    while asked.blocking_recv_many(&mut batch, BATCH_MAX) > 0 {
        let jobs: Vec<&Job> = batch.iter().map(|(job, _)| job).collect();
        let answers = match commit(connection, &jobs) {
            Ok(answers) => answers.into_iter().map(Ok).collect::<Vec<_>>(),
            // One of them failed: each by itself, so that it harms no other.
            Err(_) if jobs.len() > 1 => jobs
                .iter()
                .map(|job| commit(connection, &[job]).map(|answers| answers[0]))
                .collect(),
            Err(error) => vec![Err(error)],
        };
        for ((_, tell), answer) in batch.drain(..).zip(answers) {
            // Whoever does not wait any more has no use for the answer.
            let _ = tell.send(answer.map_err(StoreError::new));
        }
    }
}

/// Does the jobs in one transaction.
fn commit(connection: &mut Connection, jobs: &[&Job]) -> rusqlite::Result<Vec<Outcome>> {
    let behaviour = rusqlite::TransactionBehavior::Immediate;
    let mut transaction = connection.transaction_with_behavior(behaviour)?;
    let mut answers = Vec::with_capacity(jobs.len());
    for job in jobs {
        let done = if let [statement] = job.as_slice() {
            outcome(0, statement, execute(&transaction, statement)?)
        } else {
            let savepoint = transaction.savepoint()?;
            let done = together(&savepoint, job)?;
            if done == Outcome::Done {
                savepoint.commit()?;
            }
            done
        };
        answers.push(done);
    }
    transaction.commit()?;
    Ok(answers)
}

fn together(connection: &Connection, job: &Job) -> rusqlite::Result<Outcome> {
    for (at, statement) in job.iter().enumerate() {
        let done = outcome(at, statement, execute(connection, statement)?);
        if done != Outcome::Done {
            return Ok(done);
        }
    }
    Ok(Outcome::Done)
}

fn outcome(at: usize, statement: &Statement, changed: usize) -> Outcome {
    if changed == 0 && statement.must_change {
        Outcome::Nothing(at)
    } else {
        Outcome::Done
    }
}

fn execute(connection: &Connection, statement: &Statement) -> rusqlite::Result<usize> {
    let mut prepared = connection.prepare_cached(statement.sql)?;
    prepared.execute(params_from_iter(&statement.values))
}

fn rows(connection: &Connection, statement: &Statement) -> rusqlite::Result<Vec<Row>> {
    let mut prepared = connection.prepare_cached(statement.sql)?;
    let columns = prepared.column_count();
    let rows = prepared.query_map(params_from_iter(&statement.values), |row| {
        (0..columns)
            .map(|at| {
                Ok(match row.get_ref(at)? {
                    ValueRef::Integer(number) => Value::Int(number),
                    ValueRef::Text(text) => Value::Text(String::from_utf8_lossy(text).into()),
                    _ => Value::Null,
                })
            })
            .collect::<rusqlite::Result<_>>()
            .map(Row)
    })?;
    rows.collect()
}

impl ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Self::Null => ValueRef::Null,
            Self::Int(number) => ValueRef::Integer(*number),
            Self::Text(text) => ValueRef::Text(text.as_bytes()),
        }))
    }
}

impl Engine for Sqlite {
    fn write(&self, job: Job) -> Later<'_, Outcome> {
        Box::pin(hand_over(&self.jobs, job))
    }

    fn read(&self, statement: Statement) -> Later<'_, Vec<Row>> {
        Box::pin(async move {
            let _turn = self.readers.acquire().await.map_err(StoreError::new)?;
            let (idle, path) = (Arc::clone(&self.idle), self.path.clone());
            let synchronous = self.synchronous;
            let work = tokio::task::spawn_blocking(move || {
                let pop = || idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
                let connection = pop().map_or_else(|| connect(&path, synchronous), Ok)?;
                let found = rows(&connection, &statement)?;
                let mut idle = idle.lock().unwrap_or_else(PoisonError::into_inner);
                idle.push(connection);
                Ok::<_, rusqlite::Error>(found)
            });
            let found = work.await.map_err(StoreError::new)?;
            found.map_err(StoreError::new)
        })
    }
}
