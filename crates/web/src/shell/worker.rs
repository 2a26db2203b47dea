//! Handles to web workers: the worker with the solver and the bots, and any other.
//!
//! Messages are queued until the worker reports that it is ready, because earlier ones are lost. A
//! busy worker reads no messages, so cancelling terminates it and starts another; replies to
//! cancelled requests never arrive. A failed worker (missing file, panic, out of memory) is
//! reported to the page, and the next request starts a new one.
//!
//! Before its first request a worker gets the request to load the opening book. Requests that do
//! not need the book do not wait for it, and a worker without requests never loads it.

use std::cell::RefCell;
use std::rc::Rc;

use foursight_page::play::EngineEvent;
use foursight_protocol::engine::{
    EngineError, EngineQuery, EngineRequest, EngineResponse, decode_response, encode_request,
};
use js_sys::Uint8Array;
use wasm_bindgen::prelude::{Closure, JsValue};
use wasm_bindgen::{JsCast, UnwrapThrowExt};
use web_sys::{Event, MessageEvent, Worker, WorkerOptions, WorkerType};

/// Id of the element with the URL of the engine's script.
pub(crate) const ENGINE: &str = "engine";

/// A handle to a worker; clones share it. The worker is terminated with its last handle.
#[derive(Clone)]
pub(crate) struct WorkerHandle(Rc<WorkerHandleInner>);

/// Handles a message, or `None` after a failure. Returns true if the message reports readiness.
type OnWorkerMessage = Box<dyn Fn(Option<&[u8]>) -> bool>;

struct WorkerHandleInner {
    script: String,
    on_message: OnWorkerMessage,
    instance: RefCell<Option<WorkerInstance>>,
}

/// A running worker and the messages queued until it is ready.
struct WorkerInstance {
    worker: Worker,
    queue: Option<Vec<Vec<u8>>>,
    has_requested_book: bool,
    has_failed: bool,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(Event)>,
}

impl WorkerHandle {
    /// Starts the engine. `on_event` receives its events, never from within a call to this handle.
    ///
    /// # Errors
    ///
    /// The browser's error if it does not support module workers.
    pub(crate) fn start(on_event: impl Fn(EngineEvent) + 'static) -> Result<Self, JsValue> {
        Self::spawn(
            ENGINE,
            Box::new(move |message| {
                let event = decode_event(message);
                let is_ready = matches!(event, EngineEvent::Ready);
                on_event(event);
                is_ready
            }),
        )
    }

    /// Starts the worker whose script an element of the page names.
    ///
    /// # Errors
    ///
    /// The browser's error if it does not support module workers.
    pub(crate) fn spawn(element: &str, on_message: OnWorkerMessage) -> Result<Self, JsValue> {
        let document = web_sys::window().and_then(|window| window.document());
        let element = document.and_then(|document| document.get_element_by_id(element));
        let script = element.and_then(|element| element.get_attribute("content"));
        let engine = Self(Rc::new(WorkerHandleInner {
            script: script.ok_or("the page has no URL of the worker script")?,
            on_message,
            instance: RefCell::new(None),
        }));
        engine.start_worker()?;
        Ok(engine)
    }

    /// Sends a request; the reply carries the id, which must not be 0.
    ///
    /// # Errors
    ///
    /// The browser's error if the worker has failed and no other can be started.
    pub(crate) fn request(&self, id: u32, ask: EngineQuery) -> Result<(), JsValue> {
        self.post(encode_request(&EngineRequest { id, query: ask }), true)
    }

    /// Sends a message as soon as the worker is ready. With `needs_book`, first asks a new worker
    /// to load the opening book.
    ///
    /// # Errors
    ///
    /// The browser's error if the worker has failed and no other can be started.
    pub(crate) fn post(&self, message: Vec<u8>, needs_book: bool) -> Result<(), JsValue> {
        if !self.0.is_alive() {
            self.cancel()?;
        }
        if let Some(instance) = self.0.instance.borrow_mut().as_mut() {
            if needs_book && !std::mem::replace(&mut instance.has_requested_book, true) {
                // The reply to id 0 is ignored.
                let (id, ask) = (0, EngineQuery::LoadBook);
                instance.send(encode_request(&EngineRequest { id, query: ask }));
            }
            instance.send(message);
        }
        Ok(())
    }

    /// Cancels every pending request.
    ///
    /// # Errors
    ///
    /// The browser's error if no other worker can be started.
    pub(crate) fn cancel(&self) -> Result<(), JsValue> {
        self.0.instance.borrow_mut().take();
        self.start_worker()
    }

    fn start_worker(&self) -> Result<(), JsValue> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(&self.0.script, &options)?;
        let inner = Rc::downgrade(&self.0);
        let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            if let Some(inner) = inner.upgrade() {
                inner.handle_message(&Uint8Array::new(&event.data()).to_vec());
            }
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        let inner = Rc::downgrade(&self.0);
        let on_error = Closure::<dyn FnMut(Event)>::new(move |_| {
            if let Some(inner) = inner.upgrade() {
                inner.handle_error();
            }
        });
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        *self.0.instance.borrow_mut() = Some(WorkerInstance {
            worker,
            queue: Some(Vec::new()),
            has_requested_book: false,
            has_failed: false,
            _on_message: on_message,
            _on_error: on_error,
        });
        Ok(())
    }
}

impl WorkerHandleInner {
    fn handle_message(&self, message: &[u8]) {
        if (self.on_message)(Some(message)) {
            self.flush_queue();
        }
    }

    fn handle_error(&self) {
        if let Some(instance) = self.instance.borrow_mut().as_mut() {
            instance.has_failed = true;
        }
        (self.on_message)(None);
    }

    fn is_alive(&self) -> bool {
        let instance = self.instance.borrow();
        instance
            .as_ref()
            .is_some_and(|instance| !instance.has_failed)
    }

    fn flush_queue(&self) {
        if let Some(instance) = self.instance.borrow_mut().as_mut() {
            for message in instance.queue.take().into_iter().flatten() {
                instance.post(&message);
            }
        }
    }
}

/// Decodes an event of the engine, or its failure.
fn decode_event(message: Option<&[u8]>) -> EngineEvent {
    let Some(message) = message else {
        return EngineEvent::Failed;
    };
    // Page and worker are built together, so they share one protocol version.
    match decode_response(message).expect_throw("page and worker share one protocol version") {
        EngineResponse::Reply { id, reply: found } => EngineEvent::Answered(id, found),
        EngineResponse::Failed {
            id,
            error: EngineError::Refused(reason),
        } => EngineEvent::Refused(id, reason),
        _ => EngineEvent::Ready,
    }
}

impl Drop for WorkerInstance {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

impl WorkerInstance {
    /// Posts a message, or queues it until the worker is ready.
    fn send(&mut self, message: Vec<u8>) {
        match &mut self.queue {
            Some(queue) => queue.push(message),
            None => self.post(&message),
        }
    }

    fn post(&self, message: &[u8]) {
        let bytes = Uint8Array::from(message);
        // Posting bytes cannot fail; a failed worker raises an error event.
        let _ = self.worker.post_message(&bytes);
    }
}
