//! Reasons of refusals, and their texts, which lie in a lazy chunk.

use foursight_core::MoveError;
use foursight_phrases::refusals::move_error_text;
use foursight_record::ReadError;

use crate::saved::SavedTextError;
use crate::text::Text;
use crate::wording::error_text::{damage_text, read_error_text};

/// Reason of a refusal, by its kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RefusalReason {
    /// A text is no game.
    Text(ReadError),
    /// A saved text is damaged.
    Damage(SavedTextError),
    /// A move is not allowed.
    Move(MoveError),
}

/// Describes the reason of a refusal.
pub(super) fn refusal_text(text: Text, reason: &RefusalReason) -> String {
    match reason {
        RefusalReason::Text(error) => read_error_text(text, error),
        RefusalReason::Damage(damage) => damage_text(text, damage),
        RefusalReason::Move(error) => move_error_text(text.0, *error),
    }
}
