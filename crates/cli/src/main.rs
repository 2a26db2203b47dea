//! The `foursight` command.

fn main() {}
