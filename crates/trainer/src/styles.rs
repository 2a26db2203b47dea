//! How the games are played that the positions come from.
//!
//! A net learns what it is shown. Random games show everything a little, careful ones show threats
//! that nobody walked into by accident, near-best ones show what strong players meet, and games of
//! a bot show what an opponent in between gives.

use foursight_bots::net::{COLUMNS, Discs};
use foursight_bots::{Bot, Budget, Dice, Level};
use foursight_core::{Classic, Column, Drops, End, Game, Move, Position};
use foursight_solver::{Solver, Verdict};

/// The score of a column that is full.
pub const FULL: i8 = i8::MAX;
/// A game is begun anew at most so often until it lasts long enough.
const TRIES_MAX: usize = 200;
/// Positions with more discs than this have one or two drops left, and nothing to learn.
const PLIES_MAX: usize = 40;
/// The plies that take the solver longest, just beyond its book.
const SLOW: std::ops::Range<usize> = 12..16;

/// A position of a game with the exact score of every column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The columns that were played, from 0.
    pub moves: Vec<u8>,
    /// The discs that stand.
    pub discs: Discs,
    /// The score of each column for the player to move: positive wins, the sooner the higher;
    /// [`FULL`] where no disc can be dropped.
    pub scores: [i8; COLUMNS],
}

impl Example {
    /// The score of the position: that of its best column.
    #[must_use]
    pub fn score(&self) -> i8 {
        best(&self.scores)
    }
}

/// The highest score of the columns that are not full.
#[must_use]
pub fn best(scores: &[i8; COLUMNS]) -> i8 {
    let open = scores.iter().copied().filter(|score| *score != FULL);
    open.max().unwrap_or(0)
}

/// How a game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    /// Every column is equally likely; one position a game.
    Random,
    /// Takes wins, stops losses and gives nothing away, but for some slips; one position a game.
    Careful { slip_percent: u8 },
    /// The best column, but for some noise; every position from a ply on.
    NearBest { noise_percent: u8 },
    /// A bot against itself, with a little noise; some positions.
    Bot,
}

/// What a game so far is made of.
#[derive(Clone, Default)]
struct Line {
    drops: Drops<Classic>,
    moves: Vec<u8>,
}

impl Line {
    fn after(&self, column: usize) -> Option<Self> {
        let drops = self.drops.drop_in(Column::from_index(column)?).ok()?;
        let mut moves = self.moves.clone();
        moves.push(column as u8);
        Some(Self { drops, moves })
    }

    fn open(&self) -> Vec<usize> {
        let open = |column: &usize| Discs::from(self.drops).after(*column).is_some();
        (0..COLUMNS).filter(open).collect()
    }

    /// The columns with which the player to move completes a line.
    fn wins(&self) -> Vec<usize> {
        let wins = |column: &usize| {
            let after = self.after(*column);
            after.is_some_and(|after| matches!(after.drops.end(), Some(End::Won(_))))
        };
        (0..COLUMNS).filter(wins).collect()
    }

    /// A column of somebody who takes a win, and otherwise lets the opponent have none at once.
    fn careful(&self, dice: &mut Dice) -> Option<usize> {
        let wins = self.wins();
        if let Some(win) = dice.pick(&wins) {
            return Some(*win);
        }
        let gives_nothing = |column: &usize| {
            let after = self.after(*column);
            after.is_some_and(|after| after.wins().is_empty())
        };
        let open = self.open();
        let safe: Vec<usize> = open.iter().copied().filter(gives_nothing).collect();
        dice.pick(if safe.is_empty() { &open } else { &safe })
            .copied()
    }
}

/// Labels positions and plays the games they come from.
pub struct Author {
    solver: Solver,
    bot: Box<dyn Bot>,
    pace: Pace,
}

/// How much time labels may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// Every ply alike.
    Even,
    /// The plies just beyond the book, which take the solver longest, less often.
    Quick,
}

impl Author {
    /// An author who asks this solver; one with a book is many times faster.
    #[must_use]
    pub fn new(solver: Solver, pace: Pace) -> Self {
        Self {
            solver,
            bot: Level::Medium.bot(),
            pace,
        }
    }

    /// The examples of one game, which follows from the dice alone.
    pub fn game(&mut self, dice: &mut Dice) -> Vec<Example> {
        let style = match dice.roll(100) {
            0..20 => Style::Random,
            20..60 => Style::Careful {
                slip_percent: [0, 10, 30][dice.roll(3)],
            },
            60..90 => Style::NearBest {
                noise_percent: [5, 15, 30, 50][dice.roll(4)],
            },
            _ => Style::Bot,
        };
        match style {
            Style::Random => self.one_of(dice, 100),
            Style::Careful { slip_percent } => self.one_of(dice, slip_percent),
            Style::NearBest { noise_percent } => self.near_best(dice, noise_percent),
            Style::Bot => self.of_bot(dice),
        }
    }

    /// Every example from a ply on of a careful game that goes on to its end: quick without a book.
    pub fn game_from(&mut self, dice: &mut Dice, plies: usize) -> Vec<Example> {
        let Some(line) = opening(dice, plies, 0) else {
            return Vec::new();
        };
        self.go_on(line, dice, 50, PLIES_MAX)
    }

    fn one_of(&mut self, dice: &mut Dice, slip_percent: u8) -> Vec<Example> {
        let plies = self.target_ply(dice);
        let line = opening(dice, plies, slip_percent);
        line.and_then(|line| self.label(line)).into_iter().collect()
    }

    /// The ply of the only position of a game.
    fn target_ply(&self, dice: &mut Dice) -> usize {
        loop {
            let plies = 3 + dice.roll(PLIES_MAX - 2);
            let percent = match plies {
                _ if self.pace == Pace::Even => 100,
                plies if !SLOW.contains(&plies) => 100,
                plies if plies < SLOW.start + 2 => 15,
                _ => 50,
            };
            if dice.chance(percent) {
                return plies;
            }
        }
    }

    fn near_best(&mut self, dice: &mut Dice, noise_percent: u8) -> Vec<Example> {
        let plies = 4 + dice.roll(22);
        let is_cut = self.pace == Pace::Quick && plies < SLOW.start;
        let last = if is_cut { SLOW.start - 1 } else { PLIES_MAX };
        let slip_percent = [0, 10, 100][dice.roll(3)];
        match opening(dice, plies, slip_percent) {
            Some(line) => self.go_on(line, dice, noise_percent, last),
            None => Vec::new(),
        }
    }

    /// Every example of a near-best game to this ply.
    fn go_on(
        &mut self,
        mut line: Line,
        dice: &mut Dice,
        noise_percent: u8,
        last: usize,
    ) -> Vec<Example> {
        let mut examples = Vec::new();
        while !line.drops.is_over() && line.moves.len() <= last {
            let Some(example) = self.label(line.clone()) else {
                break;
            };
            let best = example.score();
            let columns: Vec<usize> = (0..COLUMNS)
                .filter(|column| example.scores[*column] == best)
                .collect();
            examples.push(example);
            let column = if dice.chance(noise_percent) {
                line.careful(dice)
            } else {
                dice.pick(&columns).copied()
            };
            let Some(after) = column.and_then(|column| line.after(column)) else {
                break;
            };
            line = after;
        }
        examples
    }

    fn of_bot(&mut self, dice: &mut Dice) -> Vec<Example> {
        /// How many of a hundred moves are chance, and how many positions are kept.
        const NOISE_PERCENT: u8 = 10;
        const KEPT_PERCENT: u8 = 30;
        let plies = 2 + dice.roll(8);
        let Some(mut line) = opening(dice, plies, 30) else {
            return Vec::new();
        };
        let seed = dice.bits();
        let mut examples = Vec::new();
        while !line.drops.is_over() && line.moves.len() <= PLIES_MAX {
            let is_slow = self.pace == Pace::Quick && SLOW.contains(&line.moves.len());
            if !is_slow && dice.chance(KEPT_PERCENT) {
                examples.extend(self.label(line.clone()));
            }
            let column = if dice.chance(NOISE_PERCENT) {
                line.careful(dice)
            } else {
                self.column_of_bot(&line, seed)
            };
            let Some(after) = column.and_then(|column| line.after(column)) else {
                break;
            };
            line = after;
        }
        examples
    }

    fn column_of_bot(&mut self, line: &Line, seed: u64) -> Option<usize> {
        let mut game = Game::default();
        for column in &line.moves {
            let column = Column::from_index(usize::from(*column))?;
            game.apply(Move::Drop(column)).ok()?;
        }
        let choice = self.bot.choose(&game, &Budget::default(), seed)?;
        Some(choice.step.column()?.index())
    }

    fn label(&mut self, line: Line) -> Option<Example> {
        let scores = label(&mut self.solver, line.drops)?;
        Some(Example {
            discs: line.drops.into(),
            moves: line.moves,
            scores,
        })
    }
}

/// The score of every column; none once the game is over.
fn label(solver: &mut Solver, drops: Drops<Classic>) -> Option<[i8; COLUMNS]> {
    let position = Position::from(drops);
    let analysis = solver.analyse(&position).ok()?;
    let mut scores = [FULL; COLUMNS];
    for (column, score) in scores.iter_mut().enumerate() {
        let verdict = analysis.verdict(Column::from_index(column)?);
        if let Some(verdict) = verdict {
            *score = score_of(verdict, &position);
        }
    }
    Some(scores)
}

fn score_of(verdict: Verdict, position: &Position) -> i8 {
    verdict.conventional(position) as i8
}

/// A game of so many plies that goes on, by somebody who is careful but for so many slips.
fn opening(dice: &mut Dice, plies: usize, slip_percent: u8) -> Option<Line> {
    for _ in 0..TRIES_MAX {
        let mut line = Line::default();
        while line.moves.len() < plies && !line.drops.is_over() {
            let column = if dice.chance(slip_percent) {
                dice.pick(&line.open()).copied()
            } else {
                line.careful(dice)
            };
            line = line.after(column?)?;
        }
        if !line.drops.is_over() {
            return Some(line);
        }
    }
    None
}
