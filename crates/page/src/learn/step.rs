//! The step that is open: its exercise, its questions, and which of them are solved.

use foursight_lessons::{Block, Lesson, QuizAnswer, Step};

use super::exercise::{ExerciseState, FeedbackTone};
use crate::text::{Text, UiMessage as M};

/// An open step of a lesson.
#[derive(Clone, Debug, PartialEq)]
pub struct StepState {
    lesson: &'static Lesson,
    index: usize,
    exercise: Option<ExerciseState>,
    blocks: Vec<BlockState>,
    praise: Option<Praise>,
}

/// State of a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct BlockState {
    /// Index of the chosen answer of a question.
    chosen: Option<usize>,
    is_solved: bool,
    has_missed: bool,
}

/// Praise for a right answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Praise {
    /// True if nothing was tried before it.
    pub is_first_try: bool,
    /// Number of right answers in a row, each at the first try.
    pub streak: u32,
}

impl Praise {
    /// Words the praise.
    #[must_use]
    pub fn text(self, text: Text) -> String {
        let words = text.get(if self.is_first_try {
            M::PraiseFirstTry
        } else {
            M::PraiseFound
        });
        if self.streak < 2 {
            return words.to_owned();
        }
        let streak = text.with(M::PraiseStreak, &[("count", &self.streak)]);
        format!("{words} {streak}")
    }
}

/// Result of an answer or a move, for the streak of right answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trial {
    /// Neither right nor wrong yet, or solved before.
    Open,
    /// Right, perhaps at the first try.
    Right { is_first_try: bool },
    /// Wrong.
    Wrong,
}

impl StepState {
    /// Opens a step; the first one if the index is beyond the lesson.
    #[must_use]
    pub fn new(lesson: &'static Lesson, index: usize) -> Self {
        let index = if index < lesson.steps.len() { index } else { 0 };
        let step = &lesson.steps[index];
        Self {
            lesson,
            index,
            exercise: step.scene().and_then(ExerciseState::new),
            blocks: vec![BlockState::default(); step.blocks.len()],
            praise: None,
        }
    }

    /// Returns true for the state of this step.
    #[must_use]
    pub fn is_at(&self, lesson: &str, index: usize) -> bool {
        self.lesson.name == lesson && self.index == index
    }

    /// Returns the lesson.
    #[must_use]
    pub const fn lesson(&self) -> &'static Lesson {
        self.lesson
    }

    /// Returns the step.
    #[must_use]
    pub fn step(&self) -> &'static Step {
        &self.lesson.steps[self.index]
    }

    /// Returns the exercise, if the step has one.
    #[must_use]
    pub const fn exercise(&self) -> Option<&ExerciseState> {
        self.exercise.as_ref()
    }

    /// Returns the praise for the last right answer, until the next wrong one.
    #[must_use]
    pub const fn praise(&self) -> Option<Praise> {
        self.praise
    }

    /// Returns the index of the chosen answer of a question, by the index of its block.
    #[must_use]
    pub fn chosen(&self, block: usize) -> Option<usize> {
        self.blocks.get(block)?.chosen
    }

    /// Returns the chosen answer of a question, by the index of its block.
    #[must_use]
    pub fn chosen_answer(&self, block: usize) -> Option<&'static QuizAnswer> {
        self.answer(block, self.chosen(block)?)
    }

    /// Returns the number of exercises and questions.
    #[must_use]
    pub fn to_solve(&self) -> usize {
        self.step().questions().count() + usize::from(self.exercise.is_some())
    }

    /// Returns true once everything that can be solved is.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        let solved = self.blocks.iter().filter(|block| block.is_solved).count();
        solved > 0 && solved >= self.to_solve()
    }

    /// Returns the address of the next step, or of the course after the last one.
    #[must_use]
    pub fn next_address(&self) -> String {
        match self.lesson.steps.get(self.index + 1) {
            Some(next) => format!("/learn/{}/{}", self.lesson.name, next.name),
            None => "/learn".to_owned(),
        }
    }

    pub(super) const fn exercise_mut(&mut self) -> Option<&mut ExerciseState> {
        self.exercise.as_mut()
    }

    /// Chooses an answer of a question. Unknown questions and answers are ignored.
    pub(super) fn choose(&mut self, block: usize, answer: usize) -> Trial {
        let Some(chosen) = self.answer(block, answer) else {
            return Trial::Open;
        };
        self.blocks[block].chosen = Some(answer);
        if chosen.is_right {
            self.solve(block)
        } else {
            self.miss(block)
        }
    }

    /// Returns what the last move in the exercise amounts to.
    pub(super) fn judge_exercise(&mut self) -> Trial {
        let is_scene = |block: &Block| matches!(block, Block::Scene(_));
        let block = self.step().blocks.iter().position(is_scene);
        let tone = self.exercise.as_ref().map(ExerciseState::tone);
        match (block, tone) {
            (Some(block), Some(FeedbackTone::Good)) => self.solve(block),
            (Some(block), Some(FeedbackTone::Bad)) if self.is_miss() => self.miss(block),
            _ => Trial::Open,
        }
    }

    /// Marks a block as solved, such as a saved reflection.
    pub(super) fn mark_solved(&mut self, block: usize) {
        if let Some(block) = self.blocks.get_mut(block) {
            block.is_solved = true;
        }
    }

    pub(super) const fn set_praise(&mut self, praise: Option<Praise>) {
        self.praise = praise;
    }

    /// A refused move may be what the exercise asks for, so only a missed goal counts.
    fn is_miss(&self) -> bool {
        let exercise = self.exercise.as_ref();
        let feedback = exercise.and_then(ExerciseState::feedback);
        matches!(feedback, Some(super::exercise::Feedback::Missed(_)))
    }

    fn solve(&mut self, block: usize) -> Trial {
        let state = &mut self.blocks[block];
        if std::mem::replace(&mut state.is_solved, true) {
            return Trial::Open;
        }
        Trial::Right {
            is_first_try: !state.has_missed,
        }
    }

    fn miss(&mut self, block: usize) -> Trial {
        self.blocks[block].has_missed = true;
        Trial::Wrong
    }

    fn answer(&self, block: usize, answer: usize) -> Option<&'static QuizAnswer> {
        match self.step().blocks.get(block)? {
            Block::Question(question) => question.answers.get(answer),
            _ => None,
        }
    }
}
