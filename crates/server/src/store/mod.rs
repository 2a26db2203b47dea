//! The store: people, sessions, seeks, and the event log of every game.
//!
//! The log is authoritative: a move counts once [`Store::append`] has returned, and not before.
//! Changes that belong together are one [`Transaction`](sql::Transaction), which both databases
//! commit atomically.

mod backup;
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

pub use backup::{BackupSummary, backup, check_backup};
#[cfg(feature = "trials")]
pub use faults::{FaultConfig, FaultPoint, Mutant, STALLED_MARKER};
pub(crate) use people::{Person, SessionKind};
pub(crate) use seeks::Seek;
pub use sql::StoreError;
use sql::{Backend, SqlRow, SqlStatement, TxOutcome};

use crate::postgres_address::PostgresAddress;

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

impl std::str::FromStr for StoreLocation {
    type Err = StoreError;

    fn from_str(text: &str) -> Result<Self, StoreError> {
        match text.split_once(':') {
            Some(("sqlite", path)) if !path.is_empty() => Ok(Self::File(path.into())),
            Some(("postgres" | "postgresql", _)) => {
                let valid = text.parse::<PostgresAddress>().map_err(StoreError::new);
                valid.map(|_| Self::Postgres(text.to_owned()))
            }
            _ => Err(StoreError(format!(
                "`{text}` is not a valid store: expected sqlite:FILE or postgres://USER@HOST/DATABASE"
            ))),
        }
    }
}

/// The store.
#[derive(Clone)]
pub(crate) struct Store {
    backend: Arc<dyn Backend>,
}

/// A stored event of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EventRecord {
    pub(crate) seq: u64,
    pub(crate) at_ms: u64,
    /// The event in JSON.
    pub(crate) data: String,
}

/// The ending of a game, stored in the same transaction as its last event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GameEndRecord {
    /// Number of the event that started the game.
    pub(crate) start_seq: u64,
    pub(crate) ending: String,
}

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GameRow {
    pub(crate) id: String,
    pub(crate) seats: [String; 2],
    pub(crate) changed_ms: u64,
    pub(crate) is_over: bool,
}

/// Selects the latest games in which a person has this seat; the limit applies before the union.
macro_rules! games {
    ($seat:literal) => {
        concat!(
            "SELECT id, one, two, changed_ms, is_over FROM games WHERE ",
            $seat,
            " = $1 ORDER BY is_over, changed_ms DESC LIMIT $2"
        )
    };
}

/// With `synchronous = FULL`, SQLite syncs a commit to the disk before it returns.
const FULL_SYNC: &str = "FULL";
const INSERT_EVENT: &str = "INSERT INTO game_events (game, seq, at_ms, data) \
    VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";

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

    /// Appends an event to the log of a game. Returns false without any change if the log already
    /// has an event of this number, which is a conflict with another node.
    pub(crate) async fn append(
        &self,
        game: &str,
        line: &EventRecord,
        closing: Option<&GameEndRecord>,
    ) -> Result<bool, StoreError> {
        let mut transaction = vec![insert_event(game, line).must_affect_rows()];
        if let Some(GameEndRecord { start_seq, ending }) = closing {
            transaction.push(SqlStatement::new(
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
            transaction.push(set_over(game, true, line.at_ms));
        }
        self.commit(transaction).await
    }

    /// Like [`append`](Self::append), for an event that starts another game in the same log.
    pub(crate) async fn append_start(
        &self,
        game: &str,
        line: &EventRecord,
    ) -> Result<bool, StoreError> {
        self.commit(vec![
            insert_event(game, line).must_affect_rows(),
            set_over(game, false, line.at_ms),
        ])
        .await
    }

    /// Reads the log of a game from this number on.
    pub(crate) async fn log(&self, game: &str, from: u64) -> Result<Vec<EventRecord>, StoreError> {
        let rows = self.rows(SqlStatement::new(
            "SELECT seq, at_ms, data FROM game_events WHERE game = $1 AND seq >= $2 ORDER BY seq",
            [game.into(), from.into()],
        ));
        let line = |row: &SqlRow| EventRecord {
            seq: row.number(0),
            at_ms: row.number(1),
            data: row.text(2),
        };
        Ok(rows.await?.iter().map(line).collect())
    }

    /// Creates a game with its first event, accepts the seek that led to it, and deletes the seek
    /// of the player who accepted. Returns false without any change if one of the seeks is gone.
    pub(crate) async fn open_game(
        &self,
        id: &str,
        (seats, is_timed): ([&str; 2], bool),
        line: &EventRecord,
        [seek, own]: [Option<&str>; 2],
    ) -> Result<bool, StoreError> {
        let mut transaction = Vec::new();
        if let Some(seek) = seek {
            let sql = "UPDATE seeks SET game = $1 WHERE id = $2 AND game IS NULL";
            transaction.push(SqlStatement::new(sql, [id.into(), seek.into()]).must_affect_rows());
        }
        if let Some(own) = own {
            let sql = "DELETE FROM seeks WHERE id = $1 AND game IS NULL";
            transaction.push(SqlStatement::new(sql, [own.into()]).must_affect_rows());
        }
        let [one, two] = seats;
        // Neither player is looking for a game any more.
        transaction.extend(seats.map(seeks::delete_seek));
        transaction.push(SqlStatement::new(
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
        transaction.push(insert_event(id, line));
        self.commit(transaction).await
    }

    /// Returns the games of a person, unfinished and latest ones first.
    pub(crate) async fn games_of(
        &self,
        person: &str,
        max: u64,
    ) -> Result<Vec<GameRow>, StoreError> {
        let rows = self.rows(SqlStatement::new(
            concat!(
                "SELECT * FROM (SELECT * FROM (",
                games!("one"),
                ") AS host UNION SELECT * FROM (",
                games!("two"),
                ") AS guest) AS own ORDER BY is_over, changed_ms DESC LIMIT $2"
            ),
            [person.into(), max.into()],
        ));
        Ok(rows.await?.iter().map(game_row).collect())
    }

    /// Returns the ids of the two players of a game.
    pub(crate) async fn seats_of(&self, game: &str) -> Result<Option<[String; 2]>, StoreError> {
        let sql = "SELECT one, two FROM games WHERE id = $1";
        let rows = self.rows(SqlStatement::new(sql, [game.into()])).await?;
        Ok(rows.first().map(|row| [row.text(0), row.text(1)]))
    }

    /// Returns all unfinished games with a clock.
    pub(crate) async fn timed_games(&self) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT id FROM games WHERE is_over = 0 AND is_timed = 1";
        let rows = self.rows(SqlStatement::new(sql, [])).await?;
        Ok(rows.iter().map(|row| row.text(0)).collect())
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
        StoreLocation::Postgres(url) => Arc::new(postgres::Postgres::open(url).await?),
        #[cfg(feature = "trials")]
        StoreLocation::Faulty(at, faults) => {
            let is_synced = faults.mutant != Some(Mutant::Unsynced);
            let synchronous = if is_synced { FULL_SYNC } else { "OFF" };
            let backend = Box::pin(open_backend(at, synchronous)).await?;
            Arc::new(faults::FaultyBackend {
                backend,
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

fn insert_event(game: &str, line: &EventRecord) -> SqlStatement {
    SqlStatement::new(
        INSERT_EVENT,
        [
            game.into(),
            line.seq.into(),
            line.at_ms.into(),
            line.data.as_str().into(),
        ],
    )
}

fn set_over(game: &str, is_over: bool, at_ms: u64) -> SqlStatement {
    SqlStatement::new(
        "UPDATE games SET is_over = $1, changed_ms = $2 WHERE id = $3",
        [is_over.into(), at_ms.into(), game.into()],
    )
}

fn game_row(row: &SqlRow) -> GameRow {
    GameRow {
        id: row.text(0),
        seats: [row.text(1), row.text(2)],
        changed_ms: row.number(3),
        is_over: row.number(4) != 0,
    }
}

#[cfg(test)]
mod postgres_tls_tests;
#[cfg(test)]
mod tests;
