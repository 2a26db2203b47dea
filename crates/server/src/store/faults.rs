//! Fault injection for the trials: a backend that stalls at a chosen point until its process is
//! killed, and mutants that violate durability, which the trials must detect.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::games::INSERT_EVENT;
use super::sql::{Backend, BoxFuture, SqlRow, SqlStatement, Transaction, TxOutcome};

/// Printed when the store stalls.
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
}

/// A backend with fault injection.
pub(super) struct FaultyBackend {
    pub(super) backend: Arc<dyn Backend>,
    pub(super) faults: FaultConfig,
    pub(super) events: AtomicU64,
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
