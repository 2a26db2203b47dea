//! People, their sessions and blocks. A guest is a person without a password.

use super::sql::{SqlRow, SqlStatement, SqlValue};
use super::{Store, StoreError};

/// A player: a guest or an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Person {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) has_account: bool,
}

/// An account, with what a login needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoredAccount {
    pub(crate) person: Person,
    /// Hash of the password; `None` for an account whose owner has not chosen one yet.
    pub(crate) password: Option<String>,
    /// True if an operator has locked the account.
    pub(crate) is_locked: bool,
}

/// The kind of token that authenticates a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SessionKind {
    /// A cookie, sent by a browser together with an origin.
    Cookie,
    /// A bearer token in a header, sent by a program.
    Bearer,
}

impl SessionKind {
    const fn name(self) -> &'static str {
        match self {
            Self::Cookie => "cookie",
            Self::Bearer => "bearer",
        }
    }
}

const PERSON: &str = "SELECT id, name, name_key FROM people WHERE id = $1";

impl Store {
    /// Stores a new person.
    pub(crate) async fn add_person(&self, person: &Person, now_ms: u64) -> Result<(), StoreError> {
        let transaction = vec![SqlStatement::new(
            "INSERT INTO people (id, name, made_ms, seen_ms) VALUES ($1, $2, $3, $4)",
            [
                person.id.as_str().into(),
                person.name.as_str().into(),
                now_ms.into(),
                now_ms.into(),
            ],
        )];
        self.commit(transaction).await.map(drop)
    }

    /// Stores a session of a person, by the hash of its token.
    pub(crate) async fn add_session(
        &self,
        hash: &str,
        person: &str,
        kind: SessionKind,
        [now_ms, until_ms]: [u64; 2],
    ) -> Result<(), StoreError> {
        let transaction = vec![SqlStatement::new(
            "INSERT INTO sessions (hash, person, kind, made_ms, until_ms) \
             VALUES ($1, $2, $3, $4, $5)",
            [
                hash.into(),
                person.into(),
                kind.name().into(),
                now_ms.into(),
                until_ms.into(),
            ],
        )];
        self.commit(transaction).await.map(drop)
    }

    /// Returns the person of a session of this kind that has not expired.
    pub(crate) async fn session(
        &self,
        hash: &str,
        kind: SessionKind,
        now_ms: u64,
    ) -> Result<Option<Person>, StoreError> {
        let rows = self.rows(SqlStatement::new(
            "SELECT people.id, people.name, people.name_key FROM sessions \
             JOIN people ON people.id = sessions.person \
             WHERE sessions.hash = $1 AND sessions.kind = $2 AND sessions.until_ms > $3 \
             AND people.locked_ms IS NULL",
            [hash.into(), kind.name().into(), now_ms.into()],
        ));
        Ok(rows.await?.first().map(person))
    }

    /// Deletes a session.
    pub(crate) async fn end_session(&self, hash: &str) -> Result<(), StoreError> {
        let sql = "DELETE FROM sessions WHERE hash = $1";
        self.commit(vec![SqlStatement::new(sql, [hash.into()])])
            .await
            .map(drop)
    }

    /// Deletes all sessions of a person.
    pub(crate) async fn end_sessions(&self, person: &str) -> Result<(), StoreError> {
        self.commit(vec![end_sessions(person)]).await.map(drop)
    }

    /// Deletes expired sessions.
    pub(crate) async fn purge_sessions(&self, now_ms: u64) -> Result<(), StoreError> {
        let sql = "DELETE FROM sessions WHERE until_ms <= $1";
        self.commit(vec![SqlStatement::new(sql, [now_ms.into()])])
            .await
            .map(drop)
    }

    /// Returns a person by id.
    pub(crate) async fn person(&self, id: &str) -> Result<Option<Person>, StoreError> {
        let rows = self.rows(SqlStatement::new(PERSON, [id.into()])).await?;
        Ok(rows.first().map(person))
    }

    /// Records that a person is connected, or was until now.
    pub(crate) async fn touch_last_seen(
        &self,
        person: &str,
        now_ms: u64,
    ) -> Result<(), StoreError> {
        let sql = "UPDATE people SET seen_ms = $1 WHERE id = $2";
        self.commit(vec![SqlStatement::new(sql, [now_ms.into(), person.into()])])
            .await
            .map(drop)
    }

    /// Returns the time when a person was last connected.
    pub(crate) async fn seen_ms(&self, person: &str) -> Result<Option<u64>, StoreError> {
        let sql = "SELECT seen_ms FROM people WHERE id = $1";
        let rows = self.rows(SqlStatement::new(sql, [person.into()])).await?;
        Ok(rows.first().map(|row| row.number(0)))
    }

    /// Turns a guest into an account. Returns false if the name, or one that looks alike, is taken,
    /// or was that of an account deleted a while ago.
    pub(crate) async fn register(
        &self,
        id: &str,
        [name, key, password]: [&str; 3],
        (name_hash, now_ms): (&str, u64),
    ) -> Result<bool, StoreError> {
        // Atomic: of two concurrent registrations of one name the first wins.
        self.commit(vec![
            SqlStatement::new(
                "UPDATE people SET name = $1, name_key = $2, password = $3 \
                 WHERE id = $4 AND name_key IS NULL \
                 AND NOT EXISTS (SELECT 1 FROM people WHERE name_key = $2) \
                 AND NOT EXISTS (SELECT 1 FROM retired_names \
                 WHERE name_hash = $5 AND until_ms > $6)",
                [
                    name.into(),
                    key.into(),
                    password.into(),
                    id.into(),
                    name_hash.into(),
                    now_ms.into(),
                ],
            )
            .must_affect_rows(),
        ])
        .await
    }

    /// Renames an account. Returns false if the name is taken.
    pub(crate) async fn rename(
        &self,
        id: &str,
        [name, key]: [&str; 2],
        (name_hash, now_ms): (&str, u64),
    ) -> Result<bool, StoreError> {
        self.commit(vec![
            SqlStatement::new(
                "UPDATE people SET name = $1, name_key = $2 WHERE id = $3 AND name_key IS NOT NULL \
                 AND NOT EXISTS (SELECT 1 FROM people WHERE name_key = $2 AND id <> $3) \
                 AND NOT EXISTS (SELECT 1 FROM retired_names \
                 WHERE name_hash = $4 AND until_ms > $5)",
                [
                    name.into(),
                    key.into(),
                    id.into(),
                    name_hash.into(),
                    now_ms.into(),
                ],
            )
            .must_affect_rows(),
        ])
        .await
    }

    /// Returns the account of this name.
    pub(crate) async fn account(&self, key: &str) -> Result<Option<StoredAccount>, StoreError> {
        let sql = "SELECT id, name, name_key, password, locked_ms FROM people WHERE name_key = $1";
        let rows = self.rows(SqlStatement::new(sql, [key.into()])).await?;
        Ok(rows.first().map(|row| StoredAccount {
            person: person(row),
            password: row.maybe_text(3),
            is_locked: row.maybe_number(4).is_some(),
        }))
    }

    /// Changes the password hash, and deletes all sessions, which an attacker may hold.
    pub(crate) async fn set_password(&self, id: &str, password: &str) -> Result<(), StoreError> {
        let sql = "UPDATE people SET password = $1 WHERE id = $2";
        let set = SqlStatement::new(sql, [password.into(), id.into()]);
        self.commit(vec![set, end_sessions(id)]).await.map(drop)
    }

    /// Anonymises a person: deletes name, password, sessions, seeks and blocks. Games stay, because
    /// they also belong to the opponents, under the name for deleted users. The hash of the old name
    /// is kept until a time, so that no other user appears under it at once. If an operator does it,
    /// the audit log says so.
    pub(crate) async fn anonymise_person(
        &self,
        id: &str,
        name: &str,
        retired: Option<(&str, u64)>,
        audit: Option<SqlStatement>,
    ) -> Result<(), StoreError> {
        let delete = |sql| SqlStatement::new(sql, [id.into()]);
        let retire = retired.map(|(name_hash, until_ms)| {
            SqlStatement::new(
                "INSERT INTO retired_names (name_hash, until_ms) VALUES ($1, $2) \
                 ON CONFLICT (name_hash) DO UPDATE SET until_ms = excluded.until_ms",
                [name_hash.into(), until_ms.into()],
            )
        });
        let mut transaction = vec![
            SqlStatement::new(
                "UPDATE people SET name = $1, name_key = NULL, password = NULL, locked_ms = NULL \
                 WHERE id = $2",
                [name.into(), id.into()],
            ),
            end_sessions(id),
            delete("DELETE FROM seeks WHERE person = $1"),
            delete("DELETE FROM blocks WHERE person = $1"),
            delete("DELETE FROM reset_links WHERE person = $1"),
        ];
        transaction.extend(retire);
        transaction.extend(audit);
        self.commit(transaction).await.map(drop)
    }

    /// Deletes guests who have never played and were not seen since then, with their sessions, and
    /// names that are no longer retired.
    pub(crate) async fn purge_people(
        &self,
        seen_before_ms: u64,
        now_ms: u64,
    ) -> Result<(), StoreError> {
        self.commit(vec![
            SqlStatement::new(
                "DELETE FROM people WHERE name_key IS NULL AND seen_ms < $1 \
                 AND NOT EXISTS (SELECT 1 FROM games WHERE games.one = people.id) \
                 AND NOT EXISTS (SELECT 1 FROM games WHERE games.two = people.id)",
                [seen_before_ms.into()],
            ),
            SqlStatement::new(
                "DELETE FROM sessions WHERE NOT EXISTS \
                 (SELECT 1 FROM people WHERE people.id = sessions.person)",
                [],
            ),
            SqlStatement::new(
                "DELETE FROM retired_names WHERE until_ms <= $1",
                [now_ms.into()],
            ),
            SqlStatement::new(
                "DELETE FROM reset_links WHERE until_ms <= $1",
                [now_ms.into()],
            ),
        ])
        .await
        .map(drop)
    }

    /// Returns when a person was made and last seen.
    pub(crate) async fn times_of(&self, id: &str) -> Result<Option<[u64; 2]>, StoreError> {
        let sql = "SELECT made_ms, seen_ms FROM people WHERE id = $1";
        let rows = self.rows(SqlStatement::new(sql, [id.into()])).await?;
        Ok(rows.first().map(|row| [row.number(0), row.number(1)]))
    }

    /// Returns the kind, start and end of each session of a person.
    pub(crate) async fn sessions_of(
        &self,
        id: &str,
    ) -> Result<Vec<(String, [u64; 2])>, StoreError> {
        let rows = self.rows(SqlStatement::new(
            "SELECT kind, made_ms, until_ms FROM sessions WHERE person = $1 ORDER BY made_ms",
            [id.into()],
        ));
        let session = |row: &SqlRow| (row.text(0), [row.number(1), row.number(2)]);
        Ok(rows.await?.iter().map(session).collect())
    }

    /// Blocks another person, or unblocks them.
    pub(crate) async fn block(
        &self,
        id: &str,
        other: &str,
        is_blocked: bool,
    ) -> Result<(), StoreError> {
        let sql = if is_blocked {
            "INSERT INTO blocks (person, other) VALUES ($1, $2) ON CONFLICT DO NOTHING"
        } else {
            "DELETE FROM blocks WHERE person = $1 AND other = $2"
        };
        self.commit(vec![SqlStatement::new(sql, [id.into(), other.into()])])
            .await
            .map(drop)
    }

    /// Returns the people that a person has blocked.
    pub(crate) async fn blocked(&self, id: &str) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT other FROM blocks WHERE person = $1";
        let rows = self.rows(SqlStatement::new(sql, [id.into()])).await?;
        Ok(rows.iter().map(|row| row.text(0)).collect())
    }

    /// Returns the people that a person has blocked or is blocked by.
    pub(crate) async fn blocked_either_way(&self, id: &str) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT other FROM blocks WHERE person = $1 \
                   UNION SELECT person FROM blocks WHERE other = $1";
        let rows = self.rows(SqlStatement::new(sql, [id.into()])).await?;
        Ok(rows.iter().map(|row| row.text(0)).collect())
    }

    /// Returns true if one of the two has blocked the other.
    pub(crate) async fn is_blocked_between(
        &self,
        one: &str,
        two: &str,
    ) -> Result<bool, StoreError> {
        let rows = self.rows(SqlStatement::new(
            "SELECT COUNT(*) FROM blocks \
             WHERE (person = $1 AND other = $2) OR (person = $2 AND other = $1)",
            [one.into(), two.into()],
        ));
        Ok(rows.await?.first().is_some_and(|row| row.number(0) > 0))
    }
}

pub(super) fn end_sessions(person: &str) -> SqlStatement {
    let id: SqlValue = person.into();
    SqlStatement::new("DELETE FROM sessions WHERE person = $1", [id])
}

pub(super) fn person(row: &SqlRow) -> Person {
    Person {
        id: row.text(0),
        name: row.text(1),
        has_account: row.maybe_text(2).is_some(),
    }
}
