//! What lies over the grid: the list of keys, questions, and the name of a file being typed.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::symbols::border::Set;
use ratatui::widgets::{Block, BorderType, Clear, Widget};

use super::bindings::DIGITS;
use super::keys::refused;
use super::panel::wrapped;
use super::state::{FileUse, Overlay, State};
use super::view::line;
use crate::words::reading;

/// The columns of the border and the gap beside it, on both sides together.
const SIDES: u16 = 4;
/// Where the second column of the list of keys begins.
const KEYS_COLUMNS: usize = 14;
/// Room to type the name of a file.
const FILE_COLUMNS: usize = 50;

/// How far the text can be scrolled.
pub(super) fn scroll_max(state: &State) -> usize {
    let lines = content(state).map_or(0, |(_, lines)| lines.len());
    lines.saturating_sub(state.size.1.saturating_sub(2).into())
}

/// Draws it in the middle. Gives back where the cursor belongs.
pub(super) fn draw(state: &State, size: (u16, u16), buffer: &mut Buffer) -> Option<(u16, u16)> {
    let (title, lines) = content(state)?;
    let hidden = scroll_max(state);
    let title = match hidden {
        0 => title.to_owned(),
        _ if state.scroll < hidden => format!("{title}: Down for more"),
        _ => format!("{title}: Up for more"),
    };
    let widest = lines.iter().map(|text| text.chars().count()).max();
    let wanted = widest.unwrap_or(0).max(title.len() + 2) as u16 + SIDES;
    let (width, height) = (wanted.min(size.0), (lines.len() as u16 + 2).min(size.1));
    let area = Rect {
        x: (size.0 - width) / 2,
        y: (size.1 - height) / 2,
        width,
        height,
    };
    Clear.render(area, buffer);
    Block::bordered()
        .border_set(border(state.settings.ascii))
        .title(format!(" {title} "))
        .render(area, buffer);
    let inside = width.saturating_sub(SIDES);
    let (x, y) = (area.x + 2, area.y + 1);
    let room = height.saturating_sub(2);
    for (text, down) in lines.iter().skip(state.scroll).zip(0..room) {
        line(buffer, (x, y + down), inside, text, Style::new());
    }
    let Overlay::File { text, .. } = &state.overlay else {
        return Some((x, y));
    };
    Some((x + draw_name(text, (x, y), inside, buffer), y))
}

fn border(is_ascii: bool) -> Set<'static> {
    if !is_ascii {
        return BorderType::Rounded.to_border_set();
    }
    Set {
        top_left: "+",
        top_right: "+",
        bottom_left: "+",
        bottom_right: "+",
        vertical_left: "|",
        vertical_right: "|",
        horizontal_top: "-",
        horizontal_bottom: "-",
    }
}

/// Draws the name that is being typed, and says how much of it is shown.
fn draw_name(name: &str, at: (u16, u16), width: u16, buffer: &mut Buffer) -> u16 {
    // The end of a long name is what is being typed.
    let shown = end_of(name, width.saturating_sub(1).into());
    let style = Style::new().add_modifier(Modifier::UNDERLINED);
    line(buffer, at, width, &" ".repeat(width.into()), style);
    line(buffer, at, width, &shown, style);
    shown.chars().count() as u16
}

/// The title and the lines.
fn content(state: &State) -> Option<(&'static str, Vec<String>)> {
    let room = usize::from(state.size.0.saturating_sub(SIDES)).max(1);
    Some(match &state.overlay {
        Overlay::None => return None,
        Overlay::Help => ("Keys", help(state, room)),
        Overlay::Grid => {
            let rows = reading::grid(&state.shown(), state.table.start());
            let rows = rows.iter().flat_map(|row| wrapped(row, room));
            ("The grid", rows.collect())
        }
        Overlay::Leave => question(
            "Quit?",
            "The game is not over.",
            "y or the same key quits and says how to go on later; others stay.",
        ),
        Overlay::New => question(
            "New game?",
            "The game is not over.",
            "y begins a new one; any other key stays.",
        ),
        Overlay::Overwrite(path) => question(
            "Overwrite?",
            &format!("{} exists.", path.display()),
            "y writes over it; any other key keeps it.",
        ),
        Overlay::File { what, .. } => question(
            match what {
                FileUse::Save => "Save to which file?",
                FileUse::Load => "Open which file?",
            },
            &" ".repeat(FILE_COLUMNS),
            "Enter to go on, Esc to go back.",
        ),
    })
}

fn question(title: &'static str, about: &str, answers: &str) -> (&'static str, Vec<String>) {
    (title, vec![about.to_owned(), answers.to_owned()])
}

/// Every key and what it does.
fn help(state: &State, room: usize) -> Vec<String> {
    let is_offered = |action| !state.settings.is_official() || refused(action).is_none();
    let rows = state.settings.keys.help(&is_offered).into_iter();
    let rows = rows.flat_map(|(keys, what)| {
        let keys = if state.settings.ascii {
            keys.replace('←', "<").replace('→', ">")
        } else {
            keys
        };
        let what = match &*keys {
            DIGITS if state.width() > 9 => "aim at that column".to_owned(),
            _ if state.settings.ascii => what.replace('↓', "Down"),
            _ => what.to_owned(),
        };
        let keys = match &*keys {
            DIGITS => columns(state),
            _ => keys,
        };
        hung(&keys, &what, room)
    });
    rows.collect()
}

/// The keys of the columns: digits, and capital letters if those are wanted.
fn columns(state: &State) -> String {
    let digits = format!("1 to {}", state.width().min(9));
    let mut letters = ('A'..='Z').take(state.width());
    let is_key = |letter: &char| state.settings.keys.column(*letter).is_some();
    match letters.by_ref().take_while(is_key).last() {
        Some(last) => format!("{digits}, A-{last}"),
        None => digits,
    }
}

/// A key and what it does, on several lines if need be.
fn hung(keys: &str, what: &str, room: usize) -> Vec<String> {
    let parts = wrapped(what, room.saturating_sub(KEYS_COLUMNS).max(1));
    let heads = std::iter::once(keys).chain(std::iter::repeat(""));
    let lines = heads.zip(parts);
    lines
        .map(|(head, part)| format!("{head:<KEYS_COLUMNS$}{part}"))
        .collect()
}

fn end_of(text: &str, width: usize) -> String {
    let skipped = text.chars().count().saturating_sub(width);
    text.chars().skip(skipped).collect()
}
