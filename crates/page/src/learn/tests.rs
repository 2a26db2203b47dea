//! Steps as a learner meets them: messages in, state and effects out.

use std::slice;

use foursight_core::{Column, Move, Player, PowerDisc};
use foursight_lessons::{Block, Lesson, Progress, REFLECTION_CHARS_MAX, Track, course};
use foursight_protocol::engine::{EngineReply, VerdictBounds};
use foursight_solver::Verdict;

use super::course_map::{continue_address, course_steps, current_track, finished_steps};
use super::exercise::{Feedback, FeedbackTone};
use super::{LearnEffect, LearnMessage, LearnState, StoredLearning};
use crate::engine_client::RequestError;
use crate::hand::Hand;
use crate::play::{Effect, Model, StartupState, TimeAndSeed, update};
use crate::text::{Language, Text, UiMessage as M};

const TEXT: Text = Text(Language::English);

fn lesson(name: &str) -> &'static Lesson {
    let found = course().iter().find(|lesson| lesson.name == name);
    found.expect("a lesson")
}

/// The reply of a solver with the same verdict for every column.
fn verdicts(verdict: Verdict) -> EngineReply {
    let bounds = VerdictBounds {
        worst: verdict,
        best: verdict,
    };
    EngineReply::ColumnVerdicts {
        columns: vec![Some(bounds); 7],
        nodes: 1,
    }
}

/// A learner at a step.
struct Learner {
    state: LearnState,
    lesson: &'static Lesson,
    index: usize,
}

impl Learner {
    fn at(name: &str, step: &str) -> Self {
        let lesson = lesson(name);
        let index = lesson.steps.iter().position(|other| other.name == step);
        let index = index.expect("a step");
        let mut state = LearnState::default();
        state.update(LearnMessage::OpenStep(
            lesson,
            index,
            StoredLearning::default(),
        ));
        Self {
            state,
            lesson,
            index,
        }
    }

    fn press(&mut self, number: usize) -> Vec<LearnEffect> {
        let column = Column::from_index(number - 1).expect("in range");
        self.state.update(LearnMessage::PressColumn(column))
    }

    fn exercise(&self) -> &super::exercise::ExerciseState {
        let exercise = self.state.exercise(&self.lesson.name, self.index);
        exercise.expect("an exercise")
    }

    fn step(&self) -> &super::step::StepState {
        let step = self.state.step(&self.lesson.name, self.index);
        step.expect("the open step")
    }

    fn status(&self) -> String {
        self.exercise().feedback_text(TEXT)
    }

    fn is_finished(&self) -> bool {
        let step = &self.lesson.steps[self.index].name;
        self.state.progress().is_finished(&self.lesson.name, step)
    }

    /// Chooses a right or a wrong answer of the first question.
    fn answer(&mut self, is_right: bool) -> Vec<LearnEffect> {
        let step = &self.lesson.steps[self.index];
        let mut blocks = step.blocks.iter().enumerate();
        let (block, answer) = blocks
            .find_map(|(block, content)| match content {
                Block::Question(question) => {
                    let answers = &question.answers;
                    let found = answers.iter().position(|it| it.is_right == is_right);
                    Some((block, found.expect("both kinds")))
                }
                _ => None,
            })
            .expect("a question");
        self.state.update(LearnMessage::ChooseAnswer(block, answer))
    }
}

#[test]
fn an_opened_step_is_visited_and_saved() {
    let mut state = LearnState::default();
    let stored = StoredLearning {
        progress: "done rules/drop\n".to_owned(),
        ..StoredLearning::default()
    };
    let effects = state.update(LearnMessage::OpenStep(lesson("see"), 0, stored));
    assert!(matches!(
        &effects[..],
        [LearnEffect::CancelRequest, LearnEffect::SaveProgress(text)]
            if text.contains("done rules/drop") && text.contains("last see/")
    ));
    let track = current_track(state.progress());
    assert_eq!(track, Track::WinMore);
    // An index beyond the lesson opens its first step.
    state.update(LearnMessage::OpenStep(
        lesson("see"),
        99,
        StoredLearning::default(),
    ));
    assert!(state.step("see", 0).is_some());
    assert!(state.step("see", 1).is_none() && state.step("two", 0).is_none());
}

#[test]
fn a_right_move_finishes_the_step() {
    let mut learner = Learner::at("rules", "drop");
    assert_eq!(learner.exercise().tone(), FeedbackTone::Neutral);
    assert_eq!(learner.status(), "");
    let effects = learner.press(4);
    assert_eq!(learner.exercise().tone(), FeedbackTone::Good);
    assert!(learner.status().starts_with("✓ "), "{}", learner.status());
    assert!(
        matches!(&effects[..], [LearnEffect::SaveProgress(text)] if text.contains("done rules/drop"))
    );
    assert!(learner.is_finished());
    // After that, presses change nothing.
    let game = learner.exercise().game().clone();
    assert!(learner.press(1).is_empty());
    assert_eq!(learner.exercise().game(), &game);
}

#[test]
fn a_missed_goal_can_be_tried_again() {
    let mut learner = Learner::at("two", "open-row");
    let start = learner.exercise().game().clone();
    assert!(learner.press(1).is_empty());
    assert!(learner.status().starts_with("✗ That leaves time to block."));
    assert_eq!(learner.exercise().tone(), FeedbackTone::Bad);
    assert_eq!(learner.exercise().game(), &start);
    learner.press(6);
    assert!(
        learner
            .status()
            .starts_with("So far so good. Player 2: column")
    );
    assert_eq!(learner.exercise().feedback(), Some(&Feedback::Continues));
    assert_ne!(learner.exercise().game(), &start);
    assert_eq!(
        learner.state.update(LearnMessage::Restart),
        [LearnEffect::CancelRequest]
    );
    assert_eq!(learner.exercise().game(), &start);
    assert_eq!(
        (learner.status().as_str(), learner.is_finished()),
        ("", false)
    );
}

#[test]
fn a_full_column_is_refused_with_the_reason() {
    let mut learner = Learner::at("rules", "refused");
    learner.press(4);
    assert_eq!(learner.status(), "Column 4 is full.");
    assert_eq!(learner.exercise().tone(), FeedbackTone::Bad);
    // The refusal is what this exercise asks for, so it costs no praise.
    learner.press(3);
    let praise = learner.step().praise().expect("a right move");
    assert!(praise.is_first_try);
}

#[test]
fn moves_that_are_not_allowed_say_so() {
    let lesson = lesson("how");
    assert!(lesson.steps[0].exercise().is_none(), "{}", lesson.name);
    // A step without an exercise ignores moves.
    let mut state = LearnState::default();
    state.update(LearnMessage::OpenStep(lesson, 0, StoredLearning::default()));
    let column = Column::from_index(3).expect("in range");
    assert!(state.update(LearnMessage::PressColumn(column)).is_empty());
    assert!(state.update(LearnMessage::RevealHint).is_empty());
    assert!(state.exercise("how", 0).is_none());
    // So does the state before any step.
    assert!(
        LearnState::default()
            .update(LearnMessage::PressColumn(column))
            .is_empty()
    );
}

#[test]
fn the_solver_judges_long_wins() {
    let mut learner = Learner::at("count", "odd-threat");
    let start = learner.exercise().game().clone();
    let effects = learner.press(1);
    let [LearnEffect::RequestVerdicts(request, game)] = &effects[..] else {
        panic!("{effects:?}");
    };
    assert_eq!(game.moves().len(), start.moves().len() + 1);
    assert_eq!(learner.status(), "Asking the solver …");
    assert_eq!(learner.exercise().game(), &start, "the disc waits");
    // A second press while the solver thinks changes nothing.
    assert!(learner.press(2).is_empty());
    // The opponent wins after this move, so the goal is missed.
    let reply = Ok(verdicts(Verdict::Win { plies: 5 }));
    let effects = learner
        .state
        .update(LearnMessage::VerdictsArrived(*request, reply.clone()));
    assert!(effects.is_empty());
    assert!(
        learner
            .status()
            .starts_with("✗ That loses against best play.")
    );
    // A late copy of the reply changes nothing.
    let before = learner.state.clone();
    learner
        .state
        .update(LearnMessage::VerdictsArrived(*request, reply));
    assert_eq!(learner.state, before);
}

#[test]
fn a_solver_without_an_answer_leaves_the_position() {
    let mut learner = Learner::at("count", "odd-threat");
    let start = learner.exercise().game().clone();
    // An engine that failed, and one that only found bounds.
    let vague = VerdictBounds {
        worst: Verdict::Loss { plies: 8 },
        best: Verdict::Win { plies: 7 },
    };
    let vague = EngineReply::ColumnVerdicts {
        columns: vec![Some(vague); 7],
        nodes: 1,
    };
    for (press, number, reply) in [(1, 1, Err(RequestError::EngineFailed)), (4, 2, Ok(vague))] {
        let effects = learner.press(press);
        assert!(
            matches!(&effects[..], [LearnEffect::RequestVerdicts(request, _)] if *request == number)
        );
        learner
            .state
            .update(LearnMessage::VerdictsArrived(number, reply));
        assert_eq!(learner.exercise().feedback(), Some(&Feedback::Unknown));
        assert_eq!(learner.exercise().game(), &start);
    }
}

#[test]
fn a_late_verdict_does_not_answer_a_new_attempt() {
    let mut learner = Learner::at("count", "odd-threat");
    learner.press(1);
    learner.state.update(LearnMessage::Restart);
    learner.press(4);
    let lost = Ok(verdicts(Verdict::Win { plies: 3 }));
    learner.state.update(LearnMessage::VerdictsArrived(1, lost));
    assert_eq!(learner.exercise().feedback(), Some(&Feedback::Thinking));
    let won = Ok(verdicts(Verdict::Loss { plies: 9 }));
    learner.state.update(LearnMessage::VerdictsArrived(2, won));
    assert_eq!(learner.exercise().tone(), FeedbackTone::Good);
}

#[test]
fn leaving_a_step_cancels_its_request() {
    let mut learner = Learner::at("count", "odd-threat");
    learner.press(1);
    // The message of a step that is no longer open comes too late.
    let other = LearnMessage::LeaveStep(lesson("see"), 0);
    assert!(learner.state.update(other).is_empty());
    let leave = LearnMessage::LeaveStep(learner.lesson, learner.index);
    assert_eq!(learner.state.update(leave), [LearnEffect::CancelRequest]);
    assert!(learner.state.step("count", learner.index).is_none());
}

#[test]
fn hints_are_revealed_one_by_one() {
    let mut learner = Learner::at("two", "open-row");
    let all = learner.lesson.steps[learner.index].exercise();
    let all = all.expect("an exercise").hints.clone();
    assert!(!all.is_empty());
    for revealed in 0..=all.len() + 1 {
        let expected = revealed.min(all.len());
        assert_eq!(learner.exercise().hints(), &all[..expected]);
        learner.state.update(LearnMessage::RevealHint);
    }
    // Starting again hides none of them.
    learner.state.update(LearnMessage::Restart);
    assert_eq!(learner.exercise().hints(), all);
}

#[test]
fn a_held_piece_changes_the_move() {
    let mut learner = Learner::at("pop-out", "pop");
    learner.state.update(LearnMessage::ChooseHand(Hand::Pop));
    assert_eq!(learner.exercise().hand(), Hand::Pop);
    learner.press(4);
    assert!(
        learner.status().starts_with("✓ Column d sank"),
        "{}",
        learner.status()
    );
    // A bomb is dropped and then strikes: two presses in one turn.
    let mut learner = Learner::at("power-up", "bomb");
    let bomb = LearnMessage::ChooseHand(Hand::Power(PowerDisc::Bomb));
    learner.state.update(bomb);
    learner.press(4);
    assert_eq!(learner.exercise().feedback(), Some(&Feedback::SameTurn));
    learner.press(4);
    assert!(learner.exercise().is_solved(), "{}", learner.status());
    learner.state.update(LearnMessage::Restart);
    assert_eq!(learner.exercise().hand(), Hand::Drop);
    // A move without a column goes the same way.
    learner.state.update(LearnMessage::Play(Move::Pass));
    assert_eq!(learner.exercise().tone(), FeedbackTone::Bad);
    assert_eq!(learner.exercise().game().to_move(), Some(Player::First));
}

#[test]
fn answers_solve_a_question() {
    let mut learner = Learner::at("how", "what");
    assert!(learner.answer(false).is_empty());
    let wrong = learner.step().chosen_answer(question_of(&learner));
    assert!(!wrong.expect("a choice").is_right && !learner.is_finished());
    let effects = learner.answer(true);
    assert!(learner.step().is_solved() && learner.is_finished());
    assert!(matches!(&effects[..], [LearnEffect::SaveProgress(_)]));
    // The same answer again is nothing new.
    assert!(learner.answer(true).is_empty());
    // Unknown blocks and answers are ignored.
    let before = learner.state.clone();
    for (block, answer) in [(99, 0), (question_of(&learner), 99), (0, 0)] {
        let effects = learner
            .state
            .update(LearnMessage::ChooseAnswer(block, answer));
        assert!(effects.is_empty());
        assert_eq!(learner.state, before, "{block} {answer}");
    }
}

fn question_of(learner: &Learner) -> usize {
    let blocks = &learner.lesson.steps[learner.index].blocks;
    let is_question = |block: &Block| matches!(block, Block::Question(_));
    blocks.iter().position(is_question).expect("a question")
}

#[test]
fn right_answers_are_praised_and_counted() {
    let mut learner = Learner::at("how", "what");
    let praise = |learner: &Learner| learner.step().praise().map(|it| it.text(TEXT));
    assert_eq!(praise(&learner), None);
    learner.answer(true);
    assert_eq!(praise(&learner).as_deref(), Some("Right at the first try!"));
    let open = |learner: &mut Learner, name: &str, index| {
        learner.lesson = lesson(name);
        learner.index = index;
        let stored = StoredLearning::default();
        learner
            .state
            .update(LearnMessage::OpenStep(learner.lesson, index, stored));
    };
    open(&mut learner, "rules", 0);
    assert_eq!(praise(&learner), None, "a new step starts quietly");
    learner.press(4);
    assert_eq!(
        praise(&learner).as_deref(),
        Some("Right at the first try! 2 in a row.")
    );
    // A wrong answer ends the row, and the praise for the right one is smaller.
    open(&mut learner, "how", 0);
    learner.answer(false);
    assert_eq!(praise(&learner), None);
    learner.answer(true);
    assert_eq!(praise(&learner).as_deref(), Some("You found it!"));
}

#[test]
fn going_on_finishes_a_step_without_tasks() {
    let reading = course().iter().find_map(|lesson| {
        let index = lesson
            .steps
            .iter()
            .position(|step| step.questions().count() == 0 && step.exercise().is_none());
        Some((lesson, index?))
    });
    let (reading, index) = reading.expect("a step to read");
    let mut learner = Learner::at(&reading.name, &reading.steps[index].name);
    assert_eq!(learner.step().to_solve(), 0);
    let effects = learner.state.update(LearnMessage::GoOn);
    assert!(learner.is_finished());
    assert!(matches!(
        &effects[..],
        [LearnEffect::SaveProgress(_), LearnEffect::Navigate(_)]
    ));
    // A step with a task is not finished by leaving it, and the last one leads to the course.
    let mut learner = Learner::at("rules", "drop");
    assert_eq!(
        learner.state.update(LearnMessage::GoOn),
        [LearnEffect::Navigate("/learn/rules/four-ways".to_owned())]
    );
    assert!(!learner.is_finished());
    let last = lesson("rules").steps.last().expect("steps");
    let mut learner = Learner::at("rules", &last.name);
    let effects = learner.state.update(LearnMessage::GoOn);
    assert_eq!(
        effects.last(),
        Some(&LearnEffect::Navigate("/learn".to_owned()))
    );
    assert!(LearnState::default().update(LearnMessage::GoOn).is_empty());
}

#[test]
fn what_is_written_is_kept_while_writing() {
    let mut learner = Learner::at("how", "reflect");
    let blocks = &learner.lesson.steps[learner.index].blocks;
    let block = blocks
        .iter()
        .position(|block| matches!(block, Block::Write(_)));
    let block = block.expect("a field");
    let save = |learner: &mut Learner| learner.state.update(LearnMessage::SaveReflection(block));
    save(&mut learner);
    assert_eq!(
        learner.state.reflection().notice(),
        Some(M::ReflectionEmpty)
    );
    assert!(!learner.is_finished());
    let write = |text: &str| LearnMessage::EditReflection(text.to_owned());
    let effects = learner.state.update(write("Gravity is a search."));
    let saved = LearnEffect::SaveReflection("Gravity is a search.".to_owned());
    assert_eq!(effects, slice::from_ref(&saved));
    assert_eq!(learner.state.reflection().notice(), Some(M::ReflectionKept));
    let effects = save(&mut learner);
    assert_eq!(effects.first(), Some(&saved));
    assert_eq!(
        learner.state.reflection().notice(),
        Some(M::ReflectionSaved)
    );
    assert!(learner.is_finished());
    let effects = learner.state.update(LearnMessage::ExportReflection);
    let file = LearnEffect::Download("foursight-thoughts.txt", "Gravity is a search.".to_owned());
    assert_eq!(effects, [file]);
    // A text is cut to what the browser stores.
    learner
        .state
        .update(write(&"ä".repeat(REFLECTION_CHARS_MAX + 1)));
    let chars = learner.state.reflection().content().chars().count();
    assert_eq!(chars, REFLECTION_CHARS_MAX);
}

/// Opens the map with stored texts.
fn map(progress: &str, forgotten: Option<&str>) -> (LearnState, Vec<LearnEffect>) {
    let mut state = LearnState::default();
    let effects = state.update(LearnMessage::OpenMap(StoredLearning {
        progress: progress.to_owned(),
        reflection: "Mine.".to_owned(),
        forgotten: forgotten.map(str::to_owned),
    }));
    (state, effects)
}

#[test]
fn the_map_continues_at_the_last_step() {
    let (state, effects) = map("done how/what\nlast how/what\n", None);
    assert!(effects.is_empty());
    assert_eq!(finished_steps(state.progress()), 1);
    assert_eq!(current_track(state.progress()), Track::HowItIsBuilt);
    let address = continue_address(state.progress());
    assert_eq!(address.as_deref(), Some("#/learn/how/what"));
    let (state, _) = map("last gone/what\n", None);
    assert_eq!(continue_address(state.progress()), None);
    assert_eq!(current_track(state.progress()), Track::WinMore);
}

#[test]
fn reset_progress_can_be_restored() {
    let done = "done how/what\nlast how/what\n";
    let (mut state, _) = map(done, None);
    let effects = state.update(LearnMessage::ForgetProgress);
    let [
        LearnEffect::SaveForgotten(Some(old)),
        LearnEffect::SaveProgress(new),
    ] = &effects[..]
    else {
        panic!("{effects:?}");
    };
    assert_eq!((old.trim_end(), new.as_str()), (done.trim_end(), ""));
    let notice = format!(
        "Progress reset: 1 of {} steps. What you wrote is kept.",
        course_steps()
    );
    assert_eq!(state.map().notice_text(TEXT), notice);
    assert!(state.map().can_restore());
    // A second reset keeps what can be restored.
    assert!(state.update(LearnMessage::ForgetProgress).is_empty());
    assert!(state.map().can_restore());
    let effects = state.update(LearnMessage::RestoreProgress);
    assert!(matches!(
        &effects[..],
        [
            LearnEffect::SaveProgress(_),
            LearnEffect::SaveForgotten(None)
        ]
    ));
    assert_eq!(finished_steps(state.progress()), 1);
    assert_eq!(state.map().notice_text(TEXT), "");
    // Nothing to restore is nothing to lose.
    state.update(LearnMessage::RestoreProgress);
    assert_eq!(finished_steps(state.progress()), 1);
}

#[test]
fn new_progress_replaces_what_could_be_restored() {
    let old = "done how/what\n";
    let (mut state, effects) = map("", Some(old));
    assert!(matches!(
        &effects[..],
        [LearnEffect::SaveForgotten(Some(_))]
    ));
    assert!(state.map().can_restore());
    assert_eq!(
        state.update(LearnMessage::DiscardForgotten),
        [LearnEffect::SaveForgotten(None)]
    );
    assert!(!state.map().can_restore());
    let (state, effects) = map("done rules/drop\n", Some(old));
    assert_eq!(effects, [LearnEffect::SaveForgotten(None)]);
    assert!(!state.map().can_restore());
}

#[test]
fn a_progress_file_is_merged() {
    let (mut state, _) = map("done rules/drop\n", None);
    let effects = state.update(LearnMessage::ExportProgress);
    let [LearnEffect::Download(name, file)] = &effects[..] else {
        panic!("{effects:?}");
    };
    assert_eq!(*name, "foursight-course.txt");
    assert_eq!(file, "done rules/drop\n\nMine.\n");
    let (mut other, _) = map("done how/what\n", None);
    let effects = other.update(LearnMessage::ProgressFileRead(Some(file.clone())));
    assert_eq!(finished_steps(other.progress()), 2);
    assert_eq!(other.map().notice_text(TEXT), "Loaded. Steps done: 2.");
    let [
        LearnEffect::SaveReflection(_),
        LearnEffect::SaveForgotten(None),
        LearnEffect::SaveProgress(saved),
    ] = &effects[..]
    else {
        panic!("{effects:?}");
    };
    assert_eq!(finished_steps(&Progress::from_text(saved)), 2);
    // Other files change nothing.
    for file in [None, Some("nonsense".to_owned())] {
        let effects = other.update(LearnMessage::ProgressFileRead(file));
        assert!(effects.is_empty());
        let notice = other.map().notice_text(TEXT);
        assert!(
            notice.starts_with("That is not a progress file."),
            "{notice}"
        );
    }
    assert_eq!(finished_steps(other.progress()), 2);
}

/// The model holds the state and hands its effects to the views.
#[test]
fn messages_pass_through_the_model() {
    let now = TimeAndSeed::default();
    let (mut model, _) = Model::restore(StartupState::default(), now);
    let open = LearnMessage::OpenStep(lesson("rules"), 0, StoredLearning::default());
    let effects = update(&mut model, open.into(), now);
    let mut learn_effects = effects.iter().filter_map(|effect| match effect {
        Effect::Feature(effect) => effect.get::<LearnEffect>().cloned(),
        _ => None,
    });
    let saved = LearnEffect::SaveProgress("last rules/drop\n".to_owned());
    assert_eq!(learn_effects.next_back(), Some(saved));
    let state = model.feature::<LearnState>().expect("a state");
    assert!(state.exercise("rules", 0).is_some());
}
