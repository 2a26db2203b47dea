//! What the picture and the diagram have in common: lines of text, rows of characters, and the grid
//! that they make.

use foursight_core::{Disc, Row as GridRow, Ruleset, Setup};

use crate::arrays::space_at;
use crate::error::{Place, ReadError, Reason, Spot};
use crate::expected::{Counted, Expected};
use crate::reading::resized;

/// A line that is not blank, trimmed, with its byte offset.
#[derive(Clone, Copy)]
pub(crate) struct Line<'a> {
    pub(crate) offset: usize,
    pub(crate) text: &'a str,
}

impl Line<'_> {
    /// The byte offset behind it.
    pub(crate) const fn end(&self) -> usize {
        self.offset + self.text.len()
    }
}

/// The characters of a row of the grid, each with its byte offset.
pub(crate) type Row = Vec<(usize, char)>;

/// The lines that are not blank.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut start = 0;
    let lines = text.split('\n').map(move |line| {
        let indent = line.len() - line.trim_start().len();
        let offset = start + indent;
        start += line.len() + 1;
        let text = line.trim();
        Line { offset, text }
    });
    lines.filter(|line| !line.text.is_empty())
}

/// The ruleset for a grid of these rows: the one that was asked for, or one of the size that is
/// written.
pub(crate) fn sized(rows: &[Row], ruleset: Ruleset) -> Result<Ruleset, ReadError> {
    let width = rows.first().map_or(0, Vec::len);
    let asked = (ruleset.width().into(), ruleset.height().into());
    let own = (width, rows.len());
    let resized = (own != asked).then(|| resized(ruleset, own));
    let ruleset = match resized {
        None => ruleset,
        Some(Some(resized)) => resized?,
        Some(None) if rows.len() == asked.1 => ruleset,
        Some(None) => return Err(wrong(Place::Text, Counted::Rows, rows.len(), asked.1)),
    };
    let expected = usize::from(ruleset.width());
    for (from_top, row) in rows.iter().enumerate() {
        if row.len() != expected {
            let row_place = GridRow::from_index(rows.len() - 1 - from_top).map(Place::Row);
            let place = row_place.unwrap_or(Place::Text);
            return Err(wrong(place, Counted::Entries, row.len(), expected));
        }
    }
    Ok(ruleset)
}

const fn wrong(place: Place, what: Counted, found: usize, expected: usize) -> ReadError {
    ReadError {
        place,
        reason: Reason::Size {
            what,
            found,
            expected,
        },
    }
}

/// The grid of these rows, whose size was compared with the ruleset. `disc` says what a character
/// shows, and nothing for one that does not belong there.
pub(crate) fn setup(
    text: &str,
    rows: &[Row],
    ruleset: Ruleset,
    disc: impl Fn(char) -> Option<Option<Disc>>,
) -> Result<Setup, ReadError> {
    let mut setup = Setup::new(ruleset);
    for (from_top, row) in rows.iter().enumerate() {
        for (column, (offset, c)) in row.iter().enumerate() {
            let space = space_at(column, rows.len() - 1 - from_top);
            let space = space.expect("the size is that of the ruleset");
            let refuse = |reason| {
                let spot = Some(Spot::at(text, *offset));
                let place = Place::Space { space, spot };
                ReadError { place, reason }
            };
            let disc = disc(*c).ok_or_else(|| {
                refuse(Reason::Unexpected {
                    found: c.to_string(),
                    expected: Expected::SpaceOrDisc,
                })
            })?;
            if let Some(disc) = disc {
                let put = setup.put(disc, space);
                put.map_err(|error| refuse(Reason::Setup(error)))?;
            }
        }
    }
    Ok(setup)
}
