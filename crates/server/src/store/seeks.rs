//! Open seeks: players looking for a game, with their terms. A seek with a secret is an invitation,
//! which can be found by its secret only.

use super::sql::{SqlRow, SqlStatement};
use super::{Store, StoreError};

/// A seek or an invitation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seek {
    pub(crate) id: String,
    /// Hash of the secret of an invitation; `None` for a public seek.
    pub(crate) secret: Option<String>,
    pub(crate) person: String,
    /// Name of that person.
    pub(crate) name: String,
    /// Terms in JSON.
    pub(crate) terms: String,
    /// The same for all terms that can be paired.
    pub(crate) terms_key: Option<String>,
    /// Hashes of the network that it came from, while it is open.
    pub(crate) source: Option<String>,
    pub(crate) made_ms: u64,
    /// The game that it led to.
    pub(crate) game: Option<String>,
}

/// Condition of public seeks of connected people, the parameter being the time since when.
macro_rules! open {
    ($seen:literal) => {
        concat!(
            "seeks.secret IS NULL AND seeks.game IS NULL AND seeks.seen_ms >= ",
            $seen
        )
    };
}

/// Selects all fields of a seek.
macro_rules! select {
    ($($rest:expr),+) => {
        concat!(
            "SELECT seeks.id, seeks.secret, seeks.person, people.name, seeks.terms, ",
            "seeks.terms_key, seeks.source, seeks.made_ms, seeks.game FROM seeks ",
            "JOIN people ON people.id = seeks.person ",
            $($rest),+
        )
    };
}

impl Store {
    /// Stores a seek. A person has at most one public seek: it replaces an older one.
    pub(crate) async fn add_seek(&self, seek: &Seek) -> Result<(), StoreError> {
        let mut transaction = Vec::new();
        if seek.secret.is_none() {
            transaction.push(delete_seek(&seek.person));
        }
        transaction.push(SqlStatement::new(
            "INSERT INTO seeks (id, secret, person, terms, terms_key, source, made_ms, seen_ms) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
            [
                seek.id.as_str().into(),
                seek.secret.as_deref().into(),
                seek.person.as_str().into(),
                seek.terms.as_str().into(),
                seek.terms_key.as_deref().into(),
                seek.source.as_deref().into(),
                seek.made_ms.into(),
                seek.made_ms.into(),
            ],
        ));
        self.commit(transaction).await.map(drop)
    }

    /// Returns the public seeks of connected people, latest first.
    pub(crate) async fn seeks(&self, seen_ms: u64, max: u64) -> Result<Vec<Seek>, StoreError> {
        let rows = self.rows(SqlStatement::new(
            select!(
                "WHERE ",
                open!("$1"),
                " ORDER BY seeks.made_ms DESC LIMIT $2"
            ),
            [seen_ms.into(), max.into()],
        ));
        Ok(rows.await?.iter().map(seek).collect())
    }

    /// Returns the public seeks with these terms that a person can accept, oldest first.
    pub(crate) async fn matching_seeks(
        &self,
        person: &str,
        terms_key: &str,
        seen_ms: u64,
        max: u64,
    ) -> Result<Vec<Seek>, StoreError> {
        let rows = self.rows(SqlStatement::new(
            select!(
                "WHERE seeks.person <> $1 AND seeks.terms_key = $2 AND ",
                open!("$3"),
                " AND NOT EXISTS (SELECT 1 FROM blocks \
                 WHERE (blocks.person = $1 AND blocks.other = seeks.person) \
                 OR (blocks.person = seeks.person AND blocks.other = $1)) \
                 ORDER BY seeks.made_ms, seeks.id LIMIT $4"
            ),
            [person.into(), terms_key.into(), seen_ms.into(), max.into()],
        ));
        Ok(rows.await?.iter().map(seek).collect())
    }

    /// Counts the public seeks of other people whose source begins with these hashes.
    pub(crate) async fn seeks_from(
        &self,
        source: &str,
        person: &str,
        seen_ms: u64,
    ) -> Result<u64, StoreError> {
        let rows = self.rows(SqlStatement::new(
            concat!(
                "SELECT COUNT(*) FROM seeks WHERE seeks.source LIKE CAST($1 AS TEXT) || '%' ",
                "AND seeks.person <> $2 AND ",
                open!("$3")
            ),
            [source.into(), person.into(), seen_ms.into()],
        ));
        Ok(rows.await?.first().map_or(0, |row| row.number(0)))
    }

    /// Returns the people whose seeks or invitations were accepted since then, with their games.
    pub(crate) async fn accepted_since(
        &self,
        since_ms: u64,
    ) -> Result<Vec<(String, String)>, StoreError> {
        let sql = "SELECT person, game FROM seeks WHERE accepted_ms >= $1";
        let rows = self.rows(SqlStatement::new(sql, [since_ms.into()])).await?;
        let pair = |row: &SqlRow| (row.text(0), row.text(1));
        Ok(rows.iter().map(pair).collect())
    }

    /// Returns the times at which the open invitations of a person were made.
    pub(crate) async fn open_invitations(&self, person: &str) -> Result<Vec<u64>, StoreError> {
        let rows = self.rows(SqlStatement::new(
            "SELECT made_ms FROM seeks WHERE person = $1 AND secret IS NOT NULL \
             AND game IS NULL ORDER BY made_ms",
            [person.into()],
        ));
        Ok(rows.await?.iter().map(|row| row.number(0)).collect())
    }

    /// Returns a seek by id.
    pub(crate) async fn seek(&self, id: &str) -> Result<Option<Seek>, StoreError> {
        let sql = select!("WHERE seeks.id = $1");
        let rows = self.rows(SqlStatement::new(sql, [id.into()])).await?;
        Ok(rows.first().map(seek))
    }

    /// Returns an invitation by the hash of its secret, if it was created since then.
    pub(crate) async fn invitation(
        &self,
        secret: &str,
        since_ms: u64,
    ) -> Result<Option<Seek>, StoreError> {
        let sql = select!("WHERE seeks.secret = $1 AND seeks.made_ms >= $2");
        let rows = self.rows(SqlStatement::new(sql, [secret.into(), since_ms.into()]));
        Ok(rows.await?.first().map(seek))
    }

    /// Records that the owner of the seeks is still connected.
    pub(crate) async fn refresh_seeks(&self, person: &str, now_ms: u64) -> Result<(), StoreError> {
        let sql = "UPDATE seeks SET seen_ms = $1 WHERE person = $2 AND game IS NULL";
        self.commit(vec![SqlStatement::new(sql, [now_ms.into(), person.into()])])
            .await
            .map(drop)
    }

    /// Deletes the public seek of a person. Returns false if there was none.
    pub(crate) async fn delete_seek(&self, person: &str) -> Result<bool, StoreError> {
        self.commit(vec![delete_seek(person).must_affect_rows()])
            .await
    }

    /// Deletes an invitation of a person, unless it has been accepted.
    pub(crate) async fn delete_invitation(
        &self,
        person: &str,
        secret: &str,
    ) -> Result<bool, StoreError> {
        let sql = "DELETE FROM seeks WHERE person = $1 AND secret = $2 AND game IS NULL";
        let statement = SqlStatement::new(sql, [person.into(), secret.into()]);
        self.commit(vec![statement.must_affect_rows()]).await
    }

    /// Counts the open invitations of a person.
    pub(crate) async fn invitations_of(
        &self,
        person: &str,
        since_ms: u64,
    ) -> Result<u64, StoreError> {
        let rows = self.rows(SqlStatement::new(
            "SELECT COUNT(*) FROM seeks WHERE person = $1 AND made_ms >= $2 \
             AND secret IS NOT NULL AND game IS NULL",
            [person.into(), since_ms.into()],
        ));
        Ok(rows.await?.first().map_or(0, |row| row.number(0)))
    }

    /// Deletes seeks that were made before a time, and public ones of people who have not been
    /// connected since another.
    pub(crate) async fn purge_seeks(
        &self,
        made_before_ms: u64,
        seen_before_ms: u64,
    ) -> Result<(), StoreError> {
        self.commit(vec![SqlStatement::new(
            "DELETE FROM seeks WHERE made_ms < $1 \
             OR (secret IS NULL AND game IS NULL AND seen_ms < $2)",
            [made_before_ms.into(), seen_before_ms.into()],
        )])
        .await
        .map(drop)
    }
}

/// Marks a seek as accepted, and forgets where it came from.
pub(super) fn accept_seek(id: &str, game: &str, at_ms: u64) -> SqlStatement {
    SqlStatement::new(
        "UPDATE seeks SET game = $1, accepted_ms = $2, source = NULL \
         WHERE id = $3 AND game IS NULL",
        [game.into(), at_ms.into(), id.into()],
    )
}

pub(super) fn delete_seek(person: &str) -> SqlStatement {
    let sql = "DELETE FROM seeks WHERE person = $1 AND secret IS NULL AND game IS NULL";
    SqlStatement::new(sql, [person.into()])
}

fn seek(row: &SqlRow) -> Seek {
    Seek {
        id: row.text(0),
        secret: row.maybe_text(1),
        person: row.text(2),
        name: row.text(3),
        terms: row.text(4),
        terms_key: row.maybe_text(5),
        source: row.maybe_text(6),
        made_ms: row.number(7),
        game: row.maybe_text(8),
    }
}
