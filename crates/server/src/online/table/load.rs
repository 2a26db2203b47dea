//! From the log to a table, and from an event to what is kept of it.

use foursight_protocol::table::SentEvent;
use foursight_table::{Entry, Event, Table, Who};

use super::BREATH;
use super::names::names;
use crate::online::Node;
use crate::store::{Line, StoreError};

/// A game as it is kept.
pub(super) struct Loaded {
    pub(super) table: Table,
    /// The names of who plays.
    pub(super) names: [String; 2],
    /// When each of them was last connected; none for a bot.
    pub(super) seen_ms: [Option<u64>; 2],
    /// The number of the event that began the present game.
    pub(super) started_at: u64,
}

/// The game as the log has it; none if there is no such game.
pub(super) async fn load(node: &Node, game: &str) -> Option<Loaded> {
    loop {
        match try_load(node, game).await {
            Ok(loaded) => return loaded,
            Err(error) => {
                node.metrics.store_errors.more();
                tracing::error!(%error, game, "cannot read a game");
                if node.is_ending() {
                    return None;
                }
                tokio::time::sleep(BREATH).await;
            }
        }
    }
}

async fn try_load(node: &Node, game: &str) -> Result<Option<Loaded>, StoreError> {
    let log = entries(node.store.log(game, 0).await?);
    let Ok(table) = Table::from_log(&log) else {
        if !log.is_empty() {
            tracing::error!(game, "the log of a game is damaged");
        }
        return Ok(None);
    };
    let names = names(node, &table).await?;
    let mut seen_ms = [None; 2];
    for (seat, who) in table.start().seats.iter().enumerate() {
        if let Who::Person(id) = who {
            seen_ms[seat] = node.store.seen_ms(id).await?;
        }
    }
    let mut latest = log.iter().rev();
    let started_at = latest.find(|entry| matches!(entry.event, Event::Started(_)));
    let started_at = started_at.map_or(1, |entry| entry.seq);
    Ok(Some(Loaded {
        table,
        names,
        seen_ms,
        started_at,
    }))
}

/// Entries as they were kept; one that cannot be read ends the list.
pub(crate) fn entries(lines: Vec<Line>) -> Vec<Entry> {
    let read = |line: Line| {
        let event: SentEvent = serde_json::from_str(&line.data).ok()?;
        Some(Entry {
            seq: line.seq,
            at_ms: line.at_ms,
            event: Event::try_from(event).ok()?,
        })
    };
    lines.into_iter().map_while(read).collect()
}

/// An entry as it is kept.
pub(in crate::online) fn line(entry: &Entry) -> Line {
    let event = SentEvent::from(&entry.event);
    Line {
        seq: entry.seq,
        at_ms: entry.at_ms,
        data: serde_json::to_string(&event).expect("events have only texts as keys"),
    }
}
