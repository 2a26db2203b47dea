//! How nodes tell each other what happened.
//!
//! A message arrives at most once, perhaps late, perhaps never. Nothing depends on it: the truth is in
//! the store, and a node that has missed something reads it there. The local bus serves one process,
//! with one node or, in tests, several; [`nats`] serves many.

mod local;
mod nats;

use tokio::sync::mpsc;

pub use local::LocalBus;
pub use nats::NatsAddress;

/// Messages that wait to be heard; when there are more, the next ones are lost.
const HEARD_MAX: usize = 10_000;

/// How nodes are to speak with each other.
#[derive(Clone, Debug, Default)]
pub enum BusAt {
    /// There is no other process.
    #[default]
    Local,
    /// Several nodes in one process: for tests.
    Shared(LocalBus),
    /// By a NATS server.
    Nats(NatsAddress),
}

impl std::str::FromStr for BusAt {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "local" => Ok(Self::Local),
            _ => text.parse().map(Self::Nats),
        }
    }
}

/// Something heard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Heard {
    /// A message on a subject that this node listens to.
    Message { subject: String, body: String },
    /// Messages may have been lost: look at the store.
    Lost,
}

/// This node's end of the bus.
pub(crate) enum Bus {
    Local(local::Ear),
    Nats(nats::Link),
}

impl Bus {
    /// Joins the bus; what is heard comes out of the receiver.
    pub(crate) fn join(at: BusAt) -> (Self, mpsc::Receiver<Heard>) {
        let (tell, heard) = mpsc::channel(HEARD_MAX);
        let bus = match at {
            BusAt::Local => Self::Local(LocalBus::default().join(tell)),
            BusAt::Shared(bus) => Self::Local(bus.join(tell)),
            BusAt::Nats(address) => Self::Nats(nats::Link::start(address, tell)),
        };
        (bus, heard)
    }

    /// Tells the other nodes that listen to this subject.
    pub(crate) fn tell(&self, subject: &str, body: &str) {
        match self {
            Self::Local(ear) => ear.tell(subject, body),
            Self::Nats(link) => link.tell(subject, body),
        }
    }

    /// Listens to a subject from now on, or no longer.
    pub(crate) fn listen(&self, subject: &str, is_wanted: bool) {
        match self {
            Self::Local(ear) => ear.listen(subject, is_wanted),
            Self::Nats(link) => link.listen(subject, is_wanted),
        }
    }

    /// True if a message has a chance to arrive.
    pub(crate) fn is_up(&self) -> bool {
        match self {
            Self::Local(_) => true,
            Self::Nats(link) => link.is_up(),
        }
    }

    /// True if there may be other nodes.
    pub(crate) fn has_others(&self) -> bool {
        match self {
            Self::Local(ear) => ear.has_others(),
            Self::Nats(_) => true,
        }
    }
}
