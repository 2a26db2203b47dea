//! "Check it here": the check of the shipped file, and of a damaged copy.

use foursight_page::proof::{CheckPhase, ProofMessage, ProofPageState, ProofWords};
use foursight_page::text::UiMessage as M;
use leptos::prelude::*;

use super::ProofView;
use crate::shell::signals::erased_memo;
use crate::views::{click_handler, dynamic_view, icons, text_signal, view_if};

/// A crack.
const CRACK: &str = "M13 3l-4 7h5l-4 11";
/// A square.
const STOP: &str = "M7 7h10v10H7z";
/// A cross.
const CROSS: &str = "M6 6l12 12M18 6L6 18";

/// The card with the check.
pub(super) fn check(page: ProofView) -> AnyView {
    let text = page.text;
    let phase = erased_memo(move || page.state.with(|state| state.check().phase.clone()));
    let class = move || {
        let name = match phase.get() {
            CheckPhase::Idle => "idle",
            CheckPhase::Running => "running",
            CheckPhase::Verified => "verified",
            CheckPhase::Refused(_) | CheckPhase::Failed => "refused",
        };
        format!("card proof-check {name}")
    };
    let is_running = move || phase.get() == CheckPhase::Running;
    let percent = erased_memo(move || page.state.with(percent));
    // The headline is announced, the count of positions is not.
    let headline = erased_memo(move || page.words(|words| words.check()[0].clone()));
    let about = erased_memo(move || page.words(|words| words.check()[1].clone()));
    let announced = move || {
        let about = if is_running() {
            String::new()
        } else {
            about.get()
        };
        format!("{} {about}", headline.get())
    };
    view! {
        <section class=text_signal(class) aria-label=text.get(M::ProofCheck) data-testid="proof-check-card">
            <p class="cap" aria-hidden="true">{text.get(M::ProofCheck)}</p>
            <p class="hidden" role="status" data-testid="proof-check-status">{text_signal(announced)}</p>
            <div class="proof-state" aria-hidden="true">
                <span class="seal" style=("--percent", text_signal(move || format!("{}%", percent.get())))>
                    {dynamic_view(move || seal(&phase.get(), percent.get()))}
                </span>
                <div>
                    <p class="headline">{text_signal(move || headline.get())}</p>
                    <p class="small">{text_signal(move || about.get())}</p>
                </div>
            </div>
            <div
                class="proof-bar"
                role="progressbar"
                aria-label=text.get(M::ProofCheck)
                aria-valuemin="0"
                aria-valuemax="100"
                aria-valuenow=text_signal(move || percent.get().to_string())
                style=("--percent", text_signal(move || format!("{}%", percent.get())))
            ><i></i></div>
            {facts(page)}
            <div class="row">
                {view_if(is_running, move || button(page, "proof-stop", STOP, M::ProofCheckStop, ProofMessage::StopCheck))}
                {dynamic_view(move || start_button(page, &phase.get()))}
                {view_if(move || !is_running(), move || button(page, "proof-damage", CRACK, M::ProofDamage, ProofMessage::CheckDamaged))}
                {view_if(move || page.state.with(ProofPageState::refused_node).is_some(), move || {
                    button(page, "proof-show-refused", icons::EYE, M::ProofShowRefused, ProofMessage::PointAtRefused)
                })}
            </div>
        </section>
    }
    .into_any()
}

/// Returns how much of the proof is checked.
fn percent(state: &ProofPageState) -> u64 {
    let check = state.check();
    match check.phase {
        CheckPhase::Verified => 100,
        _ => 100 * check.checked / check.positions.max(1),
    }
}

fn seal(phase: &CheckPhase, percent: u64) -> AnyView {
    match phase {
        CheckPhase::Idle => ().into_any(),
        CheckPhase::Running => format!("{percent}%").into_any(),
        CheckPhase::Verified => icons::icon(icons::TICK).into_any(),
        CheckPhase::Refused(_) | CheckPhase::Failed => icons::icon(CROSS).into_any(),
    }
}

fn start_button(page: ProofView, phase: &CheckPhase) -> AnyView {
    let message = match phase {
        CheckPhase::Running => return ().into_any(),
        CheckPhase::Idle => M::ProofCheckStart,
        _ => M::ProofCheckAgain,
    };
    button(
        page,
        "proof-check",
        icons::AGAIN,
        message,
        ProofMessage::Check,
    )
}

fn button(
    page: ProofView,
    id: &'static str,
    icon: &'static str,
    message: M,
    act: ProofMessage,
) -> AnyView {
    view! {
        <button type="button" data-testid=id on:click=click_handler(move || page.send(act.clone()))>
            {icons::icon(icon)}{page.text.get(message)}
        </button>
    }
    .into_any()
}

/// Boards walked, time, size of the file.
fn facts(page: ProofView) -> AnyView {
    let text = page.text;
    let boards = move || page.text_of(|text, state| ProofWords::new(text, state).boards());
    let time = move || page.text_of(|text, state| ProofWords::new(text, state).time());
    let bytes = page.fixed_text(|text, state| ProofWords::new(text, state).bytes());
    view! {
        <dl class="proof-facts">
            <div><dt>{text.get(M::ProofBoards)}</dt><dd data-testid="proof-boards">{text_signal(boards)}</dd></div>
            <div><dt>{text.get(M::ProofTime)}</dt><dd>{text_signal(time)}</dd></div>
            <div><dt>{text.get(M::ProofFile)}</dt><dd>{text.with(M::ProofBytes, &[("bytes", &bytes)])}</dd></div>
        </dl>
    }
    .into_any()
}
