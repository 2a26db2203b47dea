//! Changes to the roster of a running tournament: absences, withdrawals, late entries.

use std::sync::Arc;

use foursight_page::text::{Text, UiMessage as M};
use foursight_page::tournament::roster::{self, AbsenceOption};
use foursight_page::tournament::{
    LocalTournament, RosterResult, TournamentMessage, TournamentPages, describe,
};
use foursight_tournament::{Absentee, TournamentEvent, TournamentPhase};
use leptos::prelude::*;

use super::confirmation::{Confirmation, ask, confirmation_view};
use super::{focus_soon, load, save};
use crate::shell::Ui;
use crate::shell::signals::{ErasedMemo, ErasedSignal};
use crate::views::{DynamicView, click_handler, context, dynamic_view, text_signal};

/// Id of the toggle, which gets the focus after a change.
const TOGGLE_ID: &str = "cup-changes";

/// The roster changes, folded away.
#[component]
pub(super) fn RosterChanges(id: u64, local: ErasedMemo<LocalTournament>) -> impl IntoView {
    let (ui, text) = context();
    let pages: ErasedSignal<TournamentPages> = ui.feature();
    let late_name = ErasedSignal::new(String::new());
    let pending = ErasedSignal::new(None::<Confirmation>);
    // Show one thing at a time: an error, what was done, or a question.
    let report = move |result: Result<String, String>| {
        pending.set(None);
        let result = RosterResult::from(result);
        ui.send(TournamentMessage::ReportRoster(result).into());
    };
    let enter = move || {
        let Some(mut now) = load(id) else { return };
        let entered = roster::enter(text, &mut now, &late_name.get_untracked());
        let is_done = entered.is_ok();
        report(entered.map(|own| describe::entered(text, &now.tournament, own)));
        if is_done {
            late_name.set(String::new());
            store_change(ui, text, id, &now);
        }
    };
    let confirm = move |prompt: String, from: String, event: TournamentEvent, done: String| {
        let act = Arc::new(move || {
            // Start from the stored state: another tab may have played on.
            let Some(mut now) = load(id) else { return };
            let applied = roster::apply(text, &mut now, event.clone());
            let is_done = applied.is_ok();
            report(applied.map(|()| done.clone()));
            if is_done {
                store_change(ui, text, id, &now);
            }
        });
        report(Ok(String::new()));
        let yes = text.get(M::CupYes);
        ask(
            pending,
            Confirmation {
                prompt,
                yes,
                from,
                act,
            },
        );
    };
    let error = move || pages.with(|pages| pages.roster_result.error.clone());
    view! {
        <details class="card">
            <summary id=TOGGLE_ID data-testid=TOGGLE_ID>{text.get(M::CupChange)}</summary>
            <h3>{text.get(M::CupAbsentLegend)}</h3>
            {absence_buttons(text, local, confirm)}
            <h3>{text.get(M::CupLeaveLegend)}</h3>
            {withdraw_buttons(text, local, confirm)}
            {confirmation_view(text, pending)}
            {late_entry_form(text, late_name, enter)}
            <p role="alert" data-testid="cup-change-error">{text_signal(error)}</p>
        </details>
    }
}

/// Stores a change and shows it, which may remove the view that made it.
fn store_change(ui: Ui, text: Text, id: u64, now: &LocalTournament) {
    save(ui, text, id, now);
    // A change may end the tournament, which removes these buttons.
    let is_over = now.tournament.phase() == TournamentPhase::Over;
    focus_soon(if is_over { "cup-state" } else { TOGGLE_ID }.to_owned());
    ui.send(TournamentMessage::Stored(id, Box::new(now.clone())).into());
}

/// The field and button that enter a player into the running tournament.
fn late_entry_form(
    text: Text,
    name: ErasedSignal<String>,
    enter: impl Fn() + Copy + 'static,
) -> impl IntoView {
    view! {
        <div class="row cup-late">
            <label class="field">
                <span>{text.get(M::CupLate)}</span>
                <input data-testid="cup-late" autocomplete="off" prop:value=text_signal(move || name.get())
                    on:input=move |event| name.set(event_target_value(&event))/>
            </label>
            <button data-testid="cup-enter" on:click=click_handler(enter)>{text.get(M::CupEnter)}</button>
        </div>
    }
}

/// A button for each entrant who can withdraw.
fn withdraw_buttons(
    text: Text,
    local: ErasedMemo<LocalTournament>,
    confirm: impl Fn(String, String, TournamentEvent, String) + Copy + Send + 'static,
) -> DynamicView {
    dynamic_view(move || {
        let options = local.with(roster::withdrawal_options);
        let buttons = options.into_iter().map(|(entrant, name)| {
            let id = format!("cup-leave-{}", entrant.0 + 1);
            let sentence = move |message: M, name: &String| text.with(message, &[("name", name)]);
            let label = sentence(M::CupLeave, &name);
            let from = id.clone();
            let withdraw = move || {
                let event = TournamentEvent::Withdrew(entrant);
                confirm(
                    sentence(M::CupLeaveSure, &name),
                    from.clone(),
                    event,
                    sentence(M::CupHasLeft, &name),
                );
            };
            view! { <button id=id.clone() data-testid=id on:click=click_handler(withdraw)>{label}</button> }
        });
        view! { <div class="row">{buttons.collect_view()}</div> }.into_any()
    })
}

/// A button for each person with a due match who may be absent, and one for both of two people.
fn absence_buttons(
    text: Text,
    local: ErasedMemo<LocalTournament>,
    confirm: impl Fn(String, String, TournamentEvent, String) + Copy + Send + 'static,
) -> DynamicView {
    dynamic_view(move || {
        let due = local.with(|local| roster::absence_options(text, local));
        let buttons = due.into_iter().map(|option| {
            let AbsenceOption {
                match_id,
                absentee,
                name,
                line,
            } = option;
            let (id, messages) = match absentee {
                Absentee::One(one) => (
                    format!("cup-absent-{}", one.0 + 1),
                    [M::CupAbsent, M::CupAbsentSure, M::CupWasAbsent],
                ),
                Absentee::Both => (
                    format!("cup-absent-both-{}", match_id.0),
                    [M::CupAbsentBoth, M::CupAbsentBothSure, M::CupWereAbsent],
                ),
            };
            let [label, prompt, done] =
                messages.map(|message| text.with(message, &[("name", &name), ("match", &line)]));
            let from = id.clone();
            let mark_absent = move || {
                confirm(
                    prompt.clone(),
                    from.clone(),
                    TournamentEvent::Absent { match_id, absentee },
                    done.clone(),
                );
            };
            view! { <button id=id.clone() data-testid=id on:click=click_handler(mark_absent)>{label}</button> }
        });
        view! { <div class="row">{buttons.collect_view()}</div> }.into_any()
    })
}
