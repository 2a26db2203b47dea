//! The work of a book spread over many machines by a queue in PostgreSQL.
//!
//! A layer is cut into shards, one row each. A worker takes a row that nobody holds, or whose
//! holder was not heard of for the time of a lease; rows that others are just taking are skipped,
//! so that nobody waits. While it works it renews its lease. The scores are handed in once: a row
//! that has scores keeps them, and since they are exact, a second worker would have found the same.
//!
//! The clock is the database's alone, so workers need not agree on the time.

use std::collections::BTreeMap;
use std::error::Error;
use std::iter;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use foursight_solver::book::{Checkpoint, Opening, Size, layer};
use postgres::config::Host;
use postgres::error::SqlState;
use postgres::{Client, Config, NoTls};

use super::build::tell_written;
use super::crew::Crew;
use super::files::{Claim, replace_checkpoint};
use super::{listed_layer, size_of};
use crate::exit::{Exit, Failure, complain};
use crate::output::Out;
use crate::progress::Notice;
use crate::settings::Layers;
use crate::solver_args::{CollectArgs, QueueArgs, WorkArgs};
use crate::solving::Interrupt;
use crate::words::counted;

/// How long a worker waits for shards that others hold.
const WAIT: Duration = Duration::from_millis(500);
/// A lease is renewed this many times before it runs out.
const RENEWALS: u32 = 3;

const TABLE: &str = "foursight_book_shards";
const CREATE: &str = "
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

const FILL: &str = "
    INSERT INTO foursight_book_shards (width, height, plies, first, positions)
    VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING";

const TAKE: &str = "
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

const RENEW: &str = "
    UPDATE foursight_book_shards SET leased_until = now() + make_interval(secs => $1)
    WHERE width = $2 AND height = $3 AND plies = $4 AND first = $5
        AND worker = $6 AND scores IS NULL";

const HAND_IN: &str = "
    UPDATE foursight_book_shards SET scores = $1, leased_until = NULL
    WHERE width = $2 AND height = $3 AND plies = $4 AND first = $5 AND scores IS NULL";

const RELEASE: &str = "
    UPDATE foursight_book_shards SET leased_until = NULL
    WHERE width = $1 AND height = $2 AND plies = $3 AND first = $4 AND worker = $5";

fn broken(error: &postgres::Error) -> Failure {
    const FOREIGN: [SqlState; 2] = [SqlState::UNDEFINED_COLUMN, SqlState::WRONG_OBJECT_TYPE];
    let reason = match error.as_db_error() {
        Some(told) if FOREIGN.contains(told.code()) => format!(
            "{}: its {TABLE} is of another program, use another database",
            told.message()
        ),
        Some(told) => told.message().to_owned(),
        None => with_sources(error),
    };
    Failure::storage(format_args!("the queue failed: {reason}"))
}

/// An error with everything that led to it.
fn with_sources(error: &dyn Error) -> String {
    let causes = iter::successors(Some(error), |error| (*error).source());
    let words: Vec<_> = causes.map(ToString::to_string).collect();
    words.join(": ")
}

fn connect(url: &str) -> Result<Client, Failure> {
    let config: Config = url.parse().map_err(|error: postgres::Error| {
        Failure::usage(format_args!(
            "{}: write the queue like postgres://user@host:5432/name",
            with_sources(&error)
        ))
    })?;
    let mut client = config.connect(NoTls).map_err(|error| {
        if error.as_db_error().is_some() {
            return broken(&error);
        }
        Failure::storage(format_args!(
            "the queue failed: cannot reach the database{}: {}; is it running, and is the address \
             right?",
            address_of(&config),
            with_sources(&error)
        ))
    })?;
    // Two programs that create the table at once disturb each other; only one does.
    let create =
        format!("SELECT pg_advisory_lock(4453); {CREATE}; SELECT pg_advisory_unlock(4453)");
    client
        .batch_execute(&create)
        .map_err(|error| broken(&error))?;
    Ok(client)
}

/// ` at host:port`, as far as the person has said it.
fn address_of(config: &Config) -> String {
    let port = config.get_ports().first().copied().unwrap_or(5432);
    match config.get_hosts().first() {
        Some(Host::Tcp(host)) => format!(" at {host}:{port}"),
        #[cfg(unix)]
        Some(Host::Unix(path)) => format!(" at {}", path.display()),
        None => String::new(),
    }
}

/// The failure of a queue without work in it.
fn nothing_queued(what: &str) -> Failure {
    Failure::Told {
        exit: Exit::No,
        message: format!("nothing{what} is queued: begin with foursight book queue"),
    }
}

/// A part of a layer that one worker solves.
#[derive(Clone, Copy)]
struct Shard {
    width: i16,
    height: i16,
    plies: i16,
    first: i32,
    positions: i32,
}

/// `foursight book queue`
pub(super) fn fill(args: &QueueArgs, layers: &Layers, out: &mut Out) -> Result<Exit, Failure> {
    let size = size_of(&args.ruleset, args.plies, layers)?;
    let mut client = connect(&args.queue)?;
    let positions = listed_layer(size, args.plies).len();
    let filling = Notice::of("filling the queue");
    let mut transaction = client.transaction().map_err(|error| broken(&error))?;
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
            .execute(FILL, &values)
            .map_err(|error| broken(&error))?;
    }
    check_whole(&mut transaction, size, args.plies, positions)?;
    transaction.commit().map_err(|error| broken(&error))?;
    drop(filling);
    out.line(&format!(
        "{} of {size} through {} plies, {}",
        counted(positions as u64, "position"),
        args.plies,
        counted(added, "new shard")
    ))?;
    Ok(Exit::Done)
}

/// Shards of different lengths would overlap.
fn check_whole(
    transaction: &mut postgres::Transaction<'_>,
    size: Size,
    plies: u32,
    positions: usize,
) -> Result<(), Failure> {
    let sum = "SELECT coalesce(sum(positions), 0)::bigint FROM foursight_book_shards
        WHERE width = $1 AND height = $2 AND plies = $3";
    let layer: [&(dyn postgres::types::ToSql + Sync); 3] = [
        &i16::from(size.width()),
        &i16::from(size.height()),
        &(plies as i16),
    ];
    let row = transaction
        .query_one(sum, &layer)
        .map_err(|error| broken(&error))?;
    if row.get::<_, i64>(0) == positions as i64 {
        return Ok(());
    }
    Err(Failure::usage(
        "the queue holds this book in shards of another length: use the same --shard-positions",
    ))
}

/// `foursight book work`
pub(super) fn work(args: &WorkArgs, out: &mut Out) -> Result<Exit, Failure> {
    let interrupt = Interrupt::listen();
    interrupt.set_busy(true);
    let shards = Worker::new(args)?.run(&interrupt)?;
    out.line(&format!("{} solved", counted(shards, "shard")))?;
    if interrupt.cancel.is_cancelled() {
        complain("interrupted");
        return Ok(Exit::Budget);
    }
    Ok(Exit::Done)
}

/// A process that takes one shard after the other, all its threads on the same.
struct Worker<'a> {
    args: &'a WorkArgs,
    client: Client,
    /// Whose lease it is: unique among all workers.
    name: String,
}

impl<'a> Worker<'a> {
    fn new(args: &'a WorkArgs) -> Result<Self, Failure> {
        let mut client = connect(&args.queue)?;
        // Unique while the connection lives, and that is as long as the name is used.
        let row = client
            .query_one("SELECT pg_backend_pid()::text || '@' || now()::text", &[])
            .map_err(|error| broken(&error))?;
        let name = row.get(0);
        let some = "SELECT EXISTS (SELECT FROM foursight_book_shards)";
        let row = client.query_one(some, &[]);
        if !row.map_err(|error| broken(&error))?.get::<_, bool>(0) {
            return Err(nothing_queued(""));
        }
        Ok(Self { args, client, name })
    }

    /// Solves shards until none is left; how many there were.
    fn run(mut self, interrupt: &Interrupt) -> Result<u64, Failure> {
        let mut done = 0;
        let notice = Notice::of_many("shards solved");
        notice.begin();
        let mut at: Option<(u32, Vec<Opening>, Crew<'_>)> = None;
        while !interrupt.cancel.is_cancelled() {
            let Some(shard) = self.take()? else {
                if self.is_all_done()? {
                    break;
                }
                thread::sleep(WAIT);
                continue;
            };
            let (size, plies) = shard.layer()?;
            if at
                .as_ref()
                .is_none_or(|(known, _, crew)| (*known, crew.size()) != (plies, size))
            {
                let crew = Crew::new(&self.args.crew, size, &interrupt.cancel)?;
                at = Some((plies, layer(size, plies), crew));
            }
            let Some((_, openings, crew)) = &mut at else {
                break;
            };
            shard.check(openings.len())?;
            match self.solve(&shard, openings, crew)? {
                Some(scores) => {
                    self.hand_in(&shard, &scores)?;
                    done += 1;
                    notice.tell(done);
                }
                None => self.release(&shard)?,
            }
        }
        Ok(done)
    }

    fn take(&mut self) -> Result<Option<Shard>, Failure> {
        let seconds = f64::from(self.args.lease_secs);
        let row = self.client.query_opt(TAKE, &[&seconds, &self.name]);
        let row = row.map_err(|error| broken(&error))?;
        Ok(row.map(|row| Shard {
            width: row.get(0),
            height: row.get(1),
            plies: row.get(2),
            first: row.get(3),
            positions: row.get(4),
        }))
    }

    fn is_all_done(&mut self) -> Result<bool, Failure> {
        let open = "SELECT EXISTS (SELECT FROM foursight_book_shards WHERE scores IS NULL)";
        let row = self.client.query_one(open, &[]);
        Ok(!row.map_err(|error| broken(&error))?.get::<_, bool>(0))
    }

    /// The scores of a shard, one byte each, while the lease is renewed; none when cancelled.
    fn solve(
        &mut self,
        shard: &Shard,
        openings: &[Opening],
        crew: &mut Crew<'_>,
    ) -> Result<Option<Vec<u8>>, Failure> {
        let places: Vec<_> = shard.places().collect();
        let (finished, ended) = mpsc::channel::<()>();
        let pause = Duration::from_secs(self.args.lease_secs.into()) / RENEWALS;
        let lost = AtomicBool::new(false);
        let found = Mutex::new(BTreeMap::new());
        let lock = || found.lock().unwrap_or_else(PoisonError::into_inner);
        thread::scope(|scope| {
            let renew = || {
                let ended = ended;
                while ended.recv_timeout(pause) == Err(mpsc::RecvTimeoutError::Timeout) {
                    lost.fetch_or(self.renew(shard).is_err(), Ordering::Relaxed);
                }
            };
            let renewing = thread::Builder::new().spawn_scoped(scope, renew);
            renewing.map_err(|error| Failure::no_thread(&error))?;
            crew.solve(openings, &places, &|place, score| {
                lock().insert(place, score);
            });
            drop(finished);
            Ok::<_, Failure>(())
        })?;
        if lost.load(Ordering::Relaxed) {
            complain("the lease of a shard could not be renewed: another worker may solve it too");
        }
        let scores: Vec<_> = lock().values().map(|score| *score as u8).collect();
        Ok((scores.len() == places.len()).then_some(scores))
    }

    fn renew(&mut self, shard: &Shard) -> Result<(), Failure> {
        let seconds = f64::from(self.args.lease_secs);
        let Shard {
            width,
            height,
            plies,
            first,
            ..
        } = shard;
        let renewed = self
            .client
            .execute(RENEW, &[&seconds, width, height, plies, first, &self.name]);
        renewed.map(drop).map_err(|error| broken(&error))
    }

    fn hand_in(&mut self, shard: &Shard, scores: &[u8]) -> Result<(), Failure> {
        let Shard {
            width,
            height,
            plies,
            first,
            ..
        } = shard;
        let stored = self
            .client
            .execute(HAND_IN, &[&scores, width, height, plies, first]);
        stored.map(drop).map_err(|error| broken(&error))
    }

    fn release(&mut self, shard: &Shard) -> Result<(), Failure> {
        let Shard {
            width,
            height,
            plies,
            first,
            ..
        } = shard;
        let released = self
            .client
            .execute(RELEASE, &[width, height, plies, first, &self.name]);
        released.map(drop).map_err(|error| broken(&error))
    }
}

impl Shard {
    /// The places of its positions in the layer.
    fn places(&self) -> std::ops::Range<usize> {
        let first = self.first.max(0) as usize;
        first..first + self.positions.max(0) as usize
    }

    /// The layer it is a part of.
    fn layer(&self) -> Result<(Size, u32), Failure> {
        let size = || {
            let (width, height) = (self.width.try_into().ok()?, self.height.try_into().ok()?);
            let variant = foursight_core::Variant::Standard;
            let ruleset = foursight_core::Ruleset::new(width, height, 4, variant).ok()?;
            Size::of(ruleset).ok()
        };
        let size = size().ok_or_else(|| self.impossible("are of a grid that is not solved"))?;
        let plies = u32::try_from(self.plies).ok();
        let plies = plies.filter(|plies| *plies <= size.plies_max());
        let plies = plies.ok_or_else(|| self.impossible("are too deep for a book"))?;
        Ok((size, plies))
    }

    /// Checks that it lies in a layer of so many positions.
    fn check(&self, positions: usize) -> Result<(), Failure> {
        if self.first < 0 || self.positions < 1 || self.places().end > positions {
            return Err(self.impossible("are not in the layer"));
        }
        Ok(())
    }

    /// The failure of a row that no `book queue` has written.
    fn impossible(&self, why: &str) -> Failure {
        Failure::bad_input(format_args!(
            "the queue holds an impossible shard: {} positions from {} of {}x{} through {} plies \
             {why}; delete it and queue the book again",
            self.positions, self.first, self.width, self.height, self.plies
        ))
    }
}

/// `foursight book collect`
pub(super) fn collect(args: &CollectArgs, layers: &Layers, out: &mut Out) -> Result<Exit, Failure> {
    let size = size_of(&args.ruleset, args.plies, layers)?;
    let _claim = Claim::of(&args.out)?;
    let mut client = connect(&args.queue)?;
    let positions = listed_layer(size, args.plies).len();
    let mut work = Checkpoint::new(size, args.plies, positions);
    let found = "SELECT first, positions, scores FROM foursight_book_shards
        WHERE width = $1 AND height = $2 AND plies = $3 ORDER BY first";
    let (width, height) = (i16::from(size.width()), i16::from(size.height()));
    let rows = client
        .query(found, &[&width, &height, &(args.plies as i16)])
        .map_err(|error| broken(&error))?;
    if rows.is_empty() {
        let what = format!(" of {size} through {} plies", args.plies);
        return Err(nothing_queued(&what));
    }
    for row in rows {
        let shard = Shard {
            width,
            height,
            plies: args.plies as i16,
            first: row.get(0),
            positions: row.get(1),
        };
        shard.check(work.positions())?;
        let Some(scores) = row.get::<_, Option<Vec<u8>>>(2) else {
            continue;
        };
        if scores.len() != shard.places().len() {
            let why = format!("have {}", counted(scores.len() as u64, "score"));
            return Err(shard.impossible(&why));
        }
        for (place, score) in shard.places().zip(scores) {
            let score = score as i8;
            let noted = work.set(place, score);
            noted.map_err(|_| shard.impossible(&format!("have the score {score} among theirs")))?;
        }
    }
    replace_checkpoint(&args.out, &work)?;
    tell_written(&args.out, &work, out)
}
