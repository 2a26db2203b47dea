//! Puzzles of four in a row: mined by random play, proved by exact verdicts, rated by the success of
//! bots.
//!
//! ```
//! use foursight_core::Game;
//! use foursight_puzzles::{PuzzleAnswer, PuzzleAttempt, PuzzleJudgement, PuzzleSet};
//! use foursight_solver::{BoundedValue, Solver};
//!
//! let puzzle = PuzzleSet::shipped().daily(20_776).expect("a puzzle");
//! let mut attempt = PuzzleAttempt::new(puzzle);
//! let mut judgement = match puzzle.answer {
//!     PuzzleAnswer::Move(mv) => attempt.try_move(mv),
//!     PuzzleAnswer::NoWin => attempt.answer_no_win(),
//! };
//! if judgement == PuzzleJudgement::NeedsVerdicts {
//!     let game: &Game = attempt.pending_game().expect("verdicts are needed");
//!     let columns = Solver::default().analyse(game.position())?.columns;
//!     let verdicts: Vec<_> = columns.into_iter().map(|v| v.and_then(BoundedValue::exact)).collect();
//!     judgement = attempt.apply_verdicts(&verdicts);
//! }
//! assert!(matches!(judgement, PuzzleJudgement::Solved | PuzzleJudgement::Continues { .. }));
//! # Ok::<_, foursight_solver::SolveError>(())
//! ```
//!
//! | to | use |
//! |---|---|
//! | get a puzzle: of the day, by theme, near a rating | [`PuzzleSet`] |
//! | judge a player's moves | [`PuzzleAttempt`] |
//! | help, at a price | [`PuzzleHint`] |
//! | rate a player, and let missed puzzles return | [`PuzzleHistory`] |
//! | play a streak, a storm or a survival | [`PuzzleRun`] |
//! | word all of this | [`mod@text`] |
//! | print a sheet | [`PuzzleSheet`] |
//! | find new puzzles and check old ones | [`mine_candidate`], [`ThemeVerifier`] |
//! | rate and select them | [`fit_ratings`], [`select`] |
//!
//! The crate reads no clock, performs no I/O and solves no positions: days, milliseconds, seeds and
//! exact verdicts are arguments.

mod attempt;
mod bounded;
mod day;
mod difficulty;
mod hint;
mod history;
mod mine;
mod puzzle;
mod run;
mod select;
mod set;
mod sheet;
pub mod text;
mod theme;
mod verifier;

pub use attempt::{MissReason, PuzzleAttempt, PuzzleJudgement, PuzzleMiss};
pub use bounded::wins_within;
pub use day::{date_of, day_at, parse_day, weekday_of};
pub use difficulty::{PuzzleRatings, SuccessShares, fit_ratings, rank_correlation};
pub use hint::{PuzzleHint, hint_answer, hint_region, score_percent};
pub use history::{PuzzleHistory, PuzzleTry, RETURN_DAYS, RunResult, SOLVED_PERCENT_MIN};
pub use mine::{UNRATED, mine_candidate};
pub use puzzle::{Puzzle, PuzzleAnswer, PuzzleId};
pub use run::{PuzzleRun, RunMode, STORM_MS, STORM_PENALTY_MS, SURVIVAL_LIVES};
pub use select::select;
pub use set::{MiningProgress, PUZZLES_MAX, PuzzleSet, PuzzleSetError, SET_BYTES_MAX};
pub use sheet::{PuzzleSheet, SHEET_PUZZLES_MAX};
pub use theme::{ParseThemeError, PuzzleGoal, PuzzleTheme, WIN_IN_MAX};
pub use verifier::{TemptationFn, ThemeVerifier, VerdictFn};
