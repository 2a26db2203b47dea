//! The message bus between nodes.
//!
//! Delivery is at most once, possibly late. Nothing relies on it: the store is authoritative, and a
//! node that missed a message reads the store. [`LocalBus`] connects the nodes of one process,
//! usually a single one, in tests several; NATS connects processes.

mod local;
#[cfg(feature = "nats")]
mod nats;
#[cfg(feature = "nats")]
mod nats_address;
#[cfg(all(test, feature = "nats"))]
mod nats_tests;

use std::fmt;
use std::path::PathBuf;

use tokio::sync::mpsc;

pub use local::LocalBus;
#[cfg(feature = "nats")]
pub use nats_address::NatsAddress;

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
    /// Several processes, connected by NATS.
    #[cfg(feature = "nats")]
    Nats(NatsAddress),
}

impl std::str::FromStr for BusConfig {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "local" => Ok(Self::Local),
            #[cfg(feature = "nats")]
            _ => text.parse().map(Self::Nats),
            #[cfg(not(feature = "nats"))]
            _ => Err("expected local: this program was built without NATS".to_owned()),
        }
    }
}

/// A bus that cannot be joined as configured.
#[derive(Debug)]
#[non_exhaustive]
pub enum BusError {
    /// A file named in the address cannot be used.
    UnusableFile {
        /// The file.
        path: PathBuf,
        /// The reason, which contains nothing of the file.
        reason: String,
    },
    /// The client rejected the options.
    InvalidOptions(String),
}

impl fmt::Display for BusError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnusableFile { path, reason } => write!(f, "{}: {reason}", path.display()),
            Self::InvalidOptions(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for BusError {}

/// An event of the bus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum BusEvent {
    /// A message on a subject that this node has subscribed to.
    Message { subject: String, body: String },
    /// Messages may have been lost: re-read the store.
    #[cfg(feature = "nats")]
    MessagesLost,
}

/// This node's connection to the bus.
pub(crate) enum Bus {
    Local(local::Subscription),
    #[cfg(feature = "nats")]
    Nats(nats::NatsClient),
}

impl Bus {
    /// Joins the bus. The receiver yields its events.
    ///
    /// # Errors
    ///
    /// [`BusError`] if the configuration cannot work. An unreachable server is no error.
    #[cfg_attr(
        not(feature = "nats"),
        expect(clippy::unused_async, reason = "only NATS waits")
    )]
    pub(crate) async fn join(at: BusConfig) -> Result<(Self, mpsc::Receiver<BusEvent>), BusError> {
        let (sender, events) = mpsc::channel(INCOMING_QUEUE_MAX);
        let bus = match at {
            BusConfig::Local => Self::Local(LocalBus::default().join(sender)),
            BusConfig::Shared(bus) => Self::Local(bus.join(sender)),
            #[cfg(feature = "nats")]
            BusConfig::Nats(address) => {
                Self::Nats(nats::NatsClient::start(&address, sender).await?)
            }
        };
        Ok((bus, events))
    }

    /// Publishes a message to the other nodes that have subscribed to the subject.
    pub(crate) fn publish(&self, subject: &str, body: &str) {
        match self {
            Self::Local(subscription) => subscription.publish(subject, body),
            #[cfg(feature = "nats")]
            Self::Nats(client) => client.publish(subject, body),
        }
    }

    pub(crate) fn subscribe(&self, subject: &str) {
        match self {
            Self::Local(subscription) => subscription.subscribe(subject),
            #[cfg(feature = "nats")]
            Self::Nats(client) => client.subscribe(subject),
        }
    }

    pub(crate) fn unsubscribe(&self, subject: &str) {
        match self {
            Self::Local(subscription) => subscription.unsubscribe(subject),
            #[cfg(feature = "nats")]
            Self::Nats(client) => client.unsubscribe(subject),
        }
    }

    /// Returns true while messages can be delivered.
    pub(crate) fn is_up(&self) -> bool {
        match self {
            Self::Local(subscription) => subscription.is_up(),
            #[cfg(feature = "nats")]
            Self::Nats(client) => client.is_up(),
        }
    }

    /// Returns true if there may be other nodes.
    pub(crate) fn has_others(&self) -> bool {
        match self {
            Self::Local(subscription) => subscription.has_others(),
            #[cfg(feature = "nats")]
            Self::Nats(_) => true,
        }
    }
}
