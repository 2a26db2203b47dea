//! `/api/diagnosis`: a request as it arrived, and the state of store and bus, for
//! `foursight doctor`.
//!
//! It costs nothing and says nothing that the client does not know, or could not measure.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::Extension;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::{HOST, UPGRADE};
use axum::response::Response;
use serde::{Deserialize, Serialize};

use super::ServerNode;
use super::responses::private_json;
use crate::bus::Bus;
use crate::client_addr::ClientAddr;

/// A request as the server sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an independent field of the response"
)]
pub(crate) struct Diagnosis {
    /// Version of the server.
    pub(crate) version: String,
    /// Time of the server in milliseconds since 1970.
    pub(crate) time_ms: u64,
    /// The `Host` header.
    pub(crate) host: String,
    /// True if the client used TLS, as far as the server knows.
    pub(crate) is_secure: bool,
    /// Address that limits apply to.
    pub(crate) address: String,
    /// True if a trusted proxy named the client, possibly one on its own machine.
    pub(crate) is_forwarded: bool,
    /// True if the request has a header for this, of whatever value.
    pub(crate) has_forwarded_for: bool,
    /// The `Upgrade` header.
    pub(crate) upgrade: Option<String>,
    /// Kind of database.
    pub(crate) store: String,
    /// True if the last write succeeded.
    pub(crate) is_store_writable: bool,
    /// Duration of the last heartbeat, a commit with a sync, in microseconds.
    pub(crate) commit_us: u64,
    /// `local` or `nats`.
    pub(crate) bus: String,
    pub(crate) is_bus_up: bool,
    /// False if users cannot create accounts.
    pub(crate) has_sign_ups: bool,
    /// False if guests cannot play.
    pub(crate) has_guests: bool,
}

pub(super) async fn show(
    State(node): State<Arc<ServerNode>>,
    Extension(client_addr): Extension<ClientAddr>,
    headers: HeaderMap,
) -> Response {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let access = node.limits.rates.access;
    private_json(Diagnosis {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        time_ms: node.clock.now_ms(),
        host: text(HOST).unwrap_or_default().to_owned(),
        is_secure: client_addr.is_secure,
        address: client_addr.address.to_string(),
        is_forwarded: client_addr.is_forwarded,
        has_forwarded_for: headers.contains_key("x-forwarded-for"),
        upgrade: text(UPGRADE).map(str::to_owned),
        store: node.store_kind.to_owned(),
        is_store_writable: node.store.health().is_writable(),
        commit_us: node.heartbeat_us.load(Ordering::Relaxed),
        bus: match node.bus {
            Bus::Local(_) => "local".to_owned(),
            #[cfg(feature = "nats")]
            Bus::Nats(_) => "nats".to_owned(),
        },
        is_bus_up: node.bus.is_up(),
        has_sign_ups: access.has_sign_ups,
        has_guests: access.has_guests,
    })
}
