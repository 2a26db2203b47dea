//! A set of puzzles and its text.
//!
//! ```text
//! foursight-puzzles 1
//! mined fork 1 5000
//! fork win-in-2
//! 4435337611126652 4 1480
//! any-win win-or-none
//! 1122334556677123 none 1310
//! checksum 0123456789abcdef
//! ```
//!
//! A line with a theme and a goal opens a section; a puzzle is the moves so far, the answer and the
//! rating. `mined` says up to which number the candidates of a theme and a seed have been tried, so
//! that mining can go on. Everything else about a puzzle is derived. The shipped file is one of these.

use std::collections::HashSet;
use std::fmt::{self, Write as _};
use std::sync::OnceLock;

use foursight_core::{Game, SplitMix64};
use foursight_record::{Form, read_as};

use crate::day::{WEEKDAY_OF_DAY_0, weekday_of};
use crate::puzzle::{EMOJI, Puzzle, PuzzleAnswer, PuzzleId, fnv};
use crate::theme::{PuzzleGoal, PuzzleTheme};

const HEADER: &str = "foursight-puzzles 1";
const MINED: &str = "mined ";
const CHECKSUM: &str = "checksum ";
const NO_WIN: &str = "none";
/// Most puzzles of a set.
pub const PUZZLES_MAX: usize = 20_000;
/// Largest text of a set.
pub const SET_BYTES_MAX: usize = 4 << 20;
/// Longest game before a puzzle, in bytes of text.
const MOVES_BYTES_MAX: usize = 200;
/// Highest rating.
const RATING_MAX: u16 = 4000;
/// Days of a week: the daily puzzle gets harder from Monday to Sunday.
const WEEK: usize = 7;
/// Seed of the order of daily puzzles.
const DAILY_SEED: u64 = 0x6461_696c_7900;
/// Puzzles nearest to a rating, of which one is picked.
const NEAR_COUNT: usize = 12;

/// Number of candidates of a theme and a seed that have been tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MiningProgress {
    /// The theme.
    pub theme: PuzzleTheme,
    /// The seed.
    pub seed: u64,
    /// Candidates below this number have been tried.
    pub tried: u64,
}

/// Puzzles, and how far they have been mined.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PuzzleSet {
    puzzles: Vec<Puzzle>,
    progress: Vec<MiningProgress>,
    /// Of the puzzles, to find similar ones.
    keys: HashSet<[u128; 2]>,
    ids: HashSet<PuzzleId>,
}

/// Reason why a text is no set of puzzles.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PuzzleSetError {
    /// The text has this many bytes.
    TooLong(usize),
    /// The text does not begin with the header of this version.
    Header,
    /// The text has no checksum, or another one: it was cut off or changed.
    Checksum,
    /// A line, counted from 1, is invalid.
    Line {
        /// Its number.
        line: usize,
        /// The reason.
        reason: String,
    },
}

impl fmt::Display for PuzzleSetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong(bytes) => {
                write!(
                    f,
                    "the puzzles have {bytes} bytes: at most {SET_BYTES_MAX} are allowed"
                )
            }
            Self::Header => write!(f, "line 1: expected \"{HEADER}\""),
            Self::Checksum => f.write_str("the checksum is wrong: the text was cut off or changed"),
            Self::Line { line, reason } => write!(f, "line {line}: {reason}"),
        }
    }
}

impl std::error::Error for PuzzleSetError {}

impl PuzzleSet {
    /// Returns the puzzles that come with the crate.
    ///
    /// # Panics
    ///
    /// Never: a test parses them.
    ///
    /// ```
    /// use foursight_puzzles::PuzzleSet;
    ///
    /// let set = PuzzleSet::shipped();
    /// assert!(set.puzzles().len() >= 1000);
    /// assert_eq!(set.daily(20_000), set.daily(20_000));
    /// ```
    #[must_use]
    pub fn shipped() -> &'static Self {
        static SET: OnceLock<PuzzleSet> = OnceLock::new();
        SET.get_or_init(|| {
            Self::from_text(include_str!("../shipped.puzzles")).expect("a test parses it")
        })
    }

    /// Returns the puzzles.
    #[must_use]
    pub fn puzzles(&self) -> &[Puzzle] {
        &self.puzzles
    }

    /// Returns how far candidates have been tried.
    #[must_use]
    pub fn progress(&self) -> &[MiningProgress] {
        &self.progress
    }

    /// Adds a puzzle. Returns false if the set has a similar one already, or no room.
    pub fn add(&mut self, puzzle: Puzzle) -> bool {
        let is_new = self.puzzles.len() < PUZZLES_MAX
            && !self.ids.contains(&puzzle.id)
            && self.keys.insert(puzzle.similarity_key());
        if is_new {
            self.ids.insert(puzzle.id);
            self.puzzles.push(puzzle);
        }
        is_new
    }

    /// Changes the ratings, in the order of [`puzzles`](Self::puzzles).
    pub fn rate(&mut self, ratings: &[u16]) {
        for (puzzle, rating) in self.puzzles.iter_mut().zip(ratings) {
            puzzle.rating = (*rating).min(RATING_MAX);
        }
    }

    /// Notes that the candidates of a theme and a seed have been tried up to a number.
    pub fn set_tried(&mut self, progress: MiningProgress) {
        let is_same =
            |old: &&mut MiningProgress| (old.theme, old.seed) == (progress.theme, progress.seed);
        match self.progress.iter_mut().find(is_same) {
            Some(old) => old.tried = old.tried.max(progress.tried),
            None => self.progress.push(progress),
        }
    }

    /// Returns the number of the first candidate that has not been tried.
    #[must_use]
    pub fn tried(&self, theme: PuzzleTheme, seed: u64) -> u64 {
        let mut known = self.progress.iter();
        known
            .find(|progress| (progress.theme, progress.seed) == (theme, seed))
            .map_or(0, |progress| progress.tried)
    }

    /// Returns the puzzle with an id.
    #[must_use]
    pub fn get(&self, id: PuzzleId) -> Option<&Puzzle> {
        self.puzzles.iter().find(|puzzle| puzzle.id == id)
    }

    /// Iterates over the puzzles of a theme, or over all of them.
    pub fn of_theme(&self, theme: Option<PuzzleTheme>) -> impl Iterator<Item = &Puzzle> {
        let puzzles = self.puzzles.iter();
        puzzles.filter(move |puzzle| theme.is_none_or(|theme| puzzle.theme == theme))
    }

    /// Returns the puzzle of a day, counted from 1 January 1970: the same for every player who has
    /// this set, easy on Mondays and hard on Sundays. Only puzzles of the standard game appear, and
    /// none returns before all others of its weekday have had their turn.
    #[must_use]
    pub fn daily(&self, day: u32) -> Option<&Puzzle> {
        let mut puzzles: Vec<_> = self
            .puzzles
            .iter()
            .filter(|puzzle| puzzle.theme.is_standard())
            .collect();
        puzzles.sort_by_key(|puzzle| (puzzle.rating, puzzle.id));
        let weekday = weekday_of(day);
        let week = day.saturating_add(WEEKDAY_OF_DAY_0) as usize / WEEK;
        let count = puzzles.len();
        let bound = |part: usize| count * part / WEEK;
        let band = puzzles.get_mut(bound(weekday)..bound(weekday + 1))?;
        if band.is_empty() {
            return puzzles.first().copied();
        }
        // One order for all time: a new one for each turn would let a puzzle return within weeks.
        shuffle(
            band,
            &mut SplitMix64::for_stream(DAILY_SEED, weekday as u64),
        );
        band.get(week % band.len()).copied()
    }

    /// Returns a random puzzle of a theme, or of any.
    #[must_use]
    pub fn random(&self, theme: Option<PuzzleTheme>, seed: u64) -> Option<&Puzzle> {
        let puzzles: Vec<_> = self.of_theme(theme).collect();
        SplitMix64::new(seed).pick(&puzzles).copied()
    }

    /// Returns a random puzzle near a rating that `is_seen` does not know, of a theme or of any. If
    /// it knows all, it is not considered.
    #[must_use]
    pub fn near(
        &self,
        rating: f64,
        theme: Option<PuzzleTheme>,
        is_seen: &dyn Fn(PuzzleId) -> bool,
        seed: u64,
    ) -> Option<&Puzzle> {
        let mut puzzles: Vec<_> = self.of_theme(theme).collect();
        if puzzles.iter().any(|puzzle| !is_seen(puzzle.id)) {
            puzzles.retain(|puzzle| !is_seen(puzzle.id));
        }
        let rating = rating.clamp(0.0, f64::from(RATING_MAX)) as u16;
        puzzles.sort_by_key(|puzzle| (puzzle.rating.abs_diff(rating), puzzle.id));
        puzzles.truncate(NEAR_COUNT);
        SplitMix64::new(seed).pick(&puzzles).copied()
    }

    /// Formats the set as text, by theme, goal and rating.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = format!("{HEADER}\n");
        for progress in &self.progress {
            let MiningProgress { theme, seed, tried } = progress;
            writeln!(text, "{MINED}{theme} {seed} {tried}").expect("memory does not fail");
        }
        let mut puzzles: Vec<_> = self.puzzles.iter().collect();
        puzzles.sort_by_key(|puzzle| {
            (
                puzzle.theme,
                puzzle.goal.name(),
                puzzle.rating,
                puzzle.moves_text(),
            )
        });
        let mut section = None;
        for puzzle in puzzles {
            let heading = (puzzle.theme, puzzle.goal);
            if section != Some(heading) {
                section = Some(heading);
                writeln!(text, "{} {}", puzzle.theme, puzzle.goal.name())
                    .expect("memory does not fail");
            }
            let (moves, answer) = (puzzle.moves_text(), puzzle.answer_text());
            let answer = answer.as_deref().unwrap_or(NO_WIN);
            writeln!(text, "{moves} {answer} {}", puzzle.rating).expect("memory does not fail");
        }
        let checksum = fnv(text.as_bytes());
        writeln!(text, "{CHECKSUM}{checksum:016x}").expect("memory does not fail");
        text
    }

    /// Parses a text.
    ///
    /// # Errors
    ///
    /// [`PuzzleSetError`] with the line and the reason.
    pub fn from_text(text: &str) -> Result<Self, PuzzleSetError> {
        if text.len() > SET_BYTES_MAX {
            return Err(PuzzleSetError::TooLong(text.len()));
        }
        if text.lines().next() != Some(HEADER) {
            return Err(PuzzleSetError::Header);
        }
        let end = text.rfind(CHECKSUM).ok_or(PuzzleSetError::Checksum)?;
        let (body, checksum) = text.split_at(end);
        if checksum.trim_end() != format!("{CHECKSUM}{:016x}", fnv(body.as_bytes())) {
            return Err(PuzzleSetError::Checksum);
        }
        let mut parser = SetParser::default();
        for (line, number) in body.lines().zip(1..).skip(1) {
            let parsed = parser.parse_line(line);
            parsed.map_err(|reason| PuzzleSetError::Line {
                line: number,
                reason,
            })?;
        }
        Ok(parser.set)
    }
}

/// Parses the lines of a set one by one.
#[derive(Default)]
struct SetParser {
    set: PuzzleSet,
    section: Option<(PuzzleTheme, PuzzleGoal)>,
}

impl SetParser {
    fn parse_line(&mut self, line: &str) -> Result<(), String> {
        if let Some(progress) = line.strip_prefix(MINED) {
            let progress = parse_progress(progress)?;
            self.set.set_tried(progress);
        } else if line.starts_with(|c: char| c.is_ascii_lowercase()) {
            self.section = Some(parse_section(line)?);
        } else {
            let puzzle = parse_puzzle(line, self.section)?;
            if self.set.puzzles.len() == PUZZLES_MAX {
                return Err(format!("at most {PUZZLES_MAX} puzzles are allowed"));
            }
            if !self.set.add(puzzle) {
                return Err("a similar puzzle stands above".to_owned());
            }
        }
        Ok(())
    }
}

fn parse_progress(text: &str) -> Result<MiningProgress, String> {
    let expected = || "expected a theme, a seed and a number".to_owned();
    let mut words = text.split(' ');
    let mut word = || words.next().ok_or_else(expected);
    let theme = word()?
        .parse::<PuzzleTheme>()
        .map_err(|error| error.to_string())?;
    let seed = word()?.parse().map_err(|_| expected())?;
    let tried = word()?.parse().map_err(|_| expected())?;
    Ok(MiningProgress { theme, seed, tried })
}

fn parse_section(line: &str) -> Result<(PuzzleTheme, PuzzleGoal), String> {
    let (theme, goal) = line.split_once(' ').ok_or("expected a theme and a goal")?;
    let theme = theme
        .parse::<PuzzleTheme>()
        .map_err(|error| error.to_string())?;
    let goal = PuzzleGoal::from_name(goal).ok_or_else(|| format!("there is no goal {goal:?}"))?;
    Ok((theme, goal))
}

fn parse_puzzle(line: &str, section: Option<(PuzzleTheme, PuzzleGoal)>) -> Result<Puzzle, String> {
    let (theme, goal) = section.ok_or("expected a theme and a goal first")?;
    let mut words = line.split(' ');
    let (Some(moves), Some(answer), Some(rating), None) =
        (words.next(), words.next(), words.next(), words.next())
    else {
        return Err("expected moves, an answer and a rating".to_owned());
    };
    if moves.len() > MOVES_BYTES_MAX {
        return Err(format!("the game is longer than {MOVES_BYTES_MAX} bytes"));
    }
    let rating: u16 = rating.parse().map_err(|_| "the rating is no number")?;
    if rating > RATING_MAX {
        return Err(format!("the rating is above {RATING_MAX}"));
    }
    let read = |text: &str| {
        read_as(Form::Digits, text, theme.ruleset(), &EMOJI).map_err(|error| error.to_string())
    };
    let game: Game = read(moves)?;
    if game.end().is_some() {
        return Err("the game is over".to_owned());
    }
    let answer = if answer == NO_WIN {
        if goal != PuzzleGoal::WinOrNone {
            return Err("this goal has a move as its answer".to_owned());
        }
        PuzzleAnswer::NoWin
    } else {
        let after = read(&[moves, answer].concat())?;
        if after.moves().len() != game.moves().len() + 1 {
            return Err("the answer is no single move".to_owned());
        }
        let mv = after.moves().last().copied();
        PuzzleAnswer::Move(mv.ok_or("the answer is no move")?)
    };
    Ok(Puzzle::new(game, theme, goal, answer, rating))
}

/// Shuffles a list (Fisher and Yates).
pub(crate) fn shuffle<T>(items: &mut [T], rng: &mut SplitMix64) {
    for last in (1..items.len()).rev() {
        items.swap(last, rng.below(last + 1));
    }
}
