//! Walking through a run: forwards, backwards, by itself, and with the source that runs.

use std::time::Duration;

use foursight_lessons::{Listing, Moment, Trace};
use leptos::prelude::*;

use super::super::{live, shown, tap};
use super::kit::listing;
use crate::shell::source::{Derived, Source, derived, follow};
use crate::text::{Message as M, Text};

/// A run that can be walked through.
#[derive(Clone, Copy)]
pub(super) struct Walk {
    /// The moment that is shown.
    pub(super) at: Source<usize>,
    /// How many moments there are.
    pub(super) length: Derived<usize>,
    is_playing: Source<bool>,
    pause_ms: Source<u32>,
}

/// Pauses between two steps, from slow to fast.
const PAUSES_MS: [u32; 4] = [1500, 700, 300, 80];

impl Walk {
    /// A walk through so many moments, which stands at the first.
    pub(super) fn new(length: Derived<usize>) -> Self {
        let walk = Self {
            at: Source::new(0),
            length,
            is_playing: Source::new(false),
            pause_ms: Source::new(PAUSES_MS[1]),
        };
        follow(move || {
            if !walk.is_playing.get() {
                return;
            }
            let pause = Duration::from_millis(u64::from(walk.pause_ms.get()));
            if let Ok(ticking) = set_interval_with_handle(move || walk.step(1), pause) {
                on_cleanup(move || ticking.clear());
            }
        });
        walk
    }

    /// Goes so many moments on, or back.
    pub(super) fn step(self, by: isize) {
        let last = self.length.get_untracked().saturating_sub(1);
        let next = self.at.get_untracked().saturating_add_signed(by).min(last);
        self.at.set(next);
        if next == last {
            self.is_playing.set(false);
        }
    }

    /// Goes to a moment.
    pub(super) fn go(self, to: usize) {
        self.is_playing.set(false);
        self.at
            .set(to.min(self.length.get_untracked().saturating_sub(1)));
    }
}

/// Buttons to walk through a run. The last one goes to its end, under a name of its own.
pub(super) fn walk_buttons(text: Text, walk: Walk, end: M) -> AnyView {
    let play = live(move || {
        let message = if walk.is_playing.get() {
            M::ReplayPause
        } else {
            M::ReplayPlay
        };
        text.get(message).to_owned()
    });
    let toggle = move || {
        let is_at_end = walk.at.get_untracked() + 1 >= walk.length.get_untracked();
        if !walk.is_playing.get_untracked() && is_at_end {
            walk.at.set(0);
        }
        walk.is_playing.set(!walk.is_playing.get_untracked());
    };
    let speeds = PAUSES_MS.iter().zip(1..).map(|(pause, number)| {
        view! { <option value=pause.to_string() selected=*pause == PAUSES_MS[1]>{number.to_string()}</option> }
    });
    let choose = move |event| {
        if let Ok(pause) = event_target_value(&event).parse() {
            walk.pause_ms.set(pause);
        }
    };
    let count = live(move || {
        if walk.length.get() == 0 {
            return String::new();
        }
        let parts: [(&str, &dyn std::fmt::Display); 2] =
            [("at", &(walk.at.get() + 1)), ("all", &walk.length.get())];
        text.with(M::LessonMoment, &parts)
    });
    view! {
        <div class="row walk" role="group" aria-label=text.get(M::LessonWalk)>
            <button type="button" data-testid="walk-back" on:click=tap(move || { walk.is_playing.set(false); walk.step(-1); })>{text.get(M::LessonBack)}</button>
            <button type="button" class="main" data-testid="walk-step" on:click=tap(move || { walk.is_playing.set(false); walk.step(1); })>{text.get(M::LessonStep)}</button>
            <button type="button" data-testid="walk-play" on:click=tap(toggle)>{play}</button>
            <button type="button" data-testid="walk-end" on:click=tap(move || walk.go(usize::MAX))>{text.get(end)}</button>
            <label class="speed">{text.get(M::ReplaySpeed)}" "<select data-testid="walk-speed" on:change=choose>{speeds.collect_view()}</select></label>
            <span class="small" data-testid="walk-at">{count}</span>
        </div>
    }
    .into_any()
}

/// Listings that are walked through while they run.
#[derive(Clone, Copy)]
pub(super) struct Stepped {
    listings: StoredValue<Vec<&'static Listing>>,
    trace: Derived<Trace>,
    /// Where somebody looks.
    pub(super) walk: Walk,
}

impl Stepped {
    /// A run of these listings. Another run begins at its first line.
    pub(super) fn new(listings: Vec<&'static Listing>, trace: Derived<Trace>) -> Self {
        let walk = Walk::new(derived(move || trace.with(|trace| trace.0.len())));
        follow(move || {
            trace.with(|_| ());
            walk.go(0);
        });
        Self {
            listings: StoredValue::new(listings),
            trace,
            walk,
        }
    }

    /// What runs at this moment; nothing if nothing runs.
    pub(super) fn moment(self) -> Option<Moment> {
        let at = self.walk.at.get();
        self.trace.with(|trace| trace.0.get(at).cloned())
    }

    /// The buttons, the line with its variables, and the listings; nothing if there are none.
    pub(super) fn view(self, text: Text) -> AnyView {
        if self.listings.with_value(Vec::is_empty) {
            return ().into_any();
        }
        let values = shown(move || match self.moment() {
            Some(moment) => {
                let told = Some(moment.told()).filter(|told| !told.is_empty());
                let told = told.map(|told| view! { "   "<b>{told}</b> });
                view! { <code>{moment.code()}</code>{told} }.into_any()
            }
            None => text.get(M::LessonTryColumn).into_any(),
        });
        view! {
            {walk_buttons(text, self.walk, M::LessonEnd)}
            <p class="values" role="status" data-testid="walk-values">{values}</p>
            {self.sources(text)}
        }
        .into_any()
    }

    /// The listings with the line that runs.
    pub(super) fn sources(self, text: Text) -> AnyView {
        let one = |of: &'static Listing| {
            let lit = derived(move || {
                let moment = self.moment().filter(|moment| moment.listing == of);
                moment.map(|moment| moment.line)
            });
            listing(text, of, Some(lit))
        };
        let all = self.listings.get_value().into_iter();
        all.map(one).collect::<Vec<_>>().into_any()
    }
}
