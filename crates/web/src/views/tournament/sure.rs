//! A question before something that cannot be taken back. Its answers stand apart from the button that asked, so that
//! a double click does not answer it.

use std::sync::Arc;

use leptos::prelude::*;

use super::focus_soon;
use crate::shell::source::Source;
use crate::text::{Message as M, Text};
use crate::views::{Part, shown, tap};

/// The question, with what a yes does.
#[derive(Clone)]
pub(super) struct Question {
    /// What is asked.
    pub(super) words: String,
    /// The answer that does it.
    pub(super) yes: &'static str,
    /// The id of the button that asked, to which a no leads back.
    pub(super) from: String,
    /// What a yes does.
    pub(super) act: Arc<dyn Fn() + Send + Sync>,
}

/// Asks, with the focus on the answer that does nothing.
pub(super) fn ask(asked: Source<Option<Question>>, question: Question) {
    asked.set(Some(question));
    focus_soon(NO.to_owned());
}

/// The id of the answer that does nothing.
const NO: &str = "cup-no";

/// The question and its answers, if something is asked.
pub(super) fn question(text: Text, asked: Source<Option<Question>>) -> Part {
    shown(move || {
        let Some(question) = asked.get() else {
            return ().into_any();
        };
        let Question {
            words,
            yes,
            from,
            act,
        } = question;
        let yes_pressed = move || {
            asked.set(None);
            act();
        };
        let no_pressed = move || {
            asked.set(None);
            focus_soon(from.clone());
        };
        view! {
            <div class="card cup-sure" role="group" aria-labelledby="cup-question">
                <p id="cup-question" data-testid="cup-question">{words}</p>
                <div class="row">
                    <button id=NO data-testid=NO aria-describedby="cup-question" on:click=tap(no_pressed)>{text.get(M::CupNo)}</button>
                    <button data-testid="cup-yes" aria-describedby="cup-question" on:click=tap(yes_pressed)>{yes}</button>
                </div>
            </div>
        }
        .into_any()
    })
}
