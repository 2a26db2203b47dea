//! The grid drawn in a terminal.
//!
//! Signs carry the meaning and colour only repeats it. They are those of [`sign`], which have the
//! shapes of the marks in drawings. The discs of winning lines stand in brackets. Below the grid
//! stand the names of the columns, as in `d3`, and the numbers that a player types. A grid that is
//! wider than the screen is drawn part by part.

use std::collections::BTreeSet;

use foursight_core::{Column, Disc, DiscKind, Game, Grid, Line, Outcome, Player, Row, Space};
use foursight_record::{EMPTY_SIGN, sign};

/// The ink of a win.
pub const GREEN: &str = "\u{1b}[32m";
/// The ink of a draw.
pub const CYAN: &str = "\u{1b}[36m";
/// The ink of a loss.
pub const MAGENTA: &str = "\u{1b}[35m";

const RED: &str = "\u{1b}[1;31m";
/// Not bold: many terminals then take a bright yellow, which nobody can read on white.
const YELLOW: &str = "\u{1b}[33m";
const DIM: &str = "\u{1b}[2m";
const RESET: &str = "\u{1b}[0m";

/// The characters that a space takes.
const SPACE_WIDTH: usize = 3;
/// The same with words such as `in 40` and a gap below it: with much room, and with little.
const WORD_WIDTHS: [usize; 2] = [7, 6];

/// The grid with its labels, without a line break at the end.
#[must_use]
pub fn grid(game: &Game, color: bool) -> String {
    grid_within(game, None, color)
}

/// The same on a screen of so many characters, or one without an edge.
#[must_use]
pub fn grid_within(game: &Game, screen: Option<usize>, color: bool) -> String {
    let columns: Vec<Column> = game.position().grid().columns().collect();
    let parts = columns.chunks(columns_on(screen, game, SPACE_WIDTH));
    let parts: Vec<_> = parts
        .map(|columns| some_columns(game, columns, SPACE_WIDTH, color))
        .collect();
    parts.join("\n\n")
}

/// The same with rows of words below it, an ink and a word for every column.
#[must_use]
pub fn grid_over_words(
    game: &Game,
    screen: Option<usize>,
    rows: &[Vec<(&str, String)>],
    color: bool,
) -> String {
    let columns: Vec<Column> = game.position().grid().columns().collect();
    let [wide, narrow] = WORD_WIDTHS;
    let is_wide = columns_on(screen, game, wide) >= columns.len();
    let width = if is_wide { wide } else { narrow };
    let parts = columns.chunks(columns_on(screen, game, width));
    let parts: Vec<_> = parts
        .map(|columns| {
            let mut lines = vec![some_columns(game, columns, width, color)];
            for row in rows {
                let words = columns.iter().filter_map(|column| row.get(column.index()));
                lines.push(below_columns(game, width, words, color));
            }
            lines.retain(|line| !line.is_empty());
            lines.join("\n")
        })
        .collect();
    parts.join("\n\n")
}

/// How many columns of this width are drawn beside each other.
fn columns_on(screen: Option<usize>, game: &Game, width: usize) -> usize {
    screen.map_or(usize::from(game.ruleset().width()), |chars| {
        // Some terminals break a line that they have just filled.
        let room = chars.saturating_sub(1 + margin(game) + 1);
        (room / width).max(1)
    })
}

/// These columns of the grid, from top to bottom.
fn some_columns(game: &Game, columns: &[Column], width: usize, color: bool) -> String {
    let grid = game.position().grid();
    let winning: BTreeSet<Space> = match game.outcome() {
        Some(Outcome::Won { lines, .. }) => lines.iter().flat_map(Line::spaces).collect(),
        _ => BTreeSet::new(),
    };
    let margin = margin(game);
    let mut lines = Vec::new();
    for row in grid.rows().rev() {
        let mut line = paint(DIM, &format!("{row:>margin$} "), color);
        for column in columns {
            let space = Space {
                column: *column,
                row,
            };
            line.push_str(&one_space(
                &grid,
                space,
                winning.contains(&space),
                width,
                color,
            ));
        }
        lines.push(line.trim_end().to_owned());
    }
    for name in [letters, |column: Column| column.to_string()] {
        let mut label = " ".repeat(margin + 1);
        for column in columns {
            label.extend([format!("{:^width$}", name(*column))]);
        }
        lines.push(paint(DIM, label.trim_end(), color));
    }
    lines.join("\n")
}

/// The characters before the first space and its label, less one.
fn margin(game: &Game) -> usize {
    game.ruleset().height().to_string().len()
}

/// Words below the columns, one for each, under a grid with spaces of the same width.
fn below_columns<'a>(
    game: &Game,
    width: usize,
    words: impl Iterator<Item = &'a (&'a str, String)>,
    color: bool,
) -> String {
    let mut line = " ".repeat(margin(game) + 1);
    for (ink, word) in words {
        line.push_str(&paint(
            ink,
            &format!("{word:^width$}"),
            color && !word.is_empty(),
        ));
    }
    line.trim_end().to_owned()
}

/// What the signs mean that stand in this grid.
#[must_use]
pub fn legend(game: &Game) -> String {
    legend_of(game, &|player| player.to_string())
}

/// What the signs mean that stand in this grid, with these names.
pub fn legend_of(game: &Game, name: &dyn Fn(Player) -> String) -> String {
    let grid = game.position().grid();
    let has_power = |disc: Disc| disc.kind != DiscKind::Ordinary;
    let ordinary = |player| format!("{} is {}", sign(Disc::ordinary(player)), name(player));
    let mut text = format!("{}.", Player::BOTH.map(ordinary).join(", "));
    if grid
        .columns()
        .any(|column| grid.stack(column).any(has_power))
    {
        text.push_str(" A, B, W, D are power discs of First, a, b, w, d of Second.");
    }
    text
}

fn one_space(grid: &Grid, space: Space, is_winning: bool, width: usize, color: bool) -> String {
    let Some(disc) = grid.disc_at(space) else {
        return paint(DIM, &format!("{EMPTY_SIGN:^width$}"), color);
    };
    let sign = sign(disc);
    let text = if is_winning {
        format!("[{sign}]")
    } else {
        sign.to_string()
    };
    let ink = match disc.owner {
        Player::First => RED,
        Player::Second => YELLOW,
    };
    paint(ink, &format!("{text:^width$}"), color)
}

/// The name of a column, as in `d3`.
fn letters(column: Column) -> String {
    let row = Row::BOTTOM;
    let name = Space { column, row }.to_string();
    name.trim_end_matches(|c: char| c.is_ascii_digit())
        .to_owned()
}

/// The text in an ink, if colour is welcome.
#[must_use]
pub fn paint(ink: &str, text: &str, color: bool) -> String {
    if color {
        format!("{ink}{text}{RESET}")
    } else {
        text.to_owned()
    }
}
