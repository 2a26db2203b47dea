//! Overlays: the key list, questions, and the input of a file name.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::symbols::border::Set;
use ratatui::widgets::{Block, BorderType, Clear, Widget};

use super::bindings::DIGITS;
use super::keys::tournament_refusal;
use super::panel::wrap_words;
use super::state::{FilePrompt, Overlay, TerminalState};
use super::view::render_line;
use crate::text::board_description;

/// Columns of the border and the gap beside it, on both sides together.
const SIDES: u16 = 4;
/// Column at which the second part of the key list begins.
const KEYS_COLUMNS: usize = 14;
/// Width of the file name input.
const FILE_COLUMNS: usize = 50;

/// Returns the maximum scroll offset of the text.
pub(super) fn scroll_max(state: &TerminalState) -> usize {
    let lines = content(state).map_or(0, |(_, lines)| lines.len());
    lines.saturating_sub(state.size.1.saturating_sub(2).into())
}

/// Renders the overlay in the middle, and returns the position of the cursor.
pub(super) fn render(
    state: &TerminalState,
    size: (u16, u16),
    buffer: &mut Buffer,
) -> Option<(u16, u16)> {
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
        render_line(buffer, (x, y + down), inside, text, Style::new());
    }
    let Overlay::File { text, .. } = &state.overlay else {
        return Some((x, y));
    };
    Some((x + render_name(text, (x, y), inside, buffer), y))
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

/// Renders the typed file name, and returns the width of the visible part.
fn render_name(name: &str, at: (u16, u16), width: u16, buffer: &mut Buffer) -> u16 {
    // Show the end of a long name, where the user types.
    let shown = end_of(name, width.saturating_sub(1).into());
    let style = Style::new().add_modifier(Modifier::UNDERLINED);
    render_line(buffer, at, width, &" ".repeat(width.into()), style);
    render_line(buffer, at, width, &shown, style);
    shown.chars().count() as u16
}

/// Returns the title and the lines.
fn content(state: &TerminalState) -> Option<(&'static str, Vec<String>)> {
    let room = usize::from(state.size.0.saturating_sub(SIDES)).max(1);
    Some(match &state.overlay {
        Overlay::None => return None,
        Overlay::Help => ("Keys", help(state, room)),
        Overlay::Board => {
            let rows = board_description::board(&state.shown_game(), state.table.start());
            let rows = rows.iter().flat_map(|row| wrap_words(row, room));
            ("The board", rows.collect())
        }
        Overlay::Leave => question(
            "Quit?",
            "The game is not over.",
            "y or the same key quits and shows how to resume; others stay.",
        ),
        Overlay::New => question(
            "New game?",
            "The game is not over.",
            "y starts a new one; any other key stays.",
        ),
        Overlay::Overwrite(path) => question(
            "Overwrite?",
            &format!("{} exists.", path.display()),
            "y overwrites it; any other key keeps it.",
        ),
        Overlay::File { purpose, .. } => question(
            match purpose {
                FilePrompt::Save => "Save to which file?",
                FilePrompt::Load => "Open which file?",
            },
            &" ".repeat(FILE_COLUMNS),
            "Enter to continue, Esc to cancel.",
        ),
    })
}

fn question(title: &'static str, about: &str, answers: &str) -> (&'static str, Vec<String>) {
    (title, vec![about.to_owned(), answers.to_owned()])
}

/// Lists all keys and what they do.
fn help(state: &TerminalState, room: usize) -> Vec<String> {
    let is_offered =
        |action| !state.settings.is_tournament_game() || tournament_refusal(action).is_none();
    let rows = state.settings.keys.help(&is_offered).into_iter();
    let rows = rows.flat_map(|(keys, description)| {
        let keys = if state.settings.ascii {
            keys.replace('←', "<").replace('→', ">")
        } else {
            keys
        };
        let description = match &*keys {
            DIGITS if state.width() > 9 => "aim at that column".to_owned(),
            _ if state.settings.ascii => description.replace('↓', "Down"),
            _ => description.to_owned(),
        };
        let keys = match &*keys {
            DIGITS => columns(state),
            _ => keys,
        };
        hanging_lines(&keys, &description, room)
    });
    rows.collect()
}

/// Lists the keys of the columns: digits, and capital letters if enabled.
fn columns(state: &TerminalState) -> String {
    let digits = format!("1 to {}", state.width().min(9));
    let mut letters = ('A'..='Z').take(state.width());
    let is_key = |letter: &char| state.settings.keys.column(*letter).is_some();
    match letters.by_ref().take_while(is_key).last() {
        Some(last) => format!("{digits}, A-{last}"),
        None => digits,
    }
}

/// Formats a key and its action, with hanging indentation over several lines.
fn hanging_lines(keys: &str, description: &str, room: usize) -> Vec<String> {
    let parts = wrap_words(description, room.saturating_sub(KEYS_COLUMNS).max(1));
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
