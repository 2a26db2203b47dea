//! Message queue of the model. Player input waits until the saved games are restored.

use super::Message;

/// Messages not yet handled.
#[derive(Debug, Default)]
pub struct Inbox {
    queue: Vec<Message>,
    /// Player input while saved games are being restored.
    deferred: Option<Vec<Message>>,
}

impl Inbox {
    /// Defers player input while saved games are being restored.
    pub fn defer_player_input(&mut self) {
        self.deferred = Some(Vec::new());
    }

    /// Releases the deferred input: saved games are restored, or cannot be.
    pub fn release_player_input(&mut self) {
        self.queue
            .extend(self.deferred.take().into_iter().flatten());
    }

    /// Appends a message.
    pub fn push(&mut self, message: Message) {
        let deferred = self.deferred.as_mut().filter(|_| message.is_player_input());
        deferred.unwrap_or(&mut self.queue).push(message);
    }

    /// Removes and returns the next message.
    pub fn pop(&mut self) -> Option<Message> {
        (!self.queue.is_empty()).then(|| self.queue.remove(0))
    }
}
