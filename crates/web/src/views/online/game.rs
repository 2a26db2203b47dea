//! A game online: the grid, who plays, and what can be done.

use foursight_core::{Column, Ending, Game as Moves, Move, Player, Space, WonBy};
use foursight_protocol::online::{Ask, Presence, Preset};
use foursight_table::{Command, Offer, Seat, Table};
use leptos::prelude::*;

use super::{refusal, sentence};
use crate::browser;
use crate::online::wire::Wire;
use crate::online::{Client, Line, Live};
use crate::shell::source::{Source, derived};
use crate::text::{Message as M, Text};
use crate::views::{live, shown, shown_if, tap, when};

type Wired = StoredValue<Wire, LocalStorage>;

/// Width and height of a space in the drawing.
const SPACE: usize = 100;

/// A game.
#[component]
pub(crate) fn Game(id: String) -> impl IntoView {
    let text: Text = expect_context();
    let wire = StoredValue::new_local(Wire::get());
    let client = wire.with_value(|wire| wire.client);
    wire.with_value(|wire| wire.look_at(&id));
    drop(id);
    on_cleanup(move || wire.with_value(Wire::look_away));
    // Clocks and absences go on without messages.
    let tick = Source::new(0_u32);
    let beat = set_interval_with_handle(
        move || tick.update(|count| *count = count.wrapping_add(1)),
        std::time::Duration::from_secs(1),
    );
    on_cleanup(move || {
        if let Ok(beat) = beat {
            beat.clear();
        }
    });
    let status = derived(move || client.with(|client| status(text, client)));
    let has_game = move || client.with(|client| client.live.is_some());
    view! {
        <section class="online" data-testid="online-game">
            <h1 data-testid="online-status" role="status" aria-live="assertive">{live(move || status.get())}</h1>
            {shown(move || {
                tick.get();
                client.with(|client| client.live.as_ref().map(|live| seats(text, live)).into_any())
            })}
            {shown_if(has_game, move || view! { <Grid text=text wire=wire/> }.into_any())}
            {shown(move || client.with(|client| match &client.live {
                Some(live) => answers(text, live, wire),
                None => ().into_any(),
            }))}
            {shown_if(has_game, move || view! { <Tools text=text wire=wire/> }.into_any())}
            <p><a href="#/online">{text.get(M::OnlineBack)}</a></p>
        </section>
    }
}

fn name(live: &Live, seat: Seat) -> String {
    live.seats[seat.index()].name.clone()
}

/// How the game stands, in one sentence.
fn status(text: Text, client: &Client) -> String {
    let Some(live) = &client.live else {
        return match &client.refused {
            Some(code) => refusal(text, code),
            None if client.line == Line::Lost => text.get(M::OnlineLost).to_owned(),
            None => text.get(M::OnlineConnecting).to_owned(),
        };
    };
    if client.line == Line::Lost {
        return text.get(M::OnlineLost).to_owned();
    }
    if !live.pending.is_empty() {
        return text.get(M::OnlineSent).to_owned();
    }
    match (live.confirmed.ending(), live.confirmed.to_move()) {
        (Some(ending), _) => ended(text, live, ending),
        (None, Some(seat)) if live.seat == Some(seat) => text.get(M::OnlineYourTurn).to_owned(),
        (None, seat) => {
            let name = seat.map_or_else(String::new, |seat| name(live, seat));
            text.with(M::OnlineTheirTurn, &[("name", &name)])
        }
    }
}

fn ended(text: Text, live: &Live, ending: Ending) -> String {
    match ending {
        Ending::Won(winner, by) => {
            let seat = live.confirmed.start().seat_of(winner);
            let result = if live.seat == Some(seat) {
                text.get(M::OnlineYouWin).to_owned()
            } else {
                text.with(M::OnlineWins, &[("name", &name(live, seat))])
            };
            let reason = match by {
                WonBy::Resignation => M::OnlineByResignation,
                WonBy::Time => M::OnlineByTime,
                WonBy::Departure => M::OnlineByDeparture,
                _ => return result,
            };
            text.with(reason, &[("result", &result)])
        }
        Ending::Tied(_) => text.get(M::OnlineTied).to_owned(),
        Ending::Aborted => text.get(M::OnlineAborted).to_owned(),
    }
}

/// Who plays, with presence, clock and score.
fn seats(text: Text, live: &Live) -> impl IntoView + use<> {
    let now_ms = browser::now_ms() as u64;
    let (left_ms, score) = (live.left_ms(now_ms), live.confirmed.score());
    let to_move = live
        .confirmed
        .to_move()
        .filter(|_| !live.confirmed.is_over());
    let rows = Seat::BOTH.map(|seat| {
        let shown = &live.seats[seat.index()];
        let presence = match shown.presence {
            _ if live.seat == Some(seat) => text.get(M::OnlineYou).to_owned(),
            _ if shown.is_bot => "bot".to_owned(),
            Presence::Here => text.get(M::OnlineHere).to_owned(),
            Presence::Away => text.get(M::OnlineAway).to_owned(),
            Presence::Gone { since_ms } => {
                let gone_ms = since_ms.map_or(0, |since_ms| now_ms.saturating_sub(since_ms));
                text.with(M::OnlineGone, &[("seconds", &(gone_ms / 1000))])
            }
        };
        let clock = left_ms.map(|left_ms| {
            let seconds = left_ms[seat.index()] / 1000;
            format!("{}:{:02}", seconds / 60, seconds % 60)
        });
        let player = live.confirmed.start().player_at(seat);
        let class = if player == Player::First { "first" } else { "second" };
        let mark = if to_move == Some(seat) { "true" } else { "false" };
        let (name, wins) = (shown.name.clone(), score.wins[seat.index()]);
        view! {
            <li class=format!("seat-line {class}") aria-current=mark data-testid=format!("seat-{}", seat.index())>
                <b>{name}</b> " " <small>{presence}</small> " " <b>{clock}</b> " " <span>{wins}</span>
            </li>
        }
    });
    let watchers =
        (live.watchers > 0).then(|| text.with(M::OnlineWatchers, &[("count", &live.watchers)]));
    let said = live.said.map(|(seat, what)| {
        let name = live.seats.get(seat).map_or("", |shown| shown.name.as_str());
        let words = text.get(sentence(what));
        text.with(M::OnlineSays, &[("name", &name), ("words", &words)])
    });
    view! {
        <ul class="seats-online">{rows.collect_view()}</ul>
        <p data-testid="watchers"><small>{watchers}</small></p>
        <p role="status" data-testid="said">{said}</p>
    }
}

/// The table with the moves that are under way.
fn hoped(client: &Client) -> Option<Table> {
    let live = client.live.as_ref()?;
    Some(live.hoped(browser::now_ms() as u64))
}

#[component]
fn Grid(text: Text, wire: Wired) -> impl IntoView {
    let client = wire.with_value(|wire| wire.client);
    let drawn = move || {
        let game = client.with(|client| hoped(client).map(|table| table.game().clone()));
        game.map(|game| grid(text, &game)).into_any()
    };
    view! {
        {shown(move || client.with(|client| moves(text, client, wire)))}
        {shown(drawn)}
    }
}

/// A button for each move that is legal now.
fn moves(text: Text, client: &Client, wire: Wired) -> AnyView {
    let Some((table, seat)) = hoped(client).zip(client.live.as_ref().map(|live| live.seat)) else {
        return ().into_any();
    };
    let is_mine = seat.is_some() && table.to_move() == seat && !table.is_over();
    let legal = table.game().legal_moves();
    let width = table.game().ruleset().width();
    let button = |step: Move| {
        let at = table.point();
        let act = move || wire.with_value(|wire| wire.command(&Command::Move { at, step }));
        let (label, mark, id) = match step {
            Move::Drop(column) => (
                text.with(M::OnlineDrop, &[("column", &column)]),
                column.to_string(),
                format!("online-drop-{column}"),
            ),
            Move::Pop(column) => (
                text.with(M::OnlinePop, &[("column", &column)]),
                format!("⤓{column}"),
                format!("online-pop-{column}"),
            ),
            other => {
                let words = other.to_string();
                (words.clone(), words, "online-other".to_owned())
            }
        };
        view! { <button class="online-move" data-testid=id aria-label=label on:click=tap(act)>{mark}</button> }
    };
    let drops = (1..=usize::from(width)).filter_map(Column::from_number).map(|column| {
        let step = Move::Drop(column);
        let is_open = is_mine && legal.contains(&step);
        let at = table.point();
        let act = move || wire.with_value(|wire| wire.command(&Command::Move { at, step }));
        let label = text.with(M::OnlineDrop, &[("column", &column)]);
        view! {
            <button class="online-move" data-testid=format!("online-drop-{column}") aria-label=label
                disabled=!is_open on:click=tap(act)>{column.to_string()}</button>
        }
    });
    let drops: Vec<_> = drops.collect();
    let others = legal
        .iter()
        .filter(|step| is_mine && !matches!(step, Move::Drop(_)));
    let others: Vec<_> = others.map(|step| button(*step)).collect();
    view! {
        <div class="online-moves">{drops}</div>
        <div class="row">{others}</div>
    }
    .into_any()
}

/// The grid, drawn flat, with a name for each disc.
fn grid(text: Text, game: &Moves) -> impl IntoView + use<> {
    let grid = game.position().grid();
    let (width, height) = (usize::from(grid.width()), usize::from(grid.height()));
    let mut discs = Vec::new();
    for column in grid.columns() {
        for row in grid.rows() {
            let space = Space { column, row };
            let disc = grid.disc_at(space);
            let (class, mark) = match disc.map(|disc| disc.owner) {
                Some(Player::First) => ("first", "○"),
                Some(Player::Second) => ("second", "×"),
                None => ("none", ""),
            };
            let x = column.index() * SPACE + SPACE / 2;
            let y = (height - 1 - row.index()) * SPACE + SPACE / 2;
            let label = text.with(M::OnlineSpace, &[("space", &space), ("name", &mark)]);
            discs.push(view! {
                <g data-space=space.to_string() data-disc=class>
                    <title>{label}</title>
                    <circle class=class cx=x cy=y r=SPACE * 2 / 5></circle>
                    <text class=class x=x y=y text-anchor="middle" dominant-baseline="central">{mark}</text>
                </g>
            });
        }
    }
    let shape = format!("0 0 {} {}", width * SPACE, height * SPACE);
    view! {
        <svg class="online-grid" data-testid="online-grid" role="img" aria-label=text.get(M::OnlineGrid) viewBox=shape>
            {discs}
        </svg>
    }
}

/// The offer of the other player, to be answered.
fn answers(text: Text, live: &Live, wire: Wired) -> AnyView {
    let Some((offer, seat)) = live.offer().zip(live.seat) else {
        let own = live.seat.and_then(|seat| live.confirmed.offer_of(seat));
        let words = own.map(|_| text.get(M::OnlineYouOffered));
        return view! { <p role="status">{words}</p> }.into_any();
    };
    let message = match offer {
        Offer::Draw => M::OnlineOffersDraw,
        Offer::TakeBack(_) => M::OnlineOffersTakeBack,
        Offer::Rematch => M::OnlineOffersRematch,
    };
    let words = text.with(message, &[("name", &name(live, seat.across()))]);
    let act = move |command: Command| wire.with_value(|wire| wire.command(&command));
    view! {
        <p role="status" class="row">
            <span data-testid="offer">{words}</span>
            <button class="main" data-testid="accept" on:click=tap(move || act(Command::Accept(offer)))>
                {text.get(M::OnlineAccept)}</button>
            <button data-testid="decline" on:click=tap(move || act(Command::Decline(offer)))>
                {text.get(M::OnlineDecline)}</button>
        </p>
    }
    .into_any()
}

/// What can be done beside moves.
#[component]
fn Tools(text: Text, wire: Wired) -> impl IntoView {
    let client = wire.with_value(|wire| wire.client);
    let is_sure = Source::new(false);
    let with_live = move |read: fn(&Live) -> bool| {
        move || client.with(|client| client.live.as_ref().is_some_and(read))
    };
    let act = move |make: fn(&Live) -> Command| {
        move || {
            let command = client.with_untracked(|client| client.live.as_ref().map(make));
            if let Some(command) = command {
                wire.with_value(|wire| wire.command(&command));
            }
        }
    };
    let resign = move || {
        if is_sure.get_untracked() {
            act(|live| Command::Resign(live.confirmed.point()))();
        }
        is_sure.update(|is| *is = !*is);
    };
    let plays = with_live(|live| live.seat.is_some() && !live.confirmed.is_over());
    let may_abort = with_live(|live| {
        live.seat.is_some() && !live.confirmed.is_over() && !live.confirmed.have_both_moved()
    });
    let is_over = with_live(|live| live.seat.is_some() && live.confirmed.is_over());
    let game =
        move || client.with_untracked(|client| client.live.as_ref().map(|live| live.game.clone()));
    let say = move |what: Preset| {
        if let Some(game) = game() {
            wire.with_value(|wire| wire.ask(Ask::Say { game, what }));
        }
    };
    let claim = move || {
        if let Some(game) = game() {
            wire.with_value(|wire| wire.ask(Ask::Claim { game }));
        }
    };
    let is_blocked = Source::new(false);
    let block = move || {
        if let Some(game) = game() {
            is_blocked.set(true);
            wire.with_value(|wire| {
                wire.ask(Ask::Block {
                    game,
                    is_blocked: true,
                });
            });
        }
    };
    let resign_label = move || {
        text.get(if is_sure.get() {
            M::OnlineResignSure
        } else {
            M::OnlineResign
        })
        .to_owned()
    };
    let is_seated = with_live(|live| live.seat.is_some());
    view! {
        {shown_if(plays, move || view! {
            <p class="row">
                <button data-testid="online-draw" on:click=tap(act(|live| Command::Draw(live.confirmed.point())))>
                    {text.get(M::OnlineDraw)}</button>
                <button data-testid="online-take-back" on:click=tap(act(|live| Command::TakeBack(live.confirmed.point())))>
                    {text.get(M::OnlineTakeBack)}</button>
                <button data-testid="online-resign" on:click=tap(resign)>{live(resign_label)}</button>
                <button on:click=tap(claim)>{text.get(M::OnlineClaim)}</button>
            </p>
        }.into_any())}
        {shown_if(may_abort, move || view! {
            <p><button data-testid="online-abort" on:click=tap(act(|_| Command::Abort))>{text.get(M::OnlineAbort)}</button></p>
        }.into_any())}
        {shown_if(is_over, move || view! {
            <p><button class="main" data-testid="online-rematch" on:click=tap(act(|_| Command::Next))>{text.get(M::OnlineRematch)}</button></p>
        }.into_any())}
        {shown_if(is_seated, move || view! {
            <details>
                <summary>{text.get(M::OnlineSay)}</summary>
                <p class="row">
                    {Preset::ALL.map(|what| view! {
                        <button data-testid=format!("say-{what:?}") on:click=tap(move || say(what))>{text.get(sentence(what))}</button>
                    }).collect_view()}
                    <button disabled=when(move || is_blocked.get()) on:click=tap(block)>{text.get(M::OnlineBlock)}</button>
                </p>
                {shown_if(move || is_blocked.get(), move || view! { <p role="status">{text.get(M::OnlineBlocked)}</p> }.into_any())}
            </details>
        }.into_any())}
    }
}
