//! Wrappers of browser APIs. Refusals of the browser are reported or ignored; nothing here panics.

mod files;
mod sound;
mod storage;

use std::time::Duration;

use foursight_page::text::Language;
use leptos::prelude::set_timeout;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Document, Element, HtmlElement, HtmlTextAreaElement, Window};

pub(crate) use files::{
    can_share, copy, download, download_png, read_blob, read_file_input, share,
};
pub(crate) use sound::AudioPlayer;
pub(crate) use storage::{
    StorageKey, delete, delete_ended_game, delete_table, delete_tournament, ended_games,
    has_live_game, has_stored_tables, load, load_raw, load_table, load_tournament, note_live_game,
    own_table, quarantine, save, save_ended_game, save_raw, save_table, save_tournament, tables,
    tournaments,
};

pub(crate) fn window() -> Option<Window> {
    web_sys::window()
}

pub(crate) fn document() -> Option<Document> {
    window()?.document()
}

/// Sets the title of the page.
pub(crate) fn set_title(title: &str) {
    if let Some(document) = document() {
        document.set_title(title);
    }
}

/// Formats the day of a time in milliseconds since 1970 for a language.
pub(crate) fn format_day(ms: f64, language: Language) -> String {
    let date = js_sys::Date::new(&ms.into());
    let formatted = date.to_locale_date_string(language.code(), &wasm_bindgen::JsValue::UNDEFINED);
    formatted.into()
}

/// Formats the day of a time in milliseconds since 1970, as in `2026-11-17`.
pub(crate) fn format_iso_day(ms: f64) -> String {
    /// The largest time value of a JavaScript `Date`.
    const MS_MAX: f64 = 8.64e15;
    let date = js_sys::Date::new(&ms.min(MS_MAX).into());
    let formatted: String = date.to_iso_string().into();
    formatted.split('T').next().unwrap_or_default().to_owned()
}

/// Vibrates the device briefly, if it can.
pub(crate) fn vibrate() {
    const BUZZ_MS: u32 = 12;
    let Some(navigator) = window().map(|window| window.navigator()) else {
        return;
    };
    // Some browsers lack it, and the call would throw.
    if js_sys::Reflect::has(&navigator, &"vibrate".into()) == Ok(true) {
        navigator.vibrate_with_duration(BUZZ_MS);
    }
}

/// Returns milliseconds since 1970.
pub(crate) fn now_ms() -> f64 {
    js_sys::Date::now()
}

/// Returns the minutes by which local time is ahead of UTC.
pub(crate) fn utc_offset_minutes() -> i32 {
    -(js_sys::Date::new_0().get_timezone_offset() as i32)
}

/// Returns the fragment of the address, with its `#`.
pub(crate) fn hash() -> String {
    let hash = window().and_then(|window| window.location().hash().ok());
    hash.unwrap_or_default()
}

/// Returns the query of the address, with its `?`.
pub(crate) fn query() -> String {
    let query = window().and_then(|window| window.location().search().ok());
    query.unwrap_or_default()
}

/// Returns the address without query and fragment.
pub(crate) fn base() -> String {
    let href = window().and_then(|window| window.location().href().ok());
    let href = href.unwrap_or_default();
    href.split(['?', '#']).next().unwrap_or_default().to_owned()
}

/// Navigates to another page of the game.
pub(crate) fn navigate(hash: &str) {
    if let Some(window) = window() {
        // If the browser refuses, the page stays as it is.
        let _ = window.location().set_hash(hash);
    }
}

/// Replaces the address without a new history entry.
pub(crate) fn replace_address(hash: &str) {
    let history = window().and_then(|window| window.history().ok());
    if let Some(history) = history {
        // If the browser refuses, the old address stays.
        let _ = history.replace_state_with_url(&wasm_bindgen::JsValue::NULL, "", Some(hash));
    }
}

/// True if the query contains this parameter, such as `debug=1`.
pub(crate) fn has_query_flag(query: &str) -> bool {
    let full_query = self::query();
    let mut parts = full_query.trim_start_matches('?').split('&');
    parts.any(|part| part == query)
}

/// Returns the first preferred language that the game supports.
pub(crate) fn language() -> Language {
    let navigator = window().map(|window| window.navigator());
    let codes = navigator.map(|navigator| navigator.languages());
    let codes = codes.into_iter().flatten();
    let known = codes.filter_map(|code| Language::from_code(&code.as_string()?));
    known.into_iter().next().unwrap_or_default()
}

/// True if the system prefers reduced motion.
pub(crate) fn system_reduces_motion() -> bool {
    matches_media("(prefers-reduced-motion: reduce)")
}

/// The media query of systems that prefer light pages.
const PREFERS_LIGHT: &str = "(prefers-color-scheme: light)";

/// True if the system prefers light pages.
pub(crate) fn system_is_light() -> bool {
    matches_media(PREFERS_LIGHT)
}

/// Calls a function whenever the system switches between light and dark, for as long as the page
/// is open.
pub(crate) fn on_system_theme(on_change: impl Fn() + 'static) {
    let query = window().and_then(|window| window.match_media(PREFERS_LIGHT).ok());
    if let Some(query) = query.flatten() {
        let on_change: Closure<dyn Fn()> = Closure::new(on_change);
        query.set_onchange(Some(on_change.as_ref().unchecked_ref()));
        on_change.forget();
        // The browser drops a query that nothing refers to, and its listener with it.
        std::mem::forget(query);
    }
}

/// True if the window has room for two columns.
pub(crate) fn is_wide() -> bool {
    matches_media("(min-width: 60rem)")
}

fn matches_media(query: &str) -> bool {
    let query = window().and_then(|window| window.match_media(query).ok());
    query.flatten().is_some_and(|query| query.matches())
}

/// Focuses an element.
pub(crate) fn focus(id: &str) {
    let element = document().and_then(|document| document.get_element_by_id(id));
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        // If the element cannot be focused, the focus stays.
        let _ = element.focus();
    }
}

/// Focuses an element once it is rendered.
pub(crate) fn focus_soon(id: String) {
    set_timeout(move || focus(&id), Duration::ZERO);
}

/// Focuses an element that may be inside a closed `details` element.
pub(crate) fn focus_in_details(id: &str) {
    let element = document().and_then(|document| document.get_element_by_id(id));
    if let Some(Ok(Some(folder))) = element.map(|element| element.closest("details")) {
        // The attribute name is valid, so this cannot fail.
        let _ = folder.set_attribute("open", "");
    }
    focus(id);
}

/// Closes a `details` element.
pub(crate) fn close_details(id: &str) {
    remove_attribute(id, "open");
}

/// True if a `details` element is open.
pub(crate) fn is_details_open(id: &str) -> bool {
    let element = document().and_then(|document| document.get_element_by_id(id));
    element.is_some_and(|element| element.has_attribute("open"))
}

/// Scrolls a list to an item once the list has changed. The page does not scroll.
pub(crate) fn scroll_list_to(id: &'static str, item: usize) {
    let show = move || {
        let list = document()?.get_element_by_id(id)?;
        let found = list.children().item(u32::try_from(item).ok()?)?;
        let [place, wanted] = [&list, &found].map(Element::get_bounding_client_rect);
        // Centre the item, so that its neighbours are visible as well.
        let down = wanted.top() - place.top() - (place.height() - wanted.height()) / 2.0;
        let right = wanted.left() - place.left() - (place.width() - wanted.width()) / 2.0;
        list.set_scroll_top(list.scroll_top() + down as i32);
        list.set_scroll_left(list.scroll_left() + right as i32);
        Some(())
    };
    set_timeout(
        move || {
            // The list may be gone.
            let _ = show();
        },
        Duration::ZERO,
    );
}

/// Scrolls the page down to an element below the viewport, once it is rendered.
pub(crate) fn scroll_into_view(id: &'static str) {
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

/// Percent-encodes a text for an address.
pub(crate) fn encode_component(words: &str) -> String {
    js_sys::encode_uri_component(words).into()
}

/// Decodes a percent-encoded text, or returns it unchanged if it is malformed.
pub(crate) fn decode_component(part: &str) -> String {
    js_sys::decode_uri_component(part).map_or_else(|_| part.to_owned(), Into::into)
}

/// Scrolls a row to one of its parts once both are rendered. The page does not scroll.
pub(crate) fn scroll_row_to(row: &'static str, part: String) {
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

/// Focuses a text area and selects its content.
pub(crate) fn select(id: &str) {
    focus(id);
    let element = document().and_then(|document| document.get_element_by_id(id));
    if let Some(field) = element.and_then(|element| element.dyn_into::<HtmlTextAreaElement>().ok())
    {
        field.select();
    }
}

/// Focuses the main content after a change if the focused element is gone.
pub(crate) fn restore_focus() {
    set_timeout(
        || {
            let active = document().and_then(|document| document.active_element());
            if active.is_none_or(|active| active.tag_name() == "BODY") {
                focus("main");
                focus("status");
            }
            // Focusing scrolls to the element; keep the top of the page visible.
            if let Some(window) = window() {
                window.scroll_to_with_x_and_y(0.0, 0.0);
            }
        },
        Duration::ZERO,
    );
}

/// Focuses an element once it is rendered, if the focused control became inert.
pub(crate) fn move_focus_from_inert(id: &'static str) {
    set_timeout(
        move || {
            let active = document().and_then(|document| document.active_element());
            let is_inert = |element: &Element| {
                element
                    .matches(".tools [aria-disabled=true], .slots button")
                    .unwrap_or(false)
            };
            if active.as_ref().is_some_and(is_inert) {
                focus(id);
            }
        },
        Duration::ZERO,
    );
}

/// Removes an attribute of an element: a style sheet without `disabled` is loaded.
pub(crate) fn remove_attribute(id: &str, attribute: &str) {
    if let Some(element) = document().and_then(|document| document.get_element_by_id(id)) {
        // The attribute name is valid, so this cannot fail.
        let _ = element.remove_attribute(attribute);
    }
}

/// Detaches a hidden element from the page, to insert it elsewhere.
pub(crate) fn detach(id: &str) -> Option<Element> {
    let element = document()?.get_element_by_id(id)?;
    element.remove();
    // The attribute name is valid, so this cannot fail.
    let _ = element.remove_attribute("hidden");
    Some(element)
}

/// Opens the print dialog.
pub(crate) fn print() {
    if let Some(window) = window() {
        // A browser without printing reports that itself.
        let _ = window.print();
    }
}

/// Sets an attribute of the root element, for the style sheet.
pub(crate) fn set_root_attribute(attribute: &str, value: &str) {
    let root = document().and_then(|document| document.document_element());
    if let Some(root) = root {
        // The attribute name is valid, so this cannot fail.
        let _ = root.set_attribute(attribute, value);
    }
}
