//! Schema migrations. A released migration never changes: append another one instead.

use super::StoreError;

/// All migrations in order; the schema version is the number of those applied.
pub(super) const MIGRATIONS: [&str; 4] = [
    include_str!("0001.sql"),
    include_str!("0002.sql"),
    include_str!("0003.sql"),
    include_str!("0004.sql"),
];

/// Refuses the schema of a newer build: this one would write into it what that one cannot read.
pub(super) fn check_version(version: i64) -> Result<(), StoreError> {
    if version <= MIGRATIONS.len() as i64 {
        return Ok(());
    }
    Err(StoreError(format!(
        "the store has schema version {version}, and this program knows versions up to {}: \
         upgrade this program, or restore the backup from before the upgrade",
        MIGRATIONS.len()
    )))
}
