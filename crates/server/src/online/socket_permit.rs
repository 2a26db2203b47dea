//! Permit of one socket: counts it for its address and in the metrics.

use std::sync::Arc;

use super::ServerNode;
use crate::client_addr::ClientAddr;

/// Counts a socket of an address until dropped.
pub(super) struct SocketPermit {
    node: Arc<ServerNode>,
    client_addr: ClientAddr,
}

impl SocketPermit {
    /// Returns `None` if the address has its maximum number of sockets.
    pub(super) fn new(node: &Arc<ServerNode>, client_addr: ClientAddr) -> Option<Self> {
        let is_free = node.limits.acquire_socket(client_addr.address);
        is_free.then(|| {
            node.metrics.sockets.inc();
            Self {
                node: Arc::clone(node),
                client_addr,
            }
        })
    }
}

impl Drop for SocketPermit {
    fn drop(&mut self) {
        self.node.metrics.sockets.dec();
        self.node.limits.release_socket(self.client_addr.address);
    }
}
