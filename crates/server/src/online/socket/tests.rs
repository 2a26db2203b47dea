//! Sessions of clients without a socket, with a time that passes at once.

use std::net::IpAddr;

use foursight_protocol::online::GameTerms;
use futures_util::future::join_all;
use serde_json::json;

use super::*;
use crate::online::node_behaviour::IDLE_TIMEOUT;
use crate::online::test_node::TestNode;
use crate::store::SessionKind;

/// Registers a session of a person, as a socket does.
fn connect(node: &TestNode, person: &str) -> ClientSession {
    let session = Session {
        person: TestNode::person(person),
        hash: String::new(),
        kind: SessionKind::Bearer,
    };
    let client_addr = ClientAddr {
        address: IpAddr::from([127, 0, 0, 1]),
        is_secure: false,
        is_forwarded: false,
    };
    let mut client = ClientSession::new(Arc::clone(&node.node), session, client_addr);
    let number = node.node.register_connection(person, "", &client.outbox);
    client.number = number.expect("no limit");
    client
}

/// Watches a game, again and again while its inbox is full.
async fn watch(client: &mut ClientSession, game: &str) {
    while !client.watched.contains_key(game) {
        let request = ClientMessage::Watch {
            game: game.to_owned(),
            from: 0,
        };
        client.send_to_game(None, request, 0);
        tokio::task::yield_now().await;
        while let Ok(Some(_)) = client.outbox.try_next() {}
    }
}

async fn game(node: &TestNode) -> String {
    let terms: GameTerms = serde_json::from_value(json!({"rules": "standard"})).expect("terms");
    node.game(&terms).await
}

#[tokio::test(start_paused = true)]
async fn a_game_is_unloaded_after_two_thousand_viewers_leave_at_once() {
    const VIEWERS: usize = 2_000;
    let node = TestNode::start().await;
    let game = game(&node).await;
    let mut viewers: Vec<_> = (0..VIEWERS).map(|_| connect(&node, "eve")).collect();
    join_all(viewers.iter_mut().map(|viewer| watch(viewer, &game))).await;
    let mut ada = connect(&node, "ada");
    watch(&mut ada, &game).await;
    // The actor waits for the store meanwhile, and reads nothing.
    node.faults.delay_next_write(Duration::from_secs(4));
    let command = json!({"type": "do", "game": game, "command":
        {"kind": "move", "at": {"branch": 1, "ply": 0}, "move": "4"}});
    let resign = json!({"type": "do", "game": game, "command": {"kind": "abort"}});
    for request in [command, resign] {
        let request = Message::text(request.to_string());
        ada.has_said_hello = true;
        assert!(ada.handle(request).await.is_none());
    }
    tokio::task::yield_now().await;
    join_all(viewers.iter_mut().map(ClientSession::disconnect)).await;
    ada.disconnect().await;
    assert_eq!(node.node.metrics.open_games.get(), 1);
    tokio::time::sleep(IDLE_TIMEOUT * 2).await;
    assert_eq!(node.node.metrics.open_games.get(), 0);
}

/// Says hello, and returns the response.
async fn hello(client: &mut ClientSession) -> serde_json::Value {
    let hello = Message::text(r#"{"type":"hello","proto":1,"cid":1}"#);
    assert!(client.handle(hello).await.is_none());
    let text = client.outbox.next().await.expect("connected");
    serde_json::from_str(&text).expect("JSON")
}

#[tokio::test(start_paused = true)]
async fn hello_reads_no_log() {
    let node = TestNode::start().await;
    for _ in 0..30 {
        game(&node).await;
    }
    let reads = node.faults.reads_of_events();
    for person in ["ada", "bob"] {
        let welcome = hello(&mut connect(&node, person)).await;
        assert_eq!(welcome["type"], "welcome", "{welcome}");
        assert_eq!(welcome["games"].as_array().map(Vec::len), Some(30));
    }
    assert_eq!(node.faults.reads_of_events(), reads);
}

#[tokio::test(start_paused = true)]
async fn a_store_that_fails_is_counted_and_never_said_to_be_a_rule() {
    let node = TestNode::start().await;
    let game = game(&node).await;
    let mut ada = connect(&node, "ada");
    hello(&mut ada).await;
    let errors = || node.node.store.health().errors().get();
    assert_eq!(errors(), 0);
    node.faults.fail(true);
    let mut bob = connect(&node, "bob");
    let request = Message::text(r#"{"type":"hello","proto":1}"#);
    let reason = bob.handle(request).await;
    assert!(matches!(
        reason,
        Some(CloseReason::Bye("store_unavailable"))
    ));
    assert!(errors() > 0, "a failed hello is counted");
    for request in [
        json!({"type": "lobby", "is_wanted": true}),
        json!({"type": "pair", "terms": {"rules": "standard"}}),
        json!({"type": "block", "game": game, "is_blocked": true}),
    ] {
        while let Ok(Some(_)) = ada.outbox.try_next() {}
        let before = errors();
        let request = Message::text(request.to_string());
        assert!(ada.handle(request).await.is_none());
        let text = ada.outbox.next().await.expect("connected");
        assert!(text.contains("store_unavailable"), "{text}");
        assert!(errors() > before, "{text}");
    }
}

/// Plays a move, and returns the time that it took by the log.
async fn spent_ms(client: &mut ClientSession, game: &str, ply: usize) -> u64 {
    let command = json!({"kind": "move", "at": {"branch": 1, "ply": ply}, "move": "4"});
    let request = json!({"type": "do", "game": game, "command": command, "cid": 7});
    let request = Message::text(request.to_string());
    assert!(client.handle(request).await.is_none());
    loop {
        let text = client.outbox.next().await.expect("connected");
        let response: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        if response["cid"] == 7 {
            let spent_ms = response["entry"]["event"]["spent_ms"].as_u64();
            return spent_ms.expect("a move");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn the_lag_that_pongs_measure_is_not_charged() {
    let node = TestNode::start().await;
    let terms = json!({"rules": "standard", "first": "host",
        "clock": {"kind": "total", "main_ms": 60_000, "increment_ms": 0}});
    let game = node
        .game(&serde_json::from_value(terms).expect("terms"))
        .await;
    let mut players = [connect(&node, "ada"), connect(&node, "bob")];
    for (player, lag_ms) in players.iter_mut().zip([400, 0]) {
        hello(player).await;
        // The ping follows the welcome, and the pong comes after one round trip.
        tokio::time::sleep(Duration::from_millis(lag_ms)).await;
        assert!(
            player
                .handle(Message::text(r#"{"type":"pong"}"#))
                .await
                .is_none()
        );
        watch(player, &game).await;
    }
    for ply in 0..4 {
        let player = &mut players[ply % 2];
        tokio::time::sleep(Duration::from_secs(1)).await;
        let spent_ms = spent_ms(player, &game, ply).await;
        // The clocks run once both players have moved.
        match ply {
            2 => assert!((500..700).contains(&spent_ms), "{spent_ms}"),
            // The clock follows that of the system, by five milliseconds a second.
            3 => assert!((950..1_100).contains(&spent_ms), "{spent_ms}"),
            _ => {}
        }
    }
}
