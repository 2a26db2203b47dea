//! Random games and positions for the benchmarks, the same for every library.

use std::num::ParseIntError;

use foursight_core::{Column, DropPosition, Position};
use rustix::time::{ClockId, clock_gettime};

/// Number of random games.
pub const GAMES: usize = 1000;

/// Plays random legal drops from a fixed seed until each game ends. Columns count from 0.
#[must_use]
pub fn games() -> Vec<Vec<u8>> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    (0..GAMES).map(|_| game(&mut state)).collect()
}

fn game(state: &mut u64) -> Vec<u8> {
    let mut position = DropPosition::default();
    let mut columns = Vec::new();
    while !position.is_over() {
        let column = xorshift(state) % 7;
        let Some(next) = Column::from_index(column).and_then(|c| position.drop_in(c).ok()) else {
            continue;
        };
        position = next;
        columns.push(column as u8);
    }
    columns
}

/// Returns the next number of the xorshift generator; the state must not be zero. Not `SplitMix64`:
/// published comparisons are for the positions of this sequence.
pub fn xorshift(state: &mut u64) -> usize {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    (*state >> 32) as usize
}

/// Command-line options of the examples: `[list] [POSITIONS] [SET...]`.
pub struct BenchOptions {
    /// Prints the drops only.
    pub list: bool,
    /// Positions in each set.
    pub positions: usize,
    /// Discs of the positions in each set.
    pub sets: Vec<usize>,
}

impl BenchOptions {
    /// Parses the command line, with these defaults.
    ///
    /// # Errors
    ///
    /// An argument is not a number.
    pub fn from_command_line(positions: usize, sets: &[usize]) -> Result<Self, ParseIntError> {
        let mut arguments = std::env::args().skip(1).peekable();
        let list = arguments.next_if(|argument| argument == "list").is_some();
        let mut numbers = arguments.map(|argument| argument.parse());
        let positions = numbers.next().unwrap_or(Ok(positions))?;
        let mut discs = numbers.collect::<Result<Vec<_>, _>>()?;
        if discs.is_empty() {
            discs.extend(sets);
        }
        Ok(Self {
            list,
            positions,
            sets: discs,
        })
    }
}

/// Returns the CPU time of this process.
#[must_use]
pub fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// Returns the position after these drops, each a digit from 1. Panics if one is illegal.
#[must_use]
pub fn position(drops: &str) -> Position {
    drops.bytes().fold(Position::default(), |position, digit| {
        let column = Column::from_number(usize::from(digit - b'0')).expect("a digit from 1");
        position.drop_in(column).expect("a legal drop")
    })
}

/// Returns the drops of a random game in which no player ever has an immediate win.
#[must_use]
pub fn quiet_game(seed: &mut u64, discs: usize) -> String {
    'again: loop {
        let (mut drops, mut position) = (String::new(), Position::default());
        while drops.len() < discs {
            let mut moves = position.moves();
            let wins = |position: &Position| {
                let next = |mv| position.after(mv).expect("a legal move");
                position.moves().into_iter().any(|mv| next(mv).is_over())
            };
            moves.retain(|mv| !wins(&position.after(*mv).expect("a legal move")));
            if moves.is_empty() {
                continue 'again;
            }
            let mv = moves[xorshift(seed) % moves.len()];
            position = position.after(mv).expect("a legal move");
            drops.push_str(&mv.column().expect("a drop").number().to_string());
        }
        return drops;
    }
}
