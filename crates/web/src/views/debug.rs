//! What goes on inside, for curious people: under a key, and with `?debug=1`.

use std::fmt::Display;
use std::time::Duration;

use foursight_core::Column;
use foursight_record::{Form, write};
use foursight_table::Who;
use leptos::prelude::*;

use super::{context, live};
use crate::model::{Play, Thinking};
use crate::names::Names;
use crate::scene::Described;
use crate::scene::quality::Quality;
use crate::shell::source::Source;
use crate::text::{Message as M, Text};
use crate::themes::EMOJI;
use crate::words;

/// How often the overlay looks at the scene.
const LOOK_EVERY: Duration = Duration::from_millis(500);

/// The overlay.
#[component]
pub(crate) fn Debug() -> impl IntoView {
    let (ui, text) = context();
    // The scene draws only when something changes, and the overlay must not change that: it looks
    // from time to time instead.
    let scene = Source::new(ui.scene.described());
    let look = move || scene.set(ui.scene.described());
    let clock = set_interval_with_handle(look, LOOK_EVERY);
    on_cleanup(move || {
        if let Ok(clock) = clock {
            clock.clear();
        }
    });
    let lines = move || {
        let aim = or_none(text, ui.aim.get().map(Column::number));
        let mut lines = ui.see(|play| of_game(text, play));
        lines.push(text.with(M::InsideAim, &[("column", &aim)]));
        lines.push(of_engine(text, &ui.thinking.get()));
        lines.extend(of_scene(text, scene.get()));
        lines.join("\n")
    };
    view! {
        <aside class="debug" data-testid="debug" aria-label=text.get(M::DebugHeading)>
            <pre>{live(lines)}</pre>
        </aside>
    }
}

/// The game, where in it we are, and who plays.
fn of_game(text: Text, play: &Play) -> Vec<String> {
    let (game, point) = (play.game(), play.table.point());
    let [one, two] = play.start().seats.each_ref().map(|who| match who {
        Who::Person(_) => text.get(M::InsidePerson),
        Who::Bot(id) => id,
    });
    let names = Names::of(text, play.start());
    let plies = [game.moves().len(), play.plies()];
    vec![
        write(game, Form::Notation, &EMOJI),
        words::status(text, &names, game, play.table.ending()),
        text.with(
            M::InsideMove,
            &[
                ("ply", &plies[0]),
                ("plies", &plies[1]),
                ("table", &play.id),
                ("branch", &point.branch),
            ],
        ),
        text.with(M::InsideSeats, &[("one", &one), ("two", &two)]),
    ]
}

/// What the engine does, and what it found last.
fn of_engine(text: Text, thinking: &Thinking) -> String {
    let message = match thinking {
        Thinking { asked: Some(_), .. } => M::InsideThinks,
        Thinking {
            missed: Some(_), ..
        } => M::InsideMissed,
        Thinking { is_ready: true, .. } => M::InsideWaits,
        _ => M::InsideLoading,
    };
    text.with(message, &[("found", &thinking.found)])
}

/// Frames, quality and camera.
fn of_scene(text: Text, scene: Described) -> [String; 3] {
    let [draw, between] = scene.pace_ms;
    let quality = text.get(match scene.quality {
        None => M::InsideNothing,
        Some(Quality::Low) => M::DetailLow,
        Some(Quality::Medium) => M::DetailMedium,
        Some(Quality::High) => M::DetailHigh,
    });
    let place = |parts: [i32; 3]| parts.map(|part| part.to_string()).join(" ");
    let frames: [(&str, &dyn Display); 3] = [
        ("frames", &scene.frames),
        ("draw", &draw),
        ("between", &between),
    ];
    [
        text.with(M::InsideFrames, &frames),
        text.with(M::InsidePicture, &[("quality", &quality)]),
        text.with(
            M::InsideCamera,
            &[
                ("eye", &place(scene.eye)),
                ("ray", &place(scene.ray)),
                ("column", &or_none(text, scene.column)),
            ],
        ),
    ]
}

/// A number, or that there is none.
fn or_none(text: Text, number: Option<impl Display>) -> String {
    number.map_or_else(
        || text.get(M::InsideNothing).to_owned(),
        |number| number.to_string(),
    )
}
