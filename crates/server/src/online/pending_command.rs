//! From a command to a committed event, step by step and without I/O.
//!
//! The game actor and the exhaustive interleaving test both use these steps, so that the test
//! checks the code that runs. The invariant: a table changes, and clients are notified, only by
//! entries of the log.

use foursight_table::{Actor, ApplyError, Command, CommandError, Decision, Entry, Table};

/// A command with its sender and time of arrival.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PendingCommand {
    pub(crate) command: Command,
    pub(crate) by: Actor,
    pub(crate) at_ms: u64,
    /// Time on the network that is not charged to the running clock.
    pub(crate) lag_ms: u64,
}

/// The next action for a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NextAction {
    /// Append this entry to the log. If its number is taken, read the log and decide again.
    Commit(Entry),
    /// The command has already led to the event of this number.
    AlreadyDone(u64),
    /// The command is refused.
    Refuse(CommandError),
}

impl PendingCommand {
    /// Decides on the next action by this replica of the table.
    pub(crate) fn next_action(&self, table: &Table) -> NextAction {
        match table.decide_after_lag(&self.command, self.by, self.at_ms, self.lag_ms) {
            Ok(Decision::New(entry)) => NextAction::Commit(entry),
            Ok(Decision::Duplicate(seq)) => NextAction::AlreadyDone(seq),
            Err(refused) => NextAction::Refuse(refused),
        }
    }
}

/// Applies entries of the log, and returns those that were new.
pub(crate) fn apply_new(table: &mut Table, entries: Vec<Entry>) -> Result<Vec<Entry>, ApplyError> {
    let mut new = Vec::new();
    for entry in entries {
        match table.apply(&entry) {
            Ok(_) => new.push(entry),
            Err(ApplyError::AlreadyApplied) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(new)
}
