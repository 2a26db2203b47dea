//! The glossary.

use foursight_lessons::glossary;
use foursight_page::text::{Text, UiMessage as M};
use leptos::prelude::*;

/// All terms, with the requested one on top.
pub(super) fn show(text: Text, wanted: Option<&str>) -> AnyView {
    let language = text.0;
    let entry = |term: &'static foursight_lessons::Term, class: &'static str| {
        view! { <div class=class data-term=term.name.as_str()><dt>{term.word.get(language)}</dt><dd>{term.meaning.get(language)}</dd></div> }
    };
    let first = glossary()
        .iter()
        .find(|term| Some(term.name.as_str()) == wanted);
    let rest = glossary()
        .iter()
        .filter(|term| Some(term.name.as_str()) != wanted);
    view! {
        <section class="prose lesson">
            <p class="small"><a href="#/learn">{text.get(M::LearnHeading)}</a></p>
            <h1>{text.get(M::LessonWords)}</h1>
            <dl class="glossary">
                {first.map(|term| entry(term, "card wanted"))}
                {rest.map(|term| entry(term, "")).collect_view()}
            </dl>
        </section>
    }
    .into_any()
}
