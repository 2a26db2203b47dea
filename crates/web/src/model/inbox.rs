//! Messages on their way to the model: in order, and those of people not before their games are there.

use super::Message;

/// What was said to the model and is not heard yet.
#[derive(Debug, Default)]
pub struct Inbox {
    waiting: Vec<Message>,
    /// What people did while games of earlier visits are read; none while none are.
    held: Option<Vec<Message>>,
}

impl Inbox {
    /// Games of earlier visits are being read: what people do at the table waits for them.
    pub fn begin_restoring(&mut self) {
        self.held = Some(Vec::new());
    }

    /// They are there, or cannot be had: what people did meanwhile comes next.
    pub fn end_restoring(&mut self) {
        self.waiting.extend(self.held.take().into_iter().flatten());
    }

    /// Takes a message.
    pub fn put(&mut self, message: Message) {
        let held = self.held.as_mut().filter(|_| message.is_of_people());
        held.unwrap_or(&mut self.waiting).push(message);
    }

    /// The message to be heard next.
    pub fn take_next(&mut self) -> Option<Message> {
        (!self.waiting.is_empty()).then(|| self.waiting.remove(0))
    }
}
