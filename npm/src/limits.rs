//! Limits of a call: nodes and a deadline.

use wasm_bindgen::prelude::wasm_bindgen;

use crate::errors::PackageError;

/// Longest time limit, in seconds: a year.
const SECONDS_MAX: f64 = 3.2e7;
/// Highest node limit: integers above are not exact in JavaScript.
const NODES_MAX: f64 = 9_007_199_254_740_991.0;

#[wasm_bindgen]
extern "C" {
    /// Milliseconds since a fixed time; the clock never goes back.
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn now_ms() -> f64;
}

/// Nodes and a deadline of a call.
#[derive(Clone, Copy)]
pub(crate) struct CallLimits {
    /// Number of positions that may be visited.
    pub(crate) nodes: Option<u64>,
    deadline_ms: Option<f64>,
}

impl CallLimits {
    /// Starts the clock.
    pub(crate) fn new(nodes: Option<f64>, seconds: Option<f64>) -> Result<Self, PackageError> {
        let nodes = nodes.map(read_nodes).transpose()?;
        let deadline_ms = match seconds {
            None => None,
            Some(seconds) if (0.0..=SECONDS_MAX).contains(&seconds) => {
                Some(now_ms() + seconds * 1000.0)
            }
            Some(seconds) => {
                let message = format!("{seconds} is no number of seconds");
                return Err(PackageError::option(message));
            }
        };
        Ok(Self { nodes, deadline_ms })
    }

    /// Returns true once the deadline has passed.
    pub(crate) fn is_over(&self) -> bool {
        self.deadline_ms
            .is_some_and(|deadline| now_ms() >= deadline)
    }
}

/// Reads a number of nodes.
pub(crate) fn read_nodes(nodes: f64) -> Result<u64, PackageError> {
    if !(0.0..=NODES_MAX).contains(&nodes) {
        let message = format!("{nodes} is no number of nodes");
        return Err(PackageError::option(message));
    }
    Ok(nodes as u64)
}
