//! Recorded games in English, including endings by resignation, time or agreement.

use foursight_core::Player;
use foursight_record::{GameRecord, GameResult};
use foursight_terminal::text;

/// Says whose turn it is, or how the game ended.
pub(crate) fn status(record: &GameRecord) -> String {
    let result = record.result();
    if result == GameResult::of(record.game()) {
        text::status_text(record.game())
    } else {
        text::external_outcome_text(result)
    }
}

/// Names the players that the record knows.
pub(crate) fn seats(record: &GameRecord) -> Option<String> {
    let seat = |player| Some(format!("{player} is {}", record.seat(player)?));
    let seats: Vec<_> = Player::BOTH.into_iter().filter_map(seat).collect();
    (!seats.is_empty()).then(|| format!("{}.", seats.join(", ")))
}

/// Counts the moves, as in `1 move` or `2 moves`.
pub(crate) fn moves(record: &GameRecord) -> String {
    text::count_noun(record.moves().len(), "move")
}
