//! Games to measure with: the same for every library, fair to each.

use foursight_core::{Column, Drops};

/// How many games are played in one round.
pub const GAMES: usize = 1000;

/// Games of random legal drops from a fixed seed, each to its end, as columns counted from 0.
#[must_use]
pub fn games() -> Vec<Vec<u8>> {
    let mut dice = 0x9e37_79b9_7f4a_7c15_u64;
    (0..GAMES).map(|_| game(&mut dice)).collect()
}

fn game(dice: &mut u64) -> Vec<u8> {
    let mut position = Drops::default();
    let mut columns = Vec::new();
    while !position.is_over() {
        let column = roll(dice) % 7;
        let Some(next) = Column::from_index(column).and_then(|c| position.drop_in(c).ok()) else {
            continue;
        };
        position = next;
        columns.push(column as u8);
    }
    columns
}

/// The next number of the xorshift generator.
fn roll(dice: &mut u64) -> usize {
    *dice ^= *dice << 13;
    *dice ^= *dice >> 7;
    *dice ^= *dice << 17;
    (*dice >> 32) as usize
}
