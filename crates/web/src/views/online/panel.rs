//! The panel beside an online game: offers, actions, and preset chat messages.

use foursight_page::links::Route;
use foursight_page::online::{ConnectionState, LiveGame, OnlineClient, phrases};
use foursight_page::play::Message;
use foursight_page::text::{Text, UiMessage as M};
use foursight_protocol::online::{ChatPreset, ClientMessage};
use foursight_table::{Command, Offer};
use leptos::prelude::*;

use super::super::{click_handler, context, dynamic_view, icons, text_signal, view_if};
use crate::browser;
use crate::online::connection::OnlineConnection;
use crate::online::notifications;
use crate::shell::signals::{ErasedSignal, effect, erased_memo};

/// Ids of the chat menu and of its toggle.
const CHAT_MENU: &str = "online-says";
const CHAT_TOGGLE: &str = "online-say";
/// A flag.
const FLAG: &str = "M5 21V4M5 4h13l-3 4 3 4H5";
/// An equals sign.
const EQUAL: &str = "M5 9h14M5 15h14";
/// A cross.
const CROSS: &str = "M6 6l12 12M18 6L6 18";
/// A speech bubble.
const SPEECH: &str = "M4 5h16v11H10l-5 4v-4H4z";

/// The panel.
pub(super) fn panel() -> AnyView {
    let (ui, text) = context();
    let connection = OnlineConnection::get(ui);
    let client = connection.client;
    let Route::Online(id) = ui.route.get_untracked() else {
        return ().into_any();
    };
    let is_in_other_language = client.with_untracked(|client| {
        let live = client.live.as_ref();
        live.is_some_and(|live| !live.is_in_language(text))
    });
    if is_in_other_language {
        connection.open_game(&id);
    }
    on_cleanup(move || connection.leave_game(&id));
    // The analysis is hidden meanwhile, also after leaving this page.
    let is_in_play =
        erased_memo(move || client.with(|client| client.live.as_ref().map(LiveGame::is_in_play)));
    effect(move || {
        if let Some(is_in_play) = is_in_play.get() {
            browser::note_live_game(is_in_play);
        }
    });
    let is_seated = with_live(client, |live| live.seat.is_some());
    view! {
        <div class="online-panel">
            <div class="online-news">
                <p role="status" data-testid="online-line">{text_signal(move || client.with(|client| status_text(text, client)))}</p>
                {dynamic_view(move || offer_view(text, pending_offer(client), connection))}
            </div>
            <div class="tools card">
                {view_if(is_seated, move || tools(text, client, connection))}
                <a class="button" href="#/online" data-testid="to-lobby">{icons::icon(icons::PEOPLE)}{text.get(M::OnlineLobby)}</a>
            </div>
        </div>
    }
    .into_any()
}

/// Wraps a condition on the online game as a reactive closure.
fn with_live(
    client: ErasedSignal<OnlineClient>,
    read: fn(&LiveGame) -> bool,
) -> impl Fn() -> bool + Copy + Send + Sync {
    move || client.with(|client| client.live.as_ref().is_some_and(read))
}

/// Describes the connection, the player's own unconfirmed move, and the viewers.
fn status_text(text: Text, client: &OnlineClient) -> String {
    let Some(live) = &client.live else {
        return String::new();
    };
    match client.connection {
        ConnectionState::Lost => return text.get(M::OnlineLost).to_owned(),
        ConnectionState::Connecting => return text.get(M::OnlineConnecting).to_owned(),
        ConnectionState::Open | ConnectionState::Closed => {}
    }
    if !live.pending.is_empty() {
        return text.get(M::OnlineSent).to_owned();
    }
    let mut parts = Vec::new();
    if live.seat.is_none() {
        parts.push(text.get(M::OnlineYouWatch).to_owned());
    }
    if live.watchers > 0 {
        parts.push(text.with(M::OnlineWatchers, &[("count", &live.watchers)]));
    }
    parts.join(" ")
}

/// A pending offer, its text, and whether it is the player's own.
type PendingOffer = Option<(Offer, String, bool)>;

/// Returns the pending offer, except a rematch, which the end card shows.
fn pending_offer(client: ErasedSignal<OnlineClient>) -> PendingOffer {
    client.with(|client| {
        let live = client.live.as_ref()?;
        let theirs = live.offer().zip(live.opponent_seat());
        let theirs = theirs.map(|(offer, seat)| (offer, live.offer_text(seat, offer), false));
        let own = || {
            let words = |offer| client.text.get(phrases::own_offer(offer)).to_owned();
            live.own_offer().map(|offer| (offer, words(offer), true))
        };
        theirs
            .or_else(own)
            .filter(|(offer, ..)| *offer != Offer::Rematch)
    })
}

fn offer_view(text: Text, pending: PendingOffer, connection: OnlineConnection) -> AnyView {
    let Some((offer, words, is_own)) = pending else {
        return ().into_any();
    };
    let act = move |command: Command| connection.command(&command);
    let no = if is_own {
        M::OnlineWithdraw
    } else {
        M::OnlineDecline
    };
    let yes = (!is_own).then(|| view! {
        <button class="main" data-testid="accept" on:click=click_handler(move || act(Command::Accept(offer)))>{text.get(M::OnlineAccept)}</button>
    });
    view! {
        <div class="row offer">
            <span data-testid="offer">{words}</span>
            {yes}
            <button data-testid="decline" on:click=click_handler(move || act(Command::Decline(offer)))>{text.get(no)}</button>
        </div>
    }
    .into_any()
}

/// The actions of players besides moves.
fn tools(text: Text, client: ErasedSignal<OnlineClient>, connection: OnlineConnection) -> AnyView {
    let is_confirming = ErasedSignal::new(false);
    let send = move |build: fn(&LiveGame) -> Command| {
        let command = client.with_untracked(|client| client.live.as_ref().map(build));
        if let Some(command) = command {
            connection.command(&command);
        }
    };
    let resign = move || {
        if is_confirming.get_untracked() {
            send(|live| Command::Resign(live.confirmed.point()));
        }
        is_confirming.update(|is| *is = !*is);
    };
    let resign_label = move || {
        let message = if is_confirming.get() {
            M::OnlineResignSure
        } else {
            M::OnlineResign
        };
        text.get(message).to_owned()
    };
    let claim = move || {
        let game =
            client.with_untracked(|client| client.live.as_ref().map(|live| live.game.clone()));
        if let Some(game) = game {
            connection.request(ClientMessage::Claim { game });
        }
    };
    let can_draw = with_live(client, LiveGame::can_draw);
    let can_abort = with_live(client, LiveGame::can_abort);
    let can_resign = move || {
        client.with(|client| {
            client
                .live
                .as_ref()
                .is_some_and(|live| live.is_in_play() && !live.can_abort())
        })
    };
    view! {
        <button
            data-testid="take-back"
            aria-disabled=text_signal(move || (!with_live(client, LiveGame::can_take_back)()).to_string())
            on:click=click_handler(move || send(|live| Command::TakeBack(live.confirmed.point())))
        >{icons::icon(icons::UNDO)}{text.get(M::OnlineTakeBack)}</button>
        {view_if(can_draw, move || view! {
            <button data-testid="draw" on:click=click_handler(move || send(|live| Command::OfferDraw(live.confirmed.point())))>
                {icons::icon(EQUAL)}{text.get(M::OnlineDraw)}</button>
        }.into_any())}
        {view_if(can_abort, move || view! {
            <button data-testid="abort" on:click=click_handler(move || send(|_| Command::Abort))>
                {icons::icon(CROSS)}{text.get(M::OnlineAbort)}</button>
        }.into_any())}
        {view_if(can_resign, move || view! {
            <button class="apart" data-testid="resign" on:click=click_handler(resign)>{icons::icon(FLAG)}{text_signal(resign_label)}</button>
        }.into_any())}
        {view_if(can_claim(client), move || view! {
            <button data-testid="claim" on:click=click_handler(claim)>{icons::icon(icons::CUP)}{text.get(M::OnlineClaim)}</button>
        }.into_any())}
        {chat_menu(text, client, connection)}
    }
    .into_any()
}

/// Returns a reactive closure that is true once the opponent has been away long enough to claim the
/// game.
fn can_claim(client: ErasedSignal<OnlineClient>) -> impl Fn() -> bool + Copy {
    let (ui, _) = context();
    let can_claim = erased_memo(move || {
        // Subscribe to updates, since the answer changes with time.
        ui.delegate_status.with(|_| ());
        let now_ms = browser::now_ms() as u64;
        client.with(|client| {
            let server_ms = client.server_ms(now_ms);
            let live = client.live.as_ref();
            live.is_some_and(|live| live.can_claim(server_ms))
        })
    });
    move || can_claim.get()
}

/// The chat menu: preset messages, the viewer link, notifications, and blocking.
fn chat_menu(
    text: Text,
    client: ErasedSignal<OnlineClient>,
    connection: OnlineConnection,
) -> AnyView {
    let (ui, _) = context();
    let game =
        move || client.with_untracked(|client| client.live.as_ref().map(|live| live.game.clone()));
    let say = move |what: ChatPreset| {
        if let Some(game) = game() {
            browser::close_details(CHAT_MENU);
            connection.request(ClientMessage::Chat { game, preset: what });
        }
    };
    let has_blocked = with_live(client, |live| live.has_blocked);
    let block = move || {
        if let Some(game) = game() {
            browser::close_details(CHAT_MENU);
            let is_blocked = !untrack(has_blocked);
            connection.request(ClientMessage::Block { game, is_blocked });
            let message = if is_blocked {
                M::OnlineBlocked
            } else {
                M::OnlineUnblocked
            };
            ui.notify(text.get(message).to_owned());
        }
    };
    let block_label = move || {
        let message = if has_blocked() {
            M::OnlineUnblock
        } else {
            M::OnlineBlock
        };
        text.get(message).to_owned()
    };
    let copy = move || {
        if let Some(game) = game() {
            browser::close_details(CHAT_MENU);
            let link = format!("{}#/online/{game}", browser::base());
            copy_link(&link, move |message| {
                ui.notify(text.get(message).to_owned());
            });
        }
    };
    let on_keydown = move |event: web_sys::KeyboardEvent| {
        if event.key() == "Escape" && browser::is_details_open(CHAT_MENU) {
            // The view below handles the next Escape.
            event.prevent_default();
            event.stop_propagation();
            browser::close_details(CHAT_MENU);
            browser::focus(CHAT_TOGGLE);
        }
    };
    view! {
        <details class="online-says" id=CHAT_MENU on:keydown=on_keydown>
            <summary class="button" id=CHAT_TOGGLE data-testid="say">{icons::icon(SPEECH)}{text.get(M::OnlineSay)}</summary>
            <div class="card" role="group" aria-label=text.get(M::OnlineSayHeading)>
                {ChatPreset::ALL.map(|preset| view! {
                    <button data-testid=format!("say-{preset:?}") on:click=click_handler(move || say(preset))>{text.get(phrases::sentence(preset))}</button>
                }).collect_view()}
                <hr/>
                <button data-testid="watch-link" on:click=click_handler(copy)>{text.get(M::OnlineWatchLink)}</button>
                <Notify/>
                <button data-testid="block" on:click=click_handler(block)>{text_signal(block_label)}</button>
            </div>
        </details>
    }
    .into_any()
}

/// Copies a link, and reports success or failure.
pub(super) fn copy_link(link: &str, then: impl Fn(M) + 'static) {
    browser::copy(link, move |is_copied| {
        then(if is_copied {
            M::OnlineCopied
        } else {
            M::OnlineNotCopied
        });
    });
}

/// The button for system notifications.
#[component]
pub(super) fn Notify() -> impl IntoView {
    let (ui, text) = context();
    let is_wanted = ErasedSignal::new(notifications::is_enabled());
    // The lobby has no status line, so the result appears beside the button.
    let notice = ErasedSignal::new("");
    let change = move || {
        if is_wanted.get_untracked() {
            notifications::disable();
            return is_wanted.set(false);
        }
        notifications::enable(move |is_granted| {
            is_wanted.set(is_granted);
            let message = if is_granted {
                M::OnlineNotified
            } else {
                M::OnlineNotNotified
            };
            ui.notify(text.get(message).to_owned());
            notice.set(text.get(message));
        });
    };
    let label = move || {
        let message = if is_wanted.get() {
            M::OnlineUnnotify
        } else {
            M::OnlineNotify
        };
        text.get(message).to_owned()
    };
    notifications::is_supported().then(|| {
        view! {
            <button data-testid="notify" on:click=click_handler(change)>{text_signal(label)}</button>
            <span role="status" data-testid="notified">{text_signal(move || notice.get().to_owned())}</span>
        }
    })
}

/// The actions after an online game.
pub(super) fn after_end() -> AnyView {
    let (ui, text) = context();
    let connection = OnlineConnection::get(ui);
    let client = connection.client;
    let rematch = move || {
        client.with(|client| {
            let live = client.live.as_ref()?;
            let theirs = live.offer() == Some(Offer::Rematch);
            let words = theirs
                .then(|| {
                    live.opponent_seat()
                        .map(|seat| live.offer_text(seat, Offer::Rematch))
                })
                .flatten();
            Some((words, live.own_offer() == Some(Offer::Rematch)))
        })
    };
    let words = move || match rematch() {
        Some((Some(words), _)) => words,
        Some((None, true)) => text.get(phrases::own_offer(Offer::Rematch)).to_owned(),
        _ => String::new(),
    };
    let has_offer = move || rematch().is_some_and(|(words, _)| words.is_some());
    let decline = move || connection.command(&Command::Decline(Offer::Rematch));
    // The analysis is hidden meanwhile, also after leaving this page.
    let is_in_play =
        erased_memo(move || client.with(|client| client.live.as_ref().map(LiveGame::is_in_play)));
    effect(move || {
        if let Some(is_in_play) = is_in_play.get() {
            browser::note_live_game(is_in_play);
        }
    });
    let is_seated = with_live(client, |live| live.seat.is_some());
    view! {
        <p role="status" data-testid="offer">{text_signal(words)}</p>
        {view_if(is_seated, move || view! {
            <button
                class="main"
                data-testid="rematch"
                aria-disabled=text_signal(move || rematch().is_some_and(|(_, is_own)| is_own).to_string())
                on:click=click_handler(move || ui.send(Message::NextGame))
            >{text.get(M::OnlineRematch)}</button>
        }.into_any())}
        {view_if(has_offer, move || view! {
            <button data-testid="decline" on:click=click_handler(decline)>{text.get(M::OnlineDecline)}</button>
        }.into_any())}
    }
    .into_any()
}
