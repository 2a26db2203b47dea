//! What a neural net expects of the displayed game, next to the solver's verdicts: ghost discs
//! sized by the policy, the value as a bar, and a mark where the net is wrong.
//!
//! The prediction comes from the worker with the nets, the verdicts from a separate engine, so that
//! the game never waits for it. Both are requested again whenever the position changes.

use foursight_bots::Level;
use foursight_core::{Column, Game, Player, Ruleset};
use foursight_page::engine_client::RequestError;
use foursight_page::net_insight::{NetInsight, NetInsightMessage, net_level, verdict_query};
use foursight_page::opponents::net_evaluation::{self, NetColumnView, NetEvaluation};
use foursight_page::play::{Authority, stand_in_notice};
use foursight_page::text::{Text, UiMessage as M};
use foursight_page::wording::bot_ids::level_of;
use foursight_page::wording::player_names::PlayerNames;
use foursight_protocol::engine::{EngineError, EngineQuery, EngineReply, NetWorkerError};
use foursight_solver::Wdl;
use leptos::prelude::*;

use crate::browser;
use crate::shell::Ui;
use crate::shell::engine::{RequestSlot, new_solver};
use crate::shell::signals::{ErasedSignal, effect, erased_memo};
use crate::views::games::thumbnail::thumbnail_with_overlay;
use crate::views::play::player_class;
use crate::views::{click_handler, context, dynamic_view, icons, text_signal, view_if};

/// Id of the card with the prediction.
const CARD_ID: &str = "net-card";

/// The switch and the prediction. It is absent where no net supports the rules, and in games that a
/// delegate owns: there it would be outside help.
pub(crate) fn net_insight() -> AnyView {
    let (ui, text) = context();
    let insight: ErasedSignal<NetInsight> = ui.feature();
    let is_shown = erased_memo(move || insight.with(|insight| insight.is_shown));
    let toggle = move || {
        ui.send(NetInsightMessage::Toggle.into());
        if is_shown.get_untracked() {
            browser::scroll_into_view(CARD_ID);
        }
    };
    let button = move || {
        view! {
            <button
                data-testid="net"
                aria-pressed=text_signal(move || is_shown.get().to_string())
                on:click=click_handler(toggle)
            >
                {icons::icon(icons::NET)}
                <span>{text.get(M::NetSees)}</span>
                <small aria-hidden="true">{text.get(M::NetExpects)}</small>
            </button>
            {view_if(move || is_shown.get(), move || panel(ui, text, insight))}
        }
        .into_any()
    };
    let belongs_here = move || {
        let is_known = ui.with_play(|play| play.game().ruleset() == Ruleset::STANDARD);
        is_known && !matches!(ui.authority.get(), Authority::Delegate(_))
    };
    view! {
        <section class="net" aria-label=text.get(M::NetSees)>
            {dynamic_view(move || substitute_note(ui, text))}
            {view_if(belongs_here, button)}
        </section>
    }
    .into_any()
}

/// The note that another bot moves in place of a net.
fn substitute_note(ui: Ui, text: Text) -> AnyView {
    let has_net = ui.with_play(|play| {
        let mut seats = play.start().seats.iter().filter_map(level_of);
        seats.any(|(level, _)| level > Level::Perfect)
    });
    let cause = ui.engine.with(|engine| engine.stand_in_cause);
    let Some(cause) = cause.filter(|_| has_net) else {
        return ().into_any();
    };
    let notice = stand_in_notice(text, cause);
    view! { <p role="status" data-testid="stood-in">{notice}</p> }.into_any()
}

fn panel(ui: Ui, text: Text, insight: ErasedSignal<NetInsight>) -> AnyView {
    request_insight(ui);
    let inside = move || {
        let Some(evaluation) = insight.with(NetInsight::evaluation) else {
            return view! { <p>{text.get(M::NetLooking)}</p> }.into_any();
        };
        match evaluation {
            Ok(evaluation) => prediction_view(ui, text, &evaluation),
            Err(error) => {
                let message = text.get(net_evaluation::net_error_message(error));
                view! { <p data-testid="net-trouble">{message}</p> }.into_any()
            }
        }
    };
    view! { <div class="card" id=CARD_ID>{dynamic_view(inside)}</div> }.into_any()
}

/// Requests the prediction and the verdicts whenever the position changes.
fn request_insight(ui: Ui) {
    let solver = StoredValue::new_local(new_solver());
    let (prediction, verdicts) = (RequestSlot::new(), RequestSlot::new());
    effect(move || {
        let game = ui.viewed_game.get();
        let level = ui.with_play(|play| net_level(play.start()));
        ui.send(NetInsightMessage::Display(game.clone()).into());
        let query = EngineQuery::Evaluate {
            game: game.clone(),
            level,
        };
        let predicted = game.clone();
        prediction.request(
            || ui.request_in_background(query),
            move |result| {
                let result = match result {
                    Ok(EngineReply::Prediction(prediction)) => Ok(prediction),
                    Err(RequestError::Refused(EngineError::Net(error))) => Err(error),
                    _ => Err(NetWorkerError::NotLoaded),
                };
                ui.send(NetInsightMessage::Predicted(predicted, result).into());
            },
        );
        let Some(query) = verdict_query(&game) else {
            return verdicts.cancel();
        };
        let request = || solver.with_value(|solver| solver.request(query));
        // If the engine fails, the verdicts stay empty.
        verdicts.request(request, move |result| {
            if let Ok(EngineReply::ColumnVerdicts { columns, .. }) = result {
                ui.send(NetInsightMessage::Solved(game, columns).into());
            }
        });
    });
}

/// The thumbnail, the bar, the table and the sentences.
fn prediction_view(ui: Ui, text: Text, seen: &NetEvaluation) -> AnyView {
    let game = ui.viewed_game.get_untracked();
    let mover = game.position().to_move();
    let name = ui.with_play(|play| PlayerNames::of(text, play.start()).get(mover).to_owned());
    let value = text.with(M::NetValue, &[("name", &name)]);
    let ghosts = seen.columns.iter().enumerate();
    let ghosts = ghosts.filter_map(|(at, column)| Some(ghost_disc(&game, mover, at, (*column)?)));
    let picture = thumbnail_with_overlay(&game, ghosts.collect_view().into_any());
    let truth = seen.actual.map(|truth| prospect_tag(text, truth, false));
    view! {
        <div class=format!("net-picture {}", player_class(mover))>
            {picture}
            <div class="net-value">
                <span>{text.get(M::NetTruth)}{truth}</span>
                <meter min="0" max="100" value=seen.score_percent aria-label=value.clone() title=value>{seen.score_percent}</meter>
            </div>
        </div>
        {prediction_table(text, seen)}
        <p role="status" data-testid="net-said">{seen.sentences(text)}</p>
        <p class="about">{text.get(M::NetAbout)}</p>
    }
    .into_any()
}

/// A ghost disc where a drop would land, crossed out where the net is wrong.
fn ghost_disc(game: &Game, mover: Player, at: usize, column: NetColumnView) -> Option<AnyView> {
    let board = game.position().board();
    let cell = board.landing(Column::from_index(at)?)?;
    let (x, y) = (
        10 * cell.column.index() + 5,
        10 * usize::from(board.height()) - 10 * cell.row.index() - 5,
    );
    let class = if column.is_wrong() {
        "ghost wrong"
    } else {
        "ghost"
    };
    let cross = column
        .is_wrong()
        .then(|| view! { <path d="M-3.6-3.6L3.6 3.6M-3.6 3.6L3.6-3.6"/> });
    Some(
        view! {
            <g class=format!("{class} {}", player_class(mover)) transform=format!("translate({x} {y})")>
                <circle r=column.radius.to_string()/>
                {cross}
            </g>
        }
        .into_any(),
    )
}

/// The letter of a prospect in its shape, marked if the net is wrong.
fn prospect_tag(text: Text, prospect: Wdl, is_wrong: bool) -> AnyView {
    let class = match prospect {
        Wdl::Win => "chip",
        Wdl::Draw => "chip draw",
        Wdl::Loss => "chip loss",
    };
    let mark = is_wrong.then(|| {
        view! { <b aria-hidden="true">"!"</b><span class="hidden">{text.get(M::NetWrongMark)}</span> }
    });
    view! { <i class=class>{text.get(net_evaluation::prospect_letter(prospect))}</i>{mark} }
        .into_any()
}

/// The table: policy, expectation and verdict of each column.
fn prediction_table(text: Text, seen: &NetEvaluation) -> AnyView {
    let row = |head: M, words: &dyn Fn(NetColumnView) -> AnyView| {
        let cells = seen.columns.iter().map(|column| {
            let inside = column.map(words);
            let is_wrong = column.is_some_and(|column| column.is_wrong());
            view! { <td class:wrong=is_wrong>{inside}</td> }
        });
        view! { <tr><th scope="row">{text.get(head)}</th>{cells.collect_view()}</tr> }.into_any()
    };
    let heads = (1..=seen.columns.len()).map(|number| view! { <th scope="col">{number}</th> });
    view! {
        <table data-testid="net-table">
            <thead><tr><td></td>{heads.collect_view()}</tr></thead>
            <tbody>
                {row(M::NetShare, &|column| column.policy_percent.to_string().into_any())}
                {row(M::NetExpects, &|column| prospect_tag(text, column.expected, column.is_wrong()))}
                {row(M::NetTruth, &|column| match column.actual {
                    Some(truth) => prospect_tag(text, truth, false),
                    None => "…".into_any(),
                })}
            </tbody>
        </table>
    }
    .into_any()
}
