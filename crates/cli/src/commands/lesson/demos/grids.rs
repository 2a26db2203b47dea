//! Grids of numbers, drawn with their rows and columns: where row 0 lies, and flat and nested lists.

use foursight_lessons::teach::fall::{Rows, empty_rows};
use foursight_lessons::teach::layout::{FLAT_SUMS, NESTED_SUMS, flat_of, look_flat, look_nested};
use foursight_lessons::teach::scan::example;
use foursight_lessons::{Listing, Tongue, Trace};

use super::super::run::{Reader, Typed};
use super::{LINES_AT_ONCE, Pages};
use crate::exit::Failure;

/// What stands around a space of a drawing.
pub(super) type Around = ((i32, i32), [char; 2]);

/// A grid of numbers in the order of its rows, with signs around some spaces. Row 0 is the first one.
/// If it is the top one it stands on top.
pub(super) fn drawn(rows: &Rows, is_top_first: bool, signs: &[Around]) -> String {
    let line = |(y, row): (usize, &Vec<u8>)| {
        let spaces = row.iter().enumerate().map(|(x, disc)| {
            let sign = ["-", "1", "2"][usize::from(*disc).min(2)];
            let here = signs.iter().find(|(at, _)| *at == (y as i32, x as i32));
            let [left, right] = here.map_or([' ', ' '], |(_, around)| *around);
            format!("{left}{sign}{right}")
        });
        format!("{y}   {}", spaces.collect::<String>())
    };
    let mut lines: Vec<_> = rows.iter().enumerate().map(line).collect();
    if !is_top_first {
        lines.reverse();
    }
    let numbers = (0..rows[0].len()).map(|x| format!(" {x} "));
    lines.push(format!("y/x {}", numbers.collect::<String>()));
    lines.join("\n")
}

/// The two numbers of a text, if it has just these.
fn two(text: &str) -> Option<(i32, i32)> {
    let words = text.split([' ', ',', '(', ')', '=', 'x', 'y']);
    let words: Vec<_> = words.filter(|it| !it.is_empty()).collect();
    match words.as_slice() {
        [one, other] => Some((
            one.replace('−', "-").parse().ok()?,
            other.replace('−', "-").parse().ok()?,
        )),
        _ => None,
    }
}

/// The same step on a grid with row 0 on top and on one with row 0 at the bottom.
pub(super) fn axes(reader: &mut Reader<'_>) -> Result<bool, Failure> {
    let can = reader.pick(
        "You can type a step: 1 1, 1 0, 0 1 or 1 -1.",
        "Du kannst einen Schritt tippen: 1 1, 1 0, 0 1 oder 1 -1.",
    );
    let mut delta = (1, 1);
    loop {
        let rows = empty_rows(7, 6, &mut |_| ());
        let signs: Vec<Around> = (0..4)
            .map(|n| {
                let around = if n == 0 { ['(', ')'] } else { ['[', ']'] };
                ((1 + n * delta.0, 3 + n * delta.1), around)
            })
            .collect();
        for (is_top, name) in [
            (true, reader.pick("Row 0 on top:", "Zeile 0 oben:")),
            (false, reader.pick("Row 0 at the bottom:", "Zeile 0 unten:")),
        ] {
            reader.print(name)?;
            reader.print(&drawn(&rows, is_top, &signs))?;
        }
        let said = match reader.tongue() {
            Tongue::English => format!("From (1, 3) in brackets three steps of {delta:?}."),
            Tongue::German => format!("Von (1, 3) in Klammern drei Schritte um {delta:?}."),
        };
        reader.tell(&said)?;
        delta = loop {
            let question = reader.pick(
                "A step, or Enter to go on:",
                "Ein Schritt, oder Enter für weiter:",
            );
            match reader.ask(question, can)? {
                Typed::Quit => return Ok(false),
                Typed::Next => return Ok(true),
                Typed::Text(text) => {
                    let known = two(&text);
                    match known.filter(|it| [(1, 1), (1, 0), (0, 1), (1, -1)].contains(it)) {
                        Some(delta) => break delta,
                        None => reader.tell(can)?,
                    }
                }
            }
        };
    }
}

/// One grid in two layouts, and what a look into each costs.
pub(super) fn layout(
    reader: &mut Reader<'_>,
    listings: &[&'static Listing],
) -> Result<bool, Failure> {
    let grid = example("won");
    let flat = flat_of(&grid);
    let can = reader.pick(
        "You can type y and x, such as 0 7, or more for more lines of a run.",
        "Du kannst y und x tippen, etwa 0 7, oder mehr für weitere Zeilen eines Laufs.",
    );
    let mut pages = Pages::default();
    reader.print(&drawn(&grid, false, &[]))?;
    reader.print(&format!("{flat:?}"))?;
    loop {
        let question = reader.pick(
            "y and x, or Enter to go on:",
            "y und x, oder Enter für weiter:",
        );
        let text = match reader.ask(question, can)? {
            Typed::Quit => return Ok(false),
            Typed::Next => return Ok(true),
            Typed::Text(text) => text,
        };
        if matches!(text.as_str(), "more" | "mehr") && pages.next(reader)? {
            continue;
        }
        let Some(at) = two(&text).filter(|(y, x)| y.abs().max(x.abs()) <= LINES_AT_ONCE as i32)
        else {
            reader.tell(can)?;
            continue;
        };
        reader.print(&drawn(&grid, false, &[(at, ['<', '>'])]))?;
        let looks = |see: foursight_lessons::See<'_>| {
            let found = look_flat(&flat, (6, 7), at, see);
            let _ = look_nested(&grid, at, see);
            let _ = empty_rows(7, 6, see);
            found
        };
        let (trace, found) = Trace::of(listings, looks);
        pages = Pages::of(reader, &trace)?;
        let said = costs(reader, &flat, at, found);
        reader.tell(&said)?;
    }
}

/// What both layouts say about a space, and the flat one without its question.
fn costs(reader: &Reader<'_>, flat: &[u8], (y, x): (i32, i32), found: Option<u8>) -> String {
    let none = reader.pick("nothing", "nichts");
    let value = |found: Option<u8>| found.map_or_else(|| none.to_owned(), |disc| disc.to_string());
    let index = y * 7 + x;
    let careless = usize::try_from(index).ok().and_then(|at| flat.get(at));
    let [careless, found] = [careless.copied(), found].map(value);
    match reader.tongue() {
        Tongue::English => format!(
            "Index y × 7 + x = {index}. Flat without a question: {careless}. Flat, with {FLAT_SUMS} sums and comparisons: {found}. Nested, with {NESTED_SUMS} of our own: {found}."
        ),
        Tongue::German => format!(
            "Index y × 7 + x = {index}. Flach, ohne zu fragen: {careless}. Flach, mit {FLAT_SUMS} Rechnungen und Vergleichen: {found}. Verschachtelt, mit {NESTED_SUMS} eigenen: {found}."
        ),
    }
}
