//! What each key does. The keys are those of the web page as far as a terminal has them.

use std::path::PathBuf;

use foursight_core::{Column, Move, Player, PowerDisc};
use foursight_table::{By, Command};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::act::{self, ask, choose, column_chosen, drop_aimed, judge};
use super::bindings::Action;
use super::event::Effect;
use super::overlay;
use super::state::{FileUse, Kind, Overlay, State, Why};
use crate::opponents;
use crate::sitting::Official;
use crate::words::{self, reading};

/// The longest file name that can be typed.
const FILE_CHARS_MAX: usize = 1000;
/// A grid of at most so many columns drops on a single digit.
const SINGLE_DIGIT_COLUMNS: usize = 9;

/// Does what a key stands for.
pub(super) fn press(state: &mut State, key: KeyEvent, effects: &mut Vec<Effect>) {
    if key.kind == KeyEventKind::Release {
        return;
    }
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        match key.code {
            KeyCode::Char('c' | 'd') => effects.push(Effect::Leave),
            KeyCode::Char('l') => effects.push(Effect::Redraw),
            KeyCode::Char('z') => effects.push(Effect::Suspend),
            _ => {}
        }
        return;
    }
    // Nobody has to wait for a disc to come down.
    state.falling = None;
    match std::mem::replace(&mut state.overlay, Overlay::None) {
        Overlay::None => press_in_game(state, key.code, effects),
        text @ (Overlay::Help | Overlay::Grid) => {
            state.overlay = text;
            scroll(state, key.code);
        }
        Overlay::Leave if is_yes(state, key.code, Action::Quit) => effects.push(Effect::Leave),
        Overlay::New if is_yes(state, key.code, Action::New) => new_game(state, effects),
        Overlay::Leave | Overlay::New => state.say("The game goes on."),
        Overlay::Overwrite(path) => match key.code {
            KeyCode::Char('y') => effects.push(Effect::Save {
                path,
                overwrite: true,
            }),
            _ => state.say("Not saved."),
        },
        Overlay::File { what, text } => type_file(state, what, text, key.code, effects),
    }
}

/// Moves through a long text; any other key closes it.
fn scroll(state: &mut State, code: KeyCode) {
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

fn press_in_game(state: &mut State, code: KeyCode, effects: &mut Vec<Effect>) {
    if let Some(typed) = state.reading.take()
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
        // After the end of a game of a tournament there is nothing to do but go on.
        KeyCode::Enter if state.settings.is_official() && state.table.is_over() => {
            effects.push(Effect::Leave);
        }
        KeyCode::Enter | KeyCode::Down | KeyCode::Char(' ') => drop_aimed(state, effects),
        KeyCode::PageUp => walk_by(state, -1, effects),
        KeyCode::PageDown => walk_by(state, 1, effects),
        KeyCode::Home => walk_to(state, 0, effects),
        KeyCode::End => walk_to(state, usize::MAX, effects),
        KeyCode::Esc => escape(state, effects),
        KeyCode::Tab => next_kind(state),
        KeyCode::F(1) => open(state, Overlay::Help),
        KeyCode::Char(key) => {
            if let Some(action) = state.settings.keys.action(key) {
                act(state, action, effects);
            }
        }
        _ => {}
    }
}

/// Why a game of a tournament has no use for what a key is bound to.
pub(super) const fn refused(action: Action) -> Option<&'static str> {
    match action {
        Action::Undo | Action::Redo => Some(Official::STANDS),
        Action::Hint | Action::Verdicts | Action::Threats => Some(Official::NO_HELP),
        Action::New | Action::Open => Some(Official::ONLY_THIS),
        _ => None,
    }
}

/// Does what a key is bound to.
fn act(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    if let Some(reason) = refused(action).filter(|_| state.settings.is_official()) {
        return state.say(reason);
    }
    match action {
        Action::Left => aim_by(state, -1),
        Action::Right => aim_by(state, 1),
        Action::Drop => drop_aimed(state, effects),
        Action::Undo => act_shared(state, &Command::TakeBack(state.table.point()), effects),
        Action::Redo => act_shared(state, &Command::Redo(state.table.point()), effects),
        Action::Hint => hint(state, effects),
        Action::Verdicts => toggle_verdicts(state, effects),
        Action::Back => walk_by(state, -1, effects),
        Action::Forward => walk_by(state, 1, effects),
        Action::Last => state.said = reading::last_move(&state.shown(), state.table.start()),
        Action::Threats => state.said = threats(state),
        Action::Read => {
            state.reading = Some(0);
            state.say("Read which column? The same key again reads the one aimed at.");
        }
        Action::Grid => open(state, Overlay::Grid),
        Action::Flip => flip(state),
        Action::Zen => zen(state),
        Action::Clocks => clocks(state),
        Action::Sound => mute(state, effects),
        Action::Hurry => effects.push(Effect::Hurry),
        Action::Pass => choose(state, Move::Pass, effects),
        Action::Pop => kind(state, Kind::Pop),
        Action::Anvil => kind(state, Kind::Power(PowerDisc::Anvil)),
        Action::Bomb => kind(state, Kind::Power(PowerDisc::Bomb)),
        Action::Wall => kind(state, Kind::Power(PowerDisc::Wall)),
        Action::Double => kind(state, Kind::Power(PowerDisc::Double)),
        Action::Save => ask_for_file(state, FileUse::Save),
        Action::Open => ask_for_file(state, FileUse::Load),
        Action::New if state.is_unfinished() => state.overlay = Overlay::New,
        Action::New => new_game(state, effects),
        Action::Help => open(state, Overlay::Help),
        Action::Quit if state.is_unfinished() => state.overlay = Overlay::Leave,
        Action::Quit => effects.push(Effect::Leave),
    }
}

/// The threats of the position that is shown.
fn threats(state: &State) -> String {
    let start = state.table.start();
    reading::threats_of(&state.shown(), &|player| {
        opponents::short_name(start, player)
    })
}

/// True if a key says yes to a question: y, Enter, or the key that asked it.
fn is_yes(state: &State, code: KeyCode, asked_by: Action) -> bool {
    match code {
        KeyCode::Enter | KeyCode::Char('y') => true,
        KeyCode::Char(key) => state.settings.keys.action(key) == Some(asked_by),
        _ => false,
    }
}

fn type_digit(state: &mut State, digit: char, effects: &mut Vec<Effect>) {
    let digit = digit.to_digit(10).unwrap_or(0) as usize;
    let width = state.width();
    if width <= SINGLE_DIGIT_COLUMNS {
        if (1..=width).contains(&digit) {
            column_chosen(state, digit, effects);
        } else {
            state.said = format!("There is no column {digit}: use 1 to {width}.");
        }
        return;
    }
    // On a wide grid a column may take two digits, so they aim and Enter drops.
    state.typed = longer_number(state.typed, digit, width);
    if (1..=width).contains(&state.typed) {
        state.aim = state.typed - 1;
        state.said = format!("Aiming at column {}. Enter drops.", state.typed);
    }
}

/// A capital letter drops in its column, on wide grids too.
fn type_letter(state: &mut State, letter: char, effects: &mut Vec<Effect>) {
    let width = state.width();
    match state.settings.keys.column(letter) {
        Some(number) if number <= width => column_chosen(state, number, effects),
        _ => state.said = format!("There is no column {letter}: use 1 to {width}."),
    }
}

/// The number typed so far with another digit, or that digit alone if there is no such column.
fn longer_number(typed: usize, digit: usize, width: usize) -> usize {
    let longer = typed * 10 + digit;
    if (1..=width).contains(&longer) {
        longer
    } else {
        digit
    }
}

/// What was typed after `r`; false if it was another key, which then does what it always does.
fn read_column(state: &mut State, typed: usize, code: KeyCode) -> bool {
    let width = state.width();
    let number = match code {
        KeyCode::Char(digit @ '0'..='9') => {
            let digit = digit.to_digit(10).unwrap_or(0) as usize;
            longer_number(typed, digit, width)
        }
        KeyCode::Char(letter) if state.settings.keys.column(letter).is_some() => {
            state.settings.keys.column(letter).unwrap_or_default()
        }
        KeyCode::Enter => state.aim + 1,
        KeyCode::Char(key) if state.settings.keys.action(key) == Some(Action::Read) => {
            state.aim + 1
        }
        KeyCode::Esc => {
            state.said.clear();
            return true;
        }
        _ => return false,
    };
    let column = Column::from_number(number).filter(|_| number <= width);
    let Some(column) = column else {
        state.said = format!("There is no column {number}: use 1 to {width}.");
        return true;
    };
    state.said = reading::column(&state.shown(), column);
    // On a wide grid another digit may follow.
    let may_go_on = code != KeyCode::Enter && number * 10 <= width;
    state.reading = may_go_on.then_some(number);
    true
}

fn open(state: &mut State, overlay: Overlay) {
    state.overlay = overlay;
    state.scroll = 0;
}

fn flip(state: &mut State) {
    state.look.is_flipped = !state.look.is_flipped;
    let leftmost = if state.look.is_flipped {
        state.width()
    } else {
        1
    };
    state.said = format!("Flipped: column {leftmost} is on the left.");
}

fn zen(state: &mut State) {
    state.look.is_zen = !state.look.is_zen;
    state.say(if state.look.is_zen {
        "Zen: only the grid. The same key brings the rest back."
    } else {
        "Everything is shown again."
    });
}

fn clocks(state: &mut State) {
    state.shows_clocks = !state.shows_clocks;
    let [first, second] = Player::BOTH.map(|player| words::minutes(state.thought(player)));
    let [one, two] = Player::BOTH.map(|player| state.short_name(player));
    state.said = format!("{one} has thought for {first}, {two} for {second}.");
}

fn mute(state: &mut State, effects: &mut Vec<Effect>) {
    state.settings.sound = state.settings.sound.switched();
    if state.settings.sound.is_on() {
        effects.push(Effect::Ring);
        state.say("Sound on: the bell rings for bots' moves, refusals and the end.");
    } else {
        state.say("Sound off.");
    }
}

fn aim_by(state: &mut State, by: isize) {
    state.typed = 0;
    let by = if state.look.is_flipped { -by } else { by };
    let aimed = state.aim.checked_add_signed(by);
    state.aim = aimed.map_or(0, |aim| aim.min(state.width() - 1));
    state.hint = None;
}

fn hint(state: &mut State, effects: &mut Vec<Effect>) {
    if state.walk.is_some() {
        state.say("Hints are for the game itself. Esc goes back to it.");
    } else if state.game().end().is_some() {
        state.say("The game is over.");
    } else if state.bot_to_move().is_some() {
        state.say("It is not your turn.");
    } else {
        state.say("Looking for a hint.");
        ask(state, Why::Hint, effects);
    }
}

fn toggle_verdicts(state: &mut State, effects: &mut Vec<Effect>) {
    state.verdicts.is_on = !state.verdicts.is_on;
    state.said = if state.verdicts.is_on {
        "Verdicts on.".to_owned()
    } else {
        "Verdicts off.".to_owned()
    };
    judge(state, effects);
}

fn walk_by(state: &mut State, by: isize, effects: &mut Vec<Effect>) {
    let from = state.walk.unwrap_or(state.game().moves().len());
    walk_to(state, from.saturating_add_signed(by), effects);
}

fn walk_to(state: &mut State, moves: usize, effects: &mut Vec<Effect>) {
    let all = state.game().moves().len();
    state.walk = (moves < all).then_some(moves);
    state.said = match state.walk {
        None => "This is the game as it stands.".to_owned(),
        Some(0) => "The start of the game.".to_owned(),
        Some(moves) => {
            let last = reading::last_move(&state.shown(), state.table.start());
            format!("Move {moves} of {all}. {last}")
        }
    };
    judge(state, effects);
}

/// One step back from whatever is going on; never out of the game.
fn escape(state: &mut State, effects: &mut Vec<Effect>) {
    state.typed = 0;
    state.hint = None;
    if state.walk.is_some() {
        walk_to(state, usize::MAX, effects);
    } else if state.kind != Kind::Drop {
        state.kind = Kind::Drop;
        state.say("A column drops a disc again.");
    } else if state.asked.is_some_and(|asked| asked.why == Why::Hint) {
        state.asked = None;
        effects.push(Effect::StopAsking);
        state.said.clear();
    }
}

fn kind(state: &mut State, kind: Kind) {
    if !state.kinds().contains(&kind) {
        state.said = match kind {
            Kind::Pop => "There are no pops in this variant.".to_owned(),
            _ => "There are no power discs in this variant.".to_owned(),
        };
        return;
    }
    state.kind = if state.kind == kind { Kind::Drop } else { kind };
    // The status line asks for the column.
    state.said.clear();
}

fn next_kind(state: &mut State) {
    let kinds = state.kinds();
    let at = kinds.iter().position(|kind| *kind == state.kind);
    let next = kinds[(at.unwrap_or(0) + 1) % kinds.len()];
    if next != state.kind {
        kind(state, next);
    }
}

fn ask_for_file(state: &mut State, what: FileUse) {
    let text = match (&state.settings.keep_in, what) {
        (Some(path), FileUse::Save) => path.display().to_string(),
        (_, FileUse::Load) => {
            let offered = state.settings.cut_off.iter().find(|path| path.exists());
            offered.map_or(String::new(), |path| path.display().to_string())
        }
        _ => String::new(),
    };
    state.overlay = Overlay::File { what, text };
}

fn type_file(
    state: &mut State,
    what: FileUse,
    mut text: String,
    code: KeyCode,
    effects: &mut Vec<Effect>,
) {
    match code {
        KeyCode::Esc => return,
        KeyCode::Enter if text.trim().is_empty() => return,
        KeyCode::Enter => return file_named(what, text.trim(), effects),
        KeyCode::Backspace => {
            text.pop();
        }
        KeyCode::Char(letter) if text.chars().count() < FILE_CHARS_MAX => text.push(letter),
        _ => {}
    }
    state.overlay = Overlay::File { what, text };
}

fn new_game(state: &mut State, effects: &mut Vec<Effect>) {
    act_shared(state, &Command::Next, effects);
}

/// The people at the terminal ask something of the table.
fn act_shared(state: &mut State, command: &Command, effects: &mut Vec<Effect>) {
    act::act(state, command, By::Shared, effects);
}

/// A file name was typed.
fn file_named(what: FileUse, text: &str, effects: &mut Vec<Effect>) {
    let path = PathBuf::from(text);
    effects.push(match what {
        FileUse::Save => Effect::Save {
            path,
            overwrite: false,
        },
        FileUse::Load => Effect::Load(path),
    });
}
