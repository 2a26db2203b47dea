//! Changes to the roster of a running tournament: absences, withdrawals, late entries.

use std::sync::Arc;

use foursight_page::text::{Text, UiMessage as M};
use foursight_page::tournament::{LocalTournament, PLAYERS_MAX, describe};
use foursight_tournament::{
    Absentee, DueGame, EntrantId, EntrantKind, MatchId, NAME_CHARS_MAX, TournamentError,
    TournamentEvent, TournamentPhase,
};
use leptos::prelude::*;

use super::confirmation::{Confirmation, ask, confirmation_view};
use super::{focus_soon, load, save};
use crate::shell::signals::ErasedSignal;
use crate::views::{DynamicView, click_handler, context, dynamic_view, text_signal};

/// Id of the toggle, which gets the focus after a change.
const TOGGLE_ID: &str = "cup-changes";

/// The roster changes, folded away. `status` receives what was done.
#[component]
pub(super) fn RosterChanges(
    id: u64,
    local: ErasedSignal<LocalTournament>,
    status: ErasedSignal<String>,
) -> impl IntoView {
    let (ui, text) = context();
    let late_name = ErasedSignal::new(String::new());
    let error = ErasedSignal::new(String::new());
    let pending = ErasedSignal::new(None::<Confirmation>);
    // Show one thing at a time: an error, what was done, or a question.
    let show_result = move |err: String, done: String| {
        pending.set(None);
        status.set(if err.is_empty() { done } else { String::new() });
        error.set(err);
    };
    let apply = move |event: TournamentEvent, done: String| {
        // Start from the stored state: another tab may have played on.
        let Some(mut now) = load(id) else {
            return false;
        };
        let err = apply_event(text, &mut now, event);
        let is_done = err.is_none();
        show_result(err.unwrap_or_default(), done);
        if is_done {
            save(ui, text, id, &now);
            // A change may end the tournament, which removes these buttons.
            let is_over = now.tournament.phase() == TournamentPhase::Over;
            focus_soon(if is_over { "cup-state" } else { TOGGLE_ID }.to_owned());
            local.set(now);
        }
        is_done
    };
    let enter = move || {
        let name = late_name.get_untracked().trim().to_owned();
        let index = local.with_untracked(|local| local.tournament.entrants().len());
        if index >= PLAYERS_MAX {
            return show_result(text.get(M::CupNoPlace).to_owned(), String::new());
        }
        let (kind, rating) = (EntrantKind::Person, None);
        let event = TournamentEvent::Entered { name, kind, rating };
        if apply(event, String::new()) {
            late_name.set(String::new());
            let own = EntrantId(index as u16);
            status.set(local.with_untracked(|now| describe::entered(text, &now.tournament, own)));
        }
    };
    let confirm = move |prompt: String, from: String, event: TournamentEvent, done: String| {
        let act = Arc::new(move || {
            apply(event.clone(), done.clone());
        });
        show_result(String::new(), String::new());
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
    view! {
        <details class="card">
            <summary id=TOGGLE_ID data-testid=TOGGLE_ID>{text.get(M::CupChange)}</summary>
            <h3>{text.get(M::CupAbsentLegend)}</h3>
            {absence_buttons(text, local, confirm)}
            <h3>{text.get(M::CupLeaveLegend)}</h3>
            {withdraw_buttons(text, local, confirm)}
            {confirmation_view(text, pending)}
            {late_entry_form(text, late_name, enter)}
            <p role="alert" data-testid="cup-change-error">{text_signal(move || error.get())}</p>
        </details>
    }
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

/// Applies an event, or returns the error as text.
fn apply_event(text: Text, local: &mut LocalTournament, event: TournamentEvent) -> Option<String> {
    if local.would_disrupt_game(&event) {
        return Some(text.get(M::CupFinishFirst).to_owned());
    }
    Some(match local.apply(event).err()? {
        TournamentError::NameTaken(_) => text.get(M::CupNameTaken).to_owned(),
        TournamentError::InvalidText(_) => text.with(M::CupNameUnfit, &[("most", &NAME_CHARS_MAX)]),
        _ => text.get(M::CupNoPlace).to_owned(),
    })
}

/// A button for each entrant who can withdraw.
fn withdraw_buttons(
    text: Text,
    local: ErasedSignal<LocalTournament>,
    confirm: impl Fn(String, String, TournamentEvent, String) + Copy + Send + 'static,
) -> DynamicView {
    dynamic_view(move || {
        let names: Vec<(usize, String)> = local.with(|local| {
            let all = local.tournament.entrants().iter().enumerate();
            let here = all.filter(|(index, _)| local.can_withdraw(EntrantId(*index as u16)));
            here.map(|(index, entrant)| (index, entrant.name.clone()))
                .collect()
        });
        let buttons = names.into_iter().map(|(index, name)| {
            let id = format!("cup-leave-{}", index + 1);
            let sentence = move |message: M, name: &String| text.with(message, &[("name", name)]);
            let label = sentence(M::CupLeave, &name);
            let from = id.clone();
            let withdraw = move || {
                let event = TournamentEvent::Withdrew(EntrantId(index as u16));
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
    local: ErasedSignal<LocalTournament>,
    confirm: impl Fn(String, String, TournamentEvent, String) + Copy + Send + 'static,
) -> DynamicView {
    dynamic_view(move || {
        let due = local.with(|local| absence_options(text, local));
        let buttons = due.into_iter().map(|option| {
            let AbsenceOption {
                match_id,
                who,
                name,
                line,
            } = option;
            let (id, messages) = match who {
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
                    TournamentEvent::Absent { match_id, absentee: who },
                    done.clone(),
                );
            };
            view! { <button id=id.clone() data-testid=id on:click=click_handler(mark_absent)>{label}</button> }
        });
        view! { <div class="row">{buttons.collect_view()}</div> }.into_any()
    })
}

/// An absence that can be recorded.
struct AbsenceOption {
    match_id: MatchId,
    who: Absentee,
    /// Name of the absent player; empty for both.
    name: String,
    /// The match in words.
    line: String,
}

/// Returns the possible absences of people with a due match.
fn absence_options(text: Text, local: &LocalTournament) -> Vec<AbsenceOption> {
    let of_match = |due: DueGame| {
        let option = move |who, name: &str| AbsenceOption {
            match_id: due.match_id,
            who,
            name: name.to_owned(),
            line: describe::due_game(text, &local.tournament, due),
        };
        let seats = [due.first, due.second].into_iter();
        let people: Vec<_> = seats.filter(|id| local.bot(*id).is_none()).collect();
        let both = (people.len() == 2).then(|| option(Absentee::Both, ""));
        let one = move |id| option(Absentee::One(id), describe::name(&local.tournament, id));
        people.into_iter().map(one).chain(both)
    };
    local
        .tournament
        .due_games()
        .into_iter()
        .flat_map(of_match)
        .collect()
}
