//! Online backups of a store in a file, and their verification.

use std::fs::File;
use std::path::Path;

use foursight_table::Table;
use rusqlite::{Connection, OpenFlags};

use super::{EventRecord, StoreError};
use crate::online::decode_entries;

/// Contents of a backup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BackupSummary {
    /// Number of games.
    pub games: usize,
    /// Number of events of all games.
    pub events: usize,
    /// Size of the file.
    pub bytes: u64,
    /// Schema version of the store.
    pub schema_version: u64,
}

/// Writes a consistent snapshot of a store that may be in use. The copy is synced to the disk on
/// return.
///
/// # Errors
///
/// [`StoreError`] if the store cannot be read, or if the target exists.
pub fn backup(store: &Path, to: &Path) -> Result<(), StoreError> {
    let failed = |path: &Path, error: &dyn std::fmt::Display| {
        StoreError(format!("{}: {error}", path.display()))
    };
    if to.exists() {
        return Err(failed(to, &"the file already exists: name another one"));
    }
    let connection = open(store)?;
    // VACUUM INTO accepts an empty file, and keeps its permissions.
    super::private_file::create(to)?;
    let name = to
        .to_str()
        .ok_or_else(|| failed(to, &"the file name is not valid UTF-8"))?;
    let written = connection.execute("VACUUM INTO ?1", [name]);
    let written = written.map_err(|error| failed(to, &error)).and_then(|_| {
        let synced = File::open(to).and_then(|file| file.sync_all());
        synced.map_err(|error| failed(to, &error))
    });
    if written.is_err() {
        // Part of a copy is no backup. Best effort: the error says which file it is.
        let _ = std::fs::remove_file(to);
    }
    written
}

/// Verifies a backup by its schema version and by replaying the event log of every game.
///
/// # Errors
///
/// [`StoreError`] for the first problem found: the file, or the log of a game.
pub fn check_backup(path: &Path) -> Result<BackupSummary, StoreError> {
    let failed = |error: rusqlite::Error| StoreError(format!("{}: {error}", path.display()));
    let connection = open(path)?;
    let schema_version = super::schema::file_status(path)?.current;
    if schema_version == 0 {
        let reason = "this is not a store of online games";
        return Err(StoreError(format!("{}: {reason}", path.display())));
    }
    let state: String = connection
        .query_row("PRAGMA integrity_check", [], |row| row.get(0))
        .map_err(failed)?;
    if state != "ok" {
        return Err(StoreError(format!("{}: {state}", path.display())));
    }
    let mut games = connection.prepare("SELECT id FROM games").map_err(failed)?;
    let games = games.query_map([], |row| row.get::<_, String>(0));
    let games: Result<Vec<_>, _> = games.map_err(failed)?.collect();
    let games = games.map_err(failed)?;
    let sql = "SELECT seq, at_ms, data FROM game_events WHERE game = ?1 ORDER BY seq";
    let mut log = connection.prepare(sql).map_err(failed)?;
    let mut events = 0;
    for game in &games {
        let lines = log.query_map([game], |row| {
            Ok(EventRecord {
                seq: row.get::<_, i64>(0)? as u64,
                at_ms: row.get::<_, i64>(1)? as u64,
                data: row.get(2)?,
            })
        });
        let lines: Result<Vec<_>, _> = lines.map_err(failed)?.collect();
        let lines = lines.map_err(failed)?;
        let count = lines.len();
        let is_whole = decode_entries(lines).is_ok_and(|log| Table::from_log(&log).is_ok());
        if !is_whole {
            let place = path.display();
            return Err(StoreError(format!(
                "{place}: the log of game {game} is corrupt"
            )));
        }
        events += count;
    }
    let size = std::fs::metadata(path).map(|metadata| metadata.len());
    Ok(BackupSummary {
        games: games.len(),
        events,
        bytes: size.map_err(|error| StoreError(format!("{}: {error}", path.display())))?,
        schema_version,
    })
}

/// Opens an existing store for reading.
fn open(path: &Path) -> Result<Connection, StoreError> {
    // Recovery may have to apply the write-ahead log, so read-only access is not enough.
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags);
    connection.map_err(|error| StoreError(format!("{}: {error}", path.display())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{GameProgress, Store, StoreLocation};

    #[tokio::test(flavor = "multi_thread")]
    async fn a_copy_is_whole_while_the_store_is_in_use_and_damage_is_found() {
        let folder = tempfile::tempdir().expect("a folder");
        let (at, to) = (folder.path().join("a.db"), folder.path().join("b.db"));
        let store = Store::open(&StoreLocation::File(at.clone()))
            .await
            .expect("open");
        let start = include_str!("start.json").trim();
        let line = |seq: u64, data: &str| EventRecord {
            seq,
            at_ms: seq,
            data: data.to_owned(),
        };
        let moved = r#"{"kind":"moved","move":"4","spent_ms":1}"#;
        store
            .open_game("g", (["a", "b"], 0, false), &line(1, start), [None; 2])
            .await
            .expect("kept");
        let writing = async {
            for seq in 2..6 {
                store
                    .append("g", &line(seq, moved), &GameProgress::default())
                    .await
                    .expect("kept");
            }
        };
        let (from, copy) = (at.clone(), to.clone());
        let copying = tokio::task::spawn_blocking(move || backup(&from, &copy));
        let ((), copied) = tokio::join!(writing, copying);
        copied.expect("no panic").expect("copied");
        let found = check_backup(&to).expect("whole");
        assert_eq!(found.games, 1);
        assert!((1..=5).contains(&found.events), "{found:?}");
        assert!(backup(&at, &to).is_err(), "nothing is written over");
        assert!(check_backup(&folder.path().join("none.db")).is_err());
        // A log with a gap, and one that cannot be decoded.
        let connection = Connection::open(&at).expect("open");
        for damage in [
            "DELETE FROM game_events WHERE seq = 3",
            "UPDATE game_events SET data = 'x' WHERE seq = 5",
        ] {
            connection.execute(damage, []).expect("damaged");
            let error = check_backup(&at).expect_err("damaged");
            assert!(error.to_string().contains("game g"), "{error}");
        }
    }
}
