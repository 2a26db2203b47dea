//! A position with an exercise. The state of the course judges the moves.

use foursight_core::{Column, Game, Move};
use foursight_lessons::{Exercise, Scene};
use foursight_page::hand::{Hand, available_hands};
use foursight_page::learn::LearnMessage;
use foursight_page::learn::exercise::{ExerciseState, FeedbackTone};
use foursight_page::text::{Text, UiMessage as M};
use foursight_page::wording::game_text;
use leptos::prelude::*;

use super::super::{click_handler, dynamic_view, text_signal};
use super::blocks::{LinkedTerms, StepPlace, prose};
use super::board_picture::{BoardPicture, PictureMark, RulerStyle, coords, picture};
use super::widgets::columns;
use crate::shell::signals::erased_memo;

/// The exercise of a step.
#[derive(Clone, Copy)]
struct ExerciseView {
    place: StepPlace,
    text: Text,
}

impl ExerciseView {
    /// Reads the exercise, or this value while the step opens. Tracked by the calling view.
    fn read<T>(self, read: impl FnOnce(&ExerciseState) -> T, opening: T) -> T {
        let StepPlace {
            learn,
            lesson,
            index,
        } = self.place;
        learn
            .state
            .with(|state| state.exercise(&lesson.name, index).map(read))
            .unwrap_or(opening)
    }

    fn send(self, message: LearnMessage) {
        self.place.learn.send(message);
    }
}

/// A scene: the board, and its exercise if it has one. `intro` is shown beside the board.
pub(super) fn show(
    text: Text,
    place: StepPlace,
    scene: &'static Scene,
    intro: Vec<AnyView>,
    linked_terms: &mut LinkedTerms,
) -> AnyView {
    let board_of = move |game: &Game| {
        let mut picture = BoardPicture::of(game);
        picture.rulers = Some(RulerStyle::People);
        let rings = scene
            .marks
            .iter()
            .map(|cell| (coords(*cell), PictureMark::Ring));
        picture.marks.extend(rings);
        let arrows = scene
            .arrows
            .iter()
            .map(|(from, to)| (coords(*from), coords(*to)));
        picture.arrows.extend(arrows);
        picture
    };
    let Some(exercise) = &scene.exercise else {
        let board = picture(text, erased_memo(move || board_of(&scene.game)), None);
        return view! { {intro}{board} }.into_any();
    };
    let goal = prose(text, &exercise.goal, linked_terms);
    let part = ExerciseView { place, text };
    let press = Callback::new(move |index: usize| {
        if let Some(column) = Column::from_index(index) {
            part.send(LearnMessage::PressColumn(column));
        }
    });
    let width = usize::from(scene.game.ruleset().width());
    let board =
        erased_memo(move || part.read(|exercise| board_of(exercise.game()), board_of(&scene.game)));
    let (hint, revealed) = hint_ladder(part, exercise);
    view! {
        <section class="exercise card" data-testid="exercise">
            <div class="try">
                {columns(text, width, false, press)}
                {picture(text, board, Some(press))}
            </div>
            <div class="task">
                {intro}
                <p class="goal"><b>{text.get(M::LessonGoal)}</b>" "{goal}</p>
                {hand_choice(part, &scene.game)}
                <div class="row">
                    {hint}
                    <button type="button" data-testid="again" on:click=click_handler(move || part.send(LearnMessage::Restart))>{text.get(M::LessonAgain)}</button>
                </div>
                {revealed}
            </div>
        </section>
    }
    .into_any()
}

/// The feedback on the last move; empty for a step without an exercise.
pub(super) fn feedback(text: Text, place: StepPlace) -> Option<AnyView> {
    place.step().exercise()?;
    let part = ExerciseView { place, text };
    let class = text_signal(move || {
        let tone = part.read(ExerciseState::tone, FeedbackTone::Neutral);
        match tone {
            FeedbackTone::Neutral => "said",
            FeedbackTone::Good => "said good",
            FeedbackTone::Bad => "said bad",
        }
        .to_owned()
    });
    let feedback =
        text_signal(move || part.read(|exercise| exercise.feedback_text(text), String::new()));
    Some(view! { <p class=class role="status" data-testid="said">{feedback}</p> }.into_any())
}

/// The choice of move kinds, where the variant has one, and the pass button.
fn hand_choice(part: ExerciseView, start: &'static Game) -> AnyView {
    let text = part.text;
    let choices = erased_memo(move || {
        let can_pass = |moves: Vec<Move>| moves.contains(&Move::Pass);
        part.read(
            |exercise| (available_hands(exercise.game()), can_pass(exercise.moves())),
            (available_hands(start), can_pass(start.legal_moves())),
        )
    });
    dynamic_view(move || {
        let (available, can_pass) = choices.get();
        let has_choice = available.len() > 1;
        let choices = available.into_iter().filter(|_| has_choice).map(|hand| {
            let pressed = text_signal(move || {
                (part.read(ExerciseState::hand, Hand::default()) == hand).to_string()
            });
            let name = text.get(match hand {
                Hand::Drop => M::HandDrop,
                Hand::Pop => M::HandPop,
                Hand::Power(disc) => game_text::power_name(disc),
            });
            let choose = move || part.send(LearnMessage::ChooseHand(hand));
            view! { <button type="button" aria-pressed=pressed on:click=click_handler(choose)>{name}</button> }
        });
        let pass = can_pass.then(|| {
            let pass = move || part.send(LearnMessage::Play(Move::Pass));
            view! { <button type="button" on:click=click_handler(pass)>{text.get(M::Pass)}</button> }
        });
        if !has_choice && pass.is_none() {
            return ().into_any();
        }
        view! { <div class="row kinds" role="group" aria-label=text.get(M::InHand)>{choices.collect::<Vec<_>>()}{pass}</div> }.into_any()
    })
    .into_any()
}

/// Returns the hint button and the list of revealed hints.
fn hint_ladder(
    part: ExerciseView,
    exercise: &'static Exercise,
) -> (Option<AnyView>, Option<AnyView>) {
    let text = part.text;
    let count = exercise.hints.len();
    if count == 0 {
        return (None, None);
    }
    let revealed = erased_memo(move || part.read(|exercise| exercise.hints().len(), 0));
    let label = text_signal(move || {
        let parts: [(&str, &dyn std::fmt::Display); 2] =
            [("at", &(revealed.get() + 1).min(count)), ("all", &count)];
        text.with(M::LessonHint, &parts)
    });
    let list = dynamic_view(move || {
        let known = exercise.hints.iter().take(revealed.get());
        let items: Vec<_> = known
            .map(|words| view! { <li>{prose(text, words, &mut super::all_terms())}</li> })
            .collect();
        view! { <ol class="hints" role="status">{items}</ol> }.into_any()
    });
    let is_last = text_signal(move || (revealed.get() >= count).to_string());
    let button = view! { <button type="button" data-testid="hint" aria-disabled=is_last on:click=click_handler(move || part.send(LearnMessage::RevealHint))>{label}</button> };
    (Some(button.into_any()), Some(list.into_any()))
}
