//! The panel beside the board: the question with its hints, the answer with its reason, the end.

use foursight_page::coach::{CoachAnswer, CoachMessage, CoachQuestion, CoachSession, HINTS_MAX};
use foursight_page::play::Message;
use foursight_page::text::UiMessage as M;
use foursight_record::write_link;
use leptos::prelude::*;

use super::CoachView;
use crate::browser;
use crate::shell::signals::erased_memo;
use crate::views::{click_handler, dynamic_view, icons, text_signal};

/// Id of the headline, which gets the focus when the question changes.
const HEADING: &str = "coach-heading";

/// The content of the panel.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PanelState {
    /// No questions: the log alone.
    Overview,
    Searching,
    Open,
    Unsolved,
    Answered,
    Closed,
}

fn panel_state(session: Option<&CoachSession>) -> PanelState {
    let Some(session) = session else {
        return PanelState::Overview;
    };
    match session.question() {
        None if session.is_searching() => PanelState::Searching,
        None => PanelState::Closed,
        Some(question) if question.answer().is_some() => PanelState::Answered,
        Some(question) if question.is_unsolved() => PanelState::Unsolved,
        Some(_) => PanelState::Open,
    }
}

/// The panel.
pub(super) fn panel(page: CoachView) -> AnyView {
    let state = erased_memo(move || {
        page.coach.with(|coach| {
            let session = coach.session();
            let current = session.map_or(0, CoachSession::current);
            (panel_state(session), current)
        })
    });
    let inside = move || match state.get().0 {
        PanelState::Overview => overview(page),
        PanelState::Searching => searching(page),
        PanelState::Open => open_question(page),
        PanelState::Unsolved => unsolved(page),
        PanelState::Answered => answered(page),
        PanelState::Closed => closed(page),
    };
    view! { <section class="card quiz" aria-labelledby=HEADING>{dynamic_view(inside)}</section> }
        .into_any()
}

/// The place in the series, and a step for each question.
fn head(page: CoachView) -> AnyView {
    let place = move || page.words(|words| words.place());
    let steps = move || {
        page.coach.with(|coach| {
            let session = coach.session()?;
            let step = |(index, question): (usize, &CoachQuestion)| {
                let class = match question.answer() {
                    Some(CoachAnswer::Found(_)) => "ok",
                    Some(CoachAnswer::Shown(_)) => "shown",
                    None if index == session.current() => "now",
                    None => "",
                };
                view! { <i class=class></i> }
            };
            let steps = session.questions().iter().enumerate().map(step);
            Some(steps.collect_view())
        })
    };
    view! {
        <p class="place">
            <small data-testid="coach-place">{text_signal(place)}</small>
            <span class="steps" aria-hidden="true">{dynamic_view(move || steps().into_any())}</span>
        </p>
    }
    .into_any()
}

fn heading(page: CoachView) -> AnyView {
    let headline = move || page.words(|words| words.headline());
    view! { <h1 id=HEADING tabindex="-1" data-testid="coach-headline">{text_signal(headline)}</h1> }
        .into_any()
}

fn overview(page: CoachView) -> AnyView {
    let text = page.text;
    view! {
        {heading(page)}
        <p>{text.get(M::CoachDoneAbout)}</p>
    }
    .into_any()
}

fn searching(page: CoachView) -> AnyView {
    view! {
        {heading(page)}
        <p role="status" data-testid="coach-searching">{page.text.get(M::CoachSearching)}</p>
    }
    .into_any()
}

/// The task and the ladder of hints.
fn open_question(page: CoachView) -> AnyView {
    let text = page.text;
    let task = move || {
        page.words(|words| {
            let question = page.coach.with_untracked(|coach| coach.question().cloned());
            question.map_or_else(String::new, |question| words.task(&question))
        })
    };
    let worth = move || {
        let points = page
            .coach
            .with(|coach| coach.question().map(CoachQuestion::points));
        text.count(M::CoachWorthOne, M::CoachWorth, points.unwrap_or(0).into())
    };
    let hints = move || {
        let taken = page.words(|words| words.hints());
        let taken = taken.into_iter().map(|hint| view! { <li>{hint}</li> });
        view! { <ul class="taken">{taken.collect_view()}</ul> }.into_any()
    };
    let show = move || {
        page.send(CoachMessage::ShowAnswer);
        browser::focus_soon(HEADING.to_owned());
    };
    view! {
        {head(page)}
        {heading(page)}
        <p data-testid="coach-task">{text_signal(task)}</p>
        <p class="place"><small>{text.get(M::CoachHints)}</small><small data-testid="coach-worth">{text_signal(worth)}</small></p>
        <ol class="ladder">{(0..HINTS_MAX).map(|index| rung(page, index)).collect_view()}</ol>
        <div role="status" data-testid="coach-hints">{dynamic_view(hints)}</div>
        <p class="row">
            <button type="button" data-testid="coach-show" on:click=click_handler(show)>{text.get(M::CoachShowAnswer)}</button>
            <small>{text.get(M::CoachShowAnswerAbout)}</small>
        </p>
    }
    .into_any()
}

/// A stair of the ladder, with its price. Only the next one can be pressed.
fn rung(page: CoachView, index: u8) -> AnyView {
    let taken = erased_memo(move || {
        page.coach
            .with(|coach| coach.question().map_or(0, CoachQuestion::hints))
    });
    let (name, about) = page.words(|words| words.hint_name(index));
    let label = page
        .text
        .with(M::CoachHintLabel, &[("hint", &name), ("about", &about)]);
    let take = move || {
        if taken.get_untracked() == index {
            page.send(CoachMessage::TakeHint);
        }
    };
    let class = move || {
        let class = match taken.get().cmp(&index) {
            std::cmp::Ordering::Less => "later",
            std::cmp::Ordering::Equal => "next",
            std::cmp::Ordering::Greater => "over",
        };
        class.to_owned()
    };
    view! {
        <li>
            <button
                type="button"
                data-testid=format!("coach-hint-{}", index + 1)
                class=text_signal(class)
                aria-label=label
                aria-disabled=text_signal(move || (taken.get() != index).to_string())
                on:click=click_handler(take)
            >
                <b>{name}</b><i aria-hidden="true">{page.text.get(M::CoachPrice)}</i><small>{about}</small>
            </button>
        </li>
    }
    .into_any()
}

fn unsolved(page: CoachView) -> AnyView {
    view! {
        {head(page)}
        {heading(page)}
        <p>{page.text.get(M::CoachUnsolved)}</p>
        <div class="row">{next_button(page)}</div>
    }
    .into_any()
}

/// The answer with its reason, and what to do next.
fn answered(page: CoachView) -> AnyView {
    let text = page.text;
    let points = move || {
        let points = page
            .coach
            .with(|coach| coach.question().map(CoachQuestion::points));
        text.count(
            M::CoachPointsOne,
            M::CoachPoints,
            points.unwrap_or(0).into(),
        )
    };
    let reason = move || {
        let reason = page.words(|words| words.reason());
        reason.unwrap_or_else(|| text.get(M::AnalysisExplaining).to_owned())
    };
    let contrast = move || page.words(|words| words.contrast()).unwrap_or_default();
    let plan = move || {
        let Some(plan) = page.words(|words| words.plan()) else {
            return ().into_any();
        };
        view! {
            <details class="plan-words">
                <summary>{text.get(M::AnalysisPlan)}</summary>
                <p data-testid="coach-plan">{plan}</p>
            </details>
        }
        .into_any()
    };
    let proved = move || {
        if page.words(|words| words.is_proved()) {
            view! { <b class="proved" data-testid="coach-proved">{icons::icon(icons::TICK)}{text.get(M::CoachProved)}</b> }.into_any()
        } else {
            ().into_any()
        }
    };
    view! {
        {head(page)}
        {heading(page)}
        <p class="place"><b data-testid="coach-points">{text_signal(points)}</b>{dynamic_view(proved)}</p>
        <p class="why1" data-testid="coach-reason">{text_signal(reason)}</p>
        <p class="was" data-testid="coach-contrast">{text_signal(contrast)}</p>
        {dynamic_view(plan)}
        <div class="row">
            {next_button(page)}
            {dynamic_view(move || play_on(page))}
        </div>
        <p class="row"><button type="button" class="quiet" data-testid="coach-forget" on:click=click_handler(move || page.send(CoachMessage::Forget))>{text.get(M::CoachForget)}</button></p>
    }
    .into_any()
}

fn next_button(page: CoachView) -> AnyView {
    let is_last = page.coach.with_untracked(|coach| {
        coach
            .session()
            .is_none_or(|session| session.current() + 1 >= session.questions().len())
    });
    let message = if is_last {
        M::CoachFinish
    } else {
        M::CoachNext
    };
    let go_on = move || {
        page.send(CoachMessage::GoOn);
        browser::focus_soon(HEADING.to_owned());
    };
    view! {
        <button type="button" class="main" data-testid="coach-next" on:click=click_handler(go_on)>
            {page.text.get(message)}
        </button>
    }
    .into_any()
}

/// The button that plays on from the answer against the bot.
fn play_on(page: CoachView) -> AnyView {
    let can = page.coach.with(|coach| {
        coach
            .question()
            .is_some_and(|question| question.continued().is_some())
    });
    if !can {
        return ().into_any();
    }
    let begin = move || {
        let start = page.ui.with_own_play(|play| {
            page.coach
                .with_untracked(|coach| coach.continued_game(play.start()))
        });
        if let Some(start) = start {
            page.ui.send(Message::StartGame(Box::new(start)));
        }
    };
    view! {
        <button type="button" data-testid="coach-play-on" title=page.text.get(M::CoachPlayOnAbout) on:click=click_handler(begin)>
            {icons::icon(icons::PLAY)}{page.text.get(M::CoachPlayOn)}
        </button>
    }
    .into_any()
}

/// The end of the questions, or the reason why there are none.
fn closed(page: CoachView) -> AnyView {
    let text = page.text;
    let closing = move || page.words(|words| words.closing());
    let link = page.coach.with_untracked(|coach| {
        let game = coach.session().and_then(CoachSession::game);
        game.map(write_link)
    });
    let analysis = link.map(|link| {
        view! { <a class="button" data-testid="coach-analysis" href=format!("#/analysis/{link}")>{icons::icon(icons::EYE)}{text.get(M::AnalysisOpenHere)}</a> }
    });
    view! {
        {heading(page)}
        <p role="status" class="why1" data-testid="coach-closing">{text_signal(closing)}</p>
        <p>{text.get(M::CoachDoneAbout)}</p>
        <div class="row">
            {analysis}
            <a class="button" data-testid="coach-overview" href="#/coach">{text.get(M::CoachOverview)}</a>
        </div>
    }
    .into_any()
}
