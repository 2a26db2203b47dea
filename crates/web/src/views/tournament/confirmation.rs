//! The confirmation of an irreversible action. Its buttons are apart from the one that asked, so
//! that a double click does not confirm it.

use std::sync::Arc;

use foursight_page::text::{Text, UiMessage as M};
use leptos::prelude::*;

use super::focus_soon;
use crate::shell::signals::ErasedSignal;
use crate::views::{DynamicView, click_handler, dynamic_view};

/// A pending confirmation.
#[derive(Clone)]
pub(super) struct Confirmation {
    /// The question.
    pub(super) prompt: String,
    /// The label of the button that confirms.
    pub(super) yes: &'static str,
    /// The id of the button that asked, which gets the focus back on cancel.
    pub(super) from: String,
    /// The action.
    pub(super) act: Arc<dyn Fn() + Send + Sync>,
}

/// Asks, with the focus on cancel.
pub(super) fn ask(pending: ErasedSignal<Option<Confirmation>>, confirmation: Confirmation) {
    pending.set(Some(confirmation));
    focus_soon(CANCEL_ID.to_owned());
}

/// Id of the cancel button.
const CANCEL_ID: &str = "cup-no";

/// The question and its buttons, while one is pending.
pub(super) fn confirmation_view(
    text: Text,
    pending: ErasedSignal<Option<Confirmation>>,
) -> DynamicView {
    dynamic_view(move || {
        let Some(confirmation) = pending.get() else {
            return ().into_any();
        };
        let Confirmation {
            prompt,
            yes,
            from,
            act,
        } = confirmation;
        let on_confirm = move || {
            pending.set(None);
            act();
        };
        let on_cancel = move || {
            pending.set(None);
            focus_soon(from.clone());
        };
        view! {
            <div class="card cup-sure" role="group" aria-labelledby="cup-question">
                <p id="cup-question" data-testid="cup-question">{prompt}</p>
                <div class="row">
                    <button id=CANCEL_ID data-testid=CANCEL_ID aria-describedby="cup-question" on:click=click_handler(on_cancel)>{text.get(M::CupNo)}</button>
                    <button data-testid="cup-yes" aria-describedby="cup-question" on:click=click_handler(on_confirm)>{yes}</button>
                </div>
            </div>
        }
        .into_any()
    })
}
