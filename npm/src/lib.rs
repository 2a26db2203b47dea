//! The WebAssembly module of the npm package.
//!
//! It does everything that plays by the rules or searches; the JavaScript in `npm/js` gives it the
//! shape that its users see. Numbers, texts and JSON cross the border between the two. Columns are
//! counted from 0, and from 1 in texts.

mod board;
mod bots;
mod errors;
mod explanation;
mod limits;
mod moves;
mod solver;
mod verdict;
