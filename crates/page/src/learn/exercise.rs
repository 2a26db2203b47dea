//! An exercise of a step: the attempt at it, the held piece, hints, and feedback on the last move.

use foursight_core::{Column, Game, Move, MoveError};
use foursight_lessons::{Attempt, BilingualText, Judgement, Scene, strip_markup};
use foursight_phrases::refusals::move_error_text;
use foursight_solver::Verdict;

use crate::hand::{Hand, move_for_press};
use crate::text::{Text, UiMessage as M};
use crate::wording::game_text::last_move_text;
use crate::wording::player_names::PlayerNames;

/// Feedback on the last move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Feedback {
    /// The goal is reached.
    Reached(BilingualText),
    /// The goal is missed.
    Missed(BilingualText),
    /// The move is right, and the defence has replied.
    Continues,
    /// The move is right, and the turn goes on.
    SameTurn,
    /// The solver judges the move.
    Thinking,
    /// The solver has no verdict.
    Unknown,
    /// The exercise does not allow the move.
    NotAllowed,
    /// The rules refuse the move.
    Refused(MoveError),
}

/// Tone of a feedback.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeedbackTone {
    /// Neither right nor wrong.
    Neutral,
    /// The goal is reached.
    Good,
    /// The move is wrong.
    Bad,
}

/// An exercise and the attempt at it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExerciseState {
    attempt: Attempt,
    hand: Hand,
    feedback: Option<Feedback>,
    revealed_hints: usize,
    /// The attempt with the move that awaits verdicts.
    awaiting: Option<Attempt>,
}

impl ExerciseState {
    /// Starts an exercise, or returns `None` for a scene without one.
    #[must_use]
    pub fn new(scene: &Scene) -> Option<Self> {
        Some(Self {
            attempt: Attempt::new(scene)?,
            hand: Hand::default(),
            feedback: None,
            revealed_hints: 0,
            awaiting: None,
        })
    }

    /// Returns the game on the board.
    #[must_use]
    pub fn game(&self) -> &Game {
        self.attempt.game()
    }

    /// Returns the moves that may be tried.
    #[must_use]
    pub fn moves(&self) -> Vec<Move> {
        self.attempt.moves()
    }

    /// Returns the held piece.
    #[must_use]
    pub const fn hand(&self) -> Hand {
        self.hand
    }

    /// Returns the feedback on the last move.
    #[must_use]
    pub const fn feedback(&self) -> Option<&Feedback> {
        self.feedback.as_ref()
    }

    /// Returns true once the goal is reached.
    #[must_use]
    pub const fn is_solved(&self) -> bool {
        matches!(self.feedback, Some(Feedback::Reached(_)))
    }

    /// Returns the hints revealed so far.
    #[must_use]
    pub fn hints(&self) -> &[BilingualText] {
        &self.attempt.exercise().hints[..self.revealed_hints]
    }

    /// Returns the tone of the feedback.
    #[must_use]
    pub const fn tone(&self) -> FeedbackTone {
        match self.feedback {
            Some(Feedback::Reached(_)) => FeedbackTone::Good,
            Some(Feedback::Missed(_) | Feedback::Refused(_) | Feedback::NotAllowed) => {
                FeedbackTone::Bad
            }
            _ => FeedbackTone::Neutral,
        }
    }

    /// Words the feedback; empty before the first move.
    #[must_use]
    pub fn feedback_text(&self, text: Text) -> String {
        let Some(feedback) = &self.feedback else {
            return String::new();
        };
        match feedback {
            Feedback::Reached(words) => format!("✓ {}", strip_markup(words.get(text.0))),
            Feedback::Missed(words) => format!("✗ {}", strip_markup(words.get(text.0))),
            Feedback::Continues => {
                let reply = last_move_text(text, &PlayerNames::unknown(text), self.game());
                text.with(M::LessonGoesOn, &[("reply", &reply)])
            }
            Feedback::SameTurn => text.get(M::LessonSameTurn).to_owned(),
            Feedback::Thinking => text.get(M::LessonAsks).to_owned(),
            Feedback::Unknown => text.get(M::LessonUnknown).to_owned(),
            Feedback::NotAllowed => text.get(M::LessonNotAllowed).to_owned(),
            Feedback::Refused(error) => move_error_text(text.0, *error),
        }
    }

    /// Holds another piece.
    pub(super) fn choose_hand(&mut self, hand: Hand) {
        self.hand = hand;
    }

    /// Reveals one hint more, if there is one.
    pub(super) fn reveal_hint(&mut self) {
        let count = self.attempt.exercise().hints.len();
        self.revealed_hints = (self.revealed_hints + 1).min(count);
    }

    /// Starts again. Revealed hints stay.
    pub(super) fn restart(&mut self) {
        self.attempt.restart();
        self.hand = Hand::default();
        self.feedback = None;
        self.awaiting = None;
    }

    /// Returns the move that a press on a column means.
    pub(super) fn move_for_press(&self, column: Column) -> Move {
        move_for_press(self.game(), column, self.hand)
    }

    /// Tries a move. Returns the game whose verdicts are needed, if only a solver can judge it.
    pub(super) fn play(&mut self, mv: Move) -> Option<Game> {
        if matches!(
            self.feedback,
            Some(Feedback::Thinking | Feedback::Reached(_))
        ) {
            return None;
        }
        let mut attempt = self.attempt.clone();
        let judgement = attempt.try_move(mv);
        if judgement != Judgement::NeedsVerdicts {
            self.judge(attempt, judgement);
            return None;
        }
        let game = attempt.pending_game().cloned();
        self.feedback = Some(Feedback::Thinking);
        self.awaiting = Some(attempt);
        game
    }

    /// Judges the awaiting move by the verdict of each column, or by none.
    pub(super) fn apply_verdicts(&mut self, columns: Option<&[Option<Verdict>]>) {
        let Some(mut attempt) = self.awaiting.take() else {
            return;
        };
        let judgement = match columns {
            Some(columns) => attempt.apply_verdicts(columns),
            None => Judgement::Unknown,
        };
        self.judge(attempt, judgement);
    }

    fn judge(&mut self, attempt: Attempt, judgement: Judgement) {
        self.attempt = attempt;
        self.feedback = Some(match judgement {
            Judgement::Reached(words) => Feedback::Reached(words),
            Judgement::Missed(words) => Feedback::Missed(words),
            Judgement::Continues { .. } => Feedback::Continues,
            Judgement::SameTurn => Feedback::SameTurn,
            Judgement::NotAllowed => Feedback::NotAllowed,
            Judgement::Illegal(error) => Feedback::Refused(error),
            Judgement::Unknown | Judgement::NeedsVerdicts => Feedback::Unknown,
        });
    }
}
