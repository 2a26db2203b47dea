//! The puzzle page in words, for the panel and for screen readers.

use std::fmt::Display;

use foursight_core::{Column, Player};
use foursight_phrases::reasons::ReasonTexts;
use foursight_phrases::refusals::move_error_text;
use foursight_puzzles::text::{
    DAILY, SOLVED, SOLVED_NO_WIN, hint_text, miss_text, move_name, question, theme_title, turn_name,
};
use foursight_puzzles::{
    PuzzleAnswer, PuzzleHint, PuzzleId, PuzzleSet, PuzzleTry, RunMode, SOLVED_PERCENT_MIN, date_of,
    weekday_of,
};

use super::run_progress::RunStep;
use super::{OpenPuzzle, PuzzleFeedback, PuzzleSource, PuzzleState};
use crate::text::{Language, Text, UiMessage as M};
use crate::wording::game_text;
use crate::wording::player_names::PlayerNames;

/// Days of the week that is shown.
const WEEK_DAYS: u32 = 7;
/// Puzzles that are listed of those that return.
const RETURNING_MAX: usize = 5;
/// Attempts that are listed.
const TRIES_MAX: usize = 30;

/// A day of the player's week.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeekDay {
    /// Its short name.
    pub name: String,
    /// The puzzle of the day is solved.
    pub is_solved: bool,
    /// It is today.
    pub is_today: bool,
    /// All of this in words.
    pub label: String,
}

/// A missed puzzle that returns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReturningPuzzle {
    /// Its address.
    pub hash: String,
    /// Day of its return.
    pub due: String,
    /// Its theme.
    pub title: String,
}

/// An attempt of the history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TriedPuzzle {
    /// Address of the puzzle.
    pub hash: String,
    /// Day, theme and result.
    pub text: String,
}

/// Words for a state of the puzzle page.
#[derive(Clone, Copy)]
pub struct PuzzleWords<'a> {
    text: Text,
    names: &'a PlayerNames,
    state: &'a PuzzleState,
}

impl<'a> PuzzleWords<'a> {
    /// Returns the words of a state in a language.
    #[must_use]
    pub const fn new(text: Text, names: &'a PlayerNames, state: &'a PuzzleState) -> Self {
        Self { text, names, state }
    }

    /// Says where the puzzle on the board comes from.
    #[must_use]
    pub fn caption(self) -> String {
        let Some(open) = self.state.open() else {
            return source_title(self.text, self.state.source());
        };
        let puzzle = open.puzzle();
        let (text, language) = (self.text, self.text.0);
        let mut parts = match self.state.source() {
            PuzzleSource::Daily => {
                let daily = DAILY.get(language);
                let date = date_text(language, open.daily().unwrap_or_default());
                let parts: [(&str, &dyn Display); 2] = [("daily", &daily), ("date", &date)];
                vec![text.with(M::PuzzleOfDay, &parts)]
            }
            PuzzleSource::One(id) => vec![text.with(M::PuzzleById, &[("id", &id)])],
            source => vec![source_title(text, source)],
        };
        // The theme of a standard puzzle says too much: it is the first hint.
        if !puzzle.theme.is_standard() && !matches!(self.state.source(), PuzzleSource::Theme(_)) {
            parts.push(theme_title(puzzle.theme).get(language).to_owned());
        }
        parts.push(text.with(M::PuzzleRated, &[("rating", &puzzle.rating)]));
        parts.join(" · ")
    }

    /// Returns the question, or what is to be done without a puzzle.
    #[must_use]
    pub fn headline(self) -> String {
        match (self.state.open(), self.state.source()) {
            (Some(open), _) => question(self.text.0, open.puzzle().goal),
            (None, PuzzleSource::Missed) => self.text.get(M::PuzzleDueNone).to_owned(),
            (None, PuzzleSource::Run(mode)) => self.text.get(run_texts(mode)[0]).to_owned(),
            (None, _) => self.text.get(M::PuzzleNoSuch).to_owned(),
        }
    }

    /// Says whom the player plays, and what counts.
    #[must_use]
    pub fn task(self) -> String {
        match (self.state.open(), self.state.source()) {
            (Some(open), _) => {
                let name = self.names.get(open.attempt().player());
                self.text.with(M::PuzzleTask, &[("name", &name)])
            }
            (None, PuzzleSource::Run(mode)) => self.text.get(run_texts(mode)[1]).to_owned(),
            (None, PuzzleSource::Missed) => self.text.get(M::PuzzleComeBackNone).to_owned(),
            (None, _) => String::new(),
        }
    }

    /// Words the feedback on the last move or answer.
    #[must_use]
    pub fn feedback(self) -> String {
        let (text, language) = (self.text, self.text.0);
        if let Some(over) = self.run_over() {
            return over;
        }
        let Some(open) = self.state.open() else {
            return String::new();
        };
        match open.feedback() {
            PuzzleFeedback::Question => self.run_step(open),
            PuzzleFeedback::Checking => text.get(M::PuzzleChecking).to_owned(),
            PuzzleFeedback::Right(reply) if reply.is_empty() => text.get(M::PuzzleGoOn).to_owned(),
            PuzzleFeedback::Right(reply) => {
                text.with(M::PuzzleRight, &[("reply", &turn_name(language, reply))])
            }
            PuzzleFeedback::OtherDefence(reply) => text.with(
                M::PuzzleOtherReply,
                &[("reply", &turn_name(language, reply))],
            ),
            PuzzleFeedback::Missed(miss) => miss_text(language, miss),
            PuzzleFeedback::Solved => match open.puzzle().answer {
                PuzzleAnswer::NoWin => SOLVED_NO_WIN.get(language).to_owned(),
                PuzzleAnswer::Move(_) => SOLVED.get(language).to_owned(),
            },
            PuzzleFeedback::Refused(error) => move_error_text(language, *error),
            PuzzleFeedback::NotOffered => text.get(M::PuzzleNotOffered).to_owned(),
            PuzzleFeedback::Unknown => text.get(M::PuzzleUnknown).to_owned(),
        }
    }

    /// Says what a series came to, once it is over.
    fn run_over(self) -> Option<String> {
        let run = self.state.run().filter(|run| run.is_over())?;
        let (solved, combo) = (run.run.solved(), run.run.longest_combo());
        let parts: [(&str, &dyn Display); 2] = [("count", &solved), ("combo", &combo)];
        let over = self.text.with(M::PuzzleRunOver, &parts);
        let best = if run.is_best {
            self.text.get(M::PuzzleNewBest)
        } else {
            ""
        };
        Some(format!("{over} {best}").trim_end().to_owned())
    }

    /// Says in a series what happened to the puzzle before this one.
    fn run_step(self, open: &OpenPuzzle) -> String {
        let Some((run, step)) = self.state.run().and_then(|run| Some((run, run.last?))) else {
            return String::new();
        };
        let message = match step {
            RunStep::Solved => M::PuzzleRunNext,
            RunStep::Skipped => M::PuzzleRunSkipped,
        };
        let (solved, question) = (run.run.solved(), question(self.text.0, open.puzzle().goal));
        let parts: [(&str, &dyn Display); 2] = [("count", &solved), ("question", &question)];
        let mut words = self.text.with(message, &parts);
        let name = self.names.get(open.attempt().player());
        words.push(' ');
        words.push_str(&self.text.with(M::ToMove, &[("name", &name)]));
        words.push('.');
        words
    }

    /// Returns the badges of the reason and the reason itself, with the question that it answers.
    #[must_use]
    pub fn reason(self) -> Option<(String, String)> {
        let open = self.state.open()?;
        let explained = open.explained()?;
        let name = |player: Player| self.names.get(player).to_owned();
        let texts = ReasonTexts {
            language: self.text.0,
            mover: explained.mover,
            name: &name,
        };
        let column = explained.explanation.column;
        let mv = move_name(self.text.0, foursight_core::Move::Drop(column));
        let question = self.text.with(M::PuzzleWhy, &[("move", &mv)]);
        Some((question, texts.paragraph(&explained.explanation)))
    }

    /// Returns the texts of the revealed hints.
    #[must_use]
    pub fn hints(self) -> Vec<String> {
        let Some(open) = self.state.open() else {
            return Vec::new();
        };
        let hints = open.hints().iter();
        hints
            .map(|hint| hint_text(self.text.0, open.puzzle(), *hint))
            .collect()
    }

    /// Labels the button of the next hint with its price.
    #[must_use]
    pub fn hint_label(self) -> String {
        let open = self.state.open();
        let next = open.and_then(OpenPuzzle::next_hint);
        let is_free = open.is_some_and(|open| open.recorded().is_some());
        match next {
            Some(PuzzleHint::Answer) => self.text.get(M::PuzzleHintAnswer).to_owned(),
            Some(hint) if !is_free => self.text.with(M::PuzzleHint, &[("price", &hint.price())]),
            _ => self.text.get(M::PuzzleHintFree).to_owned(),
        }
    }

    /// Labels the button of a column.
    #[must_use]
    pub fn column_label(self, column: Column) -> String {
        let Some(open) = self.state.open() else {
            return self.text.with(M::DropInColumn, &[("column", &column)]);
        };
        let mv = open.move_for_press(column);
        if open.attempt().game().after(mv).is_err() {
            let board = open.attempt().game().position().board();
            if board.landing(column).is_none() {
                return self.text.with(M::PuzzleColumnFull, &[("column", &column)]);
            }
        }
        game_text::move_label(self.text, mv)
    }

    /// Describes the board, whose turn it is, and the power discs of the player.
    #[must_use]
    pub fn board(self) -> String {
        let Some(open) = self.state.open() else {
            return String::new();
        };
        let game = open.shown();
        let board = game_text::board(self.text, self.names, &game.position().board());
        let status = game_text::status_text(self.text, self.names, game, None);
        let stock = foursight_puzzles::text::stock_text(self.text.0, game.position());
        format!("{board} {status}. {}", stock.unwrap_or_default())
            .trim_end()
            .to_owned()
    }

    /// Says how a series stands: solved puzzles, misses left, and the time left.
    #[must_use]
    pub fn run_status(self) -> Vec<String> {
        let text = self.text;
        let Some(run) = self.state.run() else {
            return Vec::new();
        };
        let mut parts = vec![text.with(M::PuzzleRunSolved, &[("count", &run.run.solved())])];
        if let Some(lives) = run.run.lives() {
            parts.push(text.with(M::PuzzleRunLives, &[("count", &lives)]));
        }
        if let Some(ms) = self.state.remaining_ms() {
            let seconds = ms.div_ceil(1000);
            let time = format!("{}:{:02}", seconds / 60, seconds % 60);
            parts.push(text.with(M::PuzzleRunTime, &[("time", &time)]));
        }
        parts
    }

    /// Returns the player's best result in the series of the source.
    #[must_use]
    pub fn best(self) -> Option<String> {
        let PuzzleSource::Run(mode) = self.state.source() else {
            return None;
        };
        let best = self.state.history().best_run(mode)?;
        Some(self.text.with(M::PuzzleBest, &[("count", &best)]))
    }

    /// Says how many days in a row the puzzle of the day was solved.
    #[must_use]
    pub fn streak(self) -> String {
        let streak = self.state.history().daily_streak(self.state.today());
        let count = streak as usize;
        self.text
            .count(M::PuzzleStreakDay, M::PuzzleStreakDays, count)
    }

    /// Returns the last days, today last.
    #[must_use]
    pub fn week(self) -> Vec<WeekDay> {
        let today = self.state.today();
        let days = today.saturating_sub(WEEK_DAYS - 1)..=today;
        let day = |day: u32| {
            let is_solved = self.state.history().has_solved_daily(day);
            let is_today = day == today;
            let name = if is_today {
                self.text.get(M::PuzzleToday)
            } else {
                weekday_text(self.text.0, day)
            };
            let message = if is_solved {
                M::PuzzleDaySolved
            } else {
                M::PuzzleDayOpen
            };
            WeekDay {
                name: name.to_owned(),
                is_solved,
                is_today,
                label: self.text.with(message, &[("day", &name)]),
            }
        };
        days.map(day).collect()
    }

    /// Lists the missed puzzles that return next.
    #[must_use]
    pub fn returning(self) -> Vec<ReturningPuzzle> {
        let today = self.state.today();
        let mut returning = self.state.history().returning();
        returning.sort_by_key(|(id, day)| (*day, *id));
        let puzzle = |(id, day): (PuzzleId, u32)| {
            let puzzle = PuzzleSet::shipped().get(id)?;
            let due = match day.saturating_sub(today) {
                0 => self.text.get(M::PuzzleDueNow).to_owned(),
                days => self.text.with(M::PuzzleDueIn, &[("count", &days)]),
            };
            Some(ReturningPuzzle {
                hash: PuzzleSource::One(id).hash(),
                due,
                title: theme_title(puzzle.theme).get(self.text.0).to_owned(),
            })
        };
        let puzzles = returning.into_iter().filter_map(puzzle);
        puzzles.take(RETURNING_MAX).collect()
    }

    /// Labels the link to the missed puzzles that are due.
    #[must_use]
    pub fn missed_label(self) -> String {
        match self.state.history().due(self.state.today()).len() {
            0 => self.text.get(M::PuzzleMissed).to_owned(),
            count => self.text.with(M::PuzzleMissedCount, &[("count", &count)]),
        }
    }

    /// Returns the player's rating.
    #[must_use]
    pub fn rating(self) -> String {
        let rating = self.state.history().rating();
        let parts: [(&str, &dyn Display); 2] = [
            ("rating", &rating.rating.round()),
            ("deviation", &rating.deviation.round()),
        ];
        self.text.with(M::PuzzleRatingNow, &parts)
    }

    /// Counts the attempts, or says that there are none.
    #[must_use]
    pub fn tried(self) -> String {
        let tries = self.state.history().tries();
        if tries.is_empty() {
            return self.text.get(M::PuzzleHistoryNone).to_owned();
        }
        let is_solved = |attempt: &&PuzzleTry| attempt.score >= SOLVED_PERCENT_MIN;
        let solved = tries.iter().filter(is_solved).count();
        let parts: [(&str, &dyn Display); 2] = [("count", &tries.len()), ("solved", &solved)];
        self.text.with(M::PuzzleTried, &parts)
    }

    /// Describes the chart of the rating, or returns `None` with fewer than two attempts.
    #[must_use]
    pub fn chart(self) -> Option<String> {
        let tries = self.state.history().tries();
        let ratings = || tries.iter().map(|attempt| attempt.rating);
        let ((first, last), (lowest, highest)) = (
            (ratings().next()?, ratings().next_back()?),
            (ratings().min()?, ratings().max()?),
        );
        let parts: [(&str, &dyn Display); 4] = [
            ("first", &first),
            ("last", &last),
            ("lowest", &lowest),
            ("highest", &highest),
        ];
        (tries.len() > 1).then(|| self.text.with(M::PuzzleChart, &parts))
    }

    /// Lists the last attempts, the newest first.
    #[must_use]
    pub fn tries(self) -> Vec<TriedPuzzle> {
        let tries = self.state.history().tries().iter().rev().take(TRIES_MAX);
        tries.map(|attempt| self.tried_puzzle(*attempt)).collect()
    }

    fn tried_puzzle(self, attempt: PuzzleTry) -> TriedPuzzle {
        let PuzzleTry { id, day, score, .. } = attempt;
        let result = self.text.get(match score {
            100 => M::PuzzleTrySolved,
            SOLVED_PERCENT_MIN.. => M::PuzzleTryHinted,
            _ => M::PuzzleTryMissed,
        });
        let theme = match PuzzleSet::shipped().get(id) {
            Some(puzzle) => theme_title(puzzle.theme).get(self.text.0).to_owned(),
            None => self.text.with(M::PuzzleTryGone, &[("id", &id)]),
        };
        let date = date_text(self.text.0, day);
        let parts: [(&str, &dyn Display); 3] =
            [("date", &date), ("theme", &theme), ("result", &result)];
        TriedPuzzle {
            hash: PuzzleSource::One(id).hash(),
            text: self.text.with(M::PuzzleTry, &parts),
        }
    }
}

/// Returns the title of a source.
#[must_use]
pub fn source_title(text: Text, source: PuzzleSource) -> String {
    match source {
        PuzzleSource::Daily => DAILY.get(text.0).to_owned(),
        PuzzleSource::Near => text.get(M::PuzzleNear).to_owned(),
        PuzzleSource::Theme(theme) => {
            let theme = theme_title(theme).get(text.0);
            text.with(M::PuzzleByTheme, &[("theme", &theme)])
        }
        PuzzleSource::Missed => text.get(M::PuzzleReturned).to_owned(),
        PuzzleSource::Run(mode) => text.get(run_texts(mode)[0]).to_owned(),
        PuzzleSource::One(id) => text.with(M::PuzzleById, &[("id", &id)]),
    }
}

/// Returns the name of a mode, and its rules.
const fn run_texts(mode: RunMode) -> [M; 2] {
    match mode {
        RunMode::Streak => [M::PuzzleStreak, M::PuzzleStreakAbout],
        RunMode::Storm => [M::PuzzleStorm, M::PuzzleStormAbout],
        RunMode::Survival => [M::PuzzleSurvival, M::PuzzleSurvivalAbout],
    }
}

const MONTHS: [[&str; 2]; 12] = [
    ["January", "Januar"],
    ["February", "Februar"],
    ["March", "März"],
    ["April", "April"],
    ["May", "Mai"],
    ["June", "Juni"],
    ["July", "Juli"],
    ["August", "August"],
    ["September", "September"],
    ["October", "Oktober"],
    ["November", "November"],
    ["December", "Dezember"],
];

const WEEKDAYS: [[&str; 2]; 7] = [
    ["Mon", "Mo"],
    ["Tue", "Di"],
    ["Wed", "Mi"],
    ["Thu", "Do"],
    ["Fri", "Fr"],
    ["Sat", "Sa"],
    ["Sun", "So"],
];

/// Names a day without its year.
fn date_text(language: Language, day: u32) -> String {
    let (_, month, number) = date_of(day);
    let month = MONTHS[month as usize - 1][language as usize];
    match language {
        Language::English => format!("{number} {month}"),
        Language::German => format!("{number}. {month}"),
    }
}

fn weekday_text(language: Language, day: u32) -> &'static str {
    WEEKDAYS[weekday_of(day)][language as usize]
}
