//! Where games begin: an opponent, a friend by a link, or somebody who seeks.

use foursight_protocol::online::{Ask, SeekLine};
use leptos::prelude::*;

use super::{pace_words, refusal};
use crate::browser;
use crate::online::wire::Wire;
use crate::online::{Choice, Client, Line, Pace};
use crate::shell::source::Source;
use crate::text::{Message as M, Text};
use crate::views::{live, shown, shown_if, tap};

/// The rules that are offered; any others can be played by a program.
const RULES: [&str; 6] = [
    "standard 7x6/4",
    "pop-out 7x6/4",
    "pop-ten 7x6/4",
    "five-in-a-row 9x6/4",
    "power-up 7x6/4",
    "standard 9x7/4",
];

/// The lobby.
#[component]
pub(crate) fn Lobby() -> impl IntoView {
    let text: Text = expect_context();
    let wire = StoredValue::new_local(Wire::get());
    let client = wire.with_value(|wire| wire.client);
    wire.with_value(|wire| {
        wire.look_away();
        wire.ask(Ask::Lobby { is_wanted: true });
    });
    on_cleanup(move || wire.with_value(|wire| wire.ask(Ask::Lobby { is_wanted: false })));
    let choice = Source::new(Choice::default());
    let ask = move |ask: Ask| wire.with_value(|wire| wire.ask(ask));
    let pair = move || {
        ask(Ask::Pair {
            terms: choice.get_untracked().terms(),
        });
    };
    let invite = move || {
        ask(Ask::Invite {
            terms: choice.get_untracked().terms(),
        });
    };
    let bot = move || {
        ask(Ask::Bot {
            level: "medium".to_owned(),
            terms: choice.get_untracked().terms(),
        });
    };
    let is_seeking = move || client.with(|client| client.is_seeking);
    view! {
        <section class="prose online" data-testid="lobby">
            <h1>{text.get(M::OnlineHeading)}</h1>
            <p role="status" data-testid="online-line">{live(move || client.with(|client| line(text, client)))}</p>
            <Terms text=text choice=choice/>
            <p class="row">
                {shown_if(move || !is_seeking(), move || view! {
                    <button class="main" data-testid="online-pair" on:click=tap(pair)>{text.get(M::OnlinePair)}</button>
                }.into_any())}
                {shown_if(is_seeking, move || view! {
                    <span role="status">{text.get(M::OnlineSeeking)}</span>
                    <button data-testid="online-stop" on:click=tap(move || ask(Ask::Unseek))>{text.get(M::OnlineStop)}</button>
                }.into_any())}
                <button data-testid="online-invite" on:click=tap(invite)>{text.get(M::OnlineInvite)}</button>
                <button data-testid="online-bot" on:click=tap(bot)>{text.get(M::OnlineBot)}</button>
            </p>
            {shown(move || match client.with(|client| client.invitation.clone()) {
                Some(secret) => invitation(text, secret, wire),
                None => ().into_any(),
            })}
            <h2>{text.get(M::OnlineSeeks)}</h2>
            {shown(move || client.with(|client| seeks(text, client, wire)))}
            <h2>{text.get(M::OnlineGames)}</h2>
            {shown(move || client.with(|client| games(text, client)))}
        </section>
    }
}

/// What is to be said about the line, the own name, and the last refusal.
fn line(text: Text, client: &Client) -> String {
    if let Some(code) = &client.refused {
        return refusal(text, code);
    }
    match (client.line, &client.you) {
        (Line::Open, Some(you)) => text.with(M::OnlineName, &[("name", &you.name)]),
        (Line::Lost, _) => text.get(M::OnlineLost).to_owned(),
        _ => text.get(M::OnlineConnecting).to_owned(),
    }
}

#[component]
fn Terms(text: Text, choice: Source<Choice>) -> impl IntoView {
    let rules = move |event| choice.update(|choice| choice.rules = event_target_value(&event));
    let pace = move |event| {
        if let Some(pace) = Pace::from_name(&event_target_value(&event)) {
            choice.update(|choice| choice.pace = pace);
        }
    };
    view! {
        <p class="row">
            <label>{text.get(M::OnlineRules)} " "
                <select data-testid="online-rules" on:change=rules>
                    {RULES.map(|rules| view! { <option value=rules>{rules}</option> }).collect_view()}
                </select>
            </label>
            <label>{text.get(M::OnlinePace)} " "
                <select data-testid="online-pace" on:change=pace>
                    {Pace::ALL.map(|pace| view! {
                        <option value=pace.name()>{text.get(pace_words(pace))}</option>
                    }).collect_view()}
                </select>
            </label>
        </p>
    }
}

fn invitation(text: Text, secret: String, wire: StoredValue<Wire, LocalStorage>) -> AnyView {
    let link = format!("{}#/join/{secret}", browser::base());
    let code = format!("api/invitations/{secret}/code.svg");
    let copied = link.clone();
    let copy = move || browser::copy(&copied, |_| ());
    let back = move || {
        let secret = secret.clone();
        wire.with_value(|wire| wire.ask(Ask::Uninvite { secret }));
    };
    view! {
        <div class="card" data-testid="invitation">
            <p>{text.get(M::OnlineInvited)}</p>
            <p><a data-testid="invitation-link" href=link.clone()>{link.clone()}</a></p>
            <img src=code width="200" height="200" alt=text.get(M::OnlineCode)/>
            <p class="row">
                <button data-testid="invitation-copy" on:click=tap(copy)>{text.get(M::OnlineCopy)}</button>
                <button on:click=tap(back)>{text.get(M::OnlineUninvite)}</button>
            </p>
        </div>
    }
    .into_any()
}

fn seeks(text: Text, client: &Client, wire: StoredValue<Wire, LocalStorage>) -> AnyView {
    if client.seeks.is_empty() {
        return view! { <p>{text.get(M::OnlineNoSeeks)}</p> }.into_any();
    }
    let own = client.you.as_ref().map(|you| you.id.clone());
    let row = |line: &SeekLine| {
        let pace = Pace::of(line.terms.clock).map_or("", |pace| text.get(pace_words(pace)));
        let is_own = own.as_ref() == Some(&line.person);
        let message = if is_own {
            M::OnlineOwnSeek
        } else {
            M::OnlineTake
        };
        let words = text.with(
            message,
            &[
                ("name", &line.name),
                ("rules", &line.terms.rules),
                ("pace", &pace),
            ],
        );
        let seek = line.seek.clone();
        let take = move || {
            let seek = seek.clone();
            wire.with_value(|wire| wire.ask(Ask::Take { seek }));
        };
        view! {
            <li><button data-testid="seek" disabled=is_own on:click=tap(take)>{words}</button></li>
        }
    };
    let rows: Vec<_> = client.seeks.iter().map(row).collect();
    view! { <ul class="games">{rows}</ul> }.into_any()
}

fn games(text: Text, client: &Client) -> AnyView {
    let row = |line: &foursight_protocol::online::GameLine| {
        let message = if line.is_over {
            M::OnlineAgainstOver
        } else {
            M::OnlineAgainst
        };
        let words = text.with(message, &[("name", &line.opponent)]);
        let link = format!("#/online/{}", line.game);
        view! { <li><a href=link>{words}</a></li> }
    };
    let rows: Vec<_> = client.games.iter().map(row).collect();
    view! { <ul class="games" data-testid="online-games">{rows}</ul> }.into_any()
}

/// The way of an invitation: it leads to its game.
#[component]
pub(crate) fn Join(secret: String) -> impl IntoView {
    let text: Text = expect_context();
    let wire = Wire::get();
    let client = wire.client;
    wire.look_away();
    wire.ask(Ask::Join { secret });
    let words = move || {
        client.with(|client| match (&client.refused, client.line) {
            (Some(code), _) => refusal(text, code),
            (None, Line::Lost) => text.get(M::OnlineLost).to_owned(),
            _ => text.get(M::OnlineJoining).to_owned(),
        })
    };
    view! {
        <section class="prose">
            <h1>{text.get(M::OnlineHeading)}</h1>
            <p role="status" data-testid="joining">{live(words)}</p>
            <p><a href="#/online">{text.get(M::OnlineBack)}</a></p>
        </section>
    }
}
