//! Recorded games in English: how they stand also by what the players did beside the grid.

use foursight_core::Player;
use foursight_record::{GameRecord, GameResult, TiedBy, WonBy};

use crate::words;

/// Who is to move, or how the game ended.
pub(crate) fn status(record: &GameRecord) -> String {
    match record.result() {
        GameResult::Aborted => "Aborted without a result.".to_owned(),
        GameResult::Won(winner, by) => match deed(by) {
            Some(deed) => format!("{winner} wins: {} {deed}.", winner.opponent()),
            None => words::status(record.game()),
        },
        GameResult::Tied(TiedBy::Agreement) => "Tie: the players agreed on it.".to_owned(),
        GameResult::Ongoing | GameResult::Tied(_) => words::status(record.game()),
    }
}

/// What the loser did; none if the rules alone decided.
const fn deed(by: WonBy) -> Option<&'static str> {
    match by {
        WonBy::Resignation => Some("resigned"),
        WonBy::Time => Some("ran out of time"),
        WonBy::Departure => Some("left"),
        _ => None,
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
    match record.moves().len() {
        1 => "1 move".to_owned(),
        count => format!("{count} moves"),
    }
}
