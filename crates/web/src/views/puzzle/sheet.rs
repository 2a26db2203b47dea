//! Sheets of puzzles, for the print dialog of the browser.

use foursight_page::text::{Text, UiMessage as M};
use foursight_puzzles::text::theme_title;
use foursight_puzzles::{Puzzle, PuzzleSet, PuzzleSheet, PuzzleTheme, SHEET_PUZZLES_MAX};
use leptos::prelude::*;

use crate::browser;
use crate::views::click_handler;

/// Numbers of puzzles on offer.
const COUNTS: [usize; 4] = [6, 12, 24, 48];

/// The page: choices, and the pages of the sheet.
pub(super) fn show(text: Text, theme: Option<PuzzleTheme>, count: usize) -> AnyView {
    let count = count.clamp(1, SHEET_PUZZLES_MAX);
    let puzzles = spread(theme, count);
    let sheet = PuzzleSheet::new(puzzles, text.0);
    let pages = sheet.page_svgs().into_iter();
    let pages = pages.map(|page| view! { <div class="sheet-page" inner_html=page></div> });
    let name = theme.map_or("all", PuzzleTheme::name);
    let themes = std::iter::once(None).chain(PuzzleTheme::ALL.map(Some));
    let theme_options = themes.map(|of| {
        let value = of.map_or("all", PuzzleTheme::name);
        let label = match of {
            None => text.get(M::PuzzleSheetAll),
            Some(theme) => theme_title(theme).get(text.0),
        };
        let is_chosen = of == theme;
        view! { <option value=value selected=is_chosen>{label}</option> }
    });
    let count_options = COUNTS.map(|number| {
        let is_chosen = number == count;
        view! { <option value=number.to_string() selected=is_chosen>{number}</option> }
    });
    let choose_theme = move |event| {
        browser::navigate(&format!(
            "#/puzzle/sheet/{}/{count}",
            event_target_value(&event)
        ));
    };
    let choose_count = move |event| {
        browser::navigate(&format!(
            "#/puzzle/sheet/{name}/{}",
            event_target_value(&event)
        ));
    };
    view! {
        <section class="puzzle-sheet" data-testid="puzzle-sheet-page">
            <div class="prose screen">
                <p class="small"><a href="#/puzzle">{text.get(M::PuzzleBack)}</a></p>
                <h1>{text.get(M::PuzzleSheet)}</h1>
                <div class="row">
                    <label class="field"><span>{text.get(M::PuzzleSheetTheme)}</span>
                        <select data-testid="sheet-theme" on:change=choose_theme>{theme_options.collect_view()}</select></label>
                    <label class="field"><span>{text.get(M::PuzzleSheetCount)}</span>
                        <select data-testid="sheet-count" on:change=choose_count>{count_options.into_iter().collect_view()}</select></label>
                    <button type="button" class="main" data-testid="sheet-print" on:click=click_handler(browser::print)>{text.get(M::PuzzlePrint)}</button>
                </div>
            </div>
            {pages.collect_view()}
        </section>
    }
    .into_any()
}

/// Returns puzzles of all difficulties, easy ones first.
fn spread(theme: Option<PuzzleTheme>, count: usize) -> Vec<&'static Puzzle> {
    let mut puzzles: Vec<_> = PuzzleSet::shipped().of_theme(theme).collect();
    puzzles.sort_by_key(|puzzle| (puzzle.rating, puzzle.id));
    let all = puzzles.len();
    let count = count.min(all);
    (0..count).map(|at| puzzles[at * all / count]).collect()
}
