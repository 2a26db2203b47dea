//! The glossary.

use foursight_lessons::glossary;
use leptos::prelude::*;

use super::kit::tongue;
use crate::text::{Message as M, Text};

/// All words, and the one somebody came for on top.
pub(super) fn show(text: Text, wanted: Option<&str>) -> AnyView {
    let tongue = tongue(text);
    let entry = |term: &'static foursight_lessons::Term, class: &'static str| {
        view! { <div class=class data-term=term.name.as_str()><dt>{term.word.get(tongue)}</dt><dd>{term.meaning.get(tongue)}</dd></div> }
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
