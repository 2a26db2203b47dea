//! Tournaments: the choices before one, its bracket and table, and its matches in the play view.

mod at_once;
mod bracket;
mod changes;
mod kept;
mod one;
mod players;
mod seat;
mod setup;
mod sure;

use std::cell::RefCell;
use std::cmp::Reverse;
use std::time::Duration;

use foursight_tournament::{MatchId, read};
use leptos::prelude::*;

use super::{context, lost};
use crate::browser;
use crate::shell::Ui;
use crate::text::{Message as M, Text};
use crate::tournament::{Held, TOURNAMENTS_MAX, words};

pub(crate) use kept::tiles;

thread_local! {
    /// What the page of a tournament says when it is next opened.
    static NEWS: RefCell<Option<String>> = const { at_once::nothing() };
}

/// The page of an address below `#/tournament`: the choices, a tournament, a match of it, or a game to look at.
pub(crate) fn at(address: &str) -> AnyView {
    let (ui, text) = context();
    if address.is_empty() {
        return view! { <setup::Choices/> }.into_any();
    }
    let (id, place) = address.split_once('/').unwrap_or((address, ""));
    let found = id.parse::<u64>().ok();
    let found = found.and_then(|id| Some((id, browser::load_tournament(id)?)));
    let Some((id, kept)) = found else {
        return lost(text, text.get(M::CupGone).to_owned());
    };
    let held = match Held::from_text(&kept) {
        Ok(held) => held,
        Err(why) => return lost(text, why.words(text)),
    };
    let is_seated = match place.split_once('/') {
        Some((match_id, game)) => match_id
            .parse()
            .ok()
            .zip(game.parse().ok())
            .is_some_and(|(match_id, game)| seat::look(ui, &held, MatchId(match_id), game)),
        None => place.parse().map(MatchId).is_ok_and(|match_id| {
            if held.must_wait(match_id) {
                NEWS.set(Some(text.get(M::CupOtherInPlay).to_owned()));
                return false;
            }
            seat::sit(ui, text, id, match_id)
        }),
    };
    if is_seated {
        // The play view shows it as soon as the model has it.
        return ().into_any();
    }
    view! { <one::One id=id held=held/> }.into_any()
}

/// A tournament as it is kept now.
fn load(id: u64) -> Option<Held> {
    Held::from_text(&browser::load_tournament(id)?).ok()
}

/// Keeps a tournament, or says that there is no room.
fn save(ui: Ui, text: Text, id: u64, held: &Held) {
    if !browser::save_tournament(id, &held.to_text()) {
        ui.tell(text.get(M::CupFull).to_owned());
    }
}

/// Goes to a tournament with something to say there.
fn go_with(id: u64, news: Option<String>) {
    NEWS.set(news);
    browser::go(&format!("/tournament/{id}"));
}

/// Gives something the focus that is about to be there.
fn focus_soon(id: String) {
    set_timeout(move || browser::focus(&id), Duration::ZERO);
}

/// Opens the text of a file, or says why not. One that is on this device already is gone on with, and follows the
/// file if that is farther. If the two went different ways, the file gets a name of its own, and the page says where.
pub(crate) fn open_file(ui: Ui, text: Text, file: &str) -> Result<(), String> {
    let mut held = Held::from_file(file).map_err(|why| why.words(text))?;
    let is_cut = read(file).is_ok_and(|found| found.is_cut);
    let lost = match (is_cut, held.has_damaged_game()) {
        (true, _) => Some(M::CupCut),
        (false, true) => Some(M::CupGameDamaged),
        (false, false) => None,
    };
    if held.has_damaged_game() {
        held.in_play = None;
    }
    let lost = lost.map(|lost| text.get(lost).to_owned());
    let kept = browser::tournaments().into_iter();
    let kept = kept.filter_map(|(id, kept)| Some((id, Held::from_text(&kept).ok()?)));
    let kept: Vec<_> = kept.collect();
    for (id, kept) in &kept {
        if held.is_stage_of(kept) {
            let known = || text.get(M::CupKnown).to_owned();
            go_with(*id, Some(lost.unwrap_or_else(known)));
            return Ok(());
        }
        if kept.is_stage_of(&held) {
            let name = kept.tournament.setup().name.clone();
            save(ui, text, *id, &held.named(name).unwrap_or(held));
            go_with(*id, lost);
            return Ok(());
        }
    }
    let name = |held: &Held| held.tournament.setup().name.clone();
    let names: Vec<_> = kept.iter().map(|(_, kept)| name(kept)).collect();
    let mut parted = None;
    if let Some((_, other)) = kept
        .iter()
        .find(|(_, kept)| kept.parts_from(&held).is_some())
        && let Some(numbered) = held.numbered(&names)
    {
        parted = words::parted(text, other, &numbered);
        held = numbered;
    }
    open(ui, text, &held, lost.or(parted));
    Ok(())
}

/// Keeps a tournament that has just begun, and goes to it. The oldest makes room.
fn open(ui: Ui, text: Text, held: &Held, news: Option<String>) {
    let mut kept = browser::tournaments();
    kept.sort_by_key(|(id, _)| Reverse(*id));
    for (id, _) in kept.iter().skip(TOURNAMENTS_MAX - 1) {
        browser::forget_tournament(*id);
    }
    let id = browser::now_ms() as u64;
    save(ui, text, id, held);
    go_with(id, news);
}
