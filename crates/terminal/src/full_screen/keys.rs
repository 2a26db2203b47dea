//! Key handling. The keys are those of the web page as far as a terminal has them.

use std::path::PathBuf;

use foursight_core::{Column, Move, Player, PowerDisc};
use foursight_phrases::Language;
use foursight_phrases::refusals::{GAME_OVER, NOT_YOUR_TURN};
use foursight_table::{Actor, Command};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::bindings::KeyAction;
use super::commands::{
    self, choose_column, play_aimed_column, play_move, request_bot, request_verdicts,
};
use super::event::ScreenEffect;
use super::overlay;
use super::state::{BotRequestKind, FilePrompt, MoveKind, Overlay, TerminalState};
use crate::players;
use crate::session::TournamentGameMode;
use crate::text::{self, board_description};

/// Maximum length of a typed file name.
const FILE_CHARS_MAX: usize = 1000;
/// Maximum number of columns for which a single digit drops.
const SINGLE_DIGIT_COLUMNS: usize = 9;

/// Handles a key.
pub(super) fn handle_key(
    state: &mut TerminalState,
    key: KeyEvent,
    effects: &mut Vec<ScreenEffect>,
) {
    if key.kind == KeyEventKind::Release {
        return;
    }
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        match key.code {
            KeyCode::Char('c' | 'd') => effects.push(ScreenEffect::Quit),
            KeyCode::Char('l') => effects.push(ScreenEffect::Repaint),
            KeyCode::Char('z') => effects.push(ScreenEffect::Suspend),
            _ => {}
        }
        return;
    }
    // A key skips the drop animation.
    state.falling = None;
    match std::mem::replace(&mut state.overlay, Overlay::None) {
        Overlay::None => handle_game_key(state, key.code, effects),
        text @ (Overlay::Help | Overlay::Board) => {
            state.overlay = text;
            scroll(state, key.code);
        }
        Overlay::Leave if is_confirmation(state, key.code, KeyAction::Quit) => {
            effects.push(ScreenEffect::Quit);
        }
        Overlay::New if is_confirmation(state, key.code, KeyAction::New) => {
            new_game(state, effects);
        }
        Overlay::Leave | Overlay::New => state.set_status("The game continues."),
        Overlay::Overwrite(path) => match key.code {
            KeyCode::Char('y') => effects.push(ScreenEffect::Save {
                path,
                overwrite: true,
            }),
            _ => state.set_status("Not saved."),
        },
        Overlay::File { purpose, text } => type_file(state, purpose, text, key.code, effects),
    }
}

/// Scrolls a long text; any other key closes it.
fn scroll(state: &mut TerminalState, code: KeyCode) {
    let last = overlay::scroll_max(state);
    let page = usize::from(state.size.1.saturating_sub(3)).max(1);
    state.scroll = match code {
        KeyCode::Down | KeyCode::Char('j') => state.scroll + 1,
        KeyCode::Up | KeyCode::Char('k') => state.scroll.saturating_sub(1),
        KeyCode::PageDown | KeyCode::Char(' ') if state.scroll < last => state.scroll + page,
        KeyCode::PageUp => state.scroll.saturating_sub(page),
        KeyCode::Home => 0,
        KeyCode::End => last,
        _ => {
            state.overlay = Overlay::None;
            0
        }
    }
    .min(last);
}

fn handle_game_key(state: &mut TerminalState, code: KeyCode, effects: &mut Vec<ScreenEffect>) {
    if let Some(typed) = state.column_to_read.take()
        && read_column(state, typed, code)
    {
        return;
    }
    match code {
        KeyCode::Char(digit @ '0'..='9') => type_digit(state, digit, effects),
        KeyCode::Char(letter) if state.settings.keys.column(letter).is_some() => {
            type_letter(state, letter, effects);
        }
        KeyCode::Left => aim_by(state, -1),
        KeyCode::Right => aim_by(state, 1),
        // After a tournament game the only action left is to continue.
        KeyCode::Enter if state.settings.is_tournament_game() && state.table.is_over() => {
            effects.push(ScreenEffect::Quit);
        }
        KeyCode::Enter | KeyCode::Down | KeyCode::Char(' ') => play_aimed_column(state, effects),
        KeyCode::PageUp => review_by(state, -1, effects),
        KeyCode::PageDown => review_by(state, 1, effects),
        KeyCode::Home => review_to(state, 0, effects),
        KeyCode::End => review_to(state, usize::MAX, effects),
        KeyCode::Esc => step_back(state, effects),
        KeyCode::Tab => next_kind(state),
        KeyCode::F(1) => open_overlay(state, Overlay::Help),
        KeyCode::Char(key) => {
            if let Some(action) = state.settings.keys.action(key) {
                run_action(state, action, effects);
            }
        }
        _ => {}
    }
}

/// Returns the reason why a tournament game rejects an action.
pub(super) const fn tournament_refusal(action: KeyAction) -> Option<&'static str> {
    match action {
        KeyAction::Undo | KeyAction::Redo => Some(TournamentGameMode::NO_UNDO_REASON),
        KeyAction::Hint | KeyAction::Verdicts | KeyAction::Threats => {
            Some(TournamentGameMode::NO_HELP_REASON)
        }
        KeyAction::New | KeyAction::Open => Some(TournamentGameMode::NO_OTHER_GAME_REASON),
        _ => None,
    }
}

/// Runs the action of a key.
fn run_action(state: &mut TerminalState, action: KeyAction, effects: &mut Vec<ScreenEffect>) {
    if let Some(reason) = tournament_refusal(action).filter(|_| state.settings.is_tournament_game())
    {
        return state.set_status(reason);
    }
    match action {
        KeyAction::Left => aim_by(state, -1),
        KeyAction::Right => aim_by(state, 1),
        KeyAction::Drop => play_aimed_column(state, effects),
        KeyAction::Undo => {
            run_shared_command(state, &Command::TakeBack(state.table.point()), effects);
        }
        KeyAction::Redo => run_shared_command(state, &Command::Redo(state.table.point()), effects),
        KeyAction::Hint => request_hint(state, effects),
        KeyAction::Verdicts => toggle_verdicts(state, effects),
        KeyAction::Back => review_by(state, -1, effects),
        KeyAction::Forward => review_by(state, 1, effects),
        KeyAction::Last => {
            state.status_text =
                board_description::last_move_text(&state.shown_game(), state.table.start());
        }
        KeyAction::Threats => state.status_text = threats(state),
        KeyAction::Read => {
            state.column_to_read = Some(0);
            state.set_status("Read which column? Press the same key again for the selected one.");
        }
        KeyAction::Board => open_overlay(state, Overlay::Board),
        KeyAction::Flip => flip(state),
        KeyAction::Zen => toggle_zen(state),
        KeyAction::Clocks => toggle_clocks(state),
        KeyAction::Sound => toggle_sound(state, effects),
        KeyAction::MoveNow => effects.push(ScreenEffect::StopThinking),
        KeyAction::Pass => play_move(state, Move::Pass, effects),
        KeyAction::Pop => choose_kind(state, MoveKind::Pop),
        KeyAction::Anvil => choose_kind(state, MoveKind::Power(PowerDisc::Anvil)),
        KeyAction::Bomb => choose_kind(state, MoveKind::Power(PowerDisc::Bomb)),
        KeyAction::Wall => choose_kind(state, MoveKind::Power(PowerDisc::Wall)),
        KeyAction::Double => choose_kind(state, MoveKind::Power(PowerDisc::Double)),
        KeyAction::Save => prompt_for_file(state, FilePrompt::Save),
        KeyAction::Open => prompt_for_file(state, FilePrompt::Load),
        KeyAction::New if state.is_unfinished() => state.overlay = Overlay::New,
        KeyAction::New => new_game(state, effects),
        KeyAction::Help => open_overlay(state, Overlay::Help),
        KeyAction::Quit if state.is_unfinished() => state.overlay = Overlay::Leave,
        KeyAction::Quit => effects.push(ScreenEffect::Quit),
    }
}

/// Describes the threats of the shown position.
fn threats(state: &TerminalState) -> String {
    let start = state.table.start();
    board_description::threats_text_with(&state.shown_game(), &|player| {
        players::short_name(start, player)
    })
}

/// True if a key confirms a question: y, Enter, or the key that opened it.
fn is_confirmation(state: &TerminalState, code: KeyCode, opened_by: KeyAction) -> bool {
    match code {
        KeyCode::Enter | KeyCode::Char('y') => true,
        KeyCode::Char(key) => state.settings.keys.action(key) == Some(opened_by),
        _ => false,
    }
}

fn type_digit(state: &mut TerminalState, digit: char, effects: &mut Vec<ScreenEffect>) {
    let digit = digit.to_digit(10).unwrap_or(0) as usize;
    let width = state.width();
    if width <= SINGLE_DIGIT_COLUMNS {
        if (1..=width).contains(&digit) {
            choose_column(state, digit, effects);
        } else {
            state.status_text = format!("There is no column {digit}: use 1 to {width}.");
        }
        return;
    }
    // On a wide board a column may take two digits, so they aim and Enter drops.
    state.typed_column = append_digit(state.typed_column, digit, width);
    if (1..=width).contains(&state.typed_column) {
        state.aim = state.typed_column - 1;
        state.status_text = format!("Aiming at column {}. Enter drops.", state.typed_column);
    }
}

/// Drops in the column of a capital letter, on wide boards too.
fn type_letter(state: &mut TerminalState, letter: char, effects: &mut Vec<ScreenEffect>) {
    let width = state.width();
    match state.settings.keys.column(letter) {
        Some(number) if number <= width => choose_column(state, number, effects),
        _ => state.status_text = format!("There is no column {letter}: use 1 to {width}."),
    }
}

/// Appends a digit to the typed number, or restarts with it if there is no such column.
fn append_digit(typed: usize, digit: usize, width: usize) -> usize {
    let longer = typed * 10 + digit;
    if (1..=width).contains(&longer) {
        longer
    } else {
        digit
    }
}

/// Handles input after `r`; false for any other key, which then has its usual action.
fn read_column(state: &mut TerminalState, typed: usize, code: KeyCode) -> bool {
    let width = state.width();
    let number = match code {
        KeyCode::Char(digit @ '0'..='9') => {
            let digit = digit.to_digit(10).unwrap_or(0) as usize;
            append_digit(typed, digit, width)
        }
        KeyCode::Char(letter) if state.settings.keys.column(letter).is_some() => {
            state.settings.keys.column(letter).unwrap_or_default()
        }
        KeyCode::Enter => state.aim + 1,
        KeyCode::Char(key) if state.settings.keys.action(key) == Some(KeyAction::Read) => {
            state.aim + 1
        }
        KeyCode::Esc => {
            state.status_text.clear();
            return true;
        }
        _ => return false,
    };
    let column = Column::from_number(number).filter(|_| number <= width);
    let Some(column) = column else {
        state.status_text = format!("There is no column {number}: use 1 to {width}.");
        return true;
    };
    state.status_text = board_description::column_text(&state.shown_game(), column);
    // On a wide board another digit may follow.
    let may_go_on = code != KeyCode::Enter && number * 10 <= width;
    state.column_to_read = may_go_on.then_some(number);
    true
}

fn open_overlay(state: &mut TerminalState, overlay: Overlay) {
    state.overlay = overlay;
    state.scroll = 0;
}

fn flip(state: &mut TerminalState) {
    state.view_options.is_flipped = !state.view_options.is_flipped;
    let leftmost = if state.view_options.is_flipped {
        state.width()
    } else {
        1
    };
    state.status_text = format!("Flipped: column {leftmost} is on the left.");
}

fn toggle_zen(state: &mut TerminalState) {
    state.view_options.is_zen = !state.view_options.is_zen;
    state.set_status(if state.view_options.is_zen {
        "Zen: only the board. The same key brings the rest back."
    } else {
        "Everything is shown again."
    });
}

fn toggle_clocks(state: &mut TerminalState) {
    state.shows_clocks = !state.shows_clocks;
    let [first, second] = Player::BOTH.map(|player| text::clock_time(state.thinking_time(player)));
    let [one, two] = Player::BOTH.map(|player| state.short_name(player));
    state.status_text = format!("{one} has thought for {first}, {two} for {second}.");
}

fn toggle_sound(state: &mut TerminalState, effects: &mut Vec<ScreenEffect>) {
    state.settings.sound = state.settings.sound.toggled();
    if state.settings.sound.is_on() {
        effects.push(ScreenEffect::RingBell);
        state.set_status("Sound on: the bell rings for bot moves, illegal moves and the end.");
    } else {
        state.set_status("Sound off.");
    }
}

fn aim_by(state: &mut TerminalState, by: isize) {
    state.typed_column = 0;
    let by = if state.view_options.is_flipped {
        -by
    } else {
        by
    };
    let aimed = state.aim.checked_add_signed(by);
    state.aim = aimed.map_or(0, |aim| aim.min(state.width() - 1));
    state.hint = None;
}

fn request_hint(state: &mut TerminalState, effects: &mut Vec<ScreenEffect>) {
    if state.reviewed_ply.is_some() {
        state.set_status("Hints are only for the current position. Esc returns to it.");
    } else if state.game().end().is_some() {
        state.set_status(GAME_OVER.get(Language::English));
    } else if state.bot_to_move().is_some() {
        state.set_status(NOT_YOUR_TURN.get(Language::English));
    } else {
        state.set_status("Looking for a hint.");
        request_bot(state, BotRequestKind::Hint, effects);
    }
}

fn toggle_verdicts(state: &mut TerminalState, effects: &mut Vec<ScreenEffect>) {
    state.verdicts.is_on = !state.verdicts.is_on;
    state.status_text = if state.verdicts.is_on {
        "Verdicts on.".to_owned()
    } else {
        "Verdicts off.".to_owned()
    };
    request_verdicts(state, effects);
}

fn review_by(state: &mut TerminalState, by: isize, effects: &mut Vec<ScreenEffect>) {
    let from = state.reviewed_ply.unwrap_or(state.game().moves().len());
    review_to(state, from.saturating_add_signed(by), effects);
}

fn review_to(state: &mut TerminalState, moves: usize, effects: &mut Vec<ScreenEffect>) {
    let all = state.game().moves().len();
    state.reviewed_ply = (moves < all).then_some(moves);
    state.status_text = match state.reviewed_ply {
        None => "This is the current position.".to_owned(),
        Some(0) => "The start of the game.".to_owned(),
        Some(moves) => {
            let last = board_description::last_move_text(&state.shown_game(), state.table.start());
            format!("Move {moves} of {all}. {last}")
        }
    };
    request_verdicts(state, effects);
}

/// Goes one step back; never out of the game.
fn step_back(state: &mut TerminalState, effects: &mut Vec<ScreenEffect>) {
    state.typed_column = 0;
    state.hint = None;
    if state.reviewed_ply.is_some() {
        review_to(state, usize::MAX, effects);
    } else if state.kind != MoveKind::Drop {
        state.kind = MoveKind::Drop;
        state.set_status("A column now drops a disc again.");
    } else if state
        .bot_request
        .is_some_and(|request| request.kind == BotRequestKind::Hint)
    {
        state.bot_request = None;
        effects.push(ScreenEffect::CancelBot);
        state.status_text.clear();
    }
}

fn choose_kind(state: &mut TerminalState, kind: MoveKind) {
    if !state.move_kinds().contains(&kind) {
        state.status_text = match kind {
            MoveKind::Pop => "There are no pops in this variant.".to_owned(),
            _ => "There are no power discs in this variant.".to_owned(),
        };
        return;
    }
    state.kind = if state.kind == kind {
        MoveKind::Drop
    } else {
        kind
    };
    // The status line prompts for the column.
    state.status_text.clear();
}

fn next_kind(state: &mut TerminalState) {
    let kinds = state.move_kinds();
    let at = kinds.iter().position(|kind| *kind == state.kind);
    let next = kinds[(at.unwrap_or(0) + 1) % kinds.len()];
    if next != state.kind {
        choose_kind(state, next);
    }
}

fn prompt_for_file(state: &mut TerminalState, purpose: FilePrompt) {
    let text = match (&state.settings.autosave_path, purpose) {
        (Some(path), FilePrompt::Save) => path.display().to_string(),
        (_, FilePrompt::Load) => {
            let offered = state
                .settings
                .interrupted_game
                .iter()
                .find(|path| path.exists());
            offered.map_or(String::new(), |path| path.display().to_string())
        }
        _ => String::new(),
    };
    state.overlay = Overlay::File { purpose, text };
}

fn type_file(
    state: &mut TerminalState,
    purpose: FilePrompt,
    mut text: String,
    code: KeyCode,
    effects: &mut Vec<ScreenEffect>,
) {
    match code {
        KeyCode::Esc => return,
        KeyCode::Enter if text.trim().is_empty() => return,
        KeyCode::Enter => return submit_file_name(purpose, text.trim(), effects),
        KeyCode::Backspace => {
            text.pop();
        }
        KeyCode::Char(letter) if text.chars().count() < FILE_CHARS_MAX => text.push(letter),
        _ => {}
    }
    state.overlay = Overlay::File { purpose, text };
}

fn new_game(state: &mut TerminalState, effects: &mut Vec<ScreenEffect>) {
    run_shared_command(state, &Command::NextGame, effects);
}

/// Sends a command of the people at the terminal to the table.
fn run_shared_command(
    state: &mut TerminalState,
    command: &Command,
    effects: &mut Vec<ScreenEffect>,
) {
    commands::run_command(state, command, Actor::SharedDevice, effects);
}

/// Handles a typed file name.
fn submit_file_name(purpose: FilePrompt, text: &str, effects: &mut Vec<ScreenEffect>) {
    let path = PathBuf::from(text);
    effects.push(match purpose {
        FilePrompt::Save => ScreenEffect::Save {
            path,
            overwrite: false,
        },
        FilePrompt::Load => ScreenEffect::Load(path),
    });
}
