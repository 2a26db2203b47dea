//! The coach: moments of a game as questions, and the chart of what a player keeps missing.
//!
//! The state is the model's ([`CoachState`]); this view passes its requests to an engine of its own,
//! which ends with the view, and stores the log when it changes.

mod board;
mod chart;
mod keys;
mod panel;

use foursight_core::Player;
use foursight_page::coach::{
    CoachMessage, CoachPage, CoachRequest, CoachState, CoachWords, MistakeLog,
};
use foursight_page::engine_client::EngineClient;
use foursight_page::play::Play;
use foursight_page::text::{Text, UiMessage as M};
use foursight_page::wording::error_text;
use foursight_page::wording::player_names::PlayerNames;
use foursight_record::{read_link, write_link};
use foursight_table::Actor;
use leptos::prelude::*;

use super::analysis::is_playing_others;
use super::{context, dynamic_view, icons, not_found, text_signal};
use crate::browser::{self, StorageKey};
use crate::shell::Ui;
use crate::shell::engine::{RequestSlot, new_solver};
use crate::shell::signals::{ErasedSignal, effect, erased_memo};

/// The handles that all parts of the page need.
#[derive(Clone, Copy)]
struct CoachView {
    ui: Ui,
    text: Text,
    coach: ErasedSignal<CoachState>,
}

/// Returns the address of the moments of a game: those of the only person at the table, or of both
/// players.
pub(crate) fn address(text: Text, play: &Play) -> String {
    let link = write_link(play.game());
    match own_player(text, play) {
        Some(Player::First) => format!("/coach/{link}/1"),
        Some(Player::Second) => format!("/coach/{link}/2"),
        None => format!("/coach/{link}"),
    }
}

/// The link from a game in the play view to its moments.
pub(crate) fn coach_link(ui: Ui, text: Text, id: &'static str) -> AnyView {
    let address = move || ui.with_play(|play| format!("#{}", address(text, play)));
    view! {
        <a class="button" data-testid=id href=text_signal(address)>{icons::icon(icons::LAMP)}{text.get(M::CoachFind)}</a>
    }
    .into_any()
}

/// Returns the player of the person at this device, if there is only one.
fn own_player(text: Text, play: &Play) -> Option<Player> {
    let start = play.start();
    if let Some(Actor::Seat(seat)) = play.actor() {
        return Some(start.player_at(seat));
    }
    let names = PlayerNames::of(text, start);
    let has_bot = start.seats.iter().any(|occupant| !occupant.is_person());
    let is_own = |player: Player| {
        if has_bot {
            return start.seats[start.seat_of(player).index()].is_person();
        }
        // A record has names only, and that of the person is "You".
        names.get(player) == text.get(M::You)
    };
    match Player::BOTH.map(is_own) {
        [true, false] => Some(Player::First),
        [false, true] => Some(Player::Second),
        _ => None,
    }
}

/// Returns the page of an address below `#/coach`, or the reason why there is none.
fn parse(text: Text, at: &str) -> Result<CoachPage, String> {
    let (head, rest) = at.split_once('/').unwrap_or((at, ""));
    Ok(match (head, rest) {
        ("", _) => CoachPage::Overview,
        ("due", "") => CoachPage::Due,
        ("due", link) => CoachPage::Mistake(link.to_owned()),
        (link, player) => {
            let game = read_link(link).map_err(|error| {
                let reason = error_text::read_error_text(text, &error);
                text.with(M::LinkFailed, &[("reason", &reason)])
            })?;
            let player = match player {
                "" => None,
                "1" => Some(Player::First),
                "2" => Some(Player::Second),
                _ => return Err(text.get(M::NoSuchPage).to_owned()),
            };
            CoachPage::Game(Box::new(game), player)
        }
    })
}

/// The page of an address.
pub(crate) fn page(at: &str) -> AnyView {
    let (ui, text) = context();
    let opened = match parse(text, at) {
        Ok(opened) => opened,
        Err(reason) => return not_found(text, reason),
    };
    let coach: ErasedSignal<CoachState> = ui.feature();
    let page = CoachView { ui, text, coach };
    page.send(CoachMessage::Open(opened, stored_log()));
    page.store_log();
    let is_blocked = erased_memo(move || is_playing_others(ui));
    dynamic_view(move || {
        if is_blocked.get() {
            return blocked(text);
        }
        page.request_answers();
        keys::listen(page);
        page.view()
    })
    .into_any()
}

/// Loads the log. An unreadable one moves out of the way.
fn stored_log() -> String {
    let stored = browser::load(StorageKey::Coach).unwrap_or_default();
    if !stored.is_empty() && MistakeLog::from_text(&stored).is_none() {
        browser::quarantine(StorageKey::Coach.key());
    }
    stored
}

fn blocked(text: Text) -> AnyView {
    view! {
        <section class="prose">
            <h1>{text.get(M::CoachHeading)}</h1>
            <p role="status" data-testid="coach-blocked">{text.get(M::CoachBlocked)}</p>
            <p><a class="button" href="#/play">{text.get(M::AnalysisBackToGame)}</a></p>
        </section>
    }
    .into_any()
}

impl CoachView {
    fn send(self, message: CoachMessage) {
        self.ui.send(message.into());
    }

    fn names(self) -> PlayerNames {
        PlayerNames::unknown(self.text)
    }

    /// Reads a text about the state. Tracked by the calling view.
    fn words<R>(self, read: impl FnOnce(&CoachWords<'_>) -> R) -> R {
        let names = self.names();
        self.coach
            .with(|coach| read(&CoachWords::new(self.text, &names, coach)))
    }

    /// Stores the log whenever it changes.
    fn store_log(self) {
        let changed = erased_memo(move || self.coach.with(CoachState::changed_log));
        effect(move || {
            if let Some(log) = changed.get() {
                browser::save(StorageKey::Coach, &log);
            }
        });
    }

    /// Passes the requests of the state to the engine, one at a time.
    fn request_answers(self) {
        let engine = StoredValue::new_local(None::<EngineClient>);
        let pending = ErasedSignal::new(None::<CoachRequest>);
        let slot = RequestSlot::new();
        let next = erased_memo(move || self.coach.with(CoachState::next_request));
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
                    self.send(CoachMessage::Replied(request.reply(result.ok())));
                },
            );
        });
    }

    fn view(self) -> AnyView {
        let has_board =
            erased_memo(move || self.coach.with(|coach| coach.board_ruleset().is_some()));
        dynamic_view(move || {
            let side = if has_board.get() { "" } else { " alone" };
            view! {
                <div class=format!("coach-page{side}") data-testid="coach">
                    {has_board.get().then(|| board::board(self))}
                    <div class="coach-side">
                        {panel::panel(self)}
                        {chart::chart(self)}
                    </div>
                </div>
            }
            .into_any()
        })
        .into_any()
    }
}
