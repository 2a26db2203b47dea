//! Seeks of many people, and of one with many addresses.

use foursight_server::{
    BusConfig, OnlineConfig, OnlineLimits, ServerConfig, StoreLocation, WallClock,
};
use serde_json::json;

use super::client::{START_MS, TestClient, TestServer, terms};
use super::file;

/// Starts a server behind a proxy, so that clients can come from many addresses.
async fn start_behind_proxy(store: &StoreLocation, seeks_per_address: u64) -> TestServer {
    let clock = WallClock::manual(START_MS);
    let limits = OnlineLimits {
        seeks_per_address,
        ..OnlineLimits::unlimited()
    };
    let config = ServerConfig {
        trusted_proxies: vec!["127.0.0.1".parse().expect("an address")],
        online: Some(OnlineConfig {
            store: store.clone(),
            bus: BusConfig::Local,
            limits,
            clock: clock.clone(),
        }),
        ..ServerConfig::default()
    };
    TestServer::serve(config, clock).await
}

async fn connect_from(server: &TestServer, address: &str) -> TestClient {
    let header = format!("Bearer {}", server.token().await);
    let headers = [
        ("authorization", header.as_str()),
        ("x-forwarded-for", address),
    ];
    let client = TestClient::open(server.address, &headers).await;
    let mut client = client.expect("it lets us in");
    client.request(json!({"type": "hello", "proto": 1})).await;
    client
}

#[tokio::test(flavor = "multi_thread")]
async fn odd_seeks_neither_stop_pairing_nor_fill_the_list() {
    let (store, _folder) = file();
    let server = start_behind_proxy(&store, 25).await;
    let mut attackers = Vec::new();
    for number in 0..60 {
        let mut attacker = connect_from(&server, &format!("192.0.2.{}", number % 3)).await;
        let clock = json!({"kind": "per_turn", "turn_ms": 1_000 + number});
        let terms = json!({"rules": "standard", "clock": clock});
        let posted = attacker
            .request(json!({"type": "seek", "terms": terms}))
            .await;
        assert_eq!(posted["type"], "done", "{posted}");
        attackers.push(attacker);
    }
    let pair = json!({"type": "pair", "terms": terms()});
    let mut ada = connect_from(&server, "198.51.100.1").await;
    assert_eq!(ada.request(pair).await["type"], "done");
    let mut eve = connect_from(&server, "198.51.100.2").await;
    let lobby = eve
        .request(json!({"type": "lobby", "is_wanted": true}))
        .await;
    let seeks = lobby["seeks"].as_array().expect("a list");
    let is_listed = |seek: &serde_json::Value| seek["terms"]["rules"] == "standard 7x6/4";
    assert!(seeks.iter().any(is_listed), "{lobby}");
    assert_eq!(seeks.len(), 50);
    // Terms that mean the same are paired, however they are written.
    let mut bob = connect_from(&server, "198.51.100.3").await;
    let same = json!({"type": "pair", "terms": {"rules": "standard"}});
    let started = bob.request(same).await;
    assert_eq!(started["type"], "started", "{started}");
    assert_eq!(ada.receive("started").await["game"], started["game"]);
    // An address has a limit of its own.
    for number in 0..10 {
        let mut attacker = connect_from(&server, "192.0.2.1").await;
        let clock = json!({"kind": "per_turn", "turn_ms": 5_000 + number});
        let terms = json!({"rules": "standard", "clock": clock});
        let posted = attacker
            .request(json!({"type": "seek", "terms": terms}))
            .await;
        if number >= 5 {
            assert_eq!(posted["code"], "too_many_seeks", "{posted}");
        }
        attackers.push(attacker);
    }
}
