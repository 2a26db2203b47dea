//! Distributes the work on a book over many machines with a queue in PostgreSQL.
//!
//! A layer is split into shards, one row each. A worker takes a row that is free or whose lease has
//! expired; `SKIP LOCKED` skips rows that other workers are taking, so that none waits. While it
//! works it renews its lease. Scores are stored once: a row keeps the first ones, and since scores
//! are exact, a second worker would have found the same.
//!
//! Only the clock of the database counts, so workers need not agree on the time.

use std::collections::BTreeMap;
use std::error::Error;
use std::iter;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use foursight_server::PostgresAddress;
use foursight_solver::book::{BoardSize, Checkpoint, Opening, layer};
use foursight_terminal::output::CliOutput;
use foursight_terminal::text::count_with_separators;
use postgres::error::SqlState;
use postgres::{Client, Config};

use super::build::print_checkpoint;
use super::files::{FileLock, replace_checkpoint};
use super::solver_pool::OpeningSolverPool;
use super::{list_layer, size_of};
use crate::exit::{CliError, Exit, print_message};
use crate::progress::ProgressNotice;
use crate::settings::CliSettings;
use crate::solver_args::{CollectArgs, QueueArgs, WorkArgs};
use crate::solver_session::Interrupt;

/// Interval at which a worker looks for expired leases.
const POLL_INTERVAL: Duration = Duration::from_millis(500);
/// Renewals within the time of one lease.
const RENEWALS_PER_LEASE: u32 = 3;

const TABLE: &str = "foursight_book_shards";
const CREATE_TABLE: &str = "
    CREATE TABLE IF NOT EXISTS foursight_book_shards (
        width smallint NOT NULL,
        height smallint NOT NULL,
        plies smallint NOT NULL,
        first integer NOT NULL,
        positions integer NOT NULL,
        leased_until timestamptz,
        worker text,
        scores bytea,
        PRIMARY KEY (width, height, plies, first)
    )";

const INSERT_SHARD: &str = "
    INSERT INTO foursight_book_shards (width, height, plies, first, positions)
    VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING";

const TAKE_SHARD: &str = "
    UPDATE foursight_book_shards AS shard
    SET leased_until = now() + make_interval(secs => $1), worker = $2
    FROM (
        SELECT width, height, plies, first FROM foursight_book_shards
        WHERE scores IS NULL AND (leased_until IS NULL OR leased_until < now())
        ORDER BY width, height, plies, first
        FOR UPDATE SKIP LOCKED LIMIT 1
    ) AS free
    WHERE (shard.width, shard.height, shard.plies, shard.first)
        = (free.width, free.height, free.plies, free.first)
    RETURNING shard.width, shard.height, shard.plies, shard.first, shard.positions";

const RENEW_LEASE: &str = "
    UPDATE foursight_book_shards SET leased_until = now() + make_interval(secs => $1)
    WHERE width = $2 AND height = $3 AND plies = $4 AND first = $5
        AND worker = $6 AND scores IS NULL";

const STORE_SCORES: &str = "
    UPDATE foursight_book_shards SET scores = $1, leased_until = NULL
    WHERE width = $2 AND height = $3 AND plies = $4 AND first = $5 AND scores IS NULL";

const RELEASE_SHARD: &str = "
    UPDATE foursight_book_shards SET leased_until = NULL
    WHERE width = $1 AND height = $2 AND plies = $3 AND first = $4 AND worker = $5";

fn queue_failure(error: &postgres::Error) -> CliError {
    const FOREIGN_TABLE: [SqlState; 2] = [SqlState::UNDEFINED_COLUMN, SqlState::WRONG_OBJECT_TYPE];
    let reason = match error.as_db_error() {
        Some(db_error) if FOREIGN_TABLE.contains(db_error.code()) => format!(
            "{}: its {TABLE} belongs to another program: use another database",
            db_error.message()
        ),
        Some(db_error) => db_error.message().to_owned(),
        None => with_sources(error),
    };
    CliError::storage(format_args!("the queue failed: {reason}"))
}

/// Formats an error with its chain of sources.
fn with_sources(error: &dyn Error) -> String {
    let causes = iter::successors(Some(error), |error| (*error).source());
    let words: Vec<_> = causes.map(ToString::to_string).collect();
    words.join(": ")
}

fn connect(url: &str) -> Result<Client, CliError> {
    let address: PostgresAddress = url.parse().map_err(|error| {
        CliError::usage(format_args!(
            "{error}: expected a queue such as postgres://user@host:5432/name"
        ))
    })?;
    let connector = address.connector().map_err(CliError::storage)?;
    let config = Config::from(address.config.clone());
    let mut client = config.connect(connector).map_err(|error| {
        CliError::storage(format_args!(
            "the queue failed: {}; is it running, and is the address right?",
            address.describe(&error)
        ))
    })?;
    // `CREATE TABLE IF NOT EXISTS` can fail if two processes run it at once.
    let create =
        format!("SELECT pg_advisory_lock(4453); {CREATE_TABLE}; SELECT pg_advisory_unlock(4453)");
    client
        .batch_execute(&create)
        .map_err(|error| queue_failure(&error))?;
    Ok(client)
}

/// The failure of a queue without shards.
fn empty_queue(scope: &str) -> CliError {
    CliError::WithMessage {
        exit: Exit::No,
        message: format!("nothing{scope} is queued: start with foursight book queue"),
    }
}

/// A part of a layer for one worker.
#[derive(Clone, Copy)]
struct QueueShard {
    width: i16,
    height: i16,
    plies: i16,
    first: i32,
    positions: i32,
}

/// `foursight book queue`
pub(super) fn fill(
    args: &QueueArgs,
    settings: &CliSettings,
    out: &mut CliOutput,
) -> Result<Exit, CliError> {
    let size = size_of(&args.ruleset, args.plies, settings)?;
    let mut client = connect(&args.queue)?;
    let positions = list_layer(size, args.plies).len();
    let filling = ProgressNotice::new("filling the queue");
    let mut transaction = client
        .transaction()
        .map_err(|error| queue_failure(&error))?;
    let (width, height) = (i16::from(size.width()), i16::from(size.height()));
    let mut added = 0;
    for first in (0..positions).step_by(args.shard_positions as usize) {
        let count = (args.shard_positions as usize).min(positions - first) as i32;
        let values: [&(dyn postgres::types::ToSql + Sync); 5] = [
            &width,
            &height,
            &(args.plies as i16),
            &(first as i32),
            &count,
        ];
        added += transaction
            .execute(INSERT_SHARD, &values)
            .map_err(|error| queue_failure(&error))?;
    }
    check_coverage(&mut transaction, size, args.plies, positions)?;
    transaction
        .commit()
        .map_err(|error| queue_failure(&error))?;
    drop(filling);
    out.line(&format!(
        "{} of {size} through {} plies, {}",
        count_with_separators(positions as u64, "position"),
        args.plies,
        count_with_separators(added, "new shard")
    ))?;
    Ok(Exit::Done)
}

/// Rejects shards of different lengths, which would overlap.
fn check_coverage(
    transaction: &mut postgres::Transaction<'_>,
    size: BoardSize,
    plies: u32,
    positions: usize,
) -> Result<(), CliError> {
    let sum = "SELECT coalesce(sum(positions), 0)::bigint FROM foursight_book_shards
        WHERE width = $1 AND height = $2 AND plies = $3";
    let layer: [&(dyn postgres::types::ToSql + Sync); 3] = [
        &i16::from(size.width()),
        &i16::from(size.height()),
        &(plies as i16),
    ];
    let row = transaction
        .query_one(sum, &layer)
        .map_err(|error| queue_failure(&error))?;
    if row.get::<_, i64>(0) == positions as i64 {
        return Ok(());
    }
    Err(CliError::usage(
        "the queue holds this book in shards of another length: use the same --shard-positions",
    ))
}

/// `foursight book work`
pub(super) fn work(args: &WorkArgs, out: &mut CliOutput) -> Result<Exit, CliError> {
    let interrupt = Interrupt::install();
    interrupt.set_busy(true);
    let shards = QueueWorker::new(args)?.run(&interrupt)?;
    out.line(&format!(
        "{} solved",
        count_with_separators(shards, "shard")
    ))?;
    if interrupt.cancel.is_cancelled() {
        print_message("interrupted");
        return Ok(Exit::Budget);
    }
    Ok(Exit::Done)
}

/// A process that solves one shard at a time with all its threads.
struct QueueWorker<'a> {
    args: &'a WorkArgs,
    client: Client,
    /// The owner of leases, unique among all workers.
    name: String,
}

impl<'a> QueueWorker<'a> {
    fn new(args: &'a WorkArgs) -> Result<Self, CliError> {
        let mut client = connect(&args.queue)?;
        // Unique while the connection is open, which is as long as the name is used.
        let row = client
            .query_one("SELECT pg_backend_pid()::text || '@' || now()::text", &[])
            .map_err(|error| queue_failure(&error))?;
        let name = row.get(0);
        let query = "SELECT EXISTS (SELECT FROM foursight_book_shards)";
        let row = client.query_one(query, &[]);
        if !row
            .map_err(|error| queue_failure(&error))?
            .get::<_, bool>(0)
        {
            return Err(empty_queue(""));
        }
        Ok(Self { args, client, name })
    }

    /// Solves shards until none is left. Returns their number.
    fn run(mut self, interrupt: &Interrupt) -> Result<u64, CliError> {
        let mut done = 0;
        let notice = ProgressNotice::with_count("shards solved");
        notice.show();
        let mut current: Option<(u32, Vec<Opening>, OpeningSolverPool<'_>)> = None;
        while !interrupt.cancel.is_cancelled() {
            let Some(shard) = self.take()? else {
                if self.is_empty()? {
                    break;
                }
                thread::sleep(POLL_INTERVAL);
                continue;
            };
            let (size, plies) = shard.layer()?;
            if current
                .as_ref()
                .is_none_or(|(known_plies, _, pool)| (*known_plies, pool.size()) != (plies, size))
            {
                let pool = OpeningSolverPool::new(&self.args.pool, size, &interrupt.cancel)?;
                current = Some((plies, layer(size, plies), pool));
            }
            let Some((_, openings, pool)) = &mut current else {
                break;
            };
            shard.check(openings.len())?;
            match self.solve(&shard, openings, pool)? {
                Some(scores) => {
                    self.store_scores(&shard, &scores)?;
                    done += 1;
                    notice.set_count(done);
                }
                None => self.release(&shard)?,
            }
        }
        Ok(done)
    }

    fn take(&mut self) -> Result<Option<QueueShard>, CliError> {
        let seconds = f64::from(self.args.lease_secs);
        let row = self.client.query_opt(TAKE_SHARD, &[&seconds, &self.name]);
        let row = row.map_err(|error| queue_failure(&error))?;
        Ok(row.map(|row| QueueShard {
            width: row.get(0),
            height: row.get(1),
            plies: row.get(2),
            first: row.get(3),
            positions: row.get(4),
        }))
    }

    fn is_empty(&mut self) -> Result<bool, CliError> {
        let open = "SELECT EXISTS (SELECT FROM foursight_book_shards WHERE scores IS NULL)";
        let row = self.client.query_one(open, &[]);
        Ok(!row
            .map_err(|error| queue_failure(&error))?
            .get::<_, bool>(0))
    }

    /// Solves a shard while renewing its lease. Returns one byte per score, or `None` if cancelled.
    fn solve(
        &mut self,
        shard: &QueueShard,
        openings: &[Opening],
        pool: &mut OpeningSolverPool<'_>,
    ) -> Result<Option<Vec<u8>>, CliError> {
        let indices: Vec<_> = shard.indices().collect();
        let (finished, stop) = mpsc::channel::<()>();
        let interval = Duration::from_secs(self.args.lease_secs.into()) / RENEWALS_PER_LEASE;
        let is_lease_lost = AtomicBool::new(false);
        let solved = Mutex::new(BTreeMap::new());
        let lock = || solved.lock().unwrap_or_else(PoisonError::into_inner);
        thread::scope(|scope| {
            let renew = || {
                let stop = stop;
                while stop.recv_timeout(interval) == Err(mpsc::RecvTimeoutError::Timeout) {
                    is_lease_lost.fetch_or(self.renew(shard).is_err(), Ordering::Relaxed);
                }
            };
            let renewing = thread::Builder::new().spawn_scoped(scope, renew);
            renewing.map_err(|error| CliError::no_thread(&error))?;
            pool.solve(openings, &indices, &|index, score| {
                lock().insert(index, score);
            });
            drop(finished);
            Ok::<_, CliError>(())
        })?;
        if is_lease_lost.load(Ordering::Relaxed) {
            print_message(
                "the lease of a shard could not be renewed: another worker may solve it too",
            );
        }
        let scores: Vec<_> = lock().values().map(|score| *score as u8).collect();
        Ok((scores.len() == indices.len()).then_some(scores))
    }

    fn renew(&mut self, shard: &QueueShard) -> Result<(), CliError> {
        let seconds = f64::from(self.args.lease_secs);
        let QueueShard {
            width,
            height,
            plies,
            first,
            ..
        } = shard;
        let renewed = self.client.execute(
            RENEW_LEASE,
            &[&seconds, width, height, plies, first, &self.name],
        );
        renewed.map(drop).map_err(|error| queue_failure(&error))
    }

    fn store_scores(&mut self, shard: &QueueShard, scores: &[u8]) -> Result<(), CliError> {
        let QueueShard {
            width,
            height,
            plies,
            first,
            ..
        } = shard;
        let stored = self
            .client
            .execute(STORE_SCORES, &[&scores, width, height, plies, first]);
        stored.map(drop).map_err(|error| queue_failure(&error))
    }

    fn release(&mut self, shard: &QueueShard) -> Result<(), CliError> {
        let QueueShard {
            width,
            height,
            plies,
            first,
            ..
        } = shard;
        let released = self
            .client
            .execute(RELEASE_SHARD, &[width, height, plies, first, &self.name]);
        released.map(drop).map_err(|error| queue_failure(&error))
    }
}

impl QueueShard {
    /// Returns the indices of its positions in the layer.
    fn indices(&self) -> std::ops::Range<usize> {
        let first = self.first.max(0) as usize;
        first..first + self.positions.max(0) as usize
    }

    /// Returns the board size and the plies of its layer.
    fn layer(&self) -> Result<(BoardSize, u32), CliError> {
        let size = || {
            let (width, height) = (self.width.try_into().ok()?, self.height.try_into().ok()?);
            let variant = foursight_core::Variant::Standard;
            let ruleset = foursight_core::Ruleset::new(width, height, 4, variant).ok()?;
            BoardSize::of(ruleset).ok()
        };
        let size = size().ok_or_else(|| self.invalid("are of an unsupported board"))?;
        let plies = u32::try_from(self.plies).ok();
        let plies = plies.filter(|plies| *plies <= size.plies_max());
        let plies = plies.ok_or_else(|| self.invalid("are too deep for a book"))?;
        Ok((size, plies))
    }

    /// Checks that the shard lies within a layer of `positions` positions.
    fn check(&self, positions: usize) -> Result<(), CliError> {
        if self.first < 0 || self.positions < 1 || self.indices().end > positions {
            return Err(self.invalid("are not in the layer"));
        }
        Ok(())
    }

    /// The failure of a row that `book queue` has not written.
    fn invalid(&self, reason: &str) -> CliError {
        CliError::bad_input(format_args!(
            "the queue holds an impossible shard: {} positions from {} of {}x{} through {} plies \
             {reason}; delete it and queue the book again",
            self.positions, self.first, self.width, self.height, self.plies
        ))
    }
}

/// `foursight book collect`
pub(super) fn collect(
    args: &CollectArgs,
    settings: &CliSettings,
    out: &mut CliOutput,
) -> Result<Exit, CliError> {
    let size = size_of(&args.ruleset, args.plies, settings)?;
    let _lock = FileLock::acquire(&args.out)?;
    let mut client = connect(&args.queue)?;
    let positions = list_layer(size, args.plies).len();
    let mut checkpoint = Checkpoint::new(size, args.plies, positions);
    let query = "SELECT first, positions, scores FROM foursight_book_shards
        WHERE width = $1 AND height = $2 AND plies = $3 ORDER BY first";
    let (width, height) = (i16::from(size.width()), i16::from(size.height()));
    let rows = client
        .query(query, &[&width, &height, &(args.plies as i16)])
        .map_err(|error| queue_failure(&error))?;
    if rows.is_empty() {
        let scope = format!(" of {size} through {} plies", args.plies);
        return Err(empty_queue(&scope));
    }
    for row in rows {
        let shard = QueueShard {
            width,
            height,
            plies: args.plies as i16,
            first: row.get(0),
            positions: row.get(1),
        };
        shard.check(checkpoint.positions())?;
        let Some(scores) = row.get::<_, Option<Vec<u8>>>(2) else {
            continue;
        };
        if scores.len() != shard.indices().len() {
            let reason = format!(
                "have {}",
                count_with_separators(scores.len() as u64, "score")
            );
            return Err(shard.invalid(&reason));
        }
        for (index, score) in shard.indices().zip(scores) {
            let score = score as i8;
            let result = checkpoint.set(index, score);
            result.map_err(|_| shard.invalid(&format!("have the score {score} among theirs")))?;
        }
    }
    replace_checkpoint(&args.out, &checkpoint)?;
    print_checkpoint(&args.out, &checkpoint, out)
}
