//! Renders the state. Rendering changes nothing and decides nothing.

use foursight_core::{Column, Outcome, Player};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Position;
use ratatui::style::{Modifier, Style};

use super::bindings::KeyAction;
use super::keys::tournament_refusal;
use super::layout::ScreenLayout;
use super::state::{MoveKind, Overlay, TerminalState};
use super::{board, overlay, panel};
use crate::text::{self, board_description};
use crate::{house_rules, players};

/// Returns the screen layout for this state, or `None` if only the status line fits.
pub(super) fn layout(state: &TerminalState) -> Option<ScreenLayout> {
    let game = state.shown_game();
    let column = Column::from_index(state.aim);
    let landing = column.and_then(|column| game.position().board().landing(column));
    let top = usize::from(game.ruleset().height()).saturating_sub(1);
    let row = landing.map_or(top, |cell| cell.row.index());
    ScreenLayout::new(
        game.ruleset(),
        state.size,
        (state.aim, row),
        state.view_options,
    )
}

/// Returns the column at a screen position.
pub(super) fn column_at(state: &TerminalState, x: u16, y: u16) -> Option<usize> {
    layout(state)?.column_at(x, y)
}

/// Renders everything and places the cursor at the aimed column.
pub(super) fn render(state: &TerminalState, frame: &mut Frame) {
    let (width, height) = state.size;
    let buffer = frame.buffer_mut();
    let mut cursor = None;
    let status = status(state);
    match layout(state) {
        None => {
            let text = format!("{status} (The window is too small for the board.)");
            render_line(buffer, (0, 0), width, &text, Style::new());
        }
        Some(layout) => {
            if let Some(y) = layout.title {
                render_title(state, y, buffer);
            }
            board::render(state, &layout, buffer);
            cursor = render_aim(state, &layout, buffer);
            render_numbers(state, &layout, buffer);
            render_verdicts(state, &layout, buffer);
            if let Some(area) = layout.panel {
                panel::render(state, area, buffer);
            }
            let bold = Style::new().add_modifier(Modifier::BOLD);
            let dim = Style::new().add_modifier(Modifier::DIM);
            // On a narrow screen the status matters more than the keys.
            let (now, below) = match (layout.keys, split_at_width(&status, width - 2)) {
                (Some(_), (first, Some(rest))) => (first, (rest, bold)),
                _ => (status, (key_hints(state), dim)),
            };
            render_line(buffer, (1, layout.status), width - 1, &now, bold);
            if let Some(y) = layout.keys {
                render_line(buffer, (1, y), width - 1, &below.0, below.1);
            }
        }
    }
    if state.overlay != Overlay::None
        && let Some(place) = overlay::render(state, (width, height), buffer)
    {
        cursor = Some(place);
    }
    if let Some((x, y)) = cursor.filter(|(x, y)| *x < width && *y < height) {
        frame.set_cursor_position(Position { x, y });
    }
}

/// Renders a line, truncated with `…`.
pub(super) fn render_line(
    buffer: &mut Buffer,
    at: (u16, u16),
    width: u16,
    text: &str,
    style: Style,
) {
    let (x, y) = at;
    let area = *buffer.area();
    if y >= area.bottom() || x >= area.right() {
        return;
    }
    let width = usize::from(width.min(area.right() - x));
    let text = if text.chars().count() > width {
        let prefix: String = text.chars().take(width.saturating_sub(1)).collect();
        format!("{prefix}…")
    } else {
        text.to_owned()
    };
    buffer.set_stringn(x, y, text, width, style);
}

/// Splits a sentence into the part that fits and the rest.
fn split_at_width(text: &str, width: u16) -> (String, Option<String>) {
    let mut lines = panel::wrap_words(text, width.into());
    let first = lines.drain(..1).collect();
    let rest = lines.join(" ");
    (first, (!rest.is_empty()).then_some(rest))
}

/// Returns the text of the status line.
pub(super) fn status(state: &TerminalState) -> String {
    let shown = state.shown_game();
    // The panel has room for the line that wins and for the reason of a verdict.
    let has_panel = layout(state).is_some_and(|layout| layout.panel.is_some());
    let next = match (shown.outcome(), shown.to_move()) {
        (Some(Outcome::Won { winner, .. }), _) if has_panel => {
            format!("{} wins.", state.short_name(winner))
        }
        (Some(outcome), _) => text::outcome_text(&outcome, &|player| state.short_name(player)),
        (None, Some(player)) if state.reviewed_ply.is_none() => turn_text(state, player),
        _ => String::new(),
    };
    let verdict = match aimed_sentence(state) {
        Some(sentence) if !has_panel => sentence.to_owned(),
        _ => aimed_verdict(state).unwrap_or_default(),
    };
    // The end of a game matters more than the move that caused it.
    let status_text = &*state.status_text;
    let parts = match shown.outcome() {
        Some(_) => [&*next, status_text, ""],
        None => [status_text, &*next, &*verdict],
    };
    parts
        .into_iter()
        .filter(|text| !text.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

fn turn_text(state: &TerminalState, player: Player) -> String {
    if state.level(player).is_some() {
        let name = state.name(player);
        return if state.table.is_paused() {
            format!("{name} is waiting: press Enter.")
        } else {
            format!("{name} is thinking.")
        };
    }
    let pending = text::pending(state.game().position());
    if let Some(pending) = pending.filter(|_| state.kind == MoveKind::Drop) {
        return format!("{}: {pending}", state.short_name(player));
    }
    match (players::only_person(state.table.start()), state.kind) {
        (Some(_), MoveKind::Drop) if !state.settings.is_tournament_game() => {
            "Your turn.".to_owned()
        }
        (_, MoveKind::Drop) => format!("{} to move.", state.short_name(player)),
        (_, MoveKind::Pop) => "Pop which column? Esc cancels.".to_owned(),
        (_, MoveKind::Power(disc)) => {
            format!("Which column for the {}? Esc cancels.", disc.name())
        }
    }
}

/// Returns the verdict of the aimed column with its reason, if known.
pub(super) fn aimed_sentence(state: &TerminalState) -> Option<&str> {
    let sentence = state.verdicts.sentences.get(state.aim);
    sentence.map(String::as_str)
}

/// Returns the verdict of the aimed column in words.
fn aimed_verdict(state: &TerminalState) -> Option<String> {
    let answer = (*state.verdicts.columns.get(state.aim)?)?;
    let number = state.aim + 1;
    Some(format!(
        "Column {number} {}.",
        board_description::verdict_text(answer)
    ))
}

fn render_title(state: &TerminalState, y: u16, buffer: &mut Buffer) {
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let (width, dim) = (state.size.0, Style::new().add_modifier(Modifier::DIM));
    render_line(buffer, (1, y), width, "Foursight", bold);
    let rules = house_rules::title(state.game().ruleset());
    let rules = rules.trim_end_matches('.');
    render_line(buffer, (12, y), width.saturating_sub(13), rules, dim);
}

/// Renders the arrow over the aimed column, and returns the position of the cursor.
fn render_aim(
    state: &TerminalState,
    layout: &ScreenLayout,
    buffer: &mut Buffer,
) -> Option<(u16, u16)> {
    let x = layout.middle(state.aim)?;
    let shown = state.shown_game();
    let style = match shown.to_move() {
        Some(player) if state.settings.color => {
            Style::new().fg(state.settings.skin.disc_colors(player).0)
        }
        Some(_) => Style::new(),
        None => return Some((x, layout.aim)),
    };
    let style = style.add_modifier(Modifier::BOLD);
    let is_up = state.kind == MoveKind::Pop;
    let arrow = match (state.settings.ascii, is_up) {
        (true, false) => "v",
        (true, true) => "^",
        (false, false) => "▼",
        (false, true) => "▲",
    };
    buffer.set_string(x, layout.aim, arrow, style);
    Some((x, layout.aim))
}

fn render_numbers(state: &TerminalState, layout: &ScreenLayout, buffer: &mut Buffer) {
    for column in layout.columns.clone() {
        let is_hinted =
            state.hint.and_then(foursight_core::Move::column) == Column::from_index(column);
        let number = column + 1;
        let is_aimed = column == state.aim;
        // Where two digits would run into the next number, the last one is enough.
        let short = |number: usize| match layout.scale.width {
            0..=2 => (number % 10).to_string(),
            _ => number.to_string(),
        };
        let (text, style) = match (is_aimed || is_hinted, layout.scale.width > 3) {
            (true, true) if is_hinted => (format!("*{number}*"), Modifier::BOLD),
            (true, true) => (format!("[{number}]"), Modifier::BOLD),
            (true, false) => (short(number), Modifier::REVERSED),
            (false, true) => (number.to_string(), Modifier::DIM),
            (false, false) => (short(number), Modifier::DIM),
        };
        let style = Style::new().add_modifier(style);
        render_centred(layout, (column, layout.numbers), &text, style, buffer);
    }
    let (left, right) = layout.more_columns(state.game().ruleset());
    let edges = [
        (left, layout.board.x.saturating_sub(1), "<"),
        (right, layout.board.right() - 1, ">"),
    ];
    for (_, x, sign) in edges.into_iter().filter(|(is_more, ..)| *is_more) {
        buffer.set_string(x, layout.numbers, sign, Style::new());
    }
}

fn render_verdicts(state: &TerminalState, layout: &ScreenLayout, buffer: &mut Buffer) {
    if !state.verdicts.is_on {
        return;
    }
    let best = state.verdicts.columns.iter().flatten();
    let best = best.filter_map(|answer| answer.exact()).max();
    for column in layout.columns.clone() {
        let answer = state.verdicts.columns.get(column).copied().flatten();
        let Some(answer) = answer else {
            continue;
        };
        let is_best = answer.exact().is_some_and(|verdict| Some(verdict) == best);
        let style = match (is_best, state.settings.color) {
            (true, true) => {
                let best = Style::new().fg(state.settings.skin.best);
                best.add_modifier(Modifier::BOLD)
            }
            (true, false) => Style::new().add_modifier(Modifier::BOLD),
            (false, _) => Style::new(),
        };
        let mut text = board_description::verdict_code(answer);
        // On narrow columns a long number would run into the next one, and half of it would be
        // misleading.
        if text.len() >= layout.scale.width.into() {
            text.truncate(1);
        }
        render_centred(layout, (column, layout.verdicts), &text, style, buffer);
    }
    if state.verdicts.columns.is_empty() && state.verdicts.id.is_some() {
        let dim = Style::new().add_modifier(Modifier::DIM);
        let width = layout.board.width;
        render_line(
            buffer,
            (layout.board.x + 1, layout.verdicts),
            width,
            "solving",
            dim,
        );
    }
}

/// Renders text centred under a column.
fn render_centred(
    layout: &ScreenLayout,
    at: (usize, u16),
    text: &str,
    style: Style,
    buffer: &mut Buffer,
) {
    let (column, y) = at;
    if let Some(middle) = layout.middle(column) {
        let x = middle.saturating_sub(text.chars().count() as u16 / 2);
        render_line(buffer, (x, y), u16::MAX, text, style);
    }
}

/// Returns the most relevant keys.
fn key_hints(state: &TerminalState) -> String {
    use super::bindings::KeyAction as A;
    use foursight_core::Variant;
    const UNDO: (KeyAction, &str) = (A::Undo, "undo");
    const HINT: (KeyAction, &str) = (A::Hint, "hint");
    const VERDICTS: (KeyAction, &str) = (A::Verdicts, "verdicts");
    const SAVE: (KeyAction, &str) = (A::Save, "save");
    const HELP: (KeyAction, &str) = (A::Help, "help");
    const QUIT: (KeyAction, &str) = (A::Quit, "quit");
    let digits = format!("1-{} drop", state.width().min(9));
    let arrows = if state.settings.ascii {
        "<- ->"
    } else {
        "←→"
    };
    let bound = &state.settings.keys;
    let powers = [A::Anvil, A::Bomb, A::Wall, A::Double].map(|action| bound.key(action));
    let powers: Vec<_> = powers.into_iter().flatten().map(String::from).collect();
    let (start, named): (String, &[_]) = match state.game().ruleset().variant() {
        _ if state.game().end().is_some() => {
            const NEW: (KeyAction, &str) = (A::New, "new game");
            const BACK: (KeyAction, &str) = (A::Back, "back");
            const OPEN: (KeyAction, &str) = (A::Open, "open");
            (String::new(), &[NEW, UNDO, BACK, SAVE, OPEN, HELP, QUIT])
        }
        Variant::PopOut(_) | Variant::PopTen(_) => {
            (digits, &[(A::Pop, "pop"), UNDO, HINT, SAVE, HELP, QUIT])
        }
        Variant::PowerUp(_) if powers.is_empty() => (digits, &[UNDO, HINT, HELP, QUIT]),
        Variant::PowerUp(_) => {
            let start = format!("{digits}  {} power discs", powers.join(" "));
            (start, &[UNDO, HINT, HELP, QUIT])
        }
        _ if state.width() > 9 => {
            let start = "digits aim  Enter drop".to_owned();
            (start, &[UNDO, HINT, VERDICTS, HELP, QUIT])
        }
        _ => {
            let start = format!("{digits}  {arrows} aim");
            (start, &[UNDO, HINT, VERDICTS, SAVE, HELP, QUIT])
        }
    };
    let is_offered = |(action, _): &&(KeyAction, &str)| {
        !state.settings.is_tournament_game() || tournament_refusal(*action).is_none()
    };
    let offered: Vec<_> = named.iter().filter(is_offered).copied().collect();
    let named = bound.hints(&offered);
    format!("{start}  {named}").trim().to_owned()
}
