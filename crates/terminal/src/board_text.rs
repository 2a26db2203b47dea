//! Renders the board as text.
//!
//! Characters carry the meaning and colour only repeats it. They are those of [`disc_sign`], which have
//! the shapes of the marks in diagrams. Discs of winning lines stand in brackets. Below the board
//! are the letters of the columns, as in `d3`, and the numbers that a player types. A board wider
//! than the screen is split into parts.

use std::collections::BTreeSet;

use foursight_core::{Board, Cell, Column, Disc, DiscKind, Game, Line, Outcome, Player};
use foursight_record::{EMPTY_SIGN, disc_sign};

/// Colour of a win.
pub const GREEN: &str = "\u{1b}[32m";
/// Colour of a draw.
pub const CYAN: &str = "\u{1b}[36m";
/// Colour of a loss.
pub const MAGENTA: &str = "\u{1b}[35m";

const RED: &str = "\u{1b}[1;31m";
/// Not bold: many terminals then choose a bright yellow that is unreadable on white.
const YELLOW: &str = "\u{1b}[33m";
const DIM: &str = "\u{1b}[2m";
const RESET: &str = "\u{1b}[0m";

/// Width of a cell in characters.
const CELL_WIDTH: usize = 3;
/// Width of a cell with words such as `in 40` and a gap below it: on a wide screen, and on a narrow
/// one.
const WORD_WIDTHS: [usize; 2] = [7, 6];

/// Renders the board with its labels, without a final line break.
#[must_use]
pub fn board(game: &Game, color: bool) -> String {
    board_within(game, None, color)
}

/// Renders the board for a screen of this width, or without limit for `None`.
#[must_use]
pub fn board_within(game: &Game, screen: Option<usize>, color: bool) -> String {
    let columns: Vec<Column> = game.position().board().columns().collect();
    let parts = columns.chunks(columns_that_fit(screen, game, CELL_WIDTH));
    let parts: Vec<_> = parts
        .map(|columns| render_columns(game, columns, CELL_WIDTH, color))
        .collect();
    parts.join("\n\n")
}

/// Renders the board with rows of words below it, a colour and a word for every column.
#[must_use]
pub fn board_over_words(
    game: &Game,
    screen: Option<usize>,
    rows: &[Vec<(&str, String)>],
    color: bool,
) -> String {
    let columns: Vec<Column> = game.position().board().columns().collect();
    let [wide, narrow] = WORD_WIDTHS;
    let is_wide = columns_that_fit(screen, game, wide) >= columns.len();
    let width = if is_wide { wide } else { narrow };
    let parts = columns.chunks(columns_that_fit(screen, game, width));
    let parts: Vec<_> = parts
        .map(|columns| {
            let mut lines = vec![render_columns(game, columns, width, color)];
            for row in rows {
                let words = columns.iter().filter_map(|column| row.get(column.index()));
                lines.push(render_words_below(game, width, words, color));
            }
            lines.retain(|line| !line.is_empty());
            lines.join("\n")
        })
        .collect();
    parts.join("\n\n")
}

/// Returns the number of columns of this width that fit beside each other.
fn columns_that_fit(screen: Option<usize>, game: &Game, width: usize) -> usize {
    screen.map_or(usize::from(game.ruleset().width()), |chars| {
        // Some terminals wrap a line that was just filled.
        let room = chars.saturating_sub(1 + margin(game) + 1);
        (room / width).max(1)
    })
}

/// Renders these columns of the board, from top to bottom.
fn render_columns(game: &Game, columns: &[Column], width: usize, color: bool) -> String {
    let board = game.position().board();
    let winning: BTreeSet<Cell> = match game.outcome() {
        Some(Outcome::Won { lines, .. }) => lines.iter().flat_map(Line::cells).collect(),
        _ => BTreeSet::new(),
    };
    let margin = margin(game);
    let mut lines = Vec::new();
    for row in board.rows().rev() {
        let mut line = paint(DIM, &format!("{row:>margin$} "), color);
        for column in columns {
            let cell = Cell {
                column: *column,
                row,
            };
            line.push_str(&one_space(
                &board,
                cell,
                winning.contains(&cell),
                width,
                color,
            ));
        }
        lines.push(line.trim_end().to_owned());
    }
    for name in [Column::letters, |column: Column| column.to_string()] {
        let mut label = " ".repeat(margin + 1);
        for column in columns {
            label.extend([format!("{:^width$}", name(*column))]);
        }
        lines.push(paint(DIM, label.trim_end(), color));
    }
    lines.join("\n")
}

/// Number of characters before the first cell and its label, minus one.
fn margin(game: &Game) -> usize {
    game.ruleset().height().to_string().len()
}

/// Renders one word per column, aligned with cells of the same width.
fn render_words_below<'a>(
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

/// Explains the characters that occur on this board.
#[must_use]
pub fn legend(game: &Game) -> String {
    legend_with(game, &|player| player.to_string())
}

/// Explains the characters that occur on this board, with these player names.
pub fn legend_with(game: &Game, name: &dyn Fn(Player) -> String) -> String {
    let board = game.position().board();
    let has_power = |disc: Disc| disc.kind != DiscKind::Ordinary;
    let ordinary = |player| format!("{} is {}", disc_sign(Disc::ordinary(player)), name(player));
    let mut text = format!("{}.", Player::BOTH.map(ordinary).join(", "));
    if board
        .columns()
        .any(|column| board.stack(column).any(has_power))
    {
        text.push_str(" A, B, W, D are power discs of First, a, b, w, d of Second.");
    }
    text
}

fn one_space(board: &Board, cell: Cell, is_winning: bool, width: usize, color: bool) -> String {
    let Some(disc) = board.disc_at(cell) else {
        return paint(DIM, &format!("{EMPTY_SIGN:^width$}"), color);
    };
    let sign = disc_sign(disc);
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

/// Colours the text if colour is enabled.
#[must_use]
pub fn paint(ink: &str, text: &str, color: bool) -> String {
    if color {
        format!("{ink}{text}{RESET}")
    } else {
        text.to_owned()
    }
}
