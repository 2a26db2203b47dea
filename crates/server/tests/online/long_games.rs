//! Games whose logs are longer than one message.

use foursight_server::{BusConfig, StoreLocation};
use serde_json::{Value, json};

use super::client::{TestClient, TestServer, terms};
use super::file;

/// Length of the log: more than two parts.
const EVENTS: u64 = 2_500;

/// Extends the log of a game, of which two plies were played, by taking back and redoing them.
fn extend_log(path: &std::path::Path, game: &str) {
    let mut connection = rusqlite::Connection::open(path).expect("open");
    let transaction = connection.transaction().expect("begun");
    let at_ms: i64 = transaction
        .query_row(
            "SELECT MAX(at_ms) FROM game_events WHERE game = ?1",
            [game],
            |row| row.get(0),
        )
        .expect("a log");
    for seq in 4..=EVENTS {
        let data = if seq % 2 == 0 {
            r#"{"kind":"taken_back","to":0}"#
        } else {
            r#"{"kind":"redone","to":2}"#
        };
        transaction
            .execute(
                "INSERT INTO game_events (game, seq, at_ms, data) VALUES (?1, ?2, ?3, ?4)",
                (game, seq as i64, at_ms, data),
            )
            .expect("inserted");
    }
    transaction.commit().expect("committed");
}

/// Reads a log part by part, and returns its numbers.
async fn read_log(client: &mut TestClient, game: &str) -> Vec<u64> {
    let mut numbers = Vec::new();
    loop {
        let from = numbers.last().map_or(0, |last| last + 1);
        let request = json!({"type": "watch", "game": game, "from": from});
        let table = client.request(request).await;
        assert_eq!(table["type"], "table", "{table}");
        let entries = table["entries"].as_array().expect("a list");
        numbers.extend(entries.iter().filter_map(|entry| entry["seq"].as_u64()));
        if table["more"] != true {
            assert_eq!(table["head"], EVENTS);
            return numbers;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_log_arrives_in_parts() {
    let (store, _folder) = file();
    let StoreLocation::File(path) = &store else {
        panic!("a file");
    };
    let server = TestServer::start(&store, BusConfig::Local).await;
    let token = server.token().await;
    let mut ada = server.connect(&token).await;
    let bot = json!({"type": "bot", "level": "easy", "terms": terms()});
    let game = ada.request(bot).await["game"].as_str().map(str::to_owned);
    let game = game.expect("a game");
    ada.watch(&game).await;
    ada.drop_in(&game, 0, "4").await;
    ada.receive_where(|message| message["entry"]["seq"] == 3)
        .await;
    server.stop().await;
    extend_log(path, &game);
    let server = TestServer::start(&store, BusConfig::Local).await;
    let mut ada = server.connect(&token).await;
    let other = json!({"type": "bot", "level": "easy", "terms": terms()});
    let other = ada.request(other).await["game"].clone();
    ada.watch(other.as_str().expect("a game")).await;
    let numbers = read_log(&mut ada, &game).await;
    assert_eq!(numbers, (1..=EVENTS).collect::<Vec<_>>());
    // The game goes on, and the socket still serves the other one, too.
    let table = ada
        .request(json!({"type": "watch", "game": game, "from": EVENTS + 1}))
        .await;
    assert_eq!(
        (&table["entries"], &table["more"]),
        (&json!([]), &Value::Null)
    );
    let at = table["now"]["at"].clone();
    let legal = table["now"]["legal"].as_array().expect("a list");
    assert_eq!(legal.len(), 7, "{table}");
    let moved = ada
        .act(&game, json!({"kind": "move", "at": at, "move": legal[0]}))
        .await;
    assert_eq!(moved["entry"]["seq"], EVENTS + 1, "{moved}");
    let moved = ada.drop_in(other.as_str().expect("a game"), 0, "1").await;
    assert_eq!(moved["type"], "entry");
}
