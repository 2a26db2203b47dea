//! Where games begin: an opponent, a friend by a link, somebody who seeks, or a bot.

use std::time::Duration;

use foursight_bots::Level;
use foursight_core::Player;
use foursight_protocol::online::{Ask, GameLine, SeekLine};
use leptos::prelude::*;

use super::super::new_game::picker;
use super::super::play::faced;
use super::super::{context, icons, live, shown, shown_if, tap};
use super::panel::{Notify, copy_link};
use super::said_of;
use super::terms::{Chosen, form, words};
use crate::browser;
use crate::online::wire::Wire;
use crate::online::words::{is_local, listed};
use crate::online::{Choice, Client, QUICK, clock_lines, clock_words};
use crate::opponents;
use crate::shell::source::{Source, derived};
use crate::text::{Message as M, Text};
use crate::words::level_name;

type Wired = StoredValue<Wire, LocalStorage>;

/// The lobby.
#[component]
pub(crate) fn Lobby(
    /// Somebody pressed the button that finds an opponent, on another page.
    is_pairing: bool,
) -> impl IntoView {
    let (ui, text) = context();
    let wire = StoredValue::new_local(Wire::get(ui, text));
    let client = wire.with_value(|wire| wire.client);
    let ask = move |ask: Ask| wire.with_value(|wire| wire.ask(ask));
    ask(Ask::Lobby { is_wanted: true });
    on_cleanup(move || ask(Ask::Lobby { is_wanted: false }));
    let chosen = Chosen::new();
    let pair = move || {
        if let Some(terms) = chosen.terms() {
            ask(Ask::Pair { terms });
        }
    };
    if is_pairing {
        // Once: whoever comes back or loads the page again does not seek anew.
        browser::rename("#/online");
        if !client.with_untracked(|client| client.is_seeking) {
            pair();
        }
    }
    let is_seeking = move || client.with(|client| client.is_seeking);
    view! {
        <section class="lobby" data-testid="lobby">
            <div class="lobby-head">
                <h1>{text.get(M::PlayOnline)}</h1>
                <span role="status" data-testid="online-line">{live(move || client.with(|client| line(text, client)))}</span>
                <a class="button" href="#/online/account" data-testid="account">{icons::drawn(icons::PERSON)}{text.get(M::AccountLink)}</a>
            </div>
            <div>
                <div class="card ways">
                    <p>{text.get(M::OnlineAbout)}</p>
                    <div class="row">
                        {shown_if(move || !is_seeking(), move || view! {
                            <button class="main" data-testid="online-pair" on:click=tap(pair)>{icons::drawn(icons::PEOPLE)}{text.get(M::OnlinePair)}</button>
                        }.into_any())}
                        {shown_if(is_seeking, move || view! {
                            <span role="status" data-testid="seeking">{text.get(M::OnlineSeeking)}</span>
                            <button data-testid="online-stop" on:click=tap(move || ask(Ask::Unseek))>{text.get(M::OnlineStop)}</button>
                        }.into_any())}
                        {invite(text, chosen, wire)}
                    </div>
                    {form(text, chosen)}
                </div>
                {shown(move || match client.with(|client| client.invitation.clone()) {
                    Some(secret) => invitation(text, secret, wire),
                    None => ().into_any(),
                })}
                <h2>{text.get(M::OnlineQuick)}</h2>
                <div class="quick">{quick(text, chosen, pair)}</div>
            </div>
            <div>
                <div class="card">
                    <h2>{text.get(M::OnlineSeeks)}</h2>
                    {shown(move || client.with(|client| seeks(text, client, wire)))}
                </div>
                <div class="card">
                    <h2>{text.get(M::OnlineBot)}</h2>
                    <div class="row">{bots(text, chosen, wire)}</div>
                </div>
                <div class="card">
                    <h2>{text.get(M::OnlineGames)}</h2>
                    {shown(move || client.with(|client| games(text, client)))}
                    <Notify/>
                </div>
            </div>
        </section>
    }
}

/// A press on one of the clocks seeks an opponent with it.
fn quick(text: Text, chosen: Chosen, pair: impl Fn() + Copy + 'static) -> AnyView {
    let tile = |(at, choice): (usize, Choice)| {
        let [time, what] = clock_lines(text, choice.clock());
        let pace = clock_words(text, choice.clock());
        let seek = move || {
            chosen.set_clock(choice);
            pair();
        };
        view! {
            <button
                data-testid=format!("quick-{at}")
                aria-label=text.with(M::OnlineQuickly, &[("pace", &pace)])
                on:click=tap(seek)
            >
                <b>{time}</b>
                <small>{what}</small>
            </button>
        }
    };
    let tiles = QUICK.into_iter().enumerate().map(tile);
    tiles.collect_view().into_any()
}

/// A friend by a link.
fn invite(text: Text, chosen: Chosen, wire: Wired) -> AnyView {
    let invite = move || {
        if let Some(terms) = chosen.terms() {
            wire.with_value(|wire| wire.ask(Ask::Invite { terms }));
        }
    };
    view! {
        <button data-testid="online-invite" on:click=tap(invite)>
            {icons::drawn(icons::SHARE)}{text.get(M::OnlineInvite)}
        </button>
    }
    .into_any()
}

/// A bot of a level.
fn bots(text: Text, chosen: Chosen, wire: Wired) -> AnyView {
    let level = Source::new(Level::Medium);
    let bot = move || {
        let level = level.get_untracked().name().to_owned();
        if let Some(terms) = chosen.terms() {
            wire.with_value(|wire| wire.ask(Ask::Bot { level, terms }));
        }
    };
    let pick = move |name: String| {
        if let Ok(picked) = name.parse() {
            level.set(picked);
        }
    };
    // A learner learns on the device of its person, and the server has no nets.
    let levels = opponents::OFFERED
        .into_iter()
        .filter(|level| *level != Level::Learner && level.net().is_none());
    let levels = levels.map(|level| {
        let label = text.get(level_name(level)).to_owned();
        (level.name().to_owned(), label, level == Level::Medium)
    });
    view! {
        {picker("online-level", text.get(M::OnlineLevel), levels.collect(), pick)}
        <button data-testid="online-bot" on:click=tap(bot)>{icons::drawn(icons::PLAY)}{text.get(M::OnlineBot)}</button>
    }
    .into_any()
}

/// What is to be said about the line, the last refusal, or the own name.
fn line(text: Text, client: &Client) -> String {
    match (said_of(text, client), &client.you) {
        (Some(words), _) => words,
        (None, Some(you)) => text.with(M::OnlineName, &[("name", &you.name)]),
        (None, None) => text.get(M::OnlineConnecting).to_owned(),
    }
}

fn invitation(text: Text, secret: String, wire: Wired) -> AnyView {
    let link = format!("{}#/join/{secret}", browser::base());
    let code = format!("api/invitations/{secret}/code.svg");
    let (copied, is_copied) = (link.clone(), Source::new(None::<M>));
    let copy = move || copy_link(&copied, move |message| is_copied.set(Some(message)));
    let back = move || {
        let secret = secret.clone();
        wire.with_value(|wire| wire.ask(Ask::Uninvite { secret }));
    };
    let told = move || {
        is_copied
            .get()
            .map_or("", |message| text.get(message))
            .to_owned()
    };
    // Whoever has just asked for it goes on there; whoever comes back to it stays where they are.
    if wire.with_value(Wire::has_just_invited) {
        set_timeout(|| browser::focus("invitation-copy"), Duration::ZERO);
    }
    view! {
        <div class="card invitation" data-testid="invitation" role="status">
            <div>
                <p>{text.get(M::OnlineInvited)}</p>
                <p><a data-testid="invitation-link" href=link.clone()>{link.clone()}</a></p>
                {is_local(&link).then(|| view! { <p>{text.get(M::OnlineLocal)}</p> })}
                <p class="row">
                    <button class="main" id="invitation-copy" data-testid="invitation-copy" on:click=tap(copy)>{text.get(M::OnlineCopy)}</button>
                    <button data-testid="uninvite" on:click=tap(back)>{text.get(M::OnlineUninvite)}</button>
                </p>
                <p role="status">{live(told)}</p>
            </div>
            <img src=code width="200" height="200" alt=text.get(M::OnlineCode)/>
        </div>
    }
    .into_any()
}

fn seeks(text: Text, client: &Client, wire: Wired) -> AnyView {
    if client.seeks.is_empty() {
        return view! { <p>{text.get(M::OnlineNoSeeks)}</p> }.into_any();
    }
    let own = client.you.as_ref().map(|you| you.id.clone());
    let row = |line: &SeekLine| {
        let is_own = own.as_ref() == Some(&line.person);
        let message = if is_own {
            M::OnlineOwnSeek
        } else {
            M::OnlineTake
        };
        let [rules, pace] = words(text, &line.terms);
        let said = text.with(
            message,
            &[("name", &line.name), ("rules", &rules), ("pace", &pace)],
        );
        let seek = line.seek.clone();
        let take = move || {
            let seek = seek.clone();
            wire.with_value(|wire| wire.ask(Ask::Take { seek }));
        };
        if is_own {
            return view! { <li data-testid="own-seek">{said}</li> }.into_any();
        }
        view! {
            <li>
                <button data-testid="seek" aria-label=said on:click=tap(take)>
                    {faced(Player::Second)}
                    <span><b>{line.name.clone()}</b><small>{rules}</small></span>
                    <i class="pace">{pace}</i>
                </button>
            </li>
        }
        .into_any()
    };
    let rows: Vec<_> = client.seeks.iter().map(row).collect();
    view! { <ul class="tables">{rows}</ul> }.into_any()
}

fn games(text: Text, client: &Client) -> AnyView {
    if client.games.is_empty() {
        return view! { <p>{text.get(M::OnlineNoGames)}</p> }.into_any();
    }
    let row = |line: &GameLine| {
        let words = listed(text, line);
        let link = format!("#/online/{}", line.game);
        let day = browser::day(line.changed_ms as f64, text.0);
        let class = if line.is_your_turn {
            "button waits"
        } else {
            "button"
        };
        view! { <li><a href=link class=class><span>{words}</span><small>{day}</small></a></li> }
    };
    let rows: Vec<_> = client.games.iter().map(row).collect();
    view! { <ul class="tables" data-testid="online-games">{rows}</ul> }.into_any()
}

/// The way of an invitation: it leads to its game.
#[component]
pub(crate) fn Join(secret: String) -> impl IntoView {
    let (ui, text) = context();
    let wire = Wire::get(ui, text);
    let client = wire.client;
    wire.ask(Ask::Join { secret });
    let words = derived(move || {
        client.with(|client| {
            let told = said_of(text, client);
            told.unwrap_or_else(|| text.get(M::OnlineJoining).to_owned())
        })
    });
    view! {
        <section class="prose online">
            <h1>{text.get(M::PlayOnline)}</h1>
            <p role="status" data-testid="joining">{live(move || words.get())}</p>
            <p><a class="button" href="#/online">{text.get(M::OnlineBack)}</a></p>
        </section>
    }
}
