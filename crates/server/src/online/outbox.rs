//! The queue of outgoing messages of one client.
//!
//! A client that does not read fills its outbox and is disconnected; it reconnects and requests
//! what it missed. So a slow reader costs a bounded amount of memory, and blocks no one else.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::ws::Utf8Bytes;
use foursight_protocol::online::{ServerFrame, ServerMessage};
use tokio::sync::Notify;

/// Capacity of the queue.
pub(crate) const QUEUE_MAX: usize = 64;
/// Capacity that an empty queue keeps: most connections are idle most of the time.
const IDLE_CAPACITY: usize = 4;

/// Sender and receiver of one client's messages. A channel would do the same, at a kilobyte for
/// each connection.
#[derive(Clone, Default)]
pub(crate) struct Outbox {
    inner: Arc<OutboxInner>,
}

#[derive(Default)]
struct OutboxInner {
    queue: Mutex<OutboxQueue>,
    /// Wakes the receiver: there is a message, or the client is disconnected.
    wake: Notify,
}

#[derive(Default)]
struct OutboxQueue {
    messages: VecDeque<Utf8Bytes>,
    is_disconnected: bool,
}

/// The connection is to be closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Disconnected;

impl Outbox {
    fn queue(&self) -> MutexGuard<'_, OutboxQueue> {
        // No statement leaves the queue inconsistent, so a poisoned lock is fine.
        self.inner
            .queue
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues an encoded message.
    pub(crate) fn send_text(&self, text: Utf8Bytes) {
        let mut queue = self.queue();
        if queue.messages.len() < QUEUE_MAX {
            queue.messages.push_back(text);
        } else {
            queue.is_disconnected = true;
        }
        drop(queue);
        self.inner.wake.notify_one();
    }

    /// Queues a message.
    pub(crate) fn send(&self, cid: Option<u64>, message: ServerMessage) {
        self.send_text(encode(cid, message));
    }

    /// Refuses a request.
    pub(crate) fn refuse(&self, cid: Option<u64>, code: &str) {
        self.send(cid, refusal(code));
    }

    /// Closes the connection.
    pub(crate) fn disconnect(&self) {
        self.queue().is_disconnected = true;
        self.inner.wake.notify_one();
    }

    /// Waits for the next message. Cancel-safe: a dropped future loses no message.
    pub(crate) async fn next(&self) -> Result<Utf8Bytes, Disconnected> {
        loop {
            if let Some(message) = self.try_next()? {
                return Ok(message);
            }
            self.inner.wake.notified().await;
        }
    }

    /// Returns the next message, if there is one.
    pub(crate) fn try_next(&self) -> Result<Option<Utf8Bytes>, Disconnected> {
        let mut queue = self.queue();
        if queue.is_disconnected {
            return Err(Disconnected);
        }
        let message = queue.messages.pop_front();
        if message.is_none() && queue.messages.capacity() > IDLE_CAPACITY {
            queue.messages.shrink_to(IDLE_CAPACITY);
        }
        Ok(message)
    }
}

/// Encodes a message.
pub(crate) fn encode(cid: Option<u64>, message: ServerMessage) -> Utf8Bytes {
    let text = serde_json::to_string(&ServerFrame { cid, message });
    text.expect("messages have string keys").into()
}

/// Returns a refusal that does not concern a game.
pub(crate) fn refusal(code: &str) -> ServerMessage {
    ServerMessage::Refused {
        code: code.to_owned(),
        game: None,
        head: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn messages_are_queued_in_order_and_too_many_disconnect() {
        let outbox = Outbox::default();
        let text = |number: usize| Utf8Bytes::from(number.to_string());
        for number in 0..QUEUE_MAX {
            outbox.send_text(text(number));
        }
        for number in 0..QUEUE_MAX {
            assert_eq!(outbox.next().await, Ok(text(number)));
        }
        assert_eq!(outbox.try_next(), Ok(None));
        assert!(
            outbox.queue().messages.capacity() <= IDLE_CAPACITY,
            "small again"
        );
        // The waiting receiver is woken by another task.
        let other = outbox.clone();
        let sent = tokio::spawn(async move { other.send_text(text(7)) });
        assert_eq!(outbox.next().await, Ok(text(7)));
        sent.await.expect("no panic");
        for number in 0..=QUEUE_MAX {
            outbox.send_text(text(number));
        }
        assert_eq!(outbox.next().await, Err(Disconnected));
        assert_eq!(outbox.try_next(), Err(Disconnected), "for good");
    }
}
