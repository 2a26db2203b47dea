//! Downloads, file input and the clipboard.

use js_sys::{Array, Function, Object, Promise, Reflect, Uint8Array};
use leptos::task::spawn_local;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    Blob, BlobPropertyBag, CanvasRenderingContext2d, HtmlAnchorElement, HtmlCanvasElement,
    HtmlImageElement, HtmlInputElement, Url,
};

use super::{document, window};

/// Downloads a file. Returns false if the browser refuses.
pub(crate) fn download(name: &str, kind: &str, bytes: &[u8]) -> bool {
    start_download(name, kind, bytes).is_ok()
}

fn start_download(name: &str, kind: &str, bytes: &[u8]) -> Result<(), JsValue> {
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

/// Pixels for each unit of the SVG, so that pictures stay sharp.
const PNG_SCALE: u32 = 2;

/// Downloads an SVG as a PNG. `then` receives true on success.
pub(crate) fn download_png(name: &str, drawing: &str, then: impl Fn(bool) + 'static) {
    let (name, drawing) = (name.to_owned(), drawing.to_owned());
    leptos::task::spawn_local(async move {
        then(render_png(&name, &drawing).await.is_ok());
    });
}

async fn render_png(name: &str, drawing: &str) -> Result<(), JsValue> {
    let document = document().ok_or(JsValue::NULL)?;
    let parts = Array::of1(&drawing.into());
    let options = BlobPropertyBag::new();
    options.set_type("image/svg+xml");
    let blob = Blob::new_with_str_sequence_and_options(&parts, &options)?;
    let address = Url::create_object_url_with_blob(&blob)?;
    let image = HtmlImageElement::new()?;
    image.set_src(&address);
    JsFuture::from(image.decode()).await?;
    let canvas: HtmlCanvasElement = document.create_element("canvas")?.unchecked_into();
    canvas.set_width(image.natural_width() * PNG_SCALE);
    canvas.set_height(image.natural_height() * PNG_SCALE);
    let context = canvas.get_context("2d")?.ok_or(JsValue::NULL)?;
    let context: CanvasRenderingContext2d = context.unchecked_into();
    let (width, height) = (canvas.width().into(), canvas.height().into());
    context.draw_image_with_html_image_element_and_dw_and_dh(&image, 0.0, 0.0, width, height)?;
    Url::revoke_object_url(&address)?;
    let link: HtmlAnchorElement = document.create_element("a")?.unchecked_into();
    link.set_href(&canvas.to_data_url()?);
    link.set_download(name);
    link.click();
    Ok(())
}

/// Reads the file selected in a field as text. `then` receives `None` if it is too long or
/// unreadable.
pub(crate) fn read_file_input(
    field: &HtmlInputElement,
    bytes_max: u32,
    then: impl Fn(Option<String>) + 'static,
) {
    let file = field.files().and_then(|files| files.get(0));
    let file = file.filter(|file| file.size() <= f64::from(bytes_max));
    leptos::task::spawn_local(async move {
        then(match file {
            Some(file) => read_blob(&file).await,
            None => None,
        });
    });
}

/// Copies a text to the clipboard. `then` receives true on success.
pub(crate) fn copy(text: &str, then: impl Fn(bool) + 'static) {
    let clipboard = window().map(|window| window.navigator().clipboard());
    // Pages without a secure origin have no clipboard.
    let Some(clipboard) = clipboard.filter(|clipboard| !clipboard.is_undefined()) else {
        then(false);
        return;
    };
    let written = clipboard.write_text(text);
    leptos::task::spawn_local(async move {
        then(JsFuture::from(written).await.is_ok());
    });
}

/// Reads a file as text. Returns `None` if the browser cannot.
pub(crate) async fn read_blob(file: &Blob) -> Option<String> {
    let text = JsFuture::from(file.text()).await.ok()?;
    text.as_string()
}

/// Name of the function that opens the share sheet; not every browser has it.
const SHARE_FUNCTION: &str = "share";

fn share_function() -> Option<(JsValue, Function)> {
    let navigator = JsValue::from(window()?.navigator());
    let function = Reflect::get(&navigator, &SHARE_FUNCTION.into()).ok()?;
    Some((navigator, function.dyn_into().ok()?))
}

/// True if the browser can pass a link to the share sheet of the system.
pub(crate) fn can_share() -> bool {
    share_function().is_some()
}

/// Opens the share sheet of the system with a link. Best effort: the user may close it.
pub(crate) fn share(title: &str, url: &str) {
    let Some((navigator, function)) = share_function() else {
        return;
    };
    let link = Object::new();
    for (key, value) in [("title", title), ("url", url)] {
        // Setting a property of a plain object cannot fail.
        let _ = Reflect::set(&link, &key.into(), &value.into());
    }
    let Ok(sharing) = function.call1(&navigator, &link) else {
        return;
    };
    if let Ok(sharing) = sharing.dyn_into::<Promise>() {
        spawn_local(async move {
            // A refusal means that nothing was shared, which the user knows.
            let _ = JsFuture::from(sharing).await;
        });
    }
}
