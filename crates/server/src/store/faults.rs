//! Faults on purpose, for the trials: a store that stands still at a chosen moment until its process is
//! killed, and mutants that break the one rule, which the trials must catch.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::INSERT_EVENT;
use super::sql::{Engine, Job, Later, Outcome, Row, Statement};

/// What is printed when the store stands still.
pub const STANDING: &str = "standing still";

/// The mutant's way to add an event: who comes second writes over who was first.
const OVERWRITE: &str = "INSERT INTO game_events (game, seq, at_ms, data) \
    VALUES ($1, $2, $3, $4) ON CONFLICT (game, seq) DO UPDATE \
    SET at_ms = excluded.at_ms, data = excluded.data";

/// What goes wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    /// Stands still at this moment of the so-many-th event, and of all that follow.
    pub stand: Option<(Moment, u64)>,
    /// The rule that is broken.
    pub mutant: Option<Mutant>,
}

/// A moment in the life of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// It is decided, and not in the log.
    Accepted,
    /// It is in the log, and nobody has heard of it.
    Committed,
}

/// A rule that is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mutant {
    /// Says that an event is kept before it is.
    Early,
    /// Does not wait for the disk.
    Unsynced,
    /// Writes over what another node has committed.
    Overwriting,
}

/// A store with faults.
pub(super) struct Faulty {
    pub(super) engine: Arc<dyn Engine>,
    pub(super) faults: Faults,
    pub(super) events: AtomicU64,
}

impl Faults {
    async fn pass(self, moment: Moment, number: u64) {
        if let Some((at, first)) = self.stand
            && at == moment
            && number >= first
        {
            if number == first {
                println!("{STANDING}");
            }
            std::future::pending::<()>().await;
        }
    }
}

impl Engine for Faulty {
    fn write(&self, mut job: Job) -> Later<'_, Outcome> {
        let is_event = |statement: &Statement| statement.sql == INSERT_EVENT;
        if !job.first().is_some_and(is_event) {
            return self.engine.write(job);
        }
        if self.faults.mutant == Some(Mutant::Overwriting) {
            job[0].sql = OVERWRITE;
        }
        let number = self.events.fetch_add(1, Ordering::SeqCst) + 1;
        let (engine, faults) = (Arc::clone(&self.engine), self.faults);
        let work = async move {
            faults.pass(Moment::Accepted, number).await;
            let outcome = engine.write(job).await;
            faults.pass(Moment::Committed, number).await;
            outcome
        };
        if faults.mutant == Some(Mutant::Early) {
            tokio::spawn(work);
            return Box::pin(async { Ok(Outcome::Done) });
        }
        Box::pin(work)
    }

    fn read(&self, statement: Statement) -> Later<'_, Vec<Row>> {
        self.engine.read(statement)
    }
}
