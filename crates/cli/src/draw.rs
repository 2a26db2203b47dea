//! The grid drawn in a terminal.
//!
//! Letters carry the meaning and colour only repeats it: `X` is First, `O` Second, a power disc
//! its initial in upper case for First and in lower case for Second. The discs of winning lines
//! stand in brackets. Below the grid stand the names of the columns, as in `d3`, and the numbers
//! that a player types.

use std::collections::BTreeSet;

use foursight_core::{Column, Disc, DiscKind, Game, Grid, Line, Outcome, Player, Row, Space};

/// Inks of verdicts.
pub(crate) const GREEN: &str = "\u{1b}[32m";
pub(crate) const CYAN: &str = "\u{1b}[36m";
pub(crate) const MAGENTA: &str = "\u{1b}[35m";

const RED: &str = "\u{1b}[1;31m";
const YELLOW: &str = "\u{1b}[1;33m";
const DIM: &str = "\u{1b}[2m";
const RESET: &str = "\u{1b}[0m";

/// The characters that a space takes.
const SPACE_CHARS: usize = 3;

/// The grid with its labels, without a line break at the end.
pub(crate) fn grid(game: &Game, color: bool) -> String {
    grid_with_spaces(game, SPACE_CHARS, color)
}

/// The same with spaces of another width, so that words fit below the columns.
pub(crate) fn grid_with_spaces(game: &Game, chars: usize, color: bool) -> String {
    let grid = game.position().grid();
    let winning: BTreeSet<Space> = match game.outcome() {
        Some(Outcome::Won { lines, .. }) => lines.iter().flat_map(Line::spaces).collect(),
        _ => BTreeSet::new(),
    };
    let margin = margin(game);
    let mut lines = Vec::new();
    for row in grid.rows().rev() {
        let mut line = paint(DIM, &format!("{row:>margin$} "), color);
        for column in grid.columns() {
            let space = Space { column, row };
            line.push_str(&one_space(
                &grid,
                space,
                winning.contains(&space),
                chars,
                color,
            ));
        }
        lines.push(line.trim_end().to_owned());
    }
    for name in [letters, |column: Column| column.to_string()] {
        let mut label = " ".repeat(margin + 1);
        for column in grid.columns() {
            label.extend([format!("{:^chars$}", name(column))]);
        }
        lines.push(paint(DIM, label.trim_end(), color));
    }
    lines.join("\n")
}

/// The characters before the first space and its label, less one.
fn margin(game: &Game) -> usize {
    game.ruleset().height().to_string().len()
}

/// Words below the columns, one text for each, under a grid with spaces of the same width.
pub(crate) fn below_columns(
    game: &Game,
    chars: usize,
    words: &[(&str, String)],
    color: bool,
) -> String {
    let mut line = " ".repeat(margin(game) + 1);
    for (ink, word) in words {
        line.push_str(&paint(
            ink,
            &format!("{word:^chars$}"),
            color && !word.is_empty(),
        ));
    }
    line.trim_end().to_owned()
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

fn one_space(grid: &Grid, space: Space, is_winning: bool, chars: usize, color: bool) -> String {
    let Some(disc) = grid.disc_at(space) else {
        return paint(DIM, &format!("{:^chars$}", "."), color);
    };
    let letter = letter(disc);
    let text = if is_winning {
        format!("[{letter}]")
    } else {
        letter.to_string()
    };
    let ink = match disc.owner {
        Player::First => RED,
        Player::Second => YELLOW,
    };
    paint(ink, &format!("{text:^chars$}"), color)
}

/// The name of a column, as in `d3`.
fn letters(column: Column) -> String {
    let row = Row::BOTTOM;
    let name = Space { column, row }.to_string();
    name.trim_end_matches(|c: char| c.is_ascii_digit())
        .to_owned()
}

/// The text in an ink, if colour is welcome.
pub(crate) fn paint(ink: &str, text: &str, color: bool) -> String {
    if color {
        format!("{ink}{text}{RESET}")
    } else {
        text.to_owned()
    }
}
