//! Sends commands to the table, and handles the resulting events: status text, animation, bell,
//! files, learning, and the next bot request.

use foursight_bots::Level;
use foursight_core::{Column, Game, Move, Player};
use foursight_phrases::Language;
use foursight_phrases::refusals::command_refusal;
use foursight_table::{
    Actor, AppliedEvent, Command, CommandError, DiscPlace, Event as TableEvent, Ply, Point,
};

use super::bindings::KeyAction;
use super::event::ScreenEffect;
use super::state::{BotRequest, BotRequestKind, FallingDisc, MoveKind, TerminalState};
use crate::text::event_text;

/// Maximum number of replaced unfinished games that are remembered.
const REPLACED_GAMES_MAX: usize = 100;

/// Plays the aimed column.
pub(super) fn play_aimed_column(state: &mut TerminalState, effects: &mut Vec<ScreenEffect>) {
    let Some(column) = Column::from_index(state.aim) else {
        return;
    };
    play_move(state, state.aimed_move(column), effects);
}

/// Handles a column chosen by number or click: drops at once, or aims if drops need confirmation.
pub(super) fn choose_column(
    state: &mut TerminalState,
    number: usize,
    effects: &mut Vec<ScreenEffect>,
) {
    state.aim = number - 1;
    if state.settings.confirm.is_on() && state.typed_column != number {
        state.typed_column = number;
        state.status_text = format!("Aiming at column {number}. Enter or {number} drops.");
    } else {
        play_aimed_column(state, effects);
    }
}

/// Plays a move, if it is a person's turn.
pub(super) fn play_move(state: &mut TerminalState, mv: Move, effects: &mut Vec<ScreenEffect>) {
    state.typed_column = 0;
    if let Some(moves) = state.reviewed_ply {
        let all = state.table.plies();
        state.status_text =
            format!("You are looking at move {moves} of {all}. Esc returns to the game.");
    } else if let Some(player) = state.bot_to_move() {
        if state.table.is_paused() {
            run_command(state, &Command::Resume, Actor::SharedDevice, effects);
        } else {
            state.status_text = format!("Wait: {} is thinking.", state.name(player));
        }
    } else {
        let at = state.table.point();
        run_command(
            state,
            &Command::PlayMove { at, mv },
            Actor::SharedDevice,
            effects,
        );
    }
}

/// Sends a command to the table, and handles the resulting event.
pub(super) fn run_command(
    state: &mut TerminalState,
    command: &Command,
    by: Actor,
    effects: &mut Vec<ScreenEffect>,
) {
    let unfinished = state.is_unfinished().then(|| state.game().clone());
    match state.table.decide_and_apply(command, by, state.now_ms) {
        Ok(Some(applied)) => {
            if let TableEvent::GameStarted(_) = applied.entry.event {
                push_replaced_game(state, unfinished);
            }
            handle_event(state, &applied, effects);
        }
        // The table has applied this command before.
        Ok(None) => {}
        Err(error @ (CommandError::NothingToUndo | CommandError::NothingToRedo)) => {
            state.set_status(command_refusal(error).get(Language::English));
        }
        Err(error) => {
            state.status_text = format!("Refused: {}.", event_text::rejection_text(error));
            ring(state, effects);
        }
    }
}

/// Handles the consequences of an event: status text, animation, bell, files, learning, and the
/// next bot request.
fn handle_event(
    state: &mut TerminalState,
    applied: &AppliedEvent,
    effects: &mut Vec<ScreenEffect>,
) {
    state.reviewed_ply = None;
    match &applied.entry.event {
        TableEvent::MovePlayed { .. } => {
            if let [ply] = &applied.plies[..] {
                on_move(state, ply, effects);
            }
        }
        TableEvent::MovesTakenBack(left) => state.status_text = undo_text(state, *left),
        TableEvent::MovesRedone(ply) => {
            state.status_text = format!("Redone: forward to move {ply}.");
        }
        TableEvent::GameStarted(_) => {
            state.set_status("New game.");
            return reset_view(state, effects);
        }
        TableEvent::Resumed => {
            state.set_status("The bots continue.");
            return request_bot_move(state, effects);
        }
        _ => {}
    }
    if applied.is_first_end && !state.settings.is_tournament_game() {
        effects.push(ScreenEffect::RecordScore);
        teach_learners(state, effects);
    }
    after_change(state, effects);
    if state.settings.is_tournament_game() {
        effects.push(ScreenEffect::ReportGame);
    }
}

fn on_move(state: &mut TerminalState, ply: &Ply, effects: &mut Vec<ScreenEffect>) {
    if state.level(ply.player).is_some() || state.table.is_over() {
        ring(state, effects);
    }
    state.status_text = event_text::move_sentence(ply, &|player| state.name(player));
    state.last_move_tick = state.ticks;
    state.falling = falling_disc(ply, state).filter(|_| state.settings.animation);
    state.kind = MoveKind::Drop;
}

fn undo_text(state: &TerminalState, left: usize) -> String {
    match (left, state.settings.keys.key(KeyAction::Redo)) {
        (0, _) => "Undone: back to the start.".to_owned(),
        (_, Some(key)) => format!("Undone: back to move {left}. {key} redoes."),
        (_, None) => format!("Undone: back to move {left}."),
    }
}

/// Teaches the finished game to the learners at the table.
fn teach_learners(state: &TerminalState, effects: &mut Vec<ScreenEffect>) {
    for player in Player::BOTH {
        if state.level(player) == Some(Level::Learner) {
            let game = Box::new(state.game().clone());
            effects.push(ScreenEffect::Learn { player, game });
        }
    }
}

fn ring(state: &TerminalState, effects: &mut Vec<ScreenEffect>) {
    if state.settings.sound.is_on() {
        effects.push(ScreenEffect::RingBell);
    }
}

/// Returns the falling disc of a move, if it drops one.
fn falling_disc(ply: &Ply, state: &TerminalState) -> Option<FallingDisc> {
    let is_drop = |shift: &&foursight_table::DiscMotion| matches!(shift.from, DiscPlace::Above(_));
    let shift = ply.motions.iter().find(is_drop)?;
    let DiscPlace::At(cell) = shift.to else {
        return None;
    };
    Some(FallingDisc {
        disc: shift.disc,
        column: cell.column,
        row: cell.row,
        rows: state.game().ruleset().height() + 1 - cell.row.number() as u8,
        ticks: 0,
    })
}

/// Runs after every change of the game: saves it, requests a bot move, restarts the analysis.
pub(super) fn after_change(state: &mut TerminalState, effects: &mut Vec<ScreenEffect>) {
    state.hint = None;
    state.delayed_move = None;
    if state.bot_request.take().is_some() {
        effects.push(ScreenEffect::CancelBot);
    }
    effects.push(ScreenEffect::Autosave);
    request_bot_move(state, effects);
    request_verdicts(state, effects);
}

fn request_bot_move(state: &mut TerminalState, effects: &mut Vec<ScreenEffect>) {
    if let Some(player) = state.bot_to_move()
        && !state.table.is_paused()
    {
        request_bot(state, BotRequestKind::Move(player), effects);
    }
}

/// Requests a move or a hint from a bot.
pub(super) fn request_bot(
    state: &mut TerminalState,
    kind: BotRequestKind,
    effects: &mut Vec<ScreenEffect>,
) {
    state.last_request_id += 1;
    let id = state.last_request_id;
    let at = state.table.point();
    state.bot_request = Some(BotRequest { id, kind, at });
    let game = Box::new(state.game().clone());
    effects.push(ScreenEffect::RequestBot { id, kind, game });
}

/// Requests the verdicts of the shown position, if they are switched on.
pub(super) fn request_verdicts(state: &mut TerminalState, effects: &mut Vec<ScreenEffect>) {
    state.verdicts.columns.clear();
    state.verdicts.sentences.clear();
    if state.verdicts.id.take().is_some() {
        effects.push(ScreenEffect::CancelVerdicts);
    }
    let game = state.shown_game();
    if state.verdicts.is_on && game.end().is_none() {
        state.last_request_id += 1;
        let id = state.last_request_id;
        state.verdicts.id = Some(id);
        let game = Box::new(game);
        effects.push(ScreenEffect::RequestVerdicts { id, game });
    }
}

/// Remembers an unfinished game that another one replaces, to print it at the end.
pub(super) fn remember_replaced_game(state: &mut TerminalState) {
    let unfinished = state.is_unfinished().then(|| state.game().clone());
    push_replaced_game(state, unfinished);
}

fn push_replaced_game(state: &mut TerminalState, unfinished: Option<Game>) {
    if state.replaced_games.len() < REPLACED_GAMES_MAX {
        state.replaced_games.extend(unfinished);
    }
}

/// Resets the view after another game has replaced the last one.
pub(super) fn reset_view(state: &mut TerminalState, effects: &mut Vec<ScreenEffect>) {
    state.aim = state.width() / 2;
    state.reviewed_ply = None;
    state.falling = None;
    state.kind = MoveKind::Drop;
    after_change(state, effects);
}

/// Plays the move that a bot chose for this point of the game.
pub(super) fn play_bot_move(
    state: &mut TerminalState,
    at: Point,
    mv: Move,
    effects: &mut Vec<ScreenEffect>,
) {
    if let Some(seat) = state.table.to_move() {
        run_command(
            state,
            &Command::PlayMove { at, mv },
            Actor::Seat(seat),
            effects,
        );
    }
}
