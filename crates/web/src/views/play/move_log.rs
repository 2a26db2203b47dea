//! The list of moves, with the rules, marks and the score.

use foursight_core::{Player, Variant};
use foursight_page::play::{Authority, Message};
use foursight_page::replay::LastReview;
use foursight_page::text::{Text, UiMessage as M};
use foursight_page::wording::game_text::{self, MoveLogEntry};
use foursight_page::wording::player_names::PlayerNames;
use foursight_table::MatchScore;
use leptos::prelude::*;

use super::flat_board::disc_face;
use super::new_game::rules_card;
use super::{empty_log, log_head};
use crate::browser;
use crate::shell::Ui;
use crate::shell::signals::{ErasedSignal, effect};
use crate::views::replay::review;
use crate::views::settings::switch;
use crate::views::{bool_signal, click_handler, context, dynamic_view, icons, view_if};

/// The panel with the moves.
#[component]
pub(crate) fn MoveLog() -> impl IntoView {
    let (ui, text) = context();
    let is_empty = move || ui.with_play(|play| play.game().moves().is_empty());
    let has_score = move || {
        ui.with_play(|play| {
            play.authority == Authority::Page && play.table.score() != MatchScore::default()
        })
    };
    let holdings = move || {
        let names = ui.with_play(|play| PlayerNames::of(text, play.start()));
        let lines = Player::BOTH.into_iter().filter_map(|player| {
            let line = ui
                .viewed_game
                .with(|game| game_text::holdings_text(text, &names, game, player));
            Some(view! { <p>{line?}</p> })
        });
        lines.collect_view().into_any()
    };
    let is_judging = move || ui.engine.with(|thinking| thinking.shows_verdicts);
    // Keep the displayed move in view; before the first, the top of the list.
    effect(move || {
        ui.with_play(|_| ());
        let plies = ui.viewed_game.with(|game| game.moves().len());
        browser::scroll_list_to("log", plies.saturating_sub(1));
    });
    view! {
        {log_head(ui, text)}
        {dynamic_view(move || about_rules(ui, text))}
        {view_if(is_empty, move || empty_log(ui, text))}
        <ol id="log" data-testid="log" tabindex="0">{dynamic_view(move || moves(ui, text))}</ol>
        // The coins on the seats show the same.
        <div class="hidden" data-testid="holdings">{dynamic_view(holdings)}</div>
        {view_if(is_judging, move || view! {
            {switch(ui, text, "numbers", M::SettingNumbers, |settings| &mut settings.numbers)}
            {review::live_graph(ui, text)}
        }.into_any())}
        {view_if(has_score, move || view! {
            <button data-testid="reset-score" on:click=click_handler(move || ui.send(Message::ResetScore))>{text.get(M::ResetScore)}</button>
        }.into_any())}
    }
}

/// The rules of a variant in one sentence, until the first move.
fn about_rules(ui: Ui, text: Text) -> AnyView {
    let variant = ui.with_play(|play| play.game().ruleset().variant());
    match variant {
        Variant::Standard => ().into_any(),
        _ => {
            view! { <p class="small" data-testid="rules-about">{text.get(rules_card(variant).2)}</p> }
            .into_any()
        }
    }
}

fn moves(ui: Ui, text: Text) -> AnyView {
    let review: ErasedSignal<LastReview> = ui.feature();
    // Marks would tell in a game against others who stands better, and in a game of one's own
    // before one asks for it.
    let shows_grades = ui.authority.get() == Authority::Record
        || ui.authority.get() == Authority::Page
            && (ui.view.with(|seen| seen.is_over)
                || ui.engine.with(|engine| engine.shows_verdicts));
    let log = ui.with_play(|play| {
        let grades = if shows_grades {
            review.with(|review| review.grades(play.game()))
        } else {
            Vec::new()
        };
        let names = PlayerNames::of(text, play.start());
        game_text::move_log(text, &names, play.game(), &play.hinted, &grades)
    });
    let items = log.into_iter().enumerate();
    let items = items.map(|(at, entry)| move_item(ui, text, at, entry));
    items.collect_view().into_any()
}

fn move_item(ui: Ui, text: Text, at: usize, entry: MoveLogEntry) -> impl IntoView {
    let is_shown = bool_signal(move || ui.viewed_game.with(|game| game.moves().len()) == at + 1);
    // Mouse only: keys and the scrub bar reach every move as well.
    let look = move |_| ui.send(Message::ViewPly(Some(at + 1)));
    let mark = entry.mark();
    let class = match mark {
        "!" => "mark-of good",
        "?!" => "mark-of",
        _ => "mark-of bad",
    };
    let hint = entry.is_hinted.then(|| {
        view! { <i class="by-hint" title=text.get(M::WithHint)>{icons::icon(icons::LAMP)}</i> }
    });
    view! {
        <li class:now=is_shown on:click=look>
            <svg viewBox="-50 -50 100 100" aria-hidden="true">{disc_face(entry.disc)}</svg>
            <span aria-hidden="true">{entry.notation.clone()}</span>
            {hint}
            {(!mark.is_empty()).then(|| view! { <i class=class aria-hidden="true">{mark}</i> })}
            <span class="hidden">{entry.text}</span>
        </li>
    }
}
