//! Finished games stored in this browser.
//!
//! Each entry is a game record as JSON with the time the game began. There are at most
//! [`GAMES_MAX`] entries; the oldest is dropped first. A game that was taken back and finished
//! again replaces its entry.

use foursight_record::{GameRecord, ReadError};
use serde::{Deserialize, Serialize};

/// Maximum number of stored games.
pub const GAMES_MAX: usize = 100;

/// Stored games, newest first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Archive(Vec<ArchivedGame>);

/// A stored game.
#[derive(Clone, Debug, PartialEq)]
pub struct ArchivedGame {
    /// Start of the game in milliseconds since 1970, which identifies it.
    pub began_ms: u64,
    /// The game and the names of its players.
    pub record: GameRecord,
}

/// Record tag with the user's name for the game.
const NAME_TAG: &str = "name";

/// Sets the name of a game; an empty name removes it.
///
/// # Errors
///
/// [`ReadError`] if the name is too long.
pub fn with_name(record: GameRecord, name: &str) -> Result<GameRecord, ReadError> {
    record.with_tag(NAME_TAG, name.trim())
}

impl ArchivedGame {
    /// Returns the user's name for the game.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        let name = self.record.tags().get(NAME_TAG)?;
        (!name.is_empty()).then_some(name)
    }
}

#[derive(Serialize, Deserialize)]
struct SavedArchiveEntry {
    /// A float, for compatibility with stored archives.
    began_ms: f64,
    record: String,
}

impl Archive {
    /// Returns the games, newest first.
    #[must_use]
    pub fn games(&self) -> &[ArchivedGame] {
        &self.0
    }

    /// Returns the game that began at this time.
    #[must_use]
    pub fn get(&self, began: u64) -> Option<&ArchivedGame> {
        self.0.iter().find(|entry| entry.began_ms == began)
    }

    /// Returns the game with this record.
    #[must_use]
    pub fn find_record(&self, record: &GameRecord) -> Option<&ArchivedGame> {
        self.0.iter().find(|entry| entry.record == *record)
    }

    /// Stores a game, replacing the one that began at the same time.
    pub fn add(&mut self, entry: ArchivedGame) {
        self.0.retain(|other| other.began_ms != entry.began_ms);
        self.0.insert(0, entry);
        self.0.truncate(GAMES_MAX);
    }

    /// Removes a game. Returns it with its index, for an undo.
    pub fn remove(&mut self, began: u64) -> Option<(usize, ArchivedGame)> {
        let index = self.0.iter().position(|entry| entry.began_ms == began)?;
        Some((index, self.0.remove(index)))
    }

    /// Reinserts a removed game at its index, unless a game that began at the same time exists by
    /// now.
    pub fn reinsert(&mut self, index: usize, entry: ArchivedGame) {
        if self.get(entry.began_ms).is_none() {
            self.0.insert(index.min(self.0.len()), entry);
            self.0.truncate(GAMES_MAX);
        }
    }

    /// Sets the name of a game; an empty name removes it.
    ///
    /// # Errors
    ///
    /// [`ReadError`] if the name is too long.
    pub fn rename(&mut self, began: u64, name: &str) -> Result<(), ReadError> {
        if let Some(entry) = self.0.iter_mut().find(|entry| entry.began_ms == began) {
            entry.record = with_name(entry.record.clone(), name)?;
        }
        Ok(())
    }

    /// Serialises all games.
    #[must_use]
    pub fn to_text(&self) -> String {
        let saved = self.0.iter().map(|entry| SavedArchiveEntry {
            began_ms: entry.began_ms as f64,
            record: entry.record.to_json(),
        });
        serde_json::to_string(&saved.collect::<Vec<_>>()).unwrap_or_default()
    }

    /// Parses serialised games. Skips unreadable entries, and returns an empty archive if the text
    /// as a whole is damaged.
    #[must_use]
    pub fn from_text(text: &str) -> Self {
        let saved: Vec<SavedArchiveEntry> = serde_json::from_str(text).unwrap_or_default();
        let entries = saved.into_iter().take(GAMES_MAX).filter_map(|saved| {
            Some(ArchivedGame {
                began_ms: saved.began_ms as u64,
                record: GameRecord::from_json(&saved.record).ok()?,
            })
        });
        Self(entries.collect())
    }
}

#[cfg(test)]
mod tests {
    use foursight_core::Ruleset;
    use foursight_record::read;

    use super::*;
    use crate::themes::EMOJI;

    fn archived(began: u64, drops: &str) -> ArchivedGame {
        let game = read(drops, Ruleset::STANDARD, &EMOJI).expect("a legal game");
        let record = GameRecord::from_game(&game);
        ArchivedGame {
            began_ms: began,
            record,
        }
    }

    #[test]
    fn a_removed_game_is_reinserted_at_its_index() {
        let mut archive = Archive::default();
        for began in 1..=3 {
            archive.add(archived(began, "445"));
        }
        let full = archive.clone();
        let (index, removed) = archive.remove(2).expect("it is there");
        assert_eq!((index, removed.began_ms, archive.games().len()), (1, 2, 2));
        assert_eq!(archive.remove(2), None);
        archive.reinsert(index, removed.clone());
        assert_eq!(archive, full);
        archive.reinsert(0, removed);
        assert_eq!(archive, full);
    }

    #[test]
    fn a_name_stays_with_its_game() {
        let mut archive = Archive::default();
        archive.add(archived(7, "445"));
        assert_eq!(archive.games()[0].name(), None);
        archive.rename(7, " Final ").expect("it is short");
        let reread = Archive::from_text(&archive.to_text());
        assert_eq!(reread.games()[0].name(), Some("Final"));
        assert!(archive.rename(7, &"long ".repeat(10_000)).is_err());
        archive.rename(7, "").expect("it is short");
        assert_eq!(archive.games()[0].name(), None);
    }

    #[test]
    fn games_are_stored_up_to_a_limit() {
        let mut archive = Archive::default();
        let count = GAMES_MAX as u64 + 5;
        for began in 0..count {
            archive.add(archived(began, "4545454"));
        }
        assert_eq!(archive.games().len(), GAMES_MAX);
        assert_eq!(archive.games()[0], archived(count - 1, "4545454"));
        assert_eq!(archive.get(7), Some(&archived(7, "4545454")));
        assert_eq!(archive.get(0), None);
        // The same game with another end.
        archive.add(archived(count - 1, "4343434"));
        assert_eq!(archive.games().len(), GAMES_MAX);
        assert_eq!(Archive::from_text(&archive.to_text()), archive);
    }

    #[test]
    fn a_damaged_entry_does_not_affect_others() {
        let mut archive = Archive::default();
        archive.add(archived(1, "4545454"));
        archive.add(archived(2, "4343434"));
        let text = archive.to_text().replacen("foursight-game", "something", 1);
        assert_eq!(Archive::from_text(&text).games(), [archived(1, "4545454")]);
        assert_eq!(Archive::from_text("{"), Archive::default());
    }
}
