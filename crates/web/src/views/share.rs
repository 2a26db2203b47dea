//! The game as a link, as text and as files.

use std::time::Duration;

use foursight_core::Game;
use foursight_record::{Form, GameRecord, GifOptions, gif, svg, write, write_link};
use leptos::prelude::*;

use super::games::record;
use super::{context, live, shown_if, tap};
use crate::browser;
use crate::shell::Ui;
use crate::shell::source::Source;
use crate::text::Message as M;
use crate::themes::EMOJI;

/// The field with a text to be copied by hand.
const BY_HAND: &str = "copy-by-hand";

/// The links and files of the game that is played.
#[component]
pub(crate) fn Share() -> impl IntoView {
    let (ui, _) = context();
    view! { <Exports record=ui.play.with_untracked(|play| record(ui.text(), play))/> }
}

/// The links and files of any game.
#[component]
pub(crate) fn Exports(
    /// The game.
    record: GameRecord,
) -> impl IntoView {
    let (ui, text) = context();
    let address = format!("{}?g={}", browser::base(), write_link(record.game()));
    let record = StoredValue::new(record);
    let link = StoredValue::new(address.clone());
    let by_hand = Source::new(String::new());
    let button = move |id: &'static str, message: M, act: fn(Ui, &GameRecord)| {
        view! {
            <button data-testid=id on:click=tap(move || record.with_value(|record| act(ui, record)))>{text.get(message)}</button>
        }
    };
    let copier = move |id: &'static str, message: M, form: Form| {
        let act = move || {
            let what = record.with_value(|record| write(record.game(), form, &EMOJI));
            copy(ui, by_hand, what);
        };
        view! { <button data-testid=id on:click=tap(act)>{text.get(message)}</button> }
    };
    view! {
        <label class="field">
            <span>{text.get(M::LinkLabel)}</span>
            <input type="text" readonly data-testid="link" value=address/>
        </label>
        <div class="row">
            <button data-testid="copy-link" on:click=tap(move || copy(ui, by_hand, link.get_value()))>{text.get(M::CopyLink)}</button>
            {copier("copy-text", M::CopyText, Form::Diagram)}
            {copier("copy-emoji", M::CopyPicture, Form::Emoji)}
            {button("save-json", M::DownloadJson, |ui, record| {
                save(ui, "foursight.json", "application/json", record.to_json().as_bytes());
            })}
            {button("save-svg", M::DownloadSvg, |ui, record| {
                let drawing = svg(record.game(), &super::theme(ui).palette());
                save(ui, "foursight.svg", "image/svg+xml", drawing.as_bytes());
            })}
            {button("save-gif", M::DownloadGif, |ui, record| save_gif(ui, record.game()))}
        </div>
        <p role="status" data-testid="share-notice">{live(move || ui.notice.get())}</p>
        {shown_if(move || by_hand.with(|text| !text.is_empty()), move || view! {
            <label class="field">
                <span>{text.get(M::CopyByHand)}</span>
                <textarea id=BY_HAND data-testid=BY_HAND rows="8" readonly prop:value=live(move || by_hand.get())></textarea>
            </label>
        }.into_any())}
    }
}

/// Copies a text; if the browser does not let us, it is shown and selected for people to copy.
fn copy(ui: Ui, by_hand: Source<String>, what: String) {
    by_hand.set(String::new());
    browser::copy(&what.clone(), move |is_done| {
        let message = if is_done { M::Copied } else { M::CopyFailed };
        ui.tell(ui.text().get(message).to_owned());
        if !is_done {
            by_hand.set(what.clone());
            set_timeout(|| browser::select(BY_HAND), Duration::ZERO);
        }
    });
}

fn save(ui: Ui, name: &str, kind: &str, bytes: &[u8]) {
    let is_done = browser::download(name, kind, bytes);
    let message = if is_done {
        M::Downloaded
    } else {
        M::DownloadFailed
    };
    ui.tell(ui.text().with(message, &[("name", &name)]));
}

fn save_gif(ui: Ui, game: &Game) {
    match gif(game, &super::theme(ui).palette(), &GifOptions::default()) {
        Ok(bytes) => save(ui, "foursight.gif", "image/gif", &bytes),
        Err(_) => ui.tell(
            ui.text()
                .with(M::DownloadFailed, &[("name", &"foursight.gif")]),
        ),
    }
}
