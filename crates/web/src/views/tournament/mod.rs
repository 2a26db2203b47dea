//! Tournaments: the setup form, the bracket and table, and matches in the play view.

mod bot_runner;
mod bracket;
mod confirmation;
mod match_view;
mod player_list;
mod roster_changes;
mod setup_form;
mod tiles;
mod tournament_page;

use std::cmp::Reverse;
use std::time::Duration;

use foursight_page::text::{Text, UiMessage as M};
use foursight_page::tournament::{
    LocalTournament, TOURNAMENTS_MAX, TournamentMessage, TournamentPages, describe,
};
use foursight_record::ledger::LedgerEntry;
use foursight_tournament::{MatchId, read};
use leptos::prelude::*;

use super::{context, not_found};
use crate::browser;
use crate::shell::Ui;
use crate::shell::signals::ErasedSignal;

pub(crate) use tiles::tiles;

/// Returns the page of an address below `#/tournament`: the setup form, a tournament, a match, or a
/// replay.
pub(crate) fn page(address: &str) -> AnyView {
    let (ui, text) = context();
    if address.is_empty() {
        return view! { <setup_form::SetupForm/> }.into_any();
    }
    let (id, place) = address.split_once('/').unwrap_or((address, ""));
    let found = id.parse::<u64>().ok();
    let found = found.and_then(|id| Some((id, browser::load_tournament(id)?)));
    let Some((id, stored)) = found else {
        return not_found(text, text.get(M::CupGone).to_owned());
    };
    let local = match LocalTournament::from_text(&stored) {
        Ok(local) => local,
        Err(error) => return not_found(text, error.message(text)),
    };
    let is_in_play_view = match place.split_once('/') {
        Some((match_id, game)) => {
            match_id
                .parse()
                .ok()
                .zip(game.parse().ok())
                .is_some_and(|(match_id, game)| {
                    match_view::open_replay(ui, &local, MatchId(match_id), game)
                })
        }
        None => place.parse().map(MatchId).is_ok_and(|match_id| {
            if local.must_wait(match_id) {
                set_notice(ui, Some(text.get(M::CupOtherInPlay).to_owned()));
                return false;
            }
            match_view::open_game(ui, text, id, match_id)
        }),
    };
    if is_in_play_view {
        // The play view appears once the model has the game.
        return ().into_any();
    }
    view! { <tournament_page::TournamentPage id=id local=local/> }.into_any()
}

/// Returns the games of people in all tournaments on this device, as entries of the ledger.
pub(crate) fn scored_games() -> Vec<LedgerEntry> {
    let stored = browser::tournaments().into_iter();
    let games = stored.filter_map(|(id, stored)| {
        let local = LocalTournament::from_text(&stored).ok()?;
        Some(local.scored_games(id))
    });
    games.flatten().collect()
}

/// Loads a tournament as stored now.
fn load(id: u64) -> Option<LocalTournament> {
    LocalTournament::from_text(&browser::load_tournament(id)?).ok()
}

/// Stores a tournament, or tells the player that the storage is full.
fn save(ui: Ui, text: Text, id: u64, local: &LocalTournament) {
    if !browser::save_tournament(id, &local.to_text()) {
        ui.notify(text.get(M::CupFull).to_owned());
    }
}

/// Sets the notice that the page of a tournament shows when it is next opened.
fn set_notice(ui: Ui, notice: Option<String>) {
    ui.send(TournamentMessage::SetNotice(notice).into());
}

/// Returns the notice and removes it.
fn take_notice(ui: Ui) -> Option<String> {
    let pages: ErasedSignal<TournamentPages> = ui.feature();
    let notice = pages.get_untracked().notice;
    if notice.is_some() {
        set_notice(ui, None);
    }
    notice
}

/// Opens a tournament with a notice.
fn open_with_notice(ui: Ui, id: u64, notice: Option<String>) {
    set_notice(ui, notice);
    browser::navigate(&format!("/tournament/{id}"));
}

/// Focuses an element that is about to be rendered.
fn focus_soon(id: String) {
    set_timeout(move || browser::focus(&id), Duration::ZERO);
}

/// Opens a tournament file, or returns the error as text. A tournament that is already on this
/// device is continued, and updated if the file is ahead. If the two have diverged, the file gets a
/// name of its own, and the page says where they differ.
pub(crate) fn open_file(ui: Ui, text: Text, file: &str) -> Result<(), String> {
    let mut local = LocalTournament::from_file(file).map_err(|error| error.message(text))?;
    let is_truncated = read(file).is_ok_and(|parsed| parsed.is_truncated);
    let warning = match (is_truncated, local.has_damaged_game()) {
        (true, _) => Some(M::CupCut),
        (false, true) => Some(M::CupGameDamaged),
        (false, false) => None,
    };
    if local.has_damaged_game() {
        local.in_play = None;
    }
    let warning = warning.map(|warning| text.get(warning).to_owned());
    let stored = browser::tournaments().into_iter();
    let stored =
        stored.filter_map(|(id, stored)| Some((id, LocalTournament::from_text(&stored).ok()?)));
    let stored: Vec<_> = stored.collect();
    for (id, stored) in &stored {
        if local.is_prefix_of(stored) {
            let already_here = || text.get(M::CupKnown).to_owned();
            open_with_notice(ui, *id, Some(warning.unwrap_or_else(already_here)));
            return Ok(());
        }
        if stored.is_prefix_of(&local) {
            let name = stored.tournament.setup().name.clone();
            save(ui, text, *id, &local.with_name(name).unwrap_or(local));
            open_with_notice(ui, *id, warning);
            return Ok(());
        }
    }
    let name = |local: &LocalTournament| local.tournament.setup().name.clone();
    let names: Vec<_> = stored.iter().map(|(_, stored)| name(stored)).collect();
    let mut divergence = None;
    if let Some((_, other)) = stored
        .iter()
        .find(|(_, stored)| stored.diverges_at(&local).is_some())
        && let Some(renamed) = local.with_free_name(&names)
    {
        divergence = describe::divergence(text, other, &renamed);
        local = renamed;
    }
    open(ui, text, &local, warning.or(divergence));
    Ok(())
}

/// Stores a new tournament and opens it. The oldest one is evicted if there are too many.
fn open(ui: Ui, text: Text, local: &LocalTournament, notice: Option<String>) {
    let mut stored = browser::tournaments();
    stored.sort_by_key(|(id, _)| Reverse(*id));
    for (id, _) in stored.iter().skip(TOURNAMENTS_MAX - 1) {
        browser::delete_tournament(*id);
    }
    let id = browser::now_ms() as u64;
    save(ui, text, id, local);
    open_with_notice(ui, id, notice);
}
