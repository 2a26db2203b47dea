//! A store in memory that fails on demand, for tests that control the time.

use std::sync::Arc;

use super::sql::{Backend, BoxFuture, SqlRow, SqlStatement, Transaction, TxOutcome};
use super::sqlite::InMemory;
use super::{Store, StoreError};
use crate::online::TestFaults;

/// A backend with faults.
pub(crate) struct FailingStore {
    backend: InMemory,
    faults: Arc<TestFaults>,
}

impl FailingStore {
    /// Opens an empty store.
    pub(crate) fn open() -> (Store, Arc<TestFaults>) {
        let faults = Arc::new(TestFaults::default());
        let backend = Arc::new(Self {
            backend: InMemory::open(),
            faults: Arc::clone(&faults),
        });
        (Store::on(backend), faults)
    }
}

impl Backend for FailingStore {
    fn write(&self, transaction: Transaction) -> BoxFuture<'_, TxOutcome> {
        Box::pin(async move {
            let delay = self.faults.take_delay();
            if self.faults.is_failing() {
                return Err(StoreError("the disk is full".to_owned()));
            }
            let outcome = self.backend.write(transaction).await;
            tokio::time::sleep(delay).await;
            outcome
        })
    }

    fn read(&self, statement: SqlStatement) -> BoxFuture<'_, Vec<SqlRow>> {
        Box::pin(async move {
            if statement.sql.contains("FROM game_events") {
                self.faults.count_event_read();
            }
            if self.faults.is_failing() {
                return Err(StoreError("the disk is full".to_owned()));
            }
            self.backend.read(statement).await
        })
    }
}
