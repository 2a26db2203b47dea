//! The store in PostgreSQL, for several nodes.
//!
//! As with SQLite one task writes and takes all jobs that wait into one transaction. Jobs of a single
//! statement, which moves are, go out one after the other without waiting for answers, so that a batch
//! costs few round trips. A lost connection is made anew; what was under way is answered with an
//! error, because nobody knows whether it was committed.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use bytes::BytesMut;
use futures_util::future::try_join_all;
use tokio::sync::{Mutex, mpsc};
use tokio_postgres::types::{IsNull, ToSql, Type, to_sql_checked};
use tokio_postgres::{Client, NoTls};

use super::migrations::MIGRATIONS;
use super::sql::{
    Asked, BATCH_MAX, Engine, Job, Later, Outcome, QUEUE_MAX, Row, Statement, StoreError, Value,
    hand_over,
};

/// How long the database may take to accept a connection.
const CONNECT_WAIT: Duration = Duration::from_secs(5);
/// How long a node that is stopped inside a transaction keeps its rows from the others; then the
/// database ends the transaction.
const ASLEEP_MAX: Duration = Duration::from_secs(3);
/// Nodes that start together migrate one after the other, by this lock of the database.
const MIGRATION_LOCK: &str = "SELECT pg_advisory_xact_lock(7034021)";

pub(crate) struct Postgres {
    jobs: mpsc::Sender<Asked>,
    reader: Mutex<Link>,
}

impl Postgres {
    pub(crate) async fn open(url: &str) -> Result<Self, StoreError> {
        let mut writer = Link::new(url)?;
        migrate(&writer.session().await?.client).await?;
        let (jobs, asked) = mpsc::channel(QUEUE_MAX);
        tokio::spawn(write_all(writer, asked));
        Ok(Self {
            jobs,
            reader: Mutex::new(Link::new(url)?),
        })
    }
}

async fn migrate(client: &Client) -> Result<(), StoreError> {
    let batch = async |sql: &str| client.batch_execute(sql).await.map_err(StoreError::new);
    let table = "CREATE TABLE IF NOT EXISTS migrations (version BIGINT PRIMARY KEY)";
    batch("BEGIN").await?;
    batch(MIGRATION_LOCK).await?;
    batch(table).await?;
    let done = client
        .query_one("SELECT COALESCE(MAX(version), 0) FROM migrations", &[])
        .await
        .map_err(StoreError::new)?;
    let done = done.try_get::<_, i64>(0).map_err(StoreError::new)?;
    for (number, sql) in (1_i64..).zip(MIGRATIONS).skip(done as usize) {
        batch(sql).await?;
        batch(&format!("INSERT INTO migrations VALUES ({number})")).await?;
    }
    batch("COMMIT").await
}

/// A connection that is made when it is wanted, and again when it is lost.
struct Link {
    config: tokio_postgres::Config,
    session: Option<Arc<Session>>,
}

/// A connection with its prepared statements.
struct Session {
    client: Client,
    prepared: Mutex<HashMap<&'static str, tokio_postgres::Statement>>,
}

impl Link {
    fn new(url: &str) -> Result<Self, StoreError> {
        let mut config: tokio_postgres::Config = url.parse().map_err(StoreError::new)?;
        config.connect_timeout(CONNECT_WAIT);
        let options = config.get_options().unwrap_or_default();
        let asleep = ASLEEP_MAX.as_millis();
        let options = format!("{options} -c idle_in_transaction_session_timeout={asleep}");
        config.options(options);
        Ok(Self {
            config,
            session: None,
        })
    }

    async fn session(&mut self) -> Result<Arc<Session>, StoreError> {
        let is_open = |session: &&Arc<Session>| !session.client.is_closed();
        if let Some(session) = self.session.as_ref().filter(is_open) {
            return Ok(Arc::clone(session));
        }
        let (client, connection) = self.config.connect(NoTls).await.map_err(StoreError::new)?;
        // Its end is seen by whoever asks next.
        tokio::spawn(connection);
        let session = Arc::new(Session {
            client,
            prepared: Mutex::default(),
        });
        self.session = Some(Arc::clone(&session));
        Ok(session)
    }
}

type Answered<T> = Result<T, tokio_postgres::Error>;

impl Session {
    async fn prepared(&self, sql: &'static str) -> Answered<tokio_postgres::Statement> {
        let mut prepared = self.prepared.lock().await;
        if let Some(statement) = prepared.get(sql) {
            return Ok(statement.clone());
        }
        let statement = self.client.prepare(sql).await?;
        prepared.insert(sql, statement.clone());
        Ok(statement)
    }

    async fn execute(&self, statement: &Statement) -> Answered<u64> {
        let prepared = self.prepared(statement.sql).await?;
        self.client.execute_raw(&prepared, &statement.values).await
    }

    async fn rows(&self, statement: &Statement) -> Answered<Vec<Row>> {
        let prepared = self.prepared(statement.sql).await?;
        let values = statement.values.iter();
        let values: Vec<&(dyn ToSql + Sync)> =
            values.map(|value| value as &(dyn ToSql + Sync)).collect();
        let rows = self.client.query(&prepared, &values).await?;
        rows.iter().map(row).collect()
    }

    /// Does the jobs in one transaction.
    async fn commit(&self, jobs: &[&Job]) -> Answered<Vec<Outcome>> {
        self.client.batch_execute("BEGIN").await?;
        let done = self.all(jobs).await;
        let end = if done.is_ok() { "COMMIT" } else { "ROLLBACK" };
        self.client.batch_execute(end).await?;
        done
    }

    async fn all(&self, jobs: &[&Job]) -> Answered<Vec<Outcome>> {
        let mut answers = Vec::with_capacity(jobs.len());
        for jobs in jobs.chunk_by(|a, b| a.len() == 1 && b.len() == 1) {
            if let [job] = jobs
                && job.len() > 1
            {
                answers.push(self.together(job).await?);
                continue;
            }
            let changed = try_join_all(jobs.iter().map(|job| self.execute(&job[0]))).await?;
            let changed = changed.into_iter().zip(jobs);
            answers.extend(changed.map(|(changed, job)| outcome(0, &job[0], changed)));
        }
        Ok(answers)
    }

    async fn together(&self, job: &Job) -> Answered<Outcome> {
        self.client.batch_execute("SAVEPOINT job").await?;
        for (at, statement) in job.iter().enumerate() {
            let done = outcome(at, statement, self.execute(statement).await?);
            if done != Outcome::Done {
                self.client.batch_execute("ROLLBACK TO job").await?;
                return Ok(done);
            }
        }
        self.client.batch_execute("RELEASE job").await?;
        Ok(Outcome::Done)
    }
}

fn outcome(at: usize, statement: &Statement, changed: u64) -> Outcome {
    if changed == 0 && statement.must_change {
        Outcome::Nothing(at)
    } else {
        Outcome::Done
    }
}

async fn write_all(mut link: Link, mut asked: mpsc::Receiver<Asked>) {
    let mut batch = Vec::new();
    while asked.recv_many(&mut batch, BATCH_MAX).await > 0 {
        let jobs: Vec<&Job> = batch.iter().map(|(job, _)| job).collect();
        let answers = write(&mut link, &jobs).await;
        for ((_, tell), answer) in batch.drain(..).zip(answers) {
            // Whoever does not wait any more has no use for the answer.
            let _ = tell.send(answer);
        }
    }
}

async fn write(link: &mut Link, jobs: &[&Job]) -> Vec<Result<Outcome, StoreError>> {
    let session = match link.session().await {
        Ok(session) => session,
        Err(error) => return jobs.iter().map(|_| Err(error.clone())).collect(),
    };
    match session.commit(jobs).await {
        Ok(answers) => answers.into_iter().map(Ok).collect(),
        // One of them failed: each by itself, so that it harms no other. Lost connections are different:
        // what was under way may be committed.
        Err(error)
            if jobs.len() > 1 && !session.client.is_closed() && error.as_db_error().is_some() =>
        {
            let mut answers = Vec::new();
            for job in jobs {
                let done = session.commit(&[job]).await;
                answers.push(done.map(|done| done[0]).map_err(StoreError::new));
            }
            answers
        }
        Err(error) => {
            let error = StoreError::new(error);
            jobs.iter().map(|_| Err(error.clone())).collect()
        }
    }
}

fn row(row: &tokio_postgres::Row) -> Answered<Row> {
    let value = |at: usize| {
        Ok(match *row.columns()[at].type_() {
            Type::INT8 => row
                .try_get::<_, Option<i64>>(at)?
                .map_or(Value::Null, Value::Int),
            _ => row
                .try_get::<_, Option<String>>(at)?
                .map_or(Value::Null, Value::Text),
        })
    };
    (0..row.len()).map(value).collect::<Answered<_>>().map(Row)
}

impl ToSql for Value {
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

impl Engine for Postgres {
    fn write(&self, job: Job) -> Later<'_, Outcome> {
        Box::pin(hand_over(&self.jobs, job))
    }

    fn read(&self, statement: Statement) -> Later<'_, Vec<Row>> {
        Box::pin(async move {
            // The lock is for making the connection; questions do not wait for each other.
            let session = self.reader.lock().await.session().await?;
            session.rows(&statement).await.map_err(StoreError::new)
        })
    }
}
