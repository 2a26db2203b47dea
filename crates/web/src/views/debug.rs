//! What goes on inside, for curious people: under a key, and with `?debug=1`.

use std::time::Duration;

use foursight_record::{Form, write};
use leptos::prelude::*;

use super::{context, live};
use crate::shell::source::Source;
use crate::text::Message as M;
use crate::themes::EMOJI;

/// How often the overlay looks at the scene.
const LOOK_EVERY: Duration = Duration::from_millis(500);

/// The overlay.
#[component]
pub(crate) fn Debug() -> impl IntoView {
    let (ui, text) = context();
    // The scene draws only when something changes, and the overlay must not change that: it looks
    // from time to time instead.
    let scene = Source::new(ui.scene.describe());
    let look = move || scene.set(ui.scene.describe());
    let clock = set_interval_with_handle(look, LOOK_EVERY);
    on_cleanup(move || {
        if let Ok(clock) = clock {
            clock.clear();
        }
    });
    let lines = move || {
        ui.see(|play| {
            let game = play.game();
            let seats = play.start().seats.each_ref();
            let [one, two] = seats.map(|who| if who.is_person() { "person" } else { who.id() });
            format!(
                "{}\n{:?}\nply {} of {}, table {}, {:?}\nseats {one}, {two}\naim {:?}\n{:?}\n{}",
                write(game, Form::Notation, &EMOJI),
                game.phase(),
                game.moves().len(),
                play.plies(),
                play.id,
                play.table.point(),
                ui.aim.get().map(foursight_core::Column::number),
                ui.thinking.get(),
                scene.get(),
            )
        })
    };
    view! {
        <aside class="debug" data-testid="debug" aria-label=text.get(M::DebugHeading)>
            <pre>{live(lines)}</pre>
        </aside>
    }
}
