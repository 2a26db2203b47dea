//! Grids compared: where row 0 lies, flat and nested lists, and three searches with their costs.

use foursight_core::Game;
use foursight_lessons::teach::compare::{Costs, costs};
use foursight_lessons::teach::fall;
use foursight_lessons::teach::layout::{FLAT_SUMS, NESTED_SUMS, flat_of, look_flat, look_nested};
use foursight_lessons::teach::scan::example;
use foursight_lessons::{Listing, Trace};
use leptos::prelude::*;

use super::super::super::{live, shown, tap};
use super::super::kit::columns;
use super::super::picture::{Picture, Rulers, Sign, picture};
use super::super::walk::Stepped;
use super::{HEIGHT, Toy, WIDTH};
use crate::shell::source::{Source, derived};
use crate::text::{Message as M, Text};

/// Bits of a column in a word: one more than it has rows.
const COLUMN_BITS: i32 = 7;

/// The same step on two grids, one with row 0 on top and one with row 0 at the bottom.
pub(super) fn axes(text: Text) -> AnyView {
    const DELTAS: [(i32, i32); 4] = [(1, 1), (1, 0), (0, 1), (1, -1)];
    /// Row and column where the steps begin.
    const FROM: (i32, i32) = (1, 3);
    let chosen = Source::new(DELTAS[0]);
    let drawn = move |rulers: Rulers| {
        derived(move || {
            let (dr, dc) = chosen.get();
            let row = |row: i32| match rulers {
                Rulers::FromTop => HEIGHT - 1 - row,
                Rulers::FromBottom | Rulers::People => row,
            };
            let spots: Vec<_> = (0..4)
                .map(|n| (row(FROM.0 + n * dr), FROM.1 + n * dc))
                .collect();
            let mut picture =
                Picture::of_rows(&fall::empty_rows(WIDTH, HEIGHT as usize, &mut |_| ()));
            picture.rulers = Some(rulers);
            picture.signs.push((spots[0], Sign::Start));
            picture
                .signs
                .extend(spots[1..].iter().map(|at| (*at, Sign::Found)));
            picture.arrows.push((spots[0], spots[3]));
            picture
        })
    };
    let buttons = DELTAS.map(|delta| {
        let pressed = live(move || (chosen.get() == delta).to_string());
        view! { <button type="button" aria-pressed=pressed data-delta=format!("{delta:?}") on:click=tap(move || chosen.set(delta))>{format!("{delta:?}")}</button> }
    });
    let said = live(move || {
        let (dr, dc) = chosen.get();
        let goes = |down: bool| match (dr, down, dc) {
            (0, ..) => text.get(M::GoesRight),
            (_, true, 0) => text.get(M::GoesDown),
            (_, false, 0) => text.get(M::GoesUp),
            (_, true, 1) => text.get(M::GoesDownRight),
            (_, false, 1) => text.get(M::GoesUpRight),
            (_, true, _) => text.get(M::GoesDownLeft),
            (_, false, _) => text.get(M::GoesUpLeft),
        };
        let delta = format!("({dr}, {dc})");
        let parts: [(&str, &dyn std::fmt::Display); 3] = [
            ("delta", &delta),
            ("top", &goes(true)),
            ("bottom", &goes(false)),
        ];
        text.with(M::AxesSaid, &parts)
    });
    view! {
        <div class="row" role="group" aria-label=text.get(M::AxesDelta)>{buttons.collect_view()}</div>
        <div class="beside">
            <figure><figcaption>{text.get(M::AxesTop)}</figcaption>{picture(text, drawn(Rulers::FromTop), None)}</figure>
            <figure><figcaption>{text.get(M::AxesBottom)}</figcaption>{picture(text, drawn(Rulers::FromBottom), None)}</figure>
        </div>
        <p role="status" data-testid="axes-said">{said}</p>
    }
    .into_any()
}

/// One grid in two layouts, what a look into each costs, and their source.
pub(super) fn layout(text: Text, listings: Vec<&'static Listing>) -> AnyView {
    let grid = example("won");
    let flat = flat_of(&grid);
    let (y, x) = (Source::new(0_i32), Source::new(6_i32));
    let list = format!("{flat:?}");
    let field = |label: &'static str, value: Source<i32>, most: i32| {
        let choose = move |event| {
            if let Ok(number) = event_target_value(&event).parse() {
                value.set(number);
            }
        };
        let options: Vec<_> = (-1..=most).map(|number| {
            view! { <option value=number.to_string() selected=number == value.get_untracked()>{number.to_string()}</option> }
        }).collect();
        view! { <label class="speed">{label}" "<select data-testid=format!("layout-{label}") on:change=choose>{options}</select></label> }
    };
    let shown_grid = grid.clone();
    let drawn = derived(move || {
        let mut picture = Picture::of_rows(&shown_grid);
        picture.rulers = Some(Rulers::FromBottom);
        picture.signs.push(((y.get(), x.get()), Sign::Look));
        picture
    });
    let (run, flat_run, grid_run) = (listings.clone(), flat.clone(), grid.clone());
    let trace = derived(move || {
        let at = (y.get(), x.get());
        let looks = |see: foursight_lessons::See<'_>| {
            let _ = look_flat(&flat_run, (HEIGHT, WIDTH as i32), at, see);
            let _ = look_nested(&grid_run, at, see);
            let _ = fall::empty_rows(WIDTH, HEIGHT as usize, see);
        };
        Trace::of(&run, looks).0
    });
    let stepped = Stepped::new(listings, trace);
    let result = live(move || {
        let at = (y.get(), x.get());
        let index = at.0 * WIDTH as i32 + at.1;
        let none = text.get(M::LayoutNone);
        let value =
            |found: Option<u8>| found.map_or_else(|| none.to_owned(), |disc| disc.to_string());
        let careless = usize::try_from(index)
            .ok()
            .and_then(|index| flat.get(index).copied());
        let parts: [(&str, &dyn std::fmt::Display); 6] = [
            ("index", &index),
            ("careless", &value(careless)),
            (
                "flat",
                &value(look_flat(&flat, (HEIGHT, WIDTH as i32), at, &mut |_| ())),
            ),
            ("nested", &value(look_nested(&grid, at, &mut |_| ()))),
            ("sums", &FLAT_SUMS),
            ("none", &NESTED_SUMS),
        ];
        text.with(M::LayoutSaid, &parts)
    });
    view! {
        <div class="beside">
            <div>
                <div class="row">{field("y", y, HEIGHT)}{field("x", x, WIDTH as i32)}</div>
                {picture(text, drawn, None)}
                <p role="status" data-testid="layout-said">{result}</p>
                <pre class="array" tabindex="0" role="region" aria-label="flat">{list}</pre>
            </div>
            <div>{stepped.view(text)}</div>
        </div>
    }
    .into_any()
}

/// Three searches on the reader's own game, and the source of the quickest.
pub(super) fn compare(text: Text, listings: Vec<&'static Listing>) -> AnyView {
    let toy = Toy::new(text, Game::default());
    let stepped = toy.stepped(listings);
    let drawn = derived(move || {
        let mut drawn = toy.game.with(Picture::of);
        let word = stepped.moment().and_then(|moment| moment.value("word"));
        // Bit 7c + r is column c, row r.
        let spots = (0..COLUMN_BITS * WIDTH as i32).filter(|bit| word.unwrap_or(0) >> bit & 1 == 1);
        let spots = spots.map(|bit| (bit % COLUMN_BITS, bit / COLUMN_BITS));
        drawn.signs.extend(spots.map(|at| (at, Sign::Look)));
        drawn
    });
    let totals = derived(move || {
        toy.game.with(|game| {
            let each = (1..=game.moves().len()).filter_map(|moves| costs(&game.at(moves)?));
            each.fold([0; 3], |[scan, last, bits], cost| {
                [scan + cost.scan, last + cost.last, bits + cost.bits]
            })
        })
    });
    let now = derived(move || toy.game.with(costs));
    let table = shown(move || {
        let [scan, last, bits] = totals.get();
        let one = now.get();
        let row = |name: M, cost: fn(&Costs) -> (usize, bool), total: usize| {
            let (cost, found) = one.as_ref().map_or((0, false), cost);
            let found = text.get(if found { M::Yes } else { M::No });
            view! { <tr><th scope="row">{text.get(name)}</th><td>{cost}</td><td>{total}</td><td>{found}</td></tr> }
        };
        view! {
            <table class="costs" data-testid="costs">
                <thead><tr><td></td><th scope="col">{text.get(M::CompareNow)}</th><th scope="col">{text.get(M::CompareGame)}</th><th scope="col">{text.get(M::CompareFound)}</th></tr></thead>
                <tbody>
                    {row(M::CompareScan, |cost| (cost.scan, cost.scan_found), scan)}
                    {row(M::CompareLast, |cost| (cost.last, cost.last_found), last)}
                    {row(M::CompareBits, |cost| (cost.bits, cost.bits_found), bits)}
                </tbody>
            </table>
        }
        .into_any()
    });
    view! {
        <div class="beside">
            <div>
                {columns(text, WIDTH, true, toy.press())}
                {picture(text, drawn, Some(toy.press()))}
                <p role="status" class="bad">{live(move || toy.said.get())}</p>
                <div class="row">{toy.reset_button(M::Reset)}</div>
            </div>
            <div>
                <div role="status">{table}</div>
                {stepped.view(text)}
            </div>
        </div>
    }
    .into_any()
}
