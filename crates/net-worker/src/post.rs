//! The desk behind the messages of a browser's worker.

use std::cell::RefCell;
use std::rc::Rc;

use foursight_bots::net::Stage;
use foursight_mail::{load, on_message};
use foursight_protocol::engine::encode;
use foursight_protocol::nets::FromNets;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen_futures::spawn_local;

use crate::desk::{Desk, Heard};

/// Listens to the page, and tells it so. The addresses are those of the weights after a minute, after ten, and
/// at the end of the training.
#[wasm_bindgen]
pub fn start(minute: String, ten_minutes: String, full: String) {
    let room = Rc::new(Room {
        addresses: [minute, ten_minutes, full],
        desk: RefCell::default(),
        held: RefCell::default(),
    });
    on_message(move |message| room.hear(message));
    post(&FromNets::Ready);
}

/// Where messages come in and answers go out.
struct Room {
    addresses: [String; Stage::ALL.len()],
    desk: RefCell<Desk>,
    /// The questions that wait for the weights of each stage; none while nobody loads them.
    held: RefCell<[Option<Vec<Vec<u8>>>; Stage::ALL.len()]>,
}

impl Room {
    fn hear(self: &Rc<Self>, message: Vec<u8>) {
        let heard = self.desk.borrow_mut().hear(&message);
        match heard {
            Heard::Answer(answer) => post(&answer),
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
        let loaded = load(&self.addresses[stage as usize]).await;
        let held = self.held.borrow_mut()[stage as usize].take();
        if let Ok(bytes) = &loaded {
            self.desk.borrow_mut().take(stage, bytes);
        }
        for message in held.into_iter().flatten() {
            // Without a network it is tried again when somebody asks again.
            if loaded.is_err() {
                post(&Desk::without_weights(&message));
            } else {
                self.hear(message);
            }
        }
    }
}

fn post(message: &FromNets) {
    foursight_mail::post(&encode(message));
}
