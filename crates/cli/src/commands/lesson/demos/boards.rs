//! Boards of numbers as text diagrams: the position of row 0, and flat and nested lists.

use foursight_lessons::teach::fall::{Rows, empty_rows};
use foursight_lessons::teach::layout::{FLAT_SUMS, NESTED_SUMS, flat_of, look_flat, look_nested};
use foursight_lessons::teach::scan::example_rows;
use foursight_lessons::{Language, Listing, Trace};

use super::super::run::{LessonInput, LessonRunner};
use super::{PAGE_LINES, TracePager};
use crate::exit::CliError;

/// Brackets around the cell at a row and column.
pub(super) type BracketMark = ((i32, i32), [char; 2]);

/// Renders a board of numbers with brackets around some cells. Row 0 is the first one, printed at
/// the top if `is_top_first`, else at the bottom.
pub(super) fn render_rows(rows: &Rows, is_top_first: bool, marks: &[BracketMark]) -> String {
    let line = |(y, row): (usize, &Vec<u8>)| {
        let cells = row.iter().enumerate().map(|(x, disc)| {
            let symbol = ["-", "1", "2"][usize::from(*disc).min(2)];
            let here = marks.iter().find(|(at, _)| *at == (y as i32, x as i32));
            let [left, right] = here.map_or([' ', ' '], |(_, brackets)| *brackets);
            format!("{left}{symbol}{right}")
        });
        format!("{y}   {}", cells.collect::<String>())
    };
    let mut lines: Vec<_> = rows.iter().enumerate().map(line).collect();
    if !is_top_first {
        lines.reverse();
    }
    let numbers = (0..rows[0].len()).map(|x| format!(" {x} "));
    lines.push(format!("y/x {}", numbers.collect::<String>()));
    lines.join("\n")
}

/// Parses exactly two numbers.
fn parse_pair(text: &str) -> Option<(i32, i32)> {
    let words = text.split([' ', ',', '(', ')', '=', 'x', 'y']);
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    match words.as_slice() {
        [y_text, x_text] => Some((
            y_text.replace('−', "-").parse().ok()?,
            x_text.replace('−', "-").parse().ok()?,
        )),
        _ => None,
    }
}

/// Shows a step on a board with row 0 at the top and on one with row 0 at the bottom.
pub(super) fn axes(runner: &mut LessonRunner<'_>) -> Result<bool, CliError> {
    let help = runner.pick(
        "You can type a step: 1 1, 1 0, 0 1 or 1 -1.",
        "Du kannst einen Schritt tippen: 1 1, 1 0, 0 1 oder 1 -1.",
    );
    let mut delta = (1, 1);
    loop {
        let rows = empty_rows(7, 6, &mut |_| ());
        let marks: Vec<BracketMark> = (0..4)
            .map(|n| {
                let brackets = if n == 0 { ['(', ')'] } else { ['[', ']'] };
                ((1 + n * delta.0, 3 + n * delta.1), brackets)
            })
            .collect();
        for (is_top, name) in [
            (true, runner.pick("Row 0 on top:", "Zeile 0 oben:")),
            (false, runner.pick("Row 0 at the bottom:", "Zeile 0 unten:")),
        ] {
            runner.print(name)?;
            runner.print(&render_rows(&rows, is_top, &marks))?;
        }
        let text = match runner.language() {
            Language::English => format!("From (1, 3) in brackets three steps of {delta:?}."),
            Language::German => format!("Von (1, 3) in Klammern drei Schritte um {delta:?}."),
        };
        runner.print_paragraph(&text)?;
        delta = loop {
            let question = runner.pick(
                "A step, or Enter to continue:",
                "Ein Schritt, oder Enter für weiter:",
            );
            match runner.prompt(question, help)? {
                LessonInput::Quit => return Ok(false),
                LessonInput::Next => return Ok(true),
                LessonInput::Text(text) => {
                    let pair = parse_pair(&text);
                    match pair.filter(|step| [(1, 1), (1, 0), (0, 1), (1, -1)].contains(step)) {
                        Some(delta) => break delta,
                        None => runner.print_paragraph(help)?,
                    }
                }
            }
        };
    }
}

/// Shows a board in two layouts, and the cost of a lookup in each.
pub(super) fn layout(
    runner: &mut LessonRunner<'_>,
    listings: &[&'static Listing],
) -> Result<bool, CliError> {
    let board = example_rows("won");
    let flat = flat_of(&board);
    let help = runner.pick(
        "You can type y and x, such as 0 7, or more for more lines of a run.",
        "Du kannst y und x tippen, etwa 0 7, oder mehr für weitere Zeilen eines Laufs.",
    );
    let mut pages = TracePager::default();
    runner.print(&render_rows(&board, false, &[]))?;
    runner.print(&format!("{flat:?}"))?;
    loop {
        let question = runner.pick(
            "y and x, or Enter to continue:",
            "y und x, oder Enter für weiter:",
        );
        let text = match runner.prompt(question, help)? {
            LessonInput::Quit => return Ok(false),
            LessonInput::Next => return Ok(true),
            LessonInput::Text(text) => text,
        };
        if matches!(text.as_str(), "more" | "mehr") && pages.next(runner)? {
            continue;
        }
        let Some(at) = parse_pair(&text).filter(|(y, x)| y.abs().max(x.abs()) <= PAGE_LINES as i32)
        else {
            runner.print_paragraph(help)?;
            continue;
        };
        runner.print(&render_rows(&board, false, &[(at, ['<', '>'])]))?;
        let run = |see: foursight_lessons::Tracer<'_>| {
            let value = look_flat(&flat, (6, 7), at, see);
            let _ = look_nested(&board, at, see);
            let _ = empty_rows(7, 6, see);
            value
        };
        let (trace, value) = Trace::record(listings, run);
        pages = TracePager::of(runner, &trace)?;
        let text = lookup_text(runner, &flat, at, value);
        runner.print_paragraph(&text)?;
    }
}

/// Describes a lookup in both layouts, and in the flat one without bounds checks.
fn lookup_text(
    runner: &LessonRunner<'_>,
    flat: &[u8],
    (y, x): (i32, i32),
    value: Option<u8>,
) -> String {
    let none = runner.pick("nothing", "nichts");
    let value_text =
        |value: Option<u8>| value.map_or_else(|| none.to_owned(), |disc| disc.to_string());
    let index = y * 7 + x;
    let unchecked = usize::try_from(index).ok().and_then(|at| flat.get(at));
    let [unchecked, value] = [unchecked.copied(), value].map(value_text);
    match runner.language() {
        Language::English => format!(
            "Index y × 7 + x = {index}. Flat without a question: {unchecked}. Flat, with {FLAT_SUMS} sums and comparisons: {value}. Nested, with {NESTED_SUMS} of our own: {value}."
        ),
        Language::German => format!(
            "Index y × 7 + x = {index}. Flach, ohne zu fragen: {unchecked}. Flach, mit {FLAT_SUMS} Rechnungen und Vergleichen: {value}. Verschachtelt, mit {NESTED_SUMS} eigenen: {value}."
        ),
    }
}
