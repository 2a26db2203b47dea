//! The scene as a part of the page: a canvas, and the way to what draws into it.

#![expect(
    unreachable_pub,
    reason = "the macro of components makes their builders public"
)]

use std::cell::Cell;

use foursight_core::Column;
use leptos::html;
use leptos::prelude::*;
use leptos::tachys::html::node_ref::NodeRefContainer;
use web_sys::Element;

use crate::aimed::Foreseen;
use crate::browser;
use crate::shell::source::{Derived, Source, derived, follow};
use crate::views;

use super::handle::{Handle, Health, context};
use super::palette::Palette;
use super::quality::Quality;

/// What would happen where somebody points, and whom to tell that they do.
#[derive(Clone, Copy)]
pub(crate) struct Ahead {
    /// What would happen.
    pub(crate) foreseen: Derived<Foreseen>,
    /// Somebody points at a column, or no longer.
    pub(crate) on_aim: Callback<Option<Column>>,
    /// Somebody points below a column, or no longer.
    pub(crate) on_reach: Callback<Option<Column>>,
}

/// What the scene is drawn from, and whom it tells what.
#[derive(Clone, Copy)]
pub(crate) struct Wanted {
    pub(super) canvas: NodeRef<html::Canvas>,
    pub(super) ahead: Ahead,
    pub(super) on_drop: Callback<Column>,
    pub(super) on_pull: Callback<Column>,
    pub(super) palette: Derived<Palette>,
    pub(super) is_still: Derived<bool>,
    pub(super) quality: Derived<Quality>,
    /// The best quality that the machine bears.
    pub(super) borne: Source<Quality>,
    pub(super) on_health: Callback<Health>,
    pub(super) handle: Handle,
    pub(super) is_shown_only: bool,
}

/// A canvas that is ready to be drawn into, until somebody takes it.
type Ready = StoredValue<Cell<Option<Element>>, LocalStorage>;

/// The canvas that was made ready while the page was loaded, with smooth edges. Only the first scene finds it.
fn taken_canvas() -> Ready {
    StoredValue::new_local(Cell::new(browser::taken("space")))
}

/// Puts a canvas into its place, until the view that asks is gone.
fn put(ready: Element, place: NodeRef<html::Div>, canvas: NodeRef<html::Canvas>) -> AnyView {
    canvas.load(&ready);
    let put = ready.clone();
    // An element takes any other, and one that is gone need not be removed.
    place.on_load(move |place| drop(place.append_child(&put)));
    let kept = StoredValue::new_local(ready);
    on_cleanup(move || kept.with_value(Element::remove));
    ().into_any()
}

/// The grid and its discs in three dimensions, in all the space that its parent has.
///
/// It is hidden from assistive technology: the page says the same in words, and does the same by
/// buttons. What draws it is loaded only if the browser can draw it.
#[component]
pub(crate) fn Scene(
    /// What would happen where somebody aims, by whatever means.
    ahead: Ahead,
    /// A click or a tap wants a disc in this column.
    on_drop: Callback<Column>,
    /// A click or a tap below this column.
    on_pull: Callback<Column>,
    /// Colours.
    palette: Derived<Palette>,
    /// Whether nothing may move.
    is_still: Derived<bool>,
    /// How much work a picture may cost; if nobody says, it is found out.
    quality: Derived<Option<Quality>>,
    /// Whether there is a picture.
    on_health: Callback<Health>,
    /// Through it the page shows what happens, and moves the camera.
    #[prop(optional)]
    handle: Handle,
    /// Whether nobody plays here.
    #[prop(optional)]
    is_shown_only: bool,
) -> impl IntoView {
    let (ui, _) = views::context();
    let canvas = NodeRef::<html::Canvas>::new();
    let borne = Source::new(Quality::default());
    let chosen = derived(move || quality.get().unwrap_or_else(|| borne.get()));
    let has_smooth_edges = derived(move || chosen.get().has_smooth_edges());
    let wanted = Wanted {
        canvas,
        ahead,
        on_drop,
        on_pull,
        palette,
        is_still,
        quality: chosen,
        borne,
        on_health,
        handle,
        is_shown_only,
    };
    let (place, ready) = (NodeRef::<html::Div>::new(), taken_canvas());
    let can_be_drawn = Source::new(None);
    follow(move || {
        if let Some(canvas) = canvas.get() {
            can_be_drawn.set(Some(context(&canvas, chosen.get_untracked()).is_some()));
        }
    });
    let can_be_drawn = derived(move || can_be_drawn.get());
    follow(move || match (can_be_drawn.get(), ui.space.found()) {
        (None, _) => {}
        (Some(true), None) => ui.space.load(),
        (Some(true), Some(Ok(space))) => (space.draw)(wanted),
        _ => on_health.run(Health::Missing),
    });
    view! {
        <div
            node_ref=place
            class="scene"
            aria-hidden="true"
        >
            {views::shown(move || {
                // Whether edges are smooth is settled with a canvas: for others it takes another.
                let is_smooth = has_smooth_edges.get();
                match ready.with_value(Cell::take).filter(|_| is_smooth) {
                    Some(ready) => put(ready, place, canvas),
                    None => view! { <canvas node_ref=canvas></canvas> }.into_any(),
                }
            })}
        </div>
    }
}
