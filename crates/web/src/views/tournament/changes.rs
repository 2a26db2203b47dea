//! Who leaves, and who comes late.

use foursight_tournament::{EntrantId, Event, Refused, Who};
use leptos::prelude::*;

use super::{load, save};
use crate::shell::source::Source;
use crate::text::Message as M;
use crate::tournament::{Held, PLAYERS_MAX};
use crate::views::{context, live, shown, tap};

/// Both, folded away.
#[component]
pub(super) fn Changes(id: u64, held: Source<Held>) -> impl IntoView {
    let (ui, text) = context();
    let late = Source::new(String::new());
    let complaint = Source::new(String::new());
    let asked = Source::new(None::<usize>);
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
    let leave = move |place: usize| {
        if asked.get_untracked() == Some(place) {
            asked.set(None);
            return tell(Event::Withdrew(EntrantId(place as u16)));
        }
        asked.set(Some(place));
    };
    let leavers = move || {
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
    view! {
        <details class="card">
            <summary data-testid="cup-changes">{text.get(M::CupChange)}</summary>
            {shown(leavers)}
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
