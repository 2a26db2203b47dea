//! Trains the nets of the neural opponents from positions that the solver has labelled.
//!
//! | step | module |
//! |---|---|
//! | play games in several styles, and let the solver label positions of them | [`styles`], [`generate`] |
//! | keep what was labelled, for training and for measuring | [`sets`] |
//! | learn, and go on after an interruption | [`train`], [`model`], [`grow`], [`loss`], [`adam`], [`kernels`], [`checkpoint`] |
//! | learn without labels, from games of the net against itself | [`self_taught`] |
//! | measure | [`measure`], [`curves`] |
//! | all of it in one directory | [`workshop`] |
//!
//! Everything follows from seeds: the same command gives the same bytes, however many threads there
//! are and however often it was interrupted.

pub mod adam;
pub mod checkpoint;
pub mod curves;
pub mod generate;
pub mod grow;
pub mod kernels;
pub mod loss;
pub mod measure;
pub mod model;
pub mod self_taught;
pub mod sets;
pub mod styles;
pub mod train;
pub mod workshop;
