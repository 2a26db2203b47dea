//! Hooks for end-to-end tests of the scene.
//!
//! With `?test=1` in the address, and only then, `window.foursightScene` has these functions:
//! `frames()` returns the number of rendered frames, `column(n)` the position of column `n` on the
//! page (from 1, in CSS pixels), `quality()` the render quality, `signs()` the number of move-preview
//! markers, and `tooSlow()` reports that the scene is too slow, which it otherwise does not in tests.

use std::rc::Rc;

use js_sys::{Array, Object, Reflect};
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::prelude::{Closure, JsValue};

use super::driver::{Driver, now_ms};
use crate::browser;

const OBJECT_NAME: &str = "foursightScene";

/// Returns true if the address asks for the hooks.
pub(super) fn is_test() -> bool {
    browser::has_query_flag("test=1")
}

/// Installs the hooks if the address asks for them.
pub(super) fn install(
    driver: Rc<Driver>,
    canvas: NodeRef<html::Canvas>,
    on_too_slow: Callback<()>,
) {
    let Some(window) = web_sys::window().filter(|_| is_test()) else {
        return;
    };
    let scene = Rc::clone(&driver);
    let frames = Closure::<dyn Fn() -> u32>::new(move || scene.frames());
    let scene = Rc::clone(&driver);
    let quality = Closure::<dyn Fn() -> String>::new(move || {
        let quality = scene.quality();
        quality.map_or("none", |quality| quality.name()).to_owned()
    });
    let scene = Rc::clone(&driver);
    let signs = Closure::<dyn Fn() -> u32>::new(move || {
        let frame = scene.modify(|state| state.animator.frame_at(now_ms()));
        frame.markers.len() as u32
    });
    let too_slow = Closure::<dyn Fn()>::new(move || on_too_slow.run(()));
    let column = Closure::<dyn Fn(u8) -> Array>::new(move |number: u8| {
        let [x, y] = driver.read(|state| state.camera.column_target(number.saturating_sub(1)));
        let corner = canvas
            .get_untracked()
            .map(|canvas| canvas.get_bounding_client_rect());
        let [left, top] = corner.map_or([0.0; 2], |corner| [corner.left(), corner.top()]);
        Array::of2(&(left + f64::from(x)).into(), &(top + f64::from(y)).into())
    });
    let hooks = Object::new();
    let entries: [(&str, &JsValue); 5] = [
        ("tooSlow", too_slow.as_ref()),
        ("frames", frames.as_ref()),
        ("quality", quality.as_ref()),
        ("column", column.as_ref()),
        ("signs", signs.as_ref()),
    ];
    for (name, hook) in entries {
        // Setting a property of a plain object cannot fail.
        let _ = Reflect::set(&hooks, &name.into(), hook);
    }
    let _ = Reflect::set(&window, &OBJECT_NAME.into(), &hooks);
    // The closures must live as long as the scene.
    let closures = StoredValue::new_local((frames, quality, column, signs, too_slow));
    on_cleanup(move || {
        let _ = Reflect::delete_property(&window, &OBJECT_NAME.into());
        closures.dispose();
    });
}
