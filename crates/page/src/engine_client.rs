//! Requests to the engines in web workers, each a future of its reply.
//!
//! An [`EngineClient`] launches a worker, matches replies to requests by id, and holds requests until
//! the worker is ready, because earlier messages are lost. Nothing here knows a browser: the shell
//! implements [`EngineHost`], and tests a host of their own.
//!
//! - Dropping a [`PendingReply`] cancels its request, and so does its [`RequestToken`]. A busy search
//!   reads no messages, so a request that it may be working on is cancelled by replacing the worker;
//!   the other requests are sent again to the new one.
//! - A reply to a cancelled request, or one of a worker that was replaced, is dropped.
//! - A worker that fails, or posts bytes that are no message, fails every pending request. The next
//!   request launches another.

use std::cell::RefCell;
use std::pin::Pin;
use std::rc::{Rc, Weak};
use std::task::{Context, Poll, Waker};

use foursight_bots::Level;
use foursight_protocol::engine::{
    EngineError, EngineQuery, EngineReply, EngineRequest, EngineResponse, UNKNOWN_ID,
    decode_response, encode_request,
};

#[cfg(test)]
mod tests;

/// The three workers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineKind {
    /// Ladder bots that need no solver. It is the smallest one, and searches for a second at most.
    Ladder,
    /// Solver, ladder bots and learner. It searches for seconds, and gets a request for the opening book
    /// before its first one.
    Solver,
    /// Nets, the other opponents beside the ladder, and proofs. It answers within a few frames, so replacing
    /// it would gain nothing.
    Nets,
}

impl EngineKind {
    /// Returns the worker that answers a query.
    #[must_use]
    pub fn of(query: &EngineQuery) -> Self {
        match query {
            EngineQuery::Evaluate { .. } | EngineQuery::CheckProof { .. } => Self::Nets,
            EngineQuery::ChooseMove { level, .. } if *level > Level::Perfect => Self::Nets,
            EngineQuery::ChooseMove { level, .. } if *level < Level::Master => Self::Ladder,
            _ => Self::Solver,
        }
    }
}

/// Launches workers.
pub trait EngineHost {
    /// Launches a worker that reports to these events, or returns `None` if there can be none. Calls
    /// no event before it returns.
    fn launch(&self, kind: EngineKind, events: EngineEvents) -> Option<Box<dyn EngineProcess>>;

    /// A worker accepts requests.
    fn on_ready(&self) {}
}

/// A running worker. Dropping it terminates the worker.
pub trait EngineProcess {
    /// Posts a message to the worker.
    fn post(&self, message: &[u8]);
}

/// Reasons for having no reply.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RequestError {
    /// The engine refused the request.
    Refused(EngineError),
    /// The worker could not be launched or has failed: a missing file, a panic, no memory, or a
    /// message that one of the two sides cannot read.
    EngineFailed,
    /// The request was cancelled.
    Cancelled,
}

/// The result of a request.
pub type RequestResult = Result<EngineReply, RequestError>;

/// A client of one worker; clones share it. The worker is terminated with the last of them and the
/// last pending reply.
#[derive(Clone)]
pub struct EngineClient(Rc<ClientInner>);

struct ClientInner {
    kind: EngineKind,
    host: Box<dyn EngineHost>,
    state: RefCell<ClientState>,
}

#[derive(Default)]
struct ClientState {
    process: Option<Box<dyn EngineProcess>>,
    /// Number of the last worker launched.
    generation: u32,
    /// The worker accepts requests.
    is_ready: bool,
    /// The worker has received what precedes its first request.
    is_prepared: bool,
    last_id: u32,
    requests: Vec<RequestEntry>,
}

/// A request whose future is alive.
struct RequestEntry {
    request: EngineRequest,
    /// The present worker has received it.
    is_sent: bool,
    result: Option<RequestResult>,
    waker: Option<Waker>,
}

impl EngineClient {
    /// Returns a client, whose worker is launched by [`start`](Self::start) or the first request.
    #[must_use]
    pub fn new(kind: EngineKind, host: Box<dyn EngineHost>) -> Self {
        Self(Rc::new(ClientInner {
            kind,
            host,
            state: RefCell::default(),
        }))
    }

    /// Launches the worker, unless it is running.
    pub fn start(&self) {
        if self.0.state.borrow().process.is_none() {
            self.0.launch();
        }
    }

    /// Requests a reply. The request is sent as soon as the worker is ready, even if the future is
    /// not polled. Dropping the future cancels the request.
    pub fn request(&self, query: EngineQuery) -> PendingReply {
        self.start();
        let mut state = self.0.state.borrow_mut();
        let is_running = state.process.is_some();
        let id = state.next_id();
        state.requests.push(RequestEntry {
            request: EngineRequest { id, query },
            is_sent: false,
            result: (!is_running).then_some(Err(RequestError::EngineFailed)),
            waker: None,
        });
        state.send_waiting(self.0.kind);
        let client = Rc::clone(&self.0);
        PendingReply { client, id }
    }
}

/// The reply of an engine, once it arrives. Dropping it cancels the request.
#[must_use = "dropping it cancels the request"]
pub struct PendingReply {
    client: Rc<ClientInner>,
    id: u32,
}

impl PendingReply {
    /// Returns a token that cancels the request from elsewhere: the future then resolves to
    /// [`RequestError::Cancelled`].
    #[must_use]
    pub fn token(&self) -> RequestToken {
        RequestToken {
            client: Rc::downgrade(&self.client),
            id: self.id,
        }
    }
}

impl Future for PendingReply {
    type Output = RequestResult;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<RequestResult> {
        let mut state = self.client.state.borrow_mut();
        // Without an entry it was polled again after its result.
        let Some(entry) = state.entry(self.id) else {
            return Poll::Ready(Err(RequestError::Cancelled));
        };
        if entry.result.is_none() {
            entry.waker = Some(context.waker().clone());
            return Poll::Pending;
        }
        let result = entry.result.take();
        state.remove(self.id);
        Poll::Ready(result.unwrap_or(Err(RequestError::Cancelled)))
    }
}

impl Drop for PendingReply {
    fn drop(&mut self) {
        // The task that would be woken drops this future.
        drop(self.client.cancel(self.id));
        self.client.state.borrow_mut().remove(self.id);
    }
}

/// Cancels a request. It does not keep the worker alive.
#[derive(Clone)]
pub struct RequestToken {
    client: Weak<ClientInner>,
    id: u32,
}

impl RequestToken {
    /// Cancels the request, unless its future has resolved.
    pub fn cancel(&self) {
        let client = self.client.upgrade();
        if let Some(waker) = client.and_then(|client| client.cancel(self.id)) {
            waker.wake();
        }
    }
}

/// The events of a launched worker. Those of a worker that was replaced are ignored.
#[derive(Clone)]
pub struct EngineEvents {
    client: Weak<ClientInner>,
    generation: u32,
}

impl EngineEvents {
    /// The worker posted a message.
    pub fn on_message(&self, message: &[u8]) {
        let Some(client) = self.current_client() else {
            return;
        };
        match decode_response(message) {
            Ok(EngineResponse::Ready) => {
                {
                    let mut state = client.state.borrow_mut();
                    state.is_ready = true;
                    state.send_waiting(client.kind);
                }
                client.host.on_ready();
            }
            Ok(EngineResponse::Reply { id, reply }) => client.finish(id, Ok(reply)),
            Ok(EngineResponse::Failed { id, error }) if id != UNKNOWN_ID => {
                client.finish(id, Err(RequestError::Refused(error)));
            }
            // Page and worker are built together: one that cannot be understood is damaged.
            _ => client.fail(),
        }
    }

    /// The worker has failed.
    pub fn on_error(&self) {
        if let Some(client) = self.current_client() {
            client.fail();
        }
    }

    fn current_client(&self) -> Option<Rc<ClientInner>> {
        let client = self.client.upgrade()?;
        let state = client.state.borrow();
        let is_current = state.generation == self.generation && state.process.is_some();
        drop(state);
        is_current.then_some(client)
    }
}

impl ClientInner {
    /// Launches a worker in place of the present one. Requests without a result wait for it.
    fn launch(self: &Rc<Self>) {
        let generation = self.state.borrow_mut().stop();
        let client = Rc::downgrade(self);
        let process = self
            .host
            .launch(self.kind, EngineEvents { client, generation });
        let is_running = process.is_some();
        self.state.borrow_mut().process = process;
        if !is_running {
            self.fail();
        }
    }

    /// Stops the worker and fails every pending request.
    fn fail(&self) {
        let wakers: Vec<_> = {
            let mut state = self.state.borrow_mut();
            state.stop();
            let pending = state.requests.iter_mut();
            let finish = |entry: &mut RequestEntry| entry.finish(Err(RequestError::EngineFailed));
            pending.filter_map(finish).collect()
        };
        for waker in wakers {
            waker.wake();
        }
    }

    /// Sets the result of a request, if it is still pending.
    fn finish(&self, id: u32, result: RequestResult) {
        let waker = {
            let mut state = self.state.borrow_mut();
            state.entry(id).and_then(|entry| entry.finish(result))
        };
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    /// Cancels a request, and returns the waker of its task. A result that the task has not taken yet
    /// is dropped: what waited for it may be gone.
    fn cancel(self: &Rc<Self>, id: u32) -> Option<Waker> {
        let (waker, is_busy) = {
            let mut state = self.state.borrow_mut();
            let entry = state.entry(id)?;
            let is_busy = entry.is_sent && entry.result.is_none();
            entry.result = Some(Err(RequestError::Cancelled));
            (entry.waker.take(), is_busy)
        };
        if is_busy && self.kind != EngineKind::Nets {
            self.launch();
        }
        waker
    }
}

impl ClientState {
    fn next_id(&mut self) -> u32 {
        // After four thousand million requests the ids start again, without that of no request.
        self.last_id = self.last_id.checked_add(1).unwrap_or(UNKNOWN_ID + 1);
        self.last_id
    }

    fn entry(&mut self, id: u32) -> Option<&mut RequestEntry> {
        self.requests
            .iter_mut()
            .find(|entry| entry.request.id == id)
    }

    fn remove(&mut self, id: u32) {
        self.requests.retain(|entry| entry.request.id != id);
    }

    /// Terminates the worker, and returns the generation of the next one.
    fn stop(&mut self) -> u32 {
        self.process = None;
        self.is_ready = false;
        self.is_prepared = false;
        for entry in &mut self.requests {
            entry.is_sent = false;
        }
        self.generation = self.generation.wrapping_add(1);
        self.generation
    }

    /// Sends the requests that the worker does not have yet, in their order.
    fn send_waiting(&mut self, kind: EngineKind) {
        if !self.is_ready {
            return;
        }
        let is_waiting = |entry: &RequestEntry| !entry.is_sent && entry.result.is_none();
        if kind == EngineKind::Solver && !self.is_prepared && self.requests.iter().any(is_waiting) {
            self.is_prepared = true;
            // No pending request has this id, so the response is dropped.
            let (id, query) = (self.next_id(), EngineQuery::LoadBook);
            self.post(&EngineRequest { id, query });
        }
        for at in 0..self.requests.len() {
            if is_waiting(&self.requests[at]) {
                self.post(&self.requests[at].request);
                self.requests[at].is_sent = true;
            }
        }
    }

    fn post(&self, request: &EngineRequest) {
        if let Some(process) = &self.process {
            process.post(&encode_request(request));
        }
    }
}

impl RequestEntry {
    /// Sets the result, unless there is one, and returns the waker of the task that waits for it.
    fn finish(&mut self, result: RequestResult) -> Option<Waker> {
        if self.result.is_some() {
            return None;
        }
        self.result = Some(result);
        self.waker.take()
    }
}
