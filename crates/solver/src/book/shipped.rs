//! The books of the standard grid that come with the crate, each for a different place.
//!
//! All three were built from one solved layer, the one with 12 discs, by `foursight book build`; see
//! `docs/solver.md`. A constant that is not used is not part of a program.

/// Every position with up to 8 discs: small enough to travel with anything.
pub const THROUGH_8_PLIES: &[u8] = include_bytes!("../../books/7x6-8.book");
/// Every position with up to 10 discs: for a web page, which loads it when the game has begun.
pub const THROUGH_10_PLIES: &[u8] = include_bytes!("../../books/7x6-10.book");
/// Every position with up to 12 discs: for programs.
pub const THROUGH_12_PLIES: &[u8] = include_bytes!("../../books/7x6-12.book");
