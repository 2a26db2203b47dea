//! Link, picture, text and file of the proof.

use foursight_page::proof::{ProofPageState, ProofWords, file_bytes, share_picture};
use foursight_page::text::UiMessage as M;
use leptos::prelude::*;

use super::{ProofView, SHARE_ID};
use crate::browser;
use crate::shell::signals::ErasedSignal;
use crate::views::share::{copy, manual_copy, save};
use crate::views::{click_handler, text_signal};

const PICTURE_NAME: &str = "foursight-proof.png";
const FILE_NAME: &str = "first-wins.proof";
const TEXT_NAME: &str = "first-wins.txt";

/// The part with what to share.
pub(super) fn share(page: ProofView) -> AnyView {
    let (ui, text) = (page.ui, page.text);
    let link = format!("{}#/proof", browser::base());
    let link = StoredValue::new(link);
    let manual_text = ErasedSignal::new(String::new());
    let quote = move || link.with_value(|link| page.words(|words| words.share(link)));
    let button = move |id: &'static str, message: M, act: Box<dyn Fn()>| {
        view! { <button type="button" data-testid=id on:click=click_handler(act)>{text.get(message)}</button> }
    };
    let save_picture = move || {
        let picture = page
            .state
            .with_untracked(|state| share_picture(text, state));
        browser::download_png(PICTURE_NAME, &picture, move |is_done| {
            let message = if is_done {
                M::Downloaded
            } else {
                M::DownloadFailed
            };
            ui.notify(ui.text().with(message, &[("name", &PICTURE_NAME)]));
        });
    };
    let save_text = move || {
        let content = page.state.with_untracked(|state| state.proof().to_text());
        save(ui, TEXT_NAME, "text/plain", content.as_bytes());
    };
    let save_file = move || save(ui, FILE_NAME, "application/octet-stream", file_bytes());
    let bytes = page.fixed_text(|text, state| ProofWords::new(text, state).bytes());
    let preview = page
        .state
        .with_untracked(|state: &ProofPageState| share_picture(text, state));
    view! {
        <section class="proof-post" id=SHARE_ID tabindex="-1" aria-labelledby="proof-share-heading">
            <div class="proof-shot" aria-hidden="true" inner_html=preview></div>
            <div>
                <h2 id="proof-share-heading">{text.get(M::ProofShareHeading)}</h2>
                <p data-testid="proof-quote">{text_signal(quote)}</p>
                <div class="row">
                    {button("proof-copy-link", M::ProofCopyLink, Box::new(move || copy(ui, manual_text, link.get_value())))}
                    {button("proof-save-picture", M::ProofSavePicture, Box::new(save_picture))}
                    {button("proof-copy-text", M::ProofCopyText, Box::new(move || copy(ui, manual_text, untrack(quote))))}
                </div>
                <p class="small">{text.get(M::ProofDownload)}</p>
                <div class="row">
                    <button type="button" data-testid="proof-save-file" on:click=click_handler(save_file)>{text.with(M::ProofDownloadFile, &[("bytes", &bytes)])}</button>
                    {button("proof-save-text", M::ProofDownloadText, Box::new(save_text))}
                </div>
                <p role="status" data-testid="proof-share-notice">{text_signal(move || ui.notice.get())}</p>
                {manual_copy(text, manual_text)}
            </div>
        </section>
    }
    .into_any()
}
