//! Parts of a node's behaviour that the trials change: to wait for less time, or to prove that they
//! detect a node that violates an invariant.

use std::time::Duration;

use crate::store::StoreLocation;

/// Time after which a game without viewers is unloaded.
pub(super) const IDLE_TIMEOUT: Duration = Duration::from_secs(30);

/// The behaviour of a node; the default is the only one outside of trials.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NodeBehaviour {
    /// Time after which a game without viewers is unloaded; `None` for never.
    pub(super) idle_timeout: Option<Duration>,
    /// True if the node subscribes to the messages of its games.
    pub(super) has_subscriptions: bool,
    /// True if an event that this build does not know makes a game unavailable.
    pub(super) refuses_unknown_events: bool,
}

impl Default for NodeBehaviour {
    fn default() -> Self {
        Self {
            idle_timeout: Some(IDLE_TIMEOUT),
            has_subscriptions: true,
            refuses_unknown_events: true,
        }
    }
}

impl NodeBehaviour {
    /// Returns the behaviour of a node on this store.
    #[cfg(feature = "trials")]
    pub(super) fn on(store: &StoreLocation) -> Self {
        use crate::store::Mutant;

        let faults = store.faults().unwrap_or_default();
        let is_mutant = |mutant| faults.mutant == Some(mutant);
        let idle_timeout = faults.idle_timeout.unwrap_or(IDLE_TIMEOUT);
        Self {
            idle_timeout: (!is_mutant(Mutant::NeverUnloading)).then_some(idle_timeout),
            has_subscriptions: !is_mutant(Mutant::Deaf),
            refuses_unknown_events: !is_mutant(Mutant::IgnoringUnknown),
        }
    }

    /// Returns the behaviour of a node on this store.
    #[cfg(not(feature = "trials"))]
    pub(super) fn on(_store: &StoreLocation) -> Self {
        Self::default()
    }
}
