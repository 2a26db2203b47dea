//! Games in files: those that a person saves, and the one in play of a sitting without a file.

pub mod files;
pub(crate) mod interrupt;
pub(crate) mod recorded;
pub mod rescue;
pub(crate) mod saver;
