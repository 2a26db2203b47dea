//! One module per command. Each takes its arguments and returns an exit code.

pub(crate) mod analyse;
pub(crate) mod arena;
pub(crate) mod backup;
pub(crate) mod bench;
pub(crate) mod book;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod config;
pub(crate) mod convert;
pub(crate) mod engine;
pub(crate) mod learner;
pub(crate) mod lesson;
pub(crate) mod man;
pub(crate) mod move_;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod proof;
pub(crate) mod rules;
pub(crate) mod scan;
pub(crate) mod scores;
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod tournament;
#[cfg(feature = "trainer")]
pub(crate) mod train;
