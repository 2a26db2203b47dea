//! Schema migrations. A released migration never changes: append another one instead.

/// All migrations in order; the schema version is the number of those applied.
pub(super) const MIGRATIONS: [&str; 2] = [include_str!("0001.sql"), include_str!("0002.sql")];
