//! What clients were told, kept apart from the server, and the comparison with what the store holds.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use foursight_protocol::table::SentEntry;
use foursight_table::{Entry, Table};
use rusqlite::Connection;
use serde_json::{Value, json};

/// Entries of all games, by game and number.
pub(crate) type Log = HashMap<String, BTreeMap<u64, Value>>;

/// What all clients were told.
#[derive(Clone, Default)]
pub(crate) struct Ledger {
    told: Log,
    done: Vec<(String, u64)>,
    faults: Vec<String>,
}

impl Ledger {
    /// Somebody was told this entry. Nobody may be told another one of its number.
    pub(crate) fn told(&mut self, game: &str, seq: u64, entry: &Value) {
        let known = self.told.entry(game.to_owned()).or_default();
        let first = known.entry(seq).or_insert_with(|| entry.clone());
        if first != entry {
            let fault = format!("game {game}: told {first} and {entry}");
            self.faults.push(fault);
        }
    }

    /// Somebody was told that a command led to the event of this number.
    pub(crate) fn done(&mut self, game: &str, seq: u64) {
        self.done.push((game.to_owned(), seq));
    }

    pub(crate) fn fault(&mut self, fault: String) {
        self.faults.push(fault);
    }

    /// Everything that was told and is not kept, and everything that is kept and cannot be.
    pub(crate) fn compare(&self, log: &Log) -> Vec<String> {
        let mut lost = self.faults.clone();
        for (game, entries) in &self.told {
            for (seq, entry) in entries {
                let kept = log.get(game).and_then(|kept| kept.get(seq));
                if kept != Some(entry) {
                    lost.push(format!("game {game}: told {entry}, kept {kept:?}"));
                }
            }
        }
        for (game, seq) in &self.done {
            if log.get(game).is_none_or(|kept| !kept.contains_key(seq)) {
                lost.push(format!("game {game}: {seq} was done and is not kept"));
            }
        }
        lost.extend(log.iter().filter_map(|(game, kept)| broken(game, kept)));
        lost
    }
}

/// What is wrong with the log of a game: a gap, or an event that cannot follow.
fn broken(game: &str, kept: &BTreeMap<u64, Value>) -> Option<String> {
    if !kept.keys().copied().eq(1..=kept.len() as u64) {
        return Some(format!("game {game}: its numbers have gaps"));
    }
    let read = |entry: &Value| {
        let sent: SentEntry = serde_json::from_value(entry.clone()).ok()?;
        Entry::try_from(sent).ok()
    };
    let entries: Option<Vec<Entry>> = kept.values().map(read).collect();
    match entries.map(|entries| Table::from_log(&entries)) {
        Some(Ok(_)) => None,
        Some(Err(broken)) => Some(format!("game {game}: its log cannot be: {broken:?}")),
        None => Some(format!("game {game}: its log cannot be read")),
    }
}

fn add(log: &mut Log, game: String, [seq, at_ms]: [i64; 2], data: &str) {
    let event: Value = serde_json::from_str(data).unwrap_or_default();
    let entry = json!({"seq": seq, "at_ms": at_ms, "event": event});
    log.entry(game).or_default().insert(seq as u64, entry);
}

const SELECT: &str = "SELECT game, seq, at_ms, data FROM game_events";

/// The log as it lies on the disk, in a copy of the files.
pub(crate) fn log_on_disk(store: &Path) -> Result<Log, String> {
    let told = |error: &dyn std::fmt::Display| format!("the store cannot be read: {error}");
    let folder = tempfile::tempdir().map_err(|error| told(&error))?;
    let copy = folder.path().join("copy.db");
    std::fs::copy(store, &copy).map_err(|error| told(&error))?;
    let beside = |path: &Path| path.with_extension("db-wal");
    // A store that was just closed or made has none.
    let _ = std::fs::copy(beside(store), beside(&copy));
    let read = || -> rusqlite::Result<Log> {
        let connection = Connection::open(&copy)?;
        let mut log = Log::new();
        let mut rows = connection.prepare(SELECT)?;
        let mut rows = rows.query([])?;
        while let Some(row) = rows.next()? {
            let data: String = row.get(3)?;
            add(&mut log, row.get(0)?, [row.get(1)?, row.get(2)?], &data);
        }
        Ok(log)
    };
    read().map_err(|error| told(&error))
}

/// The log in a PostgreSQL database.
pub(crate) async fn log_in_postgres(url: &str) -> Result<Log, String> {
    let told = |error: tokio_postgres::Error| format!("the database cannot be read: {error}");
    let connected = tokio_postgres::connect(url, tokio_postgres::NoTls).await;
    let (client, connection) = connected.map_err(told)?;
    tokio::spawn(connection);
    let mut log = Log::new();
    for row in client.query(SELECT, &[]).await.map_err(told)? {
        let data: String = row.get(3);
        add(&mut log, row.get(0), [row.get(1), row.get(2)], &data);
    }
    Ok(log)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(seq: u64, data: &str) -> Log {
        let mut log = Log::new();
        add(&mut log, "g".to_owned(), [seq as i64, 7], data);
        log
    }

    #[test]
    fn what_was_told_and_is_not_kept_is_lost() {
        let start = include_str!("../../server/src/store/start.json");
        let log = kept(1, start);
        let mut ledger = Ledger::default();
        ledger.told("g", 1, &log["g"][&1]);
        ledger.done("g", 1);
        assert_eq!(ledger.compare(&log), [""; 0]);
        let mut other = log["g"][&1].clone();
        other["at_ms"] = json!(8);
        ledger.told("g", 1, &other);
        ledger.told("g", 2, &json!({"seq": 2}));
        ledger.done("g", 3);
        assert_eq!(ledger.compare(&log).len(), 3);
    }

    #[test]
    fn a_log_that_cannot_be_is_found() {
        let ledger = Ledger::default();
        for log in [kept(2, "{}"), kept(1, "{}"), kept(1, "nonsense")] {
            assert_eq!(ledger.compare(&log).len(), 1, "{log:?}");
        }
    }
}
