//! Games to measure with: the same for every library, fair to each.

use std::num::ParseIntError;

use foursight_core::{Column, Drops, Position};
use rustix::time::{ClockId, clock_gettime};

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

/// The next number of the xorshift generator; the state must not be zero.
pub fn roll(dice: &mut u64) -> usize {
    *dice ^= *dice << 13;
    *dice ^= *dice >> 7;
    *dice ^= *dice << 17;
    (*dice >> 32) as usize
}

/// What an example is asked for on its command line: `[list] [POSITIONS] [SET...]`.
pub struct Asked {
    /// Only to print the drops.
    pub list: bool,
    /// Positions in each set.
    pub positions: usize,
    /// Discs of the positions in each set.
    pub sets: Vec<usize>,
}

impl Asked {
    /// Reads the command line; what it leaves out is as given.
    ///
    /// # Errors
    ///
    /// A word that is not a number.
    pub fn of_command_line(positions: usize, sets: &[usize]) -> Result<Self, ParseIntError> {
        let mut arguments = std::env::args().skip(1).peekable();
        let list = arguments.next_if(|argument| argument == "list").is_some();
        let mut numbers = arguments.map(|argument| argument.parse());
        let positions = numbers.next().unwrap_or(Ok(positions))?;
        let mut asked = numbers.collect::<Result<Vec<_>, _>>()?;
        if asked.is_empty() {
            asked.extend(sets);
        }
        Ok(Self {
            list,
            positions,
            sets: asked,
        })
    }
}

/// CPU time of this process so far.
#[must_use]
pub fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// The position after those drops, each a digit from 1; panics if one is not legal.
#[must_use]
pub fn position(drops: &str) -> Position {
    drops.bytes().fold(Position::default(), |position, digit| {
        let column = Column::from_number(usize::from(digit - b'0')).expect("a digit from 1");
        position.drop_in(column).expect("a legal drop")
    })
}

/// The drops of a random game in which nobody could or can win at once.
#[must_use]
pub fn quiet_game(seed: &mut u64, discs: usize) -> String {
    'again: loop {
        let (mut drops, mut position) = (String::new(), Position::default());
        while drops.len() < discs {
            let mut moves = position.moves();
            let wins = |position: &Position| {
                let next = |step| position.after(step).expect("a legal move");
                position
                    .moves()
                    .into_iter()
                    .any(|step| next(step).is_over())
            };
            moves.retain(|step| !wins(&position.after(*step).expect("a legal move")));
            if moves.is_empty() {
                continue 'again;
            }
            let step = moves[roll(seed) % moves.len()];
            position = position.after(step).expect("a legal move");
            drops.push_str(&step.column().expect("a drop").number().to_string());
        }
        return drops;
    }
}
