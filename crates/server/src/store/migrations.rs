//! How the tables of the store came about, step by step. A step that was released is never changed: the
//! next change is another step.

/// In the order in which they are run; the first has number 1.
pub(super) const MIGRATIONS: [&str; 2] = [include_str!("0001.sql"), include_str!("0002.sql")];
