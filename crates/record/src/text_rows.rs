//! Parsing that the picture and the diagram share: lines of text, rows of characters, and the board
//! that they show.

use foursight_core::{Disc, Row, Ruleset, Setup};

use crate::arrays::cell_at;
use crate::error::{ErrorLocation, ReadError, ReadErrorKind, TextLocation};
use crate::expected::{CountedItem, Expected};
use crate::reading::ReadOptions;

/// A trimmed, non-blank line with its byte offset.
#[derive(Clone, Copy)]
pub(crate) struct TextLine<'a> {
    pub(crate) offset: usize,
    pub(crate) text: &'a str,
}

impl TextLine<'_> {
    /// Returns the byte offset of its end.
    pub(crate) const fn end(&self) -> usize {
        self.offset + self.text.len()
    }
}

/// The characters of a row of the board, each with its byte offset.
pub(crate) type CharRow = Vec<(usize, char)>;

/// Iterates over the lines that are not blank.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = TextLine<'_>> {
    let mut start = 0;
    let lines = text.split('\n').map(move |line| {
        let indent = line.len() - line.trim_start().len();
        let offset = start + indent;
        start += line.len() + 1;
        let text = line.trim();
        TextLine { offset, text }
    });
    lines.filter(|line| !line.text.is_empty())
}

/// Returns the ruleset for a board of these rows: that of the options, or one adapted to the size of
/// the board.
pub(crate) fn fit_ruleset(rows: &[CharRow], options: &ReadOptions) -> Result<Ruleset, ReadError> {
    let ruleset = options.ruleset;
    let width = rows.first().map_or(0, Vec::len);
    let requested = (ruleset.width().into(), ruleset.height().into());
    let own = (width, rows.len());
    let resized = (own != requested).then(|| options.resized(own));
    let ruleset = match resized {
        None => ruleset,
        Some(Some(resized)) => resized?,
        Some(None) if rows.len() == requested.1 => ruleset,
        Some(None) => {
            return Err(size_error(
                ErrorLocation::Text,
                CountedItem::Rows,
                rows.len(),
                requested.1,
            ));
        }
    };
    let expected = usize::from(ruleset.width());
    for (from_top, row) in rows.iter().enumerate() {
        if row.len() != expected {
            let row_place = Row::from_index(rows.len() - 1 - from_top).map(ErrorLocation::Row);
            let place = row_place.unwrap_or(ErrorLocation::Text);
            return Err(size_error(place, CountedItem::Entries, row.len(), expected));
        }
    }
    Ok(ruleset)
}

const fn size_error(
    place: ErrorLocation,
    counted: CountedItem,
    found: usize,
    expected: usize,
) -> ReadError {
    ReadError {
        location: place,
        kind: ReadErrorKind::Size {
            counted,
            found,
            expected,
        },
    }
}

/// Builds a board from rows whose size fits the ruleset. `disc` returns the content of the cell for
/// a character, or `None` for an unexpected character.
pub(crate) fn setup_from_rows(
    text: &str,
    rows: &[CharRow],
    ruleset: Ruleset,
    disc: impl Fn(char) -> Option<Option<Disc>>,
) -> Result<Setup, ReadError> {
    let mut setup = Setup::new(ruleset);
    for (from_top, row) in rows.iter().enumerate() {
        for (column, (offset, c)) in row.iter().enumerate() {
            let cell = cell_at(column, rows.len() - 1 - from_top);
            let cell = cell.expect("the size is that of the ruleset");
            let refuse = |reason| {
                let spot = Some(TextLocation::at(text, *offset));
                let place = ErrorLocation::Cell {
                    cell,
                    location: spot,
                };
                ReadError {
                    location: place,
                    kind: reason,
                }
            };
            let disc = disc(*c).ok_or_else(|| {
                refuse(ReadErrorKind::Unexpected {
                    found: c.to_string(),
                    expected: Expected::CellOrDisc,
                })
            })?;
            if let Some(disc) = disc {
                let put = setup.put(disc, cell);
                put.map_err(|error| refuse(ReadErrorKind::Setup(error)))?;
            }
        }
    }
    Ok(setup)
}
