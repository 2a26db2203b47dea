//! Local storage. Without it nothing survives a visit, and everything else works.

use foursight_page::play::{TABLE_KEY, table_key};
use foursight_page::tournament::TOURNAMENT_KEY_PREFIX;
use web_sys::Storage;

use super::{now_ms, window};

/// Prefix of finished games not yet moved into the archive.
const ENDED_KEY: &str = "foursight.ended.";
/// Id of the table of this tab.
const OWN_KEY: &str = "foursight.own";

/// A game against others that was noted longer ago is taken for abandoned.
const LIVE_GAME_TTL_MS: f64 = 3.0 * 60.0 * 60.0 * 1000.0;

/// A key of the storage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StorageKey {
    /// The game saved by the first version.
    LegacyGame,
    /// The settings.
    Settings,
    /// The archive of finished games.
    Games,
    /// Progress in the course.
    Lessons,
    /// Attempts at puzzles, and the rating.
    Puzzles,
    /// The results of all games.
    Scores,
    /// The user's answer at the end of a lesson.
    Reflection,
    /// The memory of the learner.
    Learner,
    /// The mistakes that the coach has logged.
    Coach,
    /// The time until which a game against others hides the analysis, in every tab.
    LiveGame,
}

impl StorageKey {
    /// Returns the storage key.
    pub(crate) const fn key(self) -> &'static str {
        match self {
            Self::LegacyGame => "foursight.game",
            Self::Settings => "foursight.settings",
            Self::Games => "foursight.games",
            Self::Lessons => "foursight.lessons",
            Self::Puzzles => "foursight.puzzles",
            Self::Scores => "foursight.scores",
            Self::Reflection => "foursight.reflection",
            Self::Learner => "foursight.learner",
            Self::Coach => "foursight.coach",
            Self::LiveGame => "foursight.live",
        }
    }
}

fn storage() -> Option<Storage> {
    window()?.local_storage().ok()?
}

/// Session storage: private to a tab, and it survives a reload.
fn tab_storage() -> Option<Storage> {
    window()?.session_storage().ok()?
}

fn get(key: &str) -> Option<String> {
    storage()?.get_item(key).ok()?
}

/// A full storage keeps its old value.
fn set(key: &str, text: &str) {
    if let Some(storage) = storage() {
        let _ = storage.set_item(key, text);
    }
}

fn remove(key: &str) {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(key);
    }
}

/// Notes for all tabs whether a game against others is being played.
pub(crate) fn note_live_game(is_playing: bool) {
    if is_playing {
        let until = now_ms() + LIVE_GAME_TTL_MS;
        save(StorageKey::LiveGame, &until.to_string());
    } else {
        delete(StorageKey::LiveGame);
    }
}

/// Returns true while a game against others is being played in any tab.
pub(crate) fn has_live_game() -> bool {
    let until = load(StorageKey::LiveGame).and_then(|text| text.parse::<f64>().ok());
    until.is_some_and(|until| until > now_ms())
}

/// Loads a text by its raw key.
pub(crate) fn load_raw(key: &str) -> Option<String> {
    get(key)
}

/// Saves a text by its raw key, or deletes it.
pub(crate) fn save_raw(key: &str, text: Option<&str>) {
    match text {
        Some(text) => set(key, text),
        None => remove(key),
    }
}

/// Loads a text, if there is one.
pub(crate) fn load(entry: StorageKey) -> Option<String> {
    get(entry.key())
}

/// Saves a text.
pub(crate) fn save(entry: StorageKey, text: &str) {
    set(entry.key(), text);
}

/// Deletes a text.
pub(crate) fn delete(entry: StorageKey) {
    remove(entry.key());
}

/// Moves an unreadable text to a key that nothing overwrites.
pub(crate) fn quarantine(key: &str) {
    if let Some(text) = get(key) {
        set(&format!("{key}.damaged"), &text);
        remove(key);
    }
}

/// Loads the texts whose keys are this prefix and a number.
fn load_numbered(prefix: &str) -> Vec<(u64, String)> {
    let Some(storage) = storage() else {
        return Vec::new();
    };
    let keys = (0..storage.length().unwrap_or(0)).filter_map(|at| storage.key(at).ok()?);
    keys.filter_map(|key| Some((key.strip_prefix(prefix)?.parse().ok()?, get(&key)?)))
        .collect()
}

/// True if games of earlier visits are saved.
pub(crate) fn has_stored_tables() -> bool {
    let Some(storage) = storage() else {
        return false;
    };
    let mut keys = (0..storage.length().unwrap_or(0)).filter_map(|at| storage.key(at).ok()?);
    keys.any(|key| key.starts_with(TABLE_KEY) || key == StorageKey::LegacyGame.key())
}

/// Loads the saved tables by id.
pub(crate) fn tables() -> Vec<(u64, String)> {
    load_numbered(TABLE_KEY)
}

/// Returns the id of this tab's table before a reload.
pub(crate) fn own_table() -> Option<u64> {
    tab_storage()?.get_item(OWN_KEY).ok()??.parse().ok()
}

/// Loads a table.
pub(crate) fn load_table(id: u64) -> Option<String> {
    get(&table_key(id))
}

/// Saves a table and marks it as the one of this tab.
pub(crate) fn save_table(id: u64, text: &str) {
    set(&table_key(id), text);
    if let Some(storage) = tab_storage() {
        let _ = storage.set_item(OWN_KEY, &id.to_string());
    }
}

/// Deletes a table.
pub(crate) fn delete_table(id: u64) {
    remove(&table_key(id));
}

/// Loads the finished games not yet moved into the archive.
pub(crate) fn ended_games() -> Vec<(u64, String)> {
    load_numbered(ENDED_KEY)
}

/// Saves a finished game until it is moved into the archive.
pub(crate) fn save_ended_game(began: u64, text: &str) {
    set(&format!("{ENDED_KEY}{began}"), text);
}

/// Deletes a finished game that is in the archive now.
pub(crate) fn delete_ended_game(began: u64) {
    remove(&format!("{ENDED_KEY}{began}"));
}

/// Loads the saved tournaments by id.
pub(crate) fn tournaments() -> Vec<(u64, String)> {
    load_numbered(TOURNAMENT_KEY_PREFIX)
}

/// Loads a tournament.
pub(crate) fn load_tournament(id: u64) -> Option<String> {
    get(&format!("{TOURNAMENT_KEY_PREFIX}{id}"))
}

/// Saves a tournament. Returns false if the storage is full.
pub(crate) fn save_tournament(id: u64, text: &str) -> bool {
    let key = format!("{TOURNAMENT_KEY_PREFIX}{id}");
    storage().is_some_and(|storage| storage.set_item(&key, text).is_ok())
}

/// Deletes a tournament.
pub(crate) fn delete_tournament(id: u64) {
    remove(&format!("{TOURNAMENT_KEY_PREFIX}{id}"));
}
