//! Conversion between the game at a table and a game record.
//!
//! Names, seed and tags come from the original record. Move times continue only if that record has
//! them, because the earlier ones of another game are unknown.

use foursight_record::{GameRecord, GameResult};
use foursight_table::{ApplyError, GameStart, Occupant, SavedTable, Table, TimedMove};

/// Creates a table that continues the game of a record. Its events are numbered from `seq`.
pub(crate) fn table_of(
    record: &GameRecord,
    seats: [Occupant; 2],
    seq: u64,
    at_ms: u64,
) -> Result<Table, ApplyError> {
    let times = record.times_ms().unwrap_or_default();
    let times = times.iter().copied().map(Some);
    let timed_moves = record
        .moves()
        .iter()
        .zip(times.chain(std::iter::repeat(None)));
    let opening: Vec<_> = timed_moves
        .map(|(mv, took_ms)| TimedMove {
            mv: *mv,
            thinking_ms: took_ms,
        })
        .collect();
    let ending = record.result().ending();
    let saved = SavedTable {
        opening_plies: opening.len(),
        ply: opening.len(),
        start: GameStart {
            opening,
            // A finished game is only viewed.
            is_counted: ending.is_none(),
            ..GameStart::new(record.ruleset(), seats)
        },
        ending: ending.filter(|ending| !ending.is_by_rules()),
        is_paused: false,
        remaining_ms: None,
    };
    Table::restore_from(saved, seq, at_ms)
}

/// Returns the record of the game at a table, with the metadata of its origin.
pub(crate) fn record_of(table: &Table, origin: &GameRecord) -> GameRecord {
    let mut record = origin.clone().with_game(table.game());
    if origin.times_ms().is_some() {
        let times: Option<Vec<_>> = table
            .timed_moves()
            .iter()
            .map(|made| made.thinking_ms)
            .collect();
        // There is one time per move, so this never fails.
        let with_times = times.map(|times| record.clone().with_times_ms(times));
        record = with_times.and_then(Result::ok).unwrap_or(record);
    }
    let result = GameResult::from(table.ending());
    let with_result = record.clone().with_result(result);
    with_result.unwrap_or(record)
}

#[cfg(test)]
mod tests {
    use foursight_core::{Column, Move, Player, WinReason};
    use foursight_table::{Actor, Command};

    use super::*;
    use crate::players::person_seat;

    fn drop_in(number: usize) -> Move {
        Move::Drop(Column::from_number(number).expect("in range"))
    }

    fn origin(json: &str) -> GameRecord {
        GameRecord::from_json(json).expect("a record")
    }

    fn table_for(record: &GameRecord) -> Table {
        table_of(record, [person_seat(), person_seat()], 1, 0).expect("a table")
    }

    #[test]
    fn move_times_continue() {
        let record = origin(
            r#"{"format":"foursight-game","version":1,"ruleset":"standard 7x6/4",
                "moves":[4,4],"result":"ongoing","times_ms":[1500,2500],"tags":{"place":"here"}}"#,
        );
        let mut table = table_for(&record);
        let (at, mv) = (table.point(), drop_in(3));
        let moved = table.decide_and_apply(&Command::PlayMove { at, mv }, Actor::SharedDevice, 700);
        assert!(moved.is_ok());
        let saved = record_of(&table, &record);
        assert_eq!(saved.times_ms(), Some(&[1500, 2500, 700][..]));
        assert_eq!(saved.tags(), record.tags());
        let take_back = Command::TakeBack(table.point());
        assert!(
            table
                .decide_and_apply(&take_back, Actor::SharedDevice, 900)
                .is_ok()
        );
        let saved = record_of(&table, &record);
        assert_eq!(saved.times_ms(), Some(&[1500, 2500][..]));
    }

    #[test]
    fn a_result_beside_the_board_is_kept() {
        let record = origin(
            r#"{"format":"foursight-game","version":1,"ruleset":"standard 7x6/4",
                "moves":[4,4],"result":"first","reason":"resignation"}"#,
        );
        let table = table_for(&record);
        let resigned = foursight_core::Ending::Won(Player::First, WinReason::Resignation);
        assert_eq!(table.ending(), Some(resigned));
        assert_eq!(record_of(&table, &record), record);
    }
}
