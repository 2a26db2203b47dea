//! Administration by operators: users, games, figures, and the audit log of all changes.
//!
//! An [`OperatorStore`] works on the store itself, with or without running servers, as one more
//! node: a change of a game is an event of its log. Servers read the audit log once a second, and
//! close the sockets of locked and deleted users.

mod details;
mod games;
mod stats;

use std::fmt;

pub use details::{AuditEntry, GameDetails, UserDetails, UserFilter, UserSummary};
pub use stats::StoreStats;

use crate::online::{WallClock, account_rules as rules, random};
use crate::store::{
    AuditRecord, MigrationStatus, Person, Store, StoreError, StoreLocation, UserRow,
    migration_status,
};

/// Lifetime of a link to reset a password: a day.
pub const RESET_LINK_TTL_MS: u64 = 24 * 60 * 60 * 1000;
/// Maximum length of the name of an operator in characters.
const OPERATOR_CHARS_MAX: usize = 64;
/// Maximum length of a reason in characters.
const REASON_CHARS_MAX: usize = 500;
/// Maximum number of games in the details of a user.
const LISTED_GAMES_MAX: u64 = 20;

/// Action of the audit log: a user was locked.
pub(crate) const LOCK: &str = "user lock";
/// Action of the audit log: a user was unlocked.
const UNLOCK: &str = "user unlock";
/// Action of the audit log: an account was created.
const ADD: &str = "user add";
/// Action of the audit log: a link to reset a password was created.
const RESET_LINK: &str = "user reset-link";
/// Action of the audit log: the user of such a link has chosen a password.
pub(crate) const PASSWORD_RESET: &str = "user password-reset";
/// Action of the audit log: a user was deleted.
pub(crate) const DELETE: &str = "user delete";
/// Action of the audit log: a game was voided.
pub(crate) const VOID: &str = "game void";

/// A request of an operator that was not carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AdminError {
    /// The store failed.
    Store(StoreError),
    /// There is no store yet.
    NoStore(String),
    /// The schema of the store is older than this program.
    OldSchema(u64),
    /// There is no user of this name or id.
    NoSuchUser(String),
    /// This user is a guest, who has no password.
    Guest(String),
    /// The user is locked already, or is not locked.
    Unchanged(&'static str),
    /// The name cannot be the name of an account.
    InvalidName(&'static str),
    /// There is no game of this id.
    NoSuchGame(String),
    /// The game has ended already.
    GameOver(String),
    /// The game has an event that this program does not know.
    UnreadableGame(String),
    /// The game changed each time it was about to be ended.
    Busy(String),
}

impl fmt::Display for AdminError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Store(error) => error.fmt(f),
            Self::NoStore(path) => write!(
                f,
                "there is no store at {path}: start the server once, or name the store with --store"
            ),
            Self::OldSchema(version) => write!(
                f,
                "the store has the older schema version {version}: upgrade the server first, or run \
                 foursight migrate"
            ),
            Self::NoSuchUser(name) => write!(
                f,
                "there is no account or id '{}': foursight admin user list shows them",
                name.escape_debug()
            ),
            Self::Guest(name) => write!(f, "'{name}' is a guest, and guests have no password"),
            Self::Unchanged(reason) | Self::InvalidName(reason) => f.write_str(reason),
            Self::NoSuchGame(game) => write!(f, "there is no game '{}'", game.escape_debug()),
            Self::GameOver(game) => write!(
                f,
                "the game {game} is over: only a game in progress can be voided"
            ),
            Self::UnreadableGame(game) => write!(
                f,
                "this program cannot read the game {game}: use the version of the server"
            ),
            Self::Busy(game) => write!(f, "the game {game} changes too quickly: try again"),
        }
    }
}

impl std::error::Error for AdminError {}

impl From<StoreError> for AdminError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

/// A new link to choose a password.
#[derive(Clone, PartialEq, Eq)]
pub struct ResetLink {
    /// Id of the user.
    pub user: String,
    /// Name of the user.
    pub name: String,
    /// The secret, which only the user should see. The store has its hash.
    pub secret: String,
    /// Time when it expires, in milliseconds since 1970.
    pub until_ms: u64,
}

// The secret is not to be shown by anything that logs values.
impl fmt::Debug for ResetLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("ResetLink");
        shown.field("name", &self.name).finish_non_exhaustive()
    }
}

/// The operator of a change, and the reason.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OperatorNote {
    /// Name of the operator.
    pub operator: String,
    /// Reason of the change; may be empty.
    pub reason: String,
}

/// The store, for an operator.
pub struct OperatorStore {
    store: Store,
    clock: WallClock,
}

impl OperatorStore {
    /// Opens an existing store of the current schema.
    ///
    /// # Errors
    ///
    /// [`AdminError`] if there is none, or if it is older or newer than this program.
    pub async fn open(at: &StoreLocation) -> Result<Self, AdminError> {
        match migration_status(at).await? {
            MigrationStatus { current: 0, .. } => {
                return Err(AdminError::NoStore(at.description()));
            }
            MigrationStatus { current, target } if current < target => {
                return Err(AdminError::OldSchema(current));
            }
            _ => {}
        }
        Ok(Self {
            store: Store::open(at).await?,
            clock: WallClock::system(),
        })
    }

    fn audit(&self, note: &OperatorNote, action: &str, subject: &str, about: &str) -> AuditRecord {
        let plain = |text: &str, max: usize| -> String {
            let letters = text.chars().filter(|letter| !letter.is_control());
            letters.take(max).collect()
        };
        let reason = plain(&note.reason, REASON_CHARS_MAX);
        let detail = match (about, reason.as_str()) {
            (about, "") => about.to_owned(),
            ("", reason) => reason.to_owned(),
            (about, reason) => format!("{about}: {reason}"),
        };
        AuditRecord {
            seq: 0,
            at_ms: self.clock.now_ms(),
            operator: plain(&note.operator, OPERATOR_CHARS_MAX),
            action: action.to_owned(),
            subject: subject.to_owned(),
            detail,
        }
    }

    /// Finds a user by the name of the account or by id.
    async fn find(&self, name_or_id: &str) -> Result<UserRow, AdminError> {
        // A name that no account can have is an id, or nothing.
        let key = rules::name_key(name_or_id).unwrap_or_default();
        let found = self.store.user(name_or_id, &key).await?;
        found.ok_or_else(|| AdminError::NoSuchUser(name_or_id.to_owned()))
    }

    /// Locks a user: ends all sessions and refuses logins.
    ///
    /// # Errors
    ///
    /// [`AdminError`], also if the user is locked already.
    pub async fn lock(&self, user: &str, note: &OperatorNote) -> Result<UserSummary, AdminError> {
        self.set_locked(user, true, note).await
    }

    /// Unlocks a user.
    ///
    /// # Errors
    ///
    /// [`AdminError`], also if the user is not locked.
    pub async fn unlock(&self, user: &str, note: &OperatorNote) -> Result<UserSummary, AdminError> {
        self.set_locked(user, false, note).await
    }

    async fn set_locked(
        &self,
        user: &str,
        is_locked: bool,
        note: &OperatorNote,
    ) -> Result<UserSummary, AdminError> {
        let row = self.find(user).await?;
        let (action, unchanged) = if is_locked {
            (LOCK, "the user is locked already")
        } else {
            (UNLOCK, "the user is not locked")
        };
        let audit = self.audit(note, action, &row.person.id, "");
        let changed = self.store.set_locked(&row.person.id, is_locked, &audit);
        if !changed.await? {
            return Err(AdminError::Unchanged(unchanged));
        }
        Ok(UserSummary::from(UserRow {
            locked_ms: is_locked.then_some(audit.at_ms),
            ..row
        }))
    }

    /// Creates a link by which the owner of an account can choose another password, once, within a
    /// day. Older links of the account no longer work.
    ///
    /// # Errors
    ///
    /// [`AdminError`], also for a guest.
    pub async fn reset_link(
        &self,
        user: &str,
        note: &OperatorNote,
    ) -> Result<ResetLink, AdminError> {
        let Person {
            id,
            name,
            has_account,
        } = self.find(user).await?.person;
        if !has_account {
            return Err(AdminError::Guest(name));
        }
        let audit = self.audit(note, RESET_LINK, &id, "");
        let link = new_link(id, name, audit.at_ms);
        let hash = random::hash(&link.secret);
        let added = self
            .store
            .add_reset_link(&hash, &link.user, link.until_ms, &audit);
        added.await?;
        Ok(link)
    }

    /// Creates an account, with a link by which its owner can choose a password.
    ///
    /// # Errors
    ///
    /// [`AdminError`], also if the name is invalid or taken.
    pub async fn add_account(
        &self,
        name: &str,
        note: &OperatorNote,
    ) -> Result<ResetLink, AdminError> {
        let key =
            rules::name_key(name).map_err(|error| AdminError::InvalidName(error.message()))?;
        let taken = AdminError::InvalidName("this name, or one that looks like it, is taken");
        if rules::is_reserved(&key) {
            return Err(taken);
        }
        let person = Person {
            id: random::id(),
            name: name.to_owned(),
            has_account: true,
        };
        let audit = self.audit(note, ADD, &person.id, "");
        let link = new_link(person.id.clone(), person.name.clone(), audit.at_ms);
        let hash = random::hash(&link.secret);
        let retired = rules::retired_name_hash(&key);
        let keys = [key.as_str(), retired.as_str()];
        let added = self
            .store
            .add_account(&person, keys, (&hash, link.until_ms), &audit);
        if !added.await? {
            return Err(taken);
        }
        Ok(link)
    }

    /// Deletes a user: ends the games in progress, and deletes name, password, sessions, seeks and
    /// blocks. The games stay, with the name for deleted users.
    ///
    /// # Errors
    ///
    /// [`AdminError`] if there is no such user, or if the store fails.
    pub async fn delete(&self, user: &str, note: &OperatorNote) -> Result<UserSummary, AdminError> {
        let row = self.find(user).await?;
        let Person {
            id,
            name,
            has_account,
        } = &row.person;
        self.end_games_of(id).await?;
        let audit = self.audit(note, DELETE, id, "");
        let key = rules::name_key(name).ok().filter(|_| *has_account);
        let retired = key.map(|key| rules::retired_name_hash(&key));
        let until_ms = audit.at_ms + rules::RETIRED_NAME_TTL_MS;
        let retired = retired.as_deref().map(|hash| (hash, until_ms));
        let deleted = self
            .store
            .delete_user(id, rules::DELETED_USER_NAME, retired, &audit);
        deleted.await?;
        Ok(row.into())
    }
}

fn new_link(user: String, name: String, now_ms: u64) -> ResetLink {
    ResetLink {
        user,
        name,
        secret: random::secret(),
        until_ms: now_ms + RESET_LINK_TTL_MS,
    }
}
