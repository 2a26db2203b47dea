//! The scope of a worker.

use js_sys::{ArrayBuffer, Uint8Array};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{Closure, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent, Response};

fn scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}

/// Hears every message from now on, as long as the worker lives. A panic is told in the console.
pub fn on_message(mut hear: impl FnMut(Vec<u8>) + 'static) {
    console_error_panic_hook::set_once();
    let hear = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        hear(Uint8Array::new(&event.data()).to_vec());
    });
    scope().set_onmessage(Some(hear.as_ref().unchecked_ref()));
    hear.forget();
}

/// Sends a message to the page.
pub fn post(message: &[u8]) {
    // Posting bytes fails only when the page is gone.
    let _ = scope().post_message(&Uint8Array::from(message));
}

/// A file could not be loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotLoaded;

impl From<JsValue> for NotLoaded {
    fn from(_: JsValue) -> Self {
        Self
    }
}

/// Loads a file.
///
/// # Errors
///
/// Without a network, or where there is no such file.
pub async fn load(address: &str) -> Result<Vec<u8>, NotLoaded> {
    let response = JsFuture::from(scope().fetch_with_str(address)).await?;
    let response: Response = response.unchecked_into();
    if !response.ok() {
        return Err(NotLoaded);
    }
    let bytes = JsFuture::from(response.array_buffer()?).await?;
    let bytes: ArrayBuffer = bytes.unchecked_into();
    Ok(Uint8Array::new(&bytes).to_vec())
}
