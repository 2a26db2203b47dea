//! The in-process bus.

use std::collections::HashSet;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::mpsc;

use super::BusEvent;

/// A bus that connects nodes within one process.
#[derive(Clone, Default)]
pub struct LocalBus {
    subscribers: Arc<Mutex<Vec<LocalSubscriber>>>,
    is_down: Arc<AtomicBool>,
}

impl fmt::Debug for LocalBus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("LocalBus")
    }
}

struct LocalSubscriber {
    id: usize,
    subjects: HashSet<String>,
    sender: mpsc::Sender<BusEvent>,
}

/// The membership of one node.
pub(crate) struct Subscription {
    id: usize,
    bus: LocalBus,
}

impl LocalBus {
    /// Lets the bus lose all messages, or deliver them again, for tests.
    pub fn set_up(&self, is_up: bool) {
        self.is_down.store(!is_up, Ordering::SeqCst);
    }

    pub(super) fn join(self, sender: mpsc::Sender<BusEvent>) -> Subscription {
        let id = {
            let mut subscribers = self.subscribers();
            let id = subscribers.last().map_or(0, |last| last.id + 1);
            subscribers.push(LocalSubscriber {
                id,
                subjects: HashSet::new(),
                sender,
            });
            id
        };
        Subscription { id, bus: self }
    }

    fn subscribers(&self) -> MutexGuard<'_, Vec<LocalSubscriber>> {
        // No statement leaves the list inconsistent, so a poisoned lock is fine.
        self.subscribers
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl Subscription {
    pub(super) fn is_up(&self) -> bool {
        !self.bus.is_down.load(Ordering::SeqCst)
    }

    pub(super) fn publish(&self, subject: &str, body: &str) {
        if !self.is_up() {
            return;
        }
        let subscribers = self.bus.subscribers();
        let others = subscribers
            .iter()
            .filter(|subscriber| subscriber.id != self.id);
        for subscriber in others.filter(|subscriber| subscriber.subjects.contains(subject)) {
            // Delivery is best effort: a full queue drops the message.
            let _ = subscriber.sender.try_send(BusEvent::Message {
                subject: subject.to_owned(),
                body: body.to_owned(),
            });
        }
    }

    pub(super) fn subscribe(&self, subject: &str) {
        self.update_subjects(|subjects| {
            subjects.insert(subject.to_owned());
        });
    }

    pub(super) fn unsubscribe(&self, subject: &str) {
        self.update_subjects(|subjects| {
            subjects.remove(subject);
        });
    }

    fn update_subjects(&self, update: impl FnOnce(&mut HashSet<String>)) {
        let mut subscribers = self.bus.subscribers();
        let mut subscribers = subscribers.iter_mut();
        if let Some(own) = subscribers.find(|subscriber| subscriber.id == self.id) {
            update(&mut own.subjects);
        }
    }

    pub(super) fn has_others(&self) -> bool {
        self.bus.subscribers().len() > 1
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        self.bus
            .subscribers()
            .retain(|subscriber| subscriber.id != self.id);
    }
}
