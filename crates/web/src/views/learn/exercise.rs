//! A position with an exercise. `foursight-lessons` judges the moves; where it needs the solver, a
//! worker answers, so that the page never blocks.

use foursight_core::{Column, Game, Move};
use foursight_lessons::{Attempt, BilingualText, Judgement, Scene};
use foursight_page::hand::{Hand, available_hands, move_for_press};
use foursight_page::text::{Text, UiMessage as M};
use foursight_page::wording::game_text;
use foursight_page::wording::player_names::PlayerNames;
use foursight_phrases::refusals::move_error_text;
use foursight_protocol::engine::{EngineQuery, EngineReply, VerdictBounds};
use leptos::prelude::*;

use super::super::{click_handler, context, dynamic_view, text_signal};
use super::blocks::{LinkedTerms, prose};
use super::board_picture::{BoardPicture, PictureMark, RulerStyle, coords, picture};
use super::widgets::columns;
use crate::shell::Ui;
use crate::shell::engine::RequestSlot;
use crate::shell::signals::{ErasedSignal, erased_memo};

/// State of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AttemptState {
    Open,
    Thinking,
    Good,
    Bad,
}

/// The view state of an attempt.
#[derive(Clone, Copy)]
struct ExerciseState {
    ui: StoredValue<Ui, LocalStorage>,
    text: Text,
    attempt: ErasedSignal<Attempt>,
    hand: ErasedSignal<Hand>,
    attempt_state: ErasedSignal<AttemptState>,
    feedback: ErasedSignal<String>,
    solved: Callback<()>,
    /// The request for the verdicts that a move needs.
    verdicts: RequestSlot,
}

/// A scene: the board, and its exercise if it has one.
pub(super) fn show(
    text: Text,
    scene: &'static Scene,
    linked_terms: &mut LinkedTerms,
    solved: Callback<()>,
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
    let Some(attempt) = Attempt::new(scene) else {
        return picture(text, erased_memo(move || board_of(&scene.game)), None);
    };
    let goal = prose(text, &attempt.exercise().goal, linked_terms);
    let hints = attempt.exercise().hints.clone();
    let state = ExerciseState {
        ui: StoredValue::new_local(context().0),
        text,
        attempt: ErasedSignal::new(attempt),
        hand: ErasedSignal::new(Hand::default()),
        attempt_state: ErasedSignal::new(AttemptState::Open),
        feedback: ErasedSignal::new(String::new()),
        solved,
        verdicts: RequestSlot::new(),
    };
    let press = Callback::new(move |index: usize| {
        if let Some(column) = Column::from_index(index) {
            let hand = state.hand.get_untracked();
            let mv = state
                .attempt
                .with_untracked(|attempt| move_for_press(attempt.game(), column, hand));
            state.press(mv);
        }
    });
    let width = usize::from(scene.game.ruleset().width());
    let restart = move || {
        state.verdicts.cancel();
        state.attempt.update(Attempt::restart);
        state.hand.set(Hand::default());
        state.attempt_state.set(AttemptState::Open);
        state.feedback.set(String::new());
    };
    let (hint, revealed) = hint_ladder(text, hints);
    view! {
        <section class="exercise card" data-testid="exercise">
            <p class="goal"><b>{text.get(M::LessonGoal)}</b>" "{goal}</p>
            {hand_choice(state)}
            <div class="try">
                {columns(text, width, false, press)}
                {picture(text, erased_memo(move || state.attempt.with(|attempt| board_of(attempt.game()))), Some(press))}
            </div>
            <div>
                <p class=text_signal(move || feedback_class(state.attempt_state.get()).to_owned()) role="status" data-testid="said">{text_signal(move || state.feedback.get())}</p>
                <div class="row">
                    {hint}
                    <button type="button" data-testid="again" on:click=click_handler(restart)>{text.get(M::LessonAgain)}</button>
                </div>
                {revealed}
            </div>
        </section>
    }
    .into_any()
}

const fn feedback_class(attempt_state: AttemptState) -> &'static str {
    match attempt_state {
        AttemptState::Open | AttemptState::Thinking => "said",
        AttemptState::Good => "said good",
        AttemptState::Bad => "said bad",
    }
}

/// The choice of move kinds, where the variant has one, and the pass button.
fn hand_choice(state: ExerciseState) -> AnyView {
    let text = state.text;
    dynamic_view(move || {
        let available = state.attempt.with(|attempt| available_hands(attempt.game()));
        let moves = state.attempt.with(Attempt::moves);
        let has_choice = available.len() > 1;
        let choices = available.into_iter().filter(|_| has_choice).map(|hand| {
            let pressed = text_signal(move || (state.hand.get() == hand).to_string());
            let name = text.get(match hand {
                Hand::Drop => M::HandDrop,
                Hand::Pop => M::HandPop,
                Hand::Power(disc) => game_text::power_name(disc),
            });
            view! { <button type="button" aria-pressed=pressed on:click=click_handler(move || state.hand.set(hand))>{name}</button> }
        });
        let pass = moves.contains(&Move::Pass).then(|| {
            view! { <button type="button" on:click=click_handler(move || state.press(Move::Pass))>{text.get(M::Pass)}</button> }
        });
        if !has_choice && pass.is_none() {
            return ().into_any();
        }
        view! { <div class="row kinds" role="group" aria-label=text.get(M::InHand)>{choices.collect::<Vec<_>>()}{pass}</div> }.into_any()
    })
    .into_any()
}

/// Returns the hint button and the list of revealed hints.
fn hint_ladder(text: Text, hints: Vec<BilingualText>) -> (Option<AnyView>, Option<AnyView>) {
    if hints.is_empty() {
        return (None, None);
    }
    let revealed = ErasedSignal::new(0_usize);
    let count = hints.len();
    let label = text_signal(move || {
        let parts: [(&str, &dyn std::fmt::Display); 2] =
            [("at", &(revealed.get() + 1).min(count)), ("all", &count)];
        text.with(M::LessonHint, &parts)
    });
    let list = dynamic_view(move || {
        let known = hints.iter().take(revealed.get());
        let items: Vec<_> = known
            .map(|words| view! { <li>{prose(text, words, &mut super::all_terms())}</li> })
            .collect();
        view! { <ol class="hints" role="status">{items}</ol> }.into_any()
    });
    let reveal = move || revealed.set((revealed.get_untracked() + 1).min(count));
    let is_last = text_signal(move || (revealed.get() >= count).to_string());
    let button = view! { <button type="button" data-testid="hint" aria-disabled=is_last on:click=click_handler(reveal)>{label}</button> };
    (Some(button.into_any()), Some(list.into_any()))
}

impl ExerciseState {
    fn press(self, mv: Move) {
        if matches!(
            self.attempt_state.get_untracked(),
            AttemptState::Thinking | AttemptState::Good
        ) {
            return;
        }
        let mut attempt = self.attempt.get_untracked();
        let judged = attempt.try_move(mv);
        if judged != Judgement::NeedsVerdicts {
            return self.show_judgement(attempt, judged);
        }
        let Some(game) = attempt.pending_game().cloned() else {
            return;
        };
        self.attempt_state.set(AttemptState::Thinking);
        self.feedback.set(self.text.get(M::LessonAsks).to_owned());
        let request = || {
            self.ui
                .get_value()
                .request_in_background(EngineQuery::SolveColumns { game })
        };
        self.verdicts.request(request, move |result| {
            let judged = match result {
                Ok(EngineReply::ColumnVerdicts { columns, .. }) => {
                    let exact = |bounds: VerdictBounds| bounds.exact();
                    let columns = columns.into_iter().map(|bounds| bounds.and_then(exact));
                    attempt.apply_verdicts(&columns.collect::<Vec<_>>())
                }
                _ => Judgement::Unknown,
            };
            self.show_judgement(attempt, judged);
        });
    }

    /// Shows the judgement of a move.
    fn show_judgement(self, attempt: Attempt, judged: Judgement) {
        let (text, language) = (self.text, self.text.0);
        let (attempt_state, feedback) = match judged {
            Judgement::Reached(words) => (
                AttemptState::Good,
                format!("✓ {}", unmarked_text(&words, language)),
            ),
            Judgement::Missed(words) => (
                AttemptState::Bad,
                format!("✗ {}", unmarked_text(&words, language)),
            ),
            Judgement::Continues { .. } => {
                let reply =
                    game_text::last_move_text(text, &PlayerNames::unknown(text), attempt.game());
                (
                    AttemptState::Open,
                    text.with(M::LessonGoesOn, &[("reply", &reply)]),
                )
            }
            Judgement::SameTurn => (AttemptState::Open, text.get(M::LessonSameTurn).to_owned()),
            Judgement::Illegal(error) => (AttemptState::Bad, move_error_text(text.0, error)),
            Judgement::NotAllowed => (AttemptState::Bad, text.get(M::LessonNotAllowed).to_owned()),
            Judgement::Unknown | Judgement::NeedsVerdicts => {
                (AttemptState::Open, text.get(M::LessonUnknown).to_owned())
            }
        };
        self.attempt.set(attempt);
        self.feedback.set(feedback);
        self.attempt_state.set(attempt_state);
        if attempt_state == AttemptState::Good {
            self.solved.run(());
        }
    }
}

fn unmarked_text(words: &BilingualText, language: foursight_lessons::Language) -> String {
    foursight_lessons::strip_markup(words.get(language))
}
