//! The graph of the verdicts, and the graded moves with their variations.

use foursight_core::Player;
use foursight_page::analysis::{AnalysisMessage, AnalysisState, GraphBar, ListedMove};
use foursight_page::replay::review::HEIGHT_MAX;
use foursight_page::text::UiMessage as M;
use leptos::prelude::*;

use super::AnalysisPage;
use crate::shell::signals::erased_memo;
use crate::views::play::{disc_icon, player_class};
use crate::views::{click_handler, dynamic_view, text_signal, view_if};

/// Width of a bar and the gap after it.
const BAR_STEP: usize = 12;
const BAR_WIDTH: usize = 8;
/// Height of the bar of a draw, so that it is visible.
const DRAW_HEIGHT: i16 = 10;

/// A bar for each move of the shown line, and the accuracy of both players.
pub(super) fn graph(page: AnalysisPage) -> AnyView {
    let text = page.text;
    let bars = erased_memo(move || {
        let names = page.names();
        page.analysis.with(|analysis| analysis.graph(text, &names))
    });
    let accuracy = erased_memo(move || {
        let names = page.names();
        page.analysis
            .with(|analysis| analysis.accuracy_text(text, &names))
    });
    let now = move || {
        let words = bars.with(|bars| {
            let now = bars.iter().find(|bar| bar.is_now);
            now.map(|bar| bar.words.clone())
        });
        words.unwrap_or_default()
    };
    let inside = move || {
        view! {
            <section class="card graph" data-testid="analysis-graph" aria-label=text.get(M::AnalysisGraph)>
                <p><b>{text.get(M::AnalysisGraph)}</b><small>{text_signal(now)}</small></p>
                {dynamic_view(move || bars.with(|bars| graph_view(page, bars)))}
                <small data-testid="analysis-accuracy">{text_signal(move || accuracy.get())}</small>
            </section>
        }
        .into_any()
    };
    view_if(move || bars.with(|bars| !bars.is_empty()), inside).into_any()
}

fn graph_view(page: AnalysisPage, bars: &[GraphBar]) -> AnyView {
    let width = bars.len() * BAR_STEP;
    let bar = |(at, bar): (usize, &GraphBar)| {
        let x = at * BAR_STEP;
        let drawn = bar.height.map(|height| {
            let (class, y, tall) = match height {
                0 => ("tie", -DRAW_HEIGHT / 2, DRAW_HEIGHT),
                1.. => (player_class(Player::First), -height, height),
                _ => (player_class(Player::Second), 0, -height),
            };
            let mark = if bar.is_mistake { " moment" } else { "" };
            view! { <rect class=format!("{class}{mark}") x=x y=y width=BAR_WIDTH height=tall rx="2"/> }
        });
        let node = bar.node;
        view! {
            <g on:click=click_handler(move || page.send(AnalysisMessage::Go(node)))>
                <rect class="behind" class:now=bar.is_now x=x y=-HEIGHT_MAX width=BAR_STEP height=2 * HEIGHT_MAX/>
                {drawn}
            </g>
        }
    };
    let drawn = bars.iter().enumerate().map(bar).collect_view();
    view! {
        <svg viewBox=format!("0 {} {width} {}", -HEIGHT_MAX, 2 * HEIGHT_MAX) preserveAspectRatio="none" aria-hidden="true">
            {drawn}
            <path class="middle" d=format!("M0 0H{width}")/>
        </svg>
    }
    .into_any()
}

/// The moves of the main line with their grades, and variations in between.
pub(super) fn moves(page: AnalysisPage) -> AnyView {
    let text = page.text;
    let listed = erased_memo(move || {
        let names = page.names();
        page.analysis
            .with(|analysis| analysis.listed_moves(text, &names))
    });
    let list = move || {
        let moves = listed.get();
        if moves.is_empty() {
            return view! { <p>{text.get(M::AnalysisNoMoves)}</p> }.into_any();
        }
        view! {
            <ol class="analysis-moves" data-testid="analysis-moves" tabindex="0" aria-label=text.get(M::AnalysisMoves)>
                {moves.iter().map(|mv| move_item(page, mv)).collect_view()}
            </ol>
        }
        .into_any()
    };
    let can_change = move || {
        page.analysis.with(|analysis| {
            let has_parent = analysis.tree().parent(analysis.at()).is_some();
            has_parent && analysis.play_out().is_none()
        })
    };
    let is_variation = move || page.analysis.with(self::is_variation);
    view! {
        <section class="card listing" aria-label=text.get(M::AnalysisMoves)>
            <h2>{text.get(M::AnalysisMoves)}<small>{text.get(M::AnalysisLegend)}</small></h2>
            {dynamic_view(list)}
            <div class="row">
                {view_if(is_variation, move || view! {
                    <button type="button" data-testid="analysis-promote" on:click=click_handler(move || page.send(AnalysisMessage::Promote))>{text.get(M::AnalysisPromote)}</button>
                }.into_any())}
                {view_if(can_change, move || view! {
                    <button type="button" data-testid="analysis-remove" on:click=click_handler(move || page.send(AnalysisMessage::Remove))>{text.get(M::AnalysisRemove)}</button>
                }.into_any())}
            </div>
        </section>
    }
    .into_any()
}

fn is_variation(analysis: &AnalysisState) -> bool {
    !analysis.tree().is_main(analysis.at())
}

fn move_item(page: AnalysisPage, mv: &ListedMove) -> AnyView {
    let variations = mv.variations.iter().map(|line| {
        let moves = line.iter().map(|mv| move_item(page, mv)).collect_view();
        view! { <ol class="variation" aria-label=page.text.get(M::AnalysisVariation)>{moves}</ol> }
    });
    let node = mv.node;
    let current = mv.is_now.then_some("step");
    view! {
        <li>
            <button
                type="button"
                data-testid=format!("analysis-move-{}", mv.ply)
                aria-current=current
                aria-label=mv.words.clone()
                on:click=click_handler(move || page.send(AnalysisMessage::Go(node)))
            >
                {disc_icon(mv.player)}<span>{mv.cell.clone()}</span><b>{mv.mark}</b>
            </button>
            {variations.collect_view()}
        </li>
    }
    .into_any()
}
