//! Games in files: those that a person saves, and the one in play of a sitting without a file.

pub mod files;
pub mod interrupt;
pub mod rescue;
