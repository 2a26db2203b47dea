//! The panel beside the board: players, turn, and moves.

use foursight_core::{Disc, Game, Player, Position};
use foursight_record::disc_sign;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::board;
use super::state::{BotRequestKind, TerminalState};
use super::view::{aimed_sentence, render_line};
use crate::{players, text};

/// Frames of the thinking indicator, a few ticks each.
const SPINNER: [&str; 10] = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const SPINNER_ASCII: [&str; 4] = ["|", "/", "-", "\\"];
const TICKS_PER_FRAME: u64 = 3;

/// Renders the panel, line by line from the top.
pub(super) fn render(state: &TerminalState, area: Rect, buffer: &mut Buffer) {
    let mut y = area.y;
    let end = area.bottom();
    for player in Player::BOTH {
        render_seat(state, player, Rect { y, ..area }, buffer);
        y += 1;
    }
    y += 1;
    let dim = Style::new().add_modifier(Modifier::DIM);
    let name = |player| state.short_name(player);
    let holdings = text::holdings_with(state.shown_game().position(), &name);
    for text in &holdings {
        for part in wrap_words(text, area.width.into()) {
            render_line(buffer, (area.x, y), area.width, &part, Style::new());
            y += 1;
        }
    }
    y += u16::from(!holdings.is_empty());
    let game = state.shown_game();
    if let Some(outcome) = game.outcome() {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        for part in wrap_words(&text::outcome_text(&outcome, &name), area.width.into()) {
            render_line(buffer, (area.x, y), area.width, &part, bold);
            y += 1;
        }
        y += 1;
    } else if state.verdicts.is_on {
        for text in [
            "W8 wins in 8 moves, D draws,",
            "L3 loses in 3, ? not known yet",
        ] {
            render_line(buffer, (area.x, y), area.width, text, dim);
            y += 1;
        }
        y += 1;
        if let Some(sentence) = aimed_sentence(state) {
            let room = usize::from(end.saturating_sub(y));
            for part in wrap_words(sentence, area.width.into()).iter().take(room) {
                render_line(buffer, (area.x, y), area.width, part, Style::new());
                y += 1;
            }
            y += 1;
        }
    }
    if y < end {
        render_moves(state, Rect::new(area.x, y, area.width, end - y), buffer);
    }
}

fn render_seat(state: &TerminalState, player: Player, area: Rect, buffer: &mut Buffer) {
    let is_next = state.shown_game().to_move() == Some(player);
    let arrow = match (is_next, state.settings.ascii) {
        (true, true) => ">",
        (true, false) => "▸",
        (false, _) => " ",
    };
    render_line(buffer, (area.x, area.y), 1, arrow, Style::new());
    let sign = format!(" {} ", disc_sign(Disc::ordinary(player)));
    let style = board::player_style(player, &state.settings);
    render_line(buffer, (area.x + 2, area.y), 3, &sign, style);
    let only_person = players::only_person(state.table.start());
    let label = match (state.level(player), only_person) {
        (Some(level), _) => level.name(),
        (None, Some(_)) => "you",
        (None, None) => "",
    };
    let mut text = match players::person_name(state.table.start().occupant(player)) {
        Some(name) => name.to_owned(),
        None => format!("{:<7}{label}", player.to_string()),
    };
    if state.shows_clocks {
        let thought = state.thinking_time(player);
        text = format!("{text:<17}{:>5}", text::clock_time(thought));
    }
    if is_thinking(state, player) {
        text.push_str("  ");
        text.push_str(spinner(state));
    }
    let style = if is_next {
        Style::new().add_modifier(Modifier::BOLD)
    } else {
        Style::new()
    };
    let width = area.width.saturating_sub(6);
    render_line(buffer, (area.x + 6, area.y), width, &text, style);
}

fn is_thinking(state: &TerminalState, player: Player) -> bool {
    match state.bot_request.map(|request| request.kind) {
        Some(BotRequestKind::Move(mover)) => mover == player,
        Some(BotRequestKind::Hint) => state.game().to_move() == Some(player),
        None => false,
    }
}

fn spinner(state: &TerminalState) -> &'static str {
    let picture = (state.ticks / TICKS_PER_FRAME) as usize;
    if state.settings.ascii {
        SPINNER_ASCII[picture % SPINNER_ASCII.len()]
    } else {
        SPINNER[picture % SPINNER.len()]
    }
}

/// Renders the last moves that fit, one turn of each player per line.
fn render_moves(state: &TerminalState, area: Rect, buffer: &mut Buffer) {
    let all = state.game().moves();
    let seen = state.reviewed_ply.unwrap_or(all.len());
    let dim = Style::new().add_modifier(Modifier::DIM);
    let heading = match all.len() {
        0 => "No moves yet".to_owned(),
        1 => "1 move".to_owned(),
        count => format!("{count} moves"),
    };
    render_line(buffer, (area.x, area.y), area.width, &heading, dim);
    let rows = turns(state.game());
    let room = usize::from(area.height.saturating_sub(1));
    let current = rows
        .iter()
        .position(|row| row.iter().any(|at| at + 1 == seen));
    let last = current.map_or(0, |row| row + 1).max(room.min(rows.len()));
    let first = last.saturating_sub(room);
    for (place, row) in rows.iter().enumerate().take(last).skip(first) {
        let y = area.y + 1 + (place - first) as u16;
        render_line(buffer, (area.x, y), 4, &format!("{:>3}", place + 1), dim);
        let mut x = area.x + 5;
        for at in row {
            let text = text::move_text(all[*at]);
            let style = match (at + 1).cmp(&seen) {
                std::cmp::Ordering::Less => Style::new(),
                std::cmp::Ordering::Equal => Style::new().add_modifier(Modifier::REVERSED),
                std::cmp::Ordering::Greater => dim,
            };
            let left = (area.x + area.width).saturating_sub(x);
            render_line(buffer, (x, y), left, &text, style);
            x += text.chars().count().max(4) as u16 + 1;
        }
    }
}

/// Groups the indices of the moves by turns: a new turn begins when First moves after Second.
fn turns(game: &Game) -> Vec<Vec<usize>> {
    let movers: Vec<_> = game.positions().map(Position::to_move).collect();
    let mut rows: Vec<Vec<usize>> = Vec::new();
    for at in 0..game.moves().len() {
        let begins = movers[at] == Player::First && (at == 0 || movers[at - 1] == Player::Second);
        if begins || rows.is_empty() {
            rows.push(Vec::new());
        }
        rows.last_mut().expect("one was pushed").push(at);
    }
    rows
}

/// Wraps a sentence between words.
pub(super) fn wrap_words(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
