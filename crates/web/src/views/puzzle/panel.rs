//! The panel beside the board: the question with its buttons, the player's week, what comes back, and
//! ways to other puzzles.

use foursight_page::puzzle::{
    OpenPuzzle, PuzzleMessage, PuzzleSource, PuzzleState, RunProgress, source_title,
};
use foursight_page::text::UiMessage as M;
use foursight_puzzles::text::NO_WIN;
use foursight_puzzles::{PuzzleTheme, RunMode, text::theme_title};
use leptos::prelude::*;

use super::PuzzlePage;
use crate::shell::signals::erased_memo;
use crate::views::play::disc_icon;
use crate::views::{analysis, click_handler, dynamic_view, icons, text_signal, view_if};

/// The question, the buttons that answer it or help, hints, and the reason of the last move.
pub(super) fn ask(page: PuzzlePage) -> AnyView {
    let caption = page.words(|words| words.caption());
    let headline = page.words(|words| words.headline());
    let task = page.words(|words| words.task());
    let status = page.words(|words| words.run_status());
    let run_parts = move || {
        let parts = status.get().into_iter();
        parts
            .map(|part| view! { <li>{part}</li> })
            .collect_view()
            .into_any()
    };
    let best = page.words(|words| words.best());
    view! {
        <section class="card ask" aria-labelledby="puzzle-question">
            <p class="cap" data-testid="puzzle-caption">{text_signal(move || caption.get())}</p>
            <h1 id="puzzle-question" data-testid="puzzle-question">{text_signal(move || headline.get())}</h1>
            <p class="task">{text_signal(move || task.get())}</p>
            <ul class="run-status" data-testid="run-status">{dynamic_view(run_parts)}</ul>
            {view_if(move || best.with(Option::is_some), move || view! { <p class="small" data-testid="run-best">{text_signal(move || best.get().unwrap_or_default())}</p> }.into_any())}
            {new_day(page)}
            {buttons(page)}
            {hints(page)}
            {reason(page)}
            {run_missed(page)}
        </section>
    }
    .into_any()
}

/// The notice that a new day has come.
fn new_day(page: PuzzlePage) -> AnyView {
    let has_new_day = page.read(PuzzleState::has_new_day);
    let notice = move || {
        view! {
            <p class="new-day" role="status" data-testid="puzzle-new-day">
                {page.text.get(M::PuzzleNewDay)}" "
                <button type="button" data-testid="puzzle-open-new-day" on:click=click_handler(move || page.send(PuzzleMessage::Next))>{page.text.get(M::PuzzleOpenNewDay)}</button>
            </p>
        }
        .into_any()
    };
    view_if(move || has_new_day.get(), notice).into_any()
}

/// A button of the question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PuzzleButton {
    Start,
    StartAgain,
    NoWin,
    TryAgain,
    Next,
    More,
    OtherDefence,
    Skip,
    Hint,
    Analyse,
}

/// Returns the buttons that can be pressed now.
fn shown_buttons(state: &PuzzleState) -> Vec<PuzzleButton> {
    let is_running = state.is_running();
    let is_over = state.run().is_some_and(RunProgress::is_over);
    let is_run = matches!(state.source(), PuzzleSource::Run(_));
    if is_over {
        return vec![PuzzleButton::StartAgain];
    }
    let Some(open) = state.open() else {
        let start = is_run.then_some(PuzzleButton::Start);
        return start.into_iter().collect();
    };
    let is_settled = open.attempt().is_solved() || open.recorded().is_some();
    let is_single = matches!(state.source(), PuzzleSource::Daily | PuzzleSource::One(_));
    let may_skip = state.run().is_some_and(|run| run.run().may_skip());
    let all = [
        (PuzzleButton::NoWin, open.asks_for_a_win()),
        (PuzzleButton::TryAgain, !is_running && open.is_refuted()),
        (PuzzleButton::Next, is_settled && !is_single),
        (PuzzleButton::More, is_settled && is_single),
        (
            PuzzleButton::OtherDefence,
            !is_running && open.has_another_defence(),
        ),
        (PuzzleButton::Skip, is_running && !is_settled && may_skip),
        (
            PuzzleButton::Hint,
            !is_running && open.next_hint().is_some(),
        ),
        (
            PuzzleButton::Analyse,
            is_settled && !is_running && open.puzzle().theme.is_standard(),
        ),
    ];
    let shown = all.into_iter().filter(|(_, is_shown)| *is_shown);
    shown.map(|(button, _)| button).collect()
}

fn buttons(page: PuzzlePage) -> AnyView {
    let shown = page.read(shown_buttons);
    // Each button stays while it is shown, so that it keeps the focus.
    let button = move |which: PuzzleButton| {
        view_if(
            move || shown.with(|shown| shown.contains(&which)),
            move || button_view(page, which),
        )
    };
    let all = [
        PuzzleButton::Start,
        PuzzleButton::StartAgain,
        PuzzleButton::NoWin,
        PuzzleButton::TryAgain,
        PuzzleButton::Next,
        PuzzleButton::More,
        PuzzleButton::OtherDefence,
        PuzzleButton::Skip,
        PuzzleButton::Hint,
        PuzzleButton::Analyse,
    ];
    let all = all.map(button).into_iter().collect_view();
    view! { <div class="row puzzle-buttons">{all}</div> }.into_any()
}

fn button_view(page: PuzzlePage, which: PuzzleButton) -> AnyView {
    let text = page.text;
    let button = move |id: &'static str,
                       class: &'static str,
                       label: &'static str,
                       message: fn() -> PuzzleMessage| {
        let act = click_handler(move || page.send(message()));
        view! { <button type="button" class=class data-testid=id on:click=act>{label}</button> }
            .into_any()
    };
    match which {
        PuzzleButton::Start => button("puzzle-start", "main", text.get(M::PuzzleStart), || {
            PuzzleMessage::StartRun
        }),
        PuzzleButton::StartAgain => {
            let label = text.get(M::PuzzleStartAgain);
            button("puzzle-start-again", "main", label, || {
                PuzzleMessage::StartRun
            })
        }
        PuzzleButton::NoWin => {
            let label = NO_WIN.get(text.0);
            button("puzzle-no-win", "", label, || PuzzleMessage::AnswerNoWin)
        }
        PuzzleButton::TryAgain => {
            let label = text.get(M::PuzzleTryAgain);
            button("puzzle-try-again", "main", label, || {
                PuzzleMessage::TryAgain
            })
        }
        PuzzleButton::Next => button("puzzle-next", "main", text.get(M::PuzzleNext), || {
            PuzzleMessage::Next
        }),
        PuzzleButton::OtherDefence => {
            let label = text.get(M::PuzzleOtherDefence);
            button("puzzle-other", "", label, || {
                PuzzleMessage::TryAnotherDefence
            })
        }
        PuzzleButton::Skip => button("puzzle-skip", "", text.get(M::PuzzleSkip), || {
            PuzzleMessage::Skip
        }),
        PuzzleButton::More => {
            let hash = PuzzleSource::Near.hash();
            view! { <a class="button main" data-testid="puzzle-more" href=hash>{text.get(M::PuzzleMore)}</a> }
                .into_any()
        }
        PuzzleButton::Hint => {
            let label = page.words(|words| words.hint_label());
            let label = text_signal(move || label.get());
            let act = click_handler(move || page.send(PuzzleMessage::RevealHint));
            view! { <button type="button" data-testid="puzzle-hint" on:click=act>{icons::icon(icons::LAMP)}{label}</button> }
                .into_any()
        }
        PuzzleButton::Analyse => analyse(page),
    }
}

/// The way to the analysis board, once the puzzle is settled.
fn analyse(page: PuzzlePage) -> AnyView {
    let game = page
        .state
        .with_untracked(|state| state.open().map(|open| open.puzzle().game.clone()));
    let Some(game) = game else {
        return ().into_any();
    };
    let hash = format!("#{}", analysis::address(&game, game.moves().len()));
    view! { <a class="button" data-testid="puzzle-analyse" href=hash>{page.text.get(M::PuzzleAnalyse)}</a> }
        .into_any()
}

fn hints(page: PuzzlePage) -> AnyView {
    let hints = page.words(|words| words.hints());
    let list = move || {
        let items = hints.get().into_iter();
        let items: Vec<_> = items.map(|hint| view! { <li>{hint}</li> }).collect();
        view! { <ol class="hints" aria-label=page.text.get(M::PuzzleHints) data-testid="puzzle-hints">{items}</ol> }
            .into_any()
    };
    let has_hints = erased_memo(move || hints.with(|hints| !hints.is_empty()));
    view! {
        <div role="status">{view_if(move || has_hints.get(), move || dynamic_view(list).into_any())}</div>
    }
    .into_any()
}

/// Reason for which the last wrong move misses the goal, or the answer reaches it.
fn reason(page: PuzzlePage) -> AnyView {
    let reason = page.words(|words| words.reason());
    let shown = move || match reason.get() {
        Some((question, paragraph)) => {
            view! { <h2>{question}</h2><p data-testid="puzzle-reason">{paragraph}</p> }.into_any()
        }
        None => ().into_any(),
    };
    view! { <div class="puzzle-why" role="status">{dynamic_view(shown)}</div> }.into_any()
}

/// Links to the puzzles that were missed in a series.
fn run_missed(page: PuzzlePage) -> AnyView {
    let missed = page.read(|state| match state.run() {
        Some(run) if run.is_over() => run.missed().to_vec(),
        _ => Vec::new(),
    });
    let list = move || {
        let links = missed.get().into_iter().map(|id| {
            let source = PuzzleSource::One(id);
            view! { <li><a href=source.hash()>{source_title(page.text, source)}</a></li> }
        });
        view! { <h2>{page.text.get(M::PuzzleRunMissed)}</h2><ul class="links" data-testid="run-missed">{links.collect_view()}</ul> }
            .into_any()
    };
    let has_missed = erased_memo(move || missed.with(|missed| !missed.is_empty()));
    view_if(move || has_missed.get(), list).into_any()
}

/// The days in a row, the last seven days, and the rating.
pub(super) fn week(page: PuzzlePage) -> AnyView {
    let streak = page.words(|words| words.streak());
    let rating = page.words(|words| words.rating());
    let week = page.words(|words| words.week());
    let days = move || {
        let days = week
            .get()
            .into_iter()
            .zip([false, true].into_iter().cycle());
        let day = |(day, is_second): (foursight_page::puzzle::WeekDay, bool)| {
            let player = if is_second {
                foursight_core::Player::Second
            } else {
                foursight_core::Player::First
            };
            let disc = day.is_solved.then(|| disc_icon(player));
            let class = if day.is_today { "day today" } else { "day" };
            view! {
                <li class=class>
                    <i aria-hidden="true">{disc}</i>
                    <span aria-hidden="true">{day.name}</span>
                    <span class="hidden">{day.label}</span>
                </li>
            }
        };
        days.map(day).collect_view().into_any()
    };
    view! {
        <section class="card week-card" aria-label=page.text.get(M::PuzzleWeek)>
            <p class="row"><b data-testid="puzzle-streak">{text_signal(move || streak.get())}</b>
                <a class="small" href="#/puzzle/history" data-testid="puzzle-rating">{page.text.get(M::PuzzleRating)}" "{text_signal(move || rating.get())}</a></p>
            <ol class="week">{dynamic_view(days)}</ol>
        </section>
    }
    .into_any()
}

/// The missed puzzles that return.
pub(super) fn returning(page: PuzzlePage) -> AnyView {
    let returning = page.words(|words| words.returning());
    let list = move || {
        let items = returning.get().into_iter().map(|puzzle| {
            view! { <li><a href=puzzle.hash><i class="due">{puzzle.due}</i><b>{puzzle.title}</b></a></li> }
        });
        let items: Vec<_> = items.collect();
        if items.is_empty() {
            return view! { <p class="small">{page.text.get(M::PuzzleComeBackNone)}</p> }
                .into_any();
        }
        view! { <ul class="links" data-testid="puzzle-returning">{items}</ul> }.into_any()
    };
    view! {
        <section class="card" aria-labelledby="puzzle-returns">
            <h2 id="puzzle-returns">{page.text.get(M::PuzzleComeBack)}</h2>
            {dynamic_view(list)}
        </section>
    }
    .into_any()
}

/// Links to other puzzles.
pub(super) fn others(page: PuzzlePage, here: PuzzleSource) -> AnyView {
    let text = page.text;
    let missed = page.words(|words| words.missed_label());
    let link = move |source: PuzzleSource| {
        let current = (source == here).then_some("page");
        let label = text_signal(move || match source {
            PuzzleSource::Missed => missed.get(),
            PuzzleSource::Theme(theme) => theme_title(theme).get(text.0).to_owned(),
            source => source_title(text, source),
        });
        view! { <a class="button" href=source.hash() aria-current=current>{label}</a> }
    };
    let sources = [
        PuzzleSource::Daily,
        PuzzleSource::Near,
        PuzzleSource::Missed,
    ];
    let runs = RunMode::ALL.map(PuzzleSource::Run);
    let themes = PuzzleTheme::ALL.map(PuzzleSource::Theme);
    let is_theme = matches!(here, PuzzleSource::Theme(_));
    view! {
        <nav class="card puzzle-others" aria-labelledby="puzzle-others">
            <h2 id="puzzle-others">{text.get(M::PuzzleMore)}</h2>
            <div class="row">{sources.map(link).into_iter().collect_view()}{runs.map(link).into_iter().collect_view()}</div>
            <details open=is_theme>
                <summary data-testid="puzzle-themes">{text.get(M::PuzzleThemes)}</summary>
                <div class="row">{themes.map(link).into_iter().collect_view()}</div>
            </details>
            <div class="row">
                <a class="button" href="#/puzzle/history" data-testid="puzzle-history">{text.get(M::PuzzleHistoryHeading)}</a>
                <a class="button" href="#/puzzle/sheet" data-testid="puzzle-sheet">{text.get(M::PuzzleSheet)}</a>
            </div>
            <p class="small keys">{text.get(M::PuzzleKeys)}</p>
        </nav>
    }
    .into_any()
}

/// Returns true if sharing makes sense: there is a puzzle, and no series runs.
pub(super) fn may_share(state: &PuzzleState) -> bool {
    state.run().is_none()
        && state
            .open()
            .is_some_and(|open: &OpenPuzzle| open.daily().is_none() || !state.has_new_day())
}
