//! The games that this browser keeps, and the door for those from elsewhere.

use std::cmp::Reverse;

use foursight_core::{Game, Player, Ruleset};
use foursight_record::{GameRecord, read_record, write_link};
use leptos::prelude::*;

use super::{context, icons, live, tap};
use crate::archive::{Archive, GAMES_MAX, Kept};
use crate::browser::{self, Entry};
use crate::links;
use crate::model::{Message, Now, Play, game_from_text, touched_ms};
use crate::names::Names;
use crate::reasons;
use crate::shell::Ui;
use crate::shell::source::{Source, derived};
use crate::text::{Message as M, Text};
use crate::themes::EMOJI;
use crate::tournament::title_of;
use crate::words;

/// The page with the list of games.
#[component]
pub(crate) fn Games() -> impl IntoView {
    let (ui, text) = context();
    let archive = derived(move || ui.archive.with(|text| Archive::from_text(text)));
    let games = move || {
        archive.with(|archive| {
            archive
                .games()
                .iter()
                .map(|kept| row(text, kept))
                .collect_view()
        })
    };
    let is_empty = move || archive.with(|archive| archive.games().is_empty());
    let others = others(ui);
    let is_asked = Source::new(false);
    let forget = move || {
        if is_asked.get_untracked() {
            browser::forget(Entry::Games);
            ui.send(Message::Archived(String::new()));
        }
        is_asked.update(|is| *is = !*is);
    };
    let forget_label = move || {
        let message = if is_asked.get() {
            M::GamesForgetSure
        } else {
            M::GamesForget
        };
        text.get(message).to_owned()
    };
    view! {
        <section class="prose">
            <h1>{text.get(M::GamesHeading)}</h1>
            <Import/>
            <Show when=is_empty><p>{text.get(M::GamesNone)}</p></Show>
            <Show when=move || !is_empty()>
                <p>{text.with(M::GamesKept, &[("count", &GAMES_MAX)])}</p>
            </Show>
            {(!others.is_empty()).then(|| view! {
                <h2>{text.get(M::GamesInPlay)}</h2>
                <ul class="games" data-testid="in-play">{others.iter().map(|play| in_play(text, play)).collect_view()}</ul>
            })}
            {tournaments(text)}
            <ul class="games" data-testid="games">{games}</ul>
            <Show when=move || !is_empty()>
                <button data-testid="forget" on:click=tap(forget)>{live(forget_label)}</button>
            </Show>
        </section>
    }
}

/// The tournaments that are kept, the newest first, and the way to another.
fn tournaments(text: Text) -> impl IntoView {
    let mut kept = browser::tournaments();
    kept.sort_by_key(|(id, _)| Reverse(*id));
    let rows = kept.iter().map(|(id, kept)| {
        let day = browser::day(*id as f64, text.0);
        view! { <li><a href=format!("#/tournament/{id}")>{format!("{} ({day})", title_of(kept))}</a></li> }
    });
    view! {
        <p><a class="button" href="#/tournament">{icons::drawn(icons::CUP)}{text.get(M::PageTournament)}</a></p>
        <ul class="games" data-testid="tournaments">{rows.collect_view()}</ul>
    }
}

/// The games in play at other tables, the one touched last first.
fn others(ui: Ui) -> Vec<Play> {
    let own = ui.own(|play| play.id);
    let now = Now::default();
    let mut tables = browser::tables();
    tables.sort_by_key(|(_, text)| Reverse(touched_ms(text)));
    let others = tables.into_iter().filter(|(id, _)| *id != own);
    let plays = others.filter_map(|(id, text)| game_from_text(&text, id, now).ok());
    plays.filter(|play| play.table.is_in_play()).collect()
}

/// A game in play, to go on with.
fn in_play(text: Text, play: &Play) -> impl IntoView + use<> {
    let names = Names::of(text, play.start());
    let link = format!("#/table/{}", play.id);
    view! { <li><a href=link>{about(text, &names, play.game(), play.began)}</a></li> }
}

/// The game with the names of those who play it.
pub(crate) fn record(text: Text, play: &Play) -> GameRecord {
    let names = Names::of(text, play.start());
    let record = GameRecord::from_game(play.game());
    let seated = record.clone().with_seats(
        Some(names.get(Player::First)),
        Some(names.get(Player::Second)),
    );
    seated.unwrap_or(record)
}

/// Puts the games that ended among those that are kept.
pub(crate) fn keep_ended(ui: Ui) {
    for (began, text) in browser::ended() {
        if let Ok(play) = game_from_text(&text, 0, Now::default()) {
            super::scores::count(&play, began);
            let record = record(ui.text(), &play);
            keep_record(ui, Kept { began, record });
        }
        browser::forget_ended(began);
    }
}

fn keep_record(ui: Ui, kept: Kept) {
    // Another tab may have kept one meanwhile.
    let stored = browser::load(Entry::Games).unwrap_or_default();
    let mut archive = Archive::from_text(&stored);
    archive.keep(kept);
    let text = archive.to_text();
    browser::save(Entry::Games, &text);
    ui.send(Message::Archived(text));
}

fn row(text: Text, kept: &Kept) -> impl IntoView + use<> {
    let names = Names::kept(text, &kept.record);
    let link = format!("#/games/{}", kept.began);
    let about = about(text, &names, kept.record.game(), kept.began);
    view! { <li><a href=link>{about}</a></li> }
}

/// A game in a line: who, how it stands, how long, and when.
fn about(text: Text, names: &Names, game: &Game, began: u64) -> String {
    let between = text.with(
        M::GameBetween,
        &[
            ("first", &names.get(Player::First)),
            ("second", &names.get(Player::Second)),
        ],
    );
    let result = words::status(text, names, game, None);
    let moves = text.count(M::OneMove, M::Moves, game.moves().len());
    let day = browser::day(began as f64, text.0);
    format!("{between}: {result}, {moves} ({day})")
}

/// Where a game from elsewhere is replayed. One with names is kept, because a link has none.
fn address(ui: Ui, record: GameRecord) -> String {
    if Player::BOTH
        .iter()
        .all(|player| record.seat(*player).is_none())
    {
        return format!("/replay/{}", write_link(record.game()));
    }
    let archive = ui.archive.with_untracked(|text| Archive::from_text(text));
    let kept = archive.holding(&record).cloned().unwrap_or_else(|| {
        let began = browser::now_ms() as u64;
        let kept = Kept { began, record };
        keep_record(ui, kept.clone());
        kept
    });
    format!("/games/{}", kept.began)
}

/// A game in any form, pasted.
#[component]
fn Import() -> impl IntoView {
    let (ui, text) = context();
    let pasted = Source::new(String::new());
    let complaint = Source::new(String::new());
    let open = move || {
        let written = pasted.get_untracked();
        let written = written.trim();
        if written.is_empty() {
            return complaint.set(text.get(M::ImportNothing).to_owned());
        }
        if let Some(link) = links::pasted(written) {
            return browser::go(&format!("/replay/{link}"));
        }
        match read_record(written, Ruleset::STANDARD, &EMOJI) {
            Ok(record) => browser::go(&address(ui, record)),
            Err(error) => {
                let reason = reasons::read(text, &error);
                complaint.set(text.with(M::ImportFailed, &[("reason", &reason)]));
            }
        }
    };
    view! {
        <h2>{text.get(M::ImportHeading)}</h2>
        <label class="field">
            <span>{text.get(M::ImportLabel)}</span>
            <textarea data-testid="import" rows="3" on:input=move |event| pasted.set(event_target_value(&event))></textarea>
        </label>
        <button data-testid="import-open" on:click=tap(open)>{text.get(M::ImportOpen)}</button>
        <p role="alert" data-testid="import-error">{live(move || complaint.get())}</p>
    }
}
