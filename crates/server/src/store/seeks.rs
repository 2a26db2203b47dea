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
    pub(crate) made_ms: u64,
    /// The game that it led to.
    pub(crate) game: Option<String>,
}

/// Selects all fields of a seek.
macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT seeks.id, seeks.secret, seeks.person, people.name, seeks.terms, ",
            "seeks.made_ms, seeks.game FROM seeks JOIN people ON people.id = seeks.person ",
            $rest
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
            "INSERT INTO seeks (id, secret, person, terms, made_ms, seen_ms) \
             VALUES ($1, $2, $3, $4, $5, $6)",
            [
                seek.id.as_str().into(),
                seek.secret.as_deref().into(),
                seek.person.as_str().into(),
                seek.terms.as_str().into(),
                seek.made_ms.into(),
                seek.made_ms.into(),
            ],
        ));
        self.commit(transaction).await.map(drop)
    }

    /// Returns the public seeks of connected people, oldest first.
    pub(crate) async fn seeks(&self, seen_ms: u64, max: u64) -> Result<Vec<Seek>, StoreError> {
        let rows = self.rows(SqlStatement::new(
            select!(
                "WHERE seeks.secret IS NULL AND seeks.game IS NULL AND seeks.seen_ms >= $1 \
                 ORDER BY seeks.made_ms LIMIT $2"
            ),
            [seen_ms.into(), max.into()],
        ));
        Ok(rows.await?.iter().map(seek).collect())
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

    /// Deletes seeks that are older than this.
    pub(crate) async fn purge_seeks(&self, before_ms: u64) -> Result<(), StoreError> {
        let sql = "DELETE FROM seeks WHERE made_ms < $1";
        self.commit(vec![SqlStatement::new(sql, [before_ms.into()])])
            .await
            .map(drop)
    }
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
        made_ms: row.number(5),
        game: row.maybe_text(6),
    }
}
