//! The yardstick: how often a net, or any bot, keeps what perfect play would get, on positions that nobody
//! learned from.

use foursight_bots::arena::{Interval, Labelled, wilson};
use foursight_bots::net::{COLUMNS, Discs, Net};
use foursight_bots::{Bot, Budget};
use foursight_core::{Column, Game, Move};

use crate::loss::is_decisive;
use crate::styles::{Example, FULL};

/// How many of how many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// How many were right.
    pub right: u32,
    /// Of how many.
    pub all: u32,
}

impl Count {
    /// Counts one more.
    pub const fn add(&mut self, is_right: bool) {
        self.right += is_right as u32;
        self.all += 1;
    }

    /// The share that was right; 0 of none.
    #[must_use]
    pub fn share(self) -> f64 {
        f64::from(self.right) / f64::from(self.all.max(1))
    }

    /// Where the true share lies, with 95 % confidence.
    #[must_use]
    pub fn interval(self) -> Interval {
        wilson(self.share(), self.all)
    }
}

/// What was right about a set of positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Decisive positions whose outcome the move kept.
    pub kept: Count,
    /// The same for those from ply 12 on.
    pub kept_late: Count,
    /// Positions whose outcome was named.
    pub named: Count,
}

/// The first ply whose positions are far from anything a book or a training set holds in full.
pub const LATE_PLIES: usize = 12;

impl Tally {
    fn add_move(&mut self, example: &Example, column: Option<usize>) {
        if !is_decisive(&example.scores) {
            return;
        }
        let best = example.score().signum();
        let score = column.and_then(|column| example.scores.get(column));
        let is_kept = score.is_some_and(|score| *score != FULL && score.signum() == best);
        self.kept.add(is_kept);
        if example.moves.len() >= LATE_PLIES {
            self.kept_late.add(is_kept);
        }
    }

    /// Asks a net at first sight.
    #[must_use]
    pub fn of(net: &Net, examples: &[Example]) -> Self {
        let mut tally = Self::default();
        for example in examples {
            let sight = net.look(example.discs);
            tally.add_move(example, sight.best());
            let [loss, draw, win] = sight.outlook;
            let named = match () {
                () if loss >= draw && loss >= win => -1,
                () if draw >= win => 0,
                () => 1,
            };
            tally.named.add(named == example.score().signum());
        }
        tally
    }

    /// Asks a net for the value of the position after each drop, and takes the best.
    #[must_use]
    pub fn of_children(net: &Net, examples: &[Example]) -> Self {
        let mut tally = Self::default();
        for example in examples {
            let value = |column: usize| Some((column, child_value(net, example.discs, column)?));
            let values = (0..COLUMNS).filter_map(value);
            let best = values.max_by(|one, two| one.1.total_cmp(&two.1));
            tally.add_move(example, best.map(|(column, _)| column));
        }
        tally
    }

    /// Asks a bot.
    #[must_use]
    pub fn of_bot(bot: &mut dyn Bot, examples: &[Example], seed: u64) -> Self {
        let mut tally = Self::default();
        for (example, part) in examples.iter().zip(0..) {
            if !is_decisive(&example.scores) {
                continue;
            }
            let game = game_of(example);
            let choice = bot.choose(&game, &Budget::default(), seed.wrapping_add(part));
            let column = choice.and_then(|choice| choice.step.column());
            tally.add_move(example, column.map(Column::index));
        }
        tally
    }
}

/// What a net thinks a drop is worth for who makes it; none where the column is full.
fn child_value(net: &Net, discs: Discs, column: usize) -> Option<f32> {
    let after = discs.after(column)?;
    let mover = if discs.is_second_to_move() {
        after.second
    } else {
        after.first
    };
    if has_line(mover) {
        return Some(1.0);
    }
    if after.landings() == 0 {
        return Some(0.5);
    }
    Some(1.0 - net.look(after).value())
}

/// True if four of these discs are in line.
fn has_line(discs: u64) -> bool {
    [1, 6, 7, 8].into_iter().any(|step| {
        let pairs = discs & (discs >> step);
        pairs & (pairs >> (2 * step)) != 0
    })
}

/// The game that led to an example.
#[must_use]
pub fn game_of(example: &Example) -> Game {
    let mut game = Game::default();
    for column in &example.moves {
        if let Some(column) = Column::from_index(usize::from(*column)) {
            // Examples are read and made by the same rules, so this is never refused.
            let _ = game.apply(Move::Drop(column));
        }
    }
    game
}

/// An example as the arena takes it.
#[must_use]
pub fn labelled(example: &Example) -> Labelled {
    let scores = example.scores.iter().enumerate();
    let values = scores.filter(|(_, score)| **score != FULL);
    Labelled {
        game: game_of(example),
        values: values
            .filter_map(|(column, score)| {
                Some((Move::Drop(Column::from_index(column)?), i32::from(*score)))
            })
            .collect(),
    }
}

/// Positions labelled by another solver than ours: some of any kind, and puzzles with only one column
/// that wins, or that does not lose.
#[must_use]
pub fn others() -> [(&'static str, Vec<Example>); 3] {
    const POSITIONS: &str = include_str!("../../bots/tests/data/positions.jsonl");
    const WINS: &str = include_str!("../../bots/tests/data/only_winning_move.jsonl");
    const HOLDS: &str = include_str!("../../bots/tests/data/only_nonlosing_move.jsonl");
    [
        ("positions of another solver", from_objects(POSITIONS)),
        ("its only wins", from_objects(WINS)),
        ("its only holds", from_objects(HOLDS)),
    ]
}

/// Reads one object a line, with moves and scores; lines that are none are skipped.
fn from_objects(text: &str) -> Vec<Example> {
    let example = |line: &str| {
        let object: serde_json::Value = serde_json::from_str(line).ok()?;
        let mut discs = Discs::default();
        let mut moves = Vec::new();
        for digit in object.get("moves")?.as_str()?.bytes() {
            let column = digit.checked_sub(b'1')?;
            discs = discs.after(column.into())?;
            moves.push(column);
        }
        let mut scores = [FULL; COLUMNS];
        for (score, value) in scores.iter_mut().zip(object.get("scores")?.as_array()?) {
            *score = value.as_i64().map_or(FULL, |value| value as i8);
        }
        Some(Example {
            moves,
            discs,
            scores,
        })
    };
    text.lines().filter_map(example).collect()
}
