//! The scene as a part of the page: a canvas, and the way to what draws into it.

#![expect(
    unreachable_pub,
    reason = "the macro of components makes their builders public"
)]

use foursight_core::Column;
use leptos::html;
use leptos::prelude::*;

use crate::shell::source::{Derived, Source, derived, follow};
use crate::views;

use super::handle::{Handle, Health, context};
use super::palette::Palette;
use super::quality::Quality;

/// What the scene is drawn from, and whom it tells what.
#[derive(Clone, Copy)]
pub(crate) struct Wanted {
    pub(super) canvas: NodeRef<html::Canvas>,
    pub(super) aim: Derived<Option<Column>>,
    pub(super) on_aim: Callback<Option<Column>>,
    pub(super) on_drop: Callback<Column>,
    pub(super) on_pull: Callback<Column>,
    pub(super) palette: Derived<Palette>,
    pub(super) is_still: Derived<bool>,
    pub(super) quality: Derived<Quality>,
    /// The best quality that the machine bears.
    pub(super) borne: Source<Quality>,
    pub(super) on_health: Callback<Health>,
    pub(super) handle: Handle,
}

/// The grid and its discs in three dimensions, in all the space that its parent has.
///
/// It is hidden from assistive technology: the page says the same in words, and does the same by
/// buttons. What draws it is loaded only if the browser can draw it.
#[component]
pub(crate) fn Scene(
    /// The column aimed at, by whatever means.
    aim: Derived<Option<Column>>,
    /// A pointer aims at another column, or at none.
    on_aim: Callback<Option<Column>>,
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
) -> impl IntoView {
    let (ui, _) = views::context();
    let canvas = NodeRef::<html::Canvas>::new();
    let borne = Source::new(Quality::default());
    let chosen = derived(move || quality.get().unwrap_or_else(|| borne.get()));
    let has_smooth_edges = derived(move || chosen.get().has_smooth_edges());
    let wanted = Wanted {
        canvas,
        aim,
        on_aim,
        on_drop,
        on_pull,
        palette,
        is_still,
        quality: chosen,
        borne,
        on_health,
        handle,
    };
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
            class="scene"
            aria-hidden="true"
        >
            {views::shown(move || {
                // Whether edges are smooth is settled with a canvas: for others it takes another.
                has_smooth_edges.get();
                view! { <canvas node_ref=canvas></canvas> }.into_any()
            })}
        </div>
    }
}
