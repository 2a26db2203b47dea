//! Renders the board. Letters carry the meaning and colour only repeats it: `O` is First, `X`
//! Second, a power disc its initial; winning discs stand in brackets, the last one dropped in
//! parentheses.
//!
//! A cell is a picture of half-blocks, each of which is two points, one above the other. In colour
//! a disc is the points inside a circle; without, it is an outline.

use std::collections::BTreeSet;

use foursight_core::{Cell, Disc, Game, Line, Move, Outcome, Player, Row};
use foursight_record::disc_sign;
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier, Style};

use super::layout::{CellScale, ScreenLayout};
use super::skin::Skin;
use super::state::{FullScreenSettings, TerminalState};

/// Returns the text style of a player.
pub(super) fn player_style(player: Player, settings: &FullScreenSettings) -> Style {
    let style = Style::new().add_modifier(Modifier::BOLD);
    if settings.color {
        let (disc, letter) = settings.skin.disc_colors(player);
        style.bg(disc).fg(letter)
    } else {
        style
    }
}

/// Renders the board, including a falling disc.
pub(super) fn render(state: &TerminalState, layout: &ScreenLayout, buffer: &mut Buffer) {
    let game = state.shown_game();
    let board = game.position().board();
    let winning: BTreeSet<Cell> = match game.outcome() {
        Some(Outcome::Won { lines, .. }) => lines.iter().flat_map(Line::cells).collect(),
        _ => BTreeSet::new(),
    };
    let cell_style = CellStyle::of(state, layout.scale);
    if cell_style.is_filled() {
        buffer.set_style(layout.board, Style::new().bg(cell_style.skin.board));
    }
    let last = last_disc(&game);
    let falling = state.falling.filter(|_| state.reviewed_ply.is_none());
    for column in board.columns() {
        for row in board.rows() {
            let (Some(x), Some(y)) = (layout.x(column.index()), layout.y(row.index())) else {
                continue;
            };
            let cell = Cell { column, row };
            let is_falling = falling.is_some_and(|f| (f.column, f.row) == (column, row));
            let disc = board.disc_at(cell).filter(|_| !is_falling);
            let highlight = if winning.contains(&cell) {
                DiscHighlight::Winning
            } else if last == Some(cell) {
                DiscHighlight::Last
            } else {
                DiscHighlight::None
            };
            cell_style.cell(buffer, (x, y), disc, highlight);
        }
    }
    if let Some(falling) = falling {
        let above = f32::from(falling.rows) - falling.rows_fallen();
        let row = falling.row.index() + above.max(0.0) as usize;
        if let (Some(x), Some(y)) = (layout.x(falling.column.index()), layout.y(row)) {
            cell_style.cell(buffer, (x, y), Some(falling.disc), DiscHighlight::None);
        }
    }
    render_labels(state, layout, buffer);
}

/// Returns the cell of the last dropped disc, or `None` if the last move was no drop.
fn last_disc(game: &Game) -> Option<Cell> {
    let (Move::Drop(column) | Move::Power(_, column)) = *game.moves().last()? else {
        return None;
    };
    let height = game.position().board().stack(column).count();
    let row = Row::from_index(height.checked_sub(1)?)?;
    Some(Cell { column, row })
}

/// Highlight of a disc.
#[derive(Clone, Copy, PartialEq, Eq)]
enum DiscHighlight {
    None,
    Last,
    Winning,
}

/// Renders the row numbers on the left.
fn render_labels(state: &TerminalState, layout: &ScreenLayout, buffer: &mut Buffer) {
    let margin = usize::from(state.game().ruleset().height())
        .to_string()
        .len();
    for row in layout.rows.clone() {
        let (Some(y), Some(name)) = (layout.y(row), Row::from_index(row)) else {
            continue;
        };
        let y = y + layout.scale.height / 2;
        let x = layout.board.x - margin as u16 - 1;
        let dim = Style::new().add_modifier(Modifier::DIM);
        buffer.set_string(x, y, format!("{name:>margin$}"), dim);
    }
}

/// Style of the cells.
struct CellStyle {
    scale: CellScale,
    color: bool,
    ascii: bool,
    skin: Skin,
}

impl CellStyle {
    const fn of(state: &TerminalState, scale: CellScale) -> Self {
        Self {
            scale,
            color: state.settings.color,
            ascii: state.settings.ascii,
            skin: state.settings.skin,
        }
    }

    /// True if discs are filled circles rather than outlines.
    const fn is_filled(&self) -> bool {
        self.color && !self.ascii && self.scale.is_round()
    }

    fn cell(
        &self,
        buffer: &mut Buffer,
        at: (u16, u16),
        disc: Option<Disc>,
        highlight: DiscHighlight,
    ) {
        let text = match disc {
            None if self.ascii => ".".to_owned(),
            None if self.is_filled() => String::new(),
            None => "·".to_owned(),
            Some(disc) => match highlight {
                DiscHighlight::Winning if self.scale.width > 2 => format!("[{}]", disc_sign(disc)),
                DiscHighlight::Last if self.scale.width > 2 => format!("({})", disc_sign(disc)),
                _ => disc_sign(disc).to_string(),
            },
        };
        let ink = disc.map(|disc| self.skin.disc_colors(disc.owner));
        let mut style = Style::new();
        if self.is_filled() {
            self.render_circle(buffer, at, ink.map_or(self.skin.hole, |(fill, _)| fill));
            if let Some((fill, letter)) = ink {
                style = style.bg(fill).fg(letter);
            }
        } else {
            if disc.is_some() && self.scale.height > 2 {
                let style = match ink {
                    Some((fill, _)) if self.color => Style::new().fg(fill),
                    _ => Style::new(),
                };
                self.render_outline(buffer, at, style);
            }
            style = match ink {
                Some((fill, letter)) if self.color => style.bg(fill).fg(letter),
                Some(_) => style,
                None => style.add_modifier(Modifier::DIM),
            };
        }
        if disc.is_some() {
            style = style.add_modifier(Modifier::BOLD);
        }
        let middle = self.scale.width / 2;
        let x = at.0 + middle - (text.chars().count() as u16 / 2).min(middle);
        buffer.set_string(x, at.1 + self.scale.height / 2, text, style);
    }

    /// Fills the points inside a circle. The first column of a cell is the gap to the next.
    fn render_circle(&self, buffer: &mut Buffer, at: (u16, u16), fill: Color) {
        let (width, height) = (self.scale.width, self.scale.height);
        let wide = f32::from(width - 1);
        let radius_squared = (wide / 2.0) * (wide / 2.0) - 0.25;
        // Two lines have four points, of which the lower three make the disc.
        let middle = if height == 2 { 2.5 } else { f32::from(height) };
        let is_inside = |x: u16, point: u16| {
            let dx = f32::from(x) + 0.5 - (1.0 + wide / 2.0);
            let dy = f32::from(point) + 0.5 - middle;
            let limit = if height == 2 { 2.1 } else { radius_squared };
            dx * dx + dy * dy <= limit
        };
        for line in 0..height {
            for x in 1..width {
                let symbol = match (is_inside(x, 2 * line), is_inside(x, 2 * line + 1)) {
                    (true, true) => "█",
                    (true, false) => "▀",
                    (false, true) => "▄",
                    (false, false) => continue,
                };
                let style = Style::new().fg(fill).bg(self.skin.board);
                buffer.set_string(at.0 + x, at.1 + line, symbol, style);
            }
        }
    }

    /// Renders a box with round corners.
    fn render_outline(&self, buffer: &mut Buffer, at: (u16, u16), style: Style) {
        let [left_up, right_up, left_down, right_down, flat, upright] = if self.ascii {
            [".", ".", "'", "'", "-", "|"]
        } else {
            ["╭", "╮", "╰", "╯", "─", "│"]
        };
        let (left, right) = (at.0 + 1, at.0 + self.scale.width - 1);
        let (top, bottom) = (at.1, at.1 + self.scale.height - 1);
        for x in left + 1..right {
            buffer.set_string(x, top, flat, style);
            buffer.set_string(x, bottom, flat, style);
        }
        for y in top + 1..bottom {
            buffer.set_string(left, y, upright, style);
            buffer.set_string(right, y, upright, style);
        }
        buffer.set_string(left, top, left_up, style);
        buffer.set_string(right, top, right_up, style);
        buffer.set_string(left, bottom, left_down, style);
        buffer.set_string(right, bottom, right_down, style);
    }
}
