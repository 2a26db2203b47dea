//! Recorded games in English: how they stand also by what the players did beside the grid.

use foursight_core::Player;
use foursight_record::{GameRecord, GameResult};

use crate::words;

/// Who is to move, or how the game ended.
pub(crate) fn status(record: &GameRecord) -> String {
    let result = record.result();
    if result == GameResult::of(record.game()) {
        words::status(record.game())
    } else {
        words::ending_beside(result)
    }
}

/// Who plays, as far as it is known.
pub(crate) fn seats(record: &GameRecord) -> Option<String> {
    let seat = |player| Some(format!("{player} is {}", record.seat(player)?));
    let seats: Vec<_> = Player::BOTH.into_iter().filter_map(seat).collect();
    (!seats.is_empty()).then(|| format!("{}.", seats.join(", ")))
}

/// `1 move`, `2 moves`.
pub(crate) fn moves(record: &GameRecord) -> String {
    words::count(record.moves().len(), "move")
}
