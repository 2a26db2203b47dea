//! The games that this browser keeps, and the door for those from elsewhere.

use foursight_core::{Player, Ruleset};
use foursight_record::{GameRecord, read_record, write_link};
use leptos::prelude::*;

use super::{context, live, tap};
use crate::archive::{Archive, GAMES_MAX, Kept};
use crate::browser::{self, Entry};
use crate::links;
use crate::model::State;
use crate::names::Names;
use crate::page::Page;
use crate::reasons;
use crate::shell::source::{Source, derived};
use crate::text::{Message as M, Text};
use crate::themes::EMOJI;
use crate::words;

/// The page with the list of games.
#[component]
pub(crate) fn Games() -> impl IntoView {
    let (page, text) = context();
    let archive = derived(move || page.games.with(|text| Archive::from_text(text)));
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
    let is_asked = Source::new(false);
    let forget = move || {
        if is_asked.get_untracked() {
            browser::forget(Entry::Games);
            page.games.set(String::new());
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
            <ul class="games" data-testid="games">{games}</ul>
            <Show when=move || !is_empty()>
                <button data-testid="forget" on:click=tap(forget)>{live(forget_label)}</button>
            </Show>
        </section>
    }
}

/// The game with the names of those who play it.
pub(crate) fn record(page: Page, state: &State) -> GameRecord {
    let text = page.text();
    let names = Names::of(text, state);
    let record = GameRecord::from_game(state.game());
    let seated = record.clone().with_seats(
        Some(names.get(Player::First)),
        Some(names.get(Player::Second)),
    );
    seated.unwrap_or(record)
}

/// Keeps a game that began then, in milliseconds since 1970.
pub(crate) fn keep(page: Page, state: &State, began_ms: f64) {
    let record = record(page, state);
    keep_record(page, Kept { began_ms, record });
}

fn keep_record(page: Page, kept: Kept) {
    // Another tab may have kept one meanwhile.
    let stored = browser::load(Entry::Games).unwrap_or_default();
    let mut archive = Archive::from_text(&stored);
    archive.keep(kept);
    let text = archive.to_text();
    browser::save(Entry::Games, &text);
    page.games.set(text);
}

fn row(text: Text, kept: &Kept) -> impl IntoView + use<> {
    let record = &kept.record;
    let names = Names::kept(text, record);
    let between = text.with(
        M::GameBetween,
        &[
            ("first", &names.get(Player::First)),
            ("second", &names.get(Player::Second)),
        ],
    );
    let result = words::status(text, &names, record.game());
    let moves = text.count(M::OneMove, M::Moves, record.moves().len());
    let link = format!("#/games/{}", kept.began());
    let day = browser::day(kept.began_ms, text.0);
    view! { <li><a href=link>{format!("{between}: {result}, {moves} ({day})")}</a></li> }
}

/// Where a game from elsewhere is replayed. One with names is kept, because a link has none.
fn address(page: Page, record: GameRecord) -> String {
    if Player::BOTH
        .iter()
        .all(|player| record.seat(*player).is_none())
    {
        return format!("/replay/{}", write_link(record.game()));
    }
    let archive = page.games.with_untracked(|text| Archive::from_text(text));
    let kept = archive.holding(&record).cloned().unwrap_or_else(|| {
        let began_ms = browser::now_ms();
        let kept = Kept { began_ms, record };
        keep_record(page, kept.clone());
        kept
    });
    format!("/games/{}", kept.began())
}

/// A game in any form, pasted.
#[component]
fn Import() -> impl IntoView {
    let (page, text) = context();
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
            Ok(record) => browser::go(&address(page, record)),
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
