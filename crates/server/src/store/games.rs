//! Games: their event logs, and the list of the games of a person.

use super::seeks;
use super::sql::{SqlRow, SqlStatement, SqlValue};
use super::{Store, StoreError};

/// A stored event of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EventRecord {
    pub(crate) seq: u64,
    pub(crate) at_ms: u64,
    /// The event in JSON.
    pub(crate) data: String,
}

/// The state of a game after an event, for the list of games. It is stored in the same transaction
/// as the event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct GameProgress {
    pub(crate) is_over: bool,
    /// The seat to move, 0 or 1.
    pub(crate) to_move: Option<usize>,
    /// The ending, if the event ends the game.
    pub(crate) end: Option<GameEndRecord>,
}

/// The ending of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GameEndRecord {
    /// Number of the event that started the game.
    pub(crate) start_seq: u64,
    /// The ending in JSON.
    pub(crate) ending: String,
    /// The seat of the winner, 0 or 1.
    pub(crate) winner: Option<usize>,
}

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GameRow {
    pub(crate) id: String,
    /// Ids of people, and levels of bots.
    pub(crate) seats: [String; 2],
    /// Names of people; `None` for a bot.
    pub(crate) names: [Option<String>; 2],
    /// Time of the last event.
    pub(crate) changed_ms: u64,
    pub(crate) is_over: bool,
    /// The seat to move, or [`NO_SEAT`]. `None` for a game that was last played on a build that did
    /// not store it.
    pub(crate) to_move: Option<u64>,
    /// The ending in JSON.
    pub(crate) ending: Option<String>,
    /// The seat of the winner.
    pub(crate) winner: Option<u64>,
}

/// Stands for the seat to move of a finished game.
pub(crate) const NO_SEAT: u64 = 2;

/// Selects the latest games in which a person has this seat; the limit applies before the union.
macro_rules! games {
    ($seat:literal) => {
        concat!(
            "SELECT id, one, two, changed_ms, is_over, to_move FROM games WHERE ",
            $seat,
            " = $1 ORDER BY is_over, changed_ms DESC LIMIT $2"
        )
    };
}

pub(super) const INSERT_EVENT: &str = "INSERT INTO game_events (game, seq, at_ms, data) \
    VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";

impl Store {
    /// Appends an event to the log of a game. Returns false without any change if the log already
    /// has an event of this number, which is a conflict with another node.
    pub(crate) async fn append(
        &self,
        game: &str,
        record: &EventRecord,
        progress: &GameProgress,
    ) -> Result<bool, StoreError> {
        self.append_audited(game, record, progress, None).await
    }

    /// Appends an event that an operator caused, together with the line of the audit log.
    pub(super) async fn append_audited(
        &self,
        game: &str,
        record: &EventRecord,
        progress: &GameProgress,
        audit: Option<SqlStatement>,
    ) -> Result<bool, StoreError> {
        let mut transaction = vec![
            insert_event(game, record).must_affect_rows(),
            set_progress(game, record.at_ms, progress),
        ];
        if let Some(end) = &progress.end {
            transaction.push(insert_result(game, record, end));
        }
        transaction.extend(audit);
        self.commit(transaction).await
    }

    /// Stores the progress of a game that was last played on a build that did not.
    pub(crate) async fn add_progress(
        &self,
        game: &str,
        last: &EventRecord,
        progress: &GameProgress,
    ) -> Result<(), StoreError> {
        let sql = "UPDATE games SET is_over = $1, changed_ms = $2, to_move = $3 \
                   WHERE id = $4 AND to_move IS NULL";
        let mut update = set_progress(game, last.at_ms, progress);
        update.sql = sql;
        // A node that plays on meanwhile knows better.
        let mut transaction = vec![update.must_affect_rows()];
        if let Some(end) = &progress.end {
            transaction.push(insert_result(game, last, end));
        }
        self.commit(transaction).await.map(drop)
    }

    /// Reads the log of a game from this number on.
    pub(crate) async fn log(&self, game: &str, from: u64) -> Result<Vec<EventRecord>, StoreError> {
        self.log_part(game, from, usize::MAX).await
    }

    /// Reads at most `max` events of a game from this number on.
    pub(crate) async fn log_part(
        &self,
        game: &str,
        from: u64,
        max: usize,
    ) -> Result<Vec<EventRecord>, StoreError> {
        let rows = self.rows(SqlStatement::new(
            "SELECT seq, at_ms, data FROM game_events WHERE game = $1 AND seq >= $2 \
             ORDER BY seq LIMIT $3",
            [game.into(), from.into(), (max as u64).into()],
        ));
        let record = |row: &SqlRow| EventRecord {
            seq: row.number(0),
            at_ms: row.number(1),
            data: row.text(2),
        };
        Ok(rows.await?.iter().map(record).collect())
    }

    /// Creates a game with its first event, accepts the seek that led to it, and deletes the seek
    /// of the player who accepted. Returns false without any change if one of the seeks is gone.
    pub(crate) async fn open_game(
        &self,
        id: &str,
        (seats, first, is_timed): ([&str; 2], usize, bool),
        record: &EventRecord,
        [seek, own]: [Option<&str>; 2],
    ) -> Result<bool, StoreError> {
        let mut transaction = Vec::new();
        if let Some(seek) = seek {
            transaction.push(seeks::accept_seek(seek, id, record.at_ms).must_affect_rows());
        }
        if let Some(own) = own {
            let sql = "DELETE FROM seeks WHERE id = $1 AND game IS NULL";
            transaction.push(SqlStatement::new(sql, [own.into()]).must_affect_rows());
        }
        let [one, two] = seats;
        // Neither player is looking for a game any more.
        transaction.extend(seats.map(seeks::delete_seek));
        transaction.push(SqlStatement::new(
            "INSERT INTO games (id, one, two, made_ms, changed_ms, is_over, is_timed, to_move) \
             VALUES ($1, $2, $3, $4, $5, 0, $6, $7)",
            [
                id.into(),
                one.into(),
                two.into(),
                record.at_ms.into(),
                record.at_ms.into(),
                is_timed.into(),
                (first as u64).into(),
            ],
        ));
        transaction.push(insert_event(id, record));
        self.commit(transaction).await
    }

    /// Returns the games of a person, unfinished and latest ones first.
    pub(crate) async fn games_of(
        &self,
        person: &str,
        max: u64,
    ) -> Result<Vec<GameRow>, StoreError> {
        let rows = self.rows(SqlStatement::new(
            concat!(
                "SELECT own.id, own.one, own.two, host.name, guest.name, own.changed_ms, \
                 own.is_over, own.to_move, results.ending, results.winner FROM (SELECT * FROM (",
                games!("one"),
                ") AS hosted UNION SELECT * FROM (",
                games!("two"),
                ") AS joined) AS own \
                 LEFT JOIN people AS host ON host.id = own.one \
                 LEFT JOIN people AS guest ON guest.id = own.two \
                 LEFT JOIN game_results AS results ON own.is_over = 1 AND results.game = own.id \
                 AND results.start_seq = \
                 (SELECT MAX(start_seq) FROM game_results WHERE game = own.id) \
                 ORDER BY own.is_over, own.changed_ms DESC LIMIT $2"
            ),
            [person.into(), max.into()],
        ));
        Ok(rows.await?.iter().map(game_row).collect())
    }

    /// Returns the ids of the two players of a game.
    pub(crate) async fn seats_of(&self, game: &str) -> Result<Option<[String; 2]>, StoreError> {
        let sql = "SELECT one, two FROM games WHERE id = $1";
        let rows = self.rows(SqlStatement::new(sql, [game.into()])).await?;
        Ok(rows.first().map(|row| [row.text(0), row.text(1)]))
    }

    /// Returns all unfinished games with a clock.
    pub(crate) async fn timed_games(&self) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT id FROM games WHERE is_over = 0 AND is_timed = 1";
        let rows = self.rows(SqlStatement::new(sql, [])).await?;
        Ok(rows.iter().map(|row| row.text(0)).collect())
    }
}

fn insert_event(game: &str, record: &EventRecord) -> SqlStatement {
    SqlStatement::new(
        INSERT_EVENT,
        [
            game.into(),
            record.seq.into(),
            record.at_ms.into(),
            record.data.as_str().into(),
        ],
    )
}

fn set_progress(game: &str, at_ms: u64, progress: &GameProgress) -> SqlStatement {
    let to_move = progress.to_move.map_or(NO_SEAT, |seat| seat as u64);
    SqlStatement::new(
        "UPDATE games SET is_over = $1, changed_ms = $2, to_move = $3 WHERE id = $4",
        [
            progress.is_over.into(),
            at_ms.into(),
            to_move.into(),
            game.into(),
        ],
    )
}

/// A game that was taken back after its end can end again.
fn insert_result(game: &str, record: &EventRecord, end: &GameEndRecord) -> SqlStatement {
    let winner: SqlValue = end.winner.map(|seat| seat as u64).into();
    SqlStatement::new(
        "INSERT INTO game_results (game, start_seq, end_seq, ending, at_ms, winner) \
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (game, start_seq) DO UPDATE SET \
         end_seq = excluded.end_seq, ending = excluded.ending, at_ms = excluded.at_ms, \
         winner = excluded.winner",
        [
            game.into(),
            end.start_seq.into(),
            record.seq.into(),
            end.ending.as_str().into(),
            record.at_ms.into(),
            winner,
        ],
    )
}

fn game_row(row: &SqlRow) -> GameRow {
    GameRow {
        id: row.text(0),
        seats: [row.text(1), row.text(2)],
        names: [row.maybe_text(3), row.maybe_text(4)],
        changed_ms: row.number(5),
        is_over: row.number(6) != 0,
        to_move: row.maybe_number(7),
        ending: row.maybe_text(8),
        winner: row.maybe_number(9),
    }
}
