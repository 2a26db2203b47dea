//! The finished games that this browser keeps.
//!
//! Each is a game record as JSON with the time it began. There are at most [`GAMES_MAX`]; the
//! oldest goes first. A game that was taken back and ended anew replaces itself.

use foursight_record::{GameRecord, ReadError};
use serde::{Deserialize, Serialize};

/// So many games are kept.
pub const GAMES_MAX: usize = 100;

/// The games, the newest first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Archive(Vec<Kept>);

/// A game that was kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Kept {
    /// Tells games apart: when the game began, in milliseconds since 1970.
    pub began: u64,
    /// The game with the names of its seats.
    pub record: GameRecord,
}

/// The tag of a record that holds what somebody called the game.
const NAME: &str = "name";

/// The record of a game that is called something, or nothing in particular.
///
/// # Errors
///
/// [`ReadError`] if the name is too long.
pub fn named(record: GameRecord, name: &str) -> Result<GameRecord, ReadError> {
    record.with_tag(NAME, name.trim())
}

impl Kept {
    /// What somebody called the game.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        let name = self.record.tags().get(NAME)?;
        (!name.is_empty()).then_some(name)
    }
}

#[derive(Serialize, Deserialize)]
struct Saved {
    /// With a fraction, as it has always been written.
    began_ms: f64,
    record: String,
}

impl Archive {
    /// The games, the newest first.
    #[must_use]
    pub fn games(&self) -> &[Kept] {
        &self.0
    }

    /// The game of this number.
    #[must_use]
    pub fn begun(&self, began: u64) -> Option<&Kept> {
        self.0.iter().find(|kept| kept.began == began)
    }

    /// The game with this record.
    #[must_use]
    pub fn holding(&self, record: &GameRecord) -> Option<&Kept> {
        self.0.iter().find(|kept| kept.record == *record)
    }

    /// Keeps a game.
    pub fn keep(&mut self, kept: Kept) {
        self.0.retain(|other| other.began != kept.began);
        self.0.insert(0, kept);
        self.0.truncate(GAMES_MAX);
    }

    /// Takes a game out. Tells where it was, for whoever wants to put it back.
    pub fn remove(&mut self, began: u64) -> Option<(usize, Kept)> {
        let at = self.0.iter().position(|kept| kept.began == began)?;
        Some((at, self.0.remove(at)))
    }

    /// Puts a game back to where it was. Another that has its number by now stays instead.
    pub fn put_back(&mut self, at: usize, kept: Kept) {
        if self.begun(kept.began).is_none() {
            self.0.insert(at.min(self.0.len()), kept);
            self.0.truncate(GAMES_MAX);
        }
    }

    /// Calls a game something, or nothing in particular.
    ///
    /// # Errors
    ///
    /// [`ReadError`] if the name is too long.
    pub fn call(&mut self, began: u64, name: &str) -> Result<(), ReadError> {
        if let Some(kept) = self.0.iter_mut().find(|kept| kept.began == began) {
            kept.record = named(kept.record.clone(), name)?;
        }
        Ok(())
    }

    /// All games as text.
    #[must_use]
    pub fn to_text(&self) -> String {
        let saved = self.0.iter().map(|kept| Saved {
            began_ms: kept.began as f64,
            record: kept.record.to_json(),
        });
        serde_json::to_string(&saved.collect::<Vec<_>>()).unwrap_or_default()
    }

    /// The games of a text. Those that cannot be read are left out; none can if the text is
    /// damaged as a whole.
    #[must_use]
    pub fn from_text(text: &str) -> Self {
        let saved: Vec<Saved> = serde_json::from_str(text).unwrap_or_default();
        let kept = saved.into_iter().take(GAMES_MAX).filter_map(|saved| {
            Some(Kept {
                began: saved.began_ms as u64,
                record: GameRecord::from_json(&saved.record).ok()?,
            })
        });
        Self(kept.collect())
    }
}

#[cfg(test)]
mod tests {
    use foursight_core::Ruleset;
    use foursight_record::read;

    use super::*;
    use crate::themes::EMOJI;

    fn kept(began: u64, drops: &str) -> Kept {
        let game = read(drops, Ruleset::STANDARD, &EMOJI).expect("a legal game");
        let record = GameRecord::from_game(&game);
        Kept { began, record }
    }

    #[test]
    fn a_game_goes_and_comes_back_to_its_place() {
        let mut archive = Archive::default();
        for began in 1..=3 {
            archive.keep(kept(began, "445"));
        }
        let whole = archive.clone();
        let (at, gone) = archive.remove(2).expect("it is there");
        assert_eq!((at, gone.began, archive.games().len()), (1, 2, 2));
        assert_eq!(archive.remove(2), None);
        archive.put_back(at, gone.clone());
        assert_eq!(archive, whole);
        archive.put_back(0, gone);
        assert_eq!(archive, whole);
    }

    #[test]
    fn a_name_stays_with_its_game() {
        let mut archive = Archive::default();
        archive.keep(kept(7, "445"));
        assert_eq!(archive.games()[0].name(), None);
        archive.call(7, " Final ").expect("it is short");
        let again = Archive::from_text(&archive.to_text());
        assert_eq!(again.games()[0].name(), Some("Final"));
        assert!(archive.call(7, &"long ".repeat(10_000)).is_err());
        archive.call(7, "").expect("it is short");
        assert_eq!(archive.games()[0].name(), None);
    }

    #[test]
    fn games_are_kept_up_to_a_limit() {
        let mut archive = Archive::default();
        let count = GAMES_MAX as u64 + 5;
        for began in 0..count {
            archive.keep(kept(began, "4545454"));
        }
        assert_eq!(archive.games().len(), GAMES_MAX);
        assert_eq!(archive.games()[0], kept(count - 1, "4545454"));
        assert_eq!(archive.begun(7), Some(&kept(7, "4545454")));
        assert_eq!(archive.begun(0), None);
        // The same game with another end.
        archive.keep(kept(count - 1, "4343434"));
        assert_eq!(archive.games().len(), GAMES_MAX);
        assert_eq!(Archive::from_text(&archive.to_text()), archive);
    }

    #[test]
    fn damage_costs_only_what_is_damaged() {
        let mut archive = Archive::default();
        archive.keep(kept(1, "4545454"));
        archive.keep(kept(2, "4343434"));
        let text = archive.to_text().replacen("foursight-game", "something", 1);
        assert_eq!(Archive::from_text(&text).games(), [kept(1, "4545454")]);
        assert_eq!(Archive::from_text("{"), Archive::default());
    }
}
