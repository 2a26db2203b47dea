//! A match of a tournament in the play view, and what stands beside it there.

use foursight_table::Table;
use foursight_tournament::{Event, InPlay, MatchId};
use leptos::ev;
use leptos::prelude::*;

use super::{focus_soon, go_with, load, save};
use crate::browser;
use crate::links::Route;
use crate::model::{Message, Play, looked_at};
use crate::shell::{Panel, Ui};
use crate::text::{Message as M, Text};
use crate::tournament::{Elsewhere, Held, Seated, TOURNAMENT_KEY, Told, moves_of, words};
use crate::views::{beside, context, icons, live};

/// Begins the next game of a match, or goes on with it. False if none can be played.
pub(super) fn sit(ui: Ui, text: Text, id: u64, match_id: MatchId) -> bool {
    let Some((due, start, is_damaged)) = load(id).and_then(|held| {
        let due = held.due(match_id)?;
        let open = held.in_play.as_ref().map(|open| open.match_id);
        let is_damaged = open == Some(match_id) && held.has_damaged_game();
        Some((due, held.start(due)?, is_damaged))
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
        after_end: Some(after_end),
    }));
    ui.send(Message::Sit(Box::new(table), Box::new(part)));
    if is_damaged {
        ui.tell(text.get(M::CupGameDamaged).to_owned());
    }
    true
}

/// Looks at a game of a match that is over, with the names of those who played it. False if there is none.
pub(super) fn look(ui: Ui, held: &Held, match_id: MatchId, game: usize) -> bool {
    let Some(start) = held.looked_at(match_id, game) else {
        return false;
    };
    ui.send(Message::Replay(Box::new(looked_at(start, None)), Some(0)));
    true
}

/// What happens at the table is written down at once. Another tab may have been quicker.
fn hear(ui: Ui, text: Text, id: u64, told: Told) {
    let Some(mut held) = load(id) else {
        return;
    };
    match told {
        Told::Moved(open) => match held.play_on(open.clone()) {
            Ok(()) => save(ui, text, id, &held),
            Err(what) => follow(ui, text, id, open.match_id, what),
        },
        Told::Over(event) => {
            let here = stands(&event);
            match here.as_ref().and_then(|here| held.elsewhere(here)) {
                Some(what) => {
                    let match_id = here.map_or(MatchId(0), |here| here.match_id);
                    follow(ui, text, id, match_id, what);
                }
                None => match held.tell(event) {
                    Ok(()) => save(ui, text, id, &held),
                    Err(_) => ui.tell(text.get(M::CupPlayedElsewhere).to_owned()),
                },
            }
        }
        Told::Onward(match_id) => {
            if held.due(match_id).is_none() || !sit(ui, text, id, match_id) {
                browser::go(&format!("/tournament/{id}"));
            }
        }
    }
}

/// How a game stands here that has just ended.
fn stands(event: &Event) -> Option<InPlay> {
    match event {
        Event::Played {
            match_id,
            game,
            moves,
            ..
        } => Some(InPlay {
            match_id: *match_id,
            game: *game,
            moves: moves.clone(),
        }),
        _ => None,
    }
}

/// Another tab was quicker: what it did is shown here, and said.
fn follow(ui: Ui, text: Text, id: u64, match_id: MatchId, what: Elsewhere) {
    let news = match what {
        Elsewhere::Moved => M::CupMovedElsewhere,
        Elsewhere::Over => M::CupPlayedElsewhere,
    };
    if sit(ui, text, id, match_id) {
        ui.tell(text.get(news).to_owned());
    } else {
        go_with(id, Some(text.get(news).to_owned()));
    }
}

/// What another tab has done to the game in the play view, if anything.
fn done_elsewhere(ui: Ui, id: u64, match_id: MatchId) -> Option<Elsewhere> {
    let here = ui.play.with_untracked(|play: &Play| {
        let score = play.start().score;
        let games = score.wins.iter().sum::<u32>() + score.ties;
        let here = || InPlay {
            match_id,
            game: games as u16,
            moves: moves_of(play.game()),
        };
        (!play.table.is_over()).then(here)
    })?;
    load(id)?.elsewhere(&here)
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
    let own = format!("{TOURNAMENT_KEY}{id}");
    let others = window_event_listener(ev::storage, move |event| {
        if event.key().as_ref() == Some(&own)
            && let Some(what) = done_elsewhere(ui, id, match_id)
        {
            follow(ui, text, id, match_id, what);
        }
    });
    let keys = window_event_listener(ev::keydown, move |event| {
        // What lies over the game, or looks back in it, is left first.
        let is_free = !event.default_prevented() && ui.dialog.with_untracked(Option::is_none);
        if event.key() == "Escape" && is_free {
            browser::go(&format!("/tournament/{id}"));
        }
    });
    on_cleanup(move || {
        others.remove();
        keys.remove();
    });
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

/// How the match stands after a game, and the way on.
fn after_end() -> AnyView {
    let (ui, text) = context();
    let stands = addressed(ui).and_then(|(id, match_id)| {
        let held = load(id)?;
        words::after_game(text, &held, match_id)
    });
    // Keys go on with one press.
    if ui.dialog.with_untracked(Option::is_none) {
        focus_soon(beside::NEXT.to_owned());
    }
    view! { <p data-testid="cup-after">{stands}</p>{beside::next(ui, icons::PLAY, text.get(M::GoOn))} }
        .into_any()
}
