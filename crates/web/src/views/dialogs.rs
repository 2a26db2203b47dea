//! The dialogs: keys, settings, a new game, links and files.

use foursight_page::keys::{COMMANDS, CUSTOM_KEYS, FIXED_KEYS, KeyMap};
use foursight_page::play::{Dialog, Message};
use foursight_page::text::{Text, UiMessage as M};
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, EventTarget, MouseEvent};

use super::{click_handler, context, dynamic_view, icons, text_signal};
use crate::shell::Ui;
use crate::shell::signals::{ErasedSignal, effect};

/// A cross.
const CROSS: &str = "M6 6l12 12M18 6L6 18";

/// The open dialog. The browser traps the focus inside and restores it on close.
#[component]
pub(crate) fn Dialogs() -> impl IntoView {
    let (ui, text) = context();
    let node = NodeRef::<html::Dialog>::new();
    effect(move || {
        let element = node.get().filter(|_| ui.dialog.get().is_some());
        if let Some(element) = element.filter(|element| !element.open()) {
            // Without modal support the dialog is still in the page.
            let _ = element.show_modal();
        }
    });
    // Do not wait for the `close` event: some browsers fire it only after the next key, and by then
    // another dialog may be open.
    let close = move || {
        if let Some(element) = node.get_untracked() {
            element.close();
        }
        ui.send(Message::SetDialog(None));
    };
    let on_close = move || {
        if node.get_untracked().is_none_or(|element| !element.open()) {
            ui.send(Message::SetDialog(None));
        }
    };
    // The browser reports clicks on the backdrop as clicks on the dialog.
    let on_click = move |event: MouseEvent| {
        let is_dialog = |target: Option<EventTarget>| {
            let pressed = target.and_then(|target| target.dyn_into::<Element>().ok());
            pressed.is_some_and(|pressed| pressed.tag_name() == "DIALOG")
        };
        if is_dialog(event.target()) && is_outside(&event) {
            close();
        }
    };
    dynamic_view(move || {
        let Some(dialog) = ui.dialog.get() else {
            return ().into_any();
        };
        let (heading, inside) = dialog_content(ui, text, dialog);
        view! {
            <dialog
                node_ref=node
                aria-labelledby="dialog-heading"
                data-testid="dialog"
                on:close=move |_| on_close()
                on:click=on_click
            >
                <div class="dialog-head">
                    <h2 id="dialog-heading" tabindex="-1" autofocus>{text.get(heading)}</h2>
                    <button data-testid="close" title=text.get(M::Close) aria-label=text.get(M::Close) on:click=click_handler(close)>
                        {icons::icon(CROSS)}
                    </button>
                </div>
                {inside}
            </dialog>
        }
        .into_any()
    })
}

/// Returns the heading and the content of a dialog.
fn dialog_content(ui: Ui, text: Text, dialog: Dialog) -> (M, AnyView) {
    match dialog {
        Dialog::Keys => (
            M::KeysHeading,
            ui.main_chunk.show(text, |exports| (exports.keys)()),
        ),
        Dialog::Settings => (
            M::PageSettings,
            ui.main_chunk.show(text, |exports| (exports.settings)()),
        ),
        Dialog::NewGame => (
            M::NewGame,
            ui.main_chunk.show(text, |exports| (exports.new_game)()),
        ),
        Dialog::Share => (
            M::Share,
            ui.main_chunk.show(text, |exports| (exports.share)()),
        ),
        Dialog::Rules => (
            M::Rules,
            ui.main_chunk.show(text, |exports| (exports.rules)()),
        ),
    }
}

/// Returns true for a click outside the box of its target.
fn is_outside(event: &MouseEvent) -> bool {
    let pressed = event
        .target()
        .and_then(|target| target.dyn_into::<Element>().ok());
    pressed.is_some_and(|pressed| {
        let (at, bounds) = (
            (event.client_x(), event.client_y()),
            pressed.get_bounding_client_rect(),
        );
        let (x, y) = (f64::from(at.0), f64::from(at.1));
        x < bounds.left() || x > bounds.right() || y < bounds.top() || y > bounds.bottom()
    })
}

/// The list of keys, most of which can be changed.
#[component]
pub(crate) fn Keys() -> impl IntoView {
    let (ui, text) = context();
    let fixed = FIXED_KEYS.map(|(keys, message)| {
        let keys = keys
            .iter()
            .map(|key| view! { <kbd>{key_name(text, key)}</kbd>" " })
            .collect_view();
        view! { <tr><th scope="row">{keys}</th><td>{text.get(message)}</td></tr> }
    });
    let waiting = ErasedSignal::new(None::<usize>);
    let status = ErasedSignal::new(String::new());
    let rows = (0..CUSTOM_KEYS).map(|index| {
        let action = text.get(COMMANDS[index].2);
        view! { <tr><th scope="row">{key_button(ui, text, index, waiting, status)}</th><td>{action}</td></tr> }
    });
    let reset = move || {
        ui.change_settings(|settings| settings.keys = KeyMap::default());
        status.set(String::new());
    };
    let is_off = !ui.settings_now().single_keys.is_on();
    view! {
        <p>{text.get(if is_off { M::KeysAreOff } else { M::KeysChoose })}</p>
        <p role="status" data-testid="keys-said">{text_signal(move || status.get())}</p>
        <table class="keys"><tbody>{fixed.collect_view()}{rows.collect_view()}</tbody></table>
        <button data-testid="keys-reset" on:click=click_handler(reset)>{text.get(M::KeysReset)}</button>
    }
}

/// Returns the name of a key in the language of the page.
fn key_name(text: Text, key: &'static str) -> &'static str {
    match key {
        "Space" => text.get(M::KeySpace),
        "Home" => text.get(M::KeyHome),
        "End" => text.get(M::KeyEnd),
        sign => sign,
    }
}

/// The button of a key binding: click it, then press the new key.
fn key_button(
    ui: Ui,
    text: Text,
    index: usize,
    waiting: ErasedSignal<Option<usize>>,
    status: ErasedSignal<String>,
) -> impl IntoView {
    let action = text.get(COMMANDS[index].2);
    let key = move || ui.settings().keys.keys()[index].to_string();
    let is_waiting = move || waiting.get() == Some(index);
    let await_key = move || {
        waiting.set(Some(index));
        status.set(text.get(M::KeyPress).to_owned());
    };
    let choose = move |event: web_sys::KeyboardEvent| {
        let pressed = event.key();
        if waiting.get_untracked() != Some(index) || matches!(&*pressed, "Tab" | "Shift") {
            return;
        }
        event.prevent_default();
        waiting.set(None);
        if pressed == "Escape" {
            return status.set(String::new());
        }
        let mut characters = pressed.chars();
        let map = match (characters.next(), characters.next()) {
            (Some(key), None) => ui.settings_now().keys.rebind(index, key),
            _ => None,
        };
        let message = match map {
            Some(map) => {
                ui.change_settings(|settings| settings.keys = map);
                M::KeyTaken
            }
            None => M::KeyUnfit,
        };
        status.set(text.with(message, &[("does", &action), ("key", &pressed)]));
    };
    view! {
        <button
            data-testid=format!("key-{index}")
            aria-label=text_signal(move || text.with(M::KeyNow, &[("does", &action), ("key", &key())]))
            aria-pressed=text_signal(move || is_waiting().to_string())
            on:click=click_handler(await_key)
            on:keydown=choose
            on:blur=move |_| waiting.set(None)
        >
            {text_signal(move || if is_waiting() { "…".to_owned() } else { key() })}
        </button>
    }
}
