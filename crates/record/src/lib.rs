//! Reads, writes and draws positions and games.
