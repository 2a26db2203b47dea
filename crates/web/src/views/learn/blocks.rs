//! The blocks of a step: texts with links to the glossary, questions, and a text field.

use foursight_lessons::{
    BilingualText, Block, GlossarySpan, QuizQuestion, REFLECTION_CHARS_MAX, Step, TextSpan,
    link_terms, parse_markup,
};
use foursight_page::text::{Text, UiMessage as M};
use leptos::prelude::*;

use super::super::{click_handler, dynamic_view, text_signal};
use super::widgets::listing;
use super::{demos, exercise};
use crate::browser::{self, StorageKey};
use crate::shell::signals::ErasedSignal;

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

/// A block of a step. `solved` is called when its task is solved.
pub(super) fn block(
    text: Text,
    step: &'static Step,
    block: &'static Block,
    linked_terms: &mut LinkedTerms,
    solved: Callback<()>,
) -> AnyView {
    match block {
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
        Block::Scene(scene) => exercise::show(text, scene, linked_terms, solved),
        Block::Question(question) => question_view(text, question, solved),
        Block::Write(words) => reflection_field(text, words, linked_terms, solved),
    }
}

/// A question with its answers. Each gives feedback when chosen.
fn question_view(text: Text, question: &'static QuizQuestion, solved: Callback<()>) -> AnyView {
    let chosen = ErasedSignal::new(None::<usize>);
    let answers = question.answers.iter().enumerate().map(move |(at, answer)| {
        let choose = move || {
            chosen.set(Some(at));
            if answer.is_right {
                solved.run(());
            }
        };
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
    words: &BilingualText,
    linked_terms: &mut LinkedTerms,
    solved: Callback<()>,
) -> AnyView {
    let content = ErasedSignal::new(browser::load(StorageKey::Reflection).unwrap_or_default());
    let status = ErasedSignal::new(String::new());
    let save = move || {
        let thoughts = content.get_untracked();
        browser::save(StorageKey::Reflection, &thoughts);
        if thoughts.trim().is_empty() {
            return status.set(text.get(M::ReflectionEmpty).to_owned());
        }
        status.set(text.get(M::ReflectionSaved).to_owned());
        solved.run(());
    };
    let export = move || {
        let bytes = content.get_untracked();
        browser::download("foursight-thoughts.txt", "text/plain", bytes.as_bytes());
    };
    let on_input = move |event| {
        content.set(event_target_value(&event));
        // Keep unsaved text for the next visit.
        browser::save(StorageKey::Reflection, &content.get_untracked());
        status.set(text.get(M::ReflectionKept).to_owned());
    };
    view! {
        <section class="question card">
            <label class="field">
                <span>{prose(text, words, linked_terms)}</span>
                <textarea data-testid="reflection" rows="5" maxlength=REFLECTION_CHARS_MAX.to_string() prop:value=text_signal(move || content.get()) on:input=on_input></textarea>
            </label>
            <div class="row">
                <button type="button" class="main" data-testid="reflection-save" on:click=click_handler(save)>{text.get(M::ReflectionSave)}</button>
                <button type="button" data-testid="reflection-export" on:click=click_handler(export)>{text.get(M::ReflectionExport)}</button>
            </div>
            <p role="status" data-testid="reflection-said">{text_signal(move || status.get())}</p>
        </section>
    }
    .into_any()
}
