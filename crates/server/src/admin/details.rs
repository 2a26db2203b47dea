//! What operators read about users, games and their own changes.

use foursight_core::{Ending, Ruleset};
use foursight_phrases::Language;
use foursight_phrases::outcomes::{external_ending_text, outcome_text};
use foursight_protocol::table::WireEnding;
use foursight_record::{Emoji, Form, write, write_ruleset};
use foursight_table::{Occupant, TimeControl};
use serde::Serialize;

use super::games::ReplayedGame;
use super::{AdminError, LISTED_GAMES_MAX, OperatorStore};
use crate::store::{AuditRecord, GameRow, UserRow};

/// Selects users.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UserFilter {
    /// A part of the name; empty for all.
    pub part: String,
    /// True for guests as well.
    pub has_guests: bool,
    /// Maximum number of users.
    pub max: u64,
}

/// A user in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct UserSummary {
    /// Id of the user.
    pub id: String,
    /// Name of the user.
    pub name: String,
    /// False for a guest.
    pub has_account: bool,
    /// Time when the user was locked, in milliseconds since 1970.
    pub locked_ms: Option<u64>,
    /// Time when the user came for the first time.
    pub made_ms: u64,
    /// Time of the last connection.
    pub seen_ms: u64,
    /// Number of games.
    pub games: u64,
}

impl From<UserRow> for UserSummary {
    fn from(row: UserRow) -> Self {
        Self {
            id: row.person.id,
            name: row.person.name,
            has_account: row.person.has_account,
            locked_ms: row.locked_ms,
            made_ms: row.made_ms,
            seen_ms: row.seen_ms,
            games: row.games,
        }
    }
}

/// A game in the details of a user.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct UserGame {
    /// Id of the game.
    pub id: String,
    /// Name of the opponent, or the level of a bot.
    pub opponent: String,
    /// True if the game has ended.
    pub is_over: bool,
    /// Time of the last event.
    pub changed_ms: u64,
}

/// A user with sessions and the latest games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct UserDetails {
    /// The user as in a list.
    #[serde(flatten)]
    pub user: UserSummary,
    /// Number of sessions.
    pub sessions: usize,
    /// Number of users that this one has blocked.
    pub blocked: usize,
    /// The latest games, those in progress first.
    pub latest_games: Vec<UserGame>,
}

/// A game with its moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct GameDetails {
    /// Id of the game.
    pub id: String,
    /// Ids of users, and levels of bots.
    pub seats: [String; 2],
    /// Names of users; `None` for a bot.
    pub names: [Option<String>; 2],
    /// The rules.
    pub rules: String,
    /// The clock.
    pub clock: String,
    /// The moves of the current game as drops.
    pub moves: String,
    /// Number of moves of the current game.
    pub plies: usize,
    /// Number of the last event.
    pub events: u64,
    /// Time when the current game began.
    pub started_ms: u64,
    /// Time of the last event.
    pub changed_ms: u64,
    /// The seat to move, 0 or 1; `None` if the game is over.
    pub to_move: Option<usize>,
    /// The ending as in the protocol; `None` while the game goes on.
    pub ending: Option<String>,
    /// The ending in words.
    pub ending_text: Option<String>,
}

impl GameDetails {
    pub(super) fn of(game: &str, replayed: &ReplayedGame, names: [Option<String>; 2]) -> Self {
        let table = &replayed.table;
        let id_of = |occupant: &Occupant| match occupant {
            Occupant::Person(id) | Occupant::Bot(id) => id.clone(),
        };
        let ruleset: Ruleset = table.game().ruleset();
        let ending = table.ending();
        let ending_text = ending.map(|ending| {
            let name = |player| {
                let seat = table.start().seat_of(player).index();
                let name = names[seat].clone();
                name.unwrap_or_else(|| format!("bot {}", table.start().seats[seat].id()))
            };
            let by_rules = table.game().outcome();
            let by_rules = by_rules.map(|outcome| outcome_text(Language::English, &outcome, &name));
            by_rules
                .or_else(|| external_ending_text(Language::English, ending, &name))
                .unwrap_or_default()
        });
        Self {
            id: game.to_owned(),
            seats: table.start().seats.each_ref().map(id_of),
            ending_text,
            names,
            rules: write_ruleset(ruleset),
            clock: clock_text(table.clocks().time_control()),
            moves: write(table.game(), Form::Digits, &Emoji::YELLOW_FIRST),
            plies: table.plies(),
            events: table.seq(),
            started_ms: replayed.started_ms,
            changed_ms: table.at_ms(),
            to_move: table
                .to_move()
                .filter(|_| ending.is_none())
                .map(foursight_table::Seat::index),
            ending: ending.map(wire_ending),
        }
    }
}

fn wire_ending(ending: Ending) -> String {
    serde_json::to_string(&WireEnding::from(ending)).expect("endings have string keys")
}

fn clock_text(clock: TimeControl) -> String {
    let seconds = |ms: u64| format!("{} s", ms / 1000);
    match clock {
        TimeControl::Unlimited => "none".to_owned(),
        TimeControl::Fischer {
            main_ms,
            increment_ms,
        } => format!("{} and {} a turn", seconds(main_ms), seconds(increment_ms)),
        TimeControl::PerTurn { turn_ms } => format!("{} for each turn", seconds(turn_ms)),
    }
}

/// A line of the audit log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct AuditEntry {
    /// Number of the line, from 1.
    pub seq: u64,
    /// Time of the change, in milliseconds since 1970.
    pub at_ms: u64,
    /// Name of the operator.
    pub operator: String,
    /// The change, such as `user lock`.
    pub action: String,
    /// Id of the user or of the game.
    pub subject: String,
    /// The reason, if the operator gave one.
    pub detail: String,
}

impl From<AuditRecord> for AuditEntry {
    fn from(record: AuditRecord) -> Self {
        Self {
            seq: record.seq,
            at_ms: record.at_ms,
            operator: record.operator,
            action: record.action,
            subject: record.subject,
            detail: record.detail,
        }
    }
}

impl OperatorStore {
    /// Returns users, those first who were connected last.
    ///
    /// # Errors
    ///
    /// [`AdminError`] if the store fails.
    pub async fn users(&self, filter: &UserFilter) -> Result<Vec<UserSummary>, AdminError> {
        let users = self
            .store
            .users(&filter.part, filter.has_guests, filter.max);
        Ok(users.await?.into_iter().map(UserSummary::from).collect())
    }

    /// Returns a user by the name of the account or by id.
    ///
    /// # Errors
    ///
    /// [`AdminError`], also if there is none.
    pub async fn user(&self, name_or_id: &str) -> Result<UserDetails, AdminError> {
        let row = self.find(name_or_id).await?;
        let id = row.person.id.clone();
        let games = self.store.games_of(&id, LISTED_GAMES_MAX).await?;
        Ok(UserDetails {
            sessions: self.store.sessions_of(&id).await?.len(),
            blocked: self.store.blocked(&id).await?.len(),
            latest_games: games.iter().map(|game| user_game(game, &id)).collect(),
            user: row.into(),
        })
    }

    /// Returns lines of the audit log, the latest first.
    ///
    /// # Errors
    ///
    /// [`AdminError`] if the store fails.
    pub async fn audit_log(&self, max: u64) -> Result<Vec<AuditEntry>, AdminError> {
        let lines = self.store.audit_log(max).await?;
        Ok(lines.into_iter().map(AuditEntry::from).collect())
    }
}

fn user_game(game: &GameRow, own: &str) -> UserGame {
    let other = usize::from(game.seats[0] == own);
    let name = game.names[other].clone();
    UserGame {
        id: game.id.clone(),
        opponent: name.unwrap_or_else(|| game.seats[other].clone()),
        is_over: game.is_over,
        changed_ms: game.changed_ms,
    }
}
