//! The message loop of the engine in a browser's worker.

use std::cell::RefCell;
use std::rc::Rc;

use foursight_protocol::engine::{EngineResponse, encode};
use foursight_worker_glue::{FetchError, fetch, on_message};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen_futures::spawn_local;

use crate::engine::{EngineOutcome, EngineWorker, reply};

/// The reason sent to the page if there is no opening book to load.
const NO_BOOK: &str = "there is no book of openings here";

/// Subscribes to messages of the page, then reports that the worker is ready. `book` is the URL of
/// the opening book, or empty if there is none.
#[wasm_bindgen]
pub fn start(book: String) {
    let worker = Rc::new(EngineWorkerLoop {
        book_url: book,
        engine: RefCell::default(),
        waiting_for_book: RefCell::default(),
    });
    on_message(move |message| worker.handle(message));
    post(&EngineResponse::Ready);
}

/// Decodes incoming messages and posts the replies.
struct EngineWorkerLoop {
    book_url: String,
    engine: RefCell<EngineWorker>,
    /// Requests that wait for the book while it is loading.
    waiting_for_book: RefCell<Option<Vec<Vec<u8>>>>,
}

impl EngineWorkerLoop {
    fn handle(self: &Rc<Self>, message: Vec<u8>) {
        if let Some(waiting) = self.waiting_for_book.borrow_mut().as_mut()
            && EngineWorker::would_use_book(&message)
        {
            waiting.push(message);
            return;
        }
        let outcome = self.engine.borrow_mut().handle(&message);
        match outcome {
            EngineOutcome::Reply(reply) => post(&reply),
            EngineOutcome::NeedsBook { id } => {
                *self.waiting_for_book.borrow_mut() = Some(Vec::new());
                spawn_local(Rc::clone(self).load_book(id));
            }
        }
    }

    async fn load_book(self: Rc<Self>, id: u32) {
        let fetched = match self.book_url.as_str() {
            "" => Err(FetchError),
            url => fetch(url).await,
        };
        post(&match fetched {
            Ok(bytes) => self.engine.borrow_mut().install_book(id, &bytes),
            Err(FetchError) => reply(id, Err(NO_BOOK.to_owned())),
        });
        let waiting = self.waiting_for_book.borrow_mut().take();
        for message in waiting.into_iter().flatten() {
            self.handle(message);
        }
    }
}

fn post(message: &EngineResponse) {
    foursight_worker_glue::post(&encode(message));
}
