//! The engines in web workers, for the [clients](foursight_page::engine_client) of the page.

use foursight_page::engine_client::{
    EngineClient, EngineEvents, EngineHost, EngineKind, EngineProcess, PendingReply, RequestError,
    RequestResult, RequestToken,
};
use foursight_page::play::Message;
use foursight_protocol::engine::EngineQuery;
use js_sys::Uint8Array;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Event, MessageEvent, Worker, WorkerOptions, WorkerType};

use super::Ui;

/// The clients that last as long as the page.
pub(super) struct Engines {
    /// The bots that most games are played against.
    ladder: EngineClient,
    /// The solver of the play page.
    solver: EngineClient,
    /// A second solver for lessons and tournaments, because that of the play page may be busy.
    background: EngineClient,
    nets: EngineClient,
}

impl Engines {
    /// Creates the clients and starts the engine that the first move may need.
    pub(super) fn start(ui: Ui) -> Self {
        let ladder = EngineClient::new(EngineKind::Ladder, Box::new(PlayHost(ui)));
        ladder.start();
        Self {
            ladder,
            solver: EngineClient::new(EngineKind::Solver, Box::new(PlayHost(ui))),
            background: new_solver(),
            nets: EngineClient::new(EngineKind::Nets, Box::new(BrowserHost)),
        }
    }

    /// Starts the solver of the play page before a hint or a verdict needs it.
    pub(super) fn preload_solver(&self) {
        self.solver.start();
    }

    /// Requests a reply for the play page.
    pub(super) fn request(&self, query: EngineQuery) -> PendingReply {
        match EngineKind::of(&query) {
            EngineKind::Ladder => self.ladder.request(query),
            EngineKind::Solver => self.solver.request(query),
            EngineKind::Nets => self.nets.request(query),
        }
    }

    /// Requests a reply that the play page need not wait for.
    pub(super) fn request_in_background(&self, query: EngineQuery) -> PendingReply {
        match EngineKind::of(&query) {
            // The solver has these bots too.
            EngineKind::Ladder | EngineKind::Solver => self.background.request(query),
            EngineKind::Nets => self.nets.request(query),
        }
    }
}

/// Returns a client of another solver, for a view that asks much. Its worker ends with the client.
pub(crate) fn new_solver() -> EngineClient {
    EngineClient::new(EngineKind::Solver, Box::new(BrowserHost))
}

/// Performs a request. `on_result` is not called if it is cancelled.
pub(crate) fn perform(reply: PendingReply, on_result: OnResult) -> RequestToken {
    let token = reply.token();
    spawn_local(async move {
        let result = reply.await;
        if !matches!(result, Err(RequestError::Cancelled)) {
            on_result(result);
        }
    });
    token
}

/// Callback with the result of a request. It is boxed, so that there is one task for all requests.
type OnResult = Box<dyn FnOnce(RequestResult)>;

/// At most one request of a view. The next one cancels it, and so does the end of the view.
#[derive(Clone, Copy)]
pub(crate) struct RequestSlot(StoredValue<Option<RequestToken>, LocalStorage>);

impl RequestSlot {
    /// Returns an empty slot of the view that calls this.
    pub(crate) fn new() -> Self {
        let slot = Self(StoredValue::new_local(None));
        on_cleanup(move || slot.cancel());
        slot
    }

    /// Makes a request in place of the last one.
    pub(crate) fn request(
        self,
        request: impl FnOnce() -> PendingReply,
        on_result: impl FnOnce(RequestResult) + 'static,
    ) {
        self.cancel();
        let token = perform(request(), Box::new(on_result));
        self.0.set_value(Some(token));
    }

    /// Cancels the request.
    pub(crate) fn cancel(self) {
        let token = self.0.try_update_value(Option::take);
        if let Some(token) = token.flatten() {
            token.cancel();
        }
    }
}

/// Launches workers.
struct BrowserHost;

impl EngineHost for BrowserHost {
    fn launch(&self, kind: EngineKind, events: EngineEvents) -> Option<Box<dyn EngineProcess>> {
        Some(Box::new(BrowserProcess::launch(kind, events)?))
    }
}

/// Launches workers, and tells the page when they are ready.
struct PlayHost(Ui);

impl EngineHost for PlayHost {
    fn launch(&self, kind: EngineKind, events: EngineEvents) -> Option<Box<dyn EngineProcess>> {
        BrowserHost.launch(kind, events)
    }

    fn on_ready(&self) {
        self.0.send(Message::EngineReady);
    }
}

struct BrowserProcess {
    worker: Worker,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(Event)>,
}

impl BrowserProcess {
    /// Returns `None` if the browser does not support module workers.
    fn launch(kind: EngineKind, events: EngineEvents) -> Option<Self> {
        // The elements with the URLs of the scripts.
        let id = match kind {
            EngineKind::Ladder => "ladder",
            EngineKind::Solver => "engine",
            EngineKind::Nets => "nets",
        };
        let element = web_sys::window()?.document()?.get_element_by_id(id)?;
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let script = element.get_attribute("content")?;
        let worker = Worker::new_with_options(&script, &options).ok()?;
        let on_error = events.clone();
        let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            events.on_message(&Uint8Array::new(&event.data()).to_vec());
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        let on_error = Closure::<dyn FnMut(Event)>::new(move |_| on_error.on_error());
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        Some(Self {
            worker,
            _on_message: on_message,
            _on_error: on_error,
        })
    }
}

impl EngineProcess for BrowserProcess {
    fn post(&self, message: &[u8]) {
        // Posting bytes cannot fail; a failed worker raises an error event.
        let _ = self.worker.post_message(&Uint8Array::from(message));
    }
}

impl Drop for BrowserProcess {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}
