//! Grids to look at: drawn as the flat grid of the game, with signs, arrows and numbers on top.

use std::sync::atomic::{AtomicU32, Ordering};

use foursight_core::{Disc, Game, Line, Outcome, Player, Space};
use foursight_lessons::teach::fall::Rows;
use leptos::prelude::*;

use super::super::flat::{BORDER, Measures, SPACE, disc_view, lines_view};
use super::super::{live, shown, tap};
use super::kit::wide_class;
use crate::shell::source::{Derived, derived};
use crate::text::{Message as M, Text};

/// A row, counted from 0 at the bottom, and a column. It may lie beyond the edge.
pub(super) type Spot = (i32, i32);

/// What is drawn around a space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    /// Something to notice.
    Ring,
    /// The space that is looked at.
    Look,
    /// Where a search starts.
    Start,
    /// Part of what was found.
    Found,
    /// Where a disc would rest.
    Ghost,
}

impl Sign {
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

/// Numbers beside the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rulers {
    /// Row 0 is on top.
    FromTop,
    /// Row 0 is at the bottom.
    FromBottom,
    /// As people name spaces: letters, and rows from 1 at the bottom.
    People,
}

/// A grid to look at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Picture {
    width: i32,
    height: i32,
    discs: Vec<(Spot, Disc)>,
    /// What is drawn around spaces.
    pub(super) signs: Vec<(Spot, Sign)>,
    /// Arrows from space to space.
    pub(super) arrows: Vec<(Spot, Spot)>,
    /// Numbers of rows and columns.
    pub(super) rulers: Option<Rulers>,
    /// The lines that won.
    pub(super) lines: Vec<Line>,
}

/// The place of a space in a picture.
pub(super) fn spot(space: Space) -> Spot {
    (space.row.index() as i32, space.column.index() as i32)
}

impl Picture {
    /// The grid of a game, with the lines that won it.
    pub(super) fn of(game: &Game) -> Self {
        let lines = match game.outcome() {
            Some(Outcome::Won { lines, .. }) => lines,
            _ => Vec::new(),
        };
        let grid = game.position().grid();
        let columns = grid.columns();
        let spaces = columns.flat_map(|column| grid.rows().map(move |row| Space { column, row }));
        let discs = spaces.filter_map(|space| Some((spot(space), grid.disc_at(space)?)));
        Self {
            width: grid.width().into(),
            height: grid.height().into(),
            discs: discs.collect(),
            lines,
            ..Self::default()
        }
    }

    /// A grid of numbers, the bottom row first, as no game may lead to it.
    pub(super) fn of_rows(rows: &Rows) -> Self {
        let owner = |number: u8| match number {
            0 => None,
            1 => Some(Player::First),
            _ => Some(Player::Second),
        };
        let spaces = rows.iter().zip(0..).flat_map(|(row, at)| {
            let spaces = row.iter().zip(0..);
            spaces.map(move |(number, column)| ((at, column), *number))
        });
        let discs = spaces.filter_map(|(at, number)| Some((at, Disc::ordinary(owner(number)?))));
        Self {
            width: rows.first().map_or(0, Vec::len) as i32,
            height: rows.len() as i32,
            discs: discs.collect(),
            ..Self::default()
        }
    }

    const fn measures(&self) -> Measures {
        Measures {
            width: self.width,
            height: self.height,
        }
    }

    /// The grid in words, without the empty rows on top.
    fn said(&self, text: Text) -> String {
        let Some(top) = self.discs.iter().map(|((row, _), _)| *row).max() else {
            return text.get(M::ReadGridEmpty).to_owned();
        };
        let name = |at: Spot| match self.discs.iter().find(|(spot, _)| *spot == at) {
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
        let mut said = rows.collect::<Vec<_>>();
        let name = |(row, column): Spot| format!("{}{}", letter(column), row + 1);
        let rings = self.signs.iter().filter(|(_, sign)| *sign == Sign::Ring);
        let rings: Vec<_> = rings.map(|(at, _)| name(*at)).collect();
        if !rings.is_empty() {
            said.push(text.with(M::PictureRings, &[("spaces", &rings.join(", "))]));
        }
        for (from, to) in &self.arrows {
            let ends: [(&str, &dyn std::fmt::Display); 2] =
                [("from", &name(*from)), ("to", &name(*to))];
            said.push(text.with(M::PictureArrow, &ends));
        }
        said.join(" ")
    }

    /// The middle of a space; beyond the edge it stays near it.
    fn middle(&self, (row, column): Spot) -> (i32, i32) {
        let measures = self.measures();
        let (x, y) = measures.middle(row, column);
        (
            x.clamp(-OUTSIDE, measures.frame_width() + OUTSIDE),
            y.clamp(-OUTSIDE, measures.frame_height() + OUTSIDE),
        )
    }
}

/// The letter of a column.
fn letter(column: i32) -> char {
    char::from(b'a'.saturating_add(column.clamp(0, 25) as u8))
}

/// How far beyond the edge a sign may stand.
const OUTSIDE: i32 = 10;
/// The free room around the grid.
const MARGIN: i32 = 36;
/// So many new discs fall; if there are more, another position is shown.
const FALLING_MAX: usize = 2;

/// Tells pictures apart, for the ids of their arrow heads.
static DRAWN: AtomicU32 = AtomicU32::new(0);

/// Draws a grid. A press on a column, if wanted, is told with its index.
pub(super) fn picture(
    text: Text,
    of: Derived<Picture>,
    on_press: Option<Callback<usize>>,
) -> AnyView {
    let size = derived(move || of.with(|picture| (picture.width, picture.height)));
    let said = live(move || of.with(|picture| picture.said(text)));
    let number = DRAWN.fetch_add(1, Ordering::Relaxed);
    shown(move || {
        let (width, height) = size.get();
        let measures = Measures { width, height };
        let (wide, high) = (measures.frame_width(), measures.frame_height());
        let view_box = format!("-{MARGIN} -{MARGIN} {} {}", wide + 2 * MARGIN, high + 2 * MARGIN);
        let presses = on_press.map(|press| {
            let column = |index: i32| {
                let act = tap(move || press.run(index as usize));
                view! { <rect class="press" data-column=index + 1 x=BORDER + index * SPACE y=-MARGIN width=SPACE height=high + MARGIN on:click=act/> }
            };
            (0..width).map(column).collect_view()
        });
        view! {
            <svg class=wide_class("flat lgrid", width as usize) viewBox=view_box role="img" aria-label=said>
                {measures.well()}
                {discs(of, measures)}
                {measures.front()}
                {shown(move || of.with(|picture| marks(picture, number)))}
                {presses}
            </svg>
        }
        .into_any()
    })
    .into_any()
}

/// The discs. One that was not there before falls.
fn discs(of: Derived<Picture>, measures: Measures) -> AnyView {
    let before = StoredValue::new(None::<Vec<(Spot, Disc)>>);
    let each = move || {
        let now = of.with(|picture| picture.discs.clone());
        let old = before.get_value();
        before.set_value(Some(now.clone()));
        let is_new = |disc: &(Spot, Disc)| old.as_ref().is_some_and(|old| !old.contains(disc));
        let count = now.iter().filter(|disc| is_new(disc)).count();
        let more = old
            .as_ref()
            .map_or(0, |old| now.len().saturating_sub(old.len()));
        let falls = count == more && count <= FALLING_MAX;
        now.iter()
            .map(|disc| (*disc, falls && is_new(disc)))
            .collect::<Vec<_>>()
    };
    let view = move |(((row, column), disc), falls): ((Spot, Disc), bool)| {
        let rows = if falls { measures.height - row } else { 0 };
        disc_view(measures.middle(row, column), disc, rows as u8)
    };
    view! { <g class="discs"><For each=each key=|(disc, _)| *disc let(disc)>{view(disc)}</For></g> }
        .into_any()
}

/// Lines, signs, arrows and numbers of a picture with a number.
fn marks(picture: &Picture, number: u32) -> AnyView {
    let signs = picture.signs.iter().map(|(at, sign)| {
        let (x, y) = picture.middle(*at);
        view! { <circle class=sign.class() cx=x cy=y r="44"/> }
    });
    let tip_id = format!("lesson-tip-{number}");
    let tip = format!("url(#{tip_id})");
    let arrows = picture.arrows.iter().map(|(from, to)| {
        let ((x, y), (u, v)) = (picture.middle(*from), picture.middle(*to));
        view! { <path class="shaft" marker-end=tip.clone() d=format!("M{x} {y}L{u} {v}")/> }
    });
    let won = (!picture.lines.is_empty()).then(|| lines_view(picture.measures(), &picture.lines));
    view! {
        <defs>
            <marker id=tip_id viewBox="0 0 10 10" refX="8" refY="5" markerWidth="5" markerHeight="5" orient="auto">
                <path class="tip" d="M0 0L10 5L0 10z"/>
            </marker>
        </defs>
        {won}
        {signs.collect_view()}
        {arrows.collect_view()}
        {rulers(picture)}
    }
    .into_any()
}

fn rulers(picture: &Picture) -> Option<AnyView> {
    let kind = picture.rulers?;
    let measures = picture.measures();
    let last = picture.height - 1;
    let rows = (0..picture.height).map(|row| {
        let (_, y) = measures.middle(row, 0);
        let number = match kind {
            Rulers::FromTop => last - row,
            Rulers::FromBottom => row,
            Rulers::People => row + 1,
        };
        view! { <text x="-19" y=y + 13>{number}</text> }
    });
    let columns = (0..picture.width).map(|column| {
        let (x, _) = measures.middle(0, column);
        let name = match kind {
            Rulers::People => letter(column).to_string(),
            _ => column.to_string(),
        };
        view! { <text x=x y=measures.frame_height() + 33>{name}</text> }
    });
    Some(view! { <g class="rulers">{rows.collect_view()}{columns.collect_view()}</g> }.into_any())
}
