//! What all lessons are built of: pictures of grids, columns to press, listings, and controls to step.

use std::time::Duration;

use foursight_core::{Game, Outcome, Space};
use foursight_lessons::teach::fall::Rows;
use foursight_lessons::teach::rows_from_bottom;
use foursight_lessons::{Listing, Tongue, Trace};
use leptos::prelude::*;

use super::super::{live, shown, tap, when};
use crate::shell::source::{Derived, Source, derived, follow};
use crate::text::{Language, Message as M, Text};

/// The language of the course that belongs to one of the page.
pub(super) const fn tongue(text: Text) -> Tongue {
    match text.0 {
        Language::English => Tongue::English,
        Language::German => Tongue::German,
    }
}

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
            Self::Ghost => "sign ghost",
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
}

/// A grid to look at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Picture {
    /// The discs, the bottom row first.
    pub(super) rows: Rows,
    /// What is drawn around spaces.
    pub(super) signs: Vec<(Spot, Sign)>,
    /// Arrows from space to space.
    pub(super) arrows: Vec<(Spot, Spot)>,
    /// Numbers of rows and columns.
    pub(super) rulers: Option<Rulers>,
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
        let spaces = lines.iter().flat_map(foursight_core::Line::spaces);
        Self {
            rows: rows_from_bottom(&game.position().grid()),
            signs: spaces.map(|space| (spot(space), Sign::Found)).collect(),
            ..Self::default()
        }
    }

    fn width(&self) -> i32 {
        self.rows.first().map_or(0, Vec::len) as i32
    }

    fn height(&self) -> i32 {
        self.rows.len() as i32
    }

    /// The grid in words, without the empty rows on top.
    fn said(&self, text: Text) -> String {
        let name = |disc: &u8| match disc {
            0 => text.get(M::Empty).to_owned(),
            number => text.with(M::PlayerNumber, &[("number", number)]),
        };
        let used = self
            .rows
            .iter()
            .rposition(|row| row.iter().any(|disc| *disc != 0));
        let Some(top) = used else {
            return text.get(M::ReadGridEmpty).to_owned();
        };
        let rows = self.rows[..=top].iter().enumerate().map(|(at, row)| {
            let discs: Vec<_> = row.iter().map(name).collect();
            let parts: [(&str, &dyn std::fmt::Display); 2] =
                [("row", &(at + 1)), ("discs", &discs.join(", "))];
            text.with(M::ReadRow, &parts)
        });
        rows.collect::<Vec<_>>().join(" ")
    }

    /// The middle of a space; beyond the edge it stays near it.
    fn middle(&self, (row, column): Spot) -> (i32, i32) {
        let (wide, high) = (self.width() * SPACE, self.height() * SPACE);
        let x = column * SPACE + SPACE / 2;
        let y = (self.height() - 1 - row) * SPACE + SPACE / 2;
        (
            x.clamp(-OUTSIDE, wide + OUTSIDE),
            y.clamp(-OUTSIDE, high + OUTSIDE),
        )
    }
}

const SPACE: i32 = 100;
/// How far beyond the edge a sign may stand.
const OUTSIDE: i32 = 34;
/// The free room around the grid.
const MARGIN: i32 = 70;

/// Draws a grid. A press on a column, if wanted, is told with its index.
pub(super) fn picture(
    text: Text,
    of: Derived<Picture>,
    on_press: Option<Callback<usize>>,
) -> AnyView {
    shown(move || {
        let picture = of.get();
        let (wide, high) = (picture.width() * SPACE, picture.height() * SPACE);
        let view_box = format!("-{MARGIN} -{MARGIN} {} {}", wide + 2 * MARGIN, high + 2 * MARGIN);
        let spaces: Vec<_> = picture
            .rows
            .iter()
            .zip(0..)
            .flat_map(|(row, at)| row.iter().zip(0..).map(move |(disc, column)| ((at, column), *disc)))
            .collect();
        let discs = spaces.iter().map(|(at, disc)| disc_view(picture.middle(*at), *disc));
        let signs = picture.signs.iter().map(|(at, sign)| {
            let (x, y) = picture.middle(*at);
            view! { <circle class=sign.class() cx=x cy=y r="44"/> }
        });
        // Two pictures of a page differ in their rulers, and so do the ids of their arrow heads.
        let tip_id = format!("lesson-tip-{:?}", picture.rulers.map_or(0, |rulers| 1 + rulers as u8));
        let tip = format!("url(#{tip_id})");
        let arrows = picture.arrows.iter().map(|(from, to)| {
            let ((x, y), (u, v)) = (picture.middle(*from), picture.middle(*to));
            view! { <path class="arrow" marker-end=tip.clone() d=format!("M{x} {y}L{u} {v}")/> }
        });
        let presses = on_press.map(|press| {
            let column = |index: i32| {
                let act = tap(move || press.run(index as usize));
                view! { <rect class="press" data-column=index + 1 x=index * SPACE y=-MARGIN width=SPACE height=high + MARGIN on:click=act/> }
            };
            (0..picture.width()).map(column).collect_view()
        });
        view! {
            <svg class=wide_class("lgrid", picture.width() as usize) viewBox=view_box role="img" aria-label=picture.said(text)>
                <defs>
                    <marker id=tip_id viewBox="0 0 10 10" refX="8" refY="5" markerWidth="5" markerHeight="5" orient="auto">
                        <path class="tip" d="M0 0L10 5L0 10z"/>
                    </marker>
                </defs>
                <rect class="body" x="-14" y="-14" width=wide + 28 height=high + 28 rx="34"/>
                {discs.collect_view()}
                {signs.collect_view()}
                {arrows.collect_view()}
                {rulers(&picture)}
                {presses}
            </svg>
        }
        .into_any()
    })
    .into_any()
}

/// The class of what is as wide as a grid; some grids are wider than the usual one.
fn wide_class(class: &str, width: usize) -> String {
    const USUAL: usize = 7;
    let wide = if width > USUAL { " wide" } else { "" };
    format!("{class}{wide}")
}

fn disc_view((x, y): (i32, i32), disc: u8) -> AnyView {
    let place = format!("translate({x} {y})");
    match disc {
        0 => view! { <circle class="hole" cx=x cy=y r="38"/> }.into_any(),
        1 => view! {
            <g transform=place><circle class="p1" r="38"/><circle class="m1" r="17"/></g>
        }
        .into_any(),
        _ => view! {
            <g transform=place><circle class="p2" r="38"/><path class="m2" d="M-13-13L13 13M-13 13L13-13"/></g>
        }
        .into_any(),
    }
}

fn rulers(picture: &Picture) -> Option<AnyView> {
    let kind = picture.rulers?;
    let (high, last) = (picture.height() * SPACE, picture.height() - 1);
    let rows = (0..picture.height()).map(|row| {
        let (_, y) = picture.middle((row, 0));
        let number = match kind {
            Rulers::FromTop => last - row,
            Rulers::FromBottom => row,
        };
        view! { <text x="-42" y=y + 14>{number}</text> }
    });
    let columns = (0..picture.width()).map(|column| {
        view! { <text x=column * SPACE + SPACE / 2 y=high + 56>{column}</text> }
    });
    Some(view! { <g class="rulers">{rows.collect_view()}{columns.collect_view()}</g> }.into_any())
}

/// Buttons for the columns of a grid. Beside code they say letter and index.
pub(super) fn columns(
    text: Text,
    width: usize,
    beside_code: bool,
    press: Callback<usize>,
) -> AnyView {
    let button = move |index: usize| {
        let letter = char::from(b'a' + index as u8).to_string();
        let label = if beside_code {
            text.with(M::LessonColumn, &[("letter", &letter), ("index", &index)])
        } else {
            text.with(M::DropInColumn, &[("column", &(index + 1))])
        };
        let shown = if beside_code {
            letter
        } else {
            (index + 1).to_string()
        };
        let small = beside_code.then(|| view! { <small>{index}</small> });
        view! {
            <button type="button" data-column=index + 1 aria-label=label on:click=tap(move || press.run(index))>
                <b>{shown}</b>{small}
            </button>
        }
    };
    view! {
        <div class=wide_class("lcols", width) role="group" aria-label=text.get(M::DropADisc)>
            {(0..width).map(button).collect_view()}
        </div>
    }
    .into_any()
}

/// A listing with the line that runs now, if any does.
pub(super) fn listing(
    text: Text,
    of: &'static Listing,
    lit: Option<Derived<Option<usize>>>,
) -> AnyView {
    let lines = of.lines.iter().enumerate().map(move |(at, (_, line))| {
        let is_lit = when(move || lit.is_some_and(|lit| lit.get() == Some(at)));
        view! { <span class="ln" class:lit=is_lit>{*line}"\n"</span> }
    });
    let path = format!("crates/lessons/src/teach/{}.rs", of.file);
    view! {
        <figure class="listing" data-listing=of.name>
            <figcaption class="small">{text.with(M::LessonSource, &[("file", &path)])}</figcaption>
            <pre tabindex="0" role="region" aria-label=of.name><code>{lines.collect_view()}</code></pre>
        </figure>
    }
    .into_any()
}

/// A run that can be walked through.
#[derive(Clone, Copy)]
pub(super) struct Walk {
    /// The moment that is shown.
    pub(super) at: Source<usize>,
    /// How many moments there are.
    pub(super) length: Derived<usize>,
    is_playing: Source<bool>,
    pause_ms: Source<u32>,
}

/// Pauses between two steps, from slow to fast.
const PAUSES_MS: [u32; 4] = [1500, 700, 300, 80];

impl Walk {
    /// A walk through so many moments, which stands at the first.
    pub(super) fn new(length: Derived<usize>) -> Self {
        let walk = Self {
            at: Source::new(0),
            length,
            is_playing: Source::new(false),
            pause_ms: Source::new(PAUSES_MS[1]),
        };
        follow(move || {
            if !walk.is_playing.get() {
                return;
            }
            let pause = Duration::from_millis(u64::from(walk.pause_ms.get()));
            if let Ok(ticking) = set_interval_with_handle(move || walk.step(1), pause) {
                on_cleanup(move || ticking.clear());
            }
        });
        walk
    }

    /// Goes so many moments on, or back.
    pub(super) fn step(self, by: isize) {
        let last = self.length.get_untracked().saturating_sub(1);
        let next = self.at.get_untracked().saturating_add_signed(by).min(last);
        self.at.set(next);
        if next == last {
            self.is_playing.set(false);
        }
    }

    /// Goes to a moment.
    pub(super) fn go(self, to: usize) {
        self.is_playing.set(false);
        self.at
            .set(to.min(self.length.get_untracked().saturating_sub(1)));
    }
}

/// Buttons to walk through a run. The last one goes to its end, under a name of its own.
pub(super) fn walk_buttons(text: Text, walk: Walk, end: M) -> AnyView {
    let play = live(move || {
        let message = if walk.is_playing.get() {
            M::ReplayPause
        } else {
            M::ReplayPlay
        };
        text.get(message).to_owned()
    });
    let toggle = move || {
        let is_at_end = walk.at.get_untracked() + 1 >= walk.length.get_untracked();
        if !walk.is_playing.get_untracked() && is_at_end {
            walk.at.set(0);
        }
        walk.is_playing.set(!walk.is_playing.get_untracked());
    };
    let speeds = PAUSES_MS.iter().zip(1..).map(|(pause, number)| {
        view! { <option value=pause.to_string() selected=*pause == PAUSES_MS[1]>{number.to_string()}</option> }
    });
    let choose = move |event| {
        if let Ok(pause) = event_target_value(&event).parse() {
            walk.pause_ms.set(pause);
        }
    };
    let count = live(move || {
        if walk.length.get() == 0 {
            return String::new();
        }
        let parts: [(&str, &dyn std::fmt::Display); 2] =
            [("at", &(walk.at.get() + 1)), ("all", &walk.length.get())];
        text.with(M::LessonMoment, &parts)
    });
    view! {
        <div class="row walk" role="group" aria-label=text.get(M::LessonWalk)>
            <button type="button" data-testid="walk-back" on:click=tap(move || { walk.is_playing.set(false); walk.step(-1); })>{text.get(M::LessonBack)}</button>
            <button type="button" class="main" data-testid="walk-step" on:click=tap(move || { walk.is_playing.set(false); walk.step(1); })>{text.get(M::LessonStep)}</button>
            <button type="button" data-testid="walk-play" on:click=tap(toggle)>{play}</button>
            <button type="button" data-testid="walk-end" on:click=tap(move || walk.go(usize::MAX))>{text.get(end)}</button>
            <label class="speed">{text.get(M::ReplaySpeed)}" "<select data-testid="walk-speed" on:change=choose>{speeds.collect_view()}</select></label>
            <span class="small" data-testid="walk-at">{count}</span>
        </div>
    }
    .into_any()
}

/// A listing that is walked through, with the variables of the moment.
pub(super) fn stepper(
    text: Text,
    of: &'static Listing,
    trace: Derived<Trace>,
    walk: Walk,
) -> AnyView {
    let lit =
        derived(move || trace.with(|trace| trace.0.get(walk.at.get()).map(|moment| moment.line)));
    let values = live(move || {
        trace.with(|trace| {
            let Some(moment) = trace.0.get(walk.at.get()) else {
                return String::new();
            };
            let line = of
                .lines
                .get(moment.line)
                .map_or("", |(_, line)| line.trim());
            let known = moment.values.iter().filter(|(name, _)| *name != "look");
            let known: Vec<_> = known
                .map(|(name, value)| format!("{name} = {value}"))
                .collect();
            format!("{line}   {}", known.join(", "))
        })
    });
    view! {
        {walk_buttons(text, walk, M::LessonEnd)}
        <p class="values" role="status" data-testid="walk-values">{values}</p>
        {listing(text, of, Some(lit))}
    }
    .into_any()
}
