//! The learner's own text, which every lesson continues.

use foursight_lessons::REFLECTION_CHARS_MAX;

use crate::text::UiMessage as M;

/// The text and the last notice about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reflection {
    content: String,
    notice: Option<M>,
}

impl Reflection {
    /// Creates a reflection from its stored text.
    #[must_use]
    pub fn from_stored(stored: &str) -> Self {
        Self {
            content: stored.to_owned(),
            notice: None,
        }
    }

    /// Returns the text.
    #[must_use]
    pub fn content(&self) -> &str {
        &self.content
    }

    /// Returns the last notice about it.
    #[must_use]
    pub const fn notice(&self) -> Option<M> {
        self.notice
    }

    /// Replaces the text, cut to its maximum length.
    pub(super) fn edit(&mut self, content: &str) {
        self.content = content.chars().take(REFLECTION_CHARS_MAX).collect();
        self.notice = Some(M::ReflectionKept);
    }

    /// Saves the text. Returns false if there is none.
    pub(super) fn save(&mut self) -> bool {
        let is_empty = self.content.trim().is_empty();
        self.notice = Some(if is_empty {
            M::ReflectionEmpty
        } else {
            M::ReflectionSaved
        });
        !is_empty
    }
}
