//! What each event does to the state. Pure: files, bots and the terminal are asked for as
//! effects, and their answers come back as events.

use std::path::PathBuf;

use foursight_bots::{Choice, Level};
use foursight_core::{Column, Game, Move, Player};
use foursight_solver::{Answer, Verdict};
use foursight_table::{By, Command, Event as Fact, Happened, Ply, Point, Refused, Spot, Table};
use ratatui::crossterm::event::KeyEvent;

use super::bindings::Action;
use super::keys;
use super::state::{Asked, Falling, FileUse, Kind, Overlay, State, Why};
use super::view::column_at;
use crate::words::{self, happened};

/// With animation a bot moves no sooner than so many ticks after the last move.
const MOMENT_TICKS: u64 = 14;

/// So many unfinished games are remembered when another takes their place.
const LEFT_BEHIND_MAX: usize = 100;

/// Something that happened.
#[derive(Clone, Debug)]
pub(crate) enum Event {
    Key(KeyEvent),
    /// A click on this column and line of the terminal.
    Click(u16, u16),
    Resize(u16, u16),
    /// A thirtieth of a second went by.
    Tick,
    /// A bot has answered.
    Chosen {
        id: u64,
        choice: Option<Choice>,
    },
    /// The solver knows this much about each column.
    Judged {
        id: u64,
        columns: Vec<Option<Answer<Verdict>>>,
        /// A sentence a column with the reason; empty before that is known.
        sentences: Vec<String>,
        is_final: bool,
    },
    /// The solver does not know these rules.
    NotJudged {
        id: u64,
        reason: String,
    },
    Saved {
        path: PathBuf,
        refused: Option<NotSaved>,
    },
    /// The game was saved after a move, or not.
    Kept(Option<String>),
    Loaded(Result<Box<Table>, String>),
    /// Something to tell, such as that the learner's memory cannot be written.
    Told(String),
}

/// Why a game was not saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NotSaved {
    Exists,
    Failed(String),
}

/// What the program around must do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// Let a bot think; an earlier question is dropped.
    Ask {
        id: u64,
        why: Why,
        game: Box<Game>,
    },
    /// The answer is no longer wanted.
    StopAsking,
    /// The answer is wanted now.
    Hurry,
    Judge {
        id: u64,
        game: Box<Game>,
    },
    StopJudging,
    /// The learner remembers this finished game.
    Learn {
        player: Player,
        game: Box<Game>,
    },
    /// The game that has ended goes into the scores.
    Count,
    Save {
        path: PathBuf,
        overwrite: bool,
    },
    /// Bring what the game is kept in up to date.
    Keep,
    Load(PathBuf),
    /// Ring the bell.
    Ring,
    /// Draw everything again: another program wrote onto the screen.
    Redraw,
    /// Give the terminal back until the shell lets the game go on.
    Suspend,
    Leave,
}

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
            state.say("Loaded.");
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
    if happened.is_first_end {
        effects.push(Effect::Count);
        learn(state, effects);
    }
    settle(state, effects);
}

fn moved(state: &mut State, ply: &Ply, effects: &mut Vec<Effect>) {
    if state.level(ply.player).is_some() || state.table.is_over() {
        ring(state, effects);
    }
    state.said = happened::made(ply, &state.name(ply.player));
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
fn leave_behind(state: &mut State) {
    let unfinished = state.is_unfinished().then(|| state.game().clone());
    remember(state, unfinished);
}

fn remember(state: &mut State, unfinished: Option<Game>) {
    if state.left_behind.len() < LEFT_BEHIND_MAX {
        state.left_behind.extend(unfinished);
    }
}

/// Another game has taken the place of the last one.
fn game_began(state: &mut State, effects: &mut Vec<Effect>) {
    state.aim = state.width() / 2;
    state.walk = None;
    state.falling = None;
    state.kind = Kind::Drop;
    settle(state, effects);
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
        bot_moves(state, at, step, effects);
    }
}

/// A bot makes the move that it was asked for at this point of the game.
fn bot_moves(state: &mut State, at: Point, step: Move, effects: &mut Vec<Effect>) {
    if let Some(seat) = state.table.to_move() {
        act(state, &Command::Move { at, step }, By::Seat(seat), effects);
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
        Why::Move(_) => bot_moves(state, asked.at, choice.step, effects),
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

/// A file name was typed.
pub(super) fn file_named(what: FileUse, text: &str, effects: &mut Vec<Effect>) {
    let path = PathBuf::from(text);
    effects.push(match what {
        FileUse::Save => Effect::Save {
            path,
            overwrite: false,
        },
        FileUse::Load => Effect::Load(path),
    });
}
