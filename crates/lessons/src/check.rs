//! Checks what a grammar cannot: that every goal can be reached, and can be missed.

use foursight_core::{Game, Move};
use foursight_solver::Verdict;

use crate::error::{LessonError, Reason};
use crate::judge::{Attempt, Judged};
use crate::lesson::{Lesson, Step, Task};

/// Whoever knows the verdict of each column of a game, for the player to move; an error says why not.
pub type Verdicts<'a> = &'a mut dyn FnMut(&Game) -> Result<Vec<Option<Verdict>>, String>;

/// Tries every move of every exercise of a lesson. What is wrong is told by the line of its task: that no
/// move reaches the goal, or every one, or that the solver does not know.
pub fn check(lesson: &Lesson, verdicts: Verdicts<'_>) -> Vec<LessonError> {
    let mut found = Vec::new();
    for step in &lesson.steps {
        if let Err(reason) = check_step(step, verdicts) {
            let line = step.exercise().map_or(step.line, |exercise| exercise.line);
            found.push(LessonError { line, reason });
        }
    }
    found
}

fn check_step(step: &Step, verdicts: Verdicts<'_>) -> Result<(), Reason> {
    let Some(mut attempt) = step.scene().and_then(Attempt::new) else {
        return Ok(());
    };
    let (mut good, mut bad) = tally(&attempt, verdicts)?;
    if let Task::Refused(first) = attempt.exercise().task {
        attempt.try_move(first);
        let after = tally(&attempt, verdicts)?;
        (good, bad) = (good + after.0, bad + after.1);
    }
    let any_will_do = matches!(&attempt.exercise().task, Task::Moves(moves) if moves.is_empty());
    match (good, bad) {
        (0, _) => Err(Reason::Unsolvable),
        (_, 0) if !any_will_do => Err(Reason::NothingToMiss),
        _ => Ok(()),
    }
}

/// How many moves are on the way to the goal, and how many are not.
fn tally(attempt: &Attempt, verdicts: Verdicts<'_>) -> Result<(usize, usize), Reason> {
    let (mut good, mut bad) = (0, 0);
    for step in attempt.moves() {
        if outcome(attempt, step, verdicts)? {
            good += 1;
        } else {
            bad += 1;
        }
    }
    Ok((good, bad))
}

/// True if a move is on the way to the goal.
fn outcome(attempt: &Attempt, step: Move, verdicts: Verdicts<'_>) -> Result<bool, Reason> {
    let mut attempt = attempt.clone();
    let mut judged = attempt.try_move(step);
    if let Some(game) = attempt.asked().filter(|_| judged == Judged::Asks).cloned() {
        judged = attempt.hear(&verdicts(&game).map_err(Reason::Unsolved)?);
    }
    match judged {
        Judged::Reached(_) | Judged::GoesOn { .. } | Judged::SameTurn => Ok(true),
        Judged::Missed(_) => Ok(false),
        _ => Err(Reason::Unsolved("a move has no verdict".to_owned())),
    }
}
