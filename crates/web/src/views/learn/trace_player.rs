//! Playback of a traced run: forwards, backwards, automatic, and with the source that runs.

use std::time::Duration;

use foursight_lessons::{Listing, Trace, TraceStep};
use foursight_page::text::{Text, UiMessage as M};
use leptos::prelude::*;

use super::super::{click_handler, dynamic_view, text_signal};
use super::widgets::listing;
use crate::shell::signals::{ErasedMemo, ErasedSignal, effect, erased_memo};

/// Playback position in a trace.
#[derive(Clone, Copy)]
pub(super) struct TracePlayback {
    /// Index of the displayed moment.
    pub(super) at: ErasedSignal<usize>,
    /// Number of moments.
    pub(super) length: ErasedMemo<usize>,
    is_playing: ErasedSignal<bool>,
    interval_ms: ErasedSignal<u32>,
}

/// Intervals between two steps, from slow to fast.
const STEP_INTERVALS_MS: [u32; 4] = [1500, 700, 300, 80];

impl TracePlayback {
    /// Starts at the first of `length` moments.
    pub(super) fn new(length: ErasedMemo<usize>) -> Self {
        let playback = Self {
            at: ErasedSignal::new(0),
            length,
            is_playing: ErasedSignal::new(false),
            interval_ms: ErasedSignal::new(STEP_INTERVALS_MS[1]),
        };
        effect(move || {
            if !playback.is_playing.get() {
                return;
            }
            let interval = Duration::from_millis(u64::from(playback.interval_ms.get()));
            if let Ok(timer) = set_interval_with_handle(move || playback.step(1), interval) {
                on_cleanup(move || timer.clear());
            }
        });
        playback
    }

    /// Moves by a number of moments, forwards or backwards.
    pub(super) fn step(self, by: isize) {
        let last = self.length.get_untracked().saturating_sub(1);
        let next = self.at.get_untracked().saturating_add_signed(by).min(last);
        self.at.set(next);
        if next == last {
            self.is_playing.set(false);
        }
    }

    /// Jumps to a moment.
    pub(super) fn go(self, to: usize) {
        self.is_playing.set(false);
        self.at
            .set(to.min(self.length.get_untracked().saturating_sub(1)));
    }
}

/// The playback buttons. The last one jumps to the end, under a label of its own.
pub(super) fn playback_buttons(text: Text, playback: TracePlayback, end: M) -> AnyView {
    let play = text_signal(move || {
        let message = if playback.is_playing.get() {
            M::ReplayPause
        } else {
            M::ReplayPlay
        };
        text.get(message).to_owned()
    });
    let toggle = move || {
        let is_at_end = playback.at.get_untracked() + 1 >= playback.length.get_untracked();
        if !playback.is_playing.get_untracked() && is_at_end {
            playback.at.set(0);
        }
        playback
            .is_playing
            .set(!playback.is_playing.get_untracked());
    };
    let speeds = STEP_INTERVALS_MS.iter().zip(1..).map(|(interval, number)| {
        view! { <option value=interval.to_string() selected=*interval == STEP_INTERVALS_MS[1]>{number.to_string()}</option> }
    });
    let choose = move |event| {
        if let Ok(interval) = event_target_value(&event).parse() {
            playback.interval_ms.set(interval);
        }
    };
    let count = text_signal(move || {
        if playback.length.get() == 0 {
            return String::new();
        }
        let parts: [(&str, &dyn std::fmt::Display); 2] = [
            ("at", &(playback.at.get() + 1)),
            ("all", &playback.length.get()),
        ];
        text.with(M::LessonMoment, &parts)
    });
    view! {
        <div class="row walk" role="group" aria-label=text.get(M::LessonWalk)>
            <button type="button" data-testid="walk-back" on:click=click_handler(move || { playback.is_playing.set(false); playback.step(-1); })>{text.get(M::LessonBack)}</button>
            <button type="button" class="main" data-testid="walk-step" on:click=click_handler(move || { playback.is_playing.set(false); playback.step(1); })>{text.get(M::LessonStep)}</button>
            <button type="button" data-testid="walk-play" on:click=click_handler(toggle)>{play}</button>
            <button type="button" data-testid="walk-end" on:click=click_handler(move || playback.go(usize::MAX))>{text.get(end)}</button>
            <label class="speed">{text.get(M::ReplaySpeed)}" "<select data-testid="walk-speed" on:change=choose>{speeds.collect_view()}</select></label>
            <span class="small" data-testid="walk-at">{count}</span>
        </div>
    }
    .into_any()
}

/// Listings with the playback of a run through them.
#[derive(Clone, Copy)]
pub(super) struct TracePlayer {
    listings: StoredValue<Vec<&'static Listing>>,
    trace: ErasedMemo<Trace>,
    /// The playback position.
    pub(super) playback: TracePlayback,
}

impl TracePlayer {
    /// Creates the player of a trace. A new trace starts at its first line.
    pub(super) fn new(listings: Vec<&'static Listing>, trace: ErasedMemo<Trace>) -> Self {
        let playback = TracePlayback::new(erased_memo(move || trace.with(|trace| trace.0.len())));
        effect(move || {
            trace.with(|_| ());
            playback.go(0);
        });
        Self {
            listings: StoredValue::new(listings),
            trace,
            playback,
        }
    }

    /// Returns the current moment, or `None` for an empty trace.
    pub(super) fn moment(self) -> Option<TraceStep> {
        let at = self.playback.at.get();
        self.trace.with(|trace| trace.0.get(at).cloned())
    }

    /// The buttons, the current line with its variables, and the listings; empty without listings.
    pub(super) fn view(self, text: Text) -> AnyView {
        if self.listings.with_value(Vec::is_empty) {
            return ().into_any();
        }
        let values = dynamic_view(move || match self.moment() {
            Some(moment) => {
                let values_text =
                    Some(moment.variables_text()).filter(|values_text| !values_text.is_empty());
                let values_text =
                    values_text.map(|values_text| view! { "   "<b>{values_text}</b> });
                view! { <code>{moment.code()}</code>{values_text} }.into_any()
            }
            None => text.get(M::LessonTryColumn).into_any(),
        });
        view! {
            {playback_buttons(text, self.playback, M::LessonEnd)}
            <p class="values" role="status" data-testid="walk-values">{values}</p>
            {self.sources(text)}
        }
        .into_any()
    }

    /// The listings with the current line highlighted.
    pub(super) fn sources(self, text: Text) -> AnyView {
        let listing_view = |of: &'static Listing| {
            let lit = erased_memo(move || {
                let moment = self.moment().filter(|moment| moment.listing == of);
                moment.map(|moment| moment.line)
            });
            listing(text, of, Some(lit))
        };
        let all = self.listings.get_value().into_iter();
        all.map(listing_view).collect::<Vec<_>>().into_any()
    }
}
