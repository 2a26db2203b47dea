//! Where a disc falls, and whether a line runs through it: step by step through the very code.

use foursight_core::Game;
use foursight_lessons::teach::fall::drop_row;
use foursight_lessons::teach::rows_from_top;
use foursight_lessons::teach::win::is_win;
use foursight_lessons::{Listing, Moment, Trace};
use leptos::prelude::*;

use super::super::super::live;
use super::super::kit::columns;
use super::super::picture::{Picture, Rulers, Sign, picture};
use super::super::walk::Stepped;
use super::{HEIGHT, Toy, WIDTH, look};
use crate::shell::source::{Source, derived};
use crate::taught::letter;
use crate::text::{Message as M, Text};

fn listing(name: &str) -> &'static Listing {
    Listing::named(name).unwrap_or(&Listing::all()[0])
}

/// Where a disc would fall. Nothing is dropped.
pub(super) fn fall(text: Text, game: Game) -> AnyView {
    let of = listing("drop_row");
    let chosen = Source::new(None::<usize>);
    let rows = rows_from_top(&game.position().grid());
    let run = derived(move || match chosen.get() {
        Some(column) => Trace::of(&[of], |see| drop_row(&rows, column, see)),
        None => (Trace::default(), -1),
    });
    let trace = derived(move || run.with(|(trace, _)| trace.clone()));
    let stepped = Stepped::new(vec![of], trace);
    let press = Callback::new(move |index: usize| {
        chosen.set(Some(index));
        stepped.walk.go(0);
    });
    let drawn = derived(move || {
        let mut drawn = Picture::of(&game);
        drawn.rulers = Some(Rulers::FromTop);
        let Some(column) = chosen.get() else {
            return drawn;
        };
        let (trace, answer) = run.get();
        let at = stepped.walk.at.get();
        let row = trace.0.get(at).and_then(|moment| moment.value("row"));
        if let Some(row) = row {
            drawn
                .signs
                .push(((HEIGHT - 1 - row as i32, column as i32), Sign::Look));
        }
        if answer >= 0 && at + 1 >= trace.0.len() {
            drawn
                .signs
                .push(((HEIGHT - 1 - answer, column as i32), Sign::Ghost));
        }
        drawn
    });
    let said = live(move || {
        let Some(column) = chosen.get() else {
            return text.get(M::LessonTryColumn).to_owned();
        };
        let answer = run.with(|(_, answer)| *answer);
        let letter = letter(column);
        // Whoever steps through it wants to find the answer, not to be told.
        if stepped.walk.at.get() + 1 < stepped.walk.length.get() {
            return text.with(M::LessonFallAsk, &[("letter", &letter)]);
        }
        let parts: [(&str, &dyn std::fmt::Display); 3] = [
            ("letter", &letter),
            ("row", &answer),
            ("up", &(HEIGHT - answer)),
        ];
        text.with(
            if answer < 0 {
                M::LessonFallFull
            } else {
                M::LessonFallRow
            },
            &parts,
        )
    });
    view! {
        <div class="beside">
            <div>
                {columns(text, WIDTH, true, press)}
                {picture(text, drawn, Some(press))}
                <p role="status" data-testid="fall-said">{said}</p>
            </div>
            <div>{stepped.view(text)}</div>
        </div>
    }
    .into_any()
}

/// The search for a line from the last disc on.
pub(super) fn line(text: Text, start: Game, listings: Vec<&'static Listing>) -> AnyView {
    let run = listings.clone();
    let toy = Toy::new(text, start);
    let last = move || {
        toy.game.with(|game| {
            let column = game.moves().last()?.column()?;
            let row = HEIGHT as usize - game.position().grid().stack(column).count();
            Some((row, column.index()))
        })
    };
    let trace = derived(move || {
        let Some((row, column)) = last() else {
            return Trace::default();
        };
        let rows = toy.game.with(|game| rows_from_top(&game.position().grid()));
        Trace::of(&run, |see| is_win(&rows, row, column, see)).0
    });
    let stepped = Stepped::new(listings, trace);
    let drawn = derived(move || {
        let mut drawn = toy.game.with(Picture::of);
        drawn.lines.clear();
        drawn.rulers = Some(Rulers::FromTop);
        if let Some((row, column)) = last() {
            drawn
                .signs
                .push(((HEIGHT - 1 - row as i32, column as i32), Sign::Start));
        }
        look(&mut drawn, stepped);
        drawn
    });
    let said = live(move || toy.said_or(|| told(text, stepped.moment().as_ref())));
    view! {
        <div class="beside">
            <div>
                {columns(text, WIDTH, true, toy.press())}
                {picture(text, drawn, Some(toy.press()))}
                <p role="status" data-testid="line-said">{said}</p>
                <div class="row">{toy.reset_button(M::Reset)}</div>
            </div>
            <div>{stepped.view(text)}</div>
        </div>
    }
    .into_any()
}

/// True if the question is whether there is such a space.
pub(super) fn asks_edge(moment: &Moment) -> bool {
    ["is_inside", "space"].contains(&moment.listing.name)
}

/// What the search for a line does at a moment, in words.
pub(super) fn told(text: Text, moment: Option<&Moment>) -> String {
    let Some(moment) = moment else {
        return text.get(M::LessonTryColumn).to_owned();
    };
    let value = |name| moment.value(name);
    if let (Some(down), Some(right)) = (value("down"), value("right")) {
        return text.with(M::LessonDirection, &[("down", &down), ("right", &right)]);
    }
    let (count, place) = (value("count"), value("row").zip(value("column")));
    let is_there = |(row, column): (i64, i64)| {
        (0..i64::from(HEIGHT)).contains(&row) && (0..WIDTH as i64).contains(&column)
    };
    if let Some((row, column)) = place.filter(|_| asks_edge(moment)) {
        let answer = text.get(if is_there((row, column)) {
            M::Yes
        } else {
            M::No
        });
        let parts: [(&str, &dyn std::fmt::Display); 3] =
            [("row", &row), ("column", &column), ("answer", &answer)];
        return text.with(M::LessonInside, &parts);
    }
    let (count, (row, column)) = match (count, place) {
        (Some(count), Some(place)) => (count, place),
        (Some(count), None) => return text.with(M::LessonCount, &[("count", &count)]),
        (None, Some((row, column))) => {
            return text.with(M::LessonFrom, &[("row", &row), ("column", &column)]);
        }
        (None, None) => return String::new(),
    };
    let parts: [(&str, &dyn std::fmt::Display); 3] =
        [("row", &row), ("column", &column), ("count", &count)];
    let message = if is_there((row, column)) {
        M::LessonLooks
    } else {
        M::LessonOutside
    };
    text.with(message, &parts)
}
