//! What tests of the whole page need to know about the scene.
//!
//! Only with `?test=1` in the address there is an object `foursightScene` at the window:
//! `frames()` says how many frames were drawn, `column(n)` where on the page column `n` is, counted
//! from 1 and in CSS pixels, `quality()` in which quality it is drawn, and `signs()` how many signs say what a
//! move would do.

use std::rc::Rc;

use js_sys::{Array, Object, Reflect};
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::prelude::{Closure, JsValue};

use super::driver::{Driver, now_ms};

const NAME: &str = "foursightScene";

/// Sets the hooks if the address asks for them.
pub(super) fn set(driver: Rc<Driver>, canvas: NodeRef<html::Canvas>) {
    let Some(window) = web_sys::window() else {
        return;
    };
    let search = window.location().search().unwrap_or_default();
    let is_test = search
        .trim_start_matches('?')
        .split('&')
        .any(|part| part == "test=1");
    if !is_test {
        return;
    }
    let told = Rc::clone(&driver);
    let frames = Closure::<dyn Fn() -> u32>::new(move || told.frames());
    let told = Rc::clone(&driver);
    let quality = Closure::<dyn Fn() -> String>::new(move || {
        let quality = told.quality();
        quality.map_or("none", |quality| quality.name()).to_owned()
    });
    let told = Rc::clone(&driver);
    let signs = Closure::<dyn Fn() -> u32>::new(move || {
        let scenery = told.change(|works| works.stage.scenery(now_ms()));
        scenery.marks.len() as u32
    });
    let column = Closure::<dyn Fn(u8) -> Array>::new(move |number: u8| {
        let [x, y] = driver.look(|works| works.camera.column_at(number.saturating_sub(1)));
        let corner = canvas
            .get_untracked()
            .map(|canvas| canvas.get_bounding_client_rect());
        let [left, top] = corner.map_or([0.0; 2], |corner| [corner.left(), corner.top()]);
        Array::of2(&(left + f64::from(x)).into(), &(top + f64::from(y)).into())
    });
    let hooks = Object::new();
    let entries: [(&str, &JsValue); 4] = [
        ("frames", frames.as_ref()),
        ("quality", quality.as_ref()),
        ("column", column.as_ref()),
        ("signs", signs.as_ref()),
    ];
    for (name, hook) in entries {
        // A plain object takes any property.
        let _ = Reflect::set(&hooks, &name.into(), hook);
    }
    let _ = Reflect::set(&window, &NAME.into(), &hooks);
    // They must live as long as the scene.
    let kept = StoredValue::new_local((frames, quality, column, signs));
    on_cleanup(move || {
        let _ = Reflect::delete_property(&window, &NAME.into());
        kept.dispose();
    });
}
