//! The message loop of an engine in a browser's worker.

use std::cell::RefCell;
use std::rc::Rc;

use foursight_protocol::engine::{
    EngineError, EngineRequest, EngineResponse, UNKNOWN_ID, decode_request, encode_response,
};
use wasm_bindgen_futures::spawn_local;

use crate::engine::{Engine, EngineOutcome};
use crate::scope;

/// Subscribes an engine to the messages of the page, then reports that it is ready. `files` are the
/// URLs of the files that the engine may need; an empty one stands for a file that was not built.
pub fn run(engine: impl Engine + 'static, files: Vec<String>) {
    let waiting = files.iter().map(|_| None).collect();
    let worker = Rc::new(MessageLoop {
        files,
        engine: RefCell::new(Box::new(engine)),
        waiting: RefCell::new(waiting),
    });
    scope::on_message(move |message| match decode_request(&message) {
        Ok(request) => worker.handle(request),
        Err(error) => post(&EngineResponse::Failed {
            id: UNKNOWN_ID,
            error: EngineError::Refused(error.to_string()),
        }),
    });
    post(&EngineResponse::Ready);
}

struct MessageLoop {
    files: Vec<String>,
    engine: RefCell<Box<dyn Engine>>,
    /// By file, the requests that wait for it; `None` while it is not loading.
    waiting: RefCell<Vec<Option<Vec<EngineRequest>>>>,
}

impl MessageLoop {
    fn handle(self: &Rc<Self>, request: EngineRequest) {
        let outcome = self.engine.borrow_mut().handle(&request);
        match outcome {
            EngineOutcome::Respond(response) => post(&response),
            EngineOutcome::NeedsFile(file) => {
                let mut waiting = self.waiting.borrow_mut();
                let waiting = &mut waiting[file];
                if waiting.is_none() {
                    spawn_local(Rc::clone(self).load(file));
                }
                waiting.get_or_insert_default().push(request);
            }
        }
    }

    async fn load(self: Rc<Self>, file: usize) {
        let bytes = scope::fetch(&self.files[file]).await;
        let waiting = self.waiting.borrow_mut()[file].take();
        if let Ok(bytes) = &bytes {
            self.engine.borrow_mut().install(file, bytes);
        }
        for request in waiting.into_iter().flatten() {
            if bytes.is_ok() {
                self.handle(request);
            } else {
                post(&self.engine.borrow_mut().handle_without_file(&request));
            }
        }
    }
}

fn post(response: &EngineResponse) {
    scope::post(&encode_response(response));
}
