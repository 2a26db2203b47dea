//! Commands to the table, and what follows from an event: words, movement, the bell, files, learning,
//! and the next question to a bot.

use foursight_bots::Level;
use foursight_core::{Column, Game, Move, Player};
use foursight_table::{By, Command, Event as Fact, Happened, Ply, Point, Refused, Spot};

use super::bindings::Action;
use super::event::Effect;
use super::state::{Asked, Falling, Kind, State, Why};
use crate::words::happened;

/// So many unfinished games are remembered when another takes their place.
const LEFT_BEHIND_MAX: usize = 100;

/// A person chooses a column.
pub(super) fn drop_aimed(state: &mut State, effects: &mut Vec<Effect>) {
    let Some(column) = Column::from_index(state.aim) else {
        return;
    };
    choose(state, state.aimed_move(column), effects);
}

/// A person names a column: it is dropped into at once, or aimed at where a drop is confirmed.
pub(super) fn column_chosen(state: &mut State, number: usize, effects: &mut Vec<Effect>) {
    state.aim = number - 1;
    if state.settings.confirm.is_on() && state.typed != number {
        state.typed = number;
        state.said = format!("Aiming at column {number}. Enter or {number} drops.");
    } else {
        drop_aimed(state, effects);
    }
}

/// A person makes a move, if it is a person's turn.
pub(super) fn choose(state: &mut State, step: Move, effects: &mut Vec<Effect>) {
    state.typed = 0;
    if let Some(moves) = state.walk {
        let all = state.table.plies();
        state.said = format!("You look at move {moves} of {all}. Esc goes back to the game.");
    } else if let Some(player) = state.bot_to_move() {
        if state.table.is_paused() {
            act(state, &Command::Resume, By::Shared, effects);
        } else {
            state.said = format!("Wait: {} is thinking.", state.name(player));
        }
    } else {
        let at = state.table.point();
        act(state, &Command::Move { at, step }, By::Shared, effects);
    }
}

/// Asks something of the table, and lets everything follow from what happened.
pub(super) fn act(state: &mut State, command: &Command, by: By, effects: &mut Vec<Effect>) {
    let unfinished = state.is_unfinished().then(|| state.game().clone());
    match state.table.act(command, by, state.now_ms) {
        Ok(Some(happened)) => {
            if let Fact::Started(_) = happened.entry.event {
                remember(state, unfinished);
            }
            follow(state, &happened, effects);
        }
        // The table has heard it before.
        Ok(None) => {}
        Err(Refused::NothingToUndo) => state.say("There is nothing to undo."),
        Err(Refused::NothingToRedo) => state.say("There is nothing to redo."),
        Err(refused) => {
            state.said = format!("Refused: {}.", happened::refusal(refused));
            ring(state, effects);
        }
    }
}

/// What follows from what happened at the table: words, movement, the bell, files, learning, and
/// the next question to a bot.
fn follow(state: &mut State, happened: &Happened, effects: &mut Vec<Effect>) {
    state.walk = None;
    match &happened.entry.event {
        Fact::Moved { .. } => {
            if let [ply] = &happened.plies[..] {
                moved(state, ply, effects);
            }
        }
        Fact::TakenBack(left) => state.said = undone(state, *left),
        Fact::Redone(ply) => state.said = format!("Redone: forward to move {ply}."),
        Fact::Started(_) => {
            state.say("A new game.");
            return game_began(state, effects);
        }
        Fact::Resumed => {
            state.say("The bots go on.");
            return think_if_due(state, effects);
        }
        _ => {}
    }
    if happened.is_first_end && !state.settings.is_official() {
        effects.push(Effect::Count);
        learn(state, effects);
    }
    settle(state, effects);
    if state.settings.is_official() {
        effects.push(Effect::Enter);
    }
}

fn moved(state: &mut State, ply: &Ply, effects: &mut Vec<Effect>) {
    if state.level(ply.player).is_some() || state.table.is_over() {
        ring(state, effects);
    }
    state.said = happened::made(ply, &|player| state.name(player));
    state.moved_at = state.ticks;
    state.falling = fall(ply, state).filter(|_| state.settings.animation);
    state.kind = Kind::Drop;
}

fn undone(state: &State, left: usize) -> String {
    match (left, state.settings.keys.key(Action::Redo)) {
        (0, _) => "Undone: the grid is as at the start.".to_owned(),
        (_, Some(key)) => format!("Undone: back to move {left}. {key} redoes."),
        (_, None) => format!("Undone: back to move {left}."),
    }
}

/// The learners at the table remember the game that has ended.
fn learn(state: &State, effects: &mut Vec<Effect>) {
    for player in Player::BOTH {
        if state.level(player) == Some(Level::Learner) {
            let game = Box::new(state.game().clone());
            effects.push(Effect::Learn { player, game });
        }
    }
}

fn ring(state: &State, effects: &mut Vec<Effect>) {
    if state.settings.sound.is_on() {
        effects.push(Effect::Ring);
    }
}

/// The fall that a move begins with, if it drops a disc.
fn fall(ply: &Ply, state: &State) -> Option<Falling> {
    let dropped = |shift: &&foursight_table::Shift| matches!(shift.from, Spot::Above(_));
    let shift = ply.shifts.iter().find(dropped)?;
    let Spot::At(space) = shift.to else {
        return None;
    };
    Some(Falling {
        disc: shift.disc,
        column: space.column,
        row: space.row,
        rows: state.game().ruleset().height() + 1 - space.row.number() as u8,
        ticks: 0,
    })
}

/// After every change of the game: keep it, let a bot think, judge anew.
pub(super) fn settle(state: &mut State, effects: &mut Vec<Effect>) {
    state.hint = None;
    state.held = None;
    if state.asked.take().is_some() {
        effects.push(Effect::StopAsking);
    }
    effects.push(Effect::Keep);
    think_if_due(state, effects);
    judge(state, effects);
}

fn think_if_due(state: &mut State, effects: &mut Vec<Effect>) {
    if let Some(player) = state.bot_to_move()
        && !state.table.is_paused()
    {
        ask(state, Why::Move(player), effects);
    }
}

/// Asks a bot.
pub(super) fn ask(state: &mut State, why: Why, effects: &mut Vec<Effect>) {
    state.questions += 1;
    let id = state.questions;
    let at = state.table.point();
    state.asked = Some(Asked { id, why, at });
    let game = Box::new(state.game().clone());
    effects.push(Effect::Ask { id, why, game });
}

/// Asks for the verdicts of what is shown, if they are wanted.
pub(super) fn judge(state: &mut State, effects: &mut Vec<Effect>) {
    state.verdicts.columns.clear();
    state.verdicts.sentences.clear();
    if state.verdicts.id.take().is_some() {
        effects.push(Effect::StopJudging);
    }
    let game = state.shown();
    if state.verdicts.is_on && game.end().is_none() {
        state.questions += 1;
        let id = state.questions;
        state.verdicts.id = Some(id);
        let game = Box::new(game);
        effects.push(Effect::Judge { id, game });
    }
}

/// An unfinished game that another one takes the place of is told at the end.
pub(super) fn leave_behind(state: &mut State) {
    let unfinished = state.is_unfinished().then(|| state.game().clone());
    remember(state, unfinished);
}

fn remember(state: &mut State, unfinished: Option<Game>) {
    if state.left_behind.len() < LEFT_BEHIND_MAX {
        state.left_behind.extend(unfinished);
    }
}

/// Another game has taken the place of the last one.
pub(super) fn game_began(state: &mut State, effects: &mut Vec<Effect>) {
    state.aim = state.width() / 2;
    state.walk = None;
    state.falling = None;
    state.kind = Kind::Drop;
    settle(state, effects);
}

/// A bot makes the move that it was asked for at this point of the game.
pub(super) fn act_for_bot(state: &mut State, at: Point, step: Move, effects: &mut Vec<Effect>) {
    if let Some(seat) = state.table.to_move() {
        act(state, &Command::Move { at, step }, By::Seat(seat), effects);
    }
}
