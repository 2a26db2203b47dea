//! Widgets that all lessons share: column buttons, listings, key handling.

use foursight_lessons::Listing;
use foursight_page::learn::lesson_text::{LessonKeyAction, lesson_key_action, letters};
use foursight_page::text::{Text, UiMessage as M};
use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlElement};

use super::super::{bool_signal, click_handler};
use crate::browser;
use crate::shell::signals::ErasedMemo;

/// Returns the CSS class of an element as wide as a board; some boards are wider than the usual
/// one, some are small.
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

/// Handles keys in a lesson: digits click a column of this step, and arrows move between columns,
/// unless the focus is in a field.
pub(super) fn handle_keys() {
    let key_listener = window_event_listener(ev::keydown, |event| {
        if event.ctrl_key() || event.meta_key() || event.alt_key() || event.default_prevented() {
            return;
        }
        let focused = event
            .target()
            .and_then(|element| element.dyn_into::<Element>().ok());
        let tag = focused.as_ref().map(Element::tag_name).unwrap_or_default();
        let index = focused.and_then(|element| element.get_attribute("data-column")?.parse().ok());
        let column_button = |number: usize| {
            let css = format!("article .lcols [data-column='{number}']");
            let document = browser::document()?;
            let is_covered = document.query_selector("dialog[open]").ok()?.is_some();
            let button = document.query_selector(&css).ok()??;
            button
                .dyn_into::<HtmlElement>()
                .ok()
                .filter(|_| !is_covered)
        };
        let handled = match lesson_key_action(&event.key(), &tag, index) {
            Some(LessonKeyAction::Column(number)) => {
                column_button(number).map(|element| element.click())
            }
            Some(LessonKeyAction::Focus(number)) => {
                column_button(number).and_then(|element| element.focus().ok())
            }
            None => None,
        };
        if handled.is_some() {
            event.prevent_default();
        }
    });
    on_cleanup(move || key_listener.remove());
}

/// Buttons for the columns of a board. Beside code they show letter and index.
pub(super) fn columns(
    text: Text,
    width: usize,
    beside_code: bool,
    press: Callback<usize>,
) -> AnyView {
    let button = move |index: usize| {
        let letter = letters(index);
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
            <button type="button" data-column=index + 1 aria-label=label on:click=click_handler(move || press.run(index))>
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

/// Cells per level of indentation in our source.
const INDENT: usize = 4;

/// A listing with the current line highlighted, if any.
pub(super) fn listing(
    text: Text,
    of: &'static Listing,
    current_line: Option<ErasedMemo<Option<usize>>>,
) -> AnyView {
    let lines = of.lines.iter().enumerate().map(move |(index, (_, line))| {
        let is_current = bool_signal(move || {
            current_line.is_some_and(|current_line| current_line.get() == Some(index))
        });
        // The depth sets the hanging indent of lines that wrap.
        let depth = (line.len() - line.trim_start().len()) / INDENT;
        view! { <span class="ln" class:lit=is_current data-depth=depth>{*line}"\n"</span> }
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
