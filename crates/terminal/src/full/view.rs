//! The state on the screen. Drawing changes nothing and decides nothing.

use foursight_core::{Column, Player};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Position;
use ratatui::style::{Modifier, Style};

use super::bindings::Action;
use super::keys::refused;
use super::plan::Plan;
use super::state::{Kind, Overlay, State};
use super::{grid, overlay, panel};
use crate::words::{self, reading};
use crate::{house_rules, opponents};

/// The plan for this state; none if only the status line fits.
pub(super) fn plan(state: &State) -> Option<Plan> {
    let game = state.shown();
    let column = Column::from_index(state.aim);
    let landing = column.and_then(|column| game.position().grid().landing(column));
    let top = usize::from(game.ruleset().height()).saturating_sub(1);
    let row = landing.map_or(top, |space| space.row.index());
    Plan::new(game.ruleset(), state.size, (state.aim, row), state.look)
}

/// The column under a place on the screen.
pub(super) fn column_at(state: &State, x: u16, y: u16) -> Option<usize> {
    plan(state)?.column_at(x, y)
}

/// Draws everything and puts the cursor where the person is.
pub(super) fn draw(state: &State, frame: &mut Frame) {
    let (width, height) = state.size;
    let buffer = frame.buffer_mut();
    let mut cursor = None;
    let status = status(state);
    match plan(state) {
        None => {
            let text = format!("{status} (The window is too small for the grid.)");
            line(buffer, (0, 0), width, &text, Style::new());
        }
        Some(plan) => {
            if let Some(y) = plan.title {
                title(state, y, buffer);
            }
            grid::draw(state, &plan, buffer);
            cursor = aim(state, &plan, buffer);
            numbers(state, &plan, buffer);
            verdict_row(state, &plan, buffer);
            if let Some(area) = plan.panel {
                panel::draw(state, area, buffer);
            }
            let bold = Style::new().add_modifier(Modifier::BOLD);
            let dim = Style::new().add_modifier(Modifier::DIM);
            // On a narrow screen what happened matters more than the keys.
            let (now, below) = match (plan.keys, halves(&status, width - 2)) {
                (Some(_), (first, Some(rest))) => (first, (rest, bold)),
                _ => (status, (keys(state), dim)),
            };
            line(buffer, (1, plan.status), width - 1, &now, bold);
            if let Some(y) = plan.keys {
                line(buffer, (1, y), width - 1, &below.0, below.1);
            }
        }
    }
    if state.overlay != Overlay::None
        && let Some(place) = overlay::draw(state, (width, height), buffer)
    {
        cursor = Some(place);
    }
    if let Some((x, y)) = cursor.filter(|(x, y)| *x < width && *y < height) {
        frame.set_cursor_position(Position { x, y });
    }
}

/// Writes a line that ends with `…` if there is more of it.
pub(super) fn line(buffer: &mut Buffer, at: (u16, u16), width: u16, text: &str, style: Style) {
    let (x, y) = at;
    let area = *buffer.area();
    if y >= area.bottom() || x >= area.right() {
        return;
    }
    let width = usize::from(width.min(area.right() - x));
    let text = if text.chars().count() > width {
        let kept: String = text.chars().take(width.saturating_sub(1)).collect();
        format!("{kept}…")
    } else {
        text.to_owned()
    };
    buffer.set_stringn(x, y, text, width, style);
}

/// A sentence as far as it fits, and the rest of it.
fn halves(text: &str, width: u16) -> (String, Option<String>) {
    let mut lines = panel::wrapped(text, width.into());
    let first = lines.drain(..1).collect();
    let rest = lines.join(" ");
    (first, (!rest.is_empty()).then_some(rest))
}

/// What happened, and what is next.
pub(super) fn status(state: &State) -> String {
    let shown = state.shown();
    let next = match (shown.outcome(), shown.to_move()) {
        (Some(outcome), _) => words::ending(&outcome, &|player| state.short_name(player)),
        (None, Some(player)) if state.walk.is_none() => turn(state, player),
        _ => String::new(),
    };
    // The panel has more room for the reason.
    let has_panel = plan(state).is_some_and(|plan| plan.panel.is_some());
    let verdict = match aimed_sentence(state) {
        Some(sentence) if !has_panel => sentence.to_owned(),
        _ => aimed_verdict(state).unwrap_or_default(),
    };
    // The end of a game matters more than the move that brought it about.
    let said = &*state.said;
    let parts = match shown.outcome() {
        Some(_) => [&*next, said, ""],
        None => [said, &*next, &*verdict],
    };
    parts
        .into_iter()
        .filter(|text| !text.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

fn turn(state: &State, player: Player) -> String {
    if state.level(player).is_some() {
        let name = state.name(player);
        return if state.table.is_paused() {
            format!("{name} waits: Enter goes on.")
        } else {
            format!("{name} is thinking.")
        };
    }
    let pending = words::pending(state.game().position());
    if let Some(pending) = pending.filter(|_| state.kind == Kind::Drop) {
        return format!("{}: {pending}", state.short_name(player));
    }
    match (opponents::only_person(state.table.start()), state.kind) {
        (Some(_), Kind::Drop) if !state.settings.is_official() => "Your turn.".to_owned(),
        (_, Kind::Drop) => format!("{} to move.", state.short_name(player)),
        (_, Kind::Pop) => "Pop which column? Esc goes back.".to_owned(),
        (_, Kind::Power(disc)) => {
            format!("Which column for the {}? Esc goes back.", disc.name())
        }
    }
}

/// The verdict of the column aimed at and why, if that is known.
pub(super) fn aimed_sentence(state: &State) -> Option<&str> {
    let sentence = state.verdicts.sentences.get(state.aim);
    sentence.map(String::as_str)
}

/// The verdict of the column aimed at, in words.
fn aimed_verdict(state: &State) -> Option<String> {
    let answer = (*state.verdicts.columns.get(state.aim)?)?;
    let number = state.aim + 1;
    Some(format!("Column {number} {}.", reading::verdict(answer)))
}

fn title(state: &State, y: u16, buffer: &mut Buffer) {
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let (width, dim) = (state.size.0, Style::new().add_modifier(Modifier::DIM));
    line(buffer, (1, y), width, "Foursight", bold);
    let rules = house_rules::title(state.game().ruleset());
    let rules = rules.trim_end_matches('.');
    line(buffer, (12, y), width.saturating_sub(13), rules, dim);
}

/// The arrow over the column aimed at, and the place of the cursor.
fn aim(state: &State, plan: &Plan, buffer: &mut Buffer) -> Option<(u16, u16)> {
    let x = plan.middle(state.aim)?;
    let shown = state.shown();
    let style = match shown.to_move() {
        Some(player) if state.settings.color => Style::new().fg(state.settings.skin.inks(player).0),
        Some(_) => Style::new(),
        None => return Some((x, plan.aim)),
    };
    let style = style.add_modifier(Modifier::BOLD);
    let is_up = state.kind == Kind::Pop;
    let arrow = match (state.settings.ascii, is_up) {
        (true, false) => "v",
        (true, true) => "^",
        (false, false) => "▼",
        (false, true) => "▲",
    };
    buffer.set_string(x, plan.aim, arrow, style);
    Some((x, plan.aim))
}

fn numbers(state: &State, plan: &Plan, buffer: &mut Buffer) {
    for column in plan.columns.clone() {
        let is_hinted =
            state.hint.and_then(foursight_core::Move::column) == Column::from_index(column);
        let number = column + 1;
        let is_aimed = column == state.aim;
        // Where two digits would run into the next number, the last one tells enough.
        let short = |number: usize| match plan.scale.width {
            0..=2 => (number % 10).to_string(),
            _ => number.to_string(),
        };
        let (text, style) = match (is_aimed || is_hinted, plan.scale.width > 3) {
            (true, true) if is_hinted => (format!("*{number}*"), Modifier::BOLD),
            (true, true) => (format!("[{number}]"), Modifier::BOLD),
            (true, false) => (short(number), Modifier::REVERSED),
            (false, true) => (number.to_string(), Modifier::DIM),
            (false, false) => (short(number), Modifier::DIM),
        };
        let style = Style::new().add_modifier(style);
        centred(plan, (column, plan.numbers), &text, style, buffer);
    }
    let (left, right) = plan.more_columns(state.game().ruleset());
    let edges = [
        (left, plan.grid.x.saturating_sub(1), "<"),
        (right, plan.grid.right() - 1, ">"),
    ];
    for (_, x, sign) in edges.into_iter().filter(|(is_more, ..)| *is_more) {
        buffer.set_string(x, plan.numbers, sign, Style::new());
    }
}

fn verdict_row(state: &State, plan: &Plan, buffer: &mut Buffer) {
    if !state.verdicts.is_on {
        return;
    }
    let best = state.verdicts.columns.iter().flatten();
    let best = best.filter_map(|answer| answer.exact()).max();
    for column in plan.columns.clone() {
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
        let mut text = reading::sign(answer);
        // On narrow columns a long number would run into the next one, and half of it would lie.
        if text.len() >= plan.scale.width.into() {
            text.truncate(1);
        }
        centred(plan, (column, plan.verdicts), &text, style, buffer);
    }
    if state.verdicts.columns.is_empty() && state.verdicts.id.is_some() {
        let dim = Style::new().add_modifier(Modifier::DIM);
        let width = plan.grid.width;
        line(
            buffer,
            (plan.grid.x + 1, plan.verdicts),
            width,
            "solving",
            dim,
        );
    }
}

/// Writes text under the middle of a column.
fn centred(plan: &Plan, at: (usize, u16), text: &str, style: Style, buffer: &mut Buffer) {
    let (column, y) = at;
    if let Some(middle) = plan.middle(column) {
        let x = middle.saturating_sub(text.chars().count() as u16 / 2);
        line(buffer, (x, y), u16::MAX, text, style);
    }
}

/// The keys that matter most now.
fn keys(state: &State) -> String {
    use super::bindings::Action as A;
    use foursight_core::Variant;
    const UNDO: (Action, &str) = (A::Undo, "undo");
    const HINT: (Action, &str) = (A::Hint, "hint");
    const VERDICTS: (Action, &str) = (A::Verdicts, "verdicts");
    const SAVE: (Action, &str) = (A::Save, "save");
    const HELP: (Action, &str) = (A::Help, "help");
    const QUIT: (Action, &str) = (A::Quit, "quit");
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
            const NEW: (Action, &str) = (A::New, "new game");
            const BACK: (Action, &str) = (A::Back, "back");
            const OPEN: (Action, &str) = (A::Open, "open");
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
    let is_offered =
        |(action, _): &&(Action, &str)| !state.settings.is_official() || refused(*action).is_none();
    let offered: Vec<_> = named.iter().filter(is_offered).copied().collect();
    let named = bound.named(&offered);
    format!("{start}  {named}").trim().to_owned()
}
