//! The clocks of a game in play, and the controls of a game between two bots.

use std::time::Duration;

use foursight_page::play::{Message, PLAYBACK_INTERVALS_MS};
use foursight_page::text::UiMessage as M;
use foursight_page::wording::clocks::{LOW_MS, format_time};
use foursight_page::wording::player_names::name_at_seat;
use foursight_table::Seat;
use leptos::prelude::*;

use crate::browser;
use crate::shell::Ui;
use crate::shell::signals::ErasedSignal;
use crate::views::{bool_signal, click_handler, context, text_signal};

/// Time between two updates of a clock.
const REFRESH_INTERVAL: Duration = Duration::from_millis(100);

/// Returns the time that a seat has left.
fn left_ms(ui: Ui, seat: Seat) -> u64 {
    let now = browser::now_ms() as u64;
    ui.play
        .with_untracked(|play| play.table.clocks().remaining_ms(seat, now))
}

/// The clock of a seat.
pub(crate) fn seat_clock(seat: Seat) -> AnyView {
    let (ui, text) = context();
    let left = ErasedSignal::new(left_ms(ui, seat));
    let refresh = move || {
        let (before, now) = (left.get_untracked(), left_ms(ui, seat));
        if before == now {
            return;
        }
        left.set(now);
        let is_other_second = before / 1000 != now / 1000;
        if now == 0 || now < LOW_MS && now < before && is_other_second {
            ui.send(Message::ClockTick);
        }
    };
    let interval = set_interval_with_handle(refresh, REFRESH_INTERVAL).ok();
    let visibility_listener =
        window_event_listener_untyped("visibilitychange", move |_| ui.send(Message::PageHidden));
    on_cleanup(move || {
        visibility_listener.remove();
        if let Some(interval) = interval {
            interval.clear();
        }
    });
    let name = move || {
        let name = ui.with_play(|play| name_at_seat(text, play.start(), seat));
        text.with(M::ClockOf, &[("name", &name)])
    };
    view! {
        <b
            class="clock"
            class:low=bool_signal(move || left.get() < LOW_MS)
            role="timer"
            aria-label=text_signal(name)
            data-testid=["clock-one", "clock-two"][seat.index()]
        >
            {text_signal(move || format_time(left.get()))}
        </b>
    }
    .into_any()
}

/// The controls of a game between two bots: pause, single move, speed.
pub(crate) fn bot_match_controls() -> AnyView {
    let (ui, text) = context();
    let is_paused = move || ui.view.with(|seen| seen.is_paused);
    let label = move || {
        text.get(if is_paused() { M::GoOn } else { M::ReplayPause })
            .to_owned()
    };
    let toggle = move || {
        let is_paused = ui.view.with_untracked(|seen| seen.is_paused);
        ui.send(if is_paused {
            Message::Resume
        } else {
            Message::Pause
        });
    };
    view! {
        <div class="hand watched" role="group" aria-label=text.get(M::TwoBots)>
            <button class="main" data-testid="bots-pause" on:click=click_handler(toggle)>{text_signal(label)}</button>
            <button data-testid="bots-step" on:click=click_handler(move || ui.send(Message::StepBots))>{text.get(M::ReplayForward)}</button>
            <label class="field">
                <span>{text.get(M::ReplaySpeed)}</span>
                <input
                    type="range"
                    data-testid="bots-speed"
                    min="0"
                    max=PLAYBACK_INTERVALS_MS.len() - 1
                    prop:value=text_signal(move || ui.playback.get().speed.to_string())
                    on:input=move |event| {
                        if let Ok(pace) = event_target_value(&event).parse() {
                            ui.send(Message::SetPlaybackSpeed(pace));
                        }
                    }
                />
            </label>
        </div>
    }
    .into_any()
}
