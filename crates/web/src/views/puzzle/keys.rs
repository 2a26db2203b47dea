//! Keys of the puzzle page.

use foursight_core::Column;
use foursight_page::puzzle::PuzzleMessage;
use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlElement, KeyboardEvent};

use super::PuzzlePage;
use crate::browser;

/// Handles the keys of the page while the calling view exists: digits play, arrows move between
/// columns, letters do what the buttons do.
pub(super) fn listen(page: PuzzlePage) {
    let listener = window_event_listener(ev::keydown, move |event| {
        if event.ctrl_key() || event.meta_key() || event.alt_key() || event.default_prevented() {
            return;
        }
        if is_typing(&event) || is_dialog_open() {
            return;
        }
        if let Some(message) = command(&event.key()) {
            event.prevent_default();
            page.send(message);
        } else if let Some(column) = aimed_by(page, &event.key()) {
            event.prevent_default();
            page.aim.set(Some(column));
            focus(column);
        }
    });
    on_cleanup(move || listener.remove());
}

/// Returns true if the focus is in a field, which needs its keys itself.
fn is_typing(event: &KeyboardEvent) -> bool {
    let focused = event
        .target()
        .and_then(|element| element.dyn_into::<Element>().ok());
    let tag = focused.map(|element| element.tag_name());
    matches!(tag.as_deref(), Some("INPUT" | "TEXTAREA" | "SELECT"))
}

fn is_dialog_open() -> bool {
    let document = browser::document();
    document.is_some_and(|document| {
        let open = document.query_selector("dialog[open]");
        open.is_ok_and(|dialog| dialog.is_some())
    })
}

fn command(key: &str) -> Option<PuzzleMessage> {
    Some(match key {
        "n" => PuzzleMessage::AnswerNoWin,
        "h" => PuzzleMessage::RevealHint,
        "o" => PuzzleMessage::TryAnotherDefence,
        "c" => PuzzleMessage::Continue,
        key => {
            let number = key.parse().ok().filter(|number| *number > 0)?;
            PuzzleMessage::Press(Column::from_number(number)?)
        }
    })
}

/// Returns the column that an arrow key leads to.
fn aimed_by(page: PuzzlePage, key: &str) -> Option<Column> {
    let offset = match key {
        "ArrowLeft" => -1,
        "ArrowRight" => 1,
        _ => return None,
    };
    let width = page.state.with_untracked(|state| {
        let rules = state.open().map(|open| open.shown().ruleset());
        usize::from(rules.unwrap_or_default().width())
    });
    let index = match page.aim.get_untracked() {
        Some(column) => column.index().checked_add_signed(offset)?,
        None => width / 2,
    };
    Column::from_index(index).filter(|_| index < width)
}

/// Moves the focus to the head of a column.
fn focus(column: Column) {
    let css = format!(".puzzle-page [data-testid='puzzle-column-{column}']");
    let document = browser::document();
    let element = document.and_then(|document| document.query_selector(&css).ok()?);
    if let Some(button) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        // An element that cannot be focused leaves the focus where it is.
        let _ = button.focus();
    }
}
