//! The state of the course pages, its messages and effects.

use foursight_core::{Column, Game, Move};
use foursight_lessons::{Lesson, Progress, merge_reflections};
use foursight_protocol::engine::{EngineReply, VerdictBounds};
use foursight_solver::Verdict;

use super::course_map::{CourseMap, MapNotice, finished_steps};
use super::exercise::ExerciseState;
use super::reflection::Reflection;
use super::step::{Praise, StepState, Trial};
use crate::engine_client::RequestResult;
use crate::hand::Hand;
use crate::play::{FeatureMessage, Message, Model, TimeAndSeed};

/// File name of exported progress.
const PROGRESS_FILE: &str = "foursight-course.txt";
/// File name of the exported reflection.
const REFLECTION_FILE: &str = "foursight-thoughts.txt";

/// Texts of the course that the browser stores.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoredLearning {
    /// Progress.
    pub progress: String,
    /// Reflection.
    pub reflection: String,
    /// Progress that was reset and can be restored.
    pub forgotten: Option<String>,
}

/// A message of the course pages.
#[derive(Debug)]
pub enum LearnMessage {
    /// The map is shown.
    OpenMap(StoredLearning),
    /// A step is shown, by its index.
    OpenStep(&'static Lesson, usize, StoredLearning),
    /// The step of this index is left.
    LeaveStep(&'static Lesson, usize),
    /// The learner presses a column of the exercise.
    PressColumn(Column),
    /// The learner makes a move of the exercise without a column.
    Play(Move),
    /// The learner holds another piece.
    ChooseHand(Hand),
    /// The learner starts the exercise again.
    Restart,
    /// The learner wants another hint.
    RevealHint,
    /// The solver has answered the request with this number.
    VerdictsArrived(u64, RequestResult),
    /// The learner chooses an answer: index of the block, index of the answer.
    ChooseAnswer(usize, usize),
    /// The learner writes.
    EditReflection(String),
    /// The learner saves what is written in the block of this index.
    SaveReflection(usize),
    /// The learner exports what is written.
    ExportReflection,
    /// The learner goes on.
    GoOn,
    /// The learner exports the progress.
    ExportProgress,
    /// The learner resets the progress.
    ForgetProgress,
    /// The learner restores the progress that was reset.
    RestoreProgress,
    /// The learner keeps the progress reset.
    DiscardForgotten,
    /// The learner has chosen a progress file; `None` if it is no text.
    ProgressFileRead(Option<String>),
}

/// An effect of the course pages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LearnEffect {
    /// Store the progress.
    SaveProgress(String),
    /// Store the reflection.
    SaveReflection(String),
    /// Store the progress that can be restored, or remove it.
    SaveForgotten(Option<String>),
    /// Request the verdict of each column, and reply with this number.
    RequestVerdicts(u64, Box<Game>),
    /// Cancel the last request.
    CancelRequest,
    /// Offer a file with this name and content.
    Download(&'static str, String),
    /// Go to an address.
    Navigate(String),
}

/// State of the course pages.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LearnState {
    progress: Progress,
    step: Option<StepState>,
    reflection: Reflection,
    map: CourseMap,
    /// Right answers in a row, each at the first try.
    streak: u32,
    /// Number of the last request.
    last_request: u64,
}

impl LearnState {
    /// Returns the progress.
    #[must_use]
    pub const fn progress(&self) -> &Progress {
        &self.progress
    }

    /// Returns the open step, if it is this one.
    #[must_use]
    pub fn step(&self, lesson: &str, index: usize) -> Option<&StepState> {
        self.step.as_ref().filter(|step| step.is_at(lesson, index))
    }

    /// Returns the exercise of a step, if that step is open and has one.
    #[must_use]
    pub fn exercise(&self, lesson: &str, index: usize) -> Option<&ExerciseState> {
        self.step(lesson, index)?.exercise()
    }

    /// Returns the learner's own text.
    #[must_use]
    pub const fn reflection(&self) -> &Reflection {
        &self.reflection
    }

    /// Returns the state of the map.
    #[must_use]
    pub const fn map(&self) -> &CourseMap {
        &self.map
    }

    /// Applies a message and returns its effects in order.
    pub fn update(&mut self, message: LearnMessage) -> Vec<LearnEffect> {
        match message {
            LearnMessage::OpenMap(stored) => self.open_map(&stored),
            LearnMessage::OpenStep(lesson, index, stored) => self.open_step(lesson, index, &stored),
            LearnMessage::LeaveStep(lesson, index) => {
                // Another step may be open already.
                if self.step(&lesson.name, index).is_none() {
                    return Vec::new();
                }
                self.step = None;
                vec![LearnEffect::CancelRequest]
            }
            LearnMessage::PressColumn(column) => {
                let exercise = self.exercise_mut();
                let mv = exercise.map(|exercise| exercise.move_for_press(column));
                mv.map_or_else(Vec::new, |mv| self.play(mv))
            }
            LearnMessage::Play(mv) => self.play(mv),
            LearnMessage::ChooseHand(hand) => {
                self.change_exercise(|exercise| exercise.choose_hand(hand))
            }
            LearnMessage::Restart => {
                self.change_exercise(ExerciseState::restart);
                vec![LearnEffect::CancelRequest]
            }
            LearnMessage::RevealHint => self.change_exercise(ExerciseState::reveal_hint),
            LearnMessage::VerdictsArrived(request, result) => {
                // Replies to earlier requests are late.
                if request != self.last_request {
                    return Vec::new();
                }
                let columns = exact_verdicts(result);
                self.change_exercise(|exercise| exercise.apply_verdicts(columns.as_deref()));
                self.judge_exercise()
            }
            LearnMessage::ChooseAnswer(block, answer) => {
                let step = self.step.as_mut();
                let trial = step.map_or(Trial::Open, |step| step.choose(block, answer));
                self.count(trial)
            }
            LearnMessage::GoOn => self.go_on(),
            message => self.update_texts(message),
        }
    }

    /// Applies a message about reflection, progress and files.
    fn update_texts(&mut self, message: LearnMessage) -> Vec<LearnEffect> {
        let save_reflection =
            |state: &Self| LearnEffect::SaveReflection(state.reflection.content().to_owned());
        match message {
            LearnMessage::EditReflection(content) => {
                self.reflection.edit(&content);
                vec![save_reflection(self)]
            }
            LearnMessage::SaveReflection(block) => {
                let is_saved = self.reflection.save();
                let mut effects = vec![save_reflection(self)];
                if let Some(step) = self.step.as_mut().filter(|_| is_saved) {
                    step.mark_solved(block);
                    effects.extend(self.finish_if_solved());
                }
                effects
            }
            LearnMessage::ExportReflection => {
                let content = self.reflection.content().to_owned();
                vec![LearnEffect::Download(REFLECTION_FILE, content)]
            }
            LearnMessage::ExportProgress => {
                let file = self.progress.to_file(self.reflection.content());
                vec![LearnEffect::Download(PROGRESS_FILE, file)]
            }
            LearnMessage::ForgetProgress => self.forget(),
            LearnMessage::RestoreProgress => {
                let mut effects = Vec::new();
                if let Some(progress) = self.map.take() {
                    effects.push(self.replace_progress(progress));
                }
                effects.push(self.keep_forgotten(None));
                effects
            }
            LearnMessage::DiscardForgotten => vec![self.keep_forgotten(None)],
            LearnMessage::ProgressFileRead(file) => self.read_file(&file.unwrap_or_default()),
            _ => Vec::new(),
        }
    }

    fn load(&mut self, stored: &StoredLearning) {
        self.progress = Progress::from_text(&stored.progress);
        self.reflection = Reflection::from_stored(&stored.reflection);
    }

    fn open_map(&mut self, stored: &StoredLearning) -> Vec<LearnEffect> {
        self.load(stored);
        self.step = None;
        self.map = CourseMap::default();
        let Some(forgotten) = &stored.forgotten else {
            return Vec::new();
        };
        // New progress replaces what could be restored.
        let is_over = finished_steps(&self.progress) > 0;
        let forgotten = Some(forgotten).filter(|_| !is_over);
        vec![self.keep_forgotten(forgotten.map(|text| Progress::from_text(text)))]
    }

    fn open_step(
        &mut self,
        lesson: &'static Lesson,
        index: usize,
        stored: &StoredLearning,
    ) -> Vec<LearnEffect> {
        self.load(stored);
        let step = StepState::new(lesson, index);
        self.progress.visit(&lesson.name, &step.step().name);
        self.step = Some(step);
        vec![LearnEffect::CancelRequest, self.save_progress()]
    }

    fn exercise_mut(&mut self) -> Option<&mut ExerciseState> {
        self.step.as_mut()?.exercise_mut()
    }

    fn change_exercise(&mut self, change: impl FnOnce(&mut ExerciseState)) -> Vec<LearnEffect> {
        if let Some(exercise) = self.exercise_mut() {
            change(exercise);
        }
        Vec::new()
    }

    fn play(&mut self, mv: Move) -> Vec<LearnEffect> {
        let Some(exercise) = self.exercise_mut() else {
            return Vec::new();
        };
        let was_solved = exercise.is_solved();
        match exercise.play(mv) {
            Some(game) => {
                self.last_request += 1;
                vec![LearnEffect::RequestVerdicts(
                    self.last_request,
                    Box::new(game),
                )]
            }
            None if was_solved => Vec::new(),
            None => self.judge_exercise(),
        }
    }

    fn judge_exercise(&mut self) -> Vec<LearnEffect> {
        let step = self.step.as_mut();
        let trial = step.map_or(Trial::Open, StepState::judge_exercise);
        self.count(trial)
    }

    /// Counts the streak, praises a right answer, and finishes the step once all is solved.
    fn count(&mut self, trial: Trial) -> Vec<LearnEffect> {
        let Some(step) = &mut self.step else {
            return Vec::new();
        };
        match trial {
            Trial::Open => return Vec::new(),
            Trial::Wrong => {
                self.streak = 0;
                step.set_praise(None);
                return Vec::new();
            }
            Trial::Right { is_first_try } => {
                self.streak = if is_first_try { self.streak + 1 } else { 0 };
                let streak = self.streak;
                step.set_praise(Some(Praise {
                    is_first_try,
                    streak,
                }));
            }
        }
        self.finish_if_solved()
    }

    fn finish_if_solved(&mut self) -> Vec<LearnEffect> {
        if !self.step.as_ref().is_some_and(StepState::is_solved) {
            return Vec::new();
        }
        self.finish()
    }

    fn finish(&mut self) -> Vec<LearnEffect> {
        let Some(step) = &self.step else {
            return Vec::new();
        };
        self.progress.finish(&step.lesson().name, &step.step().name);
        vec![self.save_progress()]
    }

    /// Goes to the next step. A step without anything to solve is finished by that.
    fn go_on(&mut self) -> Vec<LearnEffect> {
        let Some(step) = &self.step else {
            return Vec::new();
        };
        let address = step.next_address();
        let mut effects = if step.to_solve() == 0 {
            self.finish()
        } else {
            Vec::new()
        };
        effects.push(LearnEffect::Navigate(address));
        effects
    }

    fn save_progress(&self) -> LearnEffect {
        LearnEffect::SaveProgress(self.progress.to_text())
    }

    fn replace_progress(&mut self, progress: Progress) -> LearnEffect {
        self.progress = progress;
        self.save_progress()
    }

    fn keep_forgotten(&mut self, forgotten: Option<Progress>) -> LearnEffect {
        let stored = forgotten.as_ref().map(Progress::to_text);
        self.map.keep(forgotten);
        LearnEffect::SaveForgotten(stored)
    }

    fn forget(&mut self) -> Vec<LearnEffect> {
        // A second request would overwrite what can be restored.
        if self.progress == Progress::default() {
            return Vec::new();
        }
        let old = std::mem::take(&mut self.progress);
        let mut effects = Vec::new();
        if finished_steps(&old) > 0 {
            effects.push(self.keep_forgotten(Some(old)));
        }
        effects.push(self.save_progress());
        effects
    }

    /// Merges the progress of a file.
    fn read_file(&mut self, file: &str) -> Vec<LearnEffect> {
        let Some((progress, reflection)) = Progress::from_file(file) else {
            self.map.notify(MapNotice::NotAProgressFile);
            return Vec::new();
        };
        self.progress.merge(&progress);
        let merged = merge_reflections(self.reflection.content(), &reflection);
        self.reflection = Reflection::from_stored(&merged);
        let effects = vec![
            LearnEffect::SaveReflection(merged),
            self.keep_forgotten(None),
            self.save_progress(),
        ];
        self.map
            .notify(MapNotice::Loaded(finished_steps(&self.progress)));
        effects
    }
}

/// Returns the verdict of each column, or `None` without an answer. Only exact verdicts judge.
fn exact_verdicts(result: RequestResult) -> Option<Vec<Option<Verdict>>> {
    let Ok(EngineReply::ColumnVerdicts { columns, .. }) = result else {
        return None;
    };
    let columns = columns.into_iter();
    Some(
        columns
            .map(|bounds| bounds.and_then(VerdictBounds::exact))
            .collect(),
    )
}

impl From<LearnMessage> for Message {
    fn from(message: LearnMessage) -> Self {
        Self::Feature(Box::new(message))
    }
}

impl FeatureMessage for LearnMessage {
    fn apply(self: Box<Self>, model: &mut Model, _: TimeAndSeed) {
        let effects = model.update_feature(|state: &mut LearnState| state.update(*self));
        for effect in effects {
            model.emit_feature(effect);
        }
    }
}
