//! A record of what clients received, independent of the server, and its comparison with the store.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use foursight_protocol::table::WireEntry;
use foursight_table::{Entry, Table};
use rusqlite::Connection;
use serde_json::{Value, json};

/// Entries of all games, by game and number.
pub(crate) type GameLogs = HashMap<String, BTreeMap<u64, Value>>;

/// Everything that the clients received.
#[derive(Clone, Default)]
pub(crate) struct ClientLedger {
    received: GameLogs,
    done: Vec<(String, u64)>,
    faults: Vec<String>,
}

impl ClientLedger {
    /// Records an entry that a client received. No client may receive a different one of its
    /// number.
    pub(crate) fn record_entry(&mut self, game: &str, seq: u64, entry: &Value) {
        let known = self.received.entry(game.to_owned()).or_default();
        let first = known.entry(seq).or_insert_with(|| entry.clone());
        if first != entry {
            let fault = format!("game {game}: received both {first} and {entry}");
            self.faults.push(fault);
        }
    }

    /// Records that a client received the number of a command's event.
    pub(crate) fn record_done(&mut self, game: &str, seq: u64) {
        self.done.push((game.to_owned(), seq));
    }

    /// Returns true if clients have received what contradicts itself.
    pub(crate) fn has_faults(&self) -> bool {
        !self.faults.is_empty()
    }

    pub(crate) fn record_fault(&mut self, fault: String) {
        self.faults.push(fault);
    }

    /// Returns everything that clients received and the store lacks, and every invalid log.
    pub(crate) fn compare(&self, log: &GameLogs) -> Vec<String> {
        let mut lost = self.faults.clone();
        for (game, entries) in &self.received {
            for (seq, entry) in entries {
                let stored = log.get(game).and_then(|stored| stored.get(seq));
                if stored != Some(entry) {
                    lost.push(format!("game {game}: received {entry}, stored {stored:?}"));
                }
            }
        }
        for (game, seq) in &self.done {
            if log.get(game).is_none_or(|stored| !stored.contains_key(seq)) {
                lost.push(format!(
                    "game {game}: event {seq} was acknowledged but is not stored"
                ));
            }
        }
        lost.extend(
            log.iter()
                .filter_map(|(game, stored)| log_error(game, stored)),
        );
        lost
    }
}

/// Validates the log of a game: no gaps, and each event can be applied.
fn log_error(game: &str, stored: &BTreeMap<u64, Value>) -> Option<String> {
    if !stored.keys().copied().eq(1..=stored.len() as u64) {
        return Some(format!("game {game}: its sequence numbers have gaps"));
    }
    let read = |entry: &Value| {
        let sent: WireEntry = serde_json::from_value(entry.clone()).ok()?;
        Entry::try_from(sent).ok()
    };
    let entries: Option<Vec<Entry>> = stored.values().map(read).collect();
    match entries.map(|entries| Table::from_log(&entries)) {
        Some(Ok(_)) => None,
        Some(Err(error)) => Some(format!(
            "game {game}: its log cannot be replayed: {error:?}"
        )),
        None => Some(format!("game {game}: its log cannot be decoded")),
    }
}

fn add(log: &mut GameLogs, game: String, [seq, at_ms]: [i64; 2], data: &str) {
    let event: Value = serde_json::from_str(data).unwrap_or_default();
    let entry = json!({"seq": seq, "at_ms": at_ms, "event": event});
    log.entry(game).or_default().insert(seq as u64, entry);
}

const SELECT: &str = "SELECT game, seq, at_ms, data FROM game_events";

/// Reads the log from the disk, by a copy of the files.
pub(crate) fn log_on_disk(store: &Path) -> Result<GameLogs, String> {
    let unreadable = |error: &dyn std::fmt::Display| format!("cannot read the store: {error}");
    let folder = tempfile::tempdir().map_err(|error| unreadable(&error))?;
    let copy = folder.path().join("copy.db");
    std::fs::copy(store, &copy).map_err(|error| unreadable(&error))?;
    let beside = |path: &Path| path.with_extension("db-wal");
    // The write-ahead log does not exist for a new or cleanly closed store.
    let _ = std::fs::copy(beside(store), beside(&copy));
    let read = || -> rusqlite::Result<GameLogs> {
        let connection = Connection::open(&copy)?;
        let mut log = GameLogs::new();
        let mut rows = connection.prepare(SELECT)?;
        let mut rows = rows.query([])?;
        while let Some(row) = rows.next()? {
            let data: String = row.get(3)?;
            add(&mut log, row.get(0)?, [row.get(1)?, row.get(2)?], &data);
        }
        Ok(log)
    };
    read().map_err(|error| unreadable(&error))
}

/// Executes a statement in a PostgreSQL database.
pub(crate) async fn execute_in_postgres(url: &str, sql: &str) -> Result<u64, String> {
    let failed = |error: tokio_postgres::Error| format!("the database failed: {error}");
    let connected = tokio_postgres::connect(url, tokio_postgres::NoTls).await;
    let (client, connection) = connected.map_err(failed)?;
    tokio::spawn(connection);
    client.execute(sql, &[]).await.map_err(failed)
}

/// Reads the log from a PostgreSQL database.
pub(crate) async fn log_in_postgres(url: &str) -> Result<GameLogs, String> {
    let unreadable = |error: tokio_postgres::Error| format!("cannot read the database: {error}");
    let connected = tokio_postgres::connect(url, tokio_postgres::NoTls).await;
    let (client, connection) = connected.map_err(unreadable)?;
    tokio::spawn(connection);
    let mut log = GameLogs::new();
    for row in client.query(SELECT, &[]).await.map_err(unreadable)? {
        let data: String = row.get(3);
        add(&mut log, row.get(0), [row.get(1), row.get(2)], &data);
    }
    Ok(log)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stored(seq: u64, data: &str) -> GameLogs {
        let mut log = GameLogs::new();
        add(&mut log, "g".to_owned(), [seq as i64, 7], data);
        log
    }

    #[test]
    fn missing_entries_are_lost() {
        let start = include_str!("../../server/src/store/start.json");
        let log = stored(1, start);
        let mut ledger = ClientLedger::default();
        ledger.record_entry("g", 1, &log["g"][&1]);
        ledger.record_done("g", 1);
        assert_eq!(ledger.compare(&log), [""; 0]);
        let mut other = log["g"][&1].clone();
        other["at_ms"] = json!(8);
        ledger.record_entry("g", 1, &other);
        ledger.record_entry("g", 2, &json!({"seq": 2}));
        ledger.record_done("g", 3);
        assert_eq!(ledger.compare(&log).len(), 3);
    }

    #[test]
    fn invalid_logs_are_found() {
        let ledger = ClientLedger::default();
        for log in [stored(2, "{}"), stored(1, "{}"), stored(1, "nonsense")] {
            assert_eq!(ledger.compare(&log).len(), 1, "{log:?}");
        }
    }
}
