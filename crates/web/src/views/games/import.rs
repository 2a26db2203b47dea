//! Import of games: pasted, from a file, or dropped onto the page.

use foursight_core::Ruleset;
use foursight_page::links;
use foursight_page::replay::archive::{Archive, ArchivedGame};
use foursight_page::text::{Text, UiMessage as M};
use foursight_page::themes::EMOJI;
use foursight_page::wording::error_text;
use foursight_record::{GameRecord, read_link, read_record};
use leptos::ev::{DragEvent, Event};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use web_sys::{File, HtmlInputElement};

use crate::browser;
use crate::shell::Ui;
use crate::shell::lazy::open_tournament;
use crate::shell::signals::ErasedSignal;
use crate::views::games::keep_record;
use crate::views::{click_handler, context, text_signal};

/// Larger files cannot be a game and are not read.
const FILE_BYTES_MAX: f64 = 1_000_000.0;

/// Prefix of tournament files, which are opened as such.
const TOURNAMENT_PREFIX: &str = "foursight-tournament ";

/// The import form, for games in any notation.
#[component]
pub(crate) fn Import() -> impl IntoView {
    let (ui, text) = context();
    let pasted = ErasedSignal::new(String::new());
    let error_text = ErasedSignal::new(String::new());
    let open = move || open_text(ui, text, &pasted.get_untracked(), error_text);
    let chosen = move |event: Event| {
        let input = event
            .target()
            .and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        let file = input.and_then(|input| input.files()?.get(0));
        read_file(ui, text, file, error_text);
    };
    let dropped = move |event: DragEvent| {
        event.prevent_default();
        let data = event.data_transfer();
        let file = data.and_then(|data| data.files()?.get(0));
        read_file(ui, text, file, error_text);
    };
    // Accept drops anywhere: the browser would navigate to the file otherwise.
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
                <button data-testid="import-open" on:click=click_handler(open)>{text.get(M::ImportOpen)}</button>
                <label class="button">
                    {text.get(M::ImportFile)}
                    <input type="file" class="hidden" data-testid="import-file" on:change=chosen/>
                </label>
                <small>{text.get(M::ImportDrop)}</small>
            </div>
            <p role="alert" data-testid="import-error">{text_signal(move || error_text.get())}</p>
        </div>
    }
}

/// Opens a game from its text, or shows the error.
fn open_text(ui: Ui, text: Text, content: &str, error_text: ErasedSignal<String>) {
    if content.trim_start().starts_with(TOURNAMENT_PREFIX) {
        let file = content.trim_start().to_owned();
        return open_tournament(ui, text, file, error_text);
    }
    let content = content.trim();
    if content.is_empty() {
        return error_text.set(text.get(M::ImportNothing).to_owned());
    }
    if let Some(link) = links::game_from_url(content) {
        let archived =
            read_link(&link).map(|game| archived_address(ui, GameRecord::from_game(&game)));
        // A link with more than the moves is replayed as it is, and the replay reports a damaged
        // one.
        return browser::navigate(&archived.unwrap_or_else(|_| format!("/replay/{link}")));
    }
    match read_record(content, Ruleset::STANDARD, &EMOJI) {
        Ok(record) => browser::navigate(&archived_address(ui, record)),
        Err(error) => {
            let reason = error_text::read_error_text(text, &error);
            error_text.set(text.with(M::ImportFailed, &[("reason", &reason)]));
        }
    }
}

/// Opens the game in a file.
fn read_file(ui: Ui, text: Text, file: Option<File>, error_text: ErasedSignal<String>) {
    let Some(file) = file else { return };
    if file.size() > FILE_BYTES_MAX {
        let name = file.name();
        return error_text.set(text.with(M::ImportTooLarge, &[("name", &name)]));
    }
    spawn_local(async move {
        match browser::read_blob(&file).await {
            Some(content) => open_text(ui, text, &content, error_text),
            None => error_text.set(text.with(M::ImportUnread, &[("name", &file.name())])),
        }
    });
}

/// Archives an imported game once, and returns its replay address.
fn archived_address(ui: Ui, record: GameRecord) -> String {
    let archive = ui.archive.with_untracked(|text| Archive::from_text(text));
    let archived = archive.find_record(&record).cloned().unwrap_or_else(|| {
        let began = browser::now_ms() as u64;
        let archived = ArchivedGame {
            began_ms: began,
            record,
        };
        keep_record(ui, archived.clone());
        archived
    });
    format!("/games/{}", archived.began_ms)
}
