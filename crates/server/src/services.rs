//! Real servers for tests.

#[path = "../tests/services/certificates.rs"]
pub(crate) mod certificates;
#[path = "../tests/services/database.rs"]
pub(crate) mod database;
#[cfg(feature = "nats")]
#[path = "../tests/services/nats.rs"]
pub(crate) mod nats;
