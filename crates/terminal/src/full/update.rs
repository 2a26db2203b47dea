//! What each event does to the state. Pure: files, bots and the terminal are asked for as
//! effects, and their answers come back as events.

use std::path::PathBuf;

use foursight_bots::Choice;
use foursight_core::Column;

use super::act::{act_for_bot, column_chosen, game_began, leave_behind, settle};
use super::event::{Effect, Event, NotSaved};
use super::keys;
use super::state::{Overlay, State, Why};
use super::view::column_at;
use crate::opponents;
use crate::words;

/// With animation a bot moves no sooner than so many ticks after the last move.
const MOMENT_TICKS: u64 = 14;

/// The state after an event, and what is to be done.
pub(crate) fn update(mut state: State, event: Event) -> (State, Vec<Effect>) {
    let mut effects = Vec::new();
    match event {
        Event::Key(key) => keys::press(&mut state, key, &mut effects),
        Event::Click(x, y) => click(&mut state, x, y, &mut effects),
        Event::Resize(columns, lines) => state.size = (columns, lines),
        Event::Tick => tick(&mut state, &mut effects),
        Event::Chosen { id, choice } => chosen(&mut state, id, choice, &mut effects),
        Event::Judged {
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
        Event::NotJudged { id, reason } => {
            if state.verdicts.id == Some(id) {
                state.verdicts.id = None;
                state.verdicts.is_on = false;
                state.said = format!("No verdicts: {reason}.");
            }
        }
        Event::Saved { path, refused } => saved(&mut state, path, refused),
        Event::Kept(unsaved) => {
            if let Some(reason) = &unsaved {
                state.said = format!("Not saved: {reason}.");
            }
            state.unsaved = unsaved;
        }
        Event::Loaded(Ok(table)) => {
            leave_behind(&mut state);
            state.table = *table;
            game_began(&mut state, &mut effects);
            match opponents::stand_in(state.table.start()) {
                Some(words) => state.say(format!("Loaded. {words}")),
                None => state.say("Loaded."),
            }
        }
        Event::Loaded(Err(reason)) => state.said = format!("Not loaded: {reason}."),
        Event::Told(text) => state.said = text,
    }
    (state, effects)
}

/// What is to be done before the first event.
pub(crate) fn start(state: &mut State) -> Vec<Effect> {
    let mut effects = Vec::new();
    settle(state, &mut effects);
    if state.table.made().is_empty() {
        // There is nothing to keep yet.
        effects.retain(|effect| *effect != Effect::Keep);
    }
    effects
}

fn click(state: &mut State, x: u16, y: u16, effects: &mut Vec<Effect>) {
    if state.overlay != Overlay::None {
        state.overlay = Overlay::None;
        return;
    }
    if let Some(column) = column_at(state, x, y) {
        state.falling = None;
        column_chosen(state, column + 1, effects);
    }
}

fn tick(state: &mut State, effects: &mut Vec<Effect>) {
    state.ticks += 1;
    if let Some(falling) = &mut state.falling {
        falling.ticks += 1;
        if falling.is_down() {
            state.falling = None;
        }
    }
    if state.ticks - state.moved_at >= MOMENT_TICKS
        && let Some((at, step)) = state.held.take()
    {
        act_for_bot(state, at, step, effects);
    }
}

fn chosen(state: &mut State, id: u64, choice: Option<Choice>, effects: &mut Vec<Effect>) {
    let Some(asked) = state.asked.filter(|asked| asked.id == id) else {
        return;
    };
    state.asked = None;
    let Some(choice) = choice else {
        state.say("The bot has no answer. Undo, or begin a new game.");
        return;
    };
    match asked.why {
        Why::Hint => {
            state.hint = Some(choice.step);
            state.aim = choice.step.column().map_or(state.aim, Column::index);
            state.said = words::hint::sentence(state.game().position(), &choice);
        }
        Why::Move(_) if state.settings.animation => state.held = Some((asked.at, choice.step)),
        Why::Move(_) => act_for_bot(state, asked.at, choice.step, effects),
    }
}

fn saved(state: &mut State, path: PathBuf, refused: Option<NotSaved>) {
    state.said = match refused {
        None => format!("Saved to {}.", path.display()),
        Some(NotSaved::Failed(reason)) => format!("Not saved: {reason}."),
        Some(NotSaved::Exists) => {
            let said = format!("{} exists.", path.display());
            state.overlay = Overlay::Overwrite(path);
            said
        }
    };
}
