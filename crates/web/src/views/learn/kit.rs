//! What all lessons are built of: columns to press, and listings.

use foursight_lessons::{Listing, Tongue};
use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlElement};

use super::super::{tap, when};
use crate::browser;
use crate::shell::source::Derived;
use crate::taught::{Pressed, letter, pressed};
use crate::text::{Language, Message as M, Text};

/// The language of the course that belongs to one of the page.
pub(super) const fn tongue(text: Text) -> Tongue {
    match text.0 {
        Language::English => Tongue::English,
        Language::German => Tongue::German,
    }
}

/// The class of what is as wide as a grid; some grids are wider than the usual one, some are small.
pub(super) fn wide_class(class: &str, width: usize) -> String {
    const USUAL: usize = 7;
    const SMALL: usize = 3;
    let wide = if width <= SMALL {
        " small"
    } else if width <= USUAL {
        ""
    } else {
        " wider"
    };
    format!("{class}{wide}")
}

/// Digits press a column of this step, and arrows go from column to column, unless somebody writes or picks.
pub(super) fn follow_keys() {
    let keys = window_event_listener(ev::keydown, |event| {
        if event.ctrl_key() || event.meta_key() || event.alt_key() || event.default_prevented() {
            return;
        }
        let focused = event.target().and_then(|it| it.dyn_into::<Element>().ok());
        let tag = focused.as_ref().map(Element::tag_name).unwrap_or_default();
        let at = focused.and_then(|it| it.get_attribute("data-column")?.parse().ok());
        let found = |number: usize| {
            let css = format!("article .lcols [data-column='{number}']");
            let document = browser::document()?;
            let is_behind = document.query_selector("dialog[open]").ok()?.is_some();
            let button = document.query_selector(&css).ok()??;
            button.dyn_into::<HtmlElement>().ok().filter(|_| !is_behind)
        };
        let is_done = match pressed(&event.key(), &tag, at) {
            Some(Pressed::Column(number)) => found(number).map(|it| it.click()),
            Some(Pressed::Focus(number)) => found(number).and_then(|it| it.focus().ok()),
            None => None,
        };
        if is_done.is_some() {
            event.prevent_default();
        }
    });
    on_cleanup(move || keys.remove());
}

/// Buttons for the columns of a grid. Beside code they say letter and index.
pub(super) fn columns(
    text: Text,
    width: usize,
    beside_code: bool,
    press: Callback<usize>,
) -> AnyView {
    let button = move |index: usize| {
        let letter = letter(index).to_string();
        let label = if beside_code {
            text.with(M::LessonColumn, &[("letter", &letter), ("index", &index)])
        } else {
            text.with(M::DropInColumn, &[("column", &(index + 1))])
        };
        let shown = if beside_code {
            letter
        } else {
            (index + 1).to_string()
        };
        let small = beside_code.then(|| view! { <small>{index}</small> });
        view! {
            <button type="button" data-column=index + 1 aria-label=label on:click=tap(move || press.run(index))>
                <b>{shown}</b>{small}
            </button>
        }
    };
    view! {
        <div class=wide_class("lcols", width) role="group" aria-label=text.get(M::DropADisc)>
            {(0..width).map(button).collect_view()}
        </div>
    }
    .into_any()
}

/// The spaces of one more step inwards in our source.
const INDENT: usize = 4;

/// A listing with the line that runs now, if any does.
pub(super) fn listing(
    text: Text,
    of: &'static Listing,
    lit: Option<Derived<Option<usize>>>,
) -> AnyView {
    let lines = of.lines.iter().enumerate().map(move |(at, (_, line))| {
        let is_lit = when(move || lit.is_some_and(|lit| lit.get() == Some(at)));
        // How deep a line stands says where the rest of it goes on, if it is too long.
        let depth = (line.len() - line.trim_start().len()) / INDENT;
        view! { <span class="ln" class:lit=is_lit data-depth=depth>{*line}"\n"</span> }
    });
    let path = format!("crates/lessons/src/teach/{}.rs", of.file);
    view! {
        <figure class="listing" data-listing=of.name>
            <figcaption class="small">{text.with(M::LessonSource, &[("file", &path)])}</figcaption>
            <pre tabindex="0" role="region" aria-label=of.name><code>{lines.collect_view()}</code></pre>
        </figure>
    }
    .into_any()
}
