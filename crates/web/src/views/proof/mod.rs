//! The page "The proof": the claim, its check in a worker, a map of its positions, and a board on
//! which to try to break it.
//!
//! The state is the model's ([`ProofPageState`]); this view performs its effects.

mod board;
mod check;
mod map;
mod share;

use std::cell::Cell;
use std::rc::Rc;

use foursight_page::engine_client::RequestToken;
use foursight_page::play::Message;
use foursight_page::proof::{
    AttemptTally, ProofEffect, ProofMessage, ProofPageState, ProofWords, file_bytes,
};
use foursight_page::text::{Text, UiMessage as M};
use leptos::prelude::*;

use super::{analysis, context, dynamic_view, icons, text_signal};
use crate::browser;
use crate::shell::Ui;
use crate::shell::engine::perform;
use crate::shell::signals::{ErasedSignal, erased_memo};

/// Storage key of the attempts on this device.
const TALLY_KEY: &str = "foursight.proof-attempts";
/// Id of the board, to which the primary button scrolls.
const BREAK_ID: &str = "proof-break";
/// Id of the part with what to share.
const SHARE_ID: &str = "proof-share";

/// The handles that all parts of the page need.
#[derive(Clone, Copy)]
struct ProofView {
    ui: Ui,
    text: Text,
    state: ErasedSignal<ProofPageState>,
}

impl ProofView {
    fn send(self, message: ProofMessage) {
        self.ui.send(Message::from(message));
    }

    /// Makes a text of the state. Tracked by the calling view.
    fn text_of(self, make: impl Fn(Text, &ProofPageState) -> String) -> String {
        let text = self.text;
        self.state.with(|state| make(text, state))
    }

    /// Makes a text that never changes. Not tracked: the view around it must not be rebuilt.
    fn fixed_text(self, make: impl Fn(Text, &ProofPageState) -> String) -> String {
        let text = self.text;
        self.state.with_untracked(|state| make(text, state))
    }

    /// Reads a text of the state. Tracked by the calling view.
    fn words(self, read: impl Fn(ProofWords<'_>) -> String) -> String {
        self.text_of(|text, state| read(ProofWords::new(text, state)))
    }
}

/// The page.
pub(crate) fn page() -> AnyView {
    let (ui, text) = context();
    if !ui.has_feature::<ProofPageState>() {
        let request = Rc::new(Cell::new(None));
        ui.perform_features(move |effect| {
            if let Some(effect) = effect.get() {
                perform_effect(ui, &request, effect);
            }
        });
    }
    let stored = browser::load_raw(TALLY_KEY).unwrap_or_default();
    // The first message makes the state, which takes some milliseconds.
    ui.send(ProofMessage::Open(AttemptTally::from_text(&stored)).into());
    let state: ErasedSignal<ProofPageState> = ui.feature();
    let page = ProofView { ui, text, state };
    let is_blocked = erased_memo(move || analysis::is_playing_others(ui));
    dynamic_view(move || {
        if is_blocked.get() {
            return analysis::blocked(text);
        }
        board::listen(page);
        page.view()
    })
    .into_any()
}

/// Performs an effect. `request` is the last request to the worker.
fn perform_effect(ui: Ui, request: &Cell<Option<RequestToken>>, effect: &ProofEffect) {
    match effect {
        ProofEffect::Request(run, query) => {
            let run = *run;
            let reply = ui.request_in_background((**query).clone());
            let on_result = move |result| ui.send(ProofMessage::Checked(run, result).into());
            request.set(Some(perform(reply, Box::new(on_result))));
        }
        ProofEffect::SaveTally(tally) => browser::save_raw(TALLY_KEY, Some(&tally.to_text())),
    }
}

/// Scrolls to a part of the page, and gives it the focus.
fn show_part(id: &'static str) {
    let document = browser::document();
    if let Some(part) = document.and_then(|document| document.get_element_by_id(id)) {
        part.scroll_into_view();
        browser::focus(id);
    }
}

impl ProofView {
    fn view(self) -> AnyView {
        let text = self.text;
        view! {
            <div class="proof-page" data-testid="proof">
                <section class="proof-claim">
                    <div class="proof-lead">
                        <h1>{text.get(M::ProofClaim)}</h1>
                        <p class="lead">{text_signal(move || self.text_of(|text, state| ProofWords::new(text, state).lead()))}</p>
                    </div>
                    {check::check(self)}
                    <div class="row proof-ways">
                        <button type="button" class="main" data-testid="proof-break" on:click=super::click_handler(|| show_part(BREAK_ID))>
                            {icons::icon(icons::PLAY)}{text.get(M::ProofBreak)}
                        </button>
                        <button type="button" data-testid="proof-share" on:click=super::click_handler(|| show_part(SHARE_ID))>
                            {icons::icon(icons::SHARE)}{text.get(M::ProofShareHeading)}
                        </button>
                    </div>
                    {map::map(self)}
                </section>
                {board::attempt(self)}
                {self.sizes()}
                {share::share(self)}
            </div>
        }
        .into_any()
    }

    /// The size of the file beside those of others.
    fn sizes(self) -> AnyView {
        let text = self.text;
        let (bytes, counted) = self.state.with_untracked(|state| {
            let stats = state.proof().stats();
            // The empty board and replies that lose at once are not counted.
            let bytes = file_bytes().len();
            (bytes, stats.with_mirrors)
        });
        let tenths = bytes.div_ceil(100);
        let counted =
            self.fixed_text(|text, state| ProofWords::new(text, state).number(counted as u64));
        let other: (&str, &dyn std::fmt::Display) = ("other", &"WeakC4");
        let ours = text.with(
            M::ProofKilobytes,
            &[("whole", &(tenths / 10)), ("tenths", &(tenths % 10))],
        );
        let ours_about = text.with(M::ProofSizeOursAbout, &[("positions", &counted), other]);
        let item = |class: &'static str, name: &'static str, size: String, about: String| {
            view! { <li class=class><i></i><span><b>{name}</b><strong>{size}</strong><small>{about}</small></span></li> }
        };
        let get = |message| text.get(message).to_owned();
        view! {
            <section class="proof-sizes" aria-labelledby="proof-sizes">
                <h2 id="proof-sizes">{text.get(M::ProofSizes)}</h2>
                <p class="small">{text.get(M::ProofSizesAbout)}</p>
                <ul class="card">
                    {item("ours", text.get(M::ProofSizeOurs), ours, ours_about)}
                    {item("weak", "WeakC4", get(M::ProofWeakBytes), get(M::ProofSizeWeak))}
                    {item("table", text.get(M::ProofSizeTable), get(M::ProofTableBytes), get(M::ProofSizeTableAbout))}
                </ul>
                <p class="small">{text.with(M::ProofNote, &[other])}</p>
            </section>
        }
        .into_any()
    }
}
