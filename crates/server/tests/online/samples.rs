//! Stores that the first build wrote, in `tests/samples`: every later build opens them.
//!
//! A client of that build played six games on each store; the JSON beside it holds the log and the
//! status of each game as that build sent them, and the session token of the first player.

use std::fs;
use std::path::{Path, PathBuf};

use foursight_server::{BusConfig, OnlineLimits, StoreLocation, WallClock};
use serde_json::{Value, json};

use super::client::TestServer;
use super::database::Database;

fn samples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samples")
}

/// Compares every game of a store with what was recorded, then signs in and plays on.
async fn check(store: &StoreLocation, recorded: &str) {
    let text = fs::read_to_string(samples().join(recorded)).expect("a sample");
    let recorded: Value = serde_json::from_str(&text).expect("JSON");
    let token = recorded["token"].as_str().expect("a token");
    let games = recorded["games"].as_array().expect("a list");
    let last = games.iter().filter_map(|game| game["entries"].as_array());
    let last = last.flatten().filter_map(|entry| entry["at_ms"].as_u64());
    let now = last.max().expect("an entry") + 1_000;
    let clock = WallClock::manual(now);
    let server =
        TestServer::start_with(store, BusConfig::Local, clock, OnlineLimits::unlimited()).await;
    let mut ada = server.connect(token).await;
    assert_eq!(ada.welcome["you"]["name"], "Ada");
    assert_eq!(ada.welcome["games"].as_array().map(Vec::len), Some(6));
    for game in games {
        let id = game["game"].as_str().expect("an id");
        let table = ada.watch(id).await;
        let head = game["head"].as_u64().expect("a number");
        let entries = table["entries"].as_array().expect("a list");
        // A node that starts credits running clocks with the downtime, as one more entry.
        assert_eq!(json!(entries[..head as usize]), game["entries"], "{id}");
        assert_eq!(table["now"]["ending"], game["now"]["ending"], "{id}");
        assert_eq!(table["now"]["to_move"], game["now"]["to_move"], "{id}");
    }
    let body = json!({"name": "Ada", "password": "correct horse battery"}).to_string();
    let headers = format!("Content-Type: application/json\r\n{}", server.origin());
    let response = server.send("POST", "/api/login", &headers, &body).await;
    assert_eq!(response.status, 200, "{response:?}");
    let open = games[2]["game"].as_str().expect("an id");
    let at = games[2]["now"]["at"].clone();
    let played = ada
        .act(open, json!({"kind": "move", "at": at, "move": "3"}))
        .await;
    assert_eq!(played["type"], "entry", "{played}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sqlite_store_of_the_first_build_opens() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.db");
    fs::copy(samples().join("games.db"), &path).expect("a sample");
    check(&StoreLocation::File(path), "sqlite.json").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_postgres_store_of_the_first_build_opens() {
    let database = Database::start();
    let dump = fs::read_to_string(samples().join("games.sql")).expect("a sample");
    let (client, connection) = tokio_postgres::connect(&database.url(), tokio_postgres::NoTls)
        .await
        .expect("the database listens");
    let connection = tokio::spawn(connection);
    client.batch_execute(&dump).await.expect("a valid dump");
    drop(client);
    let _ = connection.await;
    check(&StoreLocation::Postgres(database.url()), "postgres.json").await;
}
