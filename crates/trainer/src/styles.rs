//! Playing styles of the games that positions come from.
//!
//! A net learns only what it is shown. Random games show a little of everything, careful ones show
//! threats that were not blundered into, near-best ones show what strong players meet, and games of
//! a bot show opponents in between.

use foursight_bots::net::{COLUMNS, Discs};
use foursight_bots::{Bot, Budget, Level};
use foursight_core::{Column, DropPosition, End, Game, Move, Position, SplitMix64, StandardShape};
use foursight_solver::{Solver, Verdict};

/// The score of a full column.
pub const FULL: i8 = i8::MAX;
/// Maximum number of attempts at a game that lasts long enough.
const TRIES_MAX: usize = 200;
/// Positions with more discs than this have one or two drops left, and nothing to learn.
const PLIES_MAX: usize = 40;
/// The plies that take the solver longest, just beyond its book.
const SLOW: std::ops::Range<usize> = 12..16;

/// A position of a game with the exact score of every column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The columns that were played, counted from 0.
    pub moves: Vec<u8>,
    /// The position.
    pub discs: Discs,
    /// The score of each column for the player to move: positive wins, the sooner the higher;
    /// [`FULL`] where no disc can be dropped.
    pub scores: [i8; COLUMNS],
}

impl Example {
    /// Returns the score of the position: that of its best column.
    #[must_use]
    pub fn score(&self) -> i8 {
        best(&self.scores)
    }
}

/// Returns the highest score of the columns that are not full.
#[must_use]
pub fn best(scores: &[i8; COLUMNS]) -> i8 {
    let open = scores.iter().copied().filter(|score| *score != FULL);
    open.max().unwrap_or(0)
}

/// A playing style.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PlayStyle {
    /// Every column is equally likely; one position per game.
    Random,
    /// Takes wins, stops losses and allows no immediate win, except for some slips; one position
    /// per game.
    Careful { slip_percent: u8 },
    /// The best column, except for some noise; every position from a ply on.
    NearBest { noise_percent: u8 },
    /// A bot against itself, with a little noise; some positions.
    Bot,
}

/// An unfinished game.
#[derive(Clone, Default)]
struct PartialGame {
    drops: DropPosition<StandardShape>,
    moves: Vec<u8>,
}

impl PartialGame {
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

    /// Returns the columns with which the player to move completes a line.
    fn wins(&self) -> Vec<usize> {
        let wins = |column: &usize| {
            let after = self.after(*column);
            after.is_some_and(|after| matches!(after.drops.end(), Some(End::Won(_))))
        };
        (0..COLUMNS).filter(wins).collect()
    }

    /// Returns a column of a player who takes a win, and otherwise allows no immediate win.
    fn careful(&self, rng: &mut SplitMix64) -> Option<usize> {
        let wins = self.wins();
        if let Some(win) = rng.pick(&wins) {
            return Some(*win);
        }
        let gives_nothing = |column: &usize| {
            let after = self.after(*column);
            after.is_some_and(|after| after.wins().is_empty())
        };
        let open = self.open();
        let safe: Vec<usize> = open.iter().copied().filter(gives_nothing).collect();
        rng.pick(if safe.is_empty() { &open } else { &safe })
            .copied()
    }
}

/// Plays games and labels their positions.
pub struct GameGenerator {
    solver: Solver,
    bot: Box<dyn Bot>,
    label_budget: LabelBudget,
}

/// Time spent on labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabelBudget {
    /// All plies alike.
    Even,
    /// Samples the plies just beyond the book, which take the solver longest, less often.
    Quick,
}

impl GameGenerator {
    /// Creates a generator with this solver; one with a book is many times faster.
    #[must_use]
    pub fn new(solver: Solver, label_budget: LabelBudget) -> Self {
        Self {
            solver,
            bot: Level::Medium.bot(),
            label_budget,
        }
    }

    /// Returns the examples of one game, which follows from the random stream alone.
    pub fn game(&mut self, rng: &mut SplitMix64) -> Vec<Example> {
        let style = match rng.below(100) {
            0..20 => PlayStyle::Random,
            20..60 => PlayStyle::Careful {
                slip_percent: [0, 10, 30][rng.below(3)],
            },
            60..90 => PlayStyle::NearBest {
                noise_percent: [5, 15, 30, 50][rng.below(4)],
            },
            _ => PlayStyle::Bot,
        };
        match style {
            PlayStyle::Random => self.one_of(rng, 100),
            PlayStyle::Careful { slip_percent } => self.one_of(rng, slip_percent),
            PlayStyle::NearBest { noise_percent } => self.near_best(rng, noise_percent),
            PlayStyle::Bot => self.of_bot(rng),
        }
    }

    /// Returns every example from a ply on of a careful game that goes on to its end: fast without
    /// a book.
    pub fn game_from(&mut self, rng: &mut SplitMix64, plies: usize) -> Vec<Example> {
        let Some(game) = opening(rng, plies, 0) else {
            return Vec::new();
        };
        self.go_on(game, rng, 50, PLIES_MAX)
    }

    fn one_of(&mut self, rng: &mut SplitMix64, slip_percent: u8) -> Vec<Example> {
        let plies = self.target_ply(rng);
        let game = opening(rng, plies, slip_percent);
        game.and_then(|game| self.label(game)).into_iter().collect()
    }

    /// Returns the ply of the only position of a game.
    fn target_ply(&self, rng: &mut SplitMix64) -> usize {
        loop {
            let plies = 3 + rng.below(PLIES_MAX - 2);
            let percent = match plies {
                _ if self.label_budget == LabelBudget::Even => 100,
                plies if !SLOW.contains(&plies) => 100,
                plies if plies < SLOW.start + 2 => 15,
                _ => 50,
            };
            if rng.bernoulli(percent) {
                return plies;
            }
        }
    }

    fn near_best(&mut self, rng: &mut SplitMix64, noise_percent: u8) -> Vec<Example> {
        let plies = 4 + rng.below(22);
        let is_cut = self.label_budget == LabelBudget::Quick && plies < SLOW.start;
        let last = if is_cut { SLOW.start - 1 } else { PLIES_MAX };
        let slip_percent = [0, 10, 100][rng.below(3)];
        match opening(rng, plies, slip_percent) {
            Some(game) => self.go_on(game, rng, noise_percent, last),
            None => Vec::new(),
        }
    }

    /// Returns every example of a near-best game up to ply `last`.
    fn go_on(
        &mut self,
        mut game: PartialGame,
        rng: &mut SplitMix64,
        noise_percent: u8,
        last: usize,
    ) -> Vec<Example> {
        let mut examples = Vec::new();
        while !game.drops.is_over() && game.moves.len() <= last {
            let Some(example) = self.label(game.clone()) else {
                break;
            };
            let best = example.score();
            let columns: Vec<usize> = (0..COLUMNS)
                .filter(|column| example.scores[*column] == best)
                .collect();
            examples.push(example);
            let column = if rng.bernoulli(noise_percent) {
                game.careful(rng)
            } else {
                rng.pick(&columns).copied()
            };
            let Some(after) = column.and_then(|column| game.after(column)) else {
                break;
            };
            game = after;
        }
        examples
    }

    fn of_bot(&mut self, rng: &mut SplitMix64) -> Vec<Example> {
        /// Percentage of random moves, and of labelled positions.
        const NOISE_PERCENT: u8 = 10;
        const LABELLED_PERCENT: u8 = 30;
        let plies = 2 + rng.below(8);
        let Some(mut game) = opening(rng, plies, 30) else {
            return Vec::new();
        };
        let seed = rng.next_u64();
        let mut examples = Vec::new();
        while !game.drops.is_over() && game.moves.len() <= PLIES_MAX {
            let is_slow =
                self.label_budget == LabelBudget::Quick && SLOW.contains(&game.moves.len());
            if !is_slow && rng.bernoulli(LABELLED_PERCENT) {
                examples.extend(self.label(game.clone()));
            }
            let column = if rng.bernoulli(NOISE_PERCENT) {
                game.careful(rng)
            } else {
                self.column_of_bot(&game, seed)
            };
            let Some(after) = column.and_then(|column| game.after(column)) else {
                break;
            };
            game = after;
        }
        examples
    }

    fn column_of_bot(&mut self, partial: &PartialGame, seed: u64) -> Option<usize> {
        let mut game = Game::default();
        for column in &partial.moves {
            let column = Column::from_index(usize::from(*column))?;
            game.apply(Move::Drop(column)).ok()?;
        }
        let choice = self.bot.choose(&game, &Budget::default(), seed)?;
        Some(choice.mv.column()?.index())
    }

    fn label(&mut self, game: PartialGame) -> Option<Example> {
        let scores = label(&mut self.solver, game.drops)?;
        Some(Example {
            discs: game.drops.into(),
            moves: game.moves,
            scores,
        })
    }
}

/// Returns the score of every column, or `None` if the game is over.
fn label(solver: &mut Solver, drops: DropPosition<StandardShape>) -> Option<[i8; COLUMNS]> {
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
    verdict.conventional_score(position) as i8
}

/// Returns an unfinished game of this many plies, by players who are careful except for some slips.
fn opening(rng: &mut SplitMix64, plies: usize, slip_percent: u8) -> Option<PartialGame> {
    for _ in 0..TRIES_MAX {
        let mut game = PartialGame::default();
        while game.moves.len() < plies && !game.drops.is_over() {
            let column = if rng.bernoulli(slip_percent) {
                rng.pick(&game.open()).copied()
            } else {
                game.careful(rng)
            };
            game = game.after(column?)?;
        }
        if !game.drops.is_over() {
            return Some(game);
        }
    }
    None
}
