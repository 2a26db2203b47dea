//! What a player has done: attempts, a rating of their own, and the puzzles that return.
//!
//! Apps store it as lines of text:
//!
//! ```text
//! rating 1534.2 88.1 0.0600
//! try k7x2m9 20411 100 1534
//! daily 20411
//! run storm 20411 17
//! ```
//!
//! A `try` is a puzzle, a day, the score in per cent and the rating after it; a `run` is a mode, a day
//! and the solved puzzles. Days are an argument, counted from 1 January 1970 in the time zone of the
//! player.

use std::collections::{BTreeMap, BTreeSet};

use foursight_rating::{GlickoRating, RatedResult};

use crate::puzzle::{Puzzle, PuzzleId};
use crate::run::RunMode;

/// Days after which a missed puzzle returns, once and again.
pub const RETURN_DAYS: [u32; 4] = [1, 3, 7, 21];
/// Score in per cent from which on a puzzle counts as solved.
pub const SOLVED_PERCENT_MIN: u8 = 50;
/// Most attempts that are stored; the oldest are dropped.
const TRIES_MAX: usize = 10_000;
/// Most days of daily puzzles that are stored.
const DAYS_MAX: usize = 4_000;
/// Most series that are stored; the oldest are dropped.
const RUNS_MAX: usize = 2_000;
/// Rating of a new player: half of the puzzles are easier for the weaker bots.
const PLAYER_RATING_START: f64 = 1300.0;
/// Deviation of a puzzle's rating, which is measured with bots.
const PUZZLE_DEVIATION: f64 = 90.0;

/// One attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PuzzleTry {
    /// The puzzle.
    pub id: PuzzleId,
    /// The day.
    pub day: u32,
    /// The score in per cent.
    pub score: u8,
    /// Rating of the player after it.
    pub rating: u16,
}

/// A finished series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunResult {
    /// Its mode.
    pub mode: RunMode,
    /// The day.
    pub day: u32,
    /// Solved puzzles.
    pub solved: u32,
}

/// Attempts and rating of a player.
#[derive(Clone, Debug, PartialEq)]
pub struct PuzzleHistory {
    rating: GlickoRating,
    tries: Vec<PuzzleTry>,
    daily: BTreeSet<u32>,
    runs: Vec<RunResult>,
}

impl Default for PuzzleHistory {
    fn default() -> Self {
        Self {
            rating: GlickoRating {
                rating: PLAYER_RATING_START,
                ..GlickoRating::default()
            },
            tries: Vec::new(),
            daily: BTreeSet::new(),
            runs: Vec::new(),
        }
    }
}

impl PuzzleHistory {
    /// Returns the player's rating.
    #[must_use]
    pub const fn rating(&self) -> GlickoRating {
        self.rating
    }

    /// Returns the attempts in their order.
    #[must_use]
    pub fn tries(&self) -> &[PuzzleTry] {
        &self.tries
    }

    /// Returns true if the player has tried a puzzle.
    #[must_use]
    pub fn has_tried(&self, id: PuzzleId) -> bool {
        self.tries.iter().any(|attempt| attempt.id == id)
    }

    /// Records an attempt with its score in per cent. Only the first attempt at a puzzle changes the
    /// rating: afterwards the answer is known.
    pub fn record(&mut self, puzzle: &Puzzle, day: u32, score: u8) {
        let score = score.min(100);
        if !self.has_tried(puzzle.id) {
            let opponent = GlickoRating {
                rating: f64::from(puzzle.rating),
                deviation: PUZZLE_DEVIATION,
                ..GlickoRating::default()
            };
            self.rating = self.rating.after(&[RatedResult {
                opponent,
                score: f64::from(score) / 100.0,
            }]);
        }
        self.push(PuzzleTry {
            id: puzzle.id,
            day,
            score,
            rating: self.rating.rating.round() as u16,
        });
    }

    /// Records an attempt that does not change the rating, such as one against the clock.
    pub fn record_unrated(&mut self, puzzle: &Puzzle, day: u32, score: u8) {
        self.push(PuzzleTry {
            id: puzzle.id,
            day,
            score: score.min(100),
            rating: self.rating.rating.round() as u16,
        });
    }

    /// Records a finished series.
    pub fn record_run(&mut self, result: RunResult) {
        if self.runs.len() == RUNS_MAX {
            self.runs.remove(0);
        }
        self.runs.push(result);
    }

    /// Returns the best result of a mode, or `None` before its first series.
    #[must_use]
    pub fn best_run(&self, mode: RunMode) -> Option<u32> {
        let runs = self.runs.iter().filter(|run| run.mode == mode);
        runs.map(|run| run.solved).max()
    }

    fn push(&mut self, attempt: PuzzleTry) {
        if self.tries.len() == TRIES_MAX {
            self.tries.remove(0);
        }
        self.tries.push(attempt);
    }

    /// Notes that the daily puzzle of a day is solved.
    pub fn solve_daily(&mut self, day: u32) {
        if self.daily.len() == DAYS_MAX {
            self.daily.pop_first();
        }
        self.daily.insert(day);
    }

    /// Returns true if the daily puzzle of a day is solved.
    #[must_use]
    pub fn has_solved_daily(&self, day: u32) -> bool {
        self.daily.contains(&day)
    }

    /// Returns the number of successive days with a solved daily puzzle, up to today or yesterday.
    /// Days after today, which a wrong clock has left, neither count nor break anything.
    #[must_use]
    pub fn daily_streak(&self, today: u32) -> u32 {
        let start = if self.daily.contains(&today) {
            Some(today)
        } else {
            today.checked_sub(1)
        };
        let days = std::iter::successors(start, |day| day.checked_sub(1));
        days.take_while(|day| self.daily.contains(day)).count() as u32
    }

    /// Returns the missed puzzles that return today or before, the longest due first.
    ///
    /// A missed puzzle returns after 1, 3, 7 and 21 days, each time counted from the day on which it
    /// was solved. Missing it again starts over.
    #[must_use]
    pub fn due(&self, today: u32) -> Vec<PuzzleId> {
        let returning = self.returning();
        let mut due: Vec<_> = returning
            .into_iter()
            .filter(|(_, day)| *day <= today)
            .collect();
        due.sort_by_key(|(id, day)| (*day, *id));
        due.into_iter().map(|(id, _)| id).collect()
    }

    /// Returns every puzzle that returns, with its day.
    #[must_use]
    pub fn returning(&self) -> Vec<(PuzzleId, u32)> {
        // For each puzzle the number of times that it has returned, and the day of the next.
        let mut stages: BTreeMap<PuzzleId, (usize, u32)> = BTreeMap::new();
        for attempt in &self.tries {
            let is_solved = attempt.score >= SOLVED_PERCENT_MIN;
            let stage = stages.get(&attempt.id).copied();
            match (is_solved, stage) {
                (false, _) => {
                    let day = attempt.day.saturating_add(RETURN_DAYS[0]);
                    stages.insert(attempt.id, (0, day));
                }
                (true, Some((stage, due))) if attempt.day >= due => {
                    match RETURN_DAYS.get(stage + 1) {
                        Some(days) => {
                            let day = attempt.day.saturating_add(*days);
                            stages.insert(attempt.id, (stage + 1, day));
                        }
                        None => {
                            stages.remove(&attempt.id);
                        }
                    }
                }
                // Solved again before its day, or never missed.
                (true, _) => {}
            }
        }
        stages.into_iter().map(|(id, (_, day))| (id, day)).collect()
    }

    /// Formats the history as lines of text.
    #[must_use]
    pub fn to_text(&self) -> String {
        let GlickoRating {
            rating,
            deviation,
            volatility,
        } = self.rating;
        let first = format!("rating {rating:.1} {deviation:.1} {volatility:.5}\n");
        let tries = self.tries.iter().map(|attempt| {
            let PuzzleTry {
                id,
                day,
                score,
                rating,
            } = attempt;
            format!("try {id} {day} {score} {rating}\n")
        });
        let daily = self.daily.iter().map(|day| format!("daily {day}\n"));
        let runs = self.runs.iter().map(|run| {
            let RunResult { mode, day, solved } = run;
            format!("run {} {day} {solved}\n", mode.name())
        });
        let lines = std::iter::once(first).chain(tries);
        lines.chain(daily).chain(runs).collect()
    }

    /// Parses lines of text. Returns the history and the numbers of invalid lines, which it skips,
    /// counted from 1.
    #[must_use]
    pub fn from_text(text: &str) -> (Self, Vec<usize>) {
        let mut history = Self::default();
        let mut invalid = Vec::new();
        for (line, number) in text.lines().zip(1..) {
            if !line.trim().is_empty() && history.parse_line(line).is_none() {
                invalid.push(number);
            }
        }
        (history, invalid)
    }

    fn parse_line(&mut self, line: &str) -> Option<()> {
        let words: Vec<_> = line.split_whitespace().collect();
        match words[..] {
            ["rating", rating, deviation, volatility] => {
                let number = |text: &str| text.parse::<f64>().ok().filter(|x| x.is_finite());
                self.rating = GlickoRating {
                    rating: number(rating)?,
                    deviation: number(deviation)?,
                    volatility: number(volatility)?,
                }
                .in_range();
            }
            ["try", id, day, score, rating] => {
                let score = score.parse().ok().filter(|score| *score <= 100)?;
                self.push(PuzzleTry {
                    id: PuzzleId::from_text(id)?,
                    day: day.parse().ok()?,
                    score,
                    rating: rating.parse().ok()?,
                });
            }
            ["daily", day] => self.solve_daily(day.parse().ok()?),
            ["run", mode, day, solved] => self.record_run(RunResult {
                mode: RunMode::from_name(mode)?,
                day: day.parse().ok()?,
                solved: solved.parse().ok()?,
            }),
            _ => return None,
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use foursight_core::Game;

    use super::*;
    use crate::puzzle::PuzzleAnswer;
    use crate::theme::{PuzzleGoal, PuzzleTheme};

    fn puzzle(rating: u16) -> Puzzle {
        let mut game = Game::default();
        for _ in 0..rating % 5 {
            game.apply(game.legal_moves()[0]).expect("legal");
        }
        let (theme, goal) = (PuzzleTheme::AnyWin, PuzzleGoal::WinOrNone);
        Puzzle::new(game, theme, goal, PuzzleAnswer::NoWin, rating)
    }

    #[test]
    fn missed_puzzles_return_after_1_3_7_and_21_days() {
        let missed = puzzle(1200);
        let mut history = PuzzleHistory::default();
        history.record(&missed, 100, 0);
        let check = |history: &PuzzleHistory, day: u32| {
            assert!(history.due(day - 1).is_empty(), "day {day}");
            assert_eq!(history.due(day), [missed.id], "day {day}");
        };
        check(&history, 101);
        history.record(&missed, 101, 100);
        check(&history, 104);
        history.record(&missed, 102, 100); // before its day: nothing changes
        check(&history, 104);
        history.record(&missed, 105, 100);
        check(&history, 112);
        history.record(&missed, 112, 0); // missed again: from the start
        check(&history, 113);
        for day in [113, 116, 123, 144] {
            check(&history, day);
            history.record(&missed, day, 100);
        }
        assert!(history.due(u32::MAX).is_empty());
    }

    #[test]
    fn solved_puzzles_do_not_return() {
        let mut history = PuzzleHistory::default();
        history.record(&puzzle(1200), 100, 100);
        assert!(history.due(u32::MAX).is_empty());
    }

    #[test]
    fn the_rating_follows_first_attempts() {
        let mut history = PuzzleHistory::default();
        let start = history.rating().rating;
        history.record(&puzzle(1500), 1, 100);
        let raised = history.rating().rating;
        assert!(raised > start);
        history.record(&puzzle(1500), 2, 0);
        assert!((history.rating().rating - raised).abs() < 1e-9);
        history.record(&puzzle(1501), 2, 0);
        assert!(history.rating().rating < raised);
        assert_eq!(history.tries().len(), 3);
    }

    #[test]
    fn series_change_no_rating_and_their_best_result_is_known() {
        let mut history = PuzzleHistory::default();
        let missed = puzzle(1501);
        history.record_unrated(&missed, 5, 0);
        assert!((history.rating().rating - PLAYER_RATING_START).abs() < 1e-9);
        assert_eq!(history.due(6), [missed.id]);
        for (mode, solved) in [
            (RunMode::Storm, 12),
            (RunMode::Storm, 9),
            (RunMode::Streak, 4),
        ] {
            history.record_run(RunResult {
                mode,
                day: 5,
                solved,
            });
        }
        let best = RunMode::ALL.map(|mode| history.best_run(mode));
        assert_eq!(best, [Some(4), Some(12), None]);
    }

    #[test]
    fn histories_of_earlier_versions_are_read() {
        let text = "rating 1534.2 88.1 0.06000\ntry k7x2m9 20411 100 1534\ndaily 20411\n";
        let (history, invalid) = PuzzleHistory::from_text(text);
        assert!(invalid.is_empty(), "{invalid:?}");
        assert_eq!(history.to_text(), text);
    }

    #[test]
    fn a_streak_survives_midnight_and_a_wrong_clock() {
        let mut history = PuzzleHistory::default();
        for day in [10, 11, 12] {
            history.solve_daily(day);
        }
        let check = |history: &PuzzleHistory, today: u32, expected: u32| {
            assert_eq!(history.daily_streak(today), expected, "day {today}");
        };
        check(&history, 12, 3);
        check(&history, 13, 3); // a new day, not yet solved
        check(&history, 14, 0); // a day was missed
        check(&history, 11, 2); // the clock was set back
        history.solve_daily(500); // the clock was wrong
        check(&history, 13, 3);
        check(&history, 0, 0);
    }

    #[test]
    fn a_history_round_trips_and_skips_invalid_lines() {
        let mut history = PuzzleHistory::default();
        history.record(&puzzle(1500), 20_000, 100);
        history.record(&puzzle(1501), 20_001, 30);
        history.solve_daily(20_001);
        history.record_run(RunResult {
            mode: RunMode::Storm,
            day: 20_001,
            solved: 17,
        });
        let text = history.to_text();
        let (read, invalid) = PuzzleHistory::from_text(&text);
        assert_eq!(read.to_text(), text);
        assert!(invalid.is_empty(), "{invalid:?}");
        let garbage = format!(
            "x\ntry a b\n{text}try 000000 1 101 1\nrating NaN 1 1\ndaily -1\nrun walk 1 1\n\n"
        );
        let (read, invalid) = PuzzleHistory::from_text(&garbage);
        assert_eq!(read.to_text(), text);
        assert_eq!(invalid, [1, 2, 8, 9, 10, 11]);
    }
}
