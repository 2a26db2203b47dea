//! What the integration tests share. Each test file uses a part of it.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use foursight_core::{Column, Position, Ruleset, Variant};
use foursight_solver::{Options, Solver};

/// Memory that lets many positions share what they have in common.
const SHARED_MEMO_BYTES: usize = 1 << 29;

/// Whether the long versions of the tests are wanted: set `FOURSIGHT_FULL=1`.
pub(crate) fn full_run() -> bool {
    std::env::var_os("FOURSIGHT_FULL").is_some_and(|value| value == "1")
}

/// The position after a drop string on the standard grid.
pub(crate) fn position(drops: &str) -> Position {
    drops.bytes().fold(Position::default(), |position, digit| {
        let column = Column::from_number(usize::from(digit - b'0')).expect("a digit from 1");
        position.drop_in(column).expect("a legal drop")
    })
}

/// An empty grid of any size.
pub(crate) fn empty(width: u8, height: u8) -> Position {
    let ruleset = Ruleset::new(width, height, 4, Variant::Standard);
    Position::new(ruleset.expect("a grid of moderate size"))
}

/// One line of the corpus.
pub(crate) struct Labelled {
    pub(crate) drops: String,
    /// The conventional score of every column, none where it is full.
    pub(crate) scores: Vec<Option<i32>>,
    pub(crate) score: i32,
}

/// The labelled positions of a corpus file: one JSON object a line, with known keys.
pub(crate) fn corpus(text: &str) -> Vec<Labelled> {
    let field = |line: &str, name: &str, end: char| {
        let start = line.find(name).expect("a known key") + name.len();
        line[start..]
            .split(end)
            .next()
            .expect("a value")
            .to_string()
    };
    let labelled = |line: &str| Labelled {
        drops: field(line, "\"moves\":\"", '"'),
        score: field(line, "\"score\":", ',').parse().expect("a number"),
        scores: field(line, "\"scores\":[", ']')
            .split(',')
            .map(|s| s.parse().ok())
            .collect(),
    };
    text.lines().map(labelled).collect()
}

/// Repeatable random numbers.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(0x5851_F42D_4C95_7F2D)
            .wrapping_add(0x1405_7B7E_F767_814F);
        let mixed = (self.0 ^ (self.0 >> 32)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        (mixed >> 32) as usize % limit
    }

    /// The drops of a random unfinished game.
    pub(crate) fn drops(&mut self, plies: usize) -> String {
        'again: loop {
            let (mut drops, mut position) = (String::new(), Position::default());
            while drops.len() < plies {
                let moves = position.moves();
                if moves.is_empty() {
                    continue 'again;
                }
                let step = moves[self.below(moves.len())];
                position = position.after(step).expect("a legal move");
                let column = step.column().expect("a drop");
                drops.push_str(&column.number().to_string());
            }
            if !position.is_over() {
                return drops;
            }
        }
    }
}

/// The position after random drops on an empty grid, none of which misses a win or allows one:
/// far harder to judge than after drops from a hat.
pub(crate) fn quiet_position(dice: &mut Dice, start: &Position, plies: usize) -> Position {
    'again: loop {
        let mut position = *start;
        for _ in 0..plies {
            let mut children: Vec<_> = position.children().collect();
            if children.iter().any(Position::is_over) {
                continue 'again;
            }
            children.retain(|child| !child.children().any(|next| next.is_over()));
            if children.is_empty() {
                continue 'again;
            }
            position = children[dice.below(children.len())];
        }
        return position;
    }
}

/// What `ask` says of each position, asked on as many threads as there are processors, which share
/// one memory.
pub(crate) fn by_all_threads<T: Send>(
    positions: &[Position],
    ask: impl Fn(&mut Solver, &Position) -> T + Sync,
) -> Vec<(Position, T)> {
    let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let solver = Solver::new(Options {
        memo_bytes: SHARED_MEMO_BYTES,
        ..Options::default()
    });
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            let mut solver = solver.share();
            let (ask, next, found) = (&ask, &next, &found);
            scope.spawn(move || {
                while let Some(position) = positions.get(next.fetch_add(1, Relaxed)) {
                    let answer = ask(&mut solver, position);
                    let mut found = found.lock().expect("no thread panics with the lock");
                    found.push((*position, answer));
                }
            });
        }
    });
    found.into_inner().expect("every thread has ended")
}
