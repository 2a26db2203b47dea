//! The parts of a step: texts with links to the glossary, questions, and a place to write.

use foursight_lessons::{
    Block, Linked, Piece, Question, REFLECTION_CHARS_MAX, Step, Words, linked, pieces,
};
use leptos::prelude::*;

use super::super::{live, shown, tap};
use super::kit::{listing, tongue};
use super::{demos, exercise};
use crate::browser::{self, Entry};
use crate::shell::source::Source;
use crate::text::{Message as M, Text};

/// The words of the glossary that a lesson has used so far.
pub(super) type Seen = Vec<&'static str>;

/// A text with its marks, and links from words that are used for the first time.
pub(super) fn prose(text: Text, words: &Words, seen: &mut Seen) -> AnyView {
    let tongue = tongue(text);
    let linked_view = |part: &Linked<'_>| match part.term {
        None => part.text.to_owned().into_any(),
        Some(term) => {
            let address = format!("#/learn/words/{}", term.name);
            let meaning = term.meaning.get(tongue);
            view! { <a class="term" href=address title=meaning>{part.text.to_owned()}</a> }
                .into_any()
        }
    };
    let mut views: Vec<AnyView> = Vec::new();
    for piece in pieces(words.get(tongue)) {
        match piece {
            Piece::Plain(plain) => {
                views.extend(linked(plain, tongue, seen).iter().map(linked_view));
            }
            Piece::Code(code) => views.push(view! { <code>{code.to_owned()}</code> }.into_any()),
            Piece::Strong(strong) => {
                let inside: Vec<_> = linked(strong, tongue, seen)
                    .iter()
                    .map(linked_view)
                    .collect();
                views.push(view! { <strong>{inside}</strong> }.into_any());
            }
        }
    }
    views.into_any()
}

/// A block of a step. Whoever solves something tells it.
pub(super) fn block(
    text: Text,
    step: &'static Step,
    block: &'static Block,
    seen: &mut Seen,
    solved: Callback<()>,
) -> AnyView {
    match block {
        Block::Text(words) => view! { <p>{prose(text, words, seen)}</p> }.into_any(),
        Block::Point(words) => view! { <ul class="point"><li>{prose(text, words, seen)}</li></ul> }.into_any(),
        Block::Takeaway(words) => {
            view! { <p class="takeaway">{prose(text, words, seen)}</p> }.into_any()
        }
        Block::Demo(demo, argument) => view! {
            <section class="ldemo card" data-demo=demo.name()>{demos::show(text, *demo, argument, step.stepped(*demo))}</section>
        }
        .into_any(),
        Block::Terminal(_) => ().into_any(),
        Block::Code(of) => listing(text, of, None),
        Block::Scene(scene) => exercise::show(text, scene, seen, solved),
        Block::Question(asked) => question(text, asked, solved),
        Block::Write(words) => write(text, words, seen, solved),
    }
}

/// A question with its answers. Each says something when it is chosen.
fn question(text: Text, asked: &'static Question, solved: Callback<()>) -> AnyView {
    let chosen = Source::new(None::<usize>);
    let answers = asked.answers.iter().enumerate().map(move |(at, answer)| {
        let choose = move || {
            chosen.set(Some(at));
            if answer.is_right {
                solved.run(());
            }
        };
        let state = live(move || {
            let state = match chosen.get() {
                Some(now) if now == at && answer.is_right => "answer good",
                Some(now) if now == at => "answer bad",
                _ => "answer",
            };
            state.to_owned()
        });
        let pressed = live(move || (chosen.get() == Some(at)).to_string());
        let label = prose(text, &answer.text, &mut super::all_seen());
        view! {
            <li><button type="button" class=state aria-pressed=pressed data-right=answer.is_right.to_string() on:click=tap(choose)>{label}</button></li>
        }
    });
    let feedback = shown(move || {
        let Some(answer) = chosen.get().and_then(|at| asked.answers.get(at)) else {
            return ().into_any();
        };
        let (class, sign) = if answer.is_right {
            ("good", "✓ ")
        } else {
            ("bad", "✗ ")
        };
        let words = prose(text, &answer.feedback, &mut super::all_seen());
        view! { <p class=class>{sign}{words}</p> }.into_any()
    });
    view! {
        <section class="question card">
            <h2 class="ask">{prose(text, &asked.ask, &mut super::all_seen())}</h2>
            <ul class="answers">{answers.collect_view()}</ul>
            <div role="status" data-testid="feedback">{feedback}</div>
        </section>
    }
    .into_any()
}

/// A place to write. What is written stays in the browser, saved or not, and can be taken along as a file.
fn write(text: Text, words: &Words, seen: &mut Seen, solved: Callback<()>) -> AnyView {
    let written = Source::new(browser::load(Entry::Reflection).unwrap_or_default());
    let said = Source::new(String::new());
    let save = move || {
        let thoughts = written.get_untracked();
        browser::save(Entry::Reflection, &thoughts);
        if thoughts.trim().is_empty() {
            return said.set(text.get(M::ReflectionEmpty).to_owned());
        }
        said.set(text.get(M::ReflectionSaved).to_owned());
        solved.run(());
    };
    let export = move || {
        let bytes = written.get_untracked();
        browser::download("foursight-thoughts.txt", "text/plain", bytes.as_bytes());
    };
    let note = move |event| {
        written.set(event_target_value(&event));
        // Whoever leaves without saving finds it again.
        browser::save(Entry::Reflection, &written.get_untracked());
        said.set(text.get(M::ReflectionKept).to_owned());
    };
    view! {
        <section class="question card">
            <label class="field">
                <span>{prose(text, words, seen)}</span>
                <textarea data-testid="reflection" rows="5" maxlength=REFLECTION_CHARS_MAX.to_string() prop:value=live(move || written.get()) on:input=note></textarea>
            </label>
            <div class="row">
                <button type="button" class="main" data-testid="reflection-save" on:click=tap(save)>{text.get(M::ReflectionSave)}</button>
                <button type="button" data-testid="reflection-export" on:click=tap(export)>{text.get(M::ReflectionExport)}</button>
            </div>
            <p role="status" data-testid="reflection-said">{live(move || said.get())}</p>
        </section>
    }
    .into_any()
}
