//! The books of the standard board that ship with the crate, each for a different use.
//!
//! All three were built from one solved layer, the one with 12 discs, by `foursight book build`;
//! see `docs/solver.md`. The linker drops unused ones.

/// Every position with up to 8 discs: small enough to embed anywhere.
pub const THROUGH_8_PLIES: &[u8] = include_bytes!("../../books/7x6-8.book");
/// Every position with up to 10 discs: for the web page, which loads it after the game has begun.
pub const THROUGH_10_PLIES: &[u8] = include_bytes!("../../books/7x6-10.book");
/// Every position with up to 12 discs: for native programs.
pub const THROUGH_12_PLIES: &[u8] = include_bytes!("../../books/7x6-12.book");
