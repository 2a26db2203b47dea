//! The demos of lessons in line mode: type a column, and read what the algorithm makes of it.

use foursight_core::{Column, Game, Move};
use foursight_lessons::teach::fall::drop_row;
use foursight_lessons::teach::scan::{Branch, Way, steps};
use foursight_lessons::teach::win::counts;
use foursight_lessons::teach::{compare, forms, rows_from_bottom, rows_from_top};
use foursight_lessons::{Demo, parse_move};
use foursight_record::read_link;

use super::run::{Reader, Typed};
use crate::exit::Failure;
use crate::words::status;

/// Lets somebody play with a demo; false if they leave.
pub(super) fn run(reader: &mut Reader<'_>, demo: Demo, argument: &str) -> Result<bool, Failure> {
    let mut game = read_link(argument).unwrap_or_default();
    if demo == Demo::Scan {
        return scan(reader);
    }
    reader.draw(&game)?;
    loop {
        let question = reader.pick(
            "Try a column, or Enter to go on:",
            "Probiere eine Spalte, oder Enter für weiter:",
        );
        let text = match reader.ask(question)? {
            Typed::Quit => return Ok(false),
            Typed::Next => return Ok(true),
            Typed::Text(text) => text,
        };
        if demo == Demo::Valid {
            let said = validity(&text);
            reader.tell(&said)?;
            continue;
        }
        let Some(Move::Drop(column)) = parse_move(&text) else {
            continue;
        };
        if demo == Demo::Fall {
            let said = fall(&game, column);
            reader.print(&said)?;
            continue;
        }
        match game.drop_in(column) {
            Ok(next) => {
                game = next;
                reader.draw(&game)?;
                let said = told(demo, &game, column);
                reader.print(&said)?;
            }
            Err(error) => reader.tell(&format!("{error}."))?,
        }
    }
}

/// Where a disc would fall, line by line.
fn fall(game: &Game, column: Column) -> String {
    let rows = rows_from_top(&game.position().grid());
    if column.index() >= rows[0].len() {
        return format!("There is no column {column}.");
    }
    let mut lines = Vec::new();
    let answer = drop_row(&rows, column.index(), &mut |mark| {
        let value = |name| mark.values.iter().find(|(known, _)| *known == name);
        if let (Some((_, row)), Some((_, found))) = (value("row"), value("look")) {
            lines.push(format!("grid[{row}][{}] is {found}", column.index()));
        }
    });
    lines.push(format!("answer: {answer}"));
    lines.join("\n")
}

/// What a demo tells after a drop.
fn told(demo: Demo, game: &Game, column: Column) -> String {
    let grid = game.position().grid();
    match demo {
        Demo::Array | Demo::Turns | Demo::Actions | Demo::Axes | Demo::Layout => {
            let rows = rows_from_top(&grid)
                .into_iter()
                .map(|row| format!("{row:?}"));
            let rows: Vec<_> = rows.collect();
            format!("{}\n{}", rows.join("\n"), status(game))
        }
        Demo::Forms | Demo::Drops => format!(
            "{:?}\n{:?}\n{:?}\n{:?}\n{}",
            forms::moves_of(game),
            rows_from_top(&grid),
            forms::slots_of(&grid),
            forms::stacks_of(&grid),
            forms::picture_of(&grid)
        ),
        Demo::Line | Demo::Win => {
            let row = usize::from(grid.height()) - grid.stack(column).count();
            let [up, across, falling, rising] = counts(&rows_from_top(&grid), row, column.index());
            format!(
                "Through the last disc: up {up}, across {across}, falling {falling}, rising \
                 {rising}. {}",
                status(game)
            )
        }
        Demo::Compare => compare::costs(game).map_or_else(String::new, |costs| {
            format!(
                "whole grid: {} steps; from the last disc: {} looks; shifts: {} operations",
                costs.scan, costs.last, costs.bits
            )
        }),
        _ => format!("{:?}. {}", game.phase(), status(game)),
    }
}

/// Whether a list of slots counted from 0 is a game.
fn validity(text: &str) -> String {
    let digits = text.chars().filter_map(|c| c.to_digit(10));
    let mut game = Game::default();
    for (at, slot) in digits.enumerate() {
        let Some(column) = Column::from_index(slot as usize) else {
            return format!("move {at}: there is no slot {slot}");
        };
        match game.drop_in(column) {
            Ok(next) => game = next,
            Err(error) => return format!("move {at}, slot {slot}: {error}"),
        }
    }
    format!("valid: {}", status(&game))
}

/// The small grid of the lesson, scanned step by step.
fn scan(reader: &mut Reader<'_>) -> Result<bool, Failure> {
    let game = read_link("23344545564").unwrap_or_default();
    reader.draw(&game)?;
    let rows = rows_from_bottom(&game.position().grid());
    for (at, step) in steps(&rows, 1, Way::DiagonalRight.delta())
        .iter()
        .enumerate()
    {
        let branch = match step.branch {
            Branch::End => "the end",
            Branch::NextRow => "next row",
            Branch::OneMore => "one more",
            Branch::NextStart => "next start",
        };
        let text = format!(
            "{}. start {:?}, count {}, target {:?}: {branch}",
            at + 1,
            step.start,
            step.consecutive,
            step.target
        );
        reader.print(&text)?;
    }
    let question = reader.pick("Enter to go on:", "Enter für weiter:");
    Ok(!matches!(reader.ask(question)?, Typed::Quit))
}
