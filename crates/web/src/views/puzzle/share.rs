//! Sharing a puzzle as link and picture, without its answer.

use foursight_page::puzzle::PuzzleSource;
use foursight_page::text::UiMessage as M;
use foursight_record::svg;
use leptos::prelude::*;

use super::{PuzzlePage, panel};
use crate::browser;
use crate::views::{click_handler, text_signal, theme, view_if};

/// The link to the puzzle on the board, and its picture.
pub(super) fn share(page: PuzzlePage) -> AnyView {
    let may_share = page.read(panel::may_share);
    view_if(move || may_share.get(), move || form(page)).into_any()
}

fn form(page: PuzzlePage) -> AnyView {
    let text = page.text;
    let link = page.read(|state| {
        let id = state.open().map(|open| open.puzzle().id);
        let hash = id.map(|id| PuzzleSource::One(id).hash());
        format!("{}{}", browser::base(), hash.unwrap_or_default())
    });
    let copy = move || {
        browser::copy(&link.get_untracked(), move |is_done| {
            let message = if is_done { M::Copied } else { M::CopyFailed };
            page.ui.notify(text.get(message).to_owned());
        });
    };
    view! {
        <section class="card">
            <details>
                <summary data-testid="puzzle-share">{text.get(M::PuzzleShare)}</summary>
                <p class="small">{text.get(M::PuzzleShareAbout)}</p>
                <label class="field">
                    <span>{text.get(M::PuzzleLink)}</span>
                    <input type="text" readonly data-testid="puzzle-link" prop:value=text_signal(move || link.get())/>
                </label>
                <div class="row">
                    <button type="button" data-testid="puzzle-copy" on:click=click_handler(copy)>{text.get(M::CopyLink)}</button>
                    <button type="button" data-testid="puzzle-picture" on:click=click_handler(move || save_picture(page))>{text.get(M::PuzzlePicture)}</button>
                </div>
                <p role="status" data-testid="puzzle-share-notice">{text_signal(move || page.ui.notice.get())}</p>
            </details>
        </section>
    }
    .into_any()
}

/// Downloads the position that the question is about.
fn save_picture(page: PuzzlePage) {
    let puzzle = page
        .state
        .with_untracked(|state| state.open().map(|open| open.puzzle().clone()));
    let Some(puzzle) = puzzle else {
        return;
    };
    let name = format!("foursight-{}.png", puzzle.id);
    let drawing = svg(&puzzle.game, &theme(page.ui).palette());
    browser::download_png(&name.clone(), &drawing, move |is_done| {
        let message = if is_done {
            M::Downloaded
        } else {
            M::DownloadFailed
        };
        page.ui.notify(page.text.with(message, &[("name", &name)]));
    });
}
