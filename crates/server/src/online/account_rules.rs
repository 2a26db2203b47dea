//! Rules about accounts, which the server and the commands of operators share.

pub(crate) use super::names::{is_reserved, name_key};
use super::random;

/// Display name of deleted users.
pub(crate) const DELETED_USER_NAME: &str = "Somebody";
/// Time for which the name of a deleted account cannot be taken: 90 days.
pub(crate) const RETIRED_NAME_TTL_MS: u64 = 90 * 24 * 60 * 60 * 1000;

/// Returns what is stored of the name of a deleted account.
pub(crate) fn retired_name_hash(key: &str) -> String {
    random::hash(&format!("name {key}"))
}
