//! What waits to be sent to one client.
//!
//! A client that does not read fills its outbox and is cut off: it comes back and asks for what it
//! missed. So one slow reader costs a bounded amount of memory, and holds nobody up.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::ws::Utf8Bytes;
use foursight_protocol::online::{Tell, Told};
use tokio::sync::Notify;

/// Messages that wait at most.
pub(crate) const WAITING_MAX: usize = 64;
/// Messages that an empty outbox keeps room for: most connections are quiet most of the time.
const ROOM: usize = 4;

/// The way to a client. A channel would do the same, and take a kilobyte for each connection.
#[derive(Clone, Default)]
pub(crate) struct Outbox {
    inner: Arc<Inner>,
}

#[derive(Default)]
struct Inner {
    waiting: Mutex<Waiting>,
    /// Wakes the task that waits: there is a message, or the cut.
    news: Notify,
}

#[derive(Default)]
struct Waiting {
    messages: VecDeque<Utf8Bytes>,
    is_cut: bool,
}

/// The connection is to be closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cut;

impl Outbox {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        // The list is whole between any two statements.
        self.inner
            .waiting
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends a message that is written already.
    pub(crate) fn send_text(&self, text: Utf8Bytes) {
        let mut waiting = self.waiting();
        if waiting.messages.len() < WAITING_MAX {
            waiting.messages.push_back(text);
        } else {
            waiting.is_cut = true;
        }
        drop(waiting);
        self.inner.news.notify_one();
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
        self.waiting().is_cut = true;
        self.inner.news.notify_one();
    }

    /// The next message, as soon as there is one. Nothing is lost if the task that waits is dropped.
    pub(crate) async fn next(&self) -> Result<Utf8Bytes, Cut> {
        loop {
            if let Some(message) = self.try_next()? {
                return Ok(message);
            }
            self.inner.news.notified().await;
        }
    }

    /// The next message, if there is one.
    pub(crate) fn try_next(&self) -> Result<Option<Utf8Bytes>, Cut> {
        let mut waiting = self.waiting();
        if waiting.is_cut {
            return Err(Cut);
        }
        let message = waiting.messages.pop_front();
        if message.is_none() && waiting.messages.capacity() > ROOM {
            waiting.messages.shrink_to(ROOM);
        }
        Ok(message)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn messages_wait_in_order_and_too_many_cut() {
        let outbox = Outbox::default();
        let text = |number: usize| Utf8Bytes::from(number.to_string());
        for number in 0..WAITING_MAX {
            outbox.send_text(text(number));
        }
        for number in 0..WAITING_MAX {
            assert_eq!(outbox.next().await, Ok(text(number)));
        }
        assert_eq!(outbox.try_next(), Ok(None));
        assert!(outbox.waiting().messages.capacity() <= ROOM, "small again");
        // The task that waits hears of what comes later, from another task.
        let other = outbox.clone();
        let sent = tokio::spawn(async move { other.send_text(text(7)) });
        assert_eq!(outbox.next().await, Ok(text(7)));
        sent.await.expect("no panic");
        for number in 0..=WAITING_MAX {
            outbox.send_text(text(number));
        }
        assert_eq!(outbox.next().await, Err(Cut));
        assert_eq!(outbox.try_next(), Err(Cut), "for good");
    }
}
