//! Loading games from the log, and encoding events for it.

use foursight_protocol::table::WireEvent;
use foursight_table::{Entry, Event, Occupant, Table};

use super::STORE_RETRY_DELAY;
use super::names::load_names;
use crate::online::ServerNode;
use crate::store::{EventRecord, StoreError};

/// A game loaded from the store.
pub(super) struct LoadedGame {
    pub(super) table: Table,
    /// Names of the players.
    pub(super) names: [String; 2],
    /// Time when each player was last connected; `None` for a bot.
    pub(super) seen_ms: [Option<u64>; 2],
    /// Number of the event that started the current game.
    pub(super) start_seq: u64,
}

/// Loads a game; `None` if it does not exist. Retries while the store fails.
pub(super) async fn load(node: &ServerNode, game: &str) -> Option<LoadedGame> {
    loop {
        match try_load(node, game).await {
            Ok(loaded) => return loaded,
            Err(error) => {
                node.metrics.store_errors.inc();
                tracing::error!(%error, game, "cannot load a game");
                if node.is_shutting_down() {
                    return None;
                }
                tokio::time::sleep(STORE_RETRY_DELAY).await;
            }
        }
    }
}

async fn try_load(node: &ServerNode, game: &str) -> Result<Option<LoadedGame>, StoreError> {
    let log = decode_entries(node.store.log(game, 0).await?);
    let Ok(table) = Table::from_log(&log) else {
        if !log.is_empty() {
            tracing::error!(game, "the log of a game is corrupt");
        }
        return Ok(None);
    };
    let names = load_names(node, &table).await?;
    let mut seen_ms = [None; 2];
    for (seat, requester) in table.start().seats.iter().enumerate() {
        if let Occupant::Person(id) = requester {
            seen_ms[seat] = node.store.seen_ms(id).await?;
        }
    }
    let mut latest = log.iter().rev();
    let start_seq = latest.find(|entry| matches!(entry.event, Event::GameStarted(_)));
    let start_seq = start_seq.map_or(1, |entry| entry.seq);
    Ok(Some(LoadedGame {
        table,
        names,
        seen_ms,
        start_seq,
    }))
}

/// Decodes stored events, up to the first that cannot be decoded.
pub(crate) fn decode_entries(records: Vec<EventRecord>) -> Vec<Entry> {
    let decode = |record: EventRecord| {
        let event: WireEvent = serde_json::from_str(&record.data).ok()?;
        Some(Entry {
            seq: record.seq,
            at_ms: record.at_ms,
            event: Event::try_from(event).ok()?,
        })
    };
    records.into_iter().map_while(decode).collect()
}

/// Encodes an event for the store.
pub(in crate::online) fn encode_entry(entry: &Entry) -> EventRecord {
    let event = WireEvent::from(&entry.event);
    EventRecord {
        seq: entry.seq,
        at_ms: entry.at_ms,
        data: serde_json::to_string(&event).expect("events have string keys"),
    }
}
