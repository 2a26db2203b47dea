//! The clocks of a game in play, and what two bots that are watched can be told.

use std::time::Duration;

use foursight_table::{ClockRule, Seat};
use leptos::prelude::*;

use super::{context, live, tap, when};
use crate::browser;
use crate::clocks::{LOW_MS, written};
use crate::model::{Message, WALK_MS};
use crate::names::at_seat;
use crate::shell::Ui;
use crate::shell::source::Source;
use crate::text::Message as M;

/// How often a clock is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// What a seat has left.
fn left_ms(ui: Ui, seat: Seat) -> u64 {
    let now = browser::now_ms() as u64;
    ui.play
        .with_untracked(|play| play.table.clocks().left_ms(seat, now))
}

/// The clock of a seat.
pub(crate) fn clock(seat: Seat) -> AnyView {
    let (ui, text) = context();
    let left = Source::new(left_ms(ui, seat));
    let look = move || {
        let (before, now) = (left.get_untracked(), left_ms(ui, seat));
        if before == now {
            return;
        }
        left.set(now);
        let is_other_second = before / 1000 != now / 1000;
        if now == 0 || now < LOW_MS && now < before && is_other_second {
            ui.send(Message::Clock);
        }
    };
    let every = set_interval_with_handle(look, LOOK_EVERY).ok();
    let away = window_event_listener_untyped("visibilitychange", move |_| ui.send(Message::Away));
    on_cleanup(move || {
        away.remove();
        if let Some(every) = every {
            every.clear();
        }
    });
    let name = move || {
        let name = ui.see(|play| at_seat(text, play.start(), seat));
        text.with(M::ClockOf, &[("name", &name)])
    };
    view! {
        <b
            class="clock"
            class:low=when(move || left.get() < LOW_MS)
            role="timer"
            aria-label=live(name)
            data-testid=["clock-one", "clock-two"][seat.index()]
        >
            {live(move || written(left.get()))}
        </b>
    }
    .into_any()
}

/// Both clocks in words.
pub(crate) fn read(ui: Ui) -> String {
    let text = ui.text();
    ui.play.with_untracked(|play| {
        if play.table.clocks().rule() == ClockRule::None {
            return text.get(M::NoClocks).to_owned();
        }
        let told = ui.beside.get_untracked().seats;
        let both = Seat::BOTH.map(|seat| {
            let name = at_seat(text, play.start(), seat);
            match told[seat.index()].as_str() {
                "" => format!("{name}: {}", written(left_ms(ui, seat))),
                // A part knows the time of its server.
                about => format!("{name}: {about}"),
            }
        });
        format!("{}.", both.join(", "))
    })
}

/// What two bots can be told: pause, one move, how fast.
pub(crate) fn watched() -> AnyView {
    let (ui, text) = context();
    let is_paused = move || ui.seen.with(|seen| seen.is_paused);
    let label = move || {
        text.get(if is_paused() { M::GoOn } else { M::ReplayPause })
            .to_owned()
    };
    let toggle = move || {
        let is_paused = ui.seen.with_untracked(|seen| seen.is_paused);
        ui.send(if is_paused {
            Message::Resume
        } else {
            Message::Pause
        });
    };
    view! {
        <div class="hand watched" role="group" aria-label=text.get(M::TwoBots)>
            <button class="main" data-testid="bots-pause" on:click=tap(toggle)>{live(label)}</button>
            <button data-testid="bots-step" on:click=tap(move || ui.send(Message::StepOn))>{text.get(M::ReplayForward)}</button>
            <label class="field">
                <span>{text.get(M::ReplaySpeed)}</span>
                <input
                    type="range"
                    data-testid="bots-speed"
                    min="0"
                    max=WALK_MS.len() - 1
                    prop:value=live(move || ui.walking.get().pace.to_string())
                    on:input=move |event| {
                        if let Ok(pace) = event_target_value(&event).parse() {
                            ui.send(Message::Pace(pace));
                        }
                    }
                />
            </label>
        </div>
    }
    .into_any()
}
