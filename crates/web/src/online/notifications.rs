//! Notifications for players who are away: a mark in the title, a badge, and a system notification
//! if enabled. Features the browser lacks are skipped.

use js_sys::{Function, Object, Promise, Reflect};
use leptos::task::spawn_local;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

use crate::browser;

/// Storage key of the setting.
const NOTIFY_KEY: &str = "foursight.notify";
/// Tag of all notifications of the page: a later one replaces an earlier one.
const TAG: &str = "foursight-turn";

/// True if the page is hidden.
pub(crate) fn is_away() -> bool {
    browser::document().is_some_and(|document| document.hidden())
}

/// Subscribes to changes of the page's visibility; `then` receives true for hidden.
pub(crate) fn on_visibility_change(then: impl Fn(bool) + 'static) {
    let listener = Closure::<dyn Fn()>::wrap(Box::new(move || then(is_away())));
    if let Some(document) = browser::document() {
        // The event name is valid, so this cannot fail.
        let _ = document.add_event_listener_with_callback(
            "visibilitychange",
            listener.as_ref().unchecked_ref(),
        );
    }
    // The listener lives as long as the page.
    listener.forget();
}

/// Subscribes to changes of the network; `then` receives true for online.
pub(crate) fn on_network(then: impl Fn(bool) + Clone + 'static) {
    for (name, is_online) in [("online", true), ("offline", false)] {
        let then = then.clone();
        let listener = Closure::<dyn Fn()>::wrap(Box::new(move || then(is_online)));
        if let Some(window) = browser::window() {
            // The event name is valid, so this cannot fail.
            let _ =
                window.add_event_listener_with_callback(name, listener.as_ref().unchecked_ref());
        }
        // The listener lives as long as the page.
        listener.forget();
    }
}

/// Sets the badge, and shows a notification if enabled.
pub(crate) fn notify_player(words: &str) {
    call_navigator("setAppBadge", &[JsValue::from(1)]);
    if is_enabled() {
        let words = words.to_owned();
        spawn_local(async move {
            // Fails without permission, which the user has refused.
            let _ = notify(&words).await;
        });
    }
}

/// Clears the badge.
pub(crate) fn clear_badge() {
    call_navigator("clearAppBadge", &[]);
}

/// True if this browser supports notifications.
pub(crate) fn is_supported() -> bool {
    notification().is_some()
}

/// True if notifications are enabled and permitted.
pub(crate) fn is_enabled() -> bool {
    browser::load_raw(NOTIFY_KEY).is_some() && permission().as_deref() == Some("granted")
}

/// Disables notifications.
pub(crate) fn disable() {
    browser::save_raw(NOTIFY_KEY, None);
}

/// Requests the permission for notifications; `then` receives true if it is granted.
pub(crate) fn enable(then: impl FnOnce(bool) + 'static) {
    spawn_local(async move {
        // A browser without notifications has no permission either.
        let _ = request_permission().await;
        let is_granted = permission().as_deref() == Some("granted");
        if is_granted {
            browser::save_raw(NOTIFY_KEY, Some("1"));
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

async fn request_permission() -> Result<JsValue, JsValue> {
    let notification = notification().ok_or(JsValue::NULL)?;
    let request: Function = Reflect::get(&notification, &"requestPermission".into())?.dyn_into()?;
    let response: Promise = request.call0(&notification)?.dyn_into()?;
    JsFuture::from(response).await
}

/// Shows a notification from the page, or from its service worker where that is required, as on
/// phones.
async fn notify(words: &str) -> Result<(), JsValue> {
    let options = Object::new();
    Reflect::set(&options, &"body".into(), &words.into())?;
    Reflect::set(&options, &"tag".into(), &TAG.into())?;
    let title = JsValue::from("Foursight");
    let constructor: Function = notification().ok_or(JsValue::NULL)?.dyn_into()?;
    let constructed = Reflect::construct(&constructor, &js_sys::Array::of2(&title, &options));
    let Err(_) = constructed else {
        return Ok(());
    };
    let navigator = browser::window().ok_or(JsValue::NULL)?.navigator();
    let worker = Reflect::get(&navigator, &"serviceWorker".into())?;
    let ready: Promise = Reflect::get(&worker, &"ready".into())?.dyn_into()?;
    let registration = JsFuture::from(ready).await?;
    let show: Function = Reflect::get(&registration, &"showNotification".into())?.dyn_into()?;
    show.call2(&registration, &title, &options).map(drop)
}

fn call_navigator(name: &str, arguments: &[JsValue]) {
    let Some(window) = browser::window() else {
        return;
    };
    let navigator = window.navigator();
    let found = Reflect::get(&navigator, &name.into()).ok();
    if let Some(function) = found.and_then(|found| found.dyn_into::<Function>().ok()) {
        // A badge is optional, and its promise needs no handler.
        let _ = function.apply(&navigator, &arguments.iter().collect());
    }
}
