//! Limits of a client that has a whole IPv6 site, and changes its address all the time.

use foursight_server::{BusConfig, OnlineConfig, OnlineLimits, RateLimit, ServerConfig, WallClock};
use serde_json::json;

use super::client::{START_MS, TestClient, TestServer};
use super::file;

/// A site counts as at most this many addresses.
const SITE_FACTOR: usize = 16;
/// Number of networks that the client uses: more than a site may.
const NETWORKS: usize = 2 * SITE_FACTOR + 1;

fn address(network: usize) -> String {
    format!("2001:db8:7:{network:x}::1")
}

async fn start(limits: OnlineLimits) -> (TestServer, tempfile::TempDir) {
    let ((store, folder), clock) = (file(), WallClock::manual(START_MS));
    let config = ServerConfig {
        online: Some(OnlineConfig {
            store,
            bus: BusConfig::Local,
            limits,
            clock: clock.clone(),
        }),
        trusted_proxies: vec!["127.0.0.1".parse().expect("an address")],
        ..ServerConfig::default()
    };
    (TestServer::serve(config, clock).await, folder)
}

/// Creates a guest from an address, unless there are too many.
async fn token(server: &TestServer, address: &str) -> Option<String> {
    let header = format!("X-Forwarded-For: {address}\r\n");
    let response = server.send("POST", "/api/token", &header, "").await;
    assert!(matches!(response.status, 200 | 429), "{response:?}");
    Some(response.json()["token"].as_str()?.to_owned())
}

/// Opens a socket from an address, unless there are too many.
async fn connect(server: &TestServer, address: &str) -> Option<TestClient> {
    let bearer = format!("Bearer {}", token(server, address).await?);
    let headers = [("authorization", &*bearer), ("x-forwarded-for", address)];
    let mut client = TestClient::open(server.address, &headers).await.ok()?;
    let welcome = client.request(json!({"type": "hello", "proto": 1})).await;
    assert_eq!(welcome["type"], "welcome");
    Some(client)
}

/// Connects from each network of a site.
async fn connect_all(server: &TestServer) -> Vec<TestClient> {
    let mut clients = Vec::new();
    for network in 0..NETWORKS {
        clients.extend(connect(server, &address(network)).await);
    }
    clients
}

#[tokio::test(flavor = "multi_thread")]
async fn a_site_gets_no_more_guests_than_sixteen_addresses() {
    let guests = RateLimit::new(1, 3_600_000);
    let limits = OnlineLimits {
        guests,
        ..OnlineLimits::unlimited()
    };
    let (server, _folder) = start(limits).await;
    assert_eq!(connect_all(&server).await.len(), SITE_FACTOR);
    assert!(token(&server, "2001:db8:8::1").await.is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_site_gets_no_more_sockets_than_sixteen_addresses() {
    let limits = OnlineLimits {
        sockets_per_address: 1,
        ..OnlineLimits::unlimited()
    };
    let (server, _folder) = start(limits).await;
    assert_eq!(connect_all(&server).await.len(), SITE_FACTOR);
    assert!(connect(&server, "2001:db8:8::1").await.is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_site_gets_no_more_seeks_than_sixteen_addresses() {
    let limits = OnlineLimits {
        seeks_per_address: 1,
        ..OnlineLimits::unlimited()
    };
    let (server, _folder) = start(limits).await;
    let mut clients = connect_all(&server).await;
    assert_eq!(clients.len(), NETWORKS);
    clients.extend(connect(&server, "2001:db8:8::1").await);
    let mut codes = Vec::new();
    for (number, client) in clients.iter_mut().enumerate() {
        let clock = json!({"kind": "per_turn", "turn_ms": 10_000 + number});
        let terms = json!({"rules": "standard 7x6/4", "clock": clock});
        let response = client.request(json!({"type": "seek", "terms": terms}));
        codes.push(response.await["code"].as_str().map(str::to_owned));
    }
    let refused = Some("too_many_seeks".to_owned());
    assert_eq!(codes[..SITE_FACTOR], [const { None }; SITE_FACTOR]);
    assert!(
        codes[SITE_FACTOR..NETWORKS]
            .iter()
            .all(|code| *code == refused)
    );
    assert_eq!(codes[NETWORKS], None, "another site");
    // No site can fill the list, either.
    let request = json!({"type": "lobby", "is_wanted": true});
    let lobby = clients[0].request(request).await;
    let count = lobby["seeks"].as_array().map(Vec::len);
    assert_eq!(count, Some(SITE_FACTOR + 1), "{lobby}");
}
