//! Mounts the scene in its canvas: signals, context loss and pointer input. This is the entry point
//! of the lazy chunk.

use std::rc::Rc;

use foursight_core::Column;
use foursight_page::math::exp;
use foursight_page::stage::gesture::GestureAction;
use foursight_page::stage::quality::QualityDecision;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Event, HtmlCanvasElement, PointerEvent, ResizeObserver, WheelEvent};

use crate::browser;
use crate::shell::signals::{ErasedSignal, effect};

use super::component::SceneInputs;
use super::driver::{Driver, SceneState, driver};
use super::handle::SceneStatus;
use super::test_hooks;

/// Zoom per pixel of a wheel event, as an exponent.
const ZOOM_PER_PIXEL: f32 = 0.001_2;
/// Pixels per unit of a wheel event, by `deltaMode`: pixels, lines, pages.
const WHEEL_UNIT_PIXELS: [f32; 3] = [1.0, 18.0, 400.0];

const POINTER_EVENTS: [&str; 5] = [
    "pointerdown",
    "pointermove",
    "pointerup",
    "pointerleave",
    "pointercancel",
];

/// Renders the scene until the current view is disposed.
pub(crate) fn mount_scene(props: SceneInputs) {
    let driver = driver(props.handle);
    let is_test = test_hooks::is_test();
    driver.set_quality_callback(move |decision| match decision {
        QualityDecision::Change(quality) => props.max_quality.set(quality),
        // Tests render without a graphics card, and press buttons that the offer would cover.
        QualityDecision::TooSlow if is_test => {}
        QualityDecision::TooSlow => props.on_too_slow.run(()),
    });
    if props.is_shown_only {
        driver.modify(|state| state.camera.set_display_only());
    }
    bind_signals(props, &driver);
    keep_mounted(props, &driver);
    test_hooks::install(driver, props.canvas, props.on_too_slow);
}

/// Forwards the page's signals to the scene.
fn bind_signals(props: SceneInputs, driver: &Rc<Driver>) {
    let scene = Rc::clone(driver);
    effect(move || {
        let is_still = props.is_still.get();
        scene.with(|state| state.set_reduced_motion(is_still));
    });
    let scene = Rc::clone(driver);
    effect(move || {
        let palette = props.palette.get();
        scene.with(|state| state.palette = palette);
    });
    let scene = Rc::clone(driver);
    effect(move || {
        let preview = props.ahead.preview.get();
        scene.with(|state| state.animator.set_preview(preview));
    });
}

/// Keeps a renderer for the canvas across resizes, changes of quality and lost contexts.
fn keep_mounted(props: SceneInputs, driver: &Rc<Driver>) {
    // Counts context losses and restorations, so that a repeated event also notifies.
    let events = ErasedSignal::new((0_u32, SceneStatus::Running));
    let scene = Rc::clone(driver);
    let resized = Closure::<dyn FnMut()>::new(move || scene.request());
    let observer = ResizeObserver::new(resized.as_ref().unchecked_ref()).ok();
    let mut listeners = context_listeners(events);
    listeners.extend(input_listeners(props, driver));
    let resources = StoredValue::new_local((resized, observer, listeners));
    let scene = Rc::clone(driver);
    effect(move || {
        let (_, health) = events.get();
        let quality = props.quality.get();
        let Some(canvas) = props.canvas.get() else {
            return;
        };
        let is_lost = health == SceneStatus::ContextLost;
        let mounted = scene.with(|state| {
            if is_lost {
                state.drop_renderer();
                return Err(SceneStatus::ContextLost);
            }
            state.mount(&canvas, quality)
        });
        resources.with_value(|(_, observer, listeners)| {
            if let Some(observer) = observer {
                observer.observe(&canvas);
            }
            add_listeners(&canvas, listeners);
        });
        props
            .on_health
            .run(mounted.err().unwrap_or(SceneStatus::Running));
    });
    let scene = StoredValue::new_local(Rc::clone(driver));
    on_cleanup(move || {
        resources.with_value(|(_, observer, listeners)| {
            if let Some(observer) = observer {
                observer.disconnect();
            }
            if let Some(canvas) = props.canvas.get_untracked() {
                remove_listeners(&canvas, listeners);
            }
        });
        scene.with_value(|driver| driver.stop());
    });
}

/// An event name and its handler.
type CanvasListener = (&'static str, Closure<dyn FnMut(Event)>);

/// Adding the same listener twice has no effect.
fn add_listeners(canvas: &HtmlCanvasElement, listeners: &[CanvasListener]) {
    for (name, handler) in listeners {
        // Adding a listener to a canvas cannot fail.
        let _ = canvas.add_event_listener_with_callback(name, handler.as_ref().unchecked_ref());
    }
}

fn remove_listeners(canvas: &HtmlCanvasElement, listeners: &[CanvasListener]) {
    for (name, handler) in listeners {
        // Removing an absent listener has no effect.
        let _ = canvas.remove_event_listener_with_callback(name, handler.as_ref().unchecked_ref());
    }
}

/// Builds listeners for a lost and a restored WebGL context.
fn context_listeners(events: ErasedSignal<(u32, SceneStatus)>) -> Vec<CanvasListener> {
    let report =
        move |health| events.update(|(count, last)| (*count, *last) = (*count + 1, health));
    let lost = Closure::new(move |event: Event| {
        // Otherwise the browser never restores the context.
        event.prevent_default();
        report(SceneStatus::ContextLost);
    });
    let restored = Closure::new(move |_: Event| report(SceneStatus::Running));
    vec![
        ("webglcontextlost", lost),
        ("webglcontextrestored", restored),
    ]
}

/// Builds listeners for pointer and wheel events.
fn input_listeners(props: SceneInputs, driver: &Rc<Driver>) -> Vec<CanvasListener> {
    let listener = |name: &'static str, handler: fn(&PointerInput, &Event)| {
        let driver = Rc::clone(driver);
        let input = PointerInput { props, driver };
        let closure = Closure::<dyn FnMut(Event)>::new(move |event: Event| handler(&input, &event));
        (name, closure)
    };
    let pointer = POINTER_EVENTS.map(|name| listener(name, PointerInput::pointer));
    let mut listeners = Vec::from(pointer);
    listeners.push(listener("wheel", PointerInput::wheel));
    listeners
}

/// Handles pointer and wheel events of the canvas.
struct PointerInput {
    props: SceneInputs,
    driver: Rc<Driver>,
}

impl PointerInput {
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
            // Without capture a drag only ends at the edge of the canvas.
            let _ = canvas.set_pointer_capture(event.pointer_id());
        }
        let is_touch = event.pointer_type() == "touch";
        self.handle_gesture(|state| {
            let [x, y] = point(event);
            let aims = is_touch && state.camera.pick(x, y).is_some();
            state.gesture.press(event.pointer_id(), [x, y], aims)
        });
    }

    fn motion(&self, event: &PointerEvent) {
        self.handle_gesture(|state| state.gesture.motion(event.pointer_id(), point(event)));
    }

    fn release(&self, event: &PointerEvent) {
        let is_touch = event.pointer_type() != "mouse";
        self.handle_gesture_of(is_touch, |state| {
            state.gesture.release(event.pointer_id(), point(event))
        });
        if is_touch {
            // A lifted finger aims at nothing.
            self.props.ahead.on_aim.run(None);
        }
    }

    fn leave(&self, event: &PointerEvent) {
        let is_pressed = self.driver.read(|state| state.gesture.is_pressed());
        if !is_pressed || event.pointer_type() != "mouse" {
            self.props.ahead.on_aim.run(None);
        }
    }

    fn cancel(&self, event: &PointerEvent) {
        let id = event.pointer_id();
        self.driver.with(|state| state.gesture.cancel(id));
        self.props.ahead.on_aim.run(None);
    }

    fn wheel(&self, event: &Event) {
        let Some(event) = event.dyn_ref::<WheelEvent>() else {
            return;
        };
        event.prevent_default();
        let unit = WHEEL_UNIT_PIXELS
            .get(event.delta_mode() as usize)
            .unwrap_or(&1.0);
        let factor = exp(-(event.delta_y() as f32) * unit * ZOOM_PER_PIXEL);
        self.driver.with(|state| state.camera.zoom(factor));
    }

    fn handle_gesture(&self, gesture: impl FnOnce(&mut SceneState) -> Option<GestureAction>) {
        self.handle_gesture_of(false, gesture);
    }

    /// Interprets a gesture and performs it. A drop by touch vibrates.
    fn handle_gesture_of(
        &self,
        is_touch: bool,
        gesture: impl FnOnce(&mut SceneState) -> Option<GestureAction>,
    ) {
        let driver = &self.driver;
        let outcome = driver.modify(|state| {
            let action = gesture(state)?;
            Some((action, state.apply_gesture(action)))
        });
        let Some((action, index)) = outcome else {
            return;
        };
        let column = index.and_then(|index| Column::from_index(index.into()));
        match (action, column) {
            (GestureAction::Drop(_), Some(column)) => {
                if is_touch {
                    browser::vibrate();
                }
                self.props.on_drop.run(column);
            }
            (GestureAction::Drop(point), None) => {
                if let Some(column) = driver.read(|state| state.column_below(point)) {
                    self.props.on_pull.run(column);
                }
            }
            (GestureAction::Drag(_) | GestureAction::Zoom(..), _) => {
                driver.request();
                self.props.ahead.on_aim.run(None);
            }
            (GestureAction::Aim(point), None) => {
                let column = driver.read(|state| state.column_below(point));
                self.props.ahead.on_aim_below.run(column);
            }
            (GestureAction::Aim(_), column) => self.props.ahead.on_aim.run(column),
        }
    }
}

/// Returns the position of an event in the canvas.
fn point(event: &PointerEvent) -> [f32; 2] {
    [event.offset_x() as f32, event.offset_y() as f32]
}
