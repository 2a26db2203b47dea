//! Loading games from the log, and encoding events for it.

use foursight_protocol::table::WireEvent;
use foursight_table::{Entry, Event, Occupant, Table};

use super::names::load_names;
use super::recent_entries::RecentEntries;
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
    /// The last entries of its log.
    pub(super) recent: RecentEntries,
}

/// Reasons why a game cannot be loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LoadError {
    /// The store failed.
    Store(StoreError),
    /// The log has an event that this build does not know: a newer node has written it.
    UnknownEvent(u64),
    /// There is no such game, or its log is corrupt.
    NoSuchGame,
}

impl LoadError {
    /// Returns the code of the protocol.
    pub(super) const fn code(&self) -> &'static str {
        match self {
            Self::Store(_) => "store_unavailable",
            Self::UnknownEvent(_) => "node_too_old",
            Self::NoSuchGame => "no_such_game",
        }
    }
}

impl From<StoreError> for LoadError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<UndecodableEvent> for LoadError {
    fn from(UndecodableEvent(seq): UndecodableEvent) -> Self {
        Self::UnknownEvent(seq)
    }
}

/// Loads a game.
pub(super) async fn load(node: &ServerNode, game: &str) -> Result<LoadedGame, LoadError> {
    let log = decode_known(node, node.store.log(game, 0).await?)?;
    let Ok(table) = Table::from_log(&log) else {
        if !log.is_empty() {
            tracing::error!(game, "the log of a game is corrupt");
        }
        return Err(LoadError::NoSuchGame);
    };
    let names = load_names(node, &table).await?;
    let mut seen_ms = [None; 2];
    for (seat, occupant) in table.start().seats.iter().enumerate() {
        if let Occupant::Person(id) = occupant {
            seen_ms[seat] = node.store.seen_ms(id).await?;
        }
    }
    let mut latest = log.iter().rev();
    let start_seq = latest.find(|entry| matches!(entry.event, Event::GameStarted(_)));
    let start_seq = start_seq.map_or(1, |entry| entry.seq);
    Ok(LoadedGame {
        table,
        names,
        seen_ms,
        start_seq,
        recent: RecentEntries::of(log),
    })
}

/// The event of this number is not known to this build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct UndecodableEvent(pub(crate) u64);

/// Decodes stored events.
///
/// # Errors
///
/// [`UndecodableEvent`] for the first that cannot be decoded. What comes before it is not the present
/// of the game, so no command may be decided by it.
pub(crate) fn decode_entries(records: Vec<EventRecord>) -> Result<Vec<Entry>, UndecodableEvent> {
    let decode = |record: EventRecord| {
        let event = serde_json::from_str::<WireEvent>(&record.data).ok();
        Ok(Entry {
            seq: record.seq,
            at_ms: record.at_ms,
            event: event
                .and_then(|event| Event::try_from(event).ok())
                .ok_or(UndecodableEvent(record.seq))?,
        })
    };
    records.into_iter().map(decode).collect()
}

/// Decodes stored events for a node, which refuses one that it does not know.
pub(super) fn decode_known(
    node: &ServerNode,
    mut records: Vec<EventRecord>,
) -> Result<Vec<Entry>, UndecodableEvent> {
    if !node.behaviour.refuses_unknown_events
        && let Err(UndecodableEvent(first)) = decode_entries(records.clone())
    {
        records.retain(|record| record.seq < first);
    }
    decode_entries(records)
}

/// Encodes an event for the store.
pub(crate) fn encode_entry(entry: &Entry) -> EventRecord {
    let event = WireEvent::from(&entry.event);
    EventRecord {
        seq: entry.seq,
        at_ms: entry.at_ms,
        data: serde_json::to_string(&event).expect("events have string keys"),
    }
}
