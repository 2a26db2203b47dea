//! What lies over the page: keys, settings, a new game, links and files.

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, EventTarget, MouseEvent};

use super::{context, icons, live, shown, tap};
use crate::keys::{CHOSEN, COMMANDS, FIXED, KeyMap};
use crate::model::{Dialog, Message};
use crate::shell::Ui;
use crate::shell::source::{Source, follow};
use crate::text::{Message as M, Text};

/// A cross.
const CROSS: &str = "M6 6l12 12M18 6L6 18";

/// Shows the dialog that is open. The browser keeps the focus inside and gives it back.
#[component]
pub(crate) fn Dialogs() -> impl IntoView {
    let (ui, text) = context();
    let node = NodeRef::<html::Dialog>::new();
    follow(move || {
        let element = node.get().filter(|_| ui.dialog.get().is_some());
        if let Some(element) = element.filter(|element| !element.open()) {
            // A dialog that cannot be modal is still in the page.
            let _ = element.show_modal();
        }
    });
    // The browser gives the focus back to whoever opened it. It tells us later, perhaps only after
    // the next key, so nobody waits for that; and by then another dialog may be open.
    let close = move || {
        if let Some(element) = node.get_untracked() {
            element.close();
        }
        ui.send(Message::Open(None));
    };
    let closed = move || {
        if node.get_untracked().is_none_or(|element| !element.open()) {
            ui.send(Message::Open(None));
        }
    };
    // What is pressed beside the dialog is the dialog itself, for the browser.
    let beside = move |event: MouseEvent| {
        let is_dialog = |target: Option<EventTarget>| {
            let pressed = target.and_then(|target| target.dyn_into::<Element>().ok());
            pressed.is_some_and(|pressed| pressed.tag_name() == "DIALOG")
        };
        if is_dialog(event.target()) && is_outside(&event) {
            close();
        }
    };
    shown(move || {
        let Some(dialog) = ui.dialog.get() else {
            return ().into_any();
        };
        let (heading, inside) = match dialog {
            Dialog::Keys => (M::KeysHeading, ui.doors.show(text, |doors| (doors.keys)())),
            Dialog::Settings => (
                M::PageSettings,
                ui.doors.show(text, |doors| (doors.settings)()),
            ),
            Dialog::NewGame => (M::NewGame, ui.doors.show(text, |doors| (doors.new_game)())),
            Dialog::Share => (M::Share, ui.doors.show(text, |doors| (doors.share)())),
        };
        view! {
            <dialog
                node_ref=node
                aria-labelledby="dialog-heading"
                data-testid="dialog"
                on:close=move |_| closed()
                on:click=beside
            >
                <div class="dialog-head">
                    <h2 id="dialog-heading" tabindex="-1" autofocus>{text.get(heading)}</h2>
                    <button data-testid="close" title=text.get(M::Close) aria-label=text.get(M::Close) on:click=tap(close)>
                        {icons::drawn(CROSS)}
                    </button>
                </div>
                {inside}
            </dialog>
        }
        .into_any()
    })
}

/// True for a press beside the box of what was pressed.
fn is_outside(event: &MouseEvent) -> bool {
    let pressed = event
        .target()
        .and_then(|target| target.dyn_into::<Element>().ok());
    pressed.is_some_and(|pressed| {
        let (at, place) = (
            (event.client_x(), event.client_y()),
            pressed.get_bounding_client_rect(),
        );
        let (x, y) = (f64::from(at.0), f64::from(at.1));
        x < place.left() || x > place.right() || y < place.top() || y > place.bottom()
    })
}

/// The list of keys, most of which can be chosen.
#[component]
pub(crate) fn Keys() -> impl IntoView {
    let (ui, text) = context();
    let fixed = FIXED.map(|(keys, message)| {
        let keys = keys
            .iter()
            .map(|key| view! { <kbd>{key_name(text, key)}</kbd>" " })
            .collect_view();
        view! { <tr><th scope="row">{keys}</th><td>{text.get(message)}</td></tr> }
    });
    let waiting = Source::new(None::<usize>);
    let said = Source::new(String::new());
    let rows = (0..CHOSEN).map(|place| {
        let does = text.get(COMMANDS[place].2);
        view! { <tr><th scope="row">{key_button(ui, text, place, waiting, said)}</th><td>{does}</td></tr> }
    });
    let reset = move || {
        ui.choose(|settings| settings.keys = KeyMap::default());
        said.set(String::new());
    };
    let is_off = !ui.settings_now().single_keys.is_on();
    view! {
        <p>{text.get(if is_off { M::KeysAreOff } else { M::KeysChoose })}</p>
        <p role="status" data-testid="keys-said">{live(move || said.get())}</p>
        <table class="keys"><tbody>{fixed.collect_view()}{rows.collect_view()}</tbody></table>
        <button data-testid="keys-reset" on:click=tap(reset)>{text.get(M::KeysReset)}</button>
    }
}

/// What stands on a key, by the language of the keyboard.
fn key_name(text: Text, key: &'static str) -> &'static str {
    match key {
        "Space" => text.get(M::KeySpace),
        "Home" => text.get(M::KeyHome),
        "End" => text.get(M::KeyEnd),
        sign => sign,
    }
}

/// A key of the list: press it, then the key that shall take its place.
fn key_button(
    ui: Ui,
    text: Text,
    place: usize,
    waiting: Source<Option<usize>>,
    said: Source<String>,
) -> impl IntoView {
    let does = text.get(COMMANDS[place].2);
    let key = move || ui.settings().keys.keys()[place].to_string();
    let is_waiting = move || waiting.get() == Some(place);
    let ask = move || {
        waiting.set(Some(place));
        said.set(text.get(M::KeyPress).to_owned());
    };
    let choose = move |event: web_sys::KeyboardEvent| {
        let pressed = event.key();
        if waiting.get_untracked() != Some(place) || matches!(&*pressed, "Tab" | "Shift") {
            return;
        }
        event.prevent_default();
        waiting.set(None);
        if pressed == "Escape" {
            return said.set(String::new());
        }
        let mut characters = pressed.chars();
        let map = match (characters.next(), characters.next()) {
            (Some(key), None) => ui.settings_now().keys.with(place, key),
            _ => None,
        };
        let message = match map {
            Some(map) => {
                ui.choose(|settings| settings.keys = map);
                M::KeyTaken
            }
            None => M::KeyUnfit,
        };
        said.set(text.with(message, &[("does", &does), ("key", &pressed)]));
    };
    view! {
        <button
            data-testid=format!("key-{place}")
            aria-label=live(move || text.with(M::KeyNow, &[("does", &does), ("key", &key())]))
            aria-pressed=live(move || is_waiting().to_string())
            on:click=tap(ask)
            on:keydown=choose
            on:blur=move |_| waiting.set(None)
        >
            {live(move || if is_waiting() { "…".to_owned() } else { key() })}
        </button>
    }
}
