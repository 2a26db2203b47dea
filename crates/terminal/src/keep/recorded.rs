//! The game at a table as a game record, and back.
//!
//! Names, seed and tags are those of the record that the game came from. Times go on only where
//! that record has them: the earlier ones of another game are not known.

use foursight_record::{GameRecord, GameResult};
use foursight_table::{Broken, Made, Saved, Start, Table, Who};

/// A table at which the game of a record goes on. Its events are numbered from `seq` on.
pub(crate) fn table_of(
    record: &GameRecord,
    seats: [Who; 2],
    seq: u64,
    at_ms: u64,
) -> Result<Table, Broken> {
    let times = record.times_ms().unwrap_or_default();
    let times = times.iter().copied().map(Some);
    let made = record
        .moves()
        .iter()
        .zip(times.chain(std::iter::repeat(None)));
    let opening: Vec<_> = made
        .map(|(step, took_ms)| Made {
            step: *step,
            took_ms,
        })
        .collect();
    let ending = record.result().ending();
    let saved = Saved {
        opened: opening.len(),
        ply: opening.len(),
        start: Start {
            opening,
            // A game that is over is only looked at.
            is_counted: ending.is_none(),
            ..Start::new(record.ruleset(), seats)
        },
        ended: ending.filter(|ending| !ending.is_by_rules()),
        is_paused: false,
        left_ms: None,
    };
    Table::restore_from(saved, seq, at_ms)
}

/// The game at a table, with all that is known beside it.
pub(crate) fn record_of(table: &Table, origin: &GameRecord) -> GameRecord {
    let mut record = origin.clone().with_game(table.game());
    if origin.times_ms().is_some() {
        let times: Option<Vec<_>> = table.made().iter().map(|made| made.took_ms).collect();
        // There is one time a move, so this is never refused.
        let with_times = times.map(|times| record.clone().with_times_ms(times));
        record = with_times.and_then(Result::ok).unwrap_or(record);
    }
    let result = GameResult::from(table.ending());
    let told = record.clone().with_result(result);
    told.unwrap_or(record)
}

#[cfg(test)]
mod tests {
    use foursight_core::{Column, Move, Player, WonBy};
    use foursight_table::{By, Command};

    use super::*;
    use crate::opponents::person;

    fn drop_in(number: usize) -> Move {
        Move::Drop(Column::from_number(number).expect("in range"))
    }

    fn origin(json: &str) -> GameRecord {
        GameRecord::from_json(json).expect("a record")
    }

    fn sit_down(record: &GameRecord) -> Table {
        table_of(record, [person(), person()], 1, 0).expect("a table")
    }

    #[test]
    fn times_of_moves_go_on() {
        let record = origin(
            r#"{"format":"foursight-game","version":1,"ruleset":"standard 7x6/4",
                "moves":[4,4],"result":"ongoing","times_ms":[1500,2500],"tags":{"place":"here"}}"#,
        );
        let mut table = sit_down(&record);
        let (at, step) = (table.point(), drop_in(3));
        let moved = table.act(&Command::Move { at, step }, By::Shared, 700);
        assert!(moved.is_ok());
        let kept = record_of(&table, &record);
        assert_eq!(kept.times_ms(), Some(&[1500, 2500, 700][..]));
        assert_eq!(kept.tags(), record.tags());
        let back = Command::TakeBack(table.point());
        assert!(table.act(&back, By::Shared, 900).is_ok());
        let kept = record_of(&table, &record);
        assert_eq!(kept.times_ms(), Some(&[1500, 2500][..]));
    }

    #[test]
    fn a_result_beside_the_grid_is_kept() {
        let record = origin(
            r#"{"format":"foursight-game","version":1,"ruleset":"standard 7x6/4",
                "moves":[4,4],"result":"first","reason":"resignation"}"#,
        );
        let table = sit_down(&record);
        let resigned = foursight_core::Ending::Won(Player::First, WonBy::Resignation);
        assert_eq!(table.ending(), Some(resigned));
        assert_eq!(record_of(&table, &record), record);
    }
}
