//! The arena: bots play each other from random openings, on both seats, and what comes out is
//! counted.
//!
//! A [`Contest`] is a value. Its [`tasks`](Contest::tasks) are independent of each other and
//! each is played from the contest's seed alone, so they may be played in any order and on any
//! number of threads, or on other machines, with the same result.

mod accuracy;
mod rating;
mod table;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use foursight_core::{End, Game, Move, Player, Ruleset};

pub use accuracy::{Accuracy, Labelled, accuracy};
pub use rating::ratings;
pub use table::{Interval, Record, Table, wilson};

use crate::{Bot, Budget, Dice};

/// An opening that ends the game is rolled again, at most so often.
const OPENING_TRIES_MAX: u64 = 1000;

/// Someone who plays in a contest: a name, and a way to seat the bot at each table.
pub struct Entrant<'a> {
    name: String,
    seat: Box<dyn Fn() -> Box<dyn Bot> + Sync + 'a>,
}

impl<'a> Entrant<'a> {
    /// An entrant that plays with the bots this function makes. Each thread asks once.
    pub fn new(name: impl Into<String>, seat: impl Fn() -> Box<dyn Bot> + Sync + 'a) -> Self {
        Self {
            name: name.into(),
            seat: Box::new(seat),
        }
    }

    /// What it is called in the table.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
}

/// Who plays whom: everybody meets everybody.
///
/// ```
/// use foursight_bots::Level;
/// use foursight_bots::arena::{Contest, Entrant};
///
/// let contest = Contest {
///     entrants: [Level::Dice, Level::Medium]
///         .map(|level| Entrant::new(level.name(), move || level.bot()))
///         .into(),
///     openings: 5,
///     ..Contest::default()
/// };
/// let table = contest.run(1, &|_, _| {});
/// assert_eq!(table.record(1, 0).games(), 10);
/// assert!(table.record(1, 0).score() > 0.8);
/// ```
pub struct Contest<'a> {
    /// The players.
    pub entrants: Vec<Entrant<'a>>,
    /// The rules.
    pub ruleset: Ruleset,
    /// How many openings each two of them play; each twice, with the seats swapped.
    pub openings: u32,
    /// How many random moves an opening has.
    pub opening_plies: usize,
    /// What all chance comes from.
    pub seed: u64,
    /// The budget of each move.
    pub nodes: Option<u64>,
}

impl Default for Contest<'_> {
    fn default() -> Self {
        Self {
            entrants: Vec::new(),
            ruleset: Ruleset::STANDARD,
            openings: 50,
            opening_plies: 4,
            seed: 1,
            nodes: None,
        }
    }
}

/// One game of a contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    /// The number of the entrant who moves first.
    pub first: usize,
    /// The number of the entrant who moves second.
    pub second: usize,
    /// The number of the opening.
    pub opening: u32,
}

/// A game of a contest and how it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// Which game.
    pub task: Task,
    /// Who won; none for a tie.
    pub winner: Option<Player>,
    /// How many moves it had.
    pub plies: usize,
}

impl Contest<'_> {
    /// Every game of the contest.
    #[must_use]
    pub fn tasks(&self) -> Vec<Task> {
        let mut tasks = Vec::new();
        for one in 0..self.entrants.len() {
            for two in one + 1..self.entrants.len() {
                for opening in 0..self.openings {
                    for (first, second) in [(one, two), (two, one)] {
                        tasks.push(Task {
                            first,
                            second,
                            opening,
                        });
                    }
                }
            }
        }
        tasks
    }

    /// New bots for all entrants.
    #[must_use]
    pub fn seats(&self) -> Vec<Box<dyn Bot>> {
        self.entrants
            .iter()
            .map(|entrant| (entrant.seat)())
            .collect()
    }

    /// Plays one game with bots from [`seats`](Self::seats). A bot that makes no legal move has
    /// lost.
    pub fn play(&self, task: Task, seats: &mut [Box<dyn Bot>]) -> Played {
        let budget = Budget {
            nodes: self.nodes,
            stop: None,
        };
        let game = opening(
            self.ruleset,
            self.opening_plies,
            Dice::for_part(self.seed, task.opening.into()).bits(),
        );
        let start = [task.first as u64, task.second as u64, task.opening.into()];
        let seed = start.iter().fold(self.seed, |seed, part| {
            Dice::for_part(seed, part.wrapping_add(1)).bits()
        });
        let played = play_out(game, &mut |player, game| {
            let number = match player {
                Player::First => task.first,
                Player::Second => task.second,
            };
            let bot = seats.get_mut(number)?;
            let choice = bot.choose(game, &budget, seed ^ player.index() as u64)?;
            Some(choice.step)
        });
        Played {
            task,
            winner: played.winner,
            plies: played.game.moves().len(),
        }
    }

    /// Plays everything and counts. `progress` hears how many games of how many are over.
    ///
    /// One thread runs in place, which is all a browser has; others if the system gives them.
    pub fn run(&self, threads: usize, progress: &(dyn Fn(usize, usize) + Sync)) -> Table {
        let tasks = self.tasks();
        let next = AtomicUsize::new(0);
        let done = AtomicUsize::new(0);
        let games = Mutex::new(Vec::with_capacity(tasks.len()));
        let work = || {
            let mut seats = self.seats();
            while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
                let played = self.play(*task, &mut seats);
                games
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .push(played);
                progress(done.fetch_add(1, Ordering::Relaxed) + 1, tasks.len());
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..threads {
                let started = std::thread::Builder::new().spawn_scoped(scope, work);
                if started.is_err() {
                    break;
                }
            }
            work();
        });
        self.table(&games.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    /// Counts games, in whatever order they were played.
    #[must_use]
    pub fn table(&self, games: &[Played]) -> Table {
        let names = self.entrants.iter().map(|e| e.name.clone()).collect();
        let mut table = Table::new(names);
        for game in games {
            table.add(game);
        }
        table
    }
}

/// A game that was played to its end, or until a player made no legal move.
#[derive(Clone, Debug)]
pub struct Finished {
    /// The game.
    pub game: Game,
    /// Who won; none for a tie.
    pub winner: Option<Player>,
}

/// Plays a game to its end, asking for each move. A player who makes no legal move has lost.
pub fn play_out(mut game: Game, choose: &mut dyn FnMut(Player, &Game) -> Option<Move>) -> Finished {
    while let Some(player) = game.to_move() {
        let step = choose(player, &game);
        if step.is_none_or(|step| game.apply(step).is_err()) {
            return Finished {
                game,
                winner: Some(player.opponent()),
            };
        }
    }
    let winner = match game.end() {
        Some(End::Won(winner)) => Some(winner),
        _ => None,
    };
    Finished { game, winner }
}

/// A game after so many random moves that has not ended. On grids where random play always ends
/// sooner, it has fewer.
#[must_use]
pub fn opening(ruleset: Ruleset, plies: usize, seed: u64) -> Game {
    for shorter in 0..=plies {
        for attempt in 0..OPENING_TRIES_MAX {
            let mut dice = Dice::for_part(seed, attempt);
            let mut game = Game::new(ruleset);
            for _ in 0..plies - shorter {
                let step = dice.pick(&game.legal_moves()).copied();
                if step.is_none_or(|step| game.apply(step).is_err()) {
                    break;
                }
            }
            if game.to_move().is_some() {
                return game;
            }
        }
    }
    Game::new(ruleset)
}
