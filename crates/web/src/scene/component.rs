//! The scene as a component: a canvas, and the props of the chunk that renders into it.

#![expect(
    unreachable_pub,
    reason = "the macro of components makes their builders public"
)]

use std::cell::Cell;

use foursight_core::Column;
use foursight_page::hand::drop_preview::DropPreview;
use foursight_page::play::Message;
use foursight_page::stage::quality::Quality;
use foursight_page::themes::palette::ScenePalette;
use leptos::html;
use leptos::prelude::*;
use leptos::tachys::html::node_ref::NodeRefContainer;
use web_sys::Element;

use crate::browser;
use crate::shell::signals::{ErasedMemo, ErasedSignal, effect, erased_memo};
use crate::views;

use super::handle::{SceneHandle, SceneStatus, context};

/// Preview of the move under the pointer, and callbacks for aiming.
#[derive(Clone, Copy)]
pub(crate) struct AimBindings {
    /// Effects of the move that the user aims at.
    pub(crate) preview: ErasedMemo<DropPreview>,
    /// The pointer enters a column, or leaves the board.
    pub(crate) on_aim: Callback<Option<Column>>,
    /// The pointer enters the area below a column, or leaves it.
    pub(crate) on_aim_below: Callback<Option<Column>>,
}

/// Inputs and callbacks of the scene.
#[derive(Clone, Copy)]
pub(crate) struct SceneInputs {
    pub(super) canvas: NodeRef<html::Canvas>,
    pub(super) ahead: AimBindings,
    pub(super) on_drop: Callback<Column>,
    pub(super) on_pull: Callback<Column>,
    pub(super) palette: ErasedMemo<ScenePalette>,
    pub(super) is_still: ErasedMemo<bool>,
    pub(super) quality: ErasedMemo<Quality>,
    /// Highest quality that this machine renders fast enough.
    pub(super) max_quality: ErasedSignal<Quality>,
    pub(super) on_health: Callback<SceneStatus>,
    /// The automatic quality is the lowest one, and still too slow.
    pub(super) on_too_slow: Callback<()>,
    pub(super) handle: SceneHandle,
    pub(super) is_shown_only: bool,
}

/// A canvas with a context, until it is taken.
type PreparedCanvas = StoredValue<Cell<Option<Element>>, LocalStorage>;

/// Takes the canvas that the page prepared while it was loading, with antialiasing. Only the first
/// scene gets it.
fn take_prepared_canvas() -> PreparedCanvas {
    StoredValue::new_local(Cell::new(browser::detach("space")))
}

/// Appends a canvas to its container, until the current view is disposed.
fn append_canvas(
    prepared: Element,
    container: NodeRef<html::Div>,
    canvas: NodeRef<html::Canvas>,
) -> AnyView {
    canvas.load(&prepared);
    let child = prepared.clone();
    // Appending cannot fail, and a appended container needs no cleanup.
    container.on_load(move |container| drop(container.append_child(&child)));
    let appended = StoredValue::new_local(prepared);
    on_cleanup(move || appended.with_value(Element::remove));
    ().into_any()
}

/// The 3D board, as large as its parent.
///
/// It is hidden from assistive technology: the page offers the same as text and buttons. The
/// renderer is loaded only if the browser supports it.
#[component]
pub(crate) fn Scene(
    /// Preview of the move that the user aims at by any input device.
    ahead: AimBindings,
    /// A click or tap drops a disc into this column.
    on_drop: Callback<Column>,
    /// A click or tap below this column.
    on_pull: Callback<Column>,
    palette: ErasedMemo<ScenePalette>,
    /// Reduced motion: nothing may move.
    is_still: ErasedMemo<bool>,
    /// Render quality; `None` adapts it to the machine.
    quality: ErasedMemo<Option<Quality>>,
    /// Reports whether there is a picture.
    on_health: Callback<SceneStatus>,
    /// Passes updates and camera steps to the scene.
    #[prop(optional)]
    handle: SceneHandle,
    /// Shows a board that cannot be played on.
    #[prop(optional)]
    is_shown_only: bool,
) -> impl IntoView {
    let (ui, _) = views::context();
    let canvas = NodeRef::<html::Canvas>::new();
    let max_quality = ErasedSignal::new(Quality::default());
    let chosen = erased_memo(move || quality.get().unwrap_or_else(|| max_quality.get()));
    let props = SceneInputs {
        canvas,
        ahead,
        on_drop,
        on_pull,
        palette,
        is_still,
        quality: chosen,
        max_quality,
        on_health,
        on_too_slow: Callback::new(move |()| {
            if quality.get_untracked().is_none() && !is_shown_only {
                ui.send(Message::SceneTooSlow);
            }
        }),
        handle,
        is_shown_only,
    };
    let (container, prepared) = (NodeRef::<html::Div>::new(), take_prepared_canvas());
    let is_supported = ErasedSignal::new(None);
    effect(move || {
        if let Some(canvas) = canvas.get() {
            is_supported.set(Some(context(&canvas).is_some()));
        }
    });
    let is_supported = erased_memo(move || is_supported.get());
    effect(
        move || match (is_supported.get(), ui.scene_chunk.loaded()) {
            (None, _) => {}
            (Some(true), None) => ui.scene_chunk.load(),
            (Some(true), Some(Ok(cell))) => (cell.render)(props),
            _ => on_health.run(SceneStatus::Unavailable),
        },
    );
    view! {
        <div
            node_ref=container
            class="scene"
            aria-hidden="true"
        >
            {match prepared.with_value(Cell::take) {
                Some(prepared) => append_canvas(prepared, container, canvas),
                None => view! { <canvas node_ref=canvas></canvas> }.into_any(),
            }}
        </div>
    }
}
