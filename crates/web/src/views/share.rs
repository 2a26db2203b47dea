//! Export of a game as link, text and files.

use std::time::Duration;

use foursight_core::Game;
use foursight_page::text::{Text, UiMessage as M};
use foursight_page::themes::EMOJI;
use foursight_record::{
    Form, GameRecord, GifOptions, MoveMark, gif_with_marks, svg_with_marks, write, write_link,
};
use leptos::prelude::*;

use super::games::record;
use super::games::thumbnail::thumbnail;
use super::{click_handler, context, icons, text_signal, view_if};
use crate::browser;
use crate::shell::Ui;
use crate::shell::signals::ErasedSignal;

/// Id of the field with a text to copy manually.
const MANUAL_COPY_ID: &str = "copy-by-hand";

/// A game, and marks of its moves.
type MarkedRecord = (GameRecord, Vec<Option<MoveMark>>);

/// The exports of the game in the play view.
#[component]
pub(crate) fn Share() -> impl IntoView {
    let (ui, _) = context();
    view! { <Exports record=ui.play.with_untracked(|play| record(ui.text(), play))/> }
}

/// The exports of any game.
#[component]
pub(crate) fn Exports(
    /// The game.
    record: GameRecord,
    /// Marks of its moves, for pictures.
    #[prop(optional)]
    marks: Vec<Option<MoveMark>>,
) -> impl IntoView {
    let (ui, text) = context();
    let address = format!("{}?g={}", browser::base(), write_link(record.game()));
    let record = StoredValue::new((record, marks));
    let link = StoredValue::new(address.clone());
    let manual_text = ErasedSignal::new(String::new());
    let button = move |id: &'static str, message: M, act: fn(Ui, &MarkedRecord)| {
        view! {
            <button data-testid=id on:click=click_handler(move || record.with_value(|record| act(ui, record)))>{text.get(message)}</button>
        }
    };
    let copier = move |id: &'static str, message: M, form: Form| {
        let act = move || {
            let content = record.with_value(|(record, _)| write(record.game(), form, &EMOJI));
            copy(ui, manual_text, content);
        };
        view! { <button data-testid=id on:click=click_handler(act)>{text.get(message)}</button> }
    };
    let copy_link = click_handler(move || copy(ui, manual_text, link.get_value()));
    let copy_class = if browser::can_share() { "" } else { "main" };
    let share = browser::can_share().then(|| {
        let title = text.get(M::FourInARow);
        let share = click_handler(move || browser::share(title, &link.get_value()));
        view! { <button class="main" data-testid="share-now" on:click=share>{icons::icon(icons::SHARE)}{text.get(M::ShareNow)}</button> }
    });
    view! {
        <div class="shared">
            {record.with_value(|(record, _)| thumbnail(record.game()))}
            <div>
                <label class="field">
                    <span>{text.get(M::LinkLabel)}</span>
                    <input type="text" readonly data-testid="link" value=address/>
                </label>
                <div class="row">
                    {share}
                    <button class=copy_class data-testid="copy-link" on:click=copy_link>{text.get(M::CopyLink)}</button>
                </div>
            </div>
        </div>
        <p class="formats"><b>{text.get(M::ShareFormats)}</b></p>
        <div class="row">
            {copier("copy-text", M::CopyText, Form::Diagram)}
            {copier("copy-emoji", M::CopyPicture, Form::Emoji)}
            {button("save-json", M::DownloadJson, |ui, (record, _)| {
                save(ui, "foursight.json", "application/json", record.to_json().as_bytes());
            })}
            {button("save-svg", M::DownloadSvg, |ui, (record, marks)| {
                let drawing = svg_with_marks(record.game(), &super::theme(ui).palette(), marks);
                save(ui, "foursight.svg", "image/svg+xml", drawing.as_bytes());
            })}
            {button("save-gif", M::DownloadGif, |ui, (record, marks)| save_gif(ui, record.game(), marks))}
        </div>
        <p role="status" data-testid="share-notice">{text_signal(move || ui.notice.get())}</p>
        {manual_copy(text, manual_text)}
    }
}

/// A field with the text that the browser would not copy.
pub(crate) fn manual_copy(text: Text, manual_text: ErasedSignal<String>) -> AnyView {
    view_if(move || manual_text.with(|text| !text.is_empty()), move || view! {
        <label class="field">
            <span>{text.get(M::CopyByHand)}</span>
            <textarea id=MANUAL_COPY_ID data-testid=MANUAL_COPY_ID rows="8" readonly prop:value=text_signal(move || manual_text.get())></textarea>
        </label>
    }.into_any())
    .into_any()
}

/// Copies a text. If the browser refuses, shows and selects it for manual copying.
pub(crate) fn copy(ui: Ui, manual_text: ErasedSignal<String>, content: String) {
    manual_text.set(String::new());
    browser::copy(&content.clone(), move |is_done| {
        let message = if is_done { M::Copied } else { M::CopyFailed };
        ui.notify(ui.text().get(message).to_owned());
        if !is_done {
            manual_text.set(content.clone());
            set_timeout(|| browser::select(MANUAL_COPY_ID), Duration::ZERO);
        }
    });
}

/// Downloads a file, and says whether it worked.
pub(crate) fn save(ui: Ui, name: &str, kind: &str, bytes: &[u8]) {
    let is_done = browser::download(name, kind, bytes);
    let message = if is_done {
        M::Downloaded
    } else {
        M::DownloadFailed
    };
    ui.notify(ui.text().with(message, &[("name", &name)]));
}

fn save_gif(ui: Ui, game: &Game, marks: &[Option<MoveMark>]) {
    let palette = super::theme(ui).palette();
    match gif_with_marks(game, &palette, &GifOptions::default(), marks) {
        Ok(bytes) => save(ui, "foursight.gif", "image/gif", &bytes),
        Err(_) => ui.notify(
            ui.text()
                .with(M::DownloadFailed, &[("name", &"foursight.gif")]),
        ),
    }
}
