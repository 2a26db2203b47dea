//! The bus inside one process.

use std::collections::HashSet;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::mpsc;

use super::Heard;

/// Nodes in one process that hear each other.
#[derive(Clone, Default)]
pub struct LocalBus {
    ears: Arc<Mutex<Vec<Listener>>>,
}

impl fmt::Debug for LocalBus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("LocalBus")
    }
}

struct Listener {
    number: usize,
    subjects: HashSet<String>,
    tell: mpsc::Sender<Heard>,
}

/// One node's end.
pub(crate) struct Ear {
    number: usize,
    bus: LocalBus,
}

impl LocalBus {
    pub(super) fn join(self, tell: mpsc::Sender<Heard>) -> Ear {
        let number = {
            let mut ears = self.ears();
            let number = ears.last().map_or(0, |last| last.number + 1);
            ears.push(Listener {
                number,
                subjects: HashSet::new(),
                tell,
            });
            number
        };
        Ear { number, bus: self }
    }

    fn ears(&self) -> MutexGuard<'_, Vec<Listener>> {
        // The list is whole between any two statements.
        self.ears.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Ear {
    pub(super) fn tell(&self, subject: &str, body: &str) {
        let ears = self.bus.ears();
        let others = ears.iter().filter(|ear| ear.number != self.number);
        for ear in others.filter(|ear| ear.subjects.contains(subject)) {
            // One that does not keep up loses messages, as it may.
            let _ = ear.tell.try_send(Heard::Message {
                subject: subject.to_owned(),
                body: body.to_owned(),
            });
        }
    }

    pub(super) fn listen(&self, subject: &str, is_wanted: bool) {
        let mut ears = self.bus.ears();
        if let Some(own) = ears.iter_mut().find(|ear| ear.number == self.number) {
            if is_wanted {
                own.subjects.insert(subject.to_owned());
            } else {
                own.subjects.remove(subject);
            }
        }
    }

    pub(super) fn has_others(&self) -> bool {
        self.bus.ears().len() > 1
    }
}

impl Drop for Ear {
    fn drop(&mut self) {
        self.bus.ears().retain(|ear| ear.number != self.number);
    }
}
