//! Trains the nets of the neural bots from positions labelled by the solver.
//!
//! | step | module |
//! |---|---|
//! | play games in several styles, and label their positions with the solver | [`styles`], [`generate`] |
//! | store labelled positions, for training and evaluation | [`datasets`] |
//! | train, and resume after an interruption | [`train`], [`model`], [`grow`], [`loss`], [`adam`], [`kernels`], [`checkpoint`] |
//! | train without labels, from self-play | [`self_play`] |
//! | evaluate | [`evaluation`], [`curves`] |
//! | all of it in one directory | [`run_dir`] |
//!
//! Everything is deterministic given the seeds: the same command gives the same bytes, whatever the
//! number of threads and interruptions.

pub mod adam;
pub mod checkpoint;
pub mod curves;
pub mod datasets;
pub mod evaluation;
pub mod generate;
pub mod grow;
pub mod kernels;
pub mod loss;
pub mod model;
pub mod run_dir;
pub mod self_play;
pub mod styles;
pub mod train;
