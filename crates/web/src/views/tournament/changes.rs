//! Who is not there, who leaves, and who comes late.

use foursight_tournament::{Absentee, DueGame, EntrantId, Event, MatchId, Refused, Who};
use leptos::prelude::*;

use super::{load, save};
use crate::shell::source::Source;
use crate::text::{Message as M, Text};
use crate::tournament::{Held, PLAYERS_MAX, words};
use crate::views::{context, live, shown, tap};

/// All of it, folded away.
#[component]
pub(super) fn Changes(id: u64, held: Source<Held>) -> impl IntoView {
    let (ui, text) = context();
    let late = Source::new(String::new());
    let complaint = Source::new(String::new());
    let tell = move |event: Event| {
        // As it is kept now: another tab may have played on.
        let Some(mut now) = load(id) else {
            return;
        };
        let told = now.tell(event);
        complaint.set(match told {
            Ok(()) => {
                save(ui, text, id, &now);
                held.set(now);
                String::new()
            }
            Err(Refused::NameTaken(_) | Refused::Words(_)) => text.get(M::CupNameTaken).to_owned(),
            Err(_) => text.get(M::CupNoPlace).to_owned(),
        });
    };
    let enter = move || {
        let name = late.get_untracked().trim().to_owned();
        if held.with_untracked(|held| held.tournament.entrants().len()) >= PLAYERS_MAX {
            return complaint.set(text.get(M::CupNoPlace).to_owned());
        }
        let (who, rating) = (Who::Person, None);
        tell(Event::Entered { name, who, rating });
    };
    view! {
        <details class="card">
            <summary data-testid="cup-changes">{text.get(M::CupChange)}</summary>
            <h3>{text.get(M::CupAbsentLegend)}</h3>
            {absentees(text, held, tell)}
            <h3>{text.get(M::CupLeaveLegend)}</h3>
            {leavers(text, held, tell)}
            <div class="row cup-late">
                <label class="field">
                    <span>{text.get(M::CupLate)}</span>
                    <input data-testid="cup-late" autocomplete="off" on:input=move |event| late.set(event_target_value(&event))/>
                </label>
                <button data-testid="cup-enter" on:click=tap(enter)>{text.get(M::CupEnter)}</button>
            </div>
            <p role="alert" data-testid="cup-change-error">{live(move || complaint.get())}</p>
        </details>
    }
}

/// A button for each who may leave. The first press asks, the second one tells.
fn leavers(
    text: Text,
    held: Source<Held>,
    tell: impl Fn(Event) + Copy + Send + 'static,
) -> AnyView {
    let asked = Source::new(None::<usize>);
    let leave = move |place: usize| {
        if asked.get_untracked() == Some(place) {
            asked.set(None);
            return tell(Event::Withdrew(EntrantId(place as u16)));
        }
        asked.set(Some(place));
    };
    let buttons = move || {
        let names: Vec<(usize, String)> = held.with(|held| {
            let all = held.tournament.entrants().iter().enumerate();
            let here = all.filter(|(_, entrant)| !entrant.has_withdrawn);
            here.map(|(place, entrant)| (place, entrant.name.clone()))
                .collect()
        });
        let buttons = names.into_iter().map(|(place, name)| {
            let label = move || {
                let is_asked = asked.get() == Some(place);
                let message = if is_asked { M::CupLeaveSure } else { M::CupLeave };
                text.with(message, &[("name", &name)])
            };
            view! { <button data-testid=format!("cup-leave-{}", place + 1) on:click=tap(move || leave(place))>{live(label)}</button> }
        });
        view! { <div class="row">{buttons.collect_view()}</div> }.into_any()
    };
    shown(buttons).into_any()
}

/// A button for each person who has a match to play now and may not be there. The first press asks, the
/// second one tells.
fn absentees(
    text: Text,
    held: Source<Held>,
    tell: impl Fn(Event) + Copy + Send + 'static,
) -> AnyView {
    let asked = Source::new(None::<(MatchId, EntrantId)>);
    let miss = move |match_id: MatchId, id: EntrantId| {
        if asked.get_untracked() == Some((match_id, id)) {
            asked.set(None);
            let who = Absentee::One(id);
            return tell(Event::Absent { match_id, who });
        }
        asked.set(Some((match_id, id)));
    };
    let buttons = move || {
        let due = held.with(|held| people_due(text, held));
        let buttons = due.into_iter().map(|(match_id, id, name, line)| {
            let label = move || {
                let is_asked = asked.get() == Some((match_id, id));
                let message = if is_asked { M::CupAbsentSure } else { M::CupAbsent };
                text.with(message, &[("name", &name), ("match", &line)])
            };
            view! { <button data-testid=format!("cup-absent-{}", id.0 + 1) on:click=tap(move || miss(match_id, id))>{live(label)}</button> }
        });
        view! { <div class="row">{buttons.collect_view()}</div> }.into_any()
    };
    shown(buttons).into_any()
}

/// Every person who has a match to play now: the match, who it is, the name, and the match in words.
fn people_due(text: Text, held: &Held) -> Vec<(MatchId, EntrantId, String, String)> {
    let both = |due: DueGame| [due.first, due.second].map(|id| (due, id));
    let due = held.tournament.due().into_iter().flat_map(both);
    let people = due.filter(|(_, id)| held.bot(*id).is_none());
    people
        .map(|(due, id)| {
            let name = words::name(&held.tournament, id).to_owned();
            let line = words::due_line(text, &held.tournament, due);
            (due.match_id, id, name, line)
        })
        .collect()
}
