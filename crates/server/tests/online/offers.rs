//! Offers that were declined or interrupted by a block, and claims after the end.

use foursight_server::BusConfig;
use serde_json::{Value, json};

use super::client::{START_MS, TestClient, TestServer, start_game, terms};
use super::file;

/// Twenty-five hours, after which an absent player has lost.
const LATER_MS: u64 = START_MS + 25 * 60 * 60 * 1000;

/// Starts a game in which both players have moved.
async fn start() -> (TestServer, [TestClient; 2], String, tempfile::TempDir) {
    let (store, folder) = file();
    let server = TestServer::start(&store, BusConfig::Local).await;
    let (mut ada, mut bob) = (server.guest().await, server.guest().await);
    let game = start_game(&mut ada, &mut bob, terms()).await;
    assert_eq!(ada.drop_in(&game, 0, "4").await["type"], "entry");
    assert_eq!(bob.drop_in(&game, 1, "4").await["type"], "entry");
    (server, [ada, bob], game, folder)
}

fn command(kind: &str) -> Value {
    json!({"kind": kind, "at": {"branch": 1, "ply": 2}})
}

async fn receive_event(client: &mut TestClient, kind: &str) -> Value {
    client
        .receive_where(|message| message["entry"]["event"]["kind"] == kind)
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_declined_rematch_can_be_offered_three_times() {
    let (_server, [mut ada, mut bob], game, _folder) = start().await;
    assert_eq!(ada.act(&game, command("resign")).await["type"], "entry");
    let offer = json!({"kind": "rematch"});
    for time in 0..3 {
        let offered = ada.act(&game, command("next")).await;
        assert_eq!(
            offered["entry"]["event"]["kind"], "offered",
            "{time}: {offered}"
        );
        let again = ada.act(&game, command("next")).await;
        assert_ne!(again["type"], "entry", "one offer at a time: {again}");
        receive_event(&mut bob, "offered").await;
        let decline = json!({"kind": "decline", "offer": offer});
        let closed = bob.act(&game, decline).await;
        assert_eq!(closed["entry"]["event"]["kind"], "closed", "{closed}");
    }
    let refused = ada.act(&game, command("next")).await;
    assert_eq!(refused["code"], "too_many_offers", "{refused}");
    // The other player can still offer it, and then the next game begins.
    let offered = bob.act(&game, command("next")).await;
    assert_eq!(offered["entry"]["event"]["kind"], "offered", "{offered}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_offer_that_a_block_has_closed_can_be_made_again_after_the_next_move() {
    let (_server, [mut ada, mut bob], game, _folder) = start().await;
    assert_eq!(ada.act(&game, command("draw")).await["type"], "entry");
    let block = |is_blocked| json!({"type": "block", "game": game, "is_blocked": is_blocked});
    assert_eq!(bob.request(block(true)).await["type"], "done");
    receive_event(&mut ada, "closed").await;
    assert_eq!(ada.act(&game, command("draw")).await["code"], "blocked");
    assert_eq!(bob.request(block(false)).await["type"], "done");
    let say = json!({"type": "say", "game": game, "what": "thanks"});
    assert_eq!(ada.request(say).await["type"], "done", "chat works again");
    assert_eq!(ada.drop_in(&game, 2, "5").await["type"], "entry");
    let at = json!({"branch": 1, "ply": 3});
    let offered = ada.act(&game, json!({"kind": "draw", "at": at})).await;
    assert_eq!(offered["entry"]["event"]["kind"], "offered", "{offered}");
    let accept = json!({"kind": "accept", "offer": {"kind": "draw"}});
    let over = bob.act(&game, accept).await;
    assert_eq!(
        over["entry"]["event"]["ending"]["by"], "agreement",
        "{over}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_is_over_cannot_be_claimed_or_flagged() {
    let (server, [mut ada, mut bob], game, _folder) = start().await;
    assert_eq!(bob.act(&game, command("resign")).await["type"], "entry");
    drop(bob);
    server.clock.set(LATER_MS);
    let claim = json!({"type": "claim", "game": game});
    assert_eq!(ada.request(claim).await["code"], "game_over");
    let flag = ada.act(&game, json!({"kind": "flag"})).await;
    assert_eq!(flag["code"], "game_over", "{flag}");
}
