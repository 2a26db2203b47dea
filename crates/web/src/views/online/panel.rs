//! What stands beside an online game: offers, what can be done, and sentences to say.

use foursight_protocol::online::{Ask, Preset};
use foursight_table::{Command, Offer};
use leptos::prelude::*;

use super::super::{context, icons, live, shown, shown_if, tap};
use crate::browser;
use crate::links::Route;
use crate::model::Message;
use crate::online::wire::Wire;
use crate::online::{Client, Line, Live, call, words};
use crate::shell::source::{Source, derived};
use crate::text::{Message as M, Text};

type Wired = StoredValue<Wire, LocalStorage>;

/// The ids of the sentences and of what unfolds them.
const SAYS: &str = "online-says";
const SAY: &str = "online-say";
/// A flag.
const FLAG: &str = "M5 21V4M5 4h13l-3 4 3 4H5";
/// Two halves that are equal.
const EQUAL: &str = "M5 9h14M5 15h14";
/// A cross.
const CROSS: &str = "M6 6l12 12M18 6L6 18";
/// A bubble of speech.
const SPEECH: &str = "M4 5h16v11H10l-5 4v-4H4z";

/// All of it.
pub(super) fn panel() -> AnyView {
    let (ui, text) = context();
    let wire = StoredValue::new_local(Wire::get(ui, text));
    let client = wire.with_value(|wire| wire.client);
    let Route::Online(id) = ui.route.get_untracked() else {
        return ().into_any();
    };
    let is_in_other_language = client.with_untracked(|client| {
        let live = client.live.as_ref();
        live.is_some_and(|live| !live.is_in(text))
    });
    if is_in_other_language {
        wire.with_value(|wire| wire.look_at(&id));
    }
    on_cleanup(move || wire.with_value(|wire| wire.look_away_from(&id)));
    let is_seated = with_live(client, |live| live.seat.is_some());
    view! {
        <div class="online-panel">
            <div class="online-news">
                <p role="status" data-testid="online-line">{live(move || client.with(|client| state(text, client)))}</p>
                {shown(move || answers(text, derived_offer(client), wire))}
            </div>
            <div class="tools card">
                {shown_if(is_seated, move || tools(text, client, wire))}
                <a class="button" href="#/online" data-testid="to-lobby">{icons::drawn(icons::PEOPLE)}{text.get(M::OnlineLobby)}</a>
            </div>
        </div>
    }
    .into_any()
}

/// Something about the game on the page that holds or not.
fn with_live(
    client: Source<Client>,
    read: fn(&Live) -> bool,
) -> impl Fn() -> bool + Copy + Send + Sync {
    move || client.with(|client| client.live.as_ref().is_some_and(read))
}

/// The line, the own move that is under way, and who watches.
fn state(text: Text, client: &Client) -> String {
    let Some(live) = &client.live else {
        return String::new();
    };
    match client.line {
        Line::Lost => return text.get(M::OnlineLost).to_owned(),
        Line::Opening => return text.get(M::OnlineConnecting).to_owned(),
        Line::Open | Line::Closed => {}
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

/// An offer that stands, in words, and whether it is the own.
type Standing = Option<(Offer, String, bool)>;

/// The offer that stands, without that of a rematch: the card of the end has it.
fn derived_offer(client: Source<Client>) -> Standing {
    client.with(|client| {
        let live = client.live.as_ref()?;
        let theirs = live.offer().zip(live.other());
        let theirs = theirs.map(|(offer, seat)| (offer, live.offered(seat, offer), false));
        let own = || {
            let words = |offer| client.text.get(words::own_offer(offer)).to_owned();
            live.own_offer().map(|offer| (offer, words(offer), true))
        };
        theirs
            .or_else(own)
            .filter(|(offer, ..)| *offer != Offer::Rematch)
    })
}

fn answers(text: Text, standing: Standing, wire: Wired) -> AnyView {
    let Some((offer, words, is_own)) = standing else {
        return ().into_any();
    };
    let act = move |command: Command| wire.with_value(|wire| wire.command(&command));
    let no = if is_own {
        M::OnlineWithdraw
    } else {
        M::OnlineDecline
    };
    let yes = (!is_own).then(|| view! {
        <button class="main" data-testid="accept" on:click=tap(move || act(Command::Accept(offer)))>{text.get(M::OnlineAccept)}</button>
    });
    view! {
        <div class="row offer">
            <span data-testid="offer">{words}</span>
            {yes}
            <button data-testid="decline" on:click=tap(move || act(Command::Decline(offer)))>{text.get(no)}</button>
        </div>
    }
    .into_any()
}

/// What the players can do beside moves.
fn tools(text: Text, client: Source<Client>, wire: Wired) -> AnyView {
    let is_sure = Source::new(false);
    let make = move |make: fn(&Live) -> Command| {
        let command = client.with_untracked(|client| client.live.as_ref().map(make));
        if let Some(command) = command {
            wire.with_value(|wire| wire.command(&command));
        }
    };
    let resign = move || {
        if is_sure.get_untracked() {
            make(|live| Command::Resign(live.confirmed.point()));
        }
        is_sure.update(|is| *is = !*is);
    };
    let resign_label = move || {
        let message = if is_sure.get() {
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
            wire.with_value(|wire| wire.ask(Ask::Claim { game }));
        }
    };
    let can_draw = with_live(client, Live::can_draw);
    let can_abort = with_live(client, Live::can_abort);
    let may_resign = move || {
        client.with(|client| {
            client
                .live
                .as_ref()
                .is_some_and(|live| live.is_played() && !live.can_abort())
        })
    };
    view! {
        <button
            data-testid="take-back"
            aria-disabled=live(move || (!with_live(client, Live::can_take_back)()).to_string())
            on:click=tap(move || make(|live| Command::TakeBack(live.confirmed.point())))
        >{icons::drawn(icons::UNDO)}{text.get(M::OnlineTakeBack)}</button>
        {shown_if(can_draw, move || view! {
            <button data-testid="draw" on:click=tap(move || make(|live| Command::Draw(live.confirmed.point())))>
                {icons::drawn(EQUAL)}{text.get(M::OnlineDraw)}</button>
        }.into_any())}
        {shown_if(can_abort, move || view! {
            <button data-testid="abort" on:click=tap(move || make(|_| Command::Abort))>
                {icons::drawn(CROSS)}{text.get(M::OnlineAbort)}</button>
        }.into_any())}
        {shown_if(may_resign, move || view! {
            <button class="apart" data-testid="resign" on:click=tap(resign)>{icons::drawn(FLAG)}{live(resign_label)}</button>
        }.into_any())}
        {shown_if(can_claim(client), move || view! {
            <button data-testid="claim" on:click=tap(claim)>{icons::drawn(icons::CUP)}{text.get(M::OnlineClaim)}</button>
        }.into_any())}
        {says(text, client, wire)}
    }
    .into_any()
}

/// Whether the other seat has been gone for so long that the game can be claimed.
fn can_claim(client: Source<Client>) -> impl Fn() -> bool + Copy {
    let (ui, _) = context();
    let can_claim = derived(move || {
        // It changes with time.
        ui.beside.with(|_| ());
        let now_ms = browser::now_ms() as u64;
        client.with(|client| {
            let server_ms = client.server_ms(now_ms);
            let live = client.live.as_ref();
            live.is_some_and(|live| live.can_claim(server_ms))
        })
    });
    move || can_claim.get()
}

/// Sentences to say, and what one may want of the other player.
fn says(text: Text, client: Source<Client>, wire: Wired) -> AnyView {
    let (ui, _) = context();
    let game =
        move || client.with_untracked(|client| client.live.as_ref().map(|live| live.game.clone()));
    let say = move |what: Preset| {
        if let Some(game) = game() {
            browser::fold(SAYS);
            wire.with_value(|wire| wire.ask(Ask::Say { game, what }));
        }
    };
    let has_blocked = with_live(client, |live| live.has_blocked);
    let block = move || {
        if let Some(game) = game() {
            browser::fold(SAYS);
            let is_blocked = !untrack(has_blocked);
            wire.with_value(|wire| wire.ask(Ask::Block { game, is_blocked }));
            let message = if is_blocked {
                M::OnlineBlocked
            } else {
                M::OnlineUnblocked
            };
            ui.tell(text.get(message).to_owned());
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
            browser::fold(SAYS);
            let link = format!("{}#/online/{game}", browser::base());
            copy_link(&link, move |message| ui.tell(text.get(message).to_owned()));
        }
    };
    let leave = move |event: web_sys::KeyboardEvent| {
        if event.key() == "Escape" && browser::is_unfolded(SAYS) {
            // What lies behind it keeps its own Escape for the next press.
            event.prevent_default();
            event.stop_propagation();
            browser::fold(SAYS);
            browser::focus(SAY);
        }
    };
    view! {
        <details class="online-says" id=SAYS on:keydown=leave>
            <summary class="button" id=SAY data-testid="say">{icons::drawn(SPEECH)}{text.get(M::OnlineSay)}</summary>
            <div class="card" role="group" aria-label=text.get(M::OnlineSayHeading)>
                {Preset::ALL.map(|what| view! {
                    <button data-testid=format!("say-{what:?}") on:click=tap(move || say(what))>{text.get(words::sentence(what))}</button>
                }).collect_view()}
                <hr/>
                <button data-testid="watch-link" on:click=tap(copy)>{text.get(M::OnlineWatchLink)}</button>
                <Notify/>
                <button data-testid="block" on:click=tap(block)>{live(block_label)}</button>
            </div>
        </details>
    }
    .into_any()
}

/// Copies a link, and says whether that worked.
pub(super) fn copy_link(link: &str, then: impl Fn(M) + 'static) {
    browser::copy(link, move |is_copied| {
        then(if is_copied {
            M::OnlineCopied
        } else {
            M::OnlineNotCopied
        });
    });
}

/// Notifications of the system: wanted or not.
#[component]
pub(super) fn Notify() -> impl IntoView {
    let (ui, text) = context();
    let is_wanted = Source::new(call::is_wanted());
    // The lobby has no line for messages, so what the browser answered stands beside the button.
    let told = Source::new("");
    let change = move || {
        if is_wanted.get_untracked() {
            call::unwant();
            return is_wanted.set(false);
        }
        call::want(move |is_granted| {
            is_wanted.set(is_granted);
            let message = if is_granted {
                M::OnlineNotified
            } else {
                M::OnlineNotNotified
            };
            ui.tell(text.get(message).to_owned());
            told.set(text.get(message));
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
    call::is_known().then(|| {
        view! {
            <button data-testid="notify" on:click=tap(change)>{live(label)}</button>
            <span role="status" data-testid="notified">{live(move || told.get().to_owned())}</span>
        }
    })
}

/// What can be done when an online game is over.
pub(super) fn after_end() -> AnyView {
    let (ui, text) = context();
    let wire = StoredValue::new_local(Wire::get(ui, text));
    let client = wire.with_value(|wire| wire.client);
    let rematch = move || {
        client.with(|client| {
            let live = client.live.as_ref()?;
            let theirs = live.offer() == Some(Offer::Rematch);
            let words = theirs
                .then(|| live.other().map(|seat| live.offered(seat, Offer::Rematch)))
                .flatten();
            Some((words, live.own_offer() == Some(Offer::Rematch)))
        })
    };
    let words = move || match rematch() {
        Some((Some(words), _)) => words,
        Some((None, true)) => text.get(words::own_offer(Offer::Rematch)).to_owned(),
        _ => String::new(),
    };
    let has_offer = move || rematch().is_some_and(|(words, _)| words.is_some());
    let decline = move || wire.with_value(|wire| wire.command(&Command::Decline(Offer::Rematch)));
    let is_seated = with_live(client, |live| live.seat.is_some());
    view! {
        <p role="status" data-testid="offer">{live(words)}</p>
        {shown_if(is_seated, move || view! {
            <button
                class="main"
                data-testid="rematch"
                aria-disabled=live(move || rematch().is_some_and(|(_, is_own)| is_own).to_string())
                on:click=tap(move || ui.send(Message::Next))
            >{text.get(M::OnlineRematch)}</button>
        }.into_any())}
        {shown_if(has_offer, move || view! {
            <button data-testid="decline" on:click=tap(decline)>{text.get(M::OnlineDecline)}</button>
        }.into_any())}
    }
    .into_any()
}
