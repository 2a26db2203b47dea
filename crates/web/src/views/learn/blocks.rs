//! The blocks of a step: texts with links to the glossary, questions, and a text field.

use foursight_lessons::{
    BilingualText, Block, GlossarySpan, Lesson, QuizQuestion, REFLECTION_CHARS_MAX, Step, TextSpan,
    link_terms, parse_markup,
};
use foursight_page::learn::LearnMessage;
use foursight_page::text::{Text, UiMessage as M};
use leptos::prelude::*;

use super::super::{click_handler, dynamic_view, text_signal};
use super::widgets::listing;
use super::{LearnHandle, demos, exercise};
use crate::shell::signals::erased_memo;

/// Glossary terms that a lesson has linked so far.
pub(super) type LinkedTerms = Vec<&'static str>;

/// A text with its markup, and a link at the first use of each term.
pub(super) fn prose(text: Text, words: &BilingualText, linked_terms: &mut LinkedTerms) -> AnyView {
    let language = text.0;
    let linked_view = |part: &GlossarySpan<'_>| match part.term {
        None => part.text.to_owned().into_any(),
        Some(term) => {
            let address = format!("#/learn/words/{}", term.name);
            let meaning = term.meaning.get(language);
            view! { <a class="term" href=address title=meaning>{part.text.to_owned()}</a> }
                .into_any()
        }
    };
    let mut views: Vec<AnyView> = Vec::new();
    for piece in parse_markup(words.get(language)) {
        match piece {
            TextSpan::Plain(plain) => {
                views.extend(
                    link_terms(plain, language, linked_terms)
                        .iter()
                        .map(linked_view),
                );
            }
            TextSpan::Code(code) => views.push(view! { <code>{code.to_owned()}</code> }.into_any()),
            TextSpan::Strong(strong) => {
                let inside: Vec<_> = link_terms(strong, language, linked_terms)
                    .iter()
                    .map(linked_view)
                    .collect();
                views.push(view! { <strong>{inside}</strong> }.into_any());
            }
        }
    }
    views.into_any()
}

/// A step of a lesson, by its index, and the state of the course.
#[derive(Clone, Copy)]
pub(super) struct StepPlace {
    pub(super) learn: LearnHandle,
    pub(super) lesson: &'static Lesson,
    pub(super) index: usize,
}

impl StepPlace {
    /// Returns the step.
    pub(super) fn step(self) -> &'static Step {
        &self.lesson.steps[self.index]
    }
}

/// The block of a step at an index. `intro` goes beside the board of an exercise.
pub(super) fn block(
    text: Text,
    place: StepPlace,
    at: usize,
    intro: Vec<AnyView>,
    linked_terms: &mut LinkedTerms,
) -> AnyView {
    let step = place.step();
    match &step.blocks[at] {
        Block::Text(words) => view! { <p>{prose(text, words, linked_terms)}</p> }.into_any(),
        Block::Point(words) => view! { <ul class="point"><li>{prose(text, words, linked_terms)}</li></ul> }.into_any(),
        Block::Takeaway(words) => {
            view! { <p class="takeaway">{prose(text, words, linked_terms)}</p> }.into_any()
        }
        Block::Demo(demo, argument) => view! {
            <section class="ldemo card" data-demo=demo.name()>{demos::show(text, *demo, argument, step.traced_listings(*demo))}</section>
        }
        .into_any(),
        Block::TerminalText(_) => ().into_any(),
        Block::Code(of) => listing(text, of, None),
        Block::Scene(scene) => exercise::show(text, place, scene, intro, linked_terms),
        Block::Question(question) => question_view(text, place, at, question),
        Block::Write(words) => reflection_field(text, place.learn, at, words, linked_terms),
    }
}

/// A question with its answers. Each gives feedback when chosen.
fn question_view(
    text: Text,
    place: StepPlace,
    block: usize,
    question: &'static QuizQuestion,
) -> AnyView {
    let StepPlace {
        learn,
        lesson,
        index,
    } = place;
    let chosen = erased_memo(move || {
        let state = learn.state;
        state.with(|state| state.step(&lesson.name, index)?.chosen(block))
    });
    let answers = question.answers.iter().enumerate().map(move |(at, answer)| {
        let choose = move || learn.send(LearnMessage::ChooseAnswer(block, at));
        let state = text_signal(move || {
            let state = match chosen.get() {
                Some(now) if now == at && answer.is_right => "answer good",
                Some(now) if now == at => "answer bad",
                _ => "answer",
            };
            state.to_owned()
        });
        let pressed = text_signal(move || (chosen.get() == Some(at)).to_string());
        let label = prose(text, &answer.text, &mut super::all_terms());
        view! {
            <li><button type="button" class=state aria-pressed=pressed data-right=answer.is_right.to_string() on:click=click_handler(choose)>{label}</button></li>
        }
    });
    let feedback = dynamic_view(move || {
        let Some(answer) = chosen.get().and_then(|at| question.answers.get(at)) else {
            return ().into_any();
        };
        let (class, sign) = if answer.is_right {
            ("good", "✓ ")
        } else {
            ("bad", "✗ ")
        };
        let words = prose(text, &answer.feedback, &mut super::all_terms());
        view! { <p class=class>{sign}{words}</p> }.into_any()
    });
    view! {
        <section class="question card">
            <h2 class="ask">{prose(text, &question.prompt, &mut super::all_terms())}</h2>
            <ul class="answers">{answers.collect_view()}</ul>
            <div role="status" data-testid="feedback">{feedback}</div>
        </section>
    }
    .into_any()
}

/// A text field for reflections. The browser keeps every keystroke, saved or not, and can export
/// it.
fn reflection_field(
    text: Text,
    learn: LearnHandle,
    block: usize,
    words: &BilingualText,
    linked_terms: &mut LinkedTerms,
) -> AnyView {
    let content = text_signal(move || {
        learn
            .state
            .with(|state| state.reflection().content().to_owned())
    });
    let status = text_signal(move || {
        let notice = learn.state.with(|state| state.reflection().notice());
        notice.map_or("", |notice| text.get(notice)).to_owned()
    });
    let save = move || learn.send(LearnMessage::SaveReflection(block));
    let export = move || learn.send(LearnMessage::ExportReflection);
    let on_input =
        move |event| learn.send(LearnMessage::EditReflection(event_target_value(&event)));
    view! {
        <section class="question card">
            <label class="field">
                <span>{prose(text, words, linked_terms)}</span>
                <textarea data-testid="reflection" rows="5" placeholder=text.get(M::ReflectionPlaceholder) maxlength=REFLECTION_CHARS_MAX.to_string() prop:value=content on:input=on_input></textarea>
            </label>
            <div class="row">
                <button type="button" class="main" data-testid="reflection-save" on:click=click_handler(save)>{text.get(M::ReflectionSave)}</button>
                <button type="button" data-testid="reflection-export" on:click=click_handler(export)>{text.get(M::ReflectionExport)}</button>
            </div>
            <p role="status" data-testid="reflection-said">{status}</p>
        </section>
    }
    .into_any()
}
