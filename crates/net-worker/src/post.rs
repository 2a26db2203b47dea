//! The desk behind the messages of a browser's worker.

use std::cell::RefCell;
use std::rc::Rc;

use foursight_bots::net::Stage;
use foursight_protocol::engine::encode;
use foursight_protocol::nets::FromNets;
use js_sys::{ArrayBuffer, Uint8Array};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{Closure, JsValue, wasm_bindgen};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent, Response};

use crate::desk::{Desk, Heard};

/// Listens to the page, and tells it so. The addresses are those of the weights after a minute, after ten, and
/// at the end of the training.
#[wasm_bindgen]
pub fn start(minute: String, ten_minutes: String, full: String) {
    console_error_panic_hook::set_once();
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let room = Rc::new(Room {
        scope: scope.clone(),
        addresses: [minute, ten_minutes, full],
        desk: RefCell::default(),
        held: RefCell::default(),
    });
    let hear = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        room.hear(Uint8Array::new(&event.data()).to_vec());
    });
    scope.set_onmessage(Some(hear.as_ref().unchecked_ref()));
    // The worker listens as long as it lives.
    hear.forget();
    post(&scope, &FromNets::Ready);
}

/// Where messages come in and answers go out.
struct Room {
    scope: DedicatedWorkerGlobalScope,
    addresses: [String; Stage::ALL.len()],
    desk: RefCell<Desk>,
    /// The questions that wait for the weights of each stage; none while nobody loads them.
    held: RefCell<[Option<Vec<Vec<u8>>>; Stage::ALL.len()]>,
}

impl Room {
    fn hear(self: &Rc<Self>, message: Vec<u8>) {
        let heard = self.desk.borrow_mut().hear(&message);
        match heard {
            Heard::Answer(answer) => post(&self.scope, &answer),
            Heard::Wants(stage) => {
                let mut held = self.held.borrow_mut();
                let held = &mut held[stage as usize];
                if held.is_none() {
                    spawn_local(Rc::clone(self).load(stage));
                }
                held.get_or_insert_default().push(message);
            }
        }
    }

    async fn load(self: Rc<Self>, stage: Stage) {
        let loaded = self.fetch(stage).await;
        let held = self.held.borrow_mut()[stage as usize].take();
        if let Ok(bytes) = &loaded {
            self.desk.borrow_mut().take(stage, bytes);
        }
        for message in held.into_iter().flatten() {
            // Without a network it is tried again when somebody asks again.
            if loaded.is_err() {
                post(&self.scope, &Desk::without_weights(&message));
            } else {
                self.hear(message);
            }
        }
    }

    async fn fetch(&self, stage: Stage) -> Result<Vec<u8>, JsValue> {
        let address = &self.addresses[stage as usize];
        let response = JsFuture::from(self.scope.fetch_with_str(address)).await?;
        let response: Response = response.unchecked_into();
        if !response.ok() {
            return Err(JsValue::NULL);
        }
        let bytes = JsFuture::from(response.array_buffer()?).await?;
        let bytes: ArrayBuffer = bytes.unchecked_into();
        Ok(Uint8Array::new(&bytes).to_vec())
    }
}

fn post(scope: &DedicatedWorkerGlobalScope, message: &FromNets) {
    let bytes = Uint8Array::from(encode(message).as_slice());
    // Posting bytes fails only when nobody is there to hear it.
    let _ = scope.post_message(&bytes);
}
