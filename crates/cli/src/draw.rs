//! The grid drawn in a terminal.
//!
//! Letters carry the meaning and colour only repeats it: `X` is First, `O` Second, a power disc
//! its initial in upper case for First and in lower case for Second. The discs of winning lines
//! stand in brackets. Below the grid stand the names of the columns, as in `d3`, and the numbers
//! that a player types.

use std::collections::BTreeSet;

use foursight_core::{Column, Disc, DiscKind, Game, Grid, Line, Outcome, Player, Row, Space};

const RED: &str = "\u{1b}[1;31m";
const YELLOW: &str = "\u{1b}[1;33m";
const DIM: &str = "\u{1b}[2m";
const RESET: &str = "\u{1b}[0m";

/// The grid with its labels, without a line break at the end.
pub(crate) fn grid(game: &Game, color: bool) -> String {
    let grid = game.position().grid();
    let winning: BTreeSet<Space> = match game.outcome() {
        Some(Outcome::Won { lines, .. }) => lines.iter().flat_map(Line::spaces).collect(),
        _ => BTreeSet::new(),
    };
    let margin = grid.height().to_string().len();
    let mut lines = Vec::new();
    for row in grid.rows().rev() {
        let mut line = paint(DIM, &format!("{row:>margin$} "), color);
        for column in grid.columns() {
            let space = Space { column, row };
            line.push_str(&one_space(&grid, space, winning.contains(&space), color));
        }
        lines.push(line.trim_end().to_owned());
    }
    for name in [letters, |column: Column| column.to_string()] {
        let mut label = " ".repeat(margin + 1);
        for column in grid.columns() {
            let name = name(column);
            label.extend([" ".repeat(2 - name.len().min(2)), name, " ".to_owned()]);
        }
        lines.push(paint(DIM, label.trim_end(), color));
    }
    lines.join("\n")
}

/// What the letters mean that stand in this grid.
pub(crate) fn legend(game: &Game) -> String {
    let grid = game.position().grid();
    let has_power = |disc: Disc| disc.kind != DiscKind::Ordinary;
    let mut text = "X is First, O is Second.".to_owned();
    if grid
        .columns()
        .any(|column| grid.stack(column).any(has_power))
    {
        text.push_str(" A, B, W, D are power discs of First, a, b, w, d of Second.");
    }
    text
}

/// The letter of a disc.
pub(crate) fn letter(disc: Disc) -> char {
    let initial = match disc.kind {
        DiscKind::Ordinary => None,
        DiscKind::Power(power) => power.name().chars().next(),
    };
    match (initial, disc.owner) {
        (None, Player::First) => 'X',
        (None, Player::Second) => 'O',
        (Some(initial), Player::First) => initial.to_ascii_uppercase(),
        (Some(initial), Player::Second) => initial,
    }
}

fn one_space(grid: &Grid, space: Space, is_winning: bool, color: bool) -> String {
    let Some(disc) = grid.disc_at(space) else {
        return paint(DIM, " . ", color);
    };
    let letter = letter(disc);
    let text = if is_winning {
        format!("[{letter}]")
    } else {
        format!(" {letter} ")
    };
    let ink = match disc.owner {
        Player::First => RED,
        Player::Second => YELLOW,
    };
    paint(ink, &text, color)
}

/// The name of a column, as in `d3`.
fn letters(column: Column) -> String {
    let row = Row::BOTTOM;
    let name = Space { column, row }.to_string();
    name.trim_end_matches(|c: char| c.is_ascii_digit())
        .to_owned()
}

fn paint(ink: &str, text: &str, color: bool) -> String {
    if color {
        format!("{ink}{text}{RESET}")
    } else {
        text.to_owned()
    }
}
