//! The analysis board: a game as a tree, with verdicts, reasons and plans.
//!
//! The state is the model's ([`AnalysisState`]); this view passes its requests to an engine of its own,
//! which ends with the view, and keeps the address up to date, so that it is always a link to what
//! is shown.

mod board;
pub(crate) mod keys;
mod moves;
pub(crate) mod overlay;
mod panel;
mod sources;

use foursight_core::Game;
use foursight_page::analysis::{AnalysisMessage, AnalysisRequest, AnalysisState, AnalysisWords};
use foursight_page::engine_client::EngineClient;
use foursight_page::play::Authority;
use foursight_page::text::{Text, UiMessage as M};
use foursight_page::wording::error_text;
use foursight_page::wording::player_names::PlayerNames;
use foursight_record::{read_link, write_link};
use leptos::prelude::*;

use super::{context, dynamic_view, not_found};
use crate::browser;
use crate::shell::Ui;
use crate::shell::engine::{RequestSlot, new_solver};
use crate::shell::signals::{ErasedSignal, effect, erased_memo};

/// The handles that all parts of the page need.
#[derive(Clone, Copy)]
struct AnalysisPage {
    ui: Ui,
    text: Text,
    analysis: ErasedSignal<AnalysisState>,
}

impl AnalysisPage {
    fn send(self, message: AnalysisMessage) {
        self.ui.send(message.into());
    }

    /// Reads the state in words. Tracked by the calling view.
    fn words<R>(self, read: impl FnOnce(AnalysisWords<'_>) -> R) -> R {
        let names = self.names();
        self.analysis
            .with(|analysis| read(AnalysisWords::new(self.text, &names, analysis)))
    }

    // A closure of `words` for these would be a mere method call, which no method path can replace
    // for every lifetime.
    fn status(self) -> String {
        let names = self.names();
        self.analysis
            .with(|analysis| AnalysisWords::new(self.text, &names, analysis).status())
    }

    fn headline(self) -> String {
        let names = self.names();
        self.analysis
            .with(|analysis| AnalysisWords::new(self.text, &names, analysis).headline())
    }

    fn play_out_status(self) -> Option<String> {
        let names = self.names();
        self.analysis
            .with(|analysis| AnalysisWords::new(self.text, &names, analysis).play_out())
    }

    fn names(self) -> PlayerNames {
        PlayerNames::unknown(self.text)
    }
}

/// Returns the address of the analysis of a game at a ply.
pub(crate) fn address(game: &Game, ply: usize) -> String {
    format!("/analysis/{}/{ply}", write_link(game))
}

/// The page of an address: a link, and a ply of it. Without a link the last analysis goes on.
pub(crate) fn page(at: &str) -> AnyView {
    let (ui, text) = context();
    let analysis: ErasedSignal<AnalysisState> = ui.feature();
    let page = AnalysisPage { ui, text, analysis };
    let (link, ply) = at.split_once('/').unwrap_or((at, ""));
    if !link.is_empty() {
        match read_link(link) {
            Ok(game) => page.send(AnalysisMessage::Resume(Box::new(game), ply.parse().ok())),
            Err(error) => {
                let reason = error_text::read_error_text(text, &error);
                return not_found(text, text.with(M::LinkFailed, &[("reason", &reason)]));
            }
        }
    }
    let is_blocked = erased_memo(move || is_playing_others(ui));
    dynamic_view(move || {
        if is_blocked.get() {
            return blocked(text);
        }
        page.follow();
        page.request_answers();
        keys::listen(page);
        page.view()
    })
    .into_any()
}

/// Returns true while a game against others is being played on this page or in another tab: help
/// would be unfair.
pub(crate) fn is_playing_others(ui: Ui) -> bool {
    let is_delegated = matches!(ui.authority.get(), Authority::Delegate(Some(_)));
    let is_here = is_delegated && ui.with_play(|play| play.table.ending().is_none());
    is_here || browser::has_live_game()
}

/// Says that help would be unfair now.
pub(crate) fn blocked(text: Text) -> AnyView {
    view! {
        <section class="prose">
            <h1>{text.get(M::AnalysisHeading)}</h1>
            <p role="status" data-testid="analysis-blocked">{text.get(M::AnalysisBlocked)}</p>
            <p><a class="button" href="#/play">{text.get(M::AnalysisBackToGame)}</a></p>
        </section>
    }
    .into_any()
}

impl AnalysisPage {
    /// Keeps the address up to date.
    fn follow(self) {
        let shown = erased_memo(move || {
            self.analysis.with(|analysis| {
                let line = analysis.line();
                let end = line.last().map(|end| analysis.tree().game(*end));
                let ply = analysis.game().moves().len();
                end.filter(|end| !end.moves().is_empty())
                    .map(|end| format!("#{}", address(end, ply)))
            })
        });
        effect(move || {
            if let Some(address) = shown.get() {
                browser::replace_address(&address);
            }
        });
    }

    /// Passes the requests of the state to the engine, one at a time.
    fn request_answers(self) {
        let engine = StoredValue::new_local(None::<EngineClient>);
        let pending = ErasedSignal::new(None::<AnalysisRequest>);
        let slot = RequestSlot::new();
        let next = erased_memo(move || self.analysis.with(AnalysisState::next_request));
        effect(move || {
            let Some(request) = next.get() else { return };
            if pending.get().is_some() {
                return;
            }
            let client =
                engine.try_update_value(|engine| engine.get_or_insert_with(new_solver).clone());
            let Some(client) = client else { return };
            pending.set(Some(request.clone()));
            let query = request.query();
            slot.request(
                || client.request(query),
                move |result| {
                    pending.set(None);
                    self.send(AnalysisMessage::Replied(request.reply(result.ok())));
                },
            );
        });
    }

    fn view(self) -> AnyView {
        view! {
            <div class="analysis-page" data-testid="analysis">
                <h1 class="hidden">{self.text.get(M::AnalysisHeading)}</h1>
                <section class="board-side">
                    {board::board(self)}
                    {panel::tools(self)}
                </section>
                <div class="analysis-side">
                    {sources::setup_tools(self)}
                    {panel::reason_card(self)}
                    {moves::graph(self)}
                    {moves::moves(self)}
                    {panel::threats(self)}
                    {sources::sources(self)}
                </div>
            </div>
        }
        .into_any()
    }
}
