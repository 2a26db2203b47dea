//! What waits to be sent to one client.
//!
//! A client that does not read fills its outbox and is cut off: it comes back and asks for what it
//! missed. So one slow reader costs a bounded amount of memory, and holds nobody up.

use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use foursight_protocol::online::{Tell, Told};
use tokio::sync::{Notify, mpsc};

/// So many messages wait at most.
pub(crate) const WAITING_MAX: usize = 64;

/// What waits.
pub(crate) type Waiting = mpsc::Receiver<Box<Utf8Bytes>>;

/// The way to a client.
#[derive(Clone)]
pub(crate) struct Outbox {
    /// A channel has room for many messages from the start, so they are behind pointers.
    waiting: mpsc::Sender<Box<Utf8Bytes>>,
    cut: Arc<Notify>,
}

impl Outbox {
    pub(crate) fn new() -> (Self, Waiting, Arc<Notify>) {
        let (waiting, messages) = mpsc::channel(WAITING_MAX);
        let cut = Arc::new(Notify::new());
        let outbox = Self {
            waiting,
            cut: Arc::clone(&cut),
        };
        (outbox, messages, cut)
    }

    /// Sends a message that is written already.
    pub(crate) fn send_text(&self, text: Utf8Bytes) {
        if self.waiting.try_send(Box::new(text)).is_err() {
            self.cut();
        }
    }

    /// Sends a message.
    pub(crate) fn send(&self, cid: Option<u64>, told: Told) {
        self.send_text(written(cid, told));
    }

    /// Refuses what was asked.
    pub(crate) fn refuse(&self, cid: Option<u64>, code: &str) {
        self.send(cid, refused(code));
    }

    /// Closes the connection.
    pub(crate) fn cut(&self) {
        self.cut.notify_one();
    }
}

/// A message as it is sent.
pub(crate) fn written(cid: Option<u64>, told: Told) -> Utf8Bytes {
    let text = serde_json::to_string(&Tell { cid, told });
    text.expect("messages have only texts as keys").into()
}

/// A refusal that is not about a game.
pub(crate) fn refused(code: &str) -> Told {
    Told::Refused {
        code: code.to_owned(),
        game: None,
        head: None,
    }
}
