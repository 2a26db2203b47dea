//! The engine behind the messages of a browser's worker.

use std::cell::RefCell;
use std::rc::Rc;

use foursight_protocol::engine::{ToPage, encode};
use js_sys::{ArrayBuffer, Uint8Array};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{Closure, JsValue, wasm_bindgen};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent, Response};

use crate::engine::{Engine, Heard, answer};

/// What the page hears where there is no book to load.
const NO_BOOK: &str = "there is no book of openings here";

/// Listens to the page, and tells it so. `book` is the address of the book of openings, and empty
/// where there is none.
#[wasm_bindgen]
pub fn start(book: String) {
    console_error_panic_hook::set_once();
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let desk = Rc::new(Desk {
        scope: scope.clone(),
        book,
        engine: RefCell::default(),
        held: RefCell::default(),
    });
    let hear = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        desk.hear(Uint8Array::new(&event.data()).to_vec());
    });
    scope.set_onmessage(Some(hear.as_ref().unchecked_ref()));
    // The worker listens as long as it lives.
    hear.forget();
    post(&scope, &ToPage::Ready);
}

/// Where messages come in and answers go out.
struct Desk {
    scope: DedicatedWorkerGlobalScope,
    book: String,
    engine: RefCell<Engine>,
    /// While the book is loaded: the questions that wait for it.
    held: RefCell<Option<Vec<Vec<u8>>>>,
}

impl Desk {
    fn hear(self: &Rc<Self>, message: Vec<u8>) {
        if let Some(held) = self.held.borrow_mut().as_mut()
            && Engine::would_use_book(&message)
        {
            held.push(message);
            return;
        }
        let heard = self.engine.borrow_mut().hear(&message);
        match heard {
            Heard::Answer(answer) => post(&self.scope, &answer),
            Heard::WantsBook { id } => {
                *self.held.borrow_mut() = Some(Vec::new());
                spawn_local(Rc::clone(self).load(id));
            }
        }
    }

    async fn load(self: Rc<Self>, id: u32) {
        let loaded = self.fetch().await;
        post(
            &self.scope,
            &match loaded {
                Ok(bytes) => self.engine.borrow_mut().take_book(id, &bytes),
                Err(_) => answer(id, Err(NO_BOOK.to_owned())),
            },
        );
        let held = self.held.borrow_mut().take();
        for message in held.into_iter().flatten() {
            self.hear(message);
        }
    }

    async fn fetch(&self) -> Result<Vec<u8>, JsValue> {
        if self.book.is_empty() {
            return Err(JsValue::NULL);
        }
        let response = JsFuture::from(self.scope.fetch_with_str(&self.book)).await?;
        let response: Response = response.unchecked_into();
        if !response.ok() {
            return Err(JsValue::NULL);
        }
        let bytes = JsFuture::from(response.array_buffer()?).await?;
        let bytes: ArrayBuffer = bytes.unchecked_into();
        Ok(Uint8Array::new(&bytes).to_vec())
    }
}

fn post(scope: &DedicatedWorkerGlobalScope, message: &ToPage) {
    let bytes = Uint8Array::from(encode(message).as_slice());
    // Posting bytes fails only when nobody is there to hear it.
    let _ = scope.post_message(&bytes);
}
