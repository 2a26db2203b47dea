//! Tournaments from beginning to end.

mod by_hand;
mod common;
mod properties;
