//! A tournament match in the play view, and the panel beside it.

use foursight_page::links::Route;
use foursight_page::play::{Message, Play, record_of};
use foursight_page::text::{Text, UiMessage as M};
use foursight_page::tournament::{
    LocalTournament, OtherTabChange, TOURNAMENT_KEY_PREFIX, TournamentGame, TournamentGameEvent,
    describe, encode_moves,
};
use foursight_table::Table;
use foursight_tournament::{GameInProgress, MatchId, TournamentEvent};
use leptos::ev;
use leptos::prelude::*;

use super::{focus_soon, load, open_with_notice, save};
use crate::browser;
use crate::shell::signals::{effect, erased_memo};
use crate::shell::{DelegatePanel, Ui};
use crate::views::play::end_card;
use crate::views::{context, icons, text_signal};

/// Starts or resumes the next game of a match. Returns false if none is due.
pub(super) fn open_game(ui: Ui, text: Text, id: u64, match_id: MatchId) -> bool {
    let Some((due, start, is_damaged)) = load(id).and_then(|local| {
        let due = local.due_game(match_id)?;
        let open = local.in_play.as_ref().map(|open| open.match_id);
        let is_damaged = open == Some(match_id) && local.has_damaged_game();
        Some((due, local.start(due)?, is_damaged))
    }) else {
        return false;
    };
    let Ok(table) = Table::open(start, 1, browser::now_ms() as u64) else {
        return false;
    };
    let refusal = text.get(M::CupStands).to_owned();
    let part = TournamentGame::new(due, refusal, move |event| on_event(ui, text, id, event));
    ui.panel.set(Some(DelegatePanel {
        sidebar: panel,
        after_end: Some(after_end),
    }));
    ui.send(Message::ShowDelegated(Box::new(table), Box::new(part)));
    if is_damaged {
        ui.notify(text.get(M::CupGameDamaged).to_owned());
    }
    true
}

/// Opens the replay of a finished game under the names of its players. Returns false if there is
/// none.
pub(super) fn open_replay(ui: Ui, local: &LocalTournament, match_id: MatchId, game: usize) -> bool {
    let Some(start) = local.replay_start(match_id, game) else {
        return false;
    };
    ui.send(Message::ShowRecord(Box::new(record_of(start, None)), None));
    true
}

/// Stores every event of the game at once, unless another tab changed the game first.
fn on_event(ui: Ui, text: Text, id: u64, event: TournamentGameEvent) {
    let Some(mut local) = load(id) else {
        return;
    };
    match event {
        TournamentGameEvent::Moved(open) => match local.update_game(open.clone()) {
            Ok(()) => save(ui, text, id, &local),
            Err(change) => show_other_tab_change(ui, text, id, open.match_id, change),
        },
        TournamentGameEvent::Ended(event) => {
            let here = game_of_event(&event);
            match here.as_ref().and_then(|here| local.other_tab_change(here)) {
                Some(change) => {
                    let match_id = here.map_or(MatchId(0), |here| here.match_id);
                    show_other_tab_change(ui, text, id, match_id, change);
                }
                None => match local.apply(event) {
                    Ok(()) => save(ui, text, id, &local),
                    Err(_) => ui.notify(text.get(M::CupPlayedElsewhere).to_owned()),
                },
            }
        }
        TournamentGameEvent::NextRequested(match_id) => {
            if local.due_game(match_id).is_none() || !open_game(ui, text, id, match_id) {
                browser::navigate(&format!("/tournament/{id}"));
            }
        }
    }
}

/// Returns the game of an event as this tab has it.
fn game_of_event(event: &TournamentEvent) -> Option<GameInProgress> {
    match event {
        TournamentEvent::Played {
            match_id,
            game,
            moves,
            ..
        } => Some(GameInProgress {
            match_id: *match_id,
            game: *game,
            moves: moves.clone(),
        }),
        _ => None,
    }
}

/// Shows the state that another tab stored first, with a notice.
fn show_other_tab_change(ui: Ui, text: Text, id: u64, match_id: MatchId, change: OtherTabChange) {
    let message = match change {
        OtherTabChange::Moved => M::CupMovedElsewhere,
        OtherTabChange::Over => M::CupPlayedElsewhere,
    };
    if open_game(ui, text, id, match_id) {
        ui.notify(text.get(message).to_owned());
    } else {
        open_with_notice(ui, id, Some(text.get(message).to_owned()));
    }
}

/// Returns the change that another tab made to the game in the play view, if any.
fn other_tab_change(ui: Ui, id: u64, match_id: MatchId) -> Option<OtherTabChange> {
    let here = ui.play.with_untracked(|play: &Play| {
        let score = play.start().score;
        let games = score.wins.iter().sum::<u32>() + score.draws;
        let here = || GameInProgress {
            match_id,
            game: games as u16,
            moves: encode_moves(play.game()),
        };
        (!play.table.is_over()).then(here)
    })?;
    load(id)?.other_tab_change(&here)
}

/// Returns the tournament and the match of the address.
fn route_ids(ui: Ui) -> Option<(u64, MatchId)> {
    let Route::Tournament(at) = ui.route.get_untracked() else {
        return None;
    };
    let (id, place) = at.split_once('/')?;
    Some((id.parse().ok()?, MatchId(place.parse().ok()?)))
}

/// The panel with the match and the link back to the tournament.
fn panel() -> AnyView {
    let (ui, text) = context();
    let Some((id, match_id)) = route_ids(ui) else {
        return ().into_any();
    };
    let key = format!("{TOURNAMENT_KEY_PREFIX}{id}");
    let storage_listener = window_event_listener(ev::storage, move |event| {
        if event.key().as_ref() == Some(&key)
            && let Some(change) = other_tab_change(ui, id, match_id)
        {
            show_other_tab_change(ui, text, id, match_id, change);
        }
    });
    let key_listener = window_event_listener(ev::keydown, move |event| {
        // Dialogs and the history view handle Escape first.
        let is_free = !event.default_prevented() && ui.dialog.with_untracked(Option::is_none);
        if event.key() == "Escape" && is_free {
            browser::navigate(&format!("/tournament/{id}"));
        }
    });
    on_cleanup(move || {
        storage_listener.remove();
        key_listener.remove();
    });
    // The analysis is hidden during a game, also after leaving this page.
    let is_running = erased_memo(move || ui.with_play(|play| play.table.ending().is_none()));
    effect(move || browser::note_live_game(is_running.get()));
    let title = load(id).map_or_else(String::new, |local| local.tournament.setup().name.clone());
    let about = move || {
        // Subscribe to the start of each game of the match.
        ui.with_play(|play| play.began_ms);
        let local = load(id);
        let matchup = local
            .as_ref()
            .and_then(|local| local.tournament.find_match(match_id));
        let Some((local, matchup)) = local.as_ref().zip(matchup) else {
            return String::new();
        };
        let stage = describe::stage(text, matchup.stage);
        let due = local.due_game(match_id);
        match due.and_then(|due| describe::game_number(text, &local.tournament, due)) {
            Some(game) => format!("{stage}. {game}"),
            None => stage,
        }
    };
    view! {
        <div class="tools card cup-panel">
            <p><b>{title}</b><small data-testid="cup-match">{text_signal(about)}</small></p>
            <a class="button" data-testid="cup-back" href=format!("#/tournament/{id}")>
                {icons::icon(icons::CUP)}{text.get(M::PageTournament)}
            </a>
        </div>
    }
    .into_any()
}

/// The score of the match after a game, and the button for the next one.
fn after_end() -> AnyView {
    let (ui, text) = context();
    let score = route_ids(ui).and_then(|(id, match_id)| {
        let local = load(id)?;
        describe::after_game(text, &local, match_id)
    });
    // Keyboard users continue with one key.
    if ui.dialog.with_untracked(Option::is_none) {
        focus_soon(end_card::NEXT_BUTTON.to_owned());
    }
    view! { <p data-testid="cup-after">{score}</p>{end_card::next_button(ui, icons::PLAY, text.get(M::GoOn))} }
        .into_any()
}
