//! What hands do to the scene, and what keeps its picture whole: all that is loaded with it.

use std::rc::Rc;

use foursight_core::Column;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Event, HtmlCanvasElement, PointerEvent, ResizeObserver, WheelEvent};

use crate::browser;
use crate::shell::source::{Source, follow};

use super::component::Wanted;
use super::driver::{Driver, Works, driver};
use super::gesture::Wish;
use super::handle::Health;
use super::hooks;
use super::math::exp;

/// How much nearer one pixel of a wheel goes, as an exponent.
const ZOOM_PER_PIXEL: f32 = 0.001_2;
/// A wheel that counts lines or pages: pixels of each.
const PIXELS: [f32; 3] = [1.0, 18.0, 400.0];

/// What somebody does with a pointer.
const POINTER_EVENTS: [&str; 5] = [
    "pointerdown",
    "pointermove",
    "pointerup",
    "pointerleave",
    "pointercancel",
];

/// Draws the scene as it is wanted, until the view that asks is gone.
pub(crate) fn draw(wanted: Wanted) {
    let driver = driver(wanted.handle);
    driver.on_lower(move |lower| wanted.borne.set(lower));
    if wanted.is_shown_only {
        driver.change(|works| works.camera.show_only());
    }
    follow_page(wanted, &driver);
    keep_picture(wanted, &driver);
    hooks::set(driver, wanted.canvas);
}

/// Tells the scene what the page shows.
fn follow_page(wanted: Wanted, driver: &Rc<Driver>) {
    let told = Rc::clone(driver);
    follow(move || {
        let is_still = wanted.is_still.get();
        told.with(|works| works.set_still(is_still));
    });
    let told = Rc::clone(driver);
    follow(move || {
        let palette = wanted.palette.get();
        told.with(|works| works.palette = palette);
    });
    let told = Rc::clone(driver);
    follow(move || {
        let foreseen = wanted.ahead.foreseen.get();
        told.with(|works| works.stage.foresee(foreseen));
    });
}

/// Keeps a picture in the canvas, whatever its size, its quality and the browser's mood.
fn keep_picture(wanted: Wanted, driver: &Rc<Driver>) {
    // Counts what the browser took away and gave back.
    let events = Source::new((0_u32, Health::Well));
    let told = Rc::clone(driver);
    let resized = Closure::<dyn FnMut()>::new(move || told.request());
    let observer = ResizeObserver::new(resized.as_ref().unchecked_ref()).ok();
    let mut listeners = lost_and_found(events);
    listeners.extend(hands(wanted, driver));
    let kept = StoredValue::new_local((resized, observer, listeners));
    let told = Rc::clone(driver);
    follow(move || {
        let (_, health) = events.get();
        let quality = wanted.quality.get();
        let Some(canvas) = wanted.canvas.get() else {
            return;
        };
        let is_lost = health == Health::Lost;
        let mounted = told.with(|works| {
            if is_lost {
                works.forget_renderer();
                return Err(Health::Lost);
            }
            works.mount(&canvas, quality)
        });
        kept.with_value(|(_, observer, listeners)| {
            if let Some(observer) = observer {
                observer.observe(&canvas);
            }
            listen(&canvas, listeners);
        });
        wanted.on_health.run(mounted.err().unwrap_or(Health::Well));
    });
    let told = StoredValue::new_local(Rc::clone(driver));
    on_cleanup(move || {
        kept.with_value(|(_, observer, listeners)| {
            if let Some(observer) = observer {
                observer.disconnect();
            }
            if let Some(canvas) = wanted.canvas.get_untracked() {
                forget(&canvas, listeners);
            }
        });
        told.with_value(|driver| driver.stop());
    });
}

/// Something that a canvas tells, and what to do then.
type Listener = (&'static str, Closure<dyn FnMut(Event)>);

/// Adding the same listener twice has no effect.
fn listen(canvas: &HtmlCanvasElement, listeners: &[Listener]) {
    for (name, act) in listeners {
        // A canvas takes any listener.
        let _ = canvas.add_event_listener_with_callback(name, act.as_ref().unchecked_ref());
    }
}

fn forget(canvas: &HtmlCanvasElement, listeners: &[Listener]) {
    for (name, act) in listeners {
        // One that is not there need not be removed.
        let _ = canvas.remove_event_listener_with_callback(name, act.as_ref().unchecked_ref());
    }
}

/// What to do when the browser takes the graphics processor away, and when it gives it back.
fn lost_and_found(events: Source<(u32, Health)>) -> Vec<Listener> {
    let tell = move |health| events.update(|(count, last)| (*count, *last) = (*count + 1, health));
    let lost = Closure::new(move |event: Event| {
        // Otherwise it is never given back.
        event.prevent_default();
        tell(Health::Lost);
    });
    let found = Closure::new(move |_: Event| tell(Health::Well));
    vec![("webglcontextlost", lost), ("webglcontextrestored", found)]
}

/// What to do when hands touch the canvas.
fn hands(wanted: Wanted, driver: &Rc<Driver>) -> Vec<Listener> {
    let listener = |name: &'static str, act: fn(&Hands, &Event)| {
        let driver = Rc::clone(driver);
        let hands = Hands { wanted, driver };
        let closure = Closure::<dyn FnMut(Event)>::new(move |event: Event| act(&hands, &event));
        (name, closure)
    };
    let pointer = POINTER_EVENTS.map(|name| listener(name, Hands::pointer));
    let mut listeners = Vec::from(pointer);
    listeners.push(listener("wheel", Hands::wheel));
    listeners
}

/// What hands do to the canvas.
struct Hands {
    wanted: Wanted,
    driver: Rc<Driver>,
}

impl Hands {
    fn pointer(&self, event: &Event) {
        let Some(pointer) = event.dyn_ref::<PointerEvent>() else {
            return;
        };
        match event.type_().as_str() {
            "pointerdown" => self.press(pointer),
            "pointermove" => self.motion(pointer),
            "pointerup" => self.release(pointer),
            "pointerleave" => self.leave(pointer),
            _ => self.cancel(pointer),
        }
    }

    fn press(&self, event: &PointerEvent) {
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

    fn motion(&self, event: &PointerEvent) {
        self.obey(|works| works.gesture.motion(event.pointer_id(), point(event)));
    }

    fn release(&self, event: &PointerEvent) {
        let is_finger = event.pointer_type() != "mouse";
        self.obey_finger(is_finger, |works| {
            works.gesture.release(event.pointer_id(), point(event))
        });
        if is_finger {
            // A finger that is lifted aims at nothing.
            self.wanted.ahead.on_aim.run(None);
        }
    }

    fn leave(&self, event: &PointerEvent) {
        let is_pressed = self.driver.look(|works| works.gesture.is_pressed());
        if !is_pressed || event.pointer_type() != "mouse" {
            self.wanted.ahead.on_aim.run(None);
        }
    }

    fn cancel(&self, event: &PointerEvent) {
        let id = event.pointer_id();
        self.driver.with(|works| works.gesture.cancel(id));
        self.wanted.ahead.on_aim.run(None);
    }

    fn wheel(&self, event: &Event) {
        let Some(event) = event.dyn_ref::<WheelEvent>() else {
            return;
        };
        event.prevent_default();
        let unit = PIXELS.get(event.delta_mode() as usize).unwrap_or(&1.0);
        let factor = exp(-(event.delta_y() as f32) * unit * ZOOM_PER_PIXEL);
        self.driver.with(|works| works.camera.zoom(factor));
    }

    fn obey(&self, gesture: impl FnOnce(&mut Works) -> Option<Wish>) {
        self.obey_finger(false, gesture);
    }

    /// Finds out what a gesture means, then does it. A finger feels its drop.
    fn obey_finger(&self, is_finger: bool, gesture: impl FnOnce(&mut Works) -> Option<Wish>) {
        let driver = &self.driver;
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
                self.wanted.on_drop.run(column);
            }
            (Wish::Drop(at), None) => {
                if let Some(column) = driver.look(|works| works.below(at)) {
                    self.wanted.on_pull.run(column);
                }
            }
            (Wish::Drag(_) | Wish::Zoom(..), _) => {
                driver.request();
                self.wanted.ahead.on_aim.run(None);
            }
            (Wish::Aim(at), None) => {
                let below = driver.look(|works| works.below(at));
                self.wanted.ahead.on_reach.run(below);
            }
            (Wish::Aim(_), column) => self.wanted.ahead.on_aim.run(column),
        }
    }
}

/// Where in the picture it happened.
fn point(event: &PointerEvent) -> [f32; 2] {
    [event.offset_x() as f32, event.offset_y() as f32]
}
