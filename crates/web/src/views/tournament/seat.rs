//! A match of a tournament in the play view, and what stands beside it there.

use foursight_table::Table;
use foursight_tournament::MatchId;
use leptos::prelude::*;

use super::{load, save};
use crate::browser;
use crate::links::Route;
use crate::model::Message;
use crate::shell::{Panel, Ui};
use crate::text::{Message as M, Text};
use crate::tournament::{Seated, Told, words};
use crate::views::{context, icons, live};

/// Begins the next game of a match, or goes on with it. False if none can be played.
pub(super) fn sit(ui: Ui, text: Text, id: u64, match_id: MatchId) -> bool {
    let Some((due, start)) = load(id).and_then(|held| {
        let due = held.due(match_id)?;
        Some((due, held.start(due)?))
    }) else {
        return false;
    };
    let Ok(table) = Table::open(start, 1, browser::now_ms() as u64) else {
        return false;
    };
    let stands = text.get(M::CupStands).to_owned();
    let part = Seated::new(due, stands, move |told| hear(ui, text, id, told));
    ui.panel.set(Some(Panel {
        beside: panel,
        after_end: None,
    }));
    ui.send(Message::Sit(Box::new(table), Box::new(part)));
    true
}

/// What happens at the table is written down at once. Another tab may have been quicker.
fn hear(ui: Ui, text: Text, id: u64, told: Told) {
    let Some(mut held) = load(id) else {
        return;
    };
    match told {
        Told::Moved(in_play) => {
            held.in_play = Some(in_play);
            save(ui, text, id, &held);
        }
        Told::Over(event) => match held.tell(event) {
            Ok(()) => save(ui, text, id, &held),
            Err(_) => ui.tell(text.get(M::CupPlayedElsewhere).to_owned()),
        },
        Told::Onward(match_id) => {
            if held.due(match_id).is_none() || !sit(ui, text, id, match_id) {
                browser::go(&format!("/tournament/{id}"));
            }
        }
    }
}

/// The tournament and the match of the address.
fn addressed(ui: Ui) -> Option<(u64, MatchId)> {
    let Route::Tournament(at) = ui.route.get_untracked() else {
        return None;
    };
    let (id, place) = at.split_once('/')?;
    Some((id.parse().ok()?, MatchId(place.parse().ok()?)))
}

/// Which match it is, and the way back to the tournament.
fn panel() -> AnyView {
    let (ui, text) = context();
    let Some((id, match_id)) = addressed(ui) else {
        return ().into_any();
    };
    let title = load(id).map_or_else(String::new, |held| held.tournament.setup().name.clone());
    let about = move || {
        // Each game of a match begins at another time.
        ui.see(|play| play.began);
        let held = load(id);
        let found = held
            .as_ref()
            .and_then(|held| held.tournament.find(match_id));
        let Some((held, found)) = held.as_ref().zip(found) else {
            return String::new();
        };
        let stage = words::stage(text, found.stage);
        let due = held.due(match_id);
        match due.and_then(|due| words::game_of(text, &held.tournament, due)) {
            Some(game) => format!("{stage}. {game}"),
            None => stage,
        }
    };
    view! {
        <div class="tools card cup-panel">
            <p><b>{title}</b><small data-testid="cup-match">{live(about)}</small></p>
            <a class="button" data-testid="cup-back" href=format!("#/tournament/{id}")>
                {icons::drawn(icons::CUP)}{text.get(M::PageTournament)}
            </a>
        </div>
    }
    .into_any()
}
