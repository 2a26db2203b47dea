//! Board pictures: rendered like the flat board of the game, with marks, arrows and rulers on top.

use std::sync::atomic::{AtomicU32, Ordering};

use foursight_core::{Cell, Disc, Game, Line, Outcome, Player};
use foursight_lessons::teach::fall::Rows;
use foursight_page::learn::lesson_text::letters;
use foursight_page::text::{Text, UiMessage as M};
use leptos::prelude::*;

use super::super::{click_handler, dynamic_view, text_signal};
use super::widgets::wide_class;
use crate::shell::signals::{ErasedMemo, erased_memo};
use crate::views::play::flat_board::{BORDER, CELL, FlatBoardLayout, disc_view, lines_view};

/// A row, counted from 0 at the bottom, and a column. May lie beyond the edge.
pub(super) type CellCoords = (i32, i32);

/// Marks around a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PictureMark {
    /// Something to notice.
    Ring,
    /// The cell that the algorithm examines.
    Look,
    /// The start of a search.
    Start,
    /// Part of the result.
    Found,
    /// The cell where a disc would land.
    Ghost,
}

impl PictureMark {
    const fn class(self) -> &'static str {
        match self {
            Self::Ring => "sign ring",
            Self::Look => "sign look",
            Self::Start => "sign start",
            Self::Found => "sign found",
            Self::Ghost => "sign rest",
        }
    }
}

/// Labels of rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RulerStyle {
    /// Row 0 is on top.
    FromTop,
    /// Row 0 is at the bottom.
    FromBottom,
    /// As in cell names: letters, and rows from 1 at the bottom.
    People,
}

/// A board to render.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct BoardPicture {
    width: i32,
    height: i32,
    discs: Vec<(CellCoords, Disc)>,
    /// Marks around cells.
    pub(super) marks: Vec<(CellCoords, PictureMark)>,
    /// Arrows from cell to cell.
    pub(super) arrows: Vec<(CellCoords, CellCoords)>,
    /// Labels of rows and columns.
    pub(super) rulers: Option<RulerStyle>,
    /// The winning lines.
    pub(super) lines: Vec<Line>,
}

/// Returns the coordinates of a cell.
pub(super) fn coords(cell: Cell) -> CellCoords {
    (cell.row.index() as i32, cell.column.index() as i32)
}

impl BoardPicture {
    /// Returns the board of a game, with its winning lines.
    pub(super) fn of(game: &Game) -> Self {
        let lines = match game.outcome() {
            Some(Outcome::Won { lines, .. }) => lines,
            _ => Vec::new(),
        };
        let board = game.position().board();
        let columns = board.columns();
        let cells = columns.flat_map(|column| board.rows().map(move |row| Cell { column, row }));
        let discs = cells.filter_map(|cell| Some((coords(cell), board.disc_at(cell)?)));
        Self {
            width: board.width().into(),
            height: board.height().into(),
            discs: discs.collect(),
            lines,
            ..Self::default()
        }
    }

    /// Returns a board from numbers, the bottom row first. It need not be reachable in a game.
    pub(super) fn of_rows(rows: &Rows) -> Self {
        let owner = |number: u8| match number {
            0 => None,
            1 => Some(Player::First),
            _ => Some(Player::Second),
        };
        let cells = rows.iter().zip(0..).flat_map(|(row, at)| {
            let cells = row.iter().zip(0..);
            cells.map(move |(number, column)| ((at, column), *number))
        });
        let discs = cells.filter_map(|(at, number)| Some((at, Disc::ordinary(owner(number)?))));
        Self {
            width: rows.first().map_or(0, Vec::len) as i32,
            height: rows.len() as i32,
            discs: discs.collect(),
            ..Self::default()
        }
    }

    const fn layout(&self) -> FlatBoardLayout {
        FlatBoardLayout {
            width: self.width,
            height: self.height,
        }
    }

    /// Describes the board in words, without the empty rows on top.
    fn description(&self, text: Text) -> String {
        let Some(top) = self.discs.iter().map(|((row, _), _)| *row).max() else {
            return text.get(M::ReadBoardEmpty).to_owned();
        };
        let name = |at: CellCoords| match self.discs.iter().find(|(coords, _)| *coords == at) {
            None => text.get(M::Empty).to_owned(),
            Some((_, disc)) => {
                let number = foursight_lessons::teach::number(disc.owner);
                text.with(M::PlayerNumber, &[("number", &number)])
            }
        };
        let rows = (0..=top).map(|row| {
            let discs: Vec<_> = (0..self.width).map(|column| name((row, column))).collect();
            let parts: [(&str, &dyn std::fmt::Display); 2] =
                [("row", &(row + 1)), ("discs", &discs.join(", "))];
            text.with(M::ReadRow, &parts)
        });
        let mut description = rows.collect::<Vec<_>>();
        let name = |(row, column): CellCoords| format!("{}{}", letters(column as usize), row + 1);
        let rings = self
            .marks
            .iter()
            .filter(|(_, mark)| *mark == PictureMark::Ring);
        let rings: Vec<_> = rings.map(|(at, _)| name(*at)).collect();
        if !rings.is_empty() {
            description.push(text.with(M::PictureRings, &[("cells", &rings.join(", "))]));
        }
        for (from, to) in &self.arrows {
            let ends: [(&str, &dyn std::fmt::Display); 2] =
                [("from", &name(*from)), ("to", &name(*to))];
            description.push(text.with(M::PictureArrow, &ends));
        }
        description.join(" ")
    }

    /// Returns the centre of a cell, clamped to near the edge.
    fn middle(&self, (row, column): CellCoords) -> (i32, i32) {
        let layout = self.layout();
        let (x, y) = layout.cell_centre(row, column);
        (
            x.clamp(-OVERHANG_MAX, layout.frame_width() + OVERHANG_MAX),
            y.clamp(-OVERHANG_MAX, layout.frame_height() + OVERHANG_MAX),
        )
    }
}

/// Distance from the edge that a mark may have.
const OVERHANG_MAX: i32 = 10;
/// Margin around the board.
const MARGIN: i32 = 36;
/// New discs that fall animated; more mean another position.
const FALLING_MAX: usize = 2;

/// Numbers the pictures, for unique ids of their arrow heads.
static NEXT_PICTURE_ID: AtomicU32 = AtomicU32::new(0);

/// Renders a board. Clicks on a column call `on_press` with its index.
pub(super) fn picture(
    text: Text,
    of: ErasedMemo<BoardPicture>,
    on_press: Option<Callback<usize>>,
) -> AnyView {
    let size = erased_memo(move || of.with(|picture| (picture.width, picture.height)));
    let description = text_signal(move || of.with(|picture| picture.description(text)));
    let number = NEXT_PICTURE_ID.fetch_add(1, Ordering::Relaxed);
    dynamic_view(move || {
        let (width, height) = size.get();
        let layout = FlatBoardLayout { width, height };
        let (wide, high) = (layout.frame_width(), layout.frame_height());
        let view_box = format!("-{MARGIN} -{MARGIN} {} {}", wide + 2 * MARGIN, high + 2 * MARGIN);
        let presses = on_press.map(|press| {
            let column = |index: i32| {
                let act = click_handler(move || press.run(index as usize));
                view! { <rect class="press" data-column=index + 1 x=BORDER + index * CELL y=-MARGIN width=CELL height=high + MARGIN on:click=act/> }
            };
            (0..width).map(column).collect_view()
        });
        view! {
            <svg class=wide_class("flat lgrid", width as usize) viewBox=view_box role="img" aria-label=description>
                {layout.well()}
                {discs(of, layout)}
                {layout.front()}
                {dynamic_view(move || of.with(|picture| overlay(picture, number)))}
                {presses}
            </svg>
        }
        .into_any()
    })
    .into_any()
}

/// The discs. New ones fall.
fn discs(of: ErasedMemo<BoardPicture>, layout: FlatBoardLayout) -> AnyView {
    let before = StoredValue::new(None::<Vec<(CellCoords, Disc)>>);
    let each = move || {
        let now = of.with(|picture| picture.discs.clone());
        let old = before.get_value();
        before.set_value(Some(now.clone()));
        let is_new =
            |disc: &(CellCoords, Disc)| old.as_ref().is_some_and(|old| !old.contains(disc));
        let count = now.iter().filter(|disc| is_new(disc)).count();
        let more = old
            .as_ref()
            .map_or(0, |old| now.len().saturating_sub(old.len()));
        let falls = count == more && count <= FALLING_MAX;
        now.iter()
            .map(|disc| (*disc, falls && is_new(disc)))
            .collect::<Vec<_>>()
    };
    let view = move |(((row, column), disc), falls): ((CellCoords, Disc), bool)| {
        let rows = if falls { layout.height - row } else { 0 };
        disc_view(layout.cell_centre(row, column), disc, rows as u8)
    };
    view! { <g class="discs"><For each=each key=|(disc, _)| *disc let(disc)>{view(disc)}</For></g> }
        .into_any()
}

/// The lines, marks, arrows and rulers of a picture. `number` makes ids unique.
fn overlay(picture: &BoardPicture, number: u32) -> AnyView {
    let marks = picture.marks.iter().map(|(at, mark)| {
        let (x, y) = picture.middle(*at);
        view! { <circle class=mark.class() cx=x cy=y r="44"/> }
    });
    let tip_id = format!("lesson-tip-{number}");
    let tip = format!("url(#{tip_id})");
    let arrows = picture.arrows.iter().map(|(from, to)| {
        let ((x, y), (u, v)) = (picture.middle(*from), picture.middle(*to));
        view! { <path class="shaft" marker-end=tip.clone() d=format!("M{x} {y}L{u} {v}")/> }
    });
    let won = (!picture.lines.is_empty()).then(|| lines_view(picture.layout(), &picture.lines));
    view! {
        <defs>
            <marker id=tip_id viewBox="0 0 10 10" refX="8" refY="5" markerWidth="5" markerHeight="5" orient="auto">
                <path class="tip" d="M0 0L10 5L0 10z"/>
            </marker>
        </defs>
        {won}
        {marks.collect_view()}
        {arrows.collect_view()}
        {rulers(picture)}
    }
    .into_any()
}

fn rulers(picture: &BoardPicture) -> Option<AnyView> {
    let kind = picture.rulers?;
    let layout = picture.layout();
    let last = picture.height - 1;
    let rows = (0..picture.height).map(|row| {
        let (_, y) = layout.cell_centre(row, 0);
        let number = match kind {
            RulerStyle::FromTop => last - row,
            RulerStyle::FromBottom => row,
            RulerStyle::People => row + 1,
        };
        view! { <text x="-19" y=y + 13>{number}</text> }
    });
    let columns = (0..picture.width).map(|column| {
        let (x, _) = layout.cell_centre(0, column);
        let name = match kind {
            RulerStyle::People => letters(column as usize),
            _ => column.to_string(),
        };
        view! { <text x=x y=layout.frame_height() + 33>{name}</text> }
    });
    Some(view! { <g class="rulers">{rows.collect_view()}{columns.collect_view()}</g> }.into_any())
}
