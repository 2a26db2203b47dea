//! Files to download and texts to copy.

use js_sys::{Array, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, Url};

use super::{document, window};

/// Hands a file to the person. False if the browser does not let us.
pub(crate) fn download(name: &str, kind: &str, bytes: &[u8]) -> bool {
    offer(name, kind, bytes).is_ok()
}

fn offer(name: &str, kind: &str, bytes: &[u8]) -> Result<(), JsValue> {
    let parts = Array::of1(&Uint8Array::from(bytes));
    let options = BlobPropertyBag::new();
    options.set_type(kind);
    let blob = Blob::new_with_u8_array_sequence_and_options(&parts, &options)?;
    let address = Url::create_object_url_with_blob(&blob)?;
    let document = document().ok_or(JsValue::NULL)?;
    let link: HtmlAnchorElement = document.create_element("a")?.unchecked_into();
    link.set_href(&address);
    link.set_download(name);
    link.click();
    Url::revoke_object_url(&address)
}

/// Puts a text on the clipboard. `then` hears whether that worked.
pub(crate) fn copy(text: &str, then: impl Fn(bool) + 'static) {
    let clipboard = window().map(|window| window.navigator().clipboard());
    // Pages without a secure address have no clipboard.
    let Some(clipboard) = clipboard.filter(|clipboard| !clipboard.is_undefined()) else {
        then(false);
        return;
    };
    let written = clipboard.write_text(text);
    leptos::task::spawn_local(async move {
        then(JsFuture::from(written).await.is_ok());
    });
}
