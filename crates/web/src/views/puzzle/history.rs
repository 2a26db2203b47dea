//! What the player has done: rating, chart, results of series, attempts.

use foursight_page::puzzle::{PuzzleSource, source_title};
use foursight_page::text::UiMessage as M;
use foursight_puzzles::RunMode;
use leptos::prelude::*;

use super::PuzzlePage;
use crate::views::{dynamic_view, text_signal};

/// Size of the chart, in SVG units.
const WIDTH: f64 = 600.0;
const HEIGHT: f64 = 160.0;
/// Least range of ratings that the chart shows.
const RANGE_MIN: f64 = 200.0;

/// The page.
pub(super) fn show(page: PuzzlePage) -> AnyView {
    let text = page.text;
    let rating = page.words(|words| words.rating());
    let summary = page.words(|words| words.tried());
    let tries = page.words(|words| words.tries());
    let list = move || {
        let rows = tries.get().into_iter();
        let rows = rows.map(|tried| view! { <li><a href=tried.hash>{tried.text}</a></li> });
        rows.collect_view().into_any()
    };
    view! {
        <section class="prose puzzle-history" data-testid="puzzle-history-page">
            <p class="small"><a href="#/puzzle">{text.get(M::PuzzleBack)}</a></p>
            <h1>{text.get(M::PuzzleHistoryHeading)}</h1>
            <p><b>{text.get(M::PuzzleRating)}" "</b><span data-testid="history-rating">{text_signal(move || rating.get())}</span></p>
            <p data-testid="history-tried">{text_signal(move || summary.get())}</p>
            {dynamic_view(move || chart(page))}
            {dynamic_view(move || bests(page))}
            <ol class="links" data-testid="history-tries">{dynamic_view(list)}</ol>
        </section>
    }
    .into_any()
}

/// The rating after each attempt.
fn chart(page: PuzzlePage) -> AnyView {
    let label = page.words(|words| words.chart());
    let ratings = page.read(|state| {
        let tries = state.history().tries().iter();
        tries.map(|attempt| attempt.rating).collect::<Vec<_>>()
    });
    let Some(label) = label.get() else {
        return ().into_any();
    };
    let path = ratings.with(|ratings| path(ratings));
    view! {
        <svg class="puzzle-chart" viewBox=format!("0 0 {WIDTH} {HEIGHT}") role="img" aria-label=label.clone() data-testid="puzzle-chart">
            <path d=path/>
        </svg>
        <p class="small" aria-hidden="true">{label}</p>
    }
    .into_any()
}

fn path(ratings: &[u16]) -> String {
    let (lowest, highest) = (ratings.iter().min(), ratings.iter().max());
    let lowest = lowest.copied().map_or(0.0, f64::from);
    let range = (highest.copied().map_or(0.0, f64::from) - lowest).max(RANGE_MIN);
    let step = WIDTH / (ratings.len().max(2) - 1) as f64;
    let points = ratings.iter().enumerate().map(|(index, rating)| {
        let x = step * index as f64;
        let y = HEIGHT - (f64::from(*rating) - lowest) / range * HEIGHT;
        format!("{x:.1} {y:.1}")
    });
    format!("M{}", points.collect::<Vec<_>>().join("L"))
}

/// The best results of series.
fn bests(page: PuzzlePage) -> AnyView {
    let bests = page.read(|state| RunMode::ALL.map(|mode| state.history().best_run(mode)));
    let rows = RunMode::ALL.into_iter().zip(bests.get());
    let rows = rows.filter_map(|(mode, best)| {
        let name = source_title(page.text, PuzzleSource::Run(mode));
        let best = page.text.with(M::PuzzleBest, &[("count", &best?)]);
        Some(view! { <li><b>{name}</b>" "{best}</li> })
    });
    view! { <ul data-testid="history-bests">{rows.collect_view()}</ul> }.into_any()
}
