//! From a command to a committed event, step by step and without input or output.
//!
//! The task of a table and the test of all orders of steps both use these steps, so what is checked is
//! what runs. The one rule: a table changes, and anybody is told, only by entries of the log.

use foursight_table::{Broken, By, Command, Decision, Entry, Refused, Table};

/// A command with who gave it and when it arrived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Turn {
    pub(crate) command: Command,
    pub(crate) by: By,
    pub(crate) at_ms: u64,
}

/// What to do about a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Add this to the log. If its number is taken: read the log, and ask again.
    Commit(Entry),
    /// It led to the event of this number before.
    Known(u64),
    /// It leads to nothing.
    Refuse(Refused),
}

impl Turn {
    /// What to do, as far as this table knows.
    pub(crate) fn step(&self, table: &Table) -> Step {
        match table.decide(&self.command, self.by, self.at_ms) {
            Ok(Decision::New(entry)) => Step::Commit(entry),
            Ok(Decision::Known(seq)) => Step::Known(seq),
            Err(refused) => Step::Refuse(refused),
        }
    }
}

/// Folds entries of the log in; those that were new. Known ones are left out.
pub(crate) fn learn(table: &mut Table, entries: Vec<Entry>) -> Result<Vec<Entry>, Broken> {
    let mut news = Vec::new();
    for entry in entries {
        match table.apply(&entry) {
            Ok(_) => news.push(entry),
            Err(Broken::Old) => {}
            Err(broken) => return Err(broken),
        }
    }
    Ok(news)
}
