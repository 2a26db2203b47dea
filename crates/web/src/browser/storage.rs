//! What stays in the browser between visits. A browser without storage forgets, and that is all.

use web_sys::Storage;

use super::window;
use crate::model::{TABLE_KEY, table_key};
use crate::tournament::TOURNAMENT_KEY;

/// Games that ended and are not yet among those that are kept: their names begin so.
const ENDED_KEY: &str = "foursight.ended.";
/// The table of this tab.
const OWN_KEY: &str = "foursight.own";

/// A text that is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    /// The game in play of the first version.
    OldGame,
    /// The choices.
    Settings,
    /// The finished games.
    Games,
    /// How far somebody has come in the course.
    Lessons,
    /// How every game ended.
    Scores,
    /// What somebody wrote at the end of a lesson.
    Reflection,
    /// What the learner remembers.
    Learner,
}

impl Entry {
    /// The name it is kept by.
    pub(crate) const fn key(self) -> &'static str {
        match self {
            Self::OldGame => "foursight.game",
            Self::Settings => "foursight.settings",
            Self::Games => "foursight.games",
            Self::Lessons => "foursight.lessons",
            Self::Scores => "foursight.scores",
            Self::Reflection => "foursight.reflection",
            Self::Learner => "foursight.learner",
        }
    }
}

fn storage() -> Option<Storage> {
    window()?.local_storage().ok()?
}

/// Where a tab keeps what no other shall see; a reload leaves it there.
fn own_storage() -> Option<Storage> {
    window()?.session_storage().ok()?
}

fn get(key: &str) -> Option<String> {
    storage()?.get_item(key).ok()?
}

/// A full storage keeps what it had.
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

/// What a part of the page has kept by a name of its own.
pub(crate) fn kept(key: &str) -> Option<String> {
    get(key)
}

/// Keeps a text by a name of its own, or keeps it no longer.
pub(crate) fn keep(key: &str, text: Option<&str>) {
    match text {
        Some(text) => set(key, text),
        None => remove(key),
    }
}

/// What was kept, if anything was.
pub(crate) fn load(entry: Entry) -> Option<String> {
    get(entry.key())
}

/// Keeps a text.
pub(crate) fn save(entry: Entry, text: &str) {
    set(entry.key(), text);
}

/// Keeps it no longer.
pub(crate) fn forget(entry: Entry) {
    remove(entry.key());
}

/// Moves a text that cannot be read to where nothing overwrites it.
pub(crate) fn set_aside(key: &str) {
    if let Some(text) = get(key) {
        set(&format!("{key}.damaged"), &text);
        remove(key);
    }
}

/// The texts whose names begin so and end with a number.
fn numbered(start: &str) -> Vec<(u64, String)> {
    let Some(storage) = storage() else {
        return Vec::new();
    };
    let keys = (0..storage.length().unwrap_or(0)).filter_map(|at| storage.key(at).ok()?);
    keys.filter_map(|key| Some((key.strip_prefix(start)?.parse().ok()?, get(&key)?)))
        .collect()
}

/// True if games of earlier visits are kept.
pub(crate) fn has_tables() -> bool {
    let Some(storage) = storage() else {
        return false;
    };
    let mut keys = (0..storage.length().unwrap_or(0)).filter_map(|at| storage.key(at).ok()?);
    keys.any(|key| key.starts_with(TABLE_KEY) || key == Entry::OldGame.key())
}

/// The tables that are kept, by their numbers.
pub(crate) fn tables() -> Vec<(u64, String)> {
    numbered(TABLE_KEY)
}

/// The table of this tab before it was loaded again.
pub(crate) fn own_table() -> Option<u64> {
    own_storage()?.get_item(OWN_KEY).ok()??.parse().ok()
}

/// What is kept of a table.
pub(crate) fn load_table(id: u64) -> Option<String> {
    get(&table_key(id))
}

/// Keeps a table, with which this tab begins after a reload.
pub(crate) fn save_table(id: u64, text: &str) {
    set(&table_key(id), text);
    if let Some(storage) = own_storage() {
        let _ = storage.set_item(OWN_KEY, &id.to_string());
    }
}

/// Keeps a table no longer.
pub(crate) fn forget_table(id: u64) {
    remove(&table_key(id));
}

/// The games that ended and are not yet among those that are kept.
pub(crate) fn ended() -> Vec<(u64, String)> {
    numbered(ENDED_KEY)
}

/// Keeps a game that ended, until it is among the others.
pub(crate) fn save_ended(began: u64, text: &str) {
    set(&format!("{ENDED_KEY}{began}"), text);
}

/// It is among the others.
pub(crate) fn forget_ended(began: u64) {
    remove(&format!("{ENDED_KEY}{began}"));
}

/// The tournaments that are kept, by their numbers.
pub(crate) fn tournaments() -> Vec<(u64, String)> {
    numbered(TOURNAMENT_KEY)
}

/// What is kept of a tournament.
pub(crate) fn load_tournament(id: u64) -> Option<String> {
    get(&format!("{TOURNAMENT_KEY}{id}"))
}

/// Keeps a tournament. False if there is no room.
pub(crate) fn save_tournament(id: u64, text: &str) -> bool {
    let key = format!("{TOURNAMENT_KEY}{id}");
    storage().is_some_and(|storage| storage.set_item(&key, text).is_ok())
}

/// Keeps a tournament no longer.
pub(crate) fn forget_tournament(id: u64) {
    remove(&format!("{TOURNAMENT_KEY}{id}"));
}
