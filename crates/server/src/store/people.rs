//! People and their sessions. A guest is a person without a password.

use super::sql::{Row, Statement, Value};
use super::{Store, StoreError};

/// Somebody who plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Person {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) has_account: bool,
}

/// How a session is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SessionKind {
    /// By a cookie: a browser, which says from which page it comes.
    Cookie,
    /// By a token in a header: a program.
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
    /// A new person with a session.
    pub(crate) async fn add_person(&self, person: &Person, now_ms: u64) -> Result<(), StoreError> {
        let job = vec![Statement::new(
            "INSERT INTO people (id, name, made_ms, seen_ms) VALUES ($1, $2, $3, $4)",
            [
                person.id.as_str().into(),
                person.name.as_str().into(),
                now_ms.into(),
                now_ms.into(),
            ],
        )];
        self.is_done(job).await.map(drop)
    }

    /// A session of a person, known by the hash of its token.
    pub(crate) async fn add_session(
        &self,
        hash: &str,
        person: &str,
        kind: SessionKind,
        [now_ms, until_ms]: [u64; 2],
    ) -> Result<(), StoreError> {
        let job = vec![Statement::new(
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
        self.is_done(job).await.map(drop)
    }

    /// Whose session this is, if it has not run out and is proved in this way.
    pub(crate) async fn session(
        &self,
        hash: &str,
        kind: SessionKind,
        now_ms: u64,
    ) -> Result<Option<Person>, StoreError> {
        let rows = self.rows(Statement::new(
            "SELECT people.id, people.name, people.name_key FROM sessions \
             JOIN people ON people.id = sessions.person \
             WHERE sessions.hash = $1 AND sessions.kind = $2 AND sessions.until_ms > $3",
            [hash.into(), kind.name().into(), now_ms.into()],
        ));
        Ok(rows.await?.first().map(person))
    }

    /// Ends one session.
    pub(crate) async fn end_session(&self, hash: &str) -> Result<(), StoreError> {
        let sql = "DELETE FROM sessions WHERE hash = $1";
        self.is_done(vec![Statement::new(sql, [hash.into()])])
            .await
            .map(drop)
    }

    /// Ends all sessions of a person.
    pub(crate) async fn end_sessions(&self, person: &str) -> Result<(), StoreError> {
        self.is_done(vec![end_sessions(person)]).await.map(drop)
    }

    /// Forgets sessions that have run out.
    pub(crate) async fn forget_sessions(&self, now_ms: u64) -> Result<(), StoreError> {
        let sql = "DELETE FROM sessions WHERE until_ms <= $1";
        self.is_done(vec![Statement::new(sql, [now_ms.into()])])
            .await
            .map(drop)
    }

    /// A person by id.
    pub(crate) async fn person(&self, id: &str) -> Result<Option<Person>, StoreError> {
        let rows = self.rows(Statement::new(PERSON, [id.into()])).await?;
        Ok(rows.first().map(person))
    }

    /// Notes that a person is here, or was until now.
    pub(crate) async fn saw(&self, person: &str, now_ms: u64) -> Result<(), StoreError> {
        let sql = "UPDATE people SET seen_ms = $1 WHERE id = $2";
        self.is_done(vec![Statement::new(sql, [now_ms.into(), person.into()])])
            .await
            .map(drop)
    }

    /// When a person was last here.
    pub(crate) async fn seen_ms(&self, person: &str) -> Result<Option<u64>, StoreError> {
        let sql = "SELECT seen_ms FROM people WHERE id = $1";
        let rows = self.rows(Statement::new(sql, [person.into()])).await?;
        Ok(rows.first().map(|row| row.number(0)))
    }

    /// Makes an account of a guest. False if another has the name, or one much like it.
    pub(crate) async fn register(
        &self,
        id: &str,
        [name, key, password]: [&str; 3],
    ) -> Result<bool, StoreError> {
        // Whoever has the name by then keeps it.
        self.is_done(vec![
            Statement::new(
                "UPDATE people SET name = $1, name_key = $2, password = $3 \
                 WHERE id = $4 AND name_key IS NULL \
                 AND NOT EXISTS (SELECT 1 FROM people WHERE name_key = $2)",
                [name.into(), key.into(), password.into(), id.into()],
            )
            .or_nothing(),
        ])
        .await
    }

    /// Gives an account another name. False if another has it.
    pub(crate) async fn rename(
        &self,
        id: &str,
        [name, key]: [&str; 2],
    ) -> Result<bool, StoreError> {
        self.is_done(vec![
            Statement::new(
                "UPDATE people SET name = $1, name_key = $2 WHERE id = $3 AND name_key IS NOT NULL \
                 AND NOT EXISTS (SELECT 1 FROM people WHERE name_key = $2 AND id <> $3)",
                [name.into(), key.into(), id.into()],
            )
            .or_nothing(),
        ])
        .await
    }

    /// The account of this name, with what is kept of its password.
    pub(crate) async fn account(&self, key: &str) -> Result<Option<(Person, String)>, StoreError> {
        let sql = "SELECT id, name, name_key, password FROM people WHERE name_key = $1";
        let rows = self.rows(Statement::new(sql, [key.into()])).await?;
        Ok(rows.first().map(|row| (person(row), row.text(3))))
    }

    /// Keeps another password, and ends every session: whoever knew the old one is out.
    pub(crate) async fn set_password(&self, id: &str, password: &str) -> Result<(), StoreError> {
        let sql = "UPDATE people SET password = $1 WHERE id = $2";
        let set = Statement::new(sql, [password.into(), id.into()]);
        self.is_done(vec![set, end_sessions(id)]).await.map(drop)
    }

    /// Forgets a person: name, password, sessions, seeks and blocks. Games stay, since they are
    /// also those of others, and tell of "somebody".
    pub(crate) async fn forget_person(&self, id: &str, name: &str) -> Result<(), StoreError> {
        let one = |sql| Statement::new(sql, [id.into()]);
        self.is_done(vec![
            Statement::new(
                "UPDATE people SET name = $1, name_key = NULL, password = NULL WHERE id = $2",
                [name.into(), id.into()],
            ),
            end_sessions(id),
            one("DELETE FROM seeks WHERE person = $1"),
            one("DELETE FROM blocks WHERE person = $1"),
        ])
        .await
        .map(drop)
    }

    /// Blocks another person, or no longer.
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
        self.is_done(vec![Statement::new(sql, [id.into(), other.into()])])
            .await
            .map(drop)
    }

    /// Whom a person has blocked.
    pub(crate) async fn blocked(&self, id: &str) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT other FROM blocks WHERE person = $1";
        let rows = self.rows(Statement::new(sql, [id.into()])).await?;
        Ok(rows.iter().map(|row| row.text(0)).collect())
    }

    /// Whom a person has blocked, and who has blocked them.
    pub(crate) async fn apart_from(&self, id: &str) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT other FROM blocks WHERE person = $1 \
                   UNION SELECT person FROM blocks WHERE other = $1";
        let rows = self.rows(Statement::new(sql, [id.into()])).await?;
        Ok(rows.iter().map(|row| row.text(0)).collect())
    }

    /// True if one of the two has blocked the other.
    pub(crate) async fn are_apart(&self, one: &str, two: &str) -> Result<bool, StoreError> {
        let rows = self.rows(Statement::new(
            "SELECT COUNT(*) FROM blocks \
             WHERE (person = $1 AND other = $2) OR (person = $2 AND other = $1)",
            [one.into(), two.into()],
        ));
        Ok(rows.await?.first().is_some_and(|row| row.number(0) > 0))
    }
}

fn end_sessions(person: &str) -> Statement {
    let id: Value = person.into();
    Statement::new("DELETE FROM sessions WHERE person = $1", [id])
}

fn person(row: &Row) -> Person {
    Person {
        id: row.text(0),
        name: row.text(1),
        has_account: row.maybe_text(2).is_some(),
    }
}
