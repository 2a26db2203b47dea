//! The edges of the server: close codes, foreign hosts, and JSON that is nested without end.

use foursight_server::{BusConfig, HostNames, OnlineConfig, OnlineLimits, ServerConfig, WallClock};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

use super::client::{START_MS, TestServer, start_game, terms};
use super::file;

/// Deeper than any parser may follow by recursion.
const DEPTH: usize = 2_000;

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_and_a_refusal_have_their_own_close_codes() {
    let (store, _folder) = file();
    let (server, program) = TestServer::start_in_thread(&store);
    let mut ada = server.guest().await;
    let mut old = server.guest().await;
    // A second hello is one of another version.
    old.send_message(json!({"type": "hello", "proto": 2})).await;
    assert_eq!(old.close_code().await, Some(1008));
    server.stop().await;
    assert_eq!(ada.close_code().await, Some(1012));
    drop((ada, old));
    program.join().expect("it ended");
}

/// Sends a request with this `Host`, and returns the status.
async fn status_for_host(server: &TestServer, path: &str, host: &str) -> String {
    let mut stream = TcpStream::connect(server.address)
        .await
        .expect("it listens");
    let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.expect("sent");
    let mut text = Vec::new();
    stream.read_to_end(&mut text).await.expect("it answers");
    let text = String::from_utf8_lossy(&text).into_owned();
    text.split(' ').nth(1).unwrap_or_default().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_for_foreign_hosts_are_misdirected() {
    let (store, _folder) = file();
    let clock = WallClock::manual(START_MS);
    let config = ServerConfig {
        host_names: HostNames::Named(vec!["play.example.org".to_owned()]),
        online: Some(OnlineConfig {
            store,
            bus: BusConfig::Local,
            limits: OnlineLimits::unlimited(),
            clock: clock.clone(),
        }),
        ..ServerConfig::default()
    };
    let server = TestServer::serve(config, clock).await;
    for path in ["/", "/api/me", "/api/socket", "/api/solve?pos=4"] {
        for host in ["evil.example", "play.example.org.evil.example", "127.0.0.1"] {
            let status = status_for_host(&server, path, host).await;
            assert_eq!(status, "421", "{path} {host}");
        }
        let status = status_for_host(&server, path, "play.example.org:443").await;
        assert_ne!(status, "421", "{path}");
    }
    assert_eq!(
        status_for_host(&server, "/healthz", "10.0.0.7").await,
        "200"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn json_nested_without_end_is_refused() {
    let (store, _folder) = file();
    let server = TestServer::start(&store, BusConfig::Local).await;
    let (mut ada, mut bob) = (server.guest().await, server.guest().await);
    let game = start_game(&mut ada, &mut bob, terms()).await;
    let nested = [
        format!("{}{}", "[".repeat(DEPTH), "]".repeat(DEPTH)),
        "[".repeat(DEPTH),
        "{\"type\":".repeat(DEPTH / 8),
        format!(
            r#"{{"type":"watch","game":"{game}","from":{}1{}}}"#,
            "[".repeat(DEPTH / 2),
            "]".repeat(DEPTH / 2)
        ),
    ];
    for text in &nested {
        ada.send(Message::text(text.clone())).await.expect("sent");
        let refused = ada.receive("refused").await;
        assert_eq!(refused["code"], "bad_message", "{refused}");
    }
    for body in &nested {
        let origin = server.origin();
        let response = server.send("POST", "/api/login", &origin, body).await;
        assert_eq!(response.status, 400, "{response:?}");
        assert_eq!(response.code(), "bad_request");
    }
    assert_eq!(ada.drop_in(&game, 0, "4").await["type"], "entry");
}
