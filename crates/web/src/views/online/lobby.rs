//! The lobby: find an opponent, invite a friend by link, accept a seek, or play a bot.

use std::time::Duration;

use foursight_bots::Level;
use foursight_core::Player;
use foursight_page::online::phrases::{is_local, listed};
use foursight_page::online::{OnlineClient, QUICK_CLOCKS, TermsForm, clock_lines, clock_words};
use foursight_page::opponents;
use foursight_page::text::{Text, UiMessage as M};
use foursight_page::wording::game_text::level_name;
use foursight_protocol::online::{ClientMessage, GameSummary, SeekInfo};
use leptos::prelude::*;

use super::super::play::disc_icon;
use super::super::{click_handler, context, dynamic_view, icons, text_signal, view_if};
use super::connection_error;
use super::panel::{Notify, copy_link};
use super::terms::{OnlineTermsForm, form, terms_text};
use crate::browser;
use crate::online::connection::OnlineConnection;
use crate::shell::signals::{ErasedSignal, erased_memo};
use crate::views::play::new_game::select_field;

/// The level of a bot, until another is chosen.
const BOT_LEVEL: Level = Level::Medium;

/// The lobby.
#[component]
pub(crate) fn Lobby(
    /// True if the visitor came from a button that finds an opponent.
    is_pairing: bool,
) -> impl IntoView {
    let (ui, text) = context();
    let connection = OnlineConnection::get(ui);
    let client = connection.client;
    let request = move |message: ClientMessage| connection.request(message);
    request(ClientMessage::WatchLobby { is_watching: true });
    on_cleanup(move || request(ClientMessage::WatchLobby { is_watching: false }));
    let chosen = OnlineTermsForm::new();
    let pair = move || {
        if let Some(terms) = chosen.terms() {
            request(ClientMessage::Pair { terms });
        }
    };
    if is_pairing {
        // Only once: coming back or reloading must not create another seek.
        browser::replace_address("#/online");
        if !client.with_untracked(|client| client.is_seeking) {
            pair();
        }
    }
    let is_seeking = move || client.with(|client| client.is_seeking);
    view! {
        <section class="lobby" data-testid="lobby">
            <div class="lobby-head">
                <h1>{text.get(M::PlayOnline)}</h1>
                <span role="status" data-testid="online-line">{text_signal(move || client.with(|client| status_text(text, client)))}</span>
                <a class="button" href="#/online/account" data-testid="account">{icons::icon(icons::PERSON)}{text.get(M::AccountLink)}</a>
            </div>
            <div>
                <div class="card ways">
                    <p>{text.get(M::OnlineAbout)}</p>
                    <div class="row">
                        {view_if(move || !is_seeking(), move || view! {
                            <button class="main" data-testid="online-pair" on:click=click_handler(pair)>{icons::icon(icons::PEOPLE)}{text.get(M::OnlinePair)}</button>
                        }.into_any())}
                        {view_if(is_seeking, move || view! {
                            <span role="status" data-testid="seeking">{text.get(M::OnlineSeeking)}</span>
                            <button data-testid="online-stop" on:click=click_handler(move || request(ClientMessage::CancelSeek))>{text.get(M::OnlineStop)}</button>
                            <button data-testid="online-bot-now" on:click=click_handler(move || play_bot_instead(chosen, connection))>{icons::icon(icons::PLAY)}{text.get(M::OnlineBotNow)}</button>
                        }.into_any())}
                        {invite_button(text, chosen, connection)}
                    </div>
                    {view_if(move || is_seeking() && client.with(is_alone), move || view! {
                        <p role="status" data-testid="online-alone">{text.get(M::OnlineAlone)}</p>
                    }.into_any())}
                    {form(text, chosen)}
                </div>
                {dynamic_view(move || match client.with(|client| client.invitation.clone()) {
                    Some(secret) => invitation_card(text, secret, connection),
                    None => ().into_any(),
                })}
                <h2>{text.get(M::OnlineQuick)}</h2>
                <div class="quick">{quick_clocks(text, chosen, pair)}</div>
            </div>
            <div>
                <div class="card">
                    <h2>{text.get(M::OnlineSeeks)}</h2>
                    {dynamic_view(move || client.with(|client| seek_list(text, client, connection)))}
                </div>
                <div class="card">
                    <h2>{text.get(M::OnlineBot)}</h2>
                    <div class="row">{bot_controls(text, chosen, connection)}</div>
                </div>
                <div class="card">
                    <h2>{text.get(M::OnlineGames)}</h2>
                    {dynamic_view(move || client.with(|client| game_list(text, client)))}
                    <Notify/>
                </div>
            </div>
        </section>
    }
}

/// Returns true if no other user seeks a game.
fn is_alone(client: &OnlineClient) -> bool {
    let own = client.you.as_ref().map(|you| &you.id);
    let others = client.seeks.iter().filter(|seek| Some(&seek.person) != own);
    others.count() == 0
}

/// Ends the search and starts a game against a bot by the same terms.
fn play_bot_instead(chosen: OnlineTermsForm, connection: OnlineConnection) {
    if let Some(terms) = chosen.terms() {
        connection.request(ClientMessage::CancelSeek);
        let level = BOT_LEVEL.name().to_owned();
        connection.request(ClientMessage::PlayBot { level, terms });
    }
}

/// Buttons that seek an opponent with a clock.
fn quick_clocks(text: Text, chosen: OnlineTermsForm, pair: impl Fn() + Copy + 'static) -> AnyView {
    let tile = |(at, choice): (usize, TermsForm)| {
        let [time, description] = clock_lines(text, choice.clock());
        let pace = clock_words(text, choice.clock());
        let seek = move || {
            chosen.set_clock(choice);
            pair();
        };
        view! {
            <button
                data-testid=format!("quick-{at}")
                aria-label=text.with(M::OnlineQuickly, &[("pace", &pace)])
                on:click=click_handler(seek)
            >
                <b>{time}</b>
                <small>{description}</small>
            </button>
        }
    };
    let tiles = QUICK_CLOCKS.into_iter().enumerate().map(tile);
    tiles.collect_view().into_any()
}

/// The button that creates an invitation link.
fn invite_button(text: Text, chosen: OnlineTermsForm, connection: OnlineConnection) -> AnyView {
    let invite = move || {
        if let Some(terms) = chosen.terms() {
            connection.request(ClientMessage::Invite { terms });
        }
    };
    view! {
        <button data-testid="online-invite" on:click=click_handler(invite)>
            {icons::icon(icons::SHARE)}{text.get(M::OnlineInvite)}
        </button>
    }
    .into_any()
}

/// The controls that start a game against a bot.
fn bot_controls(text: Text, chosen: OnlineTermsForm, connection: OnlineConnection) -> AnyView {
    let level = ErasedSignal::new(BOT_LEVEL);
    let bot = move || {
        let level = level.get_untracked().name().to_owned();
        if let Some(terms) = chosen.terms() {
            connection.request(ClientMessage::PlayBot { level, terms });
        }
    };
    let on_select = move |name: String| {
        if let Ok(picked) = name.parse() {
            level.set(picked);
        }
    };
    // The learner learns on its own device, and the server has no nets.
    let levels = opponents::OFFERED_LEVELS
        .into_iter()
        .filter(|level| *level != Level::Learner && level.net().is_none());
    let levels = levels.map(|level| {
        let label = text.get(level_name(level)).to_owned();
        (level.name().to_owned(), label, level == BOT_LEVEL)
    });
    view! {
        {select_field("online-level", text.get(M::OnlineLevel), levels.collect(), on_select)}
        <button data-testid="online-bot" on:click=click_handler(bot)>{icons::icon(icons::PLAY)}{text.get(M::OnlineBot)}</button>
    }
    .into_any()
}

/// Describes a connection error, or else the user's own name.
fn status_text(text: Text, client: &OnlineClient) -> String {
    match (connection_error(text, client), &client.you) {
        (Some(words), _) => words,
        (None, Some(you)) => text.with(M::OnlineName, &[("name", &you.name)]),
        (None, None) => text.get(M::OnlineConnecting).to_owned(),
    }
}

fn invitation_card(text: Text, secret: String, connection: OnlineConnection) -> AnyView {
    let link = format!("{}#/join/{secret}", browser::base());
    let code = format!("api/invitations/{secret}/code.svg");
    let (copied, is_copied) = (link.clone(), ErasedSignal::new(None::<M>));
    let copy = move || copy_link(&copied, move |message| is_copied.set(Some(message)));
    let revoke = move || {
        let secret = secret.clone();
        connection.request(ClientMessage::CancelInvitation { secret });
    };
    let status = move || {
        is_copied
            .get()
            .map_or("", |message| text.get(message))
            .to_owned()
    };
    // Move the focus only after a new invitation, not when the page is opened again.
    if connection.take_invitation_request() {
        set_timeout(|| browser::focus("invitation-copy"), Duration::ZERO);
    }
    view! {
        <div class="card invitation" data-testid="invitation" role="status">
            <div>
                <p>{text.get(M::OnlineInvited)}</p>
                <p><a data-testid="invitation-link" href=link.clone()>{link.clone()}</a></p>
                {is_local(&link).then(|| view! { <p>{text.get(M::OnlineLocal)}</p> })}
                <p class="row">
                    <button class="main" id="invitation-copy" data-testid="invitation-copy" on:click=click_handler(copy)>{text.get(M::OnlineCopy)}</button>
                    <button data-testid="uninvite" on:click=click_handler(revoke)>{text.get(M::OnlineUninvite)}</button>
                </p>
                <p role="status">{text_signal(status)}</p>
            </div>
            <img src=code width="200" height="200" alt=text.get(M::OnlineCode)/>
        </div>
    }
    .into_any()
}

fn seek_list(text: Text, client: &OnlineClient, connection: OnlineConnection) -> AnyView {
    if client.seeks.is_empty() {
        return view! { <p>{text.get(M::OnlineNoSeeks)}</p> }.into_any();
    }
    let own = client.you.as_ref().map(|you| you.id.clone());
    let row = |line: &SeekInfo| {
        let is_own = own.as_ref() == Some(&line.person);
        let message = if is_own {
            M::OnlineOwnSeek
        } else {
            M::OnlineTake
        };
        let [rules, pace] = terms_text(text, &line.terms);
        let label = text.with(
            message,
            &[("name", &line.name), ("rules", &rules), ("pace", &pace)],
        );
        let seek = line.seek.clone();
        let take = move || {
            let seek = seek.clone();
            connection.request(ClientMessage::AcceptSeek { seek });
        };
        if is_own {
            return view! { <li data-testid="own-seek">{label}</li> }.into_any();
        }
        view! {
            <li>
                <button data-testid="seek" aria-label=label on:click=click_handler(take)>
                    {disc_icon(Player::Second)}
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

fn game_list(text: Text, client: &OnlineClient) -> AnyView {
    if client.games.is_empty() {
        return view! { <p>{text.get(M::OnlineNoGames)}</p> }.into_any();
    }
    let row = |line: &GameSummary| {
        let words = listed(text, line);
        let link = format!("#/online/{}", line.game);
        let day = browser::format_day(line.changed_ms as f64, text.0);
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

/// Accepts an invitation, which leads to its game.
#[component]
pub(crate) fn Join(secret: String) -> impl IntoView {
    let (ui, text) = context();
    let connection = OnlineConnection::get(ui);
    let client = connection.client;
    connection.request(ClientMessage::AcceptInvitation { secret });
    let words = erased_memo(move || {
        client.with(|client| {
            let status = connection_error(text, client);
            status.unwrap_or_else(|| text.get(M::OnlineJoining).to_owned())
        })
    });
    view! {
        <section class="prose online">
            <h1>{text.get(M::PlayOnline)}</h1>
            <p role="status" data-testid="joining">{text_signal(move || words.get())}</p>
            <p><a class="button" href="#/online">{text.get(M::OnlineBack)}</a></p>
        </section>
    }
}
