//! The message bus between nodes.
//!
//! Delivery is at most once, possibly late. Nothing relies on it: the store is authoritative, and a
//! node that missed a message reads the store. [`LocalBus`] connects the nodes of one process,
//! usually a single one, in tests several; [`nats`] connects processes.

mod local;
mod nats;

use tokio::sync::mpsc;

pub use local::LocalBus;
pub use nats::NatsAddress;

/// Capacity of the queue of received messages; when it is full, further messages are dropped.
const INCOMING_QUEUE_MAX: usize = 10_000;

/// Configuration of the bus.
#[derive(Clone, Debug, Default)]
pub enum BusConfig {
    /// A single process.
    #[default]
    Local,
    /// Several nodes in one process, for tests.
    Shared(LocalBus),
    /// Several processes, connected by a NATS server.
    Nats(NatsAddress),
}

impl std::str::FromStr for BusConfig {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "local" => Ok(Self::Local),
            _ => text.parse().map(Self::Nats),
        }
    }
}

/// An event of the bus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum BusEvent {
    /// A message on a subject that this node has subscribed to.
    Message { subject: String, body: String },
    /// Messages may have been lost: re-read the store.
    Reconnected,
}

/// This node's connection to the bus.
pub(crate) enum Bus {
    Local(local::Subscription),
    Nats(nats::NatsClient),
}

impl Bus {
    /// Joins the bus. The receiver yields its events.
    pub(crate) fn join(at: BusConfig) -> (Self, mpsc::Receiver<BusEvent>) {
        let (sender, events) = mpsc::channel(INCOMING_QUEUE_MAX);
        let bus = match at {
            BusConfig::Local => Self::Local(LocalBus::default().join(sender)),
            BusConfig::Shared(bus) => Self::Local(bus.join(sender)),
            BusConfig::Nats(address) => Self::Nats(nats::NatsClient::start(address, sender)),
        };
        (bus, events)
    }

    /// Publishes a message to the other nodes that have subscribed to the subject.
    pub(crate) fn publish(&self, subject: &str, body: &str) {
        match self {
            Self::Local(subscription) => subscription.publish(subject, body),
            Self::Nats(client) => client.publish(subject, body),
        }
    }

    pub(crate) fn subscribe(&self, subject: &str) {
        match self {
            Self::Local(subscription) => subscription.subscribe(subject),
            Self::Nats(client) => client.subscribe(subject),
        }
    }

    pub(crate) fn unsubscribe(&self, subject: &str) {
        match self {
            Self::Local(subscription) => subscription.unsubscribe(subject),
            Self::Nats(client) => client.unsubscribe(subject),
        }
    }

    /// Returns true while messages can be delivered.
    pub(crate) fn is_up(&self) -> bool {
        match self {
            Self::Local(_) => true,
            Self::Nats(client) => client.is_up(),
        }
    }

    /// Returns true if there may be other nodes.
    pub(crate) fn has_others(&self) -> bool {
        match self {
            Self::Local(subscription) => subscription.has_others(),
            Self::Nats(_) => true,
        }
    }
}
