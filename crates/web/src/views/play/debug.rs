//! The debug panel, under a key and with `?debug=1`: the board as an array, the state of the page in
//! figures, and in the scene the hit zones and the last ray that picked a column.

use std::fmt::Display;
use std::time::Duration;

use foursight_core::{Cell, Column, Game, Player};
use foursight_page::play::{EngineState, Play};
use foursight_page::stage::quality::Quality;
use foursight_page::text::{Text, UiMessage as M};
use foursight_page::themes::EMOJI;
use foursight_page::wording::game_text;
use foursight_page::wording::player_names::PlayerNames;
use foursight_record::{Form, write};
use foursight_table::Occupant;
use leptos::prelude::*;

use crate::scene::SceneDiagnostics;
use crate::shell::signals::ErasedSignal;
use crate::views::{context, text_signal};

/// Time between two snapshots of the scene.
const POLL_INTERVAL: Duration = Duration::from_millis(500);

/// The overlay.
#[component]
pub(crate) fn DebugOverlay() -> impl IntoView {
    let (ui, text) = context();
    // The scene renders only on changes, and the overlay must not cause any: it polls instead.
    let scene = ErasedSignal::new(ui.scene.diagnostics());
    let poll = move || scene.set(ui.scene.diagnostics());
    let interval = set_interval_with_handle(poll, POLL_INTERVAL);
    ui.scene.set_debug(true);
    on_cleanup(move || {
        ui.scene.set_debug(false);
        if let Ok(interval) = interval {
            interval.clear();
        }
    });
    let lines = move || {
        let aim = or_none(text, ui.aim.get().map(Column::number));
        let mut lines = ui.with_play(|play| game_lines(text, play));
        lines.push(text.with(M::InsideAim, &[("column", &aim)]));
        lines.push(engine_line(text, &ui.engine.get()));
        lines.extend(scene_lines(text, scene.get()));
        lines.join("\n")
    };
    view! {
        <aside class="debug" data-testid="debug" aria-label=text.get(M::DebugHeading)>
            <b>{text.get(M::DebugHeading)}</b>
            <pre data-testid="debug-array">{text_signal(move || ui.viewed_game.with(board_array))}</pre>
            <pre>{text_signal(lines)}</pre>
            <p class="small"><i class="zone"></i>{text.get(M::InsideZones)}<i class="zone below"></i>{text.get(M::InsideZonesBelow)}<i class="zone ray"></i>{text.get(M::InsideRay)}</p>
        </aside>
    }
}

/// Formats the board as an array of rows, the top row first: 0 for an empty cell, otherwise the
/// number of the player. The indices of rows and columns stand beside it.
fn board_array(game: &Game) -> String {
    let board = game.position().board();
    let disc = |cell: Cell| match board.disc_at(cell).map(|disc| disc.owner) {
        None => "0",
        Some(Player::First) => "1",
        Some(Player::Second) => "2",
    };
    let mut lines: Vec<String> = Vec::new();
    let rows: Vec<_> = board.rows().collect();
    for row in rows.into_iter().rev() {
        let discs: Vec<_> = board
            .columns()
            .map(|column| disc(Cell { column, row }))
            .collect();
        lines.push(format!("{:>2} [{}]", row.index(), discs.join(", ")));
    }
    let indices: Vec<_> = board
        .columns()
        .map(|column| format!("{:<2}", column.index()))
        .collect();
    lines.push(format!("    {}", indices.join(" ")));
    lines.join("\n")
}

/// Describes the game, the point in it, and the seats.
fn game_lines(text: Text, play: &Play) -> Vec<String> {
    let (game, point) = (play.game(), play.table.point());
    let [one, two] = play
        .start()
        .seats
        .each_ref()
        .map(|occupant| match occupant {
            Occupant::Person(_) => text.get(M::InsidePerson),
            Occupant::Bot(id) => id,
        });
    let names = PlayerNames::of(text, play.start());
    let plies = [game.moves().len(), play.plies()];
    vec![
        write(game, Form::Notation, &EMOJI),
        game_text::status_text(text, &names, game, play.table.ending()),
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

/// Describes the state of the engine and its last result.
fn engine_line(text: Text, thinking: &EngineState) -> String {
    let message = match thinking {
        EngineState {
            pending: Some(_), ..
        } => M::InsideThinks,
        EngineState {
            failed: Some(_), ..
        } => M::InsideMissed,
        EngineState { is_ready: true, .. } => M::InsideWaits,
        _ => M::InsideLoading,
    };
    text.with(message, &[("found", &thinking.last_result)])
}

/// Describes frames, quality and camera.
fn scene_lines(text: Text, scene: SceneDiagnostics) -> [String; 3] {
    let [draw, between] = scene.frame_times_ms;
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

/// Formats a number, or the word for none.
fn or_none(text: Text, number: Option<impl Display>) -> String {
    number.map_or_else(
        || text.get(M::InsideNothing).to_owned(),
        |number| number.to_string(),
    )
}
