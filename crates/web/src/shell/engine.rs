//! The worker with the solver and the bots, as the page sees it, and any other worker.
//!
//! Messages wait until the worker says that it is ready, because what arrives earlier is lost. A
//! busy worker hears nothing, so to cancel is to end it and start another; answers to questions
//! that were cancelled never arrive. A worker that fails (its file is missing, it panics, memory runs
//! out) tells the page, and the next question goes to another.
//!
//! Before its first question a worker is asked to load the book of openings. Nobody waits for the
//! book who does not need it, and who never asks never loads it.

use std::cell::RefCell;
use std::rc::Rc;

use foursight_protocol::engine::{Ask, ToEngine, ToPage, decode, encode};
use js_sys::Uint8Array;
use wasm_bindgen::prelude::{Closure, JsValue};
use wasm_bindgen::{JsCast, UnwrapThrowExt};
use web_sys::{Event, MessageEvent, Worker, WorkerOptions, WorkerType};

use crate::model::News;

/// The element of the page that says where the engine's script lies.
pub(crate) const ENGINE: &str = "engine";

/// A handle to a worker; clones are handles to the same one. It ends with its last handle.
#[derive(Clone)]
pub(crate) struct Engine(Rc<Inner>);

/// Hears a message, or that the worker has failed; says whether it was the one that it listens now.
type Hear = Box<dyn Fn(Option<&[u8]>) -> bool>;

struct Inner {
    script: String,
    hear: Hear,
    running: RefCell<Option<Running>>,
}

/// One worker and what is to be said to it once it listens.
struct Running {
    worker: Worker,
    waiting: Option<Vec<Vec<u8>>>,
    knows_book: bool,
    has_failed: bool,
    _hear: Closure<dyn FnMut(MessageEvent)>,
    _fail: Closure<dyn FnMut(Event)>,
}

impl Engine {
    /// Starts the engine. `tell` hears what it says, each time outside any call of ours.
    ///
    /// # Errors
    ///
    /// What the browser says if it has no such workers.
    pub(crate) fn start(tell: impl Fn(News) + 'static) -> Result<Self, JsValue> {
        Self::worker(
            ENGINE,
            Box::new(move |message| {
                let news = news(message);
                let is_ready = matches!(news, News::Ready);
                tell(news);
                is_ready
            }),
        )
    }

    /// Starts the worker whose script an element of the page names.
    ///
    /// # Errors
    ///
    /// What the browser says if it has no such workers.
    pub(crate) fn worker(element: &str, hear: Hear) -> Result<Self, JsValue> {
        let document = web_sys::window().and_then(|window| window.document());
        let element = document.and_then(|document| document.get_element_by_id(element));
        let script = element.and_then(|element| element.get_attribute("content"));
        let engine = Self(Rc::new(Inner {
            script: script.ok_or("the page does not say where its engine lies")?,
            hear,
            running: RefCell::new(None),
        }));
        engine.run()?;
        Ok(engine)
    }

    /// Asks a question; the answer carries the id, which is not 0.
    ///
    /// # Errors
    ///
    /// What the browser says if the worker has failed and no other can be started.
    pub(crate) fn ask(&self, id: u32, ask: Ask) -> Result<(), JsValue> {
        self.say(encode(&ToEngine { id, ask }), true)
    }

    /// Says something, as soon as the worker listens, and before it that it shall load the book, if that is
    /// wanted and was not said before.
    ///
    /// # Errors
    ///
    /// What the browser says if the worker has failed and no other can be started.
    pub(crate) fn say(&self, message: Vec<u8>, wants_book: bool) -> Result<(), JsValue> {
        if !self.0.is_alive() {
            self.cancel()?;
        }
        if let Some(running) = self.0.running.borrow_mut().as_mut() {
            if wants_book && !std::mem::replace(&mut running.knows_book, true) {
                // Nobody waits for this answer.
                let (id, ask) = (0, Ask::Book);
                running.say(encode(&ToEngine { id, ask }));
            }
            running.say(message);
        }
        Ok(())
    }

    /// Drops every question that is not answered yet.
    ///
    /// # Errors
    ///
    /// What the browser says if it starts no other worker.
    pub(crate) fn cancel(&self) -> Result<(), JsValue> {
        self.0.running.borrow_mut().take();
        self.run()
    }

    fn run(&self) -> Result<(), JsValue> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(&self.0.script, &options)?;
        let inner = Rc::downgrade(&self.0);
        let hear = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            if let Some(inner) = inner.upgrade() {
                inner.hear(&Uint8Array::new(&event.data()).to_vec());
            }
        });
        worker.set_onmessage(Some(hear.as_ref().unchecked_ref()));
        let inner = Rc::downgrade(&self.0);
        let fail = Closure::<dyn FnMut(Event)>::new(move |_| {
            if let Some(inner) = inner.upgrade() {
                inner.fail();
            }
        });
        worker.set_onerror(Some(fail.as_ref().unchecked_ref()));
        *self.0.running.borrow_mut() = Some(Running {
            worker,
            waiting: Some(Vec::new()),
            knows_book: false,
            has_failed: false,
            _hear: hear,
            _fail: fail,
        });
        Ok(())
    }
}

impl Inner {
    fn hear(&self, message: &[u8]) {
        if (self.hear)(Some(message)) {
            self.say_what_waited();
        }
    }

    fn fail(&self) {
        if let Some(running) = self.running.borrow_mut().as_mut() {
            running.has_failed = true;
        }
        (self.hear)(None);
    }

    fn is_alive(&self) -> bool {
        let running = self.running.borrow();
        running.as_ref().is_some_and(|running| !running.has_failed)
    }

    fn say_what_waited(&self) {
        if let Some(running) = self.running.borrow_mut().as_mut() {
            for message in running.waiting.take().into_iter().flatten() {
                running.post(&message);
            }
        }
    }
}

/// What the engine says, or that it has failed.
fn news(message: Option<&[u8]>) -> News {
    let Some(message) = message else {
        return News::Failed;
    };
    // Page and worker are built together: what one writes the other can read.
    match decode(message).expect_throw("the engine speaks our language") {
        ToPage::Answer { id, found } => News::Found(id, found),
        ToPage::Refused { id, reason } => News::Refused(id, reason),
        _ => News::Ready,
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

impl Running {
    /// Says something, as soon as somebody listens.
    fn say(&mut self, message: Vec<u8>) {
        match &mut self.waiting {
            Some(waiting) => waiting.push(message),
            None => self.post(&message),
        }
    }

    fn post(&self, message: &[u8]) {
        let bytes = Uint8Array::from(message);
        // Bytes can always be posted; a worker that has failed says so itself.
        let _ = self.worker.post_message(&bytes);
    }
}
