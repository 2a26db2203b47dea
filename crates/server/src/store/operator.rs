//! Statements of operators: lists of users, locks, links to reset a password, and the audit log.
//!
//! A change and its line in the audit log are one transaction, so neither exists without the other.
//! Nodes read the log once a second and act on new lines, such as closing the sockets of a locked
//! user; so a change reaches all nodes without a connection to any of them.

use super::people::{end_sessions, person};
use super::sql::{SqlRow, SqlStatement};
use super::{EventRecord, GameProgress, Person, Store, StoreError};

/// Number of attempts to append to the audit log while another operator does so.
const AUDIT_ATTEMPTS: u32 = 20;

/// A line of the audit log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AuditRecord {
    pub(crate) seq: u64,
    pub(crate) at_ms: u64,
    pub(crate) operator: String,
    pub(crate) action: String,
    pub(crate) subject: String,
    pub(crate) detail: String,
}

impl AuditRecord {
    /// Returns the statement that appends this line with the next number.
    fn insert(&self) -> SqlStatement {
        SqlStatement::new(
            "INSERT INTO audit_log (seq, at_ms, operator, action, subject, detail) \
             SELECT COALESCE(MAX(seq), 0) + 1, CAST($1 AS BIGINT), CAST($2 AS TEXT), \
             CAST($3 AS TEXT), CAST($4 AS TEXT), CAST($5 AS TEXT) FROM audit_log",
            [
                self.at_ms.into(),
                self.operator.as_str().into(),
                self.action.as_str().into(),
                self.subject.as_str().into(),
                self.detail.as_str().into(),
            ],
        )
    }
}

/// A user in the list of operators.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UserRow {
    pub(crate) person: Person,
    pub(crate) made_ms: u64,
    pub(crate) seen_ms: u64,
    pub(crate) locked_ms: Option<u64>,
    pub(crate) games: u64,
}

/// Selects the fields of a [`UserRow`].
macro_rules! users {
    ($rest:literal) => {
        concat!(
            "SELECT people.id, people.name, people.name_key, people.made_ms, people.seen_ms, ",
            "people.locked_ms, (SELECT COUNT(*) FROM games WHERE games.one = people.id), ",
            "(SELECT COUNT(*) FROM games WHERE games.two = people.id) FROM people ",
            $rest
        )
    };
}

impl Store {
    /// Returns users by a part of their name, latest seen first.
    pub(crate) async fn users(
        &self,
        part: &str,
        has_guests: bool,
        max: u64,
    ) -> Result<Vec<UserRow>, StoreError> {
        let mut pattern = "%".to_owned();
        for letter in part.to_lowercase().chars() {
            if matches!(letter, '%' | '_' | '!') {
                pattern.push('!');
            }
            pattern.push(letter);
        }
        pattern.push('%');
        let rows = self.rows(SqlStatement::new(
            users!(
                "WHERE LOWER(people.name) LIKE $1 ESCAPE '!' \
                 AND (people.name_key IS NOT NULL OR CAST($2 AS BIGINT) = 1) \
                 ORDER BY people.seen_ms DESC, people.id LIMIT $3"
            ),
            [pattern.into(), has_guests.into(), max.into()],
        ));
        Ok(rows.await?.iter().map(user_row).collect())
    }

    /// Returns a user by id, or an account by the key of its name.
    pub(crate) async fn user(&self, id: &str, key: &str) -> Result<Option<UserRow>, StoreError> {
        let rows = self.rows(SqlStatement::new(
            users!(
                "WHERE people.id = $1 OR people.name_key = $2 \
                 ORDER BY CASE WHEN people.id = $1 THEN 0 ELSE 1 END"
            ),
            [id.into(), key.into()],
        ));
        Ok(rows.await?.first().map(user_row))
    }

    /// Commits a change of an operator. Returns false if one of its statements had to change
    /// something and did not.
    async fn commit_audited(
        &self,
        transaction: Vec<SqlStatement>,
        audit: &AuditRecord,
    ) -> Result<bool, StoreError> {
        let mut attempt = 1;
        loop {
            let mut all = transaction.clone();
            all.push(audit.insert());
            match self.commit(all).await {
                // Two operators at the same moment may choose the same number.
                Err(error) if attempt < AUDIT_ATTEMPTS && is_duplicate(&error) => attempt += 1,
                outcome => return outcome,
            }
        }
    }

    /// Locks a user and ends all sessions, or unlocks one. Returns false if nothing had to be done.
    pub(crate) async fn set_locked(
        &self,
        id: &str,
        is_locked: bool,
        audit: &AuditRecord,
    ) -> Result<bool, StoreError> {
        let transaction = if is_locked {
            let sql = "UPDATE people SET locked_ms = $1 WHERE id = $2 AND locked_ms IS NULL";
            let lock = SqlStatement::new(sql, [audit.at_ms.into(), id.into()]);
            vec![
                lock.must_affect_rows(),
                end_sessions(id),
                super::seeks::delete_seek(id),
            ]
        } else {
            let sql = "UPDATE people SET locked_ms = NULL WHERE id = $1 AND locked_ms IS NOT NULL";
            vec![SqlStatement::new(sql, [id.into()]).must_affect_rows()]
        };
        self.commit_audited(transaction, audit).await
    }

    /// Stores a link by the hash of its secret, in place of older ones of the same user.
    pub(crate) async fn add_reset_link(
        &self,
        hash: &str,
        person: &str,
        until_ms: u64,
        audit: &AuditRecord,
    ) -> Result<(), StoreError> {
        let transaction = vec![
            SqlStatement::new("DELETE FROM reset_links WHERE person = $1", [person.into()]),
            insert_reset_link(hash, person, until_ms),
        ];
        self.commit_audited(transaction, audit).await.map(drop)
    }

    /// Stores a new account without a password, with a link to choose one. Returns false if the
    /// name is taken, or was that of an account deleted a while ago.
    pub(crate) async fn add_account(
        &self,
        person: &Person,
        [key, retired_hash]: [&str; 2],
        (link_hash, until_ms): (&str, u64),
        audit: &AuditRecord,
    ) -> Result<bool, StoreError> {
        let add = SqlStatement::new(
            "INSERT INTO people (id, name, name_key, made_ms, seen_ms) \
             SELECT CAST($1 AS TEXT), CAST($2 AS TEXT), CAST($3 AS TEXT), CAST($4 AS BIGINT), \
             CAST($5 AS BIGINT) WHERE NOT EXISTS (SELECT 1 FROM people WHERE name_key = $3) \
             AND NOT EXISTS (SELECT 1 FROM retired_names WHERE name_hash = $6 AND until_ms > $5)",
            [
                person.id.as_str().into(),
                person.name.as_str().into(),
                key.into(),
                audit.at_ms.into(),
                audit.at_ms.into(),
                retired_hash.into(),
            ],
        );
        let transaction = vec![
            add.must_affect_rows(),
            insert_reset_link(link_hash, &person.id, until_ms),
        ];
        self.commit_audited(transaction, audit).await
    }

    /// Returns the user of a link that is still valid, and whether that user is locked.
    pub(crate) async fn reset_link(
        &self,
        hash: &str,
        now_ms: u64,
    ) -> Result<Option<(Person, bool)>, StoreError> {
        let rows = self.rows(SqlStatement::new(
            "SELECT people.id, people.name, people.name_key, people.locked_ms FROM reset_links \
             JOIN people ON people.id = reset_links.person \
             WHERE reset_links.hash = $1 AND reset_links.until_ms > $2",
            [hash.into(), now_ms.into()],
        ));
        let rows = rows.await?;
        let found = rows.first();
        Ok(found.map(|row| (person(row), row.maybe_number(3).is_some())))
    }

    /// Sets the password by a link, which works once, and ends all sessions. Returns false if the
    /// link has been used meanwhile.
    pub(crate) async fn use_reset_link(
        &self,
        hash: &str,
        (person, password): (&str, &str),
        audit: &AuditRecord,
    ) -> Result<bool, StoreError> {
        let sql = "DELETE FROM reset_links WHERE hash = $1";
        let set = "UPDATE people SET password = $1 WHERE id = $2 AND locked_ms IS NULL";
        let transaction = vec![
            SqlStatement::new(sql, [hash.into()]).must_affect_rows(),
            SqlStatement::new(set, [password.into(), person.into()]).must_affect_rows(),
            end_sessions(person),
        ];
        self.commit_audited(transaction, audit).await
    }

    /// Deletes a user as the user could.
    pub(crate) async fn delete_user(
        &self,
        id: &str,
        name: &str,
        retired: Option<(&str, u64)>,
        audit: &AuditRecord,
    ) -> Result<(), StoreError> {
        let audit = Some(audit.insert());
        self.anonymise_person(id, name, retired, audit).await
    }

    /// Returns true if there is a session of this hash.
    pub(crate) async fn has_session(&self, hash: &str) -> Result<bool, StoreError> {
        let sql = "SELECT COUNT(*) FROM sessions WHERE hash = $1";
        let rows = self.rows(SqlStatement::new(sql, [hash.into()]));
        Ok(rows.await?.first().is_some_and(|row| row.number(0) > 0))
    }

    /// Appends the event by which an operator ends a game. Returns false if the log already has an
    /// event of this number.
    pub(crate) async fn end_game(
        &self,
        game: &str,
        record: &EventRecord,
        progress: &GameProgress,
        audit: Option<&AuditRecord>,
    ) -> Result<bool, StoreError> {
        let audit = audit.map(AuditRecord::insert);
        self.append_audited(game, record, progress, audit).await
    }

    /// Returns lines of the audit log, the latest first.
    pub(crate) async fn audit_log(&self, max: u64) -> Result<Vec<AuditRecord>, StoreError> {
        let rows = self.rows(SqlStatement::new(
            "SELECT seq, at_ms, operator, action, subject, detail FROM audit_log \
             ORDER BY seq DESC LIMIT $1",
            [max.into()],
        ));
        Ok(rows.await?.iter().map(audit_record).collect())
    }

    /// Returns the lines of the audit log after a number, the oldest first.
    pub(crate) async fn audit_log_after(
        &self,
        seq: u64,
        max: u64,
    ) -> Result<Vec<AuditRecord>, StoreError> {
        let rows = self.rows(SqlStatement::new(
            "SELECT seq, at_ms, operator, action, subject, detail FROM audit_log \
             WHERE seq > $1 ORDER BY seq LIMIT $2",
            [seq.into(), max.into()],
        ));
        Ok(rows.await?.iter().map(audit_record).collect())
    }

    /// Returns the number of the last line of the audit log.
    pub(crate) async fn last_audit_seq(&self) -> Result<u64, StoreError> {
        let rows = self.rows(SqlStatement::new("SELECT MAX(seq) FROM audit_log", []));
        Ok(rows.await?.first().map_or(0, |row| row.number(0)))
    }

    /// Returns one number.
    pub(crate) async fn count<const N: usize>(
        &self,
        sql: &'static str,
        values: [u64; N],
    ) -> Result<u64, StoreError> {
        let rows = self.rows(SqlStatement::new(sql, values.map(Into::into)));
        Ok(rows.await?.first().map_or(0, |row| row.number(0)))
    }
}

fn insert_reset_link(hash: &str, person: &str, until_ms: u64) -> SqlStatement {
    SqlStatement::new(
        "INSERT INTO reset_links (hash, person, until_ms) VALUES ($1, $2, $3)",
        [hash.into(), person.into(), until_ms.into()],
    )
}

/// Returns true if the number of a line of the audit log was taken.
fn is_duplicate(error: &StoreError) -> bool {
    let text = error.0.to_lowercase();
    text.contains("audit_log") && (text.contains("unique") || text.contains("duplicate"))
}

fn user_row(row: &SqlRow) -> UserRow {
    UserRow {
        person: person(row),
        made_ms: row.number(3),
        seen_ms: row.number(4),
        locked_ms: row.maybe_number(5),
        games: row.number(6) + row.number(7),
    }
}

fn audit_record(row: &SqlRow) -> AuditRecord {
    AuditRecord {
        seq: row.number(0),
        at_ms: row.number(1),
        operator: row.text(2),
        action: row.text(3),
        subject: row.text(4),
        detail: row.text(5),
    }
}
