//! The last entries of a game, for clients that reconnect: they miss a few, and the store is not
//! asked for them.

use std::collections::VecDeque;

use foursight_table::Entry;

/// Maximum number of entries in memory: a whole game of the usual length.
const RECENT_ENTRIES_MAX: usize = 48;

/// The last entries of a log, without gaps.
#[derive(Default)]
pub(super) struct RecentEntries(VecDeque<Entry>);

impl RecentEntries {
    /// Returns the last entries of a log.
    pub(super) fn of(log: Vec<Entry>) -> Self {
        let older = log.len().saturating_sub(RECENT_ENTRIES_MAX);
        Self(log.into_iter().skip(older).collect())
    }

    /// Adds the next entry of the log.
    pub(super) fn push(&mut self, entry: &Entry) {
        if self.0.len() >= RECENT_ENTRIES_MAX {
            self.0.pop_front();
        }
        self.0.push_back(entry.clone());
    }

    /// Returns the entries from this number on; `None` if some of them are only in the store.
    pub(super) fn since(&self, from: u64) -> Option<Vec<Entry>> {
        let (first, last) = (self.0.front()?.seq, self.0.back()?.seq);
        // Number 0 means the start of the log, which is number 1.
        let from = from.max(1);
        (first <= from && from <= last + 1)
            .then(|| self.0.iter().filter(|entry| entry.seq >= from).cloned())
            .map(Iterator::collect)
    }
}

#[cfg(test)]
mod tests {
    use foursight_table::Event;

    use super::*;

    #[test]
    fn the_last_entries_are_in_memory_and_older_ones_are_not() {
        let entry = |seq| Entry {
            seq,
            at_ms: seq,
            event: Event::ScoreReset,
        };
        let max = RECENT_ENTRIES_MAX as u64;
        let mut recent = RecentEntries::of((1..=max).map(entry).collect());
        let numbers = |recent: &RecentEntries, from| {
            let entries = recent.since(from)?;
            Some(entries.iter().map(|entry| entry.seq).collect::<Vec<_>>())
        };
        assert_eq!(numbers(&recent, 0), Some((1..=max).collect()));
        assert_eq!(numbers(&recent, max), Some(vec![max]));
        assert_eq!(numbers(&recent, max + 1), Some(vec![]));
        // Another node may have the event after that.
        assert_eq!(numbers(&recent, max + 2), None);
        recent.push(&entry(max + 1));
        assert_eq!(numbers(&recent, 1), None);
        assert_eq!(numbers(&recent, 2), Some((2..=max + 1).collect()));
        assert_eq!(numbers(&RecentEntries::default(), 1), None);
    }
}
