//! Keys of the coach.

use foursight_core::Column;
use foursight_page::coach::{CoachMessage, CoachState};
use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast as _;
use web_sys::{HtmlElement, KeyboardEvent};

use super::CoachView;
use crate::browser;
use crate::views::analysis::keys::is_free;

/// Handles the keys of the page while the calling view exists: digits answer, arrows move between
/// columns, `h` takes a hint, `n` goes on.
pub(super) fn listen(page: CoachView) {
    let listener = window_event_listener(ev::keydown, move |event| {
        let has_question = page
            .coach
            .with_untracked(|coach| coach.question().is_some());
        if !has_question || !is_free(&event) {
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

fn command(page: CoachView, event: &KeyboardEvent) -> Option<CoachMessage> {
    let is_answered = page.coach.with_untracked(|coach| {
        let question = coach.question();
        question.is_some_and(|question| question.answer().is_some() || question.is_unsolved())
    });
    match event.key().as_str() {
        "h" => Some(CoachMessage::TakeHint),
        "n" => is_answered.then_some(CoachMessage::GoOn),
        key => {
            let number = key.parse().ok().filter(|number| *number > 0)?;
            Some(CoachMessage::Press(Column::from_number(number)?))
        }
    }
}

/// Returns the column that an arrow key leads to.
fn aimed_by(page: CoachView, event: &KeyboardEvent) -> Option<Column> {
    let offset = match event.key().as_str() {
        "ArrowLeft" => -1,
        "ArrowRight" => 1,
        _ => return None,
    };
    let (aim, width) = page.coach.with_untracked(|coach: &CoachState| {
        let width = coach.question()?.game().ruleset().width();
        Some((coach.aim(), usize::from(width)))
    })?;
    let index = match aim {
        Some(column) => column.index().checked_add_signed(offset)?,
        None => width / 2,
    };
    Column::from_index(index).filter(|_| index < width)
}

/// Moves the focus to a column head, which aims at it.
fn focus(column: Column) {
    let css = format!("[data-testid='coach-column-{column}']");
    let document = browser::document();
    let element = document.and_then(|document| document.query_selector(&css).ok()?);
    if let Some(button) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        // An element that cannot be focused leaves the focus where it is.
        let _ = button.focus();
    }
}
