//! The door for games from elsewhere: pasted, from a file, or dropped onto the page.

use foursight_core::Ruleset;
use foursight_record::{GameRecord, read_link, read_record};
use leptos::ev::{DragEvent, Event};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use web_sys::{File, HtmlInputElement};

use super::games::keep_record;
use super::{context, live, tap};
use crate::archive::{Archive, Kept};
use crate::browser;
use crate::links;
use crate::reasons;
use crate::shell::Ui;
use crate::shell::later::open_tournament;
use crate::shell::source::Source;
use crate::text::{Message as M, Text};
use crate::themes::EMOJI;

/// A larger file holds no game of ours, and is not even read.
const FILE_BYTES_MAX: f64 = 1_000_000.0;

/// The first word of a tournament, which is opened as one.
const TOURNAMENT: &str = "foursight-tournament ";

/// A game in any form, pasted or in a file.
#[component]
pub(crate) fn Import() -> impl IntoView {
    let (ui, text) = context();
    let pasted = Source::new(String::new());
    let complaint = Source::new(String::new());
    let open = move || opened(ui, text, &pasted.get_untracked(), complaint);
    let chosen = move |event: Event| {
        let input = event
            .target()
            .and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        let file = input.and_then(|input| input.files()?.get(0));
        read_file(ui, text, file, complaint);
    };
    let dropped = move |event: DragEvent| {
        event.prevent_default();
        let data = event.data_transfer();
        let file = data.and_then(|data| data.files()?.get(0));
        read_file(ui, text, file, complaint);
    };
    // Anywhere on the page: a browser would show the file in its place.
    let over = window_event_listener(leptos::ev::dragover, |event| event.prevent_default());
    let drop = window_event_listener(leptos::ev::drop, dropped);
    on_cleanup(move || {
        over.remove();
        drop.remove();
    });
    view! {
        <div class="card import">
            <label class="field">
                <span>{text.get(M::ImportLabel)}</span>
                <textarea data-testid="import" rows="2" on:input=move |event| pasted.set(event_target_value(&event))></textarea>
            </label>
            <div class="row">
                <button data-testid="import-open" on:click=tap(open)>{text.get(M::ImportOpen)}</button>
                <label class="button">
                    {text.get(M::ImportFile)}
                    <input type="file" class="hidden" data-testid="import-file" on:change=chosen/>
                </label>
                <small>{text.get(M::ImportDrop)}</small>
            </div>
            <p role="alert" data-testid="import-error">{live(move || complaint.get())}</p>
        </div>
    }
}

/// Goes to a game that somebody wrote, or says what is wrong with it.
fn opened(ui: Ui, text: Text, written: &str, complaint: Source<String>) {
    if written.trim_start().starts_with(TOURNAMENT) {
        let file = written.trim_start().to_owned();
        return open_tournament(ui, text, file, complaint);
    }
    let written = written.trim();
    if written.is_empty() {
        return complaint.set(text.get(M::ImportNothing).to_owned());
    }
    if let Some(link) = links::pasted(written) {
        let kept = read_link(&link).map(|game| address(ui, GameRecord::from_game(&game)));
        // One that says more than the moves is looked at as it is, and a damaged one says so there.
        return browser::go(&kept.unwrap_or_else(|_| format!("/replay/{link}")));
    }
    match read_record(written, Ruleset::STANDARD, &EMOJI) {
        Ok(record) => browser::go(&address(ui, record)),
        Err(error) => {
            let reason = reasons::read(text, &error);
            complaint.set(text.with(M::ImportFailed, &[("reason", &reason)]));
        }
    }
}

/// Goes to the game in a file.
fn read_file(ui: Ui, text: Text, file: Option<File>, complaint: Source<String>) {
    let Some(file) = file else { return };
    if file.size() > FILE_BYTES_MAX {
        let name = file.name();
        return complaint.set(text.with(M::ImportTooLarge, &[("name", &name)]));
    }
    spawn_local(async move {
        match browser::text_of(&file).await {
            Some(written) => opened(ui, text, &written, complaint),
            None => complaint.set(text.with(M::ImportUnread, &[("name", &file.name())])),
        }
    });
}

/// Where a game from elsewhere is replayed. It is kept from now on, once.
fn address(ui: Ui, record: GameRecord) -> String {
    let archive = ui.archive.with_untracked(|text| Archive::from_text(text));
    let kept = archive.holding(&record).cloned().unwrap_or_else(|| {
        let began = browser::now_ms() as u64;
        let kept = Kept { began, record };
        keep_record(ui, kept.clone());
        kept
    });
    format!("/games/{}", kept.began)
}
