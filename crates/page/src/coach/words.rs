//! The coach in words, for the panel and for screen readers.

use foursight_core::{Cell, Column, Player};
use foursight_explain::{DropExplanation, MistakeTheme};
use foursight_phrases::reasons::ReasonTexts;
use foursight_solver::Wdl;

use super::{
    CoachAnswer, CoachNotice, CoachQuestion, CoachState, HINTS_MAX, LoggedMistake, ThemeMistakes,
};
use crate::analysis::plan_text;
use crate::text::{Text, UiMessage as M};
use crate::wording::player_names::PlayerNames;

/// Words for a state of the coach.
#[derive(Clone, Copy)]
pub struct CoachWords<'a> {
    text: Text,
    names: &'a PlayerNames,
    coach: &'a CoachState,
}

impl<'a> CoachWords<'a> {
    /// Returns the words of a state in a language.
    #[must_use]
    pub const fn new(text: Text, names: &'a PlayerNames, coach: &'a CoachState) -> Self {
        Self { text, names, coach }
    }

    /// Returns the place of the current question in its series.
    #[must_use]
    pub fn place(self) -> String {
        let Some(session) = self.coach.session() else {
            return String::new();
        };
        let message = match session.game() {
            Some(_) => M::CoachAfterGame,
            None => M::CoachAgain,
        };
        let count = session.questions().len();
        let number = (session.current() + 1).min(count);
        self.text
            .with(message, &[("number", &number), ("count", &count)])
    }

    /// Returns the headline: the task, or the answer.
    #[must_use]
    pub fn headline(self) -> String {
        let Some(question) = self.coach.question() else {
            return self.text.get(M::CoachHeading).to_owned();
        };
        let Some(answer) = question.answer() else {
            return self.text.get(M::CoachFind).to_owned();
        };
        let message = match question.best() {
            Some(Wdl::Win) => M::CoachKeepsWin,
            _ => M::CoachKeepsDraw,
        };
        let cell = cell_text(question, answer.column());
        self.text.with(message, &[("cell", &cell)])
    }

    /// Describes the task of a question.
    #[must_use]
    pub fn task(self, question: &CoachQuestion) -> String {
        let name = self.names.get(question.player());
        let message = match question.best() {
            Some(Wdl::Win) => M::CoachWonBefore,
            Some(_) => M::CoachDrawBefore,
            None if question.is_unsolved() => M::CoachUnsolved,
            None => M::CoachWaiting,
        };
        self.text.with(message, &[("name", &name)])
    }

    /// Says how the question stands, for the foot of the board and for screen readers. Gives
    /// nothing away while the question is open.
    #[must_use]
    pub fn status(self) -> String {
        let Some(session) = self.coach.session() else {
            return String::new();
        };
        let Some(question) = session.question() else {
            if session.is_searching() {
                return self.text.get(M::CoachSearching).to_owned();
            }
            return self.closing();
        };
        let cell = |column| cell_text(question, column);
        match (question.answer(), question.wrong().last()) {
            (Some(CoachAnswer::Found(column)), _) => {
                self.text.with(M::CoachRight, &[("cell", &cell(column))])
            }
            (Some(CoachAnswer::Shown(column)), _) => {
                self.text.with(M::CoachShown, &[("cell", &cell(column))])
            }
            (None, Some(column)) => self.wrong(question, *column),
            (None, None) => self.goal(question),
        }
    }

    fn goal(self, question: &CoachQuestion) -> String {
        let message = match question.best() {
            Some(Wdl::Win) => M::CoachKeepWin,
            Some(_) => M::CoachKeepDraw,
            None if question.is_unsolved() => M::CoachUnsolved,
            None => M::CoachWaiting,
        };
        self.text.get(message).to_owned()
    }

    fn wrong(self, question: &CoachQuestion, column: Column) -> String {
        let opponent = self.names.get(question.player().opponent());
        let message = match question.outcome(column) {
            Some(Wdl::Loss) => M::CoachWrongLoses,
            _ => M::CoachWrongDraws,
        };
        self.text
            .with(message, &[("column", &column), ("name", &opponent)])
    }

    /// Says why there is no question, or none any more.
    #[must_use]
    pub fn closing(self) -> String {
        let Some(session) = self.coach.session() else {
            return String::new();
        };
        let count = session.questions().len();
        if count == 0 {
            let message = match session.game() {
                Some(game) if !game.ruleset().variant().is_drop_only() => M::CoachNoVerdicts,
                Some(_) => M::CoachNoMistakes,
                None => M::CoachNothingDue,
            };
            return self.text.get(message).to_owned();
        }
        let all = count * usize::from(super::POINTS_MAX);
        self.text.with(
            M::CoachDone,
            &[("points", &session.points()), ("all", &all)],
        )
    }

    /// Returns the name of a hint and what it is about, by its index.
    #[must_use]
    pub fn hint_name(self, index: u8) -> (&'static str, &'static str) {
        let (name, about) = match index {
            0 => (M::CoachHintTheme, M::CoachHintThemeAbout),
            1 => (M::CoachHintRegion, M::CoachHintRegionAbout),
            _ => (M::CoachHintColumn, M::CoachHintColumnAbout),
        };
        (self.text.get(name), self.text.get(about))
    }

    /// Returns the hints that were taken, the last one last.
    #[must_use]
    pub fn hints(self) -> Vec<String> {
        let Some(question) = self.coach.question() else {
            return Vec::new();
        };
        let taken = 0..question.hints().min(HINTS_MAX);
        taken.map(|index| self.hint(question, index)).collect()
    }

    fn hint(self, question: &CoachQuestion, index: u8) -> String {
        match index {
            0 => self.text.get(theme_hint(question.theme())).to_owned(),
            1 => question.region().map_or_else(String::new, |region| {
                let (first, last) = region.into_inner();
                self.text
                    .with(M::CoachRegion, &[("first", &first), ("last", &last)])
            }),
            _ => question.target().map_or_else(String::new, |column| {
                self.text.with(M::CoachColumnHint, &[("column", &column)])
            }),
        }
    }

    /// Returns the reason of the answer, once it is known.
    #[must_use]
    pub fn reason(self) -> Option<String> {
        let question = self.coach.question()?;
        let drop = question.explanation(question.answer()?.column())?;
        Some(self.with_reasons(question, |texts| texts.paragraph(drop)))
    }

    /// Returns true if the reason of the answer is proved.
    #[must_use]
    pub fn is_proved(self) -> bool {
        let question = self.coach.question();
        let drop = question.and_then(|question| {
            let column = question.answer()?.column();
            question.explanation(column)
        });
        drop.is_some_and(|drop| drop.proof().is_some())
    }

    /// Says what was played in the game, in contrast to the answer.
    #[must_use]
    pub fn contrast(self) -> Option<String> {
        let question = self.coach.question()?;
        let answer = question.answer()?.column();
        let drops: [Option<&DropExplanation>; 2] =
            [question.played(), answer].map(|column| question.explanation(column));
        if let [Some(played), Some(best)] = drops {
            let contrast = self.with_reasons(question, |texts| texts.contrast(played, best));
            if contrast.is_some() {
                return contrast;
            }
        }
        let cell = cell_text(question, question.played());
        Some(self.text.with(M::CoachPlayed, &[("cell", &cell)]))
    }

    fn with_reasons<R>(
        self,
        question: &CoachQuestion,
        read: impl FnOnce(ReasonTexts<'_>) -> R,
    ) -> R {
        let name = |player: Player| self.names.get(player).to_owned();
        read(ReasonTexts {
            language: self.text.0,
            mover: question.player(),
            name: &name,
        })
    }

    /// Describes the drawn plan.
    #[must_use]
    pub fn plan(self) -> Option<String> {
        let picture = self.coach.question()?.plan_picture()?;
        Some(plan_text(self.text, self.names, &picture))
    }

    /// Describes the row of a theme.
    #[must_use]
    pub fn theme_row(self, row: &ThemeMistakes<'_>) -> String {
        let fixed = row.mistakes.iter().filter(|known| known.is_fixed()).count();
        let theme = self.text.get(theme_name(row.theme));
        self.text.with(
            M::CoachThemeLabel,
            &[
                ("theme", &theme),
                ("count", &row.mistakes.len()),
                ("fixed", &fixed),
            ],
        )
    }

    /// Says when a mistake comes back.
    #[must_use]
    pub fn return_day(self, mistake: &LoggedMistake, now_ms: u64) -> String {
        match mistake.days_left(now_ms) {
            None => self.text.get(M::CoachFixed).to_owned(),
            Some(0) => self.text.get(M::CoachToday).to_owned(),
            Some(1) => self.text.get(M::CoachTomorrow).to_owned(),
            Some(days) => self.text.with(M::CoachInDays, &[("days", &days)]),
        }
    }

    /// Says what came of the last file.
    #[must_use]
    pub fn notice(self) -> String {
        match self.coach.notice() {
            None => String::new(),
            Some(CoachNotice::NotALog) => self.text.get(M::CoachNotALog).to_owned(),
            Some(CoachNotice::Loaded(count)) => {
                self.text.with(M::CoachLoaded, &[("count", &count)])
            }
        }
    }
}

/// Returns the cell in which a drop of the question lands, as players write it.
fn cell_text(question: &CoachQuestion, column: Column) -> String {
    let cell: Option<Cell> = question.game().position().board().landing(column);
    cell.map_or_else(String::new, |cell| cell.to_string())
}

/// Returns the name of a theme.
#[must_use]
pub const fn theme_name(theme: MistakeTheme) -> M {
    match theme {
        MistakeTheme::MissedLine => M::ThemeMissedLine,
        MistakeTheme::MissedBlock => M::ThemeMissedBlock,
        MistakeTheme::PlayedUnder => M::ThemePlayedUnder,
        MistakeTheme::MissedFork => M::ThemeMissedFork,
        MistakeTheme::AllowedFork => M::ThemeAllowedFork,
        MistakeTheme::OddThreat => M::ThemeOddThreat,
        MistakeTheme::EvenThreat => M::ThemeEvenThreat,
        MistakeTheme::Counting => M::ThemeCounting,
        _ => M::ThemeOther,
    }
}

/// Returns the hint about a theme.
const fn theme_hint(theme: Option<MistakeTheme>) -> M {
    match theme {
        None => M::HintUnknown,
        Some(MistakeTheme::MissedLine) => M::HintMissedLine,
        Some(MistakeTheme::MissedBlock) => M::HintMissedBlock,
        Some(MistakeTheme::PlayedUnder) => M::HintPlayedUnder,
        Some(MistakeTheme::MissedFork) => M::HintMissedFork,
        Some(MistakeTheme::AllowedFork) => M::HintAllowedFork,
        Some(MistakeTheme::OddThreat) => M::HintOddThreat,
        Some(MistakeTheme::EvenThreat) => M::HintEvenThreat,
        Some(MistakeTheme::Counting) => M::HintCounting,
        Some(_) => M::HintOther,
    }
}
