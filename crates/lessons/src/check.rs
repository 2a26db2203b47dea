//! Checks exercises beyond their grammar: every goal must be reachable, and not by every move.

use foursight_core::{Game, Move};
use foursight_solver::Verdict;

use crate::attempt::{Attempt, Judgement};
use crate::error::{LessonError, LessonErrorKind};
use crate::lesson::{Lesson, Step, Task};

/// Function that returns the verdict of each column of a game for the player to move, or an error
/// message.
pub type VerdictSource<'a> = &'a mut dyn FnMut(&Game) -> Result<Vec<Option<Verdict>>, String>;

/// Tries every move of every exercise of a lesson. Reports exercises that no move or every move
/// solves, and those that the solver cannot solve, with the line of the task.
pub fn check(lesson: &Lesson, verdicts: VerdictSource<'_>) -> Vec<LessonError> {
    let mut errors = Vec::new();
    for step in &lesson.steps {
        if let Err(kind) = check_step(step, verdicts) {
            let line = step.exercise().map_or(step.line, |exercise| exercise.line);
            errors.push(LessonError { line, kind });
        }
    }
    errors
}

fn check_step(step: &Step, verdicts: VerdictSource<'_>) -> Result<(), LessonErrorKind> {
    let Some(mut attempt) = step.scene().and_then(Attempt::new) else {
        return Ok(());
    };
    let (mut good, mut bad) = count_moves(&attempt, verdicts)?;
    if let Task::Illegal(first) = attempt.exercise().task {
        attempt.try_move(first);
        let after = count_moves(&attempt, verdicts)?;
        (good, bad) = (good + after.0, bad + after.1);
    }
    let accepts_any_move =
        matches!(&attempt.exercise().task, Task::Moves(moves) if moves.is_empty());
    match (good, bad) {
        (0, _) => Err(LessonErrorKind::Unsolvable),
        (_, 0) if !accepts_any_move => Err(LessonErrorKind::AlwaysReached),
        _ => Ok(()),
    }
}

/// Counts the moves that lead towards the goal and those that do not.
fn count_moves(
    attempt: &Attempt,
    verdicts: VerdictSource<'_>,
) -> Result<(usize, usize), LessonErrorKind> {
    let (mut good, mut bad) = (0, 0);
    for mv in attempt.moves() {
        if is_progress(attempt, mv, verdicts)? {
            good += 1;
        } else {
            bad += 1;
        }
    }
    Ok((good, bad))
}

/// Returns true if a move leads towards the goal.
fn is_progress(
    attempt: &Attempt,
    mv: Move,
    verdicts: VerdictSource<'_>,
) -> Result<bool, LessonErrorKind> {
    let mut attempt = attempt.clone();
    let mut judged = attempt.try_move(mv);
    if let Some(game) = attempt
        .pending_game()
        .filter(|_| judged == Judgement::NeedsVerdicts)
        .cloned()
    {
        judged = attempt.apply_verdicts(&verdicts(&game).map_err(LessonErrorKind::Unsolved)?);
    }
    match judged {
        Judgement::Reached(_) | Judgement::Continues { .. } | Judgement::SameTurn => Ok(true),
        Judgement::Missed(_) => Ok(false),
        _ => Err(LessonErrorKind::Unsolved(
            "a move has no verdict".to_owned(),
        )),
    }
}
