//! What the page asks of the browser. Whatever the browser refuses is told or left out; nothing
//! here panics.

mod files;
mod sound;
mod storage;

use std::time::Duration;

use leptos::prelude::set_timeout;
use wasm_bindgen::JsCast;
use web_sys::{Document, Element, HtmlElement, HtmlTextAreaElement, Window};

use crate::text::Language;

pub(crate) use files::{copy, download, download_png, opened, text_of};
pub(crate) use sound::Sound;
pub(crate) use storage::{
    Entry, ended, forget, forget_ended, forget_table, forget_tournament, has_tables, keep, kept,
    load, load_table, load_tournament, own_table, save, save_ended, save_table, save_tournament,
    set_aside, tables, tournaments,
};

/// The window.
pub(crate) fn window() -> Option<Window> {
    web_sys::window()
}

/// The document.
pub(crate) fn document() -> Option<Document> {
    window()?.document()
}

/// Names the page, as in the tab of the browser.
pub(crate) fn entitle(title: &str) {
    if let Some(document) = document() {
        document.set_title(title);
    }
}

/// The day of a time in milliseconds since 1970, as people of a language write it.
pub(crate) fn day(ms: f64, language: Language) -> String {
    let date = js_sys::Date::new(&ms.into());
    let written = date.to_locale_date_string(language.code(), &wasm_bindgen::JsValue::UNDEFINED);
    written.into()
}

/// The day of a time in milliseconds since 1970, as in `2026-11-17`.
pub(crate) fn iso_day(ms: f64) -> String {
    /// The last time that has a day.
    const MS_MAX: f64 = 8.64e15;
    let date = js_sys::Date::new(&ms.min(MS_MAX).into());
    let written: String = date.to_iso_string().into();
    written.split('T').next().unwrap_or_default().to_owned()
}

/// Lets the device shake for a moment, if it can.
pub(crate) fn buzz() {
    const BUZZ_MS: u32 = 12;
    let Some(navigator) = window().map(|window| window.navigator()) else {
        return;
    };
    // Not every browser has it, and a call would throw.
    if js_sys::Reflect::has(&navigator, &"vibrate".into()) == Ok(true) {
        navigator.vibrate_with_duration(BUZZ_MS);
    }
}

/// Milliseconds since 1970.
pub(crate) fn now_ms() -> f64 {
    js_sys::Date::now()
}

/// What stands behind the `#` of the address.
pub(crate) fn hash() -> String {
    let hash = window().and_then(|window| window.location().hash().ok());
    hash.unwrap_or_default()
}

/// What stands behind the `?` of the address, with it.
pub(crate) fn query() -> String {
    let query = window().and_then(|window| window.location().search().ok());
    query.unwrap_or_default()
}

/// The address without what stands behind `?` and `#`.
pub(crate) fn base() -> String {
    let href = window().and_then(|window| window.location().href().ok());
    let href = href.unwrap_or_default();
    href.split(['?', '#']).next().unwrap_or_default().to_owned()
}

/// Goes to another page of ours.
pub(crate) fn go(hash: &str) {
    if let Some(window) = window() {
        // A browser that does not let us leaves the page as it is.
        let _ = window.location().set_hash(hash);
    }
}

/// Gives this page another address, so that going back does not come here again.
pub(crate) fn rename(hash: &str) {
    let history = window().and_then(|window| window.history().ok());
    if let Some(history) = history {
        // A browser that does not let us keeps the old address.
        let _ = history.replace_state_with_url(&wasm_bindgen::JsValue::NULL, "", Some(hash));
    }
}

/// True if the address asks for something, such as `debug=1`.
pub(crate) fn asks_for(query: &str) -> bool {
    let asked = self::query();
    let mut parts = asked.trim_start_matches('?').split('&');
    parts.any(|part| part == query)
}

/// The first language of the person that we speak.
pub(crate) fn language() -> Language {
    let navigator = window().map(|window| window.navigator());
    let codes = navigator.map(|navigator| navigator.languages());
    let codes = codes.into_iter().flatten();
    let known = codes.filter_map(|code| Language::from_code(&code.as_string()?));
    known.into_iter().next().unwrap_or_default()
}

/// True if the system asks for less motion.
pub(crate) fn system_reduces_motion() -> bool {
    system_says("(prefers-reduced-motion: reduce)")
}

/// True if the system asks for light pages.
pub(crate) fn system_is_light() -> bool {
    system_says("(prefers-color-scheme: light)")
}

/// True if there is room for two columns.
pub(crate) fn is_wide() -> bool {
    system_says("(min-width: 60rem)")
}

fn system_says(query: &str) -> bool {
    let query = window().and_then(|window| window.match_media(query).ok());
    query.flatten().is_some_and(|query| query.matches())
}

/// Moves the focus to an element.
pub(crate) fn focus(id: &str) {
    let element = document().and_then(|document| document.get_element_by_id(id));
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        // An element that cannot have the focus leaves it where it is.
        let _ = element.focus();
    }
}

/// Moves the focus to an element, once it is there.
pub(crate) fn focus_soon(id: String) {
    set_timeout(move || focus(&id), Duration::ZERO);
}

/// Moves the focus to an element that may be folded away.
pub(crate) fn reveal(id: &str) {
    let element = document().and_then(|document| document.get_element_by_id(id));
    if let Some(Ok(Some(folder))) = element.map(|element| element.closest("details")) {
        // It has no text of its own that could be wrong.
        let _ = folder.set_attribute("open", "");
    }
    focus(id);
}

/// Folds a part away that can be folded.
pub(crate) fn fold(id: &str) {
    unmark(id, "open");
}

/// True if a part that can be folded is not.
pub(crate) fn is_unfolded(id: &str) -> bool {
    let element = document().and_then(|document| document.get_element_by_id(id));
    element.is_some_and(|element| element.has_attribute("open"))
}

/// Shows an item of a list that is longer than its place, once it has changed. The page stays where it
/// is.
pub(crate) fn show_item(id: &'static str, item: usize) {
    let show = move || {
        let list = document()?.get_element_by_id(id)?;
        let found = list.children().item(u32::try_from(item).ok()?)?;
        let [place, wanted] = [&list, &found].map(Element::get_bounding_client_rect);
        // Into the middle, so that what comes before and after is seen as well.
        let down = wanted.top() - place.top() - (place.height() - wanted.height()) / 2.0;
        let right = wanted.left() - place.left() - (place.width() - wanted.width()) / 2.0;
        list.set_scroll_top(list.scroll_top() + down as i32);
        list.set_scroll_left(list.scroll_left() + right as i32);
        Some(())
    };
    set_timeout(
        move || {
            // A list that is gone shows nothing.
            let _ = show();
        },
        Duration::ZERO,
    );
}

/// Scrolls the page down to an element that lies below what is seen, once it is there.
pub(crate) fn bring_into_view(id: &'static str) {
    set_timeout(
        move || {
            let element = document().and_then(|document| document.get_element_by_id(id));
            if let Some(element) = element {
                element.scroll_into_view_with_bool(false);
            }
        },
        Duration::ZERO,
    );
}

/// Words as a part of an address.
pub(crate) fn encoded(words: &str) -> String {
    js_sys::encode_uri_component(words).into()
}

/// A part of an address as words; as it is, if nobody has written it so.
pub(crate) fn decoded(part: &str) -> String {
    js_sys::decode_uri_component(part).map_or_else(|_| part.to_owned(), Into::into)
}

/// Shows a part of a row that is longer than its place, once both are there. The page stays where it is.
pub(crate) fn show_part(row: &'static str, part: String) {
    set_timeout(
        move || {
            let found = |id: &str| {
                let element = document()?.get_element_by_id(id)?;
                element.dyn_into::<HtmlElement>().ok()
            };
            if let Some((row, part)) = found(row).zip(found(&part)) {
                row.set_scroll_left(part.offset_left() - row.offset_left());
            }
        },
        Duration::ZERO,
    );
}

/// Moves the focus to a field with several lines and selects what it holds.
pub(crate) fn select(id: &str) {
    focus(id);
    let element = document().and_then(|document| document.get_element_by_id(id));
    if let Some(field) = element.and_then(|element| element.dyn_into::<HtmlTextAreaElement>().ok())
    {
        field.select();
    }
}

/// Gives the focus to what the page is about, once it has changed, if whoever had it is gone.
pub(crate) fn catch_focus() {
    set_timeout(
        || {
            let active = document().and_then(|document| document.active_element());
            if active.is_none_or(|active| active.tag_name() == "BODY") {
                focus("main");
                focus("status");
            }
            // What has the focus is brought into view, and what stands above it out of view.
            if let Some(window) = window() {
                window.scroll_to_with_x_and_y(0.0, 0.0);
            }
        },
        Duration::ZERO,
    );
}

/// Gives the focus to an element, once it is there, if whoever had it can do nothing any more.
pub(crate) fn hand_focus(id: &'static str) {
    set_timeout(
        move || {
            let active = document().and_then(|document| document.active_element());
            let is_off = |it: &Element| {
                it.matches(".tools [aria-disabled=true], .slots button")
                    .unwrap_or(false)
            };
            if active.as_ref().is_some_and(is_off) {
                focus(id);
            }
        },
        Duration::ZERO,
    );
}

/// Takes an attribute away from an element: a style sheet without `disabled` is loaded.
pub(crate) fn unmark(id: &str, attribute: &str) {
    if let Some(element) = document().and_then(|document| document.get_element_by_id(id)) {
        // Our attribute names are all valid.
        let _ = element.remove_attribute(attribute);
    }
}

/// Takes an element that was hidden out of the page, to put it elsewhere.
pub(crate) fn taken(id: &str) -> Option<Element> {
    let element = document()?.get_element_by_id(id)?;
    element.remove();
    // Our attribute names are all valid.
    let _ = element.remove_attribute("hidden");
    Some(element)
}

/// Lets the browser print the page.
pub(crate) fn print() {
    if let Some(window) = window() {
        // A browser without printers says so itself.
        let _ = window.print();
    }
}

/// Says something about the whole page to its style sheet: an attribute of its root.
pub(crate) fn mark(attribute: &str, value: &str) {
    let root = document().and_then(|document| document.document_element());
    if let Some(root) = root {
        // Our attribute names are all valid.
        let _ = root.set_attribute(attribute, value);
    }
}
