//! The panel beside the board: verdict and reason, threats, and the tools below the board.

use foursight_core::Player;
use foursight_page::analysis::{AnalysisMessage, AnalysisState, ColumnReason, OverlayLayer};
use foursight_page::text::UiMessage as M;
use leptos::prelude::*;

use super::AnalysisPage;
use crate::shell::signals::erased_memo;
use crate::views::play::disc_icon;
use crate::views::{bool_signal, click_handler, dynamic_view, icons, text_signal, view_if};

/// Walks through the game, and shows layers.
pub(super) fn tools(page: AnalysisPage) -> AnyView {
    let step = move |id: &'static str, sign: &'static str, message: M, plies: isize| {
        let label = page.text.get(message);
        view! {
            <button type="button" data-testid=id aria-label=label title=label on:click=click_handler(move || page.send(AnalysisMessage::Step(plies)))>{sign}</button>
        }
    };
    let layer = move |id: &'static str, message: M, layer: OverlayLayer| {
        let shown = erased_memo(move || page.analysis.with(|analysis| analysis.shows(layer)));
        view! {
            <button type="button" data-testid=id aria-pressed=text_signal(move || shown.get().to_string()) on:click=click_handler(move || page.send(AnalysisMessage::Toggle(layer)))>
                {page.text.get(message)}
            </button>
        }
    };
    view! {
        <div class="row analysis-tools" role="toolbar" aria-label=page.text.get(M::AnalysisGraph)>
            {step("analysis-start", "|◀", M::ReplayStart, isize::MIN)}
            {step("analysis-back", "◀", M::ReplayBack, -1)}
            {step("analysis-forward", "▶", M::ReplayForward, 1)}
            {step("analysis-end", "▶|", M::ReplayEnd, isize::MAX)}
            {layer("layer-plan", M::AnalysisPlan, OverlayLayer::Plan)}
            {layer("layer-threats", M::AnalysisThreats, OverlayLayer::Threats)}
        </div>
    }
    .into_any()
}

/// The verdict of the position, and the reason of the best column or of the one aimed at.
pub(super) fn reason_card(page: AnalysisPage) -> AnyView {
    let status = erased_memo(move || page.status());
    let headline = erased_memo(move || page.headline());
    let is_editing = erased_memo(move || page.analysis.with(|now| now.editor().is_some()));
    view! {
        <section class="card why" class:waits=bool_signal(move || is_editing.get()) aria-label=page.text.get(M::AnalysisReason)>
            <p class="played" role="status" data-testid="analysis-status">{text_signal(move || status.get())}</p>
            <h2 data-testid="analysis-headline">{text_signal(move || headline.get())}</h2>
            <div id="analysis-why">{dynamic_view(move || reason(page))}</div>
            {dynamic_view(move || plan_words(page))}
            {play_out(page)}
        </section>
    }
    .into_any()
}

/// The reason of the explained column.
fn reason(page: AnalysisPage) -> AnyView {
    let text = page.text;
    let column = page.analysis.with(AnalysisState::explained_column);
    let Some(column) = column.filter(|_| page.analysis.with(|now| now.play_out().is_none())) else {
        return ().into_any();
    };
    let reason: Option<ColumnReason> = page.words(|words| words.reason(column));
    let Some(reason) = reason else {
        let is_explaining = page.analysis.with(|now| now.is_explaining(column));
        let words = if is_explaining {
            text.get(M::AnalysisExplaining)
        } else {
            ""
        };
        return view! { <p class="reason">{words}</p> }.into_any();
    };
    let badges = reason
        .badges
        .iter()
        .map(|badge| view! { <li>{badge.clone()}</li> })
        .collect_view();
    let proof = if reason.is_proved {
        M::AnalysisFact
    } else {
        M::AnalysisNoProof
    };
    view! {
        <ul class="badges" data-testid="analysis-badges">{badges}</ul>
        <p class="reason" data-testid="analysis-reason">{reason.paragraph}</p>
        {reason.contrast.map(|contrast| view! { <p class="contrast" data-testid="analysis-contrast">{contrast}</p> })}
        <p class="small" data-testid="analysis-proof">{text.get(proof)}</p>
    }
    .into_any()
}

/// The drawn plan in words.
fn plan_words(page: AnalysisPage) -> AnyView {
    let plan = page.analysis.with(|now| {
        let is_shown = now.shows(OverlayLayer::Plan) && now.editor().is_none();
        now.plan_picture().filter(|_| is_shown)
    });
    let Some((_, picture)) = plan else {
        return ().into_any();
    };
    let words = page.words(|words| words.plan(&picture));
    view! {
        <details class="plan-words">
            <summary>{page.text.get(M::AnalysisPlan)}</summary>
            <p data-testid="analysis-plan">{words}</p>
        </details>
    }
    .into_any()
}

/// The button that plays the plan out, and how that stands.
fn play_out(page: AnalysisPage) -> AnyView {
    let text = page.text;
    let state = erased_memo(move || page.play_out_status());
    let can_begin = move || page.analysis.with(AnalysisState::can_play_out);
    let begin = move || {
        view! {
            <button type="button" class="go" data-testid="play-out" on:click=click_handler(move || page.send(AnalysisMessage::PlayOut))>
                {icons::icon(icons::PLAY)}{text.get(M::AnalysisPlayOut)}
            </button>
        }
        .into_any()
    };
    let has_line = move || {
        let can = |now: &AnalysisState| now.editor().is_none() && now.best_line().len() > 1;
        page.analysis.with(can)
    };
    let show_line = move || {
        view! {
            <button type="button" data-testid="best-line" on:click=click_handler(move || page.send(AnalysisMessage::PlayBestLine))>
                {text.get(M::AnalysisShowLine)}
            </button>
        }
        .into_any()
    };
    let stop = move || {
        view! {
            <button type="button" data-testid="play-out-stop" on:click=click_handler(move || page.send(AnalysisMessage::StopPlayOut))>
                {text.get(M::AnalysisPlayOutStop)}
            </button>
        }
        .into_any()
    };
    view! {
        <p class="playing" role="status" data-testid="play-out-status">{text_signal(move || state.get().unwrap_or_default())}</p>
        <div class="row">
            {view_if(can_begin, begin)}
            {view_if(has_line, show_line)}
            {view_if(move || state.with(Option::is_some), stop)}
        </div>
    }
    .into_any()
}

/// The threats of both players.
pub(super) fn threats(page: AnalysisPage) -> AnyView {
    let names = page.names();
    let row = |player: Player| {
        let list = erased_memo(move || page.words(|words| words.threats(player)));
        let name = names.get(player).to_owned();
        view! {
            <p class="row">{disc_icon(player)}<b>{name}</b><span>{text_signal(move || list.get())}</span></p>
        }
    };
    view! {
        <section class="card threats" aria-label=page.text.get(M::AnalysisThreats) data-testid="analysis-threats">
            <h2>{page.text.get(M::AnalysisThreats)}</h2>
            {Player::BOTH.map(row).into_iter().collect_view()}
        </section>
    }
    .into_any()
}
