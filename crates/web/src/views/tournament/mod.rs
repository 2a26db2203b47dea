//! Tournaments: the choices before one, its bracket and table, and its matches in the play view.

mod at_once;
mod bracket;
mod changes;
mod one;
mod players;
mod seat;
mod setup;

use std::cmp::Reverse;

use foursight_tournament::MatchId;
use leptos::prelude::*;

use super::{context, lost};
use crate::browser;
use crate::shell::Ui;
use crate::text::{Message as M, Text};
use crate::tournament::{Held, TOURNAMENTS_MAX};

/// The page of an address below `#/tournament`: the choices, a tournament, or a match of it.
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
    let wanted = place.parse().ok().map(MatchId);
    if wanted.is_some_and(|match_id| seat::sit(ui, text, id, match_id)) {
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

/// Keeps a tournament that has just begun, and goes to it. The oldest makes room.
fn open(ui: Ui, text: Text, held: &Held) {
    let mut kept = browser::tournaments();
    kept.sort_by_key(|(id, _)| Reverse(*id));
    for (id, _) in kept.iter().skip(TOURNAMENTS_MAX - 1) {
        browser::forget_tournament(*id);
    }
    let id = browser::now_ms() as u64;
    save(ui, text, id, held);
    browser::go(&format!("/tournament/{id}"));
}
