//! The message loop of the nets in a browser's worker.

use std::cell::RefCell;
use std::rc::Rc;

use foursight_bots::net::TrainingStage;
use foursight_protocol::engine::encode;
use foursight_protocol::nets::NetMessage;
use foursight_worker_glue::{fetch, on_message};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen_futures::spawn_local;

use crate::engine::{NetEngine, NetOutcome};

/// Subscribes to messages of the page, then reports that the worker is ready. The arguments are the
/// URLs of the weights after one minute, after ten minutes and at the end of the training.
#[wasm_bindgen]
pub fn start(minute: String, ten_minutes: String, full: String) {
    let worker = Rc::new(NetWorkerLoop {
        urls: [minute, ten_minutes, full],
        engine: RefCell::default(),
        waiting: RefCell::default(),
    });
    on_message(move |message| worker.handle(message));
    post(&NetMessage::Ready);
}

/// Decodes incoming messages and posts the replies.
struct NetWorkerLoop {
    urls: [String; TrainingStage::ALL.len()],
    engine: RefCell<NetEngine>,
    /// Requests that wait for the weights of a stage; `None` while that stage is not loading.
    waiting: RefCell<[Option<Vec<Vec<u8>>>; TrainingStage::ALL.len()]>,
}

impl NetWorkerLoop {
    fn handle(self: &Rc<Self>, message: Vec<u8>) {
        let outcome = self.engine.borrow_mut().handle(&message);
        match outcome {
            NetOutcome::Reply(reply) => post(&reply),
            NetOutcome::NeedsWeights(stage) => {
                let mut waiting = self.waiting.borrow_mut();
                let waiting = &mut waiting[stage as usize];
                if waiting.is_none() {
                    spawn_local(Rc::clone(self).load_weights(stage));
                }
                waiting.get_or_insert_default().push(message);
            }
        }
    }

    async fn load_weights(self: Rc<Self>, stage: TrainingStage) {
        let fetched = fetch(&self.urls[stage as usize]).await;
        let waiting = self.waiting.borrow_mut()[stage as usize].take();
        if let Ok(bytes) = &fetched {
            self.engine.borrow_mut().install_weights(stage, bytes);
        }
        for message in waiting.into_iter().flatten() {
            // The next request for this stage fetches again: the network may be back by then.
            if fetched.is_err() {
                post(&NetEngine::without_weights(&message));
            } else {
                self.handle(message);
            }
        }
    }
}

fn post(message: &NetMessage) {
    foursight_worker_glue::post(&encode(message));
}
