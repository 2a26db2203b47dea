//! The grid on the screen. Letters carry the meaning and colour only repeats it: `O` is First,
//! `X` Second, a power disc its initial; winning discs stand in brackets, the last one dropped in
//! parentheses.
//!
//! A space is a picture of half-blocks, each of which is two points, one above the other. In
//! colour a disc is the points inside a circle; without, it is an outline.

use std::collections::BTreeSet;

use foursight_core::{Disc, Game, Line, Move, Outcome, Player, Row, Space};
use foursight_record::sign;
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier, Style};

use super::plan::{Plan, Scale};
use super::skin::Skin;
use super::state::{Settings, State};

/// The style of text that belongs to a player.
pub(super) fn mark(player: Player, settings: &Settings) -> Style {
    let style = Style::new().add_modifier(Modifier::BOLD);
    if settings.color {
        let (disc, letter) = settings.skin.inks(player);
        style.bg(disc).fg(letter)
    } else {
        style
    }
}

/// Draws the grid, a falling disc included.
pub(super) fn draw(state: &State, plan: &Plan, buffer: &mut Buffer) {
    let game = state.shown();
    let grid = game.position().grid();
    let winning: BTreeSet<Space> = match game.outcome() {
        Some(Outcome::Won { lines, .. }) => lines.iter().flat_map(Line::spaces).collect(),
        _ => BTreeSet::new(),
    };
    let brush = Brush::of(state, plan.scale);
    if brush.filled() {
        buffer.set_style(plan.grid, Style::new().bg(brush.skin.grid));
    }
    let last = last_disc(&game);
    let falling = state.falling.filter(|_| state.walk.is_none());
    for column in grid.columns() {
        for row in grid.rows() {
            let (Some(x), Some(y)) = (plan.x(column.index()), plan.y(row.index())) else {
                continue;
            };
            let space = Space { column, row };
            let is_falling = falling.is_some_and(|f| (f.column, f.row) == (column, row));
            let disc = grid.disc_at(space).filter(|_| !is_falling);
            let mark = if winning.contains(&space) {
                Mark::Winning
            } else if last == Some(space) {
                Mark::Last
            } else {
                Mark::None
            };
            brush.space(buffer, (x, y), disc, mark);
        }
    }
    if let Some(falling) = falling {
        let above = f32::from(falling.rows) - falling.fallen();
        let row = falling.row.index() + above.max(0.0) as usize;
        if let (Some(x), Some(y)) = (plan.x(falling.column.index()), plan.y(row)) {
            brush.space(buffer, (x, y), Some(falling.disc), Mark::None);
        }
    }
    labels(state, plan, buffer);
}

/// Where the disc of the last move lies; none if it was another kind of move.
fn last_disc(game: &Game) -> Option<Space> {
    let (Move::Drop(column) | Move::Power(_, column)) = *game.moves().last()? else {
        return None;
    };
    let height = game.position().grid().stack(column).count();
    let row = Row::from_index(height.checked_sub(1)?)?;
    Some(Space { column, row })
}

/// What is special about a disc.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    None,
    Last,
    Winning,
}

/// The numbers of the rows, on the left.
fn labels(state: &State, plan: &Plan, buffer: &mut Buffer) {
    let margin = usize::from(state.game().ruleset().height())
        .to_string()
        .len();
    for row in plan.rows.clone() {
        let (Some(y), Some(name)) = (plan.y(row), Row::from_index(row)) else {
            continue;
        };
        let y = y + plan.scale.height / 2;
        let x = plan.grid.x - margin as u16 - 1;
        let dim = Style::new().add_modifier(Modifier::DIM);
        buffer.set_string(x, y, format!("{name:>margin$}"), dim);
    }
}

/// How spaces are drawn.
struct Brush {
    scale: Scale,
    color: bool,
    ascii: bool,
    skin: Skin,
}

impl Brush {
    const fn of(state: &State, scale: Scale) -> Self {
        Self {
            scale,
            color: state.settings.color,
            ascii: state.settings.ascii,
            skin: state.settings.skin,
        }
    }

    /// Discs are filled circles rather than outlines.
    const fn filled(&self) -> bool {
        self.color && !self.ascii && self.scale.is_round()
    }

    fn space(&self, buffer: &mut Buffer, at: (u16, u16), disc: Option<Disc>, mark: Mark) {
        let text = match disc {
            None if self.ascii => ".".to_owned(),
            None if self.filled() => String::new(),
            None => "·".to_owned(),
            Some(disc) => match mark {
                Mark::Winning if self.scale.width > 2 => format!("[{}]", sign(disc)),
                Mark::Last if self.scale.width > 2 => format!("({})", sign(disc)),
                _ => sign(disc).to_string(),
            },
        };
        let ink = disc.map(|disc| self.skin.inks(disc.owner));
        let mut style = Style::new();
        if self.filled() {
            self.circle(buffer, at, ink.map_or(self.skin.hole, |(fill, _)| fill));
            if let Some((fill, letter)) = ink {
                style = style.bg(fill).fg(letter);
            }
        } else {
            if disc.is_some() && self.scale.height > 2 {
                let style = match ink {
                    Some((fill, _)) if self.color => Style::new().fg(fill),
                    _ => Style::new(),
                };
                self.outline(buffer, at, style);
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

    /// Fills the points inside a circle. The first column of a space is the gap to the next.
    fn circle(&self, buffer: &mut Buffer, at: (u16, u16), fill: Color) {
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
                let style = Style::new().fg(fill).bg(self.skin.grid);
                buffer.set_string(at.0 + x, at.1 + line, symbol, style);
            }
        }
    }

    /// Draws a box with round corners.
    fn outline(&self, buffer: &mut Buffer, at: (u16, u16), style: Style) {
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
