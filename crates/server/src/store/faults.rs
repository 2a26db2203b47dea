//! Fault injection for the trials: a backend that stalls at a chosen point until its process is
//! killed, one that holds a commit until another node has overtaken it, and mutants that violate an
//! invariant, which the trials must detect.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use super::games::INSERT_EVENT;
use super::sql::{Backend, BoxFuture, SqlRow, SqlStatement, StoreError, Transaction, TxOutcome};

/// Delay before a held commit looks again for the event that overtakes it.
const HOLD_DELAY: Duration = Duration::from_millis(2);

/// Printed when the store stalls, or when a held commit has been overtaken.
pub const STALLED_MARKER: &str = "standing still";

/// Mutant of the statement that inserts an event: overwrites the event of another node.
const OVERWRITE: &str = "INSERT INTO game_events (game, seq, at_ms, data) \
    VALUES ($1, $2, $3, $4) ON CONFLICT (game, seq) DO UPDATE \
    SET at_ms = excluded.at_ms, data = excluded.data";

/// Faults to inject.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FaultConfig {
    /// Stall at this point of the event with this number, and of all later events.
    pub stall_at: Option<(FaultPoint, u64)>,
    /// Hold the event with this number, and later ones, until another node has committed one of the
    /// same place in the log.
    pub hold_at: Option<u64>,
    /// Time after which a game without viewers is unloaded, if it differs.
    pub idle_timeout: Option<Duration>,
    /// The invariant to violate.
    pub mutant: Option<Mutant>,
}

/// A point in the commit of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultPoint {
    /// After the decision, before the commit.
    Accepted,
    /// After the commit, before the response.
    Committed,
}

/// A violated invariant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mutant {
    /// Confirms an event before it is committed.
    Early,
    /// Does not sync to the disk.
    Unsynced,
    /// Overwrites events of other nodes.
    Overwriting,
    /// Never unloads a game.
    NeverUnloading,
    /// Ignores the end of a log from an event on that it does not know.
    IgnoringUnknown,
    /// Does not subscribe to the messages of games.
    Deaf,
}

/// A backend with fault injection.
pub(super) struct FaultyBackend {
    pub(super) backend: Arc<dyn Backend>,
    pub(super) faults: FaultConfig,
    pub(super) events: AtomicU64,
    /// True once a held commit has been overtaken: no other is held.
    pub(super) is_overtaken: AtomicBool,
}

impl FaultConfig {
    async fn stall_if_reached(self, moment: FaultPoint, number: u64) {
        if let Some((at, first)) = self.stall_at
            && at == moment
            && number >= first
        {
            if number == first {
                println!("{STALLED_MARKER}");
            }
            std::future::pending::<()>().await;
        }
    }
}

impl FaultyBackend {
    fn is_overtaken(&self) -> bool {
        self.is_overtaken.load(Ordering::SeqCst)
    }

    /// Waits until another node has committed the event with the number of this one.
    async fn wait_until_overtaken(&self, insert: &SqlStatement) -> Result<(), StoreError> {
        let sql = "SELECT COUNT(*) FROM game_events WHERE game = $1 AND seq = $2";
        let place = [insert.values[0].clone(), insert.values[1].clone()];
        loop {
            let rows = self.backend.read(SqlStatement::new(sql, place.clone()));
            if rows.await?.first().is_some_and(|row| row.number(0) > 0) {
                break;
            }
            tokio::time::sleep(HOLD_DELAY).await;
        }
        if !self.is_overtaken.swap(true, Ordering::SeqCst) {
            println!("{STALLED_MARKER}");
        }
        Ok(())
    }
}

impl Backend for FaultyBackend {
    fn write(&self, mut transaction: Transaction) -> BoxFuture<'_, TxOutcome> {
        let is_event = |statement: &SqlStatement| statement.sql == INSERT_EVENT;
        if !transaction.first().is_some_and(is_event) {
            return self.backend.write(transaction);
        }
        if self.faults.mutant == Some(Mutant::Overwriting) {
            transaction[0].sql = OVERWRITE;
        }
        let number = self.events.fetch_add(1, Ordering::SeqCst) + 1;
        let (backend, faults) = (Arc::clone(&self.backend), self.faults);
        if faults.hold_at.is_some_and(|first| number >= first) && !self.is_overtaken() {
            return Box::pin(async move {
                self.wait_until_overtaken(&transaction[0]).await?;
                self.backend.write(transaction).await
            });
        }
        let commit = async move {
            faults.stall_if_reached(FaultPoint::Accepted, number).await;
            let outcome = backend.write(transaction).await;
            faults.stall_if_reached(FaultPoint::Committed, number).await;
            outcome
        };
        if faults.mutant == Some(Mutant::Early) {
            tokio::spawn(commit);
            return Box::pin(async { Ok(TxOutcome::Committed) });
        }
        Box::pin(commit)
    }

    fn read(&self, statement: SqlStatement) -> BoxFuture<'_, Vec<SqlRow>> {
        self.backend.read(statement)
    }
}
