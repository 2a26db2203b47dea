//! Helpers shared by the integration tests.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use foursight_core::{Column, Position, Ruleset, Variant};
use foursight_solver::{Solver, SolverOptions};

/// Table size that lets many positions share their common successors.
const SHARED_TT_BYTES: usize = 1 << 29;

/// Returns whether the long versions of the tests are requested: set `FOURSIGHT_FULL=1`.
pub(crate) fn full_run() -> bool {
    std::env::var_os("FOURSIGHT_FULL").is_some_and(|value| value == "1")
}

/// Returns the position after a drop string on the standard board.
pub(crate) fn position(drops: &str) -> Position {
    drops.bytes().fold(Position::default(), |position, digit| {
        let column = Column::from_number(usize::from(digit - b'0')).expect("a digit from 1");
        position.drop_in(column).expect("a legal drop")
    })
}

/// Returns an empty board of any size.
pub(crate) fn empty(width: u8, height: u8) -> Position {
    let ruleset = Ruleset::new(width, height, 4, Variant::Standard);
    Position::new(ruleset.expect("a board of moderate size"))
}

/// One line of the corpus.
pub(crate) struct CorpusEntry {
    pub(crate) drops: String,
    /// The conventional score of every column; `None` for a full one.
    pub(crate) scores: Vec<Option<i32>>,
    pub(crate) score: i32,
}

/// Parses a corpus file: one JSON object per line, with known keys.
pub(crate) fn corpus(text: &str) -> Vec<CorpusEntry> {
    let field = |line: &str, name: &str, end: char| {
        let start = line.find(name).expect("a known key") + name.len();
        line[start..]
            .split(end)
            .next()
            .expect("a value")
            .to_string()
    };
    let entry = |line: &str| CorpusEntry {
        drops: field(line, "\"moves\":\"", '"'),
        score: field(line, "\"score\":", ',').parse().expect("a number"),
        scores: field(line, "\"scores\":[", ']')
            .split(',')
            .map(|s| s.parse().ok())
            .collect(),
    };
    text.lines().map(entry).collect()
}

/// Seeded random numbers. Not `SplitMix64`: how long the tests search depends on the positions that
/// this sequence leads to.
pub(crate) struct Lcg(pub(crate) u64);

impl Lcg {
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(0x5851_F42D_4C95_7F2D)
            .wrapping_add(0x1405_7B7E_F767_814F);
        let mixed = (self.0 ^ (self.0 >> 32)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        (mixed >> 32) as usize % limit
    }

    /// Returns the drops of a random unfinished game.
    pub(crate) fn drops(&mut self, plies: usize) -> String {
        'again: loop {
            let (mut drops, mut position) = (String::new(), Position::default());
            while drops.len() < plies {
                let moves = position.moves();
                if moves.is_empty() {
                    continue 'again;
                }
                let mv = moves[self.below(moves.len())];
                position = position.after(mv).expect("a legal move");
                let column = mv.column().expect("a drop");
                drops.push_str(&column.number().to_string());
            }
            if !position.is_over() {
                return drops;
            }
        }
    }
}

/// Returns a random position in which no drop missed a win or allowed one: far harder to solve than
/// one from purely random play.
pub(crate) fn quiet_position(rng: &mut Lcg, start: &Position, plies: usize) -> Position {
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
            position = children[rng.below(children.len())];
        }
        return position;
    }
}

/// Calls `query` for each position, on as many threads as there are processors, with a shared
/// transposition table.
pub(crate) fn solve_in_parallel<T: Send>(
    positions: &[Position],
    query: impl Fn(&mut Solver, &Position) -> T + Sync,
) -> Vec<(Position, T)> {
    let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let solver = Solver::new(SolverOptions {
        tt_bytes: SHARED_TT_BYTES,
        ..SolverOptions::default()
    });
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            let mut solver = solver.share();
            let (query, next, found) = (&query, &next, &found);
            scope.spawn(move || {
                while let Some(position) = positions.get(next.fetch_add(1, Relaxed)) {
                    let answer = query(&mut solver, position);
                    let mut found = found.lock().expect("no thread panics with the lock");
                    found.push((*position, answer));
                }
            });
        }
    });
    found.into_inner().expect("every thread has ended")
}
