//! What is kept: people, sessions, seeks, and the log of every game.
//!
//! The log is the only authority: a move counts once [`Store::append`] has answered, and not before. All
//! that is done together is one [`Job`](sql::Job), so that both databases do it together.

mod copy;
#[cfg(feature = "trials")]
mod faults;
mod migrations;
mod people;
mod postgres;
mod seeks;
mod sql;
mod sqlite;

use std::path::{Path, PathBuf};
use std::sync::Arc;

pub use copy::{Copied, backup, check_backup};
#[cfg(feature = "trials")]
pub use faults::{Faults, Moment, Mutant, STANDING};
pub(crate) use people::{Person, SessionKind};
pub(crate) use seeks::Seek;
pub use sql::StoreError;
use sql::{Engine, Outcome, Row, Statement};

/// Where things are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StoreAt {
    /// In a file, by SQLite.
    File(PathBuf),
    /// In a PostgreSQL database, by its address.
    Postgres(String),
    /// In one of these, with faults on purpose.
    #[cfg(feature = "trials")]
    Faulty(Box<StoreAt>, Faults),
}

impl std::str::FromStr for StoreAt {
    type Err = StoreError;

    fn from_str(text: &str) -> Result<Self, StoreError> {
        match text.split_once(':') {
            Some(("sqlite", path)) if !path.is_empty() => Ok(Self::File(path.into())),
            Some(("postgres" | "postgresql", _)) => Ok(Self::Postgres(text.to_owned())),
            _ => Err(StoreError(format!(
                "`{text}` is no store: write sqlite:FILE or postgres://USER@HOST/DATABASE"
            ))),
        }
    }
}

/// The store.
#[derive(Clone)]
pub(crate) struct Store {
    engine: Arc<dyn Engine>,
}

/// An event of a game as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) seq: u64,
    pub(crate) at_ms: u64,
    /// The event in JSON.
    pub(crate) data: String,
}

/// How a game ended, which is kept in the same moment as its last event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Closing {
    /// The number of the event that began it.
    pub(crate) start_seq: u64,
    pub(crate) ending: String,
}

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Listed {
    pub(crate) id: String,
    pub(crate) seats: [String; 2],
    pub(crate) changed_ms: u64,
    pub(crate) is_over: bool,
}

/// The latest games in which a person has this seat: no more are read than are wanted.
macro_rules! games {
    ($seat:literal) => {
        concat!(
            "SELECT id, one, two, changed_ms, is_over FROM games WHERE ",
            $seat,
            " = $1 ORDER BY is_over, changed_ms DESC LIMIT $2"
        )
    };
}

/// With this a commit is on the disk before SQLite answers.
const FULL_SYNC: &str = "FULL";
const INSERT_EVENT: &str = "INSERT INTO game_events (game, seq, at_ms, data) \
    VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";

impl Store {
    /// Opens the store, and makes it if it is not there.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if it cannot be reached or is of a later version.
    pub(crate) async fn open(at: &StoreAt) -> Result<Self, StoreError> {
        let engine = open_engine(at, FULL_SYNC).await?;
        Ok(Self { engine })
    }

    /// True if it answers.
    pub(crate) async fn is_there(&self) -> bool {
        let rows = self.rows(Statement::new("SELECT COUNT(*) FROM nodes", []));
        rows.await.is_ok()
    }

    /// Adds an event to the log of a game. False if there is one of this number already: then somebody
    /// else was first, and nothing is done.
    pub(crate) async fn append(
        &self,
        game: &str,
        line: &Line,
        closing: Option<&Closing>,
    ) -> Result<bool, StoreError> {
        let mut job = vec![insert_event(game, line).or_nothing()];
        if let Some(Closing { start_seq, ending }) = closing {
            job.push(Statement::new(
                "INSERT INTO game_results (game, start_seq, end_seq, ending, at_ms) \
                 VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
                [
                    game.into(),
                    (*start_seq).into(),
                    line.seq.into(),
                    ending.as_str().into(),
                    line.at_ms.into(),
                ],
            ));
            job.push(set_over(game, true, line.at_ms));
        }
        self.is_done(job).await
    }

    /// As [`append`](Self::append), for an event that begins another game in the same log.
    pub(crate) async fn append_start(&self, game: &str, line: &Line) -> Result<bool, StoreError> {
        self.is_done(vec![
            insert_event(game, line).or_nothing(),
            set_over(game, false, line.at_ms),
        ])
        .await
    }

    /// The log of a game from this number on.
    pub(crate) async fn log(&self, game: &str, from: u64) -> Result<Vec<Line>, StoreError> {
        let rows = self.rows(Statement::new(
            "SELECT seq, at_ms, data FROM game_events WHERE game = $1 AND seq >= $2 ORDER BY seq",
            [game.into(), from.into()],
        ));
        let line = |row: &Row| Line {
            seq: row.number(0),
            at_ms: row.number(1),
            data: row.text(2),
        };
        Ok(rows.await?.iter().map(line).collect())
    }

    /// Opens a game with its first event; takes the seek that led to it, and takes back the seek of
    /// who came. False if one of them is gone: then nothing is done.
    pub(crate) async fn open_game(
        &self,
        id: &str,
        (seats, is_timed): ([&str; 2], bool),
        line: &Line,
        [seek, own]: [Option<&str>; 2],
    ) -> Result<bool, StoreError> {
        let mut job = Vec::new();
        if let Some(seek) = seek {
            let sql = "UPDATE seeks SET game = $1 WHERE id = $2 AND game IS NULL";
            job.push(Statement::new(sql, [id.into(), seek.into()]).or_nothing());
        }
        if let Some(own) = own {
            let sql = "DELETE FROM seeks WHERE id = $1 AND game IS NULL";
            job.push(Statement::new(sql, [own.into()]).or_nothing());
        }
        let [one, two] = seats;
        // Whoever plays seeks no more.
        job.extend(seats.map(seeks::drop_seeks));
        job.push(Statement::new(
            "INSERT INTO games (id, one, two, made_ms, changed_ms, is_over, is_timed) \
             VALUES ($1, $2, $3, $4, $5, 0, $6)",
            [
                id.into(),
                one.into(),
                two.into(),
                line.at_ms.into(),
                line.at_ms.into(),
                is_timed.into(),
            ],
        ));
        job.push(insert_event(id, line));
        self.is_done(job).await
    }

    /// The games of a person, the latest first.
    pub(crate) async fn games_of(
        &self,
        person: &str,
        most: u64,
    ) -> Result<Vec<Listed>, StoreError> {
        let rows = self.rows(Statement::new(
            concat!(
                "SELECT * FROM (SELECT * FROM (",
                games!("one"),
                ") AS host UNION SELECT * FROM (",
                games!("two"),
                ") AS guest) AS own ORDER BY is_over, changed_ms DESC LIMIT $2"
            ),
            [person.into(), most.into()],
        ));
        Ok(rows.await?.iter().map(listed).collect())
    }

    /// The ids of who sits at a game.
    pub(crate) async fn seats_of(&self, game: &str) -> Result<Option<[String; 2]>, StoreError> {
        let sql = "SELECT one, two FROM games WHERE id = $1";
        let rows = self.rows(Statement::new(sql, [game.into()])).await?;
        Ok(rows.first().map(|row| [row.text(0), row.text(1)]))
    }

    /// Every game that is going on with a clock.
    pub(crate) async fn timed_games(&self) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT id FROM games WHERE is_over = 0 AND is_timed = 1";
        let rows = self.rows(Statement::new(sql, [])).await?;
        Ok(rows.iter().map(|row| row.text(0)).collect())
    }

    /// Notes that a node is there, and answers when any was last seen before.
    pub(crate) async fn beat(&self, node: &str, now_ms: u64) -> Result<(), StoreError> {
        let job = vec![Statement::new(
            "INSERT INTO nodes (id, seen_ms) VALUES ($1, $2) \
             ON CONFLICT (id) DO UPDATE SET seen_ms = excluded.seen_ms",
            [node.into(), now_ms.into()],
        )];
        self.is_done(job).await.map(drop)
    }

    /// When a node was last seen; none if there never was one.
    pub(crate) async fn last_beat(&self) -> Result<Option<u64>, StoreError> {
        let rows = self.rows(Statement::new("SELECT MAX(seen_ms) FROM nodes", []));
        let last = rows.await?.first().map(|row| row.number(0));
        Ok(last.filter(|last| *last > 0))
    }

    /// Forgets nodes that have not been seen since then.
    pub(crate) async fn forget_nodes(&self, before_ms: u64) -> Result<(), StoreError> {
        let job = vec![Statement::new(
            "DELETE FROM nodes WHERE seen_ms < $1",
            [before_ms.into()],
        )];
        self.is_done(job).await.map(drop)
    }

    async fn is_done(&self, job: sql::Job) -> Result<bool, StoreError> {
        Ok(self.engine.write(job).await? == Outcome::Done)
    }

    async fn rows(&self, statement: Statement) -> Result<Vec<Row>, StoreError> {
        self.engine.read(statement).await
    }
}

async fn open_engine(
    at: &StoreAt,
    synchronous: &'static str,
) -> Result<Arc<dyn Engine>, StoreError> {
    Ok(match at {
        StoreAt::File(path) => Arc::new(open_file(path.clone(), synchronous).await?),
        StoreAt::Postgres(url) => Arc::new(postgres::Postgres::open(url).await?),
        #[cfg(feature = "trials")]
        StoreAt::Faulty(at, faults) => {
            let is_synced = faults.mutant != Some(Mutant::Unsynced);
            let synchronous = if is_synced { FULL_SYNC } else { "OFF" };
            let engine = Box::pin(open_engine(at, synchronous)).await?;
            Arc::new(faults::Faulty {
                engine,
                faults: *faults,
                events: std::sync::atomic::AtomicU64::new(0),
            })
        }
    })
}

async fn open_file(path: PathBuf, synchronous: &'static str) -> Result<sqlite::Sqlite, StoreError> {
    let open = move || {
        if let Some(folder) = path.parent().filter(|folder| *folder != Path::new("")) {
            std::fs::create_dir_all(folder)
                .map_err(|error| StoreError(format!("{}: {error}", folder.display())))?;
        }
        sqlite::Sqlite::open(&path, synchronous)
    };
    let opened = tokio::task::spawn_blocking(open).await;
    opened.map_err(StoreError::new)?
}

fn insert_event(game: &str, line: &Line) -> Statement {
    Statement::new(
        INSERT_EVENT,
        [
            game.into(),
            line.seq.into(),
            line.at_ms.into(),
            line.data.as_str().into(),
        ],
    )
}

fn set_over(game: &str, is_over: bool, at_ms: u64) -> Statement {
    Statement::new(
        "UPDATE games SET is_over = $1, changed_ms = $2 WHERE id = $3",
        [is_over.into(), at_ms.into(), game.into()],
    )
}

fn listed(row: &Row) -> Listed {
    Listed {
        id: row.text(0),
        seats: [row.text(1), row.text(2)],
        changed_ms: row.number(3),
        is_over: row.number(4) != 0,
    }
}

#[cfg(test)]
mod tests;
