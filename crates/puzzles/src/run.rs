//! Series of puzzles: streak, storm and survival. Time is an argument.

/// Time of a storm, in milliseconds.
pub const STORM_MS: u64 = 180_000;
/// Time that a missed puzzle costs in a storm, in milliseconds.
pub const STORM_PENALTY_MS: u64 = 10_000;
/// Solved puzzles in a row that give time back in a storm.
const STORM_COMBO: u32 = 5;
/// Time that they give back, in milliseconds.
const STORM_COMBO_MS: u64 = 5_000;
/// Missed puzzles that end a survival.
pub const SURVIVAL_LIVES: u32 = 3;
/// Rating of the first puzzle of a series.
const RATING_FIRST: u16 = 800;
/// Rating points by which each puzzle is harder than the one before.
const RATING_STEP: u16 = 35;
/// Highest rating of a series.
const RATING_LAST: u16 = 2600;

/// Rules of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RunMode {
    /// One miss ends it; one puzzle may be skipped.
    Streak,
    /// As many as possible in three minutes; a miss costs ten seconds.
    Storm,
    /// Three misses end it.
    Survival,
}

impl RunMode {
    /// Every mode.
    pub const ALL: [Self; 3] = [Self::Streak, Self::Storm, Self::Survival];

    /// Returns the name that machines read.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Streak => "streak",
            Self::Storm => "storm",
            Self::Survival => "survival",
        }
    }

    /// Parses a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.name() == name)
    }
}

/// A series of puzzles.
///
/// ```
/// use foursight_puzzles::{PuzzleRun, RunMode};
///
/// let mut run = PuzzleRun::new(RunMode::Streak, 0);
/// run.record(true, 5_000);
/// run.record(false, 9_000);
/// assert!(run.is_over(9_000));
/// assert_eq!(run.solved(), 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PuzzleRun {
    mode: RunMode,
    solved: u32,
    missed: u32,
    /// Puzzles solved since the last miss.
    combo: u32,
    longest_combo: u32,
    has_skipped: bool,
    /// End of a storm.
    ends_at_ms: u64,
    /// Latest time that was seen: a clock that is set back gives no time back.
    latest_ms: u64,
}

impl PuzzleRun {
    /// Starts a series.
    #[must_use]
    pub const fn new(mode: RunMode, now_ms: u64) -> Self {
        Self {
            mode,
            solved: 0,
            missed: 0,
            combo: 0,
            longest_combo: 0,
            has_skipped: false,
            ends_at_ms: now_ms.saturating_add(STORM_MS),
            latest_ms: now_ms,
        }
    }

    /// Returns the mode.
    #[must_use]
    pub const fn mode(&self) -> RunMode {
        self.mode
    }

    /// Returns the number of solved puzzles, which is the result.
    #[must_use]
    pub const fn solved(&self) -> u32 {
        self.solved
    }

    /// Returns the number of missed puzzles.
    #[must_use]
    pub const fn missed(&self) -> u32 {
        self.missed
    }

    /// Returns true if the player may skip the next puzzle.
    #[must_use]
    pub fn may_skip(&self) -> bool {
        self.mode == RunMode::Streak && !self.has_skipped && self.missed == 0
    }

    /// Returns the most puzzles that were solved in a row.
    #[must_use]
    pub const fn longest_combo(&self) -> u32 {
        self.longest_combo
    }

    /// Returns the number of misses that the series still allows, or `None` for a storm.
    #[must_use]
    pub const fn lives(&self) -> Option<u32> {
        match self.mode {
            RunMode::Streak => Some(1_u32.saturating_sub(self.missed)),
            RunMode::Storm => None,
            RunMode::Survival => Some(SURVIVAL_LIVES.saturating_sub(self.missed)),
        }
    }

    /// Returns the rating of the next puzzle.
    #[must_use]
    pub fn next_rating(&self) -> u16 {
        let tried = (self.solved + self.missed).min(u32::from(u16::MAX)) as u16;
        RATING_FIRST
            .saturating_add(tried.saturating_mul(RATING_STEP))
            .min(RATING_LAST)
    }

    /// Returns the milliseconds that a storm has left, or `None` for the other modes.
    #[must_use]
    pub fn remaining_ms(&self, now_ms: u64) -> Option<u64> {
        let now_ms = now_ms.max(self.latest_ms);
        (self.mode == RunMode::Storm).then(|| self.ends_at_ms.saturating_sub(now_ms))
    }

    /// Returns true once the series is over.
    #[must_use]
    pub fn is_over(&self, now_ms: u64) -> bool {
        self.lives() == Some(0) || self.remaining_ms(now_ms) == Some(0)
    }

    /// Records a puzzle. After the end nothing changes.
    pub fn record(&mut self, is_solved: bool, now_ms: u64) {
        if self.is_over(now_ms) {
            return;
        }
        self.latest_ms = self.latest_ms.max(now_ms);
        if is_solved {
            self.solved += 1;
            self.combo += 1;
            self.longest_combo = self.longest_combo.max(self.combo);
            if self.combo.is_multiple_of(STORM_COMBO) {
                self.ends_at_ms = self.ends_at_ms.saturating_add(STORM_COMBO_MS);
            }
        } else {
            self.missed += 1;
            self.combo = 0;
            self.ends_at_ms = self.ends_at_ms.saturating_sub(STORM_PENALTY_MS);
        }
    }

    /// Skips a puzzle. Returns false if the mode does not allow it, or not again.
    pub fn skip(&mut self) -> bool {
        let may_skip = self.may_skip();
        self.has_skipped |= may_skip;
        may_skip
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_streak_allows_one_skip_and_no_miss() {
        let mut run = PuzzleRun::new(RunMode::Streak, 0);
        run.record(true, 1);
        assert!(run.skip() && !run.skip());
        run.record(true, 2);
        assert_eq!((run.lives(), run.remaining_ms(2)), (Some(1), None));
        run.record(false, 3);
        run.record(true, 4);
        assert_eq!((run.solved(), run.missed(), run.is_over(4)), (2, 1, true));
    }

    #[test]
    fn a_storm_lasts_three_minutes() {
        let mut run = PuzzleRun::new(RunMode::Storm, 1_000);
        assert_eq!(run.remaining_ms(1_000), Some(STORM_MS));
        run.record(false, 2_000);
        assert_eq!(
            run.remaining_ms(2_000),
            Some(STORM_MS - 1_000 - STORM_PENALTY_MS)
        );
        // A clock that is set back gives no time back.
        assert_eq!(run.remaining_ms(0), run.remaining_ms(2_000));
        for solved in 1..=5 {
            run.record(true, 2_000 + solved);
        }
        assert_eq!(run.remaining_ms(2_005), Some(STORM_MS - 1_005 - 5_000));
        assert!(!run.skip() && !run.is_over(175_999) && run.is_over(176_000));
        run.record(true, 200_000);
        assert_eq!((run.solved(), run.longest_combo()), (5, 5));
    }

    #[test]
    fn a_survival_ends_with_the_third_miss() {
        let mut run = PuzzleRun::new(RunMode::Survival, 0);
        let ratings: Vec<_> = [true, false, true, false, true, false]
            .into_iter()
            .map(|is_solved| {
                let rating = run.next_rating();
                run.record(is_solved, 0);
                rating
            })
            .collect();
        assert!(ratings.is_sorted_by(|one, two| one < two), "{ratings:?}");
        assert_eq!(
            (run.solved(), run.lives(), run.is_over(0)),
            (3, Some(0), true)
        );
    }
}
