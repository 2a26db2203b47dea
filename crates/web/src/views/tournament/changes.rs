//! Who is not there, who leaves, and who comes late.

use foursight_tournament::{
    Absentee, DueGame, EntrantId, Event, MatchId, NAME_CHARS_MAX, Refused, Who,
};
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
            Err(Refused::NameTaken(_)) => text.get(M::CupNameTaken).to_owned(),
            Err(Refused::Words(_)) => text.with(M::CupNameUnfit, &[("most", &NAME_CHARS_MAX)]),
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

/// A button for each person who has a match to play now and may not be there, and one for both of two people.
/// The first press asks, the second one tells.
fn absentees(
    text: Text,
    held: Source<Held>,
    tell: impl Fn(Event) + Copy + Send + 'static,
) -> AnyView {
    let asked = Source::new(None::<(MatchId, Absentee)>);
    let miss = move |match_id: MatchId, who: Absentee| {
        if asked.get_untracked() == Some((match_id, who)) {
            asked.set(None);
            return tell(Event::Absent { match_id, who });
        }
        asked.set(Some((match_id, who)));
    };
    let buttons = move || {
        let due = held.with(|held| people_due(text, held));
        let buttons = due.into_iter().map(|missing| {
            let Missing { match_id, who, name, line } = missing;
            let testid = match who {
                Absentee::One(id) => format!("cup-absent-{}", id.0 + 1),
                Absentee::Both => format!("cup-absent-both-{}", match_id.0),
            };
            let label = move || {
                let is_asked = asked.get() == Some((match_id, who));
                let message = match (who, is_asked) {
                    (Absentee::One(_), false) => M::CupAbsent,
                    (Absentee::One(_), true) => M::CupAbsentSure,
                    (Absentee::Both, false) => M::CupAbsentBoth,
                    (Absentee::Both, true) => M::CupAbsentBothSure,
                };
                text.with(message, &[("name", &name), ("match", &line)])
            };
            view! { <button data-testid=testid on:click=tap(move || miss(match_id, who))>{live(label)}</button> }
        });
        view! { <div class="row">{buttons.collect_view()}</div> }.into_any()
    };
    shown(buttons).into_any()
}

/// Who may be missing.
struct Missing {
    match_id: MatchId,
    who: Absentee,
    /// Of one of them.
    name: String,
    /// The match in words.
    line: String,
}

/// Everybody who has a match to play now and is a person, and both if both are.
fn people_due(text: Text, held: &Held) -> Vec<Missing> {
    let of_match = |due: DueGame| {
        let missing = move |who, name: &str| Missing {
            match_id: due.match_id,
            who,
            name: name.to_owned(),
            line: words::due_line(text, &held.tournament, due),
        };
        let seats = [due.first, due.second].into_iter();
        let people: Vec<_> = seats.filter(|id| held.bot(*id).is_none()).collect();
        let both = (people.len() == 2).then(|| missing(Absentee::Both, ""));
        let one = move |id| missing(Absentee::One(id), words::name(&held.tournament, id));
        people.into_iter().map(one).chain(both)
    };
    held.tournament
        .due()
        .into_iter()
        .flat_map(of_match)
        .collect()
}
