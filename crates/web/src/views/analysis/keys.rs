//! Keys of the analysis board.

use foursight_core::Column;
use foursight_page::analysis::{AnalysisMessage, AnalysisState, OverlayLayer};
use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlElement, KeyboardEvent};

use super::AnalysisPage;
use crate::browser;

/// Handles the keys of the page while the calling view exists: digits play, arrows move between
/// columns and moves, letters toggle layers.
pub(super) fn listen(page: AnalysisPage) {
    let listener = window_event_listener(ev::keydown, move |event| {
        if !is_free(&event) {
            return;
        }
        if let Some(message) = command(page, &event) {
            event.prevent_default();
            page.send(message);
        } else if let Some(column) = aimed_by(page, &event) {
            event.prevent_default();
            focus(column);
        }
    });
    on_cleanup(move || listener.remove());
}

/// Returns true if a key is meant for the page: not for the browser, a field or a dialog.
pub(crate) fn is_free(event: &KeyboardEvent) -> bool {
    let has_modifier = event.ctrl_key() || event.meta_key() || event.alt_key();
    !has_modifier && !event.default_prevented() && !is_typing(event) && !is_dialog_open()
}

/// Returns true if the focus is in a field, which needs its keys itself.
pub(crate) fn is_typing(event: &KeyboardEvent) -> bool {
    let focused = event
        .target()
        .and_then(|element| element.dyn_into::<Element>().ok());
    let tag = focused.map(|element| element.tag_name());
    matches!(tag.as_deref(), Some("INPUT" | "TEXTAREA" | "SELECT"))
}

/// Returns true while a dialog is open, which has keys of its own.
pub(crate) fn is_dialog_open() -> bool {
    let document = browser::document();
    document.is_some_and(|document| {
        let open = document.query_selector("dialog[open]");
        open.is_ok_and(|dialog| dialog.is_some())
    })
}

fn command(page: AnalysisPage, event: &KeyboardEvent) -> Option<AnalysisMessage> {
    let is_playing_out = page
        .analysis
        .with_untracked(|analysis| analysis.play_out().is_some());
    Some(match event.key().as_str() {
        "[" | "u" | "PageUp" => AnalysisMessage::Step(-1),
        "]" | "U" | "PageDown" => AnalysisMessage::Step(1),
        "Home" => AnalysisMessage::Step(isize::MIN),
        "End" => AnalysisMessage::Step(isize::MAX),
        "t" => AnalysisMessage::Toggle(OverlayLayer::Threats),
        "p" => AnalysisMessage::Toggle(OverlayLayer::Plan),
        "o" if is_playing_out => AnalysisMessage::StopPlayOut,
        "o" => AnalysisMessage::PlayOut,
        key => {
            let number = key.parse().ok().filter(|number| *number > 0)?;
            AnalysisMessage::Press(Column::from_number(number)?)
        }
    })
}

/// Returns the column that an arrow key leads to.
fn aimed_by(page: AnalysisPage, event: &KeyboardEvent) -> Option<Column> {
    let offset = match event.key().as_str() {
        "ArrowLeft" => -1,
        "ArrowRight" => 1,
        _ => return None,
    };
    let (aim, width) = page.analysis.with_untracked(|analysis: &AnalysisState| {
        let width = usize::from(analysis.game().ruleset().width());
        (analysis.aim(), width)
    });
    let index = match aim {
        Some(column) => column.index().checked_add_signed(offset)?,
        None => width / 2,
    };
    Column::from_index(index).filter(|_| index < width)
}

/// Moves the focus to a column head, which aims at it.
fn focus(column: Column) {
    let css = format!(".analysis-board [data-testid='analysis-column-{column}']");
    let document = browser::document();
    let element = document.and_then(|document| document.query_selector(&css).ok()?);
    if let Some(button) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        // An element that cannot be focused leaves the focus where it is.
        let _ = button.focus();
    }
}
