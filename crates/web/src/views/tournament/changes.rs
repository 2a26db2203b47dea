//! Who is not there, who leaves, and who comes late.

use std::sync::Arc;

use foursight_tournament::{
    Absentee, DueGame, EntrantId, Event, MatchId, NAME_CHARS_MAX, Phase, Refused, Who,
};
use leptos::prelude::*;

use super::sure::{Question, ask, question};
use super::{focus_soon, load, save};
use crate::shell::source::Source;
use crate::text::{Message as M, Text};
use crate::tournament::{Held, PLAYERS_MAX, words};
use crate::views::{Part, context, live, shown, tap};

/// What opens it all, which has the focus after a change.
const SUMMARY: &str = "cup-changes";

/// All of it, folded away. `told` hears what was done.
#[component]
pub(super) fn Changes(id: u64, held: Source<Held>, told: Source<String>) -> impl IntoView {
    let (ui, text) = context();
    let late = Source::new(String::new());
    let complaint = Source::new(String::new());
    let asked = Source::new(None::<Question>);
    // One thing at a time: a complaint, what was done, or a question.
    let say = move |why: String, done: String| {
        asked.set(None);
        told.set(if why.is_empty() { done } else { String::new() });
        complaint.set(why);
    };
    let tell = move |event: Event, done: String| {
        // As it is kept now: another tab may have played on.
        let Some(mut now) = load(id) else {
            return false;
        };
        let why = refusal(text, &mut now, event);
        let is_done = why.is_none();
        say(why.unwrap_or_default(), done);
        if is_done {
            save(ui, text, id, &now);
            // The last change may end the tournament, and these buttons with it.
            let is_over = now.tournament.phase() == Phase::Over;
            focus_soon(if is_over { "cup-state" } else { SUMMARY }.to_owned());
            held.set(now);
        }
        is_done
    };
    let enter = move || {
        let name = late.get_untracked().trim().to_owned();
        let place = held.with_untracked(|held| held.tournament.entrants().len());
        if place >= PLAYERS_MAX {
            return say(text.get(M::CupNoPlace).to_owned(), String::new());
        }
        let (who, rating) = (Who::Person, None);
        if tell(Event::Entered { name, who, rating }, String::new()) {
            late.set(String::new());
            let own = EntrantId(place as u16);
            told.set(held.with_untracked(|held| words::entered(text, &held.tournament, own)));
        }
    };
    let sure = move |words: String, from: String, event: Event, done: String| {
        let act = Arc::new(move || {
            tell(event.clone(), done.clone());
        });
        say(String::new(), String::new());
        let yes = text.get(M::CupYes);
        let question = Question {
            words,
            yes,
            from,
            act,
        };
        ask(asked, question);
    };
    view! {
        <details class="card">
            <summary id=SUMMARY data-testid=SUMMARY>{text.get(M::CupChange)}</summary>
            <h3>{text.get(M::CupAbsentLegend)}</h3>
            {absentees(text, held, sure)}
            <h3>{text.get(M::CupLeaveLegend)}</h3>
            {leavers(text, held, sure)}
            {question(text, asked)}
            <div class="row cup-late">
                <label class="field">
                    <span>{text.get(M::CupLate)}</span>
                    <input data-testid="cup-late" autocomplete="off" prop:value=live(move || late.get())
                        on:input=move |event| late.set(event_target_value(&event))/>
                </label>
                <button data-testid="cup-enter" on:click=tap(enter)>{text.get(M::CupEnter)}</button>
            </div>
            <p role="alert" data-testid="cup-change-error">{live(move || complaint.get())}</p>
        </details>
    }
}

/// Lets something happen, or says why it cannot.
fn refusal(text: Text, held: &mut Held, event: Event) -> Option<String> {
    if held.disturbs(&event) {
        return Some(text.get(M::CupFinishFirst).to_owned());
    }
    Some(match held.tell(event).err()? {
        Refused::NameTaken(_) => text.get(M::CupNameTaken).to_owned(),
        Refused::Words(_) => text.with(M::CupNameUnfit, &[("most", &NAME_CHARS_MAX)]),
        _ => text.get(M::CupNoPlace).to_owned(),
    })
}

/// A button for each who may leave.
fn leavers(
    text: Text,
    held: Source<Held>,
    sure: impl Fn(String, String, Event, String) + Copy + Send + 'static,
) -> Part {
    shown(move || {
        let names: Vec<(usize, String)> = held.with(|held| {
            let all = held.tournament.entrants().iter().enumerate();
            let here = all.filter(|(place, _)| held.may_leave(EntrantId(*place as u16)));
            here.map(|(place, entrant)| (place, entrant.name.clone()))
                .collect()
        });
        let buttons = names.into_iter().map(|(place, name)| {
            let id = format!("cup-leave-{}", place + 1);
            let said = move |message: M, name: &String| text.with(message, &[("name", name)]);
            let label = said(M::CupLeave, &name);
            let from = id.clone();
            let leave = move || {
                let event = Event::Withdrew(EntrantId(place as u16));
                sure(
                    said(M::CupLeaveSure, &name),
                    from.clone(),
                    event,
                    said(M::CupHasLeft, &name),
                );
            };
            view! { <button id=id.clone() data-testid=id on:click=tap(leave)>{label}</button> }
        });
        view! { <div class="row">{buttons.collect_view()}</div> }.into_any()
    })
}

/// A button for each person who has a match to play now and may not be there, and one for both of two people.
fn absentees(
    text: Text,
    held: Source<Held>,
    sure: impl Fn(String, String, Event, String) + Copy + Send + 'static,
) -> Part {
    shown(move || {
        let due = held.with(|held| people_due(text, held));
        let buttons = due.into_iter().map(|missing| {
            let Missing {
                match_id,
                who,
                name,
                line,
            } = missing;
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
            let [label, words, done] =
                messages.map(|message| text.with(message, &[("name", &name), ("match", &line)]));
            let from = id.clone();
            let miss = move || {
                sure(
                    words.clone(),
                    from.clone(),
                    Event::Absent { match_id, who },
                    done.clone(),
                );
            };
            view! { <button id=id.clone() data-testid=id on:click=tap(miss)>{label}</button> }
        });
        view! { <div class="row">{buttons.collect_view()}</div> }.into_any()
    })
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
