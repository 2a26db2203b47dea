//! A database that neither responds nor closes its connections, like a frozen machine.

use std::process::Command;

use foursight_server::OnlineLimits;
use foursight_server::{BusConfig, OnlineConfig, ServerConfig, StoreLocation, WallClock};
use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

use super::client::{TestClient, TestServer, start_game, terms};
use super::database::Database;

/// Sends a signal to all processes of a database.
fn signal(database: &Database, name: &str) {
    let pid_file = database.folder.path().join("data/postmaster.pid");
    let text = std::fs::read_to_string(pid_file).expect("it runs");
    let main = text.lines().next().expect("a process id").to_owned();
    let children = format!("/proc/{main}/task/{main}/children");
    let children = std::fs::read_to_string(children).expect("Linux");
    let ids = children.split_whitespace().map(str::to_owned);
    let status = Command::new("kill")
        .arg(format!("-{name}"))
        .args(std::iter::once(main).chain(ids))
        .status();
    assert!(status.expect("kill starts").success());
}

/// A database whose processes are stopped until this is dropped.
struct Frozen<'a>(&'a Database);

impl<'a> Frozen<'a> {
    fn freeze(database: &'a Database) -> Self {
        signal(database, "STOP");
        Self(database)
    }
}

impl Drop for Frozen<'_> {
    fn drop(&mut self) {
        signal(self.0, "CONT");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_request_is_answered_while_the_database_is_frozen() {
    let database = Database::start();
    let config = ServerConfig {
        online: Some(OnlineConfig {
            store: StoreLocation::Postgres(database.url()),
            bus: BusConfig::Local,
            limits: OnlineLimits::unlimited(),
            clock: WallClock::system(),
        }),
        ..ServerConfig::default()
    };
    let server = TestServer::serve(config, WallClock::system()).await;
    let tokens = [server.token().await, server.token().await];
    let mut ada = server.connect(&tokens[0]).await;
    let mut bob = server.connect(&tokens[1]).await;
    let other = start_game(&mut ada, &mut bob, terms()).await;
    ada.send_message(json!({"type": "leave", "game": other}))
        .await;
    let game = start_game(&mut ada, &mut bob, terms()).await;
    let bearer = format!("Bearer {}", tokens[0]);
    let mut late = TestClient::open(server.address, &[("authorization", &bearer)])
        .await
        .expect("it lets us in");

    let frozen = Frozen::freeze(&database);
    // All wait at the same time, each for its own timeout.
    let mut cids = Vec::new();
    for request in [
        json!({"type": "lobby", "is_wanted": true}),
        json!({"type": "seek", "terms": terms()}),
        json!({"type": "block", "game": game, "is_blocked": true}),
        json!({"type": "say", "game": game, "what": "hello"}),
    ] {
        cids.push(ada.send_message(request).await);
    }
    let request = json!({"type": "hello", "proto": 1, "cid": 1}).to_string();
    late.send(Message::text(request)).await.expect("sent");
    let header = format!("Authorization: {bearer}\r\n");
    let (me, ready) = tokio::join!(
        server.send("GET", "/api/me", &header, ""),
        server.send("GET", "/readyz", "", "")
    );
    assert_eq!((me.status, me.code().as_str()), (503, "store_unavailable"));
    assert_eq!(ready.status, 503);
    // Responses to the game and to the lobby may overtake each other.
    while !cids.is_empty() {
        let response = ada.receive_where(|message| message["cid"].is_u64()).await;
        assert_eq!(response["code"], "store_unavailable", "{response}");
        cids.retain(|cid| response["cid"] != *cid);
    }
    assert_eq!(late.receive("bye").await["code"], "store_unavailable");
    assert_eq!(late.close_code().await, Some(1013));
    drop(frozen);

    // Everything works again, without a restart.
    let mut answer = ada.drop_in(&game, 0, "4").await;
    while answer["code"] == "store_unavailable" {
        answer = ada.drop_in(&game, 0, "4").await;
    }
    assert_ne!(answer["type"], "refused", "{answer}");
    let mut watched = ada.request(json!({"type": "watch", "game": other})).await;
    while watched["code"] == "store_unavailable" {
        watched = ada.request(json!({"type": "watch", "game": other})).await;
    }
    assert_eq!(watched["type"], "table", "{watched}");
    let mut late = server.connect(&tokens[0]).await;
    assert_eq!(late.watch(&game).await["head"], 2);
}
