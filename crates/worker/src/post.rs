//! The engine behind the messages of a browser's worker.

use foursight_protocol::engine::{ToPage, encode};
use js_sys::Uint8Array;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{Closure, wasm_bindgen};
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

use crate::Engine;

/// Listens to the page, and tells it so.
#[wasm_bindgen(start)]
fn start() {
    console_error_panic_hook::set_once();
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let mut engine = Engine::default();
    let speaker = scope.clone();
    let hear = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let message = Uint8Array::new(&event.data()).to_vec();
        post(&speaker, &engine.answer(&message));
    });
    scope.set_onmessage(Some(hear.as_ref().unchecked_ref()));
    // The worker listens as long as it lives.
    hear.forget();
    post(&scope, &ToPage::Ready);
}

fn post(scope: &DedicatedWorkerGlobalScope, message: &ToPage) {
    let bytes = Uint8Array::from(encode(message).as_slice());
    // Posting bytes fails only when nobody is there to hear it.
    let _ = scope.post_message(&bytes);
}
