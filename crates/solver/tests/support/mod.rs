//! What the integration tests share. Each test file uses a part of it.
#![allow(dead_code, unreachable_pub)]

use foursight_core::{Column, Position, Ruleset, Variant};

/// Whether the long versions of the tests are wanted: set `FOURSIGHT_FULL=1`.
pub fn full_run() -> bool {
    std::env::var_os("FOURSIGHT_FULL").is_some_and(|value| value == "1")
}

/// The position after a drop string on the standard grid.
pub fn position(drops: &str) -> Position {
    drops.bytes().fold(Position::default(), |position, digit| {
        let column = Column::from_number(usize::from(digit - b'0')).expect("a digit from 1");
        position.drop_in(column).expect("a legal drop")
    })
}

/// An empty grid of any size.
pub fn empty(width: u8, height: u8) -> Position {
    let ruleset = Ruleset::new(width, height, 4, Variant::Standard);
    Position::new(ruleset.expect("a grid of moderate size"))
}

/// One line of the corpus.
pub struct Labelled {
    pub drops: String,
    /// The conventional score of every column, none where it is full.
    pub scores: Vec<Option<i32>>,
    pub score: i32,
}

/// The labelled positions of a corpus file: one JSON object a line, with known keys.
pub fn corpus(text: &str) -> Vec<Labelled> {
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
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(0x5851_F42D_4C95_7F2D)
            .wrapping_add(0x1405_7B7E_F767_814F);
        let mixed = (self.0 ^ (self.0 >> 32)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        (mixed >> 32) as usize % limit
    }

    /// The drops of a random unfinished game.
    pub fn drops(&mut self, plies: usize) -> String {
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
