//! The global scope of a dedicated worker.

use js_sys::{ArrayBuffer, Uint8Array};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{Closure, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent, Response};

fn scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}

/// Calls `handle` with every message for the lifetime of the worker, and logs panics to the console.
pub(crate) fn on_message(mut handle: impl FnMut(Vec<u8>) + 'static) {
    std::panic::set_hook(Box::new(|panic| {
        web_sys::console::error_1(&panic.to_string().into());
    }));
    let listener = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        handle(Uint8Array::new(&event.data()).to_vec());
    });
    scope().set_onmessage(Some(listener.as_ref().unchecked_ref()));
    listener.forget();
}

/// Sends a message to the page.
pub(crate) fn post(message: &[u8]) {
    // Posting bytes fails only when the page is gone.
    let _ = scope().post_message(&Uint8Array::from(message));
}

/// The request for a file failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FetchError;

impl From<JsValue> for FetchError {
    fn from(_: JsValue) -> Self {
        Self
    }
}

/// Fetches a file. Fails without a network, without an address, or if the server has no such file.
pub(crate) async fn fetch(address: &str) -> Result<Vec<u8>, FetchError> {
    // The browser would take an empty address for the folder of the script.
    if address.is_empty() {
        return Err(FetchError);
    }
    let response = JsFuture::from(scope().fetch_with_str(address)).await?;
    let response: Response = response.unchecked_into();
    if !response.ok() {
        return Err(FetchError);
    }
    let bytes = JsFuture::from(response.array_buffer()?).await?;
    let bytes: ArrayBuffer = bytes.unchecked_into();
    Ok(Uint8Array::new(&bytes).to_vec())
}
