//! The scene as a part of the page.

#![expect(
    unreachable_pub,
    reason = "the macro of components makes their builders public"
)]

use foursight_core::Column;
use leptos::ev;
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Event, HtmlCanvasElement, ResizeObserver};

use crate::browser;
use crate::shell::source::{Derived, Source, derived};
use crate::views;

use super::driver::{Handle, Health, Works};
use super::gesture::Wish;
use super::hooks;
use super::math::exp;
use super::palette::Palette;
use super::quality::Quality;

/// How much nearer one pixel of a wheel goes, as an exponent.
const ZOOM_PER_PIXEL: f32 = 0.001_2;
/// A wheel that counts lines or pages: pixels of each.
const PIXELS: [f32; 3] = [1.0, 18.0, 400.0];

/// The grid and its discs in three dimensions, in all the space that its parent has.
///
/// It is hidden from assistive technology: the page says the same in words, and does the same by
/// buttons.
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
    let canvas = NodeRef::<html::Canvas>::new();
    let found = Source::new(Quality::default());
    handle.driver().on_lower(move |lower| found.set(lower));
    let chosen = derived(move || quality.get().unwrap_or_else(|| found.get()));
    follow(handle, aim, palette, is_still);
    keep_picture(handle, canvas, chosen, on_health);
    hooks::set(handle, canvas);
    let has_smooth_edges = derived(move || chosen.get().has_smooth_edges());
    let hands = Hands {
        handle,
        on_aim,
        on_drop,
        on_pull,
    };
    view! {
        <div
            class="scene"
            aria-hidden="true"
        >
            {views::shown(move || {
                // Whether edges are smooth is settled with a canvas: for others it takes another.
                has_smooth_edges.get();
                view! {
                    <canvas
                        node_ref=canvas
                        on:pointerdown=move |event| hands.press(&event)
                        on:pointermove=move |event| hands.motion(&event)
                        on:pointerup=move |event| hands.release(&event)
                        on:pointerleave=move |event| hands.leave(&event)
                        on:pointercancel=move |event| hands.cancel(&event)
                        on:wheel=move |event| hands.wheel(&event)
                    ></canvas>
                }
                .into_any()
            })}
        </div>
    }
}

/// Tells the scene what the page shows.
fn follow(
    handle: Handle,
    aim: Derived<Option<Column>>,
    palette: Derived<Palette>,
    is_still: Derived<bool>,
) {
    crate::shell::source::follow(move || {
        let is_still = is_still.get();
        handle.driver().with(|works| works.set_still(is_still));
    });
    crate::shell::source::follow(move || {
        let palette = palette.get();
        handle.driver().with(|works| works.palette = palette);
    });
    crate::shell::source::follow(move || {
        let column = aim.get().map(|column| column.index() as u8);
        handle.driver().with(|works| works.stage.aim(column));
    });
}

/// Keeps a picture in the canvas, whatever its size, its quality and the browser's mood.
fn keep_picture(
    handle: Handle,
    canvas: NodeRef<html::Canvas>,
    quality: Derived<Quality>,
    on_health: Callback<Health>,
) {
    // Counts what the browser took away and gave back.
    let events = Source::new((0_u32, Health::Well));
    let resized = Closure::<dyn FnMut()>::new(move || handle.driver().request());
    let observer = ResizeObserver::new(resized.as_ref().unchecked_ref()).ok();
    let listeners = StoredValue::new_local((resized, observer, lost_and_found(events)));
    crate::shell::source::follow(move || {
        let (_, health) = events.get();
        let quality = quality.get();
        let Some(canvas) = canvas.get() else { return };
        let is_lost = health == Health::Lost;
        let mounted = handle.driver().with(|works| {
            if is_lost {
                works.forget_renderer();
                return Err(Health::Lost);
            }
            works.mount(&canvas, quality)
        });
        listeners.with_value(|(_, observer, [lost, found])| {
            if let Some(observer) = observer {
                observer.observe(&canvas);
            }
            listen(&canvas, "webglcontextlost", lost);
            listen(&canvas, "webglcontextrestored", found);
        });
        on_health.run(mounted.err().unwrap_or(Health::Well));
    });
    on_cleanup(move || {
        listeners.with_value(|(_, observer, _)| {
            if let Some(observer) = observer {
                observer.disconnect();
            }
        });
        handle.driver().stop();
    });
}

type Listener = Closure<dyn FnMut(Event)>;

/// Adding the same listener twice has no effect.
fn listen(canvas: &HtmlCanvasElement, name: &str, listener: &Listener) {
    // A canvas takes any listener.
    let _ = canvas.add_event_listener_with_callback(name, listener.as_ref().unchecked_ref());
}

/// What to do when the browser takes the graphics processor away, and when it gives it back.
fn lost_and_found(events: Source<(u32, Health)>) -> [Listener; 2] {
    let tell = move |health| events.update(|(count, last)| (*count, *last) = (*count + 1, health));
    let lost = Closure::new(move |event: Event| {
        // Otherwise it is never given back.
        event.prevent_default();
        tell(Health::Lost);
    });
    let found = Closure::new(move |_: Event| tell(Health::Well));
    [lost, found]
}

/// What hands do to the canvas.
#[derive(Clone, Copy)]
struct Hands {
    handle: Handle,
    on_aim: Callback<Option<Column>>,
    on_drop: Callback<Column>,
    on_pull: Callback<Column>,
}

impl Hands {
    fn press(self, event: &ev::PointerEvent) {
        if event.pointer_type() == "mouse" && event.button() != 0 {
            return;
        }
        let target = event.target().and_then(|target| target.dyn_into().ok());
        if let Some(canvas) = target.map(|canvas: HtmlCanvasElement| canvas) {
            // Without capture a drag ends at the edge of the picture, nothing worse.
            let _ = canvas.set_pointer_capture(event.pointer_id());
        }
        let is_finger = event.pointer_type() == "touch";
        self.obey(|works| {
            let [x, y] = point(event);
            let aims = is_finger && works.camera.pick(x, y).is_some();
            works.gesture.press(event.pointer_id(), [x, y], aims)
        });
    }

    fn motion(self, event: &ev::PointerEvent) {
        self.obey(|works| works.gesture.motion(event.pointer_id(), point(event)));
    }

    fn release(self, event: &ev::PointerEvent) {
        let is_finger = event.pointer_type() != "mouse";
        self.obey_finger(is_finger, |works| {
            works.gesture.release(event.pointer_id(), point(event))
        });
        if is_finger {
            // A finger that is lifted aims at nothing.
            self.on_aim.run(None);
        }
    }

    fn leave(self, event: &ev::PointerEvent) {
        let is_pressed = self
            .handle
            .driver()
            .look(|works| works.gesture.is_pressed());
        if !is_pressed || event.pointer_type() != "mouse" {
            self.on_aim.run(None);
        }
    }

    fn cancel(self, event: &ev::PointerEvent) {
        let id = event.pointer_id();
        self.handle.driver().with(|works| works.gesture.cancel(id));
        self.on_aim.run(None);
    }

    fn wheel(self, event: &ev::WheelEvent) {
        event.prevent_default();
        let unit = PIXELS.get(event.delta_mode() as usize).unwrap_or(&1.0);
        let factor = exp(-(event.delta_y() as f32) * unit * ZOOM_PER_PIXEL);
        self.handle.driver().with(|works| works.camera.zoom(factor));
    }

    fn obey(self, gesture: impl FnOnce(&mut Works) -> Option<Wish>) {
        self.obey_finger(false, gesture);
    }

    /// Finds out what a gesture means, then does it. A finger feels its drop.
    fn obey_finger(self, is_finger: bool, gesture: impl FnOnce(&mut Works) -> Option<Wish>) {
        let driver = self.handle.driver();
        let meant = driver.change(|works| {
            let wish = gesture(works)?;
            Some((wish, works.obey(wish)))
        });
        let Some((wish, at)) = meant else { return };
        let column = at.and_then(|at| Column::from_index(at.into()));
        match (wish, column) {
            (Wish::Drop(_), Some(column)) => {
                if is_finger {
                    browser::buzz();
                }
                self.on_drop.run(column);
            }
            (Wish::Drop(at), None) => {
                if let Some(column) = driver.look(|works| works.below(at)) {
                    self.on_pull.run(column);
                }
            }
            (Wish::Drag(_) | Wish::Zoom(..), _) => {
                driver.request();
                self.on_aim.run(None);
            }
            _ => self.on_aim.run(column),
        }
    }
}

/// Where in the picture it happened.
fn point(event: &ev::PointerEvent) -> [f32; 2] {
    [event.offset_x() as f32, event.offset_y() as f32]
}
