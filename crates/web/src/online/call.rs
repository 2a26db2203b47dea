//! Calls to people who look elsewhere: a mark in the title, a badge, and a notification of the system if
//! they asked for it. What a browser cannot do is left out.

use js_sys::{Function, Object, Promise, Reflect};
use leptos::task::spawn_local;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

use crate::browser;

/// Whether notifications are wanted is kept here.
const KEPT: &str = "foursight.notify";
/// What the notifications of the page have in common: a later one takes the place of an earlier.
const TAG: &str = "foursight-turn";

/// True if the page is not looked at.
pub(crate) fn is_away() -> bool {
    browser::document().is_some_and(|document| document.hidden())
}

/// Hears from now on whether the page is looked at.
pub(crate) fn on_look(then: impl Fn(bool) + 'static) {
    let heard = Closure::<dyn Fn()>::wrap(Box::new(move || then(is_away())));
    if let Some(document) = browser::document() {
        // A name of an event is always taken.
        let _ = document
            .add_event_listener_with_callback("visibilitychange", heard.as_ref().unchecked_ref());
    }
    // The page hears it for as long as it lives.
    heard.forget();
}

/// Hears from now on whether there is a network.
pub(crate) fn on_network(then: impl Fn(bool) + Clone + 'static) {
    for (name, is_there) in [("online", true), ("offline", false)] {
        let then = then.clone();
        let heard = Closure::<dyn Fn()>::wrap(Box::new(move || then(is_there)));
        if let Some(window) = browser::window() {
            // A name of an event is always taken.
            let _ = window.add_event_listener_with_callback(name, heard.as_ref().unchecked_ref());
        }
        // The page hears it for as long as it lives.
        heard.forget();
    }
}

/// Calls with a badge, and a notification if they are wanted.
pub(crate) fn call(words: &str) {
    on_navigator("setAppBadge", &[JsValue::from(1)]);
    if is_wanted() {
        let words = words.to_owned();
        spawn_local(async move {
            // Without permission there is none, which the system said before.
            let _ = notify(&words).await;
        });
    }
}

/// Nobody is called any more.
pub(crate) fn unmark() {
    on_navigator("clearAppBadge", &[]);
}

/// True if this browser has notifications.
pub(crate) fn is_known() -> bool {
    notification().is_some()
}

/// True if notifications are wanted and allowed.
pub(crate) fn is_wanted() -> bool {
    browser::kept(KEPT).is_some() && permission().as_deref() == Some("granted")
}

/// Wants notifications no longer.
pub(crate) fn unwant() {
    browser::keep(KEPT, None);
}

/// Asks the person whether the system may tell them; then hears the answer.
pub(crate) fn want(then: impl FnOnce(bool) + 'static) {
    spawn_local(async move {
        // A browser without them says no.
        let _ = ask().await;
        let is_granted = permission().as_deref() == Some("granted");
        if is_granted {
            browser::keep(KEPT, Some("1"));
        }
        then(is_granted);
    });
}

fn notification() -> Option<JsValue> {
    let window = browser::window()?;
    let found = Reflect::get(&window, &"Notification".into()).ok()?;
    found.is_function().then_some(found)
}

fn permission() -> Option<String> {
    Reflect::get(&notification()?, &"permission".into())
        .ok()?
        .as_string()
}

async fn ask() -> Result<JsValue, JsValue> {
    let notification = notification().ok_or(JsValue::NULL)?;
    let asks: Function = Reflect::get(&notification, &"requestPermission".into())?.dyn_into()?;
    let asked: Promise = asks.call0(&notification)?.dyn_into()?;
    JsFuture::from(asked).await
}

/// By the page itself, or where that is not allowed, as on phones, by its service worker.
async fn notify(words: &str) -> Result<(), JsValue> {
    let options = Object::new();
    Reflect::set(&options, &"body".into(), &words.into())?;
    Reflect::set(&options, &"tag".into(), &TAG.into())?;
    let title = JsValue::from("Foursight");
    let constructor: Function = notification().ok_or(JsValue::NULL)?.dyn_into()?;
    let made = Reflect::construct(&constructor, &js_sys::Array::of2(&title, &options));
    let Err(_) = made else {
        return Ok(());
    };
    let navigator = browser::window().ok_or(JsValue::NULL)?.navigator();
    let worker = Reflect::get(&navigator, &"serviceWorker".into())?;
    let ready: Promise = Reflect::get(&worker, &"ready".into())?.dyn_into()?;
    let registration = JsFuture::from(ready).await?;
    let shows: Function = Reflect::get(&registration, &"showNotification".into())?.dyn_into()?;
    shows.call2(&registration, &title, &options).map(drop)
}

fn on_navigator(name: &str, arguments: &[JsValue]) {
    let Some(window) = browser::window() else {
        return;
    };
    let navigator = window.navigator();
    let found = Reflect::get(&navigator, &name.into()).ok();
    if let Some(function) = found.and_then(|found| found.dyn_into::<Function>().ok()) {
        // A badge that cannot be set is not there; the promise of it needs no answer.
        let _ = function.apply(&navigator, &arguments.iter().collect());
    }
}
