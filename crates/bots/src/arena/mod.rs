//! The arena: bots play each other from random openings, on both seats, and their results are
//! counted.
//!
//! A [`Contest`] is a value. Its [`tasks`](Contest::pairings) are independent and each follows from
//! the contest's seed alone, so they may be played in any order, on any number of threads or
//! machines, with the same result.

mod accuracy;
mod crosstable;
mod rating;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use foursight_core::{End, Game, Move, Player, Ruleset, SplitMix64};

pub use accuracy::{Accuracy, LabelledPosition, accuracy};
pub use crosstable::{ConfidenceInterval, Crosstable, WdlRecord, wilson};
pub use rating::ratings;

use crate::{Bot, Budget};

/// An opening that ends the game is drawn again, at most this many times.
const OPENING_TRIES_MAX: u64 = 1000;

/// A participant of a contest: a name and a constructor of its bots.
pub struct ArenaEntrant<'a> {
    name: String,
    seat: Box<dyn Fn() -> Box<dyn Bot> + Sync + 'a>,
}

impl<'a> ArenaEntrant<'a> {
    /// Creates an entrant that plays with the bots this function returns. Each thread calls it
    /// once.
    pub fn new(name: impl Into<String>, seat: impl Fn() -> Box<dyn Bot> + Sync + 'a) -> Self {
        Self {
            name: name.into(),
            seat: Box::new(seat),
        }
    }

    /// Returns the name in the table.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
}

/// A round robin between all entrants.
///
/// ```
/// use foursight_bots::Level;
/// use foursight_bots::arena::{Contest, ArenaEntrant};
///
/// let contest = Contest {
///     entrants: [Level::Dice, Level::Medium]
///         .map(|level| ArenaEntrant::new(level.name(), move || level.bot()))
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
    pub entrants: Vec<ArenaEntrant<'a>>,
    /// The rules.
    pub ruleset: Ruleset,
    /// Number of openings per pair; each is played twice, with the seats swapped.
    pub openings: u32,
    /// Number of random moves in an opening.
    pub opening_plies: usize,
    /// The seed of all randomness.
    pub seed: u64,
    /// The node budget of each move.
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
pub struct ArenaPairing {
    /// Index of the entrant who moves first.
    pub first: usize,
    /// Index of the entrant who moves second.
    pub second: usize,
    /// Index of the opening.
    pub opening: u32,
}

/// The result of a game of a contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArenaResult {
    /// The game.
    pub pairing: ArenaPairing,
    /// The winner; `None` for a draw.
    pub winner: Option<Player>,
    /// Number of moves.
    pub plies: usize,
}

impl Contest<'_> {
    /// Returns every game of the contest.
    #[must_use]
    pub fn pairings(&self) -> Vec<ArenaPairing> {
        let mut tasks = Vec::new();
        for one in 0..self.entrants.len() {
            for two in one + 1..self.entrants.len() {
                for opening in 0..self.openings {
                    for (first, second) in [(one, two), (two, one)] {
                        tasks.push(ArenaPairing {
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

    /// Creates bots for all entrants.
    #[must_use]
    pub fn new_bots(&self) -> Vec<Box<dyn Bot>> {
        self.entrants
            .iter()
            .map(|entrant| (entrant.seat)())
            .collect()
    }

    /// Plays one game with bots from [`new_bots`](Self::new_bots). A bot that makes no legal move loses.
    pub fn play(&self, task: ArenaPairing, seats: &mut [Box<dyn Bot>]) -> ArenaResult {
        let budget = Budget {
            nodes: self.nodes,
            should_stop: None,
        };
        let game = random_opening(
            self.ruleset,
            self.opening_plies,
            SplitMix64::for_stream(self.seed, task.opening.into()).next_u64(),
        );
        let start = [task.first as u64, task.second as u64, task.opening.into()];
        let seed = start.iter().fold(self.seed, |seed, part| {
            SplitMix64::for_stream(seed, part.wrapping_add(1)).next_u64()
        });
        let played = play_out(game, &mut |player, game| {
            let number = match player {
                Player::First => task.first,
                Player::Second => task.second,
            };
            let bot = seats.get_mut(number)?;
            let choice = bot.choose(game, &budget, seed ^ player.index() as u64)?;
            Some(choice.mv)
        });
        ArenaResult {
            pairing: task,
            winner: played.winner,
            plies: played.game.moves().len(),
        }
    }

    /// Plays all games and counts the results. `progress` receives the number of finished games and
    /// of all games.
    ///
    /// The calling thread takes part, which is all WebAssembly has; others run if the system
    /// provides them.
    pub fn run(&self, threads: usize, progress: &(dyn Fn(usize, usize) + Sync)) -> Crosstable {
        let tasks = self.pairings();
        let next = AtomicUsize::new(0);
        let done = AtomicUsize::new(0);
        let games = Mutex::new(Vec::with_capacity(tasks.len()));
        let work = || {
            let mut seats = self.new_bots();
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
        self.crosstable(&games.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    /// Counts games, in any order.
    #[must_use]
    pub fn crosstable(&self, games: &[ArenaResult]) -> Crosstable {
        let names = self.entrants.iter().map(|e| e.name.clone()).collect();
        let mut table = Crosstable::new(names);
        for game in games {
            table.add(game);
        }
        table
    }
}

/// A game that was played to its end, or until a player made no legal move.
#[derive(Clone, Debug)]
pub struct FinishedGame {
    /// The game.
    pub game: Game,
    /// The winner; `None` for a draw.
    pub winner: Option<Player>,
}

/// Plays a game to its end, calling `choose` for each move. A player who makes no legal move loses.
pub fn play_out(
    mut game: Game,
    choose: &mut dyn FnMut(Player, &Game) -> Option<Move>,
) -> FinishedGame {
    while let Some(player) = game.to_move() {
        let mv = choose(player, &game);
        if mv.is_none_or(|mv| game.apply(mv).is_err()) {
            return FinishedGame {
                game,
                winner: Some(player.opponent()),
            };
        }
    }
    let winner = match game.end() {
        Some(End::Won(winner)) => Some(winner),
        _ => None,
    };
    FinishedGame { game, winner }
}

/// Returns an unfinished game after this many random moves. On boards where random play always ends
/// sooner, it has fewer.
#[must_use]
pub fn random_opening(ruleset: Ruleset, plies: usize, seed: u64) -> Game {
    for shorter in 0..=plies {
        for attempt in 0..OPENING_TRIES_MAX {
            let mut rng = SplitMix64::for_stream(seed, attempt);
            let mut game = Game::new(ruleset);
            for _ in 0..plies - shorter {
                let mv = rng.pick(&game.legal_moves()).copied();
                if mv.is_none_or(|mv| game.apply(mv).is_err()) {
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
