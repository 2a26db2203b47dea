//! What stays in the browser between visits. A browser without storage forgets, and that is all.

use web_sys::Storage;

use super::window;

/// A text that is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    /// The game with its seats and score.
    Game,
    /// The choices.
    Settings,
    /// The finished games.
    Games,
    /// What somebody wrote at the end of a lesson.
    Reflection,
    /// What the learner remembers.
    Learner,
}

impl Entry {
    /// The name it is kept by.
    pub(crate) const fn key(self) -> &'static str {
        match self {
            Self::Game => "foursight.game",
            Self::Settings => "foursight.settings",
            Self::Games => "foursight.games",
            Self::Reflection => "foursight.reflection",
            Self::Learner => "foursight.learner",
        }
    }
}

fn storage() -> Option<Storage> {
    window()?.local_storage().ok()?
}

/// What was kept, if anything was.
pub(crate) fn load(entry: Entry) -> Option<String> {
    storage()?.get_item(entry.key()).ok()?
}

/// Keeps a text. A full storage keeps what it had.
pub(crate) fn save(entry: Entry, text: &str) {
    if let Some(storage) = storage() {
        let _ = storage.set_item(entry.key(), text);
    }
}

/// Keeps it no longer.
pub(crate) fn forget(entry: Entry) {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(entry.key());
    }
}

/// Moves a text that cannot be read to where nothing overwrites it.
pub(crate) fn set_aside(entry: Entry) {
    if let (Some(storage), Some(text)) = (storage(), load(entry)) {
        let _ = storage.set_item(&format!("{}.damaged", entry.key()), &text);
        forget(entry);
    }
}
