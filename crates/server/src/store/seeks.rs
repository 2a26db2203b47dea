//! Seeks: who waits for a game, and on which terms. One with a secret is an invitation: only who has the
//! secret finds it.

use super::sql::{Row, Statement};
use super::{Store, StoreError};

/// Somebody who waits for a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seek {
    pub(crate) id: String,
    /// The hash of the secret of an invitation; none for a seek that all may see.
    pub(crate) secret: Option<String>,
    pub(crate) person: String,
    /// The name of that person.
    pub(crate) name: String,
    /// The terms in JSON.
    pub(crate) terms: String,
    pub(crate) made_ms: u64,
    /// The game that it led to.
    pub(crate) game: Option<String>,
}

/// All that is told of a seek, of those that the rest of the statement names.
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
    /// Keeps a seek. A person has one open seek at a time: an older one is replaced.
    pub(crate) async fn add_seek(&self, seek: &Seek) -> Result<(), StoreError> {
        let mut job = Vec::new();
        if seek.secret.is_none() {
            job.push(drop_seeks(&seek.person));
        }
        job.push(Statement::new(
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
        self.is_done(job).await.map(drop)
    }

    /// The open seeks of people who are here, the oldest first.
    pub(crate) async fn seeks(&self, seen_ms: u64, most: u64) -> Result<Vec<Seek>, StoreError> {
        let rows = self.rows(Statement::new(
            select!(
                "WHERE seeks.secret IS NULL AND seeks.game IS NULL AND seeks.seen_ms >= $1 \
                 ORDER BY seeks.made_ms LIMIT $2"
            ),
            [seen_ms.into(), most.into()],
        ));
        Ok(rows.await?.iter().map(seek).collect())
    }

    /// A seek by id.
    pub(crate) async fn seek(&self, id: &str) -> Result<Option<Seek>, StoreError> {
        let sql = select!("WHERE seeks.id = $1");
        let rows = self.rows(Statement::new(sql, [id.into()])).await?;
        Ok(rows.first().map(seek))
    }

    /// An invitation by the hash of its secret, if it is not too old.
    pub(crate) async fn invitation(
        &self,
        secret: &str,
        since_ms: u64,
    ) -> Result<Option<Seek>, StoreError> {
        let sql = select!("WHERE seeks.secret = $1 AND seeks.made_ms >= $2");
        let rows = self.rows(Statement::new(sql, [secret.into(), since_ms.into()]));
        Ok(rows.await?.first().map(seek))
    }

    /// Notes that whoever seeks is still here.
    pub(crate) async fn touch_seeks(&self, person: &str, now_ms: u64) -> Result<(), StoreError> {
        let sql = "UPDATE seeks SET seen_ms = $1 WHERE person = $2 AND game IS NULL";
        self.is_done(vec![Statement::new(sql, [now_ms.into(), person.into()])])
            .await
            .map(drop)
    }

    /// Takes back the open seek of a person. False if there was none.
    pub(crate) async fn drop_seeks(&self, person: &str) -> Result<bool, StoreError> {
        self.is_done(vec![drop_seeks(person).or_nothing()]).await
    }

    /// Takes back an invitation of a person, unless somebody has come.
    pub(crate) async fn drop_invitation(
        &self,
        person: &str,
        secret: &str,
    ) -> Result<bool, StoreError> {
        let sql = "DELETE FROM seeks WHERE person = $1 AND secret = $2 AND game IS NULL";
        let statement = Statement::new(sql, [person.into(), secret.into()]);
        self.is_done(vec![statement.or_nothing()]).await
    }

    /// How many invitations of a person are open.
    pub(crate) async fn invitations_of(
        &self,
        person: &str,
        since_ms: u64,
    ) -> Result<u64, StoreError> {
        let rows = self.rows(Statement::new(
            "SELECT COUNT(*) FROM seeks WHERE person = $1 AND made_ms >= $2 \
             AND secret IS NOT NULL AND game IS NULL",
            [person.into(), since_ms.into()],
        ));
        Ok(rows.await?.first().map_or(0, |row| row.number(0)))
    }

    /// Forgets seeks that are older than this.
    pub(crate) async fn forget_seeks(&self, before_ms: u64) -> Result<(), StoreError> {
        let sql = "DELETE FROM seeks WHERE made_ms < $1";
        self.is_done(vec![Statement::new(sql, [before_ms.into()])])
            .await
            .map(drop)
    }
}

pub(super) fn drop_seeks(person: &str) -> Statement {
    let sql = "DELETE FROM seeks WHERE person = $1 AND secret IS NULL AND game IS NULL";
    Statement::new(sql, [person.into()])
}

fn seek(row: &Row) -> Seek {
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
