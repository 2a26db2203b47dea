//! The game as a link, as text and as files.

use foursight_core::Game;
use foursight_record::{Form, GameRecord, GifOptions, gif, svg, write, write_link};
use leptos::prelude::*;

use super::games::record;
use super::{context, live, tap};
use crate::browser;
use crate::page::Page;
use crate::text::Message as M;
use crate::themes::EMOJI;

/// The links and files of the game that is played.
#[component]
pub(crate) fn Share() -> impl IntoView {
    let (page, _) = context();
    view! { <Exports record=page.peek(|state| record(page, state))/> }
}

/// The links and files of any game.
#[component]
pub(crate) fn Exports(
    /// The game.
    record: GameRecord,
) -> impl IntoView {
    let (page, text) = context();
    let address = format!("{}?g={}", browser::base(), write_link(record.game()));
    let record = StoredValue::new(record);
    let link = StoredValue::new(address.clone());
    let button = move |id: &'static str, message: M, act: fn(Page, &GameRecord)| {
        view! {
            <button data-testid=id on:click=tap(move || record.with_value(|record| act(page, record)))>{text.get(message)}</button>
        }
    };
    view! {
        <label class="field">
            <span>{text.get(M::LinkLabel)}</span>
            <input type="text" readonly data-testid="link" value=address/>
        </label>
        <div class="row">
            <button data-testid="copy-link" on:click=tap(move || copy(page, &link.get_value()))>{text.get(M::CopyLink)}</button>
            {button("copy-text", M::CopyText, |page, record| copy(page, &write(record.game(), Form::Diagram, &EMOJI)))}
            {button("copy-emoji", M::CopyPicture, |page, record| copy(page, &write(record.game(), Form::Emoji, &EMOJI)))}
            {button("save-json", M::DownloadJson, |page, record| {
                save(page, "foursight.json", "application/json", record.to_json().as_bytes());
            })}
            {button("save-svg", M::DownloadSvg, |page, record| {
                let drawing = svg(record.game(), &page.settings().theme.palette());
                save(page, "foursight.svg", "image/svg+xml", drawing.as_bytes());
            })}
            {button("save-gif", M::DownloadGif, |page, record| save_gif(page, record.game()))}
        </div>
        <p role="status" data-testid="share-notice">{live(move || page.notice.get())}</p>
    }
}

fn copy(page: Page, what: &str) {
    browser::copy(what, move |is_done| {
        let message = if is_done { M::Copied } else { M::CopyFailed };
        page.tell(page.text().get(message).to_owned());
    });
}

fn save(page: Page, name: &str, kind: &str, bytes: &[u8]) {
    if !browser::download(name, kind, bytes) {
        page.tell(page.text().with(M::DownloadFailed, &[("name", &name)]));
    }
}

fn save_gif(page: Page, game: &Game) {
    match gif(
        game,
        &page.settings().theme.palette(),
        &GifOptions::default(),
    ) {
        Ok(bytes) => save(page, "foursight.gif", "image/gif", &bytes),
        Err(_) => page.tell(
            page.text()
                .with(M::DownloadFailed, &[("name", &"foursight.gif")]),
        ),
    }
}
