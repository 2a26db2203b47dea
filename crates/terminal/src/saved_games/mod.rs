//! Games in files: those that a user saves, and recovery files of sessions without one.

pub mod files;
pub mod recovery;
pub(crate) mod save_thread;
pub(crate) mod signals;
pub(crate) mod table_record;
