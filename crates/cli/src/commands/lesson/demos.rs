//! The demos of lessons in line mode: type a column, and read what the algorithm makes of it.

use foursight_core::{Column, Game, Move};
use foursight_lessons::teach::fall::drop_row;
use foursight_lessons::teach::scan::{Branch, Way, example, find_adjacent, steps};
use foursight_lessons::teach::win::counts;
use foursight_lessons::teach::{compare, forms, rows_from_top, runs};
use foursight_lessons::{Demo, Step, Tongue, Trace, parse_move};
use foursight_record::read_link;

use super::run::{Reader, Typed};
use crate::exit::Failure;

/// The most lines of a run that are printed; the rest is told by their number.
const LINES_MAX: usize = 40;

/// Lets somebody play with a demo; false if they leave.
pub(super) fn run(
    reader: &mut Reader<'_>,
    step: &Step,
    demo: Demo,
    argument: &str,
) -> Result<bool, Failure> {
    let mut game = read_link(argument).unwrap_or_default();
    if demo == Demo::Scan {
        return scan(reader, step, argument);
    }
    let listings = step.stepped(demo);
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
            let said = validity(reader, &text);
            reader.tell(&said)?;
            continue;
        }
        let Some(Move::Drop(column)) = parse_move(&text) else {
            continue;
        };
        lines(reader, &runs::on_drop(&listings, &game, column))?;
        if demo == Demo::Fall {
            let said = fall(reader, &game, column);
            reader.print(&said)?;
            continue;
        }
        match game.drop_in(column) {
            Ok(next) => {
                game = next;
                reader.draw(&game)?;
                let said = told(reader, demo, &game, column);
                reader.print(&said)?;
            }
            Err(error) => reader.tell(&format!("{error}."))?,
        }
    }
}

/// What ran, line by line, with the variables that matter.
fn lines(reader: &mut Reader<'_>, trace: &Trace) -> Result<(), Failure> {
    for moment in trace.0.iter().take(LINES_MAX) {
        let text = format!("  {:<52} {}", moment.code(), moment.told());
        reader.print(text.trim_end())?;
    }
    let left = trace.0.len().saturating_sub(LINES_MAX);
    if left > 0 {
        let more = reader.pick("lines more", "weitere Zeilen");
        let text = format!("  … {left} {more}");
        reader.print(&text)?;
    }
    Ok(())
}

/// Where a disc would fall.
fn fall(reader: &Reader<'_>, game: &Game, column: Column) -> String {
    let rows = rows_from_top(&game.position().grid());
    if column.index() >= rows[0].len() {
        let none = reader.pick("There is no column", "Es gibt keine Spalte");
        return format!("{none} {column}.");
    }
    let answer = drop_row(&rows, column.index(), &mut |_| ());
    format!("{}: {answer}", reader.pick("answer", "Antwort"))
}

/// What a demo tells after a drop.
fn told(reader: &Reader<'_>, demo: Demo, game: &Game, column: Column) -> String {
    let grid = game.position().grid();
    match demo {
        Demo::Array | Demo::Turns | Demo::Axes | Demo::Layout => {
            listed(&rows_from_top(&grid))
        }
        Demo::Actions => {
            let state = runs::state_of(game);
            let columns: Vec<_> = state.columns.iter().map(|column| column.to_vec()).collect();
            listed(&columns)
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
            match reader.tongue() {
                Tongue::English => format!(
                    "Through the last disc: up {up}, across {across}, falling {falling}, rising {rising}."
                ),
                Tongue::German => format!(
                    "Durch die letzte Scheibe: senkrecht {up}, waagrecht {across}, fallend {falling}, steigend {rising}."
                ),
            }
        }
        Demo::Compare => compare::costs(game).map_or_else(String::new, |costs| {
            let [scan, last, bits] = [costs.scan, costs.last, costs.bits];
            match reader.tongue() {
                Tongue::English => format!(
                    "whole grid: {scan} steps; from the last disc: {last} looks; shifts: {bits} operations"
                ),
                Tongue::German => format!(
                    "ganzes Feld: {scan} Schritte; von der letzten Scheibe: {last} Blicke; Verschieben: {bits} Rechnungen"
                ),
            }
        }),
        _ => format!("{:?}", game.phase()),
    }
}

fn listed(lists: &[Vec<u8>]) -> String {
    let lines: Vec<_> = lists.iter().map(|list| format!("{list:?}")).collect();
    lines.join("\n")
}

/// Whether a list of slots counted from 0 is a game.
fn validity(reader: &Reader<'_>, text: &str) -> String {
    let [what, missing, valid] = match reader.tongue() {
        Tongue::English => ["move", "there is no slot", "valid"],
        Tongue::German => ["Zug", "es gibt keinen Schlitz", "gültig"],
    };
    let digits = text.chars().filter_map(|c| c.to_digit(10));
    let mut game = Game::default();
    for (at, slot) in digits.enumerate() {
        let Some(column) = Column::from_index(slot as usize) else {
            return format!("{what} {at}: {missing} {slot}");
        };
        match game.drop_in(column) {
            Ok(next) => game = next,
            Err(error) => return format!("{what} {at}, slot {slot}: {error}"),
        }
    }
    format!("{valid}: {}", reader.standing(&game))
}

/// A grid of the lesson with its rows and columns, scanned step by step in one direction.
fn scan(reader: &mut Reader<'_>, step: &Step, name: &str) -> Result<bool, Failure> {
    let rows = example(name);
    for (y, row) in rows.iter().enumerate().rev() {
        let signs = row
            .iter()
            .map(|disc| ["-", "1", "2"][usize::from(*disc).min(2)]);
        let signs: Vec<_> = signs.collect();
        reader.print(&format!("{y}    {}", signs.join(" ")))?;
    }
    let numbers: Vec<_> = (0..rows[0].len()).map(|x| x.to_string()).collect();
    reader.print(&format!("y/x  {}", numbers.join(" ")))?;
    let delta = Way::DiagonalRight.delta();
    let names = match reader.tongue() {
        Tongue::English => ["Start", "delta", "count", "target"],
        Tongue::German => ["Start", "Delta", "Anzahl", "Ziel"],
    };
    for taken in steps(&rows, 1, delta) {
        let branch = match taken.branch {
            Branch::End => reader.pick("the end", "das Ende"),
            Branch::NextRow => reader.pick("next row", "nächste Zeile"),
            Branch::OneMore => reader.pick("one disc more", "eine Scheibe mehr"),
            Branch::NextStart => reader.pick("next start", "nächster Start"),
        };
        let text = format!(
            "{} {:?}, {} {delta:?}, {} {}, {} {:?}: {branch}",
            names[0], taken.start, names[1], names[2], taken.consecutive, names[3], taken.target
        );
        reader.print(&text)?;
    }
    let listings = step.stepped(Demo::Scan);
    let (trace, _) = Trace::of(&listings, |see| find_adjacent(&rows, 1, delta, see));
    lines(reader, &trace)?;
    let question = reader.pick("Enter to go on:", "Enter für weiter:");
    Ok(!matches!(reader.ask(question)?, Typed::Quit))
}
