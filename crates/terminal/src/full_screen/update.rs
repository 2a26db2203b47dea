//! State transitions. Pure: files, bots and the terminal are requested as effects, and their
//! results come back as events.

use std::path::PathBuf;

use foursight_bots::MoveChoice;
use foursight_core::Column;

use super::commands::{
    after_change, choose_column, play_bot_move, remember_replaced_game, reset_view,
};
use super::event::{SaveError, ScreenEffect, ScreenEvent};
use super::keys;
use super::state::{BotRequestKind, Overlay, TerminalState};
use super::view::column_at;
use crate::players;
use crate::text;

/// Minimum delay of a bot's move after the last move, with animation.
const BOT_MOVE_DELAY_TICKS: u64 = 14;

/// Returns the state after an event, and the effects to run.
pub(crate) fn update(
    mut state: TerminalState,
    event: ScreenEvent,
) -> (TerminalState, Vec<ScreenEffect>) {
    let mut effects = Vec::new();
    match event {
        ScreenEvent::Key(key) => keys::handle_key(&mut state, key, &mut effects),
        ScreenEvent::Click(x, y) => on_click(&mut state, x, y, &mut effects),
        ScreenEvent::Resize(columns, lines) => state.size = (columns, lines),
        ScreenEvent::Tick => on_tick(&mut state, &mut effects),
        ScreenEvent::MoveChosen { id, choice } => {
            on_move_chosen(&mut state, id, choice, &mut effects);
        }
        ScreenEvent::VerdictsReady {
            id,
            columns,
            sentences,
            is_final,
        } => {
            if state.verdicts.id == Some(id) {
                state.verdicts.columns = columns;
                state.verdicts.sentences = sentences;
                state.verdicts.id = (!is_final).then_some(id);
            }
        }
        ScreenEvent::VerdictsUnavailable { id, reason } => {
            if state.verdicts.id == Some(id) {
                state.verdicts.id = None;
                state.verdicts.is_on = false;
                state.status_text = format!("No verdicts: {reason}.");
            }
        }
        ScreenEvent::SaveResult { path, error } => on_saved(&mut state, path, error),
        ScreenEvent::Autosaved(autosave_error) => {
            if let Some(reason) = &autosave_error {
                state.status_text = format!("Not saved: {reason}.");
            }
            state.autosave_error = autosave_error;
        }
        ScreenEvent::Loaded(Ok(table)) => {
            remember_replaced_game(&mut state);
            state.table = *table;
            reset_view(&mut state, &mut effects);
            match players::replacement_notice(state.table.start()) {
                Some(words) => state.set_status(format!("Loaded. {words}")),
                None => state.set_status("Loaded."),
            }
        }
        ScreenEvent::Loaded(Err(reason)) => state.status_text = format!("Not loaded: {reason}."),
        ScreenEvent::Notice(text) => state.status_text = text,
    }
    (state, effects)
}

/// Returns the effects to run before the first event.
pub(crate) fn start(state: &mut TerminalState) -> Vec<ScreenEffect> {
    let mut effects = Vec::new();
    after_change(state, &mut effects);
    if state.table.timed_moves().is_empty() {
        // There is nothing to save yet.
        effects.retain(|effect| *effect != ScreenEffect::Autosave);
    }
    effects
}

fn on_click(state: &mut TerminalState, x: u16, y: u16, effects: &mut Vec<ScreenEffect>) {
    if state.overlay != Overlay::None {
        state.overlay = Overlay::None;
        return;
    }
    if let Some(column) = column_at(state, x, y) {
        state.falling = None;
        choose_column(state, column + 1, effects);
    }
}

fn on_tick(state: &mut TerminalState, effects: &mut Vec<ScreenEffect>) {
    state.ticks += 1;
    if let Some(falling) = &mut state.falling {
        falling.ticks += 1;
        if falling.is_down() {
            state.falling = None;
        }
    }
    if state.ticks - state.last_move_tick >= BOT_MOVE_DELAY_TICKS
        && let Some((at, mv)) = state.delayed_move.take()
    {
        play_bot_move(state, at, mv, effects);
    }
}

fn on_move_chosen(
    state: &mut TerminalState,
    id: u64,
    choice: Option<MoveChoice>,
    effects: &mut Vec<ScreenEffect>,
) {
    let Some(bot_request) = state.bot_request.filter(|bot_request| bot_request.id == id) else {
        return;
    };
    state.bot_request = None;
    let Some(choice) = choice else {
        state.set_status("The bot has no move. Undo, or start a new game.");
        return;
    };
    match bot_request.kind {
        BotRequestKind::Hint => {
            state.hint = Some(choice.mv);
            state.aim = choice.mv.column().map_or(state.aim, Column::index);
            state.status_text = text::hint::sentence(state.game().position(), &choice);
        }
        BotRequestKind::Move(_) if state.settings.animation => {
            state.delayed_move = Some((bot_request.at, choice.mv));
        }
        BotRequestKind::Move(_) => play_bot_move(state, bot_request.at, choice.mv, effects),
    }
}

fn on_saved(state: &mut TerminalState, path: PathBuf, error: Option<SaveError>) {
    state.status_text = match error {
        None => format!("Saved to {}.", path.display()),
        Some(SaveError::Failed(reason)) => format!("Not saved: {reason}."),
        Some(SaveError::Exists) => {
            let status_text = format!("{} exists.", path.display());
            state.overlay = Overlay::Overwrite(path);
            status_text
        }
    };
}
