//! The list of the games of a person, in the welcome message.

use foursight_protocol::online::{
    GameSummary, PROTOCOL_VERSION, ServerMessage, SummaryWinner, UserInfo,
};
use foursight_protocol::table::WireEnding;
use foursight_table::{Event, Table};

use super::ServerNode;
use super::game_actor::{self, decode_entries};
use crate::store::{GameRow, NO_SEAT, Person, StoreError};

/// Maximum number of games in the welcome message.
pub(super) const LISTED_GAMES_MAX: u64 = 30;

impl ServerNode {
    /// Returns the first message to a client.
    pub(super) async fn welcome(&self, person: &Person) -> Result<ServerMessage, StoreError> {
        let Person {
            id,
            name,
            has_account,
        } = person.clone();
        let mut games = Vec::new();
        for row in self.store.games_of(&id, LISTED_GAMES_MAX).await? {
            games.push(match summary_of(&row, &id) {
                Some(summary) => summary,
                None => self.replay_summary(row, &id).await?,
            });
        }
        Ok(ServerMessage::Welcome {
            proto: PROTOCOL_VERSION,
            user: UserInfo {
                id,
                name,
                has_account,
            },
            server_ms: self.clock.now_ms(),
            games,
        })
    }

    /// Summarises a game that was last played on a build that did not store its progress, and
    /// stores it.
    async fn replay_summary(&self, row: GameRow, own: &str) -> Result<GameSummary, StoreError> {
        let records = self.store.log(&row.id, 0).await?;
        let last = records.last().cloned();
        // A log with an event of a newer build is listed without details.
        let entries = decode_entries(records).unwrap_or_default();
        if let (Some(last), Ok(table)) = (last, Table::from_log(&entries)) {
            let mut starts = entries.iter().rev();
            let start = starts.find(|entry| matches!(entry.event, Event::GameStarted(_)));
            let progress = game_actor::progress(&table, start.map_or(1, |entry| entry.seq));
            self.store.add_progress(&row.id, &last, &progress).await?;
            if let Some(seat) = game_actor::seat_of(&table, own) {
                let opponent = opponent_of(&row, own);
                return Ok(GameSummary::for_seat(row.id, opponent, &table, seat));
            }
        }
        let (opponent, is_bot) = opponent_of(&row, own);
        Ok(GameSummary {
            game: row.id,
            opponent,
            is_bot,
            is_over: row.is_over,
            is_your_turn: false,
            ending: None,
            winner: None,
            changed_ms: row.changed_ms,
        })
    }
}

/// Returns the name of the opponent, or the level of a bot and true.
fn opponent_of(row: &GameRow, own: &str) -> (String, bool) {
    let other = usize::from(row.seats[0] == own);
    match &row.names[other] {
        Some(name) => (name.clone(), false),
        // The seat of a bot holds the name of its level.
        None => (row.seats[other].clone(), true),
    }
}

/// Summarises a game by its row; `None` if its progress is not stored.
fn summary_of(row: &GameRow, own: &str) -> Option<GameSummary> {
    let to_move = row.to_move?;
    let seat = u64::from(row.seats[0] != own);
    let (opponent, is_bot) = opponent_of(row, own);
    let ending = row.ending.as_ref();
    let ending: Option<WireEnding> = ending.and_then(|ending| serde_json::from_str(ending).ok());
    if row.is_over && ending.is_none() {
        return None;
    }
    let winner = row.winner.map(|winner| {
        if winner == seat {
            SummaryWinner::You
        } else {
            SummaryWinner::Opponent
        }
    });
    Some(GameSummary {
        game: row.id.clone(),
        opponent,
        is_bot,
        is_over: row.is_over,
        is_your_turn: !row.is_over && to_move != NO_SEAT && to_move == seat,
        ending,
        winner,
        changed_ms: row.changed_ms,
    })
}
