//! The puzzle page: board and question, the player's week, what comes back, other puzzles, the
//! history, and sheets to print.
//!
//! What a player does is a `PuzzleMessage`; the views show the `PuzzleState` of the model.

mod board;
mod history;
mod keys;
mod panel;
mod share;
mod sheet;

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use foursight_core::Column;
use foursight_page::engine_client::RequestToken;
use foursight_page::puzzle::{
    PuzzleAddress, PuzzleEffect, PuzzleMessage, PuzzleSource, PuzzleState, PuzzleWords,
};
use foursight_page::text::{Text, UiMessage as M};
use foursight_page::wording::player_names::PlayerNames;
use leptos::ev;
use leptos::prelude::*;

use super::{context, not_found, text_signal};
use crate::browser::{self, StorageKey};
use crate::shell::Ui;
use crate::shell::engine::perform;
use crate::shell::signals::{ErasedMemo, ErasedSignal, SignalValue, erased_memo};

/// Interval in which the page looks at the clock.
const TICK_INTERVAL: Duration = Duration::from_secs(1);

/// The handles that all parts of the page need.
#[derive(Clone, Copy)]
struct PuzzlePage {
    ui: Ui,
    text: Text,
    state: ErasedSignal<PuzzleState>,
    /// The column aimed at.
    aim: ErasedSignal<Option<Column>>,
}

impl PuzzlePage {
    /// Returns the handles of the view that calls this. The first call starts the feature.
    fn get() -> Self {
        let (ui, text) = context();
        if !ui.has_feature::<PuzzleState>() {
            let request = Rc::new(Cell::new(None));
            ui.perform_features(move |effect| {
                if let Some(effect) = effect.get() {
                    perform_effect(ui, &request, effect);
                }
            });
        }
        Self {
            ui,
            text,
            state: ui.feature(),
            aim: ErasedSignal::new(None),
        }
    }

    fn send(self, message: PuzzleMessage) {
        self.ui.send(message.into());
    }

    /// Derives a value from the words of the state.
    fn words<T: SignalValue + PartialEq>(
        self,
        read: impl Fn(&PuzzleWords<'_>) -> T + Send + Sync + 'static,
    ) -> ErasedMemo<T> {
        erased_memo(move || {
            let names = self.names();
            self.state
                .with(|state| read(&PuzzleWords::new(self.text, &names, state)))
        })
    }

    /// Derives a value from the state.
    fn read<T: SignalValue + PartialEq>(
        self,
        read: impl Fn(&PuzzleState) -> T + Send + Sync + 'static,
    ) -> ErasedMemo<T> {
        erased_memo(move || self.state.with(&read))
    }

    fn names(self) -> PlayerNames {
        PlayerNames::unknown(self.text)
    }

    /// Passes on what happens without the player, until the calling view is disposed.
    fn listen(self) {
        let tick = move || self.send(PuzzleMessage::Tick(browser::utc_offset_minutes()));
        let interval = set_interval_with_handle(tick, TICK_INTERVAL).ok();
        let storage_listener = window_event_listener(ev::storage, move |event| {
            if event.key().as_deref() == Some(StorageKey::Puzzles.key()) {
                let stored = event.new_value().unwrap_or_default();
                self.send(PuzzleMessage::HistoryChanged(stored));
            }
        });
        on_cleanup(move || {
            if let Some(interval) = interval {
                interval.clear();
            }
            storage_listener.remove();
        });
    }
}

/// The page of an address below `#/puzzle`.
pub(crate) fn page(at: &str) -> AnyView {
    let page = PuzzlePage::get();
    let stored = browser::load(StorageKey::Puzzles).unwrap_or_default();
    let offset = browser::utc_offset_minutes();
    match PuzzleAddress::parse(at) {
        Some(PuzzleAddress::Play(source)) => {
            page.send(PuzzleMessage::Open(source, stored, offset));
            page.listen();
            keys::listen(page);
            play(page, source)
        }
        Some(PuzzleAddress::History) => {
            page.send(PuzzleMessage::OpenHistory(stored, offset));
            history::show(page)
        }
        Some(PuzzleAddress::Sheet(theme, count)) => sheet::show(page.text, theme, count),
        None => not_found(page.text, page.text.get(M::NoSuchPage).to_owned()),
    }
}

fn play(page: PuzzlePage, source: PuzzleSource) -> AnyView {
    // For other programs, which follow the game by its id and the number of its plies.
    let puzzle = page.read(|state| {
        let open = state.open();
        open.map(|open| (open.puzzle().id.to_string(), open.shown().moves().len()))
    });
    let id = text_signal(move || puzzle.get().map_or_else(String::new, |(id, _)| id));
    let plies = text_signal(move || {
        puzzle
            .get()
            .map_or_else(String::new, |(_, n)| n.to_string())
    });
    view! {
        <div class="puzzle-page" data-testid="puzzle" data-puzzle=id data-plies=plies>
            {board::board(page)}
            <div class="puzzle-side">
                {panel::ask(page)}
                {panel::week(page)}
                {panel::returning(page)}
                {panel::others(page, source)}
                {share::share(page)}
            </div>
        </div>
    }
    .into_any()
}

/// Performs an effect of the puzzle page. `request` is the last request to the solver.
fn perform_effect(ui: Ui, request: &Cell<Option<RequestToken>>, effect: &PuzzleEffect) {
    match effect {
        PuzzleEffect::SaveHistory(text) => browser::save(StorageKey::Puzzles, text),
        PuzzleEffect::KeepDamagedHistory => browser::quarantine(StorageKey::Puzzles.key()),
        PuzzleEffect::Request(number, query) => {
            cancel(request);
            let number = *number;
            let reply = ui.request_in_background((**query).clone());
            let on_result = move |result| ui.send(PuzzleMessage::Replied(number, result).into());
            request.set(Some(perform(reply, Box::new(on_result))));
        }
        PuzzleEffect::CancelRequest => cancel(request),
    }
}

fn cancel(request: &Cell<Option<RequestToken>>) {
    if let Some(token) = request.take() {
        token.cancel();
    }
}
