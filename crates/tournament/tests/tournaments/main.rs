//! Tournaments from start to end.

mod common;
mod properties;
mod worked_examples;
