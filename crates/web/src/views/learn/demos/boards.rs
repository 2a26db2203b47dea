//! Boards compared: where row 0 lies, flat and nested lists, and three searches with their costs.

use foursight_core::Game;
use foursight_lessons::teach::compare::{Costs, costs};
use foursight_lessons::teach::fall;
use foursight_lessons::teach::layout::{FLAT_SUMS, NESTED_SUMS, flat_of, look_flat, look_nested};
use foursight_lessons::teach::scan::example_rows;
use foursight_lessons::{Listing, Trace};
use foursight_page::text::{Text, UiMessage as M};
use leptos::prelude::*;

use super::super::super::{click_handler, dynamic_view, text_signal};
use super::super::board_picture::{BoardPicture, PictureMark, RulerStyle, picture};
use super::super::trace_player::TracePlayer;
use super::super::widgets::columns;
use super::{DemoGame, HEIGHT, WIDTH};
use crate::shell::signals::{ErasedSignal, erased_memo};

/// Bits per column in the bitboard: one more than the rows.
const COLUMN_BITS: i32 = 7;

/// The demo of one delta on two boards, with row 0 at the top and at the bottom.
pub(super) fn axes(text: Text) -> AnyView {
    const DELTAS: [(i32, i32); 4] = [(1, 1), (1, 0), (0, 1), (1, -1)];
    /// Row and column where the steps start.
    const FROM: (i32, i32) = (1, 3);
    let chosen = ErasedSignal::new(DELTAS[0]);
    let board = move |rulers: RulerStyle| {
        erased_memo(move || {
            let (dr, dc) = chosen.get();
            let row = |row: i32| match rulers {
                RulerStyle::FromTop => HEIGHT - 1 - row,
                RulerStyle::FromBottom | RulerStyle::People => row,
            };
            let cells: Vec<_> = (0..4)
                .map(|n| (row(FROM.0 + n * dr), FROM.1 + n * dc))
                .collect();
            let mut picture =
                BoardPicture::of_rows(&fall::empty_rows(WIDTH, HEIGHT as usize, &mut |_| ()));
            picture.rulers = Some(rulers);
            picture.marks.push((cells[0], PictureMark::Start));
            picture
                .marks
                .extend(cells[1..].iter().map(|at| (*at, PictureMark::Found)));
            picture.arrows.push((cells[0], cells[3]));
            picture
        })
    };
    let buttons = DELTAS.map(|delta| {
        let pressed = text_signal(move || (chosen.get() == delta).to_string());
        view! { <button type="button" aria-pressed=pressed data-delta=format!("{delta:?}") on:click=click_handler(move || chosen.set(delta))>{format!("{delta:?}")}</button> }
    });
    let status = text_signal(move || {
        let (dr, dc) = chosen.get();
        let direction = |down: bool| match (dr, down, dc) {
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
            ("top", &direction(true)),
            ("bottom", &direction(false)),
        ];
        text.with(M::AxesSaid, &parts)
    });
    view! {
        <div class="row" role="group" aria-label=text.get(M::AxesDelta)>{buttons.collect_view()}</div>
        <div class="beside">
            <figure><figcaption>{text.get(M::AxesTop)}</figcaption>{picture(text, board(RulerStyle::FromTop), None)}</figure>
            <figure><figcaption>{text.get(M::AxesBottom)}</figcaption>{picture(text, board(RulerStyle::FromBottom), None)}</figure>
        </div>
        <p role="status" data-testid="axes-said">{status}</p>
    }
    .into_any()
}

/// The demo of one board in two layouts, the cost of a lookup in each, and their source.
pub(super) fn layout(text: Text, listings: Vec<&'static Listing>) -> AnyView {
    let rows = example_rows("won");
    let flat = flat_of(&rows);
    let (y, x) = (ErasedSignal::new(0_i32), ErasedSignal::new(6_i32));
    let list = format!("{flat:?}");
    let field = |label: &'static str, value: ErasedSignal<i32>, most: i32| {
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
    let shown_rows = rows.clone();
    let board = erased_memo(move || {
        let mut picture = BoardPicture::of_rows(&shown_rows);
        picture.rulers = Some(RulerStyle::FromBottom);
        picture.marks.push(((y.get(), x.get()), PictureMark::Look));
        picture
    });
    let (run, flat_run, rows_run) = (listings.clone(), flat.clone(), rows.clone());
    let trace = erased_memo(move || {
        let at = (y.get(), x.get());
        let lookup = |see: foursight_lessons::Tracer<'_>| {
            let _ = look_flat(&flat_run, (HEIGHT, WIDTH as i32), at, see);
            let _ = look_nested(&rows_run, at, see);
            let _ = fall::empty_rows(WIDTH, HEIGHT as usize, see);
        };
        Trace::record(&run, lookup).0
    });
    let trace_player = TracePlayer::new(listings, trace);
    let result = text_signal(move || {
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
            ("nested", &value(look_nested(&rows, at, &mut |_| ()))),
            ("sums", &FLAT_SUMS),
            ("none", &NESTED_SUMS),
        ];
        text.with(M::LayoutSaid, &parts)
    });
    view! {
        <div class="beside">
            <div>
                <div class="row">{field("y", y, HEIGHT)}{field("x", x, WIDTH as i32)}</div>
                {picture(text, board, None)}
                <p role="status" data-testid="layout-said">{result}</p>
                <pre class="array" tabindex="0" role="region" aria-label="flat">{list}</pre>
            </div>
            <div>{trace_player.view(text)}</div>
        </div>
    }
    .into_any()
}

/// The demo of three searches on the learner's own game, and the source of the fastest.
pub(super) fn compare(text: Text, listings: Vec<&'static Listing>) -> AnyView {
    let demo = DemoGame::new(text, Game::default());
    let trace_player = demo.trace_player(listings);
    let board = erased_memo(move || {
        let mut board = demo.game.with(BoardPicture::of);
        let word = trace_player
            .moment()
            .and_then(|moment| moment.value("word"));
        // Bit 7c + r is column c, row r.
        let cells = (0..COLUMN_BITS * WIDTH as i32).filter(|bit| word.unwrap_or(0) >> bit & 1 == 1);
        let cells = cells.map(|bit| (bit % COLUMN_BITS, bit / COLUMN_BITS));
        board.marks.extend(cells.map(|at| (at, PictureMark::Look)));
        board
    });
    let totals = erased_memo(move || {
        demo.game.with(|game| {
            let each = (1..=game.moves().len()).filter_map(|moves| costs(&game.at_ply(moves)?));
            each.fold([0; 3], |[scan, last, bits], cost| {
                [scan + cost.scan, last + cost.last, bits + cost.bits]
            })
        })
    });
    let now = erased_memo(move || demo.game.with(costs));
    let table = dynamic_view(move || {
        let [scan, last, bits] = totals.get();
        let current = now.get();
        let row = |name: M, cost: fn(&Costs) -> (usize, bool), total: usize| {
            let (cost, found) = current.as_ref().map_or((0, false), cost);
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
                {columns(text, WIDTH, true, demo.press())}
                {picture(text, board, Some(demo.press()))}
                <p role="status" class="bad">{text_signal(move || demo.message.get())}</p>
                <div class="row">{demo.reset_button(M::Reset)}</div>
            </div>
            <div>
                <div role="status">{table}</div>
                {trace_player.view(text)}
            </div>
        </div>
    }
    .into_any()
}
